"""Saying what became of an effect that nobody knows the outcome of."""

import click

from deskgraph.cli.door import ID, WORDS, asynchronous, caller, open_desk
from deskgraph.cli.output import document, put
from deskgraph.cli.submit import SECONDS, WAIT, WAITS, ended
from deskgraph.database import transaction
from deskgraph.effects import Effect
from deskgraph.staff import Finding
from deskgraph.web import reading


@click.command
@click.argument("effect", type=ID)
@click.option("--happened", type=WORDS, metavar="RESULT", help="It happened, with this result.")
@click.option("--did-not", is_flag=True, help="It did not happen.")
@WAIT
@SECONDS
@asynchronous
async def settle(effect: int, happened: str | None, did_not: bool, wait: bool, seconds: float) -> int:
    """Say whether an effect of unknown outcome happened. Its run goes on; nothing is called or sent again."""
    if (happened is None) == (not did_not):
        raise click.UsageError("Give --happened RESULT, or --did-not.")
    found = Finding(happened=happened is not None, result=happened or "")
    async with open_desk() as desk:
        settled = await desk.settle(effect, found, by=caller())
        run = None
        if wait and settled.run_id is not None:
            run = await desk.wait(settled.run_id, seconds)
        async with transaction(desk.pool) as conn:
            shown = await reading.effect(conn, effect)
    told = f"Effect {shown.id} ({shown.action}): {shown.state}.{_next(settled)}"
    if run is None:
        put(shown, told)
        return 0
    put(
        document(shown),
        f"{told} Run {run.id}: {run.outcome or run.state}.{WAITS if run.state == 'parked' else ''}",
    )
    return ended(run)


def _next(effect: Effect) -> str:
    """What is left to do after a reply that no run wrote."""
    if effect.run_id is not None or effect.state == "done":
        return ""
    return f" Ticket {effect.ticket_id} stays with whoever has it: deskgraph reply {effect.ticket_id} TEXT"
