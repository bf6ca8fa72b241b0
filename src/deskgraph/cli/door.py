"""How a command reaches the desk: its settings, its rows, or the desk whole; and who it says is calling."""

import asyncio
import functools
import getpass
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click
from pydantic import ValidationError

from deskgraph.database import Connection, Pool, database, migrate, open_pool, transaction
from deskgraph.database.storable import storable_text
from deskgraph.errors import Misconfigured, NotText
from deskgraph.settings import Settings, nearest_name, strange_names
from deskgraph.settings import settings as settings_of_process
from deskgraph.web.ids import number

if TYPE_CHECKING:
    from deskgraph.bootstrap import Desk

P = ParamSpec("P")
T = TypeVar("T")


def asynchronous(command: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Run a command's coroutine."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with asyncio.Runner(loop_factory=_loop) as runner:
            return runner.run(command(*args, **kwargs))

    return run


def _loop() -> asyncio.AbstractEventLoop:
    """The faster loop where there is one: a worker spends a quarter of its time in asyncio's own."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def read_settings(**changed: object) -> Settings:
    """The settings of this process, some of them set by options (None: not given)."""
    for name in strange_names(os.environ):
        near = nearest_name(name)
        raise Misconfigured(
            f"{name} is no setting.", f"Did you mean {near}?" if near else "Take it out of the environment."
        )
    try:
        found = settings_of_process()
        given = {name: value for name, value in changed.items() if value is not None}
        return Settings.model_validate({**found.model_dump(), **given}) if given else found
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        raise Misconfigured(
            f"DESKGRAPH_{name}: {first['msg']}.", "Correct it in the environment or in .env."
        ) from None


def open_desk() -> "AbstractAsyncContextManager[Desk]":
    """The desk whole: models, graphs, tools. Slower to open than the rows alone."""
    from deskgraph import bootstrap

    return bootstrap.open_desk(read_settings())


@asynccontextmanager
async def open_database() -> AsyncIterator[Pool]:
    """The desk's database with its tables up to date: for what needs no model and no tool."""
    settings = read_settings()
    async with database(settings) as url:
        await migrate(url)
        async with open_pool(url, settings) as pool:
            yield pool


@asynccontextmanager
async def open_rows() -> AsyncIterator[Connection]:
    """One transaction on the desk's rows: enough to read."""
    async with open_database() as pool, transaction(pool) as conn:
        yield conn


def caller() -> str:
    """Who calls a command: the account of the machine, until the desk has accounts of its own."""
    try:
        return f"{getpass.getuser()} at the command line"
    except (KeyError, OSError):
        return "the command line"


class Id(click.ParamType[int]):
    """An id. What cannot be one is told as one that nobody has."""

    name = "id"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return value if isinstance(value, int) else number(str(value))


class Words(click.ParamType[str]):
    """Words of a command line, which may hold bytes that are no text."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        words = str(value)
        if storable_text(words) != words:
            raise NotText("The text is not valid UTF-8.", "Send it as UTF-8.")
        return words


ID = Id()
WORDS = Words()
