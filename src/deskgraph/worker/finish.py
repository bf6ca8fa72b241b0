"""The end of a run: its outcome, what its ticket is told, and a person where one is needed."""

from typing import Any

from langgraph.errors import GraphRecursionError
from pydantic import BaseModel, ValidationError

from deskgraph import runs
from deskgraph.agents import RunContext
from deskgraph.database import Connection, session, transaction
from deskgraph.effects import of_run, settle
from deskgraph.errors import DeskError
from deskgraph.tickets import get_ticket, set_handling
from deskgraph.worker.again import begin_again
from deskgraph.worker.state import end_run


async def finish(context: RunContext, values: dict[str, Any]) -> None:
    """A run that came to its end. `needs_person` in its state hands the ticket over, once, with the reason."""
    outcome, reason = values.get("outcome"), str(values.get("needs_person") or values.get("reason") or "")
    final = _readable(values)
    if not values.get("needs_person") and outcome != "stopped":
        async with session(context.pool) as conn:
            await end_run(conn, context, "done", outcome=outcome, reason=reason, final=final)
        return
    async with transaction(context.pool) as conn:
        # First, for a run may be added below: a lock that grows later waits for those who wait for it.
        await runs.hold_lane(conn, context.run.lane)
        await end_run(conn, context, "done", outcome=outcome, reason=reason, final=final)
        if values.get("needs_person"):
            await _hand_over(conn, context, reason)
        else:
            await begin_again(conn, context)


async def fail(context: RunContext, error: Exception) -> None:
    """A run that cannot go on: failed with a clear reason, and its ticket waits for a person."""
    async with context.writing() as conn:
        reason = " ".join([_why(error), *await _left_open(conn, context.run.id)])
        await end_run(conn, context, "failed", reason=reason)
        await _hand_over(conn, context, reason)


async def _left_open(conn: Connection, run_id: int) -> list[str]:
    """What nobody knows the outcome of: a run that fails asks nobody any more, so whoever takes its ticket is told."""
    open_effects = [effect for effect in await of_run(conn, run_id) if effect.state in ("claimed", "unknown")]
    for effect in open_effects:
        if effect.state == "claimed":
            await settle(conn, effect.id, "unknown", None)
    return [f"Nobody knows whether {effect.action} happened." for effect in open_effects]


def _why(error: Exception) -> str:
    match error:
        case DeskError():
            return str(error)
        case GraphRecursionError():
            return "The run took more steps than DESKGRAPH_RECURSION_LIMIT allows, and was stopped."
        case ValidationError():
            place = ".".join(str(part) for part in error.errors()[0]["loc"])
            return f"What the run stored no longer has the shape this version expects ({place}). A person takes over."
        case _:
            return f"Something broke in the run: {type(error).__name__}. The log has the details."


async def give_way(context: RunContext) -> None:
    """A run that waited behind another which handed the ticket to a person: it ends unworked, for that person answers
    its messages too. One whose ticket was handed back meanwhile stays as it is."""
    async with context.writing() as conn:
        if (await get_ticket(conn, context.ticket.id)).handling != "agent":
            await end_run(conn, context, "cancelled", reason="A person answers this ticket.")


async def expire(context: RunContext) -> None:
    """A run whose question nobody answered in time: it ends without its effect, and a person takes the ticket."""
    reason = "Nobody ruled on its question in time; what it asked about was not done."
    async with transaction(context.pool) as conn:
        await end_run(conn, context, "cancelled", reason=reason)
        await _hand_over(conn, context, reason)


async def _hand_over(conn: Connection, context: RunContext, reason: str) -> None:
    if context.audience == "customer":
        await set_handling(
            conn, context.ticket.id, "needs_human", reason, key=f"run:{context.run.id}:needs_human"
        )


def _readable(values: dict[str, Any]) -> dict[str, Any]:
    """The final state as JSON values."""
    return {name: _json(value) for name, value in values.items() if value not in (None, "", (), [], 0)}


def _json(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (list, tuple)):
        return [_json(item) for item in value]
    return value
