"""What the deciders share: the settings, the encoder, and the heads made from examples."""

from dataclasses import dataclass

from deskgraph.models.embeddings import Embedder
from deskgraph.settings import Settings


@dataclass(frozen=True)
class Mind:
    """Handed to every decider."""

    settings: Settings
    embedder: Embedder
