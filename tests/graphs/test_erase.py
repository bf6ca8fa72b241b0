"""After a customer is erased not one row of the whole database has their address or their words."""

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import (
    Answer,
    AnswerCustomer,
    AnswerTeam,
    CallTool,
    Claim,
    Classification,
    Decision,
    PassDraft,
    UseToolForCustomer,
)
from deskgraph.effects import approvals
from deskgraph.staff import Ruling
from tests.postgres.everywhere import found, sizes

from .paid_model import PaidModel

ADA, BEN = "ada.quintrell@example.com", "ben.ostrowe@example.com"
WORDS = (
    ADA,
    "quintessence",
    "vermilion",
    "obsidian",
    "L-4242",
    "peregrine",
    "marmalade",
    "halcyon",
    "sarsaparilla",
    "cobalt",
)
SORTED = Classification(category="other", priority="low", reasoning="About a halcyon lamp.")
PASSED = PassDraft(reasoning="Says cobalt.")


def answer(text: str) -> tuple[Decision, ...]:
    return (
        SORTED,
        AnswerCustomer(reasoning="Thanks for halcyon."),
        Answer(claims=(Claim(text=text),)),
        PASSED,
    )


async def answered(
    desk: Desk, paid: PaidModel, sender: str, text: str, ticket_id: int | None = None, key: str | None = None
) -> int:
    """A message that was answered with the same words; gives its ticket."""
    paid.say(*answer(f"Gladly: {text}"))
    sent = await desk.submit(
        sender, f"About {text}", f"I ask about {text}.", ticket_id=ticket_id, idempotency_key=key
    )
    assert (await desk.wait(sent.run_id or 0, 40)).state == "done"
    return sent.ticket_id


async def parked(desk: Desk, paid: PaidModel, sender: str, text: str, lamp: str) -> int:
    """A call that waits for a person; gives its ticket."""
    paid.say(
        SORTED,
        UseToolForCustomer(task=f"Light it {text}.", reasoning="halcyon"),
        CallTool(tool="light_lamp", arguments={"lamp": lamp, "hours": 3}, reasoning="halcyon"),
    )
    sent = await desk.submit(sender, "Lamps", f"Please light it {text}.")
    assert (await desk.wait(sent.run_id or 0, 40)).state == "parked"
    return sent.ticket_id


async def one_of_each(
    desk: Desk, paid: PaidModel, sender: str, words: tuple[str, ...], lamp: str
) -> list[int]:
    """Tickets: answered under a key and asked about by the team; closed and followed; parked; acted on."""
    first = await answered(desk, paid, sender, words[0], key=f"key of {words[1]}")
    paid.say(AnswerTeam(reasoning="halcyon"), Answer(claims=(Claim(text=f"To the team: {words[2]}."),)))
    asked = await desk.ask(first, f"What about {words[2]}?", by="lea")
    await desk.wait(asked.run_id or 0, 40)
    async with transaction(desk.pool) as conn:
        await conn.execute("update ticket set status = 'closed' where id = %s", (first,))
    follow = await answered(desk, paid, sender, words[3], ticket_id=first)
    waiting = await parked(desk, paid, sender, words[4], lamp)
    acted = await parked(desk, paid, sender, words[5], lamp)
    async with transaction(desk.pool) as conn:
        (approval,) = await approvals.list(conn, ticket_id=acted)
    paid.say(Answer(claims=(Claim(text=f"It burns, says {words[6]}."),)), PASSED)
    await desk.rule(approval.id, Ruling(approve=True, note=f"Note {words[7]}."), by="lea")
    await desk.wait(approval.run_id, 40)
    return [first, follow, waiting, acted]


OF_ADA = (
    "quintessence",
    "vermilion",
    "obsidian",
    "peregrine",
    "marmalade",
    "sarsaparilla",
    "cobalt-blue",
    "zirconium",
)
OF_BEN = ("azurite", "basalt", "cinnabar", "dolomite", "emerald", "feldspar", "garnet", "hematite")


async def test_nothing_of_a_customer_stays_and_nothing_of_another_goes(
    desk: Desk, paid: PaidModel, database_url: str
) -> None:
    async with desk.working():
        tickets = await one_of_each(desk, paid, ADA, OF_ADA, "L-4242")
        assert len(set(tickets)) == 4
        await one_of_each(desk, paid, BEN, OF_BEN, "L-7777")
    of_ada, of_ben = (ADA, *OF_ADA, "L-4242"), (BEN, *OF_BEN, "L-7777")
    assert set(found(database_url, of_ada)) >= {*of_ada} - {"vermilion"}, "there is something to find"
    before, all_of_ben = sizes(database_url), found(database_url, of_ben)
    dry = await desk.erase(ADA, dry_run=True)
    assert sizes(database_url) == before, "a dry run changes nothing"
    erased = await desk.erase(ADA)
    assert found(database_url, of_ada) == {}
    assert found(database_url, of_ben) == all_of_ben
    assert (dry.rows, dry.packs) == (erased.rows, erased.packs)
    gone = {
        table: before[table] - left for table, left in sizes(database_url).items() if before[table] != left
    }
    told = {name if "." in name else f"public.{name}": rows for name, rows in erased.rows.items() if rows}
    assert {
        name.replace('"', ""): rows for name, rows in gone.items() if "procrastinate_events" not in name
    } == told
