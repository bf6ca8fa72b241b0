"""Brindle & Cog, bicycle parts by post: a company that was made up to show the desk at work."""

from deskgraph.demo.load import load
from deskgraph.demo.pack import PACK
from deskgraph.demo.samples import Expected, Sample, SampleRuling, Samples, samples

__all__ = ["PACK", "Expected", "Sample", "SampleRuling", "Samples", "load", "samples"]
