"""The demo: a made-up company's tickets, worked before your eyes; then the desk serves."""

from contextlib import AsyncExitStack
from dataclasses import asdict

import click

from deskgraph.cli.door import asynchronous, read_settings
from deskgraph.cli.output import notice, one_line, put, table, wants_json


@click.command
@click.option("--once", is_flag=True, help="End after the table instead of serving.")
@asynchronous
async def demo(once: bool) -> int:
    """Work the sample tickets of the demo company, then serve. Ctrl-C ends it."""
    from deskgraph.bootstrap import open_desk, use_packs
    from deskgraph.cli.rehearsal import Played, rehearse
    from deskgraph.cli.serve import serve_desk
    from deskgraph.demo import PACK, load, samples
    from deskgraph.web.listening import listen

    settings = read_settings()
    async with AsyncExitStack() as stack:
        listening = None if once else stack.enter_context(listen(settings.host, settings.port))
        notice("Starting PostgreSQL and loading the demo company, Brindle & Cog ...")
        desk = await stack.enter_async_context(open_desk(settings, packs=[PACK]))
        await use_packs(desk, ["deskgraph.demo.pack"])
        report = await load(desk.pool, desk.library, fresh=True)
        notice(
            f"{report.added + report.changed + report.unchanged} articles, {len(samples())} sample tickets."
        )
        await stack.enter_async_context(desk.working())

        def said(one: Played) -> None:
            notice(
                f"  ticket {one.ticket}  {one.name}: {one.became}{'' if one.as_expected else '  (not as expected)'}"
            )

        played = await rehearse(desk, samples(), said)
        rows = [
            (p.ticket, p.name, p.shows, p.route, p.became, one_line(p.why or "", 80), p.cites) for p in played
        ]
        head = ("ticket", "sample", "shows", "decided", "became", "why", "cites")
        put({"samples": [asdict(p) for p in played]} if once or wants_json() else None, table(head, rows))
        missed = [p.name for p in played if not p.as_expected]
        if missed:
            notice(
                f"{len(missed)} of {len(played)} did not become what the sample says: {', '.join(missed)}."
            )
        if listening is not None:
            await serve_desk(desk, listening)
            return 0
        return 1 if missed else 0
