"""The builtin encoder: vectors that mean something, checked files, and an event loop that never waits for it."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from deskgraph.errors import PlaceholderKey, UnknownModel
from deskgraph.models import minilm
from deskgraph.models.embeddings import make_embedder
from deskgraph.models.minilm import MAX_TOKENS, MiniLM
from deskgraph.settings import Settings


async def test_vectors_have_length_one_and_keep_the_order_of_the_texts(encoder: MiniLM) -> None:
    texts = ["a short one", "a much longer text about a parcel that did not come " * 3, "", "a short one"]
    vectors = await encoder.embed(texts)
    assert vectors.shape == (4, encoder.size)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.array_equal(vectors[0], vectors[3])


async def test_texts_of_one_meaning_are_nearer_than_texts_of_another(encoder: MiniLM) -> None:
    money, refund, weather = await encoder.embed(
        ["I want my money back", "refund please", "it rains in June"]
    )
    assert money @ refund > 0.5 > money @ weather


async def test_a_text_has_nearly_the_same_vector_alone_and_in_a_batch(encoder: MiniLM) -> None:
    """Padding is masked; what is left of a difference comes from the int8 weights."""
    alone = encoder.compute(["where is my order?"])
    among = encoder.compute(["where is my order?", "word " * 200])
    assert float(alone[0] @ among[0]) > 0.98


async def test_what_lies_behind_the_longest_length_changes_nothing(encoder: MiniLM) -> None:
    long = "word " * (MAX_TOKENS + 10)
    one, other = encoder.compute([long + "apples"])[0], encoder.compute([long + "pears"])[0]
    assert np.allclose(one, other)


async def test_nothing_to_embed_gives_no_vectors(encoder: MiniLM) -> None:
    assert (await encoder.embed([])).shape == (0, encoder.size)


async def test_the_event_loop_turns_while_the_network_computes(encoder: MiniLM) -> None:
    turned = 0

    async def turn() -> None:
        nonlocal turned
        while True:
            turned += 1
            await asyncio.sleep(0)

    turning = asyncio.create_task(turn())
    await encoder.embed([f"something new to say, number {number}" for number in range(16)])
    turning.cancel()
    assert turned > 10


@pytest.mark.parametrize("text", ["\x00", "\ud800", "🙂" * 500, "漢字", "\u202e\u200b", " " * 5_000])
async def test_any_text_has_a_vector(encoder: MiniLM, text: str) -> None:
    assert np.isfinite(await encoder.embed([text])).all()


async def test_a_model_file_that_is_not_the_one_checked_in_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minilm, "MODEL_SHA256", "0" * 64)
    with pytest.raises(UnknownModel, match="is not the file"):
        await MiniLM().embed(["hello"])


def test_the_default_setting_is_the_builtin_encoder(keyless: Settings) -> None:
    assert isinstance(make_embedder(keyless), MiniLM)


def test_an_embedding_model_without_its_key_or_without_a_provider_is_refused(keyless: Settings) -> None:
    with pytest.raises(PlaceholderKey):
        make_embedder(keyless.model_copy(update={"embedding_model": "openai:text-embedding-3-small"}))
    with pytest.raises(UnknownModel):
        make_embedder(keyless.model_copy(update={"embedding_model": "minilm"}))
