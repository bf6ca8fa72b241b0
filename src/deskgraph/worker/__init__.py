"""Work a lane: run, park, resume."""

from deskgraph.worker.lane import LaneWorker, Workshop
from deskgraph.worker.strict import strict
from deskgraph.worker.worker import worker_name, working

__all__ = ["LaneWorker", "Workshop", "strict", "worker_name", "working"]
