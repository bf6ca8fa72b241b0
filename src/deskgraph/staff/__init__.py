"""What a person does to a ticket, one function each, called by every door."""

from deskgraph.staff.erase import Erased, erase
from deskgraph.staff.rule import Checks, Ruling, rule

__all__ = ["Checks", "Erased", "Ruling", "erase", "rule"]
