"""People at a ticket: what tests begin with, and what became of it."""

import asyncio

from deskgraph.database import Pool, transaction
from deskgraph.effects import claim, of_run
from deskgraph.events import since
from deskgraph.graphs import Letter, Portal, Sender
from deskgraph.runs import Run, get, subject_key
from deskgraph.settings import Settings
from deskgraph.staff import Finding, Said, handback, reply, settle
from deskgraph.tickets import Message, Ticket, get_ticket, messages

from .desk import MODELS, asked, run_of, running, write
from .test_staff import screen


class Post:
    """A sender outside the database, which keeps what it was handed."""

    def __init__(self, error: Exception | None = None) -> None:
        self.letters: list[Letter] = []
        self.sending = asyncio.Event()
        self.go = asyncio.Event()
        self.go.set()
        self._error = error

    async def send(self, letter: Letter) -> str:
        self.letters.append(letter)
        self.sending.set()
        await self.go.wait()
        if self._error:
            raise self._error
        return "receipt 7"


async def queued(pool: Pool, settings: Settings) -> Run:
    async with transaction(pool) as conn:
        return await run_of(conn, settings)


async def at_work(pool: Pool, settings: Settings) -> Run:
    async with transaction(pool) as conn:
        return await running(conn, settings)


async def waiting_draft(pool: Pool, settings: Settings) -> tuple[Run, int]:
    async with transaction(pool) as conn:
        run = await running(conn, settings)
        approval = await asked(conn, run, kind="reply", text="Nine hours.", arguments={})
        return await get(conn, run.id), approval.id


async def ticket_of(pool: Pool, run: Run) -> Ticket:
    async with transaction(pool) as conn:
        return await get_ticket(conn, run.ticket_id or 0)


async def told(pool: Pool, run: Run, kind: str = "handling.changed") -> list[dict[str, object]]:
    async with transaction(pool) as conn:
        events = await since(conn, subject_key(run.ticket_id or 0), 0)
    return [event.payload for event in events if event.type == kind]


async def said(pool: Pool, run: Run) -> list[Message]:
    async with transaction(pool) as conn:
        return await messages(conn, run.ticket_id or 0)


async def say(
    pool: Pool,
    settings: Settings,
    run: Run,
    text: str = "It burns for nine hours.",
    *,
    sender: Sender | None = None,
    key: str | None = None,
    by: str = "lea",
) -> Said:
    return await reply(
        pool, sender or Portal(), run.ticket_id or 0, text, by=by, screen=screen, settings=settings, key=key
    )


async def give_back(pool: Pool, settings: Settings, run: Run, text: str = "Nine hours.") -> int | None:
    given = await handback(pool, run.ticket_id or 0, text, by="lea", models=MODELS, settings=settings)
    return given.run_id


async def found_out(pool: Pool, effect: int, happened: bool, result: str = "", by: str = "max") -> str:
    finding = Finding(happened=happened, result=result)
    return (await settle(pool, effect, finding, by=by, text_limit=1_000)).state


async def write_more(pool: Pool, settings: Settings, run: Run) -> None:
    async with transaction(pool) as conn:
        await write(conn, settings, "Hello?", ticket_id=run.ticket_id)


async def claimed(pool: Pool, run: Run) -> int:
    async with transaction(pool) as conn:
        await claim(
            conn,
            run_id=run.id,
            ticket_id=run.ticket_id,
            key=f"run:{run.id}:tool_execute:0",
            action="refund",
            arguments="{}",
            fence=run.fence,
        )
        (effect,) = await of_run(conn, run.id)
        return effect.id


async def unknown_call(pool: Pool, settings: Settings, *, ask: bool = True) -> tuple[Run, int]:
    run = await at_work(pool, settings)
    effect = await claimed(pool, run)
    async with transaction(pool) as conn:
        await claim(
            conn,
            run_id=run.id,
            ticket_id=run.ticket_id,
            key=f"run:{run.id}:tool_execute:0",
            action="refund",
            arguments="{}",
            fence=run.fence,
        )
        if ask:
            question = await asked(conn, run, kind="outcome")
            await conn.execute("update approval set effect_id = %s where id = %s", (effect, question.id))
    return run, effect
