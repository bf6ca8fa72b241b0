"""A run that cannot go on says what it leaves behind."""

from deskgraph.bootstrap import Desk
from deskgraph.database import transaction
from deskgraph.effects import claim, of_run
from deskgraph.runs import get, leave_lane, take_lane
from deskgraph.tickets import get_ticket


async def test_a_failed_run_hides_no_call_that_nobody_knows_the_outcome_of(desk: Desk) -> None:
    """Its process was killed in a call, and this version has no such graph any more."""
    sent = await desk.submit("ada@example.com", "Lamps", "Please light my lamp.")
    assert sent.run_id is not None
    async with transaction(desk.pool) as conn:
        lane = (await get(conn, sent.run_id)).lane
        fence = await take_lane(conn, lane, "killed", 60)
        assert fence is not None
        await claim(
            conn,
            run_id=sent.run_id,
            ticket_id=sent.ticket_id,
            key=f"run:{sent.run_id}:tool_execute:0",
            action="light_lamp",
            arguments="{}",
            fence=fence,
        )
        await leave_lane(conn, lane, "killed", fence)
        await conn.execute("update run set graph = 'gone' where id = %s", [sent.run_id])
    run = await desk.wait(sent.run_id, 30)
    assert run.state == "failed"
    assert "Nobody knows whether light_lamp happened." in run.reason
    async with transaction(desk.pool) as conn:
        assert [effect.state for effect in await of_run(conn, run.id)] == ["unknown"]
        ticket = await get_ticket(conn, sent.ticket_id)
    assert (ticket.handling, ticket.handling_reason) == ("needs_human", run.reason)
