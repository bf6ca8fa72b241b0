"""Articles in, passages out, with what is needed to cite them."""

from deskgraph.knowledge.articles import Article
from deskgraph.knowledge.library import Library, Mode
from deskgraph.knowledge.links import linked_hosts, texts_naming, texts_saying
from deskgraph.knowledge.passages import AddReport, Broken, Passage, Progress, Screen, Visibility

__all__ = [
    "AddReport",
    "Article",
    "Broken",
    "Library",
    "Mode",
    "Passage",
    "Progress",
    "Screen",
    "Visibility",
    "linked_hosts",
    "texts_naming",
    "texts_saying",
]
