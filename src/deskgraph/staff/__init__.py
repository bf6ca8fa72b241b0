"""What a person does to a ticket, one function each, called by every door."""

from deskgraph.staff.cancel import cancel
from deskgraph.staff.erase import Erased, erase
from deskgraph.staff.handback import handback
from deskgraph.staff.holding import Said
from deskgraph.staff.note import note
from deskgraph.staff.reply import reply
from deskgraph.staff.rule import Checks, Ruling, rule
from deskgraph.staff.settle import Finding, settle
from deskgraph.staff.take import Taken, take

__all__ = [
    "Checks",
    "Erased",
    "Finding",
    "Ruling",
    "Said",
    "Taken",
    "cancel",
    "erase",
    "handback",
    "note",
    "reply",
    "rule",
    "settle",
    "take",
]
