"""What a colleague writes passes the screen when an article rules it or the ledger shows it, and else does not."""

import pytest

from deskgraph.database import Connection, Pool, transaction
from deskgraph.effects import Fresh, claim, settle
from deskgraph.errors import TextStopped
from deskgraph.guardrails import Finding, Grounds, screen_output
from deskgraph.knowledge import Library
from deskgraph.models.embeddings import make_embedder
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.staff.screening import screen_reply

from .people import queued

RULES = "# Orders\n\nWrite to returns@shop.example. Orders will be **shipped** within two days, unless it snows.\n"
INTERNAL = "# For us\n\nAngry customers will be refunded at once.\n"
GERMAN = "# Versand\n\nBestellungen werden binnen zwei Tagen verschickt.\n"


def screen(text: str, grounds: Grounds) -> list[Finding]:
    return screen_output(text, grounds, where="reply")


@pytest.fixture
async def run(pool: Pool, settings: Settings) -> Run:
    library = await Library.open(pool, make_embedder(Settings()), settings)
    await library.add_text("orders.md", "Orders", RULES)
    await library.add_text("internal.md", "For us", INTERNAL, visibility="team")
    await library.add_text("versand.md", "Versand", GERMAN, language="german")
    return await queued(pool, settings)


async def reply(conn: Connection, run: Run, text: str) -> None:
    await screen_reply(conn, run.ticket_id or 0, text, screen)


async def refunded(conn: Connection, run: Run) -> None:
    claimed = await claim(
        conn,
        run_id=run.id,
        ticket_id=run.ticket_id,
        key="k",
        action="refund",
        arguments='{"amount":"20.00","note":"cancel and change it"}',
        fence=run.fence,
    )
    assert isinstance(claimed, Fresh)
    await settle(conn, claimed.effect_id, "done", "£20.00 was refunded.")


@pytest.mark.parametrize(
    "text",
    [
        "Write to returns@shop.example.",
        "Orders will be shipped within two days, unless it snows.",
        "Hello! Orders will be\nshipped within two days, unless it snows. Bye.",
        "Bestellungen werden binnen zwei Tagen verschickt.",
        "I have sent your question to the team.",
        "I have passed this to a colleague.",
        "We have updated our article.",
    ],
)
async def test_what_an_article_holds_and_what_is_the_desks_own_is_sent(
    pool: Pool, run: Run, text: str
) -> None:
    async with transaction(pool) as conn:
        await reply(conn, run, text)


@pytest.mark.parametrize(
    "text",
    [
        "Orders will be shipped within two days.",
        "Your order will be shipped within two days, unless it snows.",
        "Angry customers will be refunded at once.",
        "I’ve refunded your order.",
    ],
)
async def test_what_no_article_for_customers_holds_word_for_word_is_stopped(
    pool: Pool, run: Run, text: str
) -> None:
    async with transaction(pool) as conn:
        with pytest.raises(TextStopped, match="promise"):
            await reply(conn, run, text)


async def test_a_colleague_may_tell_what_the_ledger_shows_with_its_sum(pool: Pool, run: Run) -> None:
    async with transaction(pool) as conn:
        await refunded(conn, run)
        await reply(conn, run, "I have refunded 20 pounds to your card.")
        for text in ("I have refunded 500 pounds.", "I have cancelled it.", "I have changed it."):
            with pytest.raises(TextStopped, match="promise"):
                await reply(conn, run, text)
