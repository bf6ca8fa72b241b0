"""The only wiring: from settings to a desk that doors can use."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from deskgraph import runs, staff, telemetry, tickets, worker
from deskgraph.agents import INSTRUCTIONS
from deskgraph.database import (
    Connection,
    Pool,
    database,
    get_setting,
    migrate,
    open_pool,
    pending,
    put_setting,
    transaction,
)
from deskgraph.effects import Approval, Effect
from deskgraph.errors import UnknownGraph
from deskgraph.events import Announcer, announcing
from deskgraph.graphs import Compiled, Portal, Sender, SupportGraph, mermaid
from deskgraph.guardrails import Finding, Grounds, screen_input, screen_output
from deskgraph.knowledge import Library
from deskgraph.models import choose
from deskgraph.models.embeddings import make_embedder
from deskgraph.models.make import Models
from deskgraph.privacy import word
from deskgraph.runs import Run
from deskgraph.settings import Settings
from deskgraph.staff import Checks, Erased, Ruling, Said, Taken
from deskgraph.tickets import Submitted
from deskgraph.tools import Pack, Role, Servers, Toolbox, approvable, load_packs, servers_of
from deskgraph.worker import LaneWorker, Workshop, strict

SUPPORT = "support"


@dataclass(frozen=True)
class Health:
    """What /readyz reports of a database that answers."""

    pending: list[str]
    worker_seen: bool
    search_mode: str


@dataclass(frozen=True)
class Desk:
    """An open desk: what every door calls. A door adds who is asking, and how to say it."""

    workshop: Workshop
    packs: tuple[Pack, ...]
    announcer: Announcer

    @property
    def settings(self) -> Settings:
        return self.workshop.settings

    @property
    def pool(self) -> Pool:
        return self.workshop.pool

    @property
    def toolbox(self) -> Toolbox:
        return self.workshop.toolbox

    @property
    def servers(self) -> Servers:
        return self.workshop.servers

    @property
    def library(self) -> Library:
        return self.workshop.library

    @property
    def graphs(self) -> Mapping[str, Compiled]:
        return self.workshop.graphs

    async def submit(
        self,
        sender: str,
        subject: str,
        text: str | bytes,
        *,
        ticket_id: int | None = None,
        idempotency_key: str | None = None,
        models: Mapping[str, str] | None = None,
    ) -> Submitted:
        """Take a customer's message. Ticket, message, run and wake-up are one transaction."""
        async with transaction(self.pool) as conn:
            return await tickets.submit(
                conn,
                sender=sender,
                subject=subject,
                text=text,
                actor=f"customer:{sender}",
                models=await self._models(conn, models or {}),
                settings=self.settings,
                ticket_id=ticket_id,
                idempotency_key=idempotency_key,
                trace=telemetry.traceparent(),
            )

    async def ask(
        self, ticket_id: int, text: str | bytes, *, by: str, models: Mapping[str, str] | None = None
    ) -> Submitted:
        """Take a colleague's question about a ticket, in its team lane."""
        async with transaction(self.pool) as conn:
            return await tickets.ask(
                conn,
                ticket_id=ticket_id,
                text=text,
                by=by,
                trace=telemetry.traceparent(),
                models=await self._models(conn, models or {}),
                settings=self.settings,
            )

    async def rule(self, approval_id: int, ruling: Ruling, *, by: str) -> Approval:
        """Rule on an approval, once; the run goes on in whichever process works its lane."""
        return await staff.rule(
            self.pool,
            approval_id,
            ruling,
            by=by,
            checks=Checks(self._check_arguments, self._screen_text, self.settings.text_limit),
        )

    async def take(self, ticket_id: int, *, by: str) -> Taken:
        """Take a ticket: nothing that the agent wrote leaves any more."""
        return await staff.take(self.pool, ticket_id, by=by)

    async def reply(self, ticket_id: int, text: str | bytes, *, by: str, key: str | None = None) -> Said:
        """A colleague's reply to the customer, sent as the desk's sender sends; it takes the ticket."""
        return await staff.reply(
            self.pool,
            self.workshop.sender,
            ticket_id,
            text,
            by=by,
            screen=self._screen_text,
            settings=self.settings,
            key=key,
        )

    async def note(self, ticket_id: int, text: str | bytes, *, by: str, key: str | None = None) -> Said:
        """A colleague's note to the team."""
        return await staff.note(self.pool, ticket_id, text, by=by, settings=self.settings, key=key)

    async def handback(self, ticket_id: int, text: str | bytes, *, by: str) -> Submitted:
        """Hand a ticket back to the agent, with words that its next run reads."""
        async with transaction(self.pool) as conn:
            models = await self._models(conn, {})
        return await staff.handback(
            self.pool,
            ticket_id,
            text,
            by=by,
            models=models,
            settings=self.settings,
            trace=telemetry.traceparent(),
        )

    async def settle(self, effect_id: int, found: staff.Finding, *, by: str) -> Effect:
        """Say what became of an effect of unknown outcome, once; its run goes on with it."""
        return await staff.settle(self.pool, effect_id, found, by=by, text_limit=self.settings.text_limit)

    async def cancel(self, run_id: int, *, by: str) -> Run:
        """Cancel a run for good."""
        return await staff.cancel(self.pool, run_id, by=by)

    async def erase(self, who: int | str, *, dry_run: bool = False) -> Erased:
        """Erase a customer, by id or address, here and in the tables of the packs."""
        return await staff.erase(self.pool, who, packs=self.packs, dry_run=dry_run)

    async def resume(self, run_id: int) -> Run:
        """Let an interrupted run go on. `RunWaits` while it waits for a person."""
        return await worker.resume(self.workshop, run_id)

    async def resume_all(self) -> list[Run]:
        """Let every run go on whose process was killed; gives those runs."""
        return await worker.resume_all(self.workshop)

    async def wait(self, run_id: int, seconds: float) -> Run:
        """The run once it has ended or waits for a person, or as it stands after so many seconds."""
        return await worker.wait(self.workshop, run_id, seconds)

    async def check_models(self) -> None:
        """Raise what a customer's message would: a model that does not exist, or a key that is none."""
        async with transaction(self.pool) as conn:
            await self._models(conn, {})

    def working(self, *, concurrency: int | None = None) -> AbstractAsyncContextManager[LaneWorker]:
        """A worker in the background of this process."""
        return worker.working(self.workshop, concurrency=concurrency)

    async def health(self) -> Health:
        """Whether the desk can do its work. Raises `DatabaseUnavailable` without a database."""
        async with transaction(self.pool) as conn:
            return Health(
                pending=await pending(conn),
                worker_seen=await runs.worker_alive(conn, self.settings.lease_seconds),
                search_mode=self.library.mode,
            )

    def graph_names(self) -> list[str]:
        """The graphs that can be drawn."""
        return sorted(self.graphs)

    def diagram(self, name: str, *, boxes: bool = False) -> str:
        """Mermaid text of a graph, from the compiled graph that runs."""
        return draw(self.graphs, name, boxes=boxes)

    async def _models(self, conn: Connection, override: Mapping[str, str]) -> dict[str, str]:
        """Purpose to model name, for a run that is made now: its override, the stored setting, the environment."""
        chosen = choose(self.settings, await get_setting(conn, "models") or {}, override)
        return {str(purpose): name for purpose, name in chosen.items()}

    def _check_arguments(
        self, asked: Approval, arguments: Mapping[str, object], role: Role | None
    ) -> Mapping[str, object]:
        most = self.settings.arguments_limit
        return approvable(self.toolbox, asked.action, asked.question, arguments, role=role, most=most)

    def _screen_text(self, text: str, grounds: Grounds) -> list[Finding]:
        linked = replace(grounds, hosts=[*grounds.hosts, *self.settings.link_hosts], ours=INSTRUCTIONS)
        return screen_output(text, linked, where="reply")


