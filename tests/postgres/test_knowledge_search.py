"""Searching: words and vectors together, and what a customer must not see."""

from collections.abc import Sequence

import numpy as np
import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.knowledge import Article, Library
from deskgraph.models.embeddings import Embedder, Vectors, make_embedder
from deskgraph.settings import Settings

ARTICLES = (
    Article(
        "post",
        "Parcels travel for three to four working days and cost nothing from sixty pounds.",
        "Delivery",
    ),
    Article("back", "You have 45 days to give back what you did not use.", "Sending something back"),
    Article("code", "The error E-417 means that the lamp is too hot.", "Errors of the lamp"),
    Article("limit", "The desk refunds up to 150 pounds with one signature.", "Refunds", visibility="team"),
)


class Letters:
    """Another embedding model: how often each letter occurs. Its name and size are its own."""

    name = "Letters/v1"
    size = 26

    async def open(self) -> None: ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        counts = np.array([[text.lower().count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts])
        vectors: Vectors = (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)
        return vectors


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """Made once: loading the network takes longer than most of these tests."""
    return make_embedder(Settings())


@pytest.fixture
async def library(pool: Pool, settings: Settings, embedder: Embedder) -> Library:
    library = await Library.open(pool, embedder, settings)
    await library.add_articles(ARTICLES)
    return library


@pytest.fixture
async def lexical(pool: Pool, settings: Settings, embedder: Embedder) -> Library:
    async with transaction(pool) as conn:
        await conn.execute("drop extension if exists vector cascade")
    library = await Library.open(pool, embedder, settings)
    await library.add_articles(ARTICLES)
    return library


async def test_a_question_in_other_words_is_found(library: Library) -> None:
    found = await library.search("When will my package get here?", audience="customer")
    assert library.mode == "hybrid"
    assert found[0].source == "post"


async def test_a_rare_word_is_found(library: Library) -> None:
    found = await library.search("E-417", audience="customer")
    assert found[0].source == "code"


async def test_what_is_not_in_here_is_not_found(library: Library) -> None:
    assert await library.search("Who won the football match yesterday?", audience="customer") == []


async def test_the_teams_passages_never_reach_a_customer(library: Library, lexical_query: str) -> None:
    for query in ("How much may the desk refund with one signature?", lexical_query):
        assert "limit" not in {
            passage.source for passage in await library.search(query, audience="customer", k=50)
        }
        assert (await library.search(query, audience="team"))[0].source == "limit"


@pytest.fixture
def lexical_query() -> str:
    return "desk refunds pounds signature"


async def test_without_pgvector_words_decide_and_the_library_says_so(
    lexical: Library, lexical_query: str
) -> None:
    assert lexical.mode == "lexical"
    assert (await lexical.search("How many days to give something back?", audience="customer"))[
        0
    ].source == "back"
    assert await lexical.search("Who won the football match yesterday?", audience="customer") == []
    assert await lexical.search(lexical_query, audience="customer") == []
    assert (await lexical.search(lexical_query, audience="team"))[0].source == "limit"


@pytest.mark.parametrize(
    "query", ["", "  ", "the of and", "'; drop table passage; --", "a & b | !c:*", "\x00", "x" * 9_000]
)
async def test_any_text_is_a_query(library: Library, query: str) -> None:
    assert isinstance(await library.search(query, audience="customer"), list)


async def test_any_text_is_a_query_without_vectors(lexical: Library) -> None:
    for query in ("the of and", "it's \\ a 'quote'", "(((", "b\\'c"):
        assert isinstance(await lexical.search(query, audience="customer"), list)


async def test_one_article_does_not_crowd_out_the_others(library: Library, settings: Settings) -> None:
    body = "\n\n".join(f"## Part {n}\n\nParcels travel for days, number {n}." for n in range(9))
    await library.add_text("crowd", "Delivery of parcels", body)
    found = await library.search("How many days do parcels travel?", audience="customer")
    assert sum(passage.source == "crowd" for passage in found) == settings.passages_of_article
    assert "post" in {passage.source for passage in found}


async def test_a_language_is_searched_with_its_own_stems(library: Library) -> None:
    await library.add_text(
        "zurueck", "Rückgabe", "Rückgaben sind innerhalb von dreißig Tagen möglich.", language="german"
    )
    found = await library.search("Bis wann ist eine Rückgabe möglich?", audience="customer")
    assert found[0].source == "zurueck"


async def test_a_new_embedding_model_gets_a_table_of_its_own_and_is_filled(
    library: Library, pool: Pool, conn: Connection, settings: Settings
) -> None:
    other = await Library.open(pool, Letters(), settings)
    assert await other.search("Parcels travel for days", audience="customer")
    tables = await (
        await conn.execute("select relname from pg_class where relkind = 'r' and relname like 'embedding%%'")
    ).fetchall()
    assert {row["relname"] for row in tables} == {
        "embedding_all_minilm_l6_v2_int8_384",
        "embedding_letters_v1_26",
    }
    assert await other.fill() == 0


async def test_a_passage_without_a_vector_is_found_by_its_words(library: Library, pool: Pool) -> None:
    async with transaction(pool) as conn:
        await conn.execute("delete from embedding_all_minilm_l6_v2_int8_384")
    found = await library.search("Parcels travel for three working days", audience="customer")
    assert [passage.source for passage in found] == ["post"]
