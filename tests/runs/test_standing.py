"""Where a thread stands is read from what a killed process left, in the middle of a step too."""

import psycopg

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.decisions import Answer, AnswerCustomer, Claim, Classification, PassDraft
from deskgraph.tickets import messages
from tests.graphs.paid_model import PaidModel

THANKS = (
    Classification(category="other", priority="low", reasoning="Thanks."),
    AnswerCustomer(reasoning="Thanks."),
    Answer(claims=(Claim(text="Gladly."),)),
    PassDraft(reasoning="It matches."),
)

# What a process leaves that dies between a step's writes and the checkpoint after them: the step has run, and all that
# comes after it has not. The writes of that step are the only ones there are of its checkpoint.
BEFORE_THE_ANSWER = """
with first as (
    select checkpoint_id from checkpoints.checkpoints where checkpoint_ns = '' order by checkpoint_id limit 1
), later as (
    delete from checkpoints.checkpoints where checkpoint_id > (select checkpoint_id from first)
)
delete from checkpoints.checkpoint_writes where checkpoint_id > (select checkpoint_id from first)
"""


async def test_a_step_that_has_run_and_has_no_checkpoint_yet_is_not_the_end(
    desk: Desk, paid: PaidModel, database_url: str
) -> None:
    paid.say(*THANKS)
    sent = await desk.submit("ada@example.com", "Lamps", "Thank you!")
    assert sent.run_id is not None
    assert (await desk.wait(sent.run_id, 30)).outcome == "answered"
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute(BEFORE_THE_ANSWER.encode())
        conn.execute("update run set state = 'interrupted', outcome = null, final = null, finished_at = null")
        assert conn.execute("select count(*) from checkpoints.checkpoint_writes").fetchone() != (0,)
    paid.say(*THANKS)
    await desk.resume(sent.run_id)
    run = await desk.wait(sent.run_id, 30)
    assert (run.state, run.outcome) == ("done", "answered")
    async with transaction(desk.pool) as conn:
        said = [
            message.text for message in await messages(conn, sent.ticket_id) if message.author_role == "agent"
        ]
    assert said == ["Gladly."], "the reply was sent before, and is not sent again"