def _screen_article(text: str) -> list[Finding]:
    return screen_input(text, where="article", of_team=True)


def draw(graphs: Mapping[str, Compiled], name: str, *, boxes: bool) -> str:
    """Mermaid text of one of these graphs; `UnknownGraph` names those there are."""
    if name not in graphs:
        raise UnknownGraph(f"There is no graph {word(name)!r}.", f"There are: {', '.join(sorted(graphs))}.")
    return mermaid(graphs[name], expand=not boxes)


def drawable() -> dict[str, Compiled]:
    """The graphs without a database: enough to draw them."""
    return {SUPPORT: SupportGraph().compile()}


async def use_packs(desk: Desk, modules: Sequence[str]) -> None:
    """Have every process that opens this database load these packs, too: a person may rule from anywhere."""
    async with transaction(desk.pool) as conn:
        known = await get_setting(conn, "packs") or []
        await put_setting(conn, "packs", list(dict.fromkeys([*known, *modules])))


async def _packs(pool: Pool, settings: Settings, extra: Sequence[Pack]) -> tuple[Pack, ...]:
    async with transaction(pool) as conn:
        stored = await get_setting(conn, "packs") or []
    named = settings.model_copy(update={"packs": tuple(dict.fromkeys([*settings.packs, *stored]))})
    loaded = load_packs(named, extra)
    for pack in loaded:
        if pack.migrate is not None:
            async with transaction(pool) as conn:
                await pack.migrate(conn)
    return loaded


@asynccontextmanager
async def open_desk(
    settings: Settings, *, packs: Sequence[Pack] = (), sender: Sender | None = None
) -> AsyncIterator[Desk]:
    """Open the database (starting the embedded one if need be), bring its tables up to date, load the packs. Replies go
    out by `sender`; without one the customer reads them in the portal."""
    telemetry.configure()
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(database(settings))
        await migrate(url)
        pool = await stack.enter_async_context(open_pool(url, settings))
        loaded = await _packs(pool, settings, packs)
        embedder, models = make_embedder(settings), Models(settings)
        stack.push_async_callback(models.aclose)
        toolbox = Toolbox([tool for pack in loaded for tool in pack.tools])
        workshop = Workshop(
            settings=settings,
            url=url,
            pool=pool,
            graphs={SUPPORT: strict(SupportGraph(sender).compile(AsyncPostgresSaver(pool)))},
            models=models,
            library=await Library.open(pool, embedder, settings, screen=_screen_article),
            toolbox=toolbox,
            servers=servers_of(settings, toolbox),
            sender=sender or Portal(),
        )
        announcer = await stack.enter_async_context(announcing(url))
        yield Desk(workshop=workshop, packs=loaded, announcer=announcer)
