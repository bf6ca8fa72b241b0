"""Which model fills which purpose, the embeddings, and the builtin model that needs no key.

`names` chooses, `make` builds; nothing here imports a provider before it is chosen.
"""

from deskgraph.models.embeddings import Embedder
from deskgraph.models.names import PURPOSES, Purpose, candidates, choose

__all__ = ["PURPOSES", "Embedder", "Purpose", "candidates", "choose"]
