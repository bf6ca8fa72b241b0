"""The builtin model: deterministic, without a key.

Rules and a small linear head over sentence embeddings decide; what it writes is quoted from what it got.
"""

from deskgraph.models.builtin.model import BuiltinModel

__all__ = ["BuiltinModel"]
