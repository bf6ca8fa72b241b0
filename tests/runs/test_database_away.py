"""The database goes away in the middle of a run: the run goes on where it stood, and is not failed for it."""

import asyncio
import threading

import psycopg

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, AnswerCustomer, Claim, Classification, PassDraft
from deskgraph.runs import get
from deskgraph.tickets import messages
from tests.graphs.paid_model import PaidModel

from .conftest import until


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
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
