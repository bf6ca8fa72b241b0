"""Run rows, lanes, lease and fence, the wake-up job."""

from deskgraph.events import Audience
from deskgraph.runs.journal import Entry, Journal
from deskgraph.runs.lanes import (
    check_fence,
    has_work,
    held_leases,
    hold_lane,
    leave_lane,
    renew,
    stranded,
    take_lane,
    worker_alive,
    worker_gone,
    worker_seen,
)
from deskgraph.runs.queue import make_app, wake
from deskgraph.runs.rows import (
    Step,
    abandoned,
    enqueue,
    get,
    interrupt_abandoned,
    list_runs,
    move,
    next_run,
    of_ticket,
    steps,
)
from deskgraph.runs.run import FINISHED, LAWFUL, Run, State, audience_of, lane_key, subject_key, subject_of
from deskgraph.runs.seizing import cut_off, seize_lane
from deskgraph.runs.spend import Scope, Spend, Spent, record_spend, spent

__all__ = [
    "FINISHED",
    "LAWFUL",
    "Audience",
    "Entry",
    "Journal",
    "Run",
    "Scope",
    "Spend",
    "Spent",
    "State",
    "Step",
    "abandoned",
    "audience_of",
    "check_fence",
    "cut_off",
    "enqueue",
    "get",
    "has_work",
    "held_leases",
    "hold_lane",
    "interrupt_abandoned",
    "lane_key",
    "leave_lane",
    "list_runs",
    "make_app",
    "move",
    "next_run",
    "of_ticket",
    "record_spend",
    "renew",
    "seize_lane",
    "spent",
    "steps",
    "stranded",
    "subject_key",
    "subject_of",
    "take_lane",
    "wake",
    "worker_alive",
    "worker_gone",
    "worker_seen",
]
