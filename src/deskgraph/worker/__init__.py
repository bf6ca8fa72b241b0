"""Work a lane: run, park, resume."""

from deskgraph.worker.lane import LaneWorker, Workshop
from deskgraph.worker.resume import resume, resume_all, wait
from deskgraph.worker.retention import Pruned, prune, retention
from deskgraph.worker.strict import strict
from deskgraph.worker.worker import worker_name, working

__all__ = [
    "LaneWorker",
    "Pruned",
    "Workshop",
    "prune",
    "resume",
    "resume_all",
    "retention",
    "strict",
    "wait",
    "worker_name",
    "working",
]
