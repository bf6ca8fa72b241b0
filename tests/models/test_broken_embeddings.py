"""An embedding model whose provider fails: tried again like any model; while it is away words find what they can."""

import pytest

from deskgraph.errors import ModelAway
from deskgraph.models.remote import RemoteEmbedder
from deskgraph.settings import Settings

from .broken_model import BrokenModel, status, trickle
from .conftest import opened


async def test_what_passes_by_itself_is_tried_again(bounds: Settings, broken: BrokenModel) -> None:
    broken.breaks("embedder", status(429, {"retry-after": "0"}), trickle)
    vectors = await RemoteEmbedder("openai:embedder", bounds).embed(["one", "two"])
    assert vectors.tolist() == [[1.0, 0.0], [1.0, 0.0]]
    assert broken.count("embedder") == 3


async def test_a_model_that_stays_away_is_told(bounds: Settings, broken: BrokenModel) -> None:
    broken.breaks("embedder", status(503), for_good=True)
    with pytest.raises(ModelAway, match="openai:embedder answered 503") as caught:
        await RemoteEmbedder("openai:embedder", bounds).embed(["one"])
    assert "sk-secret" not in str(caught.value)
    assert broken.count("embedder") == bounds.model_attempts


async def test_a_search_goes_by_words_while_the_model_is_away(
    settings: Settings, broken: BrokenModel
) -> None:
    async with opened(settings, embedding_model="openai:embedder") as desk:
        broken.breaks("embedder", status(503), for_good=True)
        (found,) = await desk.library.search("filling of oil", audience="customer", k=1)
        nothing = await desk.library.search("parking in Vienna", audience="customer", k=1)
    assert found.title == "Lamps"
    assert nothing == []
