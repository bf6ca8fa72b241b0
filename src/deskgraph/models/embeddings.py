"""Text to vectors: the protocol, and the choice behind the setting `embedding_model`."""

from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deskgraph.settings import BUILTIN, Settings

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Embeds texts. `size` is the length of a vector, known once `open` was awaited; `name` tells embeddings of one
    model from another's."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    async def open(self) -> None:
        """Find out what is not known before the model was asked; nothing for one that is known."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), size), each of length one; an empty text has a vector too."""
        ...


def make_embedder(settings: Settings) -> Embedder:
    """The embedder that `settings.embedding_model` names. Raises UnknownModel or PlaceholderKey."""
    if settings.embedding_model == BUILTIN:
        return builtin_embedder(settings.embedding_threads)
    from deskgraph.models.remote import RemoteEmbedder

    return RemoteEmbedder(settings.embedding_model, settings)


@cache
def builtin_embedder(threads: int) -> Embedder:
    """One encoder a process: its network takes a good part of a second to load, and 60 MB."""
    from deskgraph.models.minilm import MiniLM

    return MiniLM(threads=threads)
