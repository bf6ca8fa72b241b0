"""Personal data: found in a text, and hidden from whoever need not see it."""

from deskgraph.privacy.find import personal
from deskgraph.privacy.found import KINDS, Found, Kind
from deskgraph.privacy.mask import Mask, unnumbered
from deskgraph.privacy.naming import called
from deskgraph.privacy.words import word

__all__ = ["KINDS", "Found", "Kind", "Mask", "called", "personal", "unnumbered", "word"]
