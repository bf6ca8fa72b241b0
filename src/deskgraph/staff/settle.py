"""Say what became of an effect that nobody knows the outcome of. Nothing is called or sent again."""

from dataclasses import dataclass
from typing import Literal, assert_never

from deskgraph import effects, runs
from deskgraph.database import Connection, Pool, transaction
from deskgraph.database.storable import storable_text
from deskgraph.effects import Effect, approvals
from deskgraph.errors import AlreadySettled, NotText, StillUnderWay, TextTooLong
from deskgraph.graphs import letter_of, put_up
from deskgraph.runs import FINISHED, Run, lane_key
from deskgraph.tickets import get_ticket


@dataclass(frozen=True)
class Finding:
    """What a person found out: that it happened, and with which result; or that it did not."""

    happened: bool
    result: str = ""

    @property
    def state(self) -> Literal["done", "refused"]:
        return "done" if self.happened else "refused"


async def settle(pool: Pool, effect_id: int, found: Finding, *, by: str, text_limit: int) -> Effect:
    """Settle an unknown effect, once. Its run goes on with the answer; a reply that no run wrote is put on its ticket
    when it reached the customer. Raises `NotFound`, `NotText`, `TextTooLong`, `AlreadySettled`; `StillUnderWay` while
    the effect has no outcome yet, or its run has not asked for one."""
    _check_words(found.result, text_limit)
    async with transaction(pool) as conn:
        effect = await effects.get(conn, effect_id)
        run = None if effect.run_id is None else await runs.get(conn, effect.run_id)
        # Whoever writes this effect holds or checks the lane: what is read from here on stands.
        await runs.hold_lane(conn, run.lane if run else lane_key(effect.ticket_id or 0, "customer"))
        effect = await effects.get(conn, effect_id)
        _refuse_unless_unknown(effect)
        if run is not None:
            await _answer(conn, await runs.get(conn, run.id), effect, found, by)
        await effects.settle(conn, effect.id, found.state, found.result or None, by=by)
        if run is None and found.happened:
            await put_up(conn, letter_of(effect, await get_ticket(conn, effect.ticket_id or 0)))
        return await effects.get(conn, effect.id)


def _check_words(result: str, limit: int) -> None:
    if storable_text(result) != result:
        raise NotText("The result holds characters that are no text.", "Take them out and try again.")
    if len(result) > limit:
        raise TextTooLong(
            f"The result has {len(result):,} characters; at most {limit:,} are taken.", "Shorten it."
        )


def _refuse_unless_unknown(effect: Effect) -> None:
    match effect.state:
        case "unknown":
            return
        case "claimed":
            raise StillUnderWay(f"Effect {effect.id} is still under way.", "Try again in a moment.")
        case "done" | "refused":
            when = f" at {effect.settled_at:%Y-%m-%d %H:%M} UTC" if effect.settled_at else ""
            raise AlreadySettled(
                f"Effect {effect.id} was settled as {effect.state} by {effect.settled_by or 'its run'}{when}.",
                "Nothing was changed.",
            )
        case _:
            assert_never(effect.state)


async def _answer(conn: Connection, run: Run, effect: Effect, found: Finding, by: str) -> None:
    """Let the run that asks go on with the answer. One that has ended asks nothing: only the record is changed."""
    if run.state in FINISHED:
        return
    answered = await approvals.answer_outcome(
        conn, effect.id, happened=found.happened, result=found.result, by=by
    )
    if answered is None:
        raise StillUnderWay(
            f"Run {run.id} is {run.state} and has not asked what became of effect {effect.id} yet.",
            "Try again in a moment.",
        )
    await runs.wake(conn, run.lane)
