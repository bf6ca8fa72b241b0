"""Approvals and the ledger. `approvals` is read as a module: `approvals.get`, `approvals.list`, `approvals.rule`."""

from deskgraph.effects import approvals
from deskgraph.effects.approvals import Approval, Status
from deskgraph.effects.binding import bound_hash, canonical
from deskgraph.effects.grants import Grant, granted
from deskgraph.effects.ledger import (
    Claim,
    Effect,
    Fresh,
    Settled,
    Unknown,
    claim,
    claimed_before,
    done_on_ticket,
    free,
    get,
    leave_open,
    of_run,
    settle,
    stale_claims,
    unknown_of_ticket,
)

__all__ = [
    "Approval",
    "Claim",
    "Effect",
    "Fresh",
    "Grant",
    "Settled",
    "Status",
    "Unknown",
    "approvals",
    "bound_hash",
    "canonical",
    "claim",
    "claimed_before",
    "done_on_ticket",
    "free",
    "get",
    "granted",
    "leave_open",
    "of_run",
    "settle",
    "stale_claims",
    "unknown_of_ticket",
]
