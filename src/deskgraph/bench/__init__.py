"""What the desk costs on this machine: time to start, and a run's milliseconds by route."""

from deskgraph.bench.figures import BENCHES, Figure, measure

__all__ = ["BENCHES", "Figure", "measure"]
