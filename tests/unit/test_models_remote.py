"""A provider's embedding model: its size is learnt by asking it, in the loop that runs."""

import numpy as np
import pytest
from pydantic_ai.embeddings import Embedder as Client
from pydantic_ai.embeddings import TestEmbeddingModel

from deskgraph.models.remote import RemoteEmbedder
from deskgraph.settings import Settings


@pytest.fixture
def remote(monkeypatch: pytest.MonkeyPatch, keyless: Settings) -> RemoteEmbedder:
    monkeypatch.setenv("OPENAI_API_KEY", "loopback-key-of-a-test")
    embedder = RemoteEmbedder("openai:text-embedding-3-small", keyless)
    embedder._client = Client(TestEmbeddingModel(dimensions=5))
    return embedder


async def test_the_size_is_known_once_it_is_open(remote: RemoteEmbedder) -> None:
    await remote.open()
    assert remote.size == 5


async def test_vectors_have_length_one(remote: RemoteEmbedder) -> None:
    vectors = await remote.embed(["one", "two"])
    assert vectors.shape == (2, 5)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
