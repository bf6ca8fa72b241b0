"""The demo is whole: its articles, its order book, and sample tickets that reach every route."""

from typing import get_args

import pytest
from pydantic import ValidationError

from deskgraph.database import Pool, transaction
from deskgraph.demo import PACK, Sample, load, samples
from deskgraph.demo.samples import Samples, Shows
from deskgraph.knowledge import Library
from deskgraph.models.embeddings import Embedder, make_embedder
from deskgraph.settings import Settings


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """Made once: loading the network takes longer than most of these tests."""
    return make_embedder(Settings())


@pytest.fixture
async def library(pool: Pool, settings: Settings, embedder: Embedder) -> Library:
    library = await Library.open(pool, embedder, settings)
    await load(pool, library)
    return library


async def test_loading_it_again_changes_nothing(library: Library, pool: Pool) -> None:
    report = await load(pool, library)
    assert (report.added, report.changed, report.removed, report.broken) == (0, 0, 0, ())
    assert report.unchanged >= 25
    async with transaction(pool) as conn:
        row = await (await conn.execute("select count(*) as orders from demo.orders")).fetchone()
    assert row == {"orders": 26}


async def test_search_finds_the_article_that_each_sample_cites(library: Library) -> None:
    lost = []
    for sample in samples():
        if sample.expect.cites:
            query = f"{sample.subject}. {sample.text}" if sample.expect.searches == 2 else sample.text
            found = await library.search(query, audience=sample.lane)
            if found[0].source != sample.expect.cites:
                lost.append(sample.name)
    assert lost == []


async def test_what_needs_a_second_search_misses_at_first(library: Library) -> None:
    for sample in samples():
        if sample.expect.searches == 2:
            assert await library.search(sample.text, audience="customer") == [], sample.name


async def test_the_desks_own_pages_are_the_teams(library: Library) -> None:
    asked = "How much may the desk refund with one signature?"
    assert (await library.search(asked, audience="team"))[0].source == "demo/team/goodwill-and-refunds.md"
    found = await library.search(asked, audience="customer", k=50)
    assert not [passage.source for passage in found if passage.source.startswith("demo/team/")]


def test_the_samples_reach_every_route() -> None:
    assert {shown for sample in samples() for shown in sample.shows} == set(get_args(Shows))


def test_the_samples_name_tools_that_there_are() -> None:
    known = {tool.name: tool for tool in PACK.tools}
    for sample in samples():
        if sample.expect.tool:
            asks = known[sample.expect.tool].policy == "needs_approval"
            assert len(sample.rulings) == int(asks), sample.name


def test_samples_that_do_not_hang_together_are_refused() -> None:
    first = samples()[0]
    for broken in (
        (first, first),
        (_with(first, follows="nothing"),),
        (_with(first, lane="team"),),
        (_with(first, rulings=[{"verdict": "reject"}]),),
    ):
        with pytest.raises(ValidationError):
            Samples.model_validate({"tickets": broken})


def _with(sample: Sample, **changes: object) -> dict[str, object]:
    return {**sample.model_dump(), **changes}
