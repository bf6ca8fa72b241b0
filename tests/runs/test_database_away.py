"""The database goes away in the middle of a run: the run goes on where it stood, and is not failed for it."""

import asyncio
import threading

import psycopg

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, AnswerCustomer, Claim, Classification, PassDraft
from deskgraph.effects import approvals
from deskgraph.runs import get
from deskgraph.tickets import messages
from tests.graphs.paid_model import PaidModel

from .conftest import kept, until

RUNS, CUTS = 6, 15


async def test_a_run_outlives_the_loss_of_every_connection(
    desk: Desk, paid: PaidModel, database_url: str
) -> None:
    answer = threading.Event()
    paid.hold(Answer, answer)
    paid.say(
        Classification(category="other", priority="low", reasoning="Thanks."),
        AnswerCustomer(reasoning="Thanks."),
        Answer(claims=(Claim(text="Gladly."),)),
        PassDraft(reasoning="It matches."),
    )
    async with desk.working():
        sent = await desk.submit("ada@example.com", "Lamps", "Thank you!")
        assert sent.run_id is not None
        await asyncio.to_thread(until, lambda: paid.was_asked(Answer))
        await kept(desk, sent.run_id, "support_decide")
        cut_all_connections(database_url)
        answer.set()
        run = await desk.wait(sent.run_id, 40)
    async with transaction(desk.pool) as conn:
        said = [
            message.text for message in await messages(conn, sent.ticket_id) if message.author_role == "agent"
        ]
        assert (await get(conn, run.id)).outcome == "answered"
    assert said == ["Gladly."]


def cut_all_connections(url: str) -> None:
    """Returns when their server processes have ended: until then one may still take a question, and not answer."""
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )


async def test_runs_outlive_connections_that_are_cut_again_and_again(
    desk: Desk, paid: PaidModel, database_url: str
) -> None:
    """Wherever a cut falls: each run ends well, or asks a person about the one thing that nobody can know."""
    script = (
        Classification(category="other", priority="low", reasoning="Thanks."),
        AnswerCustomer(reasoning="Thanks."),
        Answer(claims=(Claim(text="Gladly."),)),
        PassDraft(reasoning="It matches."),
    )
    paid.say(*script * (RUNS + CUTS))
    async with desk.working():
        sent = [await desk.submit(f"c{n}@example.com", "Lamps", "Thank you!") for n in range(RUNS)]
        for _ in range(CUTS):
            await asyncio.to_thread(cut_all_connections, database_url)
            await asyncio.sleep(0.2)
        for each in sent:
            await desk.wait(each.run_id or 0, 60)
    async with transaction(desk.pool) as conn:
        for each in sent:
            run = await get(conn, each.run_id or 0)
            questions = await approvals.of_run(conn, run.id)
            assert (run.state, run.outcome) == ("done", "answered") or [ask.kind for ask in questions] == [
                "outcome"
            ]
            said = await messages(conn, each.ticket_id, lane="customer")
            assert [message.text for message in said if message.author_role == "agent"] in (["Gladly."], [])
            assert run.state == "parked" or said[1:], "and who is told that it was answered has the answer"
