"""An embedding model of a provider, by its pydantic-ai name."""

import asyncio
from collections.abc import Sequence

import numpy as np

from deskgraph.errors import ModelAway, UnknownModel
from deskgraph.models.embeddings import Vectors
from deskgraph.models.keys import check_key
from deskgraph.privacy import unnumbered
from deskgraph.settings import Settings


class RemoteEmbedder:
    """Embeds through pydantic-ai. `size` is known after `open`, which embeds one word."""

    def __init__(self, name: str, settings: Settings) -> None:
        from pydantic_ai.embeddings import Embedder as Client
        from pydantic_ai.embeddings import infer_embedding_model
        from pydantic_ai.exceptions import UserError

        from deskgraph.models.providers import Providers

        provider, _, model = name.partition(":")
        if not model:
            raise UnknownModel(f"No embedding model {name!r}.", "A name is `builtin` or `provider:model`.")
        check_key(provider)
        try:
            self._client = Client(infer_embedding_model(name, provider_factory=Providers(settings).provider))
        except (UserError, ValueError, ImportError) as error:
            raise UnknownModel(f"The embedding model {name!r} cannot be made: {error}") from error
        self._masked = "embedding" in settings.mask
        # Vectors of masked texts and of others are not compared: by the name each has a table of its own.
        self.name = f"{name} masked" if self._masked else name
        self._settings = settings
        self._size = 0

    @property
    def size(self) -> int:
        return self._size

    async def open(self) -> None:
        """Learn the size."""
        if not self._size:
            await self.embed(["size"])

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), size), each of length one; of placeholders, where the setting `mask` says
        so. Raises ModelAway."""
        from pydantic_ai.exceptions import AgentRunError

        from deskgraph.models.failing import why

        try:
            async with asyncio.timeout(self._settings.model_seconds):
                sent = [unnumbered(text) if self._masked else text for text in texts]
                result = await self._client.embed(sent, input_type="document")
        except (AgentRunError, TimeoutError) as error:
            raise ModelAway(f"The embedding model {self.name} {why(error, self._settings)}.") from error
        vectors = np.asarray(result.embeddings, dtype=np.float32)
        self._size = vectors.shape[1]
        unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit
