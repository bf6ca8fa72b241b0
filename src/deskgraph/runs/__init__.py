"""Run rows, lanes, lease and fence, the wake-up job."""

from deskgraph.events import Audience
from deskgraph.runs.lanes import (
    check_fence,
    has_work,
    held_leases,
    hold_lane,
    release,
    renew,
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
    record_step,
    steps,
)
from deskgraph.runs.run import FINISHED, Run, State, audience_of, lane_key, subject_key

__all__ = [
    "FINISHED",
    "Audience",
    "Run",
    "State",
    "Step",
    "abandoned",
    "audience_of",
    "check_fence",
    "enqueue",
    "get",
    "has_work",
    "held_leases",
    "hold_lane",
    "interrupt_abandoned",
    "lane_key",
    "list_runs",
    "make_app",
    "move",
    "next_run",
    "of_ticket",
    "record_step",
    "release",
    "renew",
    "steps",
    "subject_key",
    "take_lane",
    "wake",
    "worker_alive",
    "worker_gone",
    "worker_seen",
]
