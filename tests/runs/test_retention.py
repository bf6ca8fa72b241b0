"""Retention in a worker: pass after pass until it is told to stop, whatever became of one of them."""

import asyncio
from dataclasses import replace

import psycopg
import pytest

from deskgraph.bootstrap import Desk
from deskgraph.database import Pool, transaction, value
from deskgraph.worker import retention

from .conftest import until
from .test_database_away import cut_all_connections

OLD = "insert into idempotency (key, body_hash, created_at) values ('k', '', now() - interval '1000 days')"


async def until_pruned(pool: Pool) -> None:
    """An old row is made, and awaited to go."""
    async with transaction(pool) as conn:
        await conn.execute(OLD)
    async with asyncio.timeout(30):
        while await _left(pool):  # noqa: ASYNC110  # a row that goes sets no event
            await asyncio.sleep(0.02)


async def _left(pool: Pool) -> bool:
    async with transaction(pool) as conn:
        return bool(await value(conn, "select exists (select from idempotency)"))


async def test_it_comes_by_again_and_again_and_stops_when_told(
    desk: Desk, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    settings = desk.settings.model_copy(update={"prune_minutes": 0.001})
    stop = asyncio.Event()
    task = asyncio.create_task(retention(replace(desk.workshop, settings=settings), stop))
    await until_pruned(desk.pool)
    await until_pruned(desk.pool)
    await asyncio.to_thread(cut_all_connections, database_url)
    await until_pruned(desk.pool)
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute("alter table event rename to elsewhere")
        await asyncio.to_thread(until, lambda: "not pruned" in caplog.text)
        conn.execute("alter table elsewhere rename to event")
    await until_pruned(desk.pool)
    stop.set()
    await asyncio.wait_for(task, 30)


async def test_one_that_waits_for_its_first_pass_stops_at_once(desk: Desk) -> None:
    stop = asyncio.Event()
    task = asyncio.create_task(retention(desk.workshop, stop))
    await asyncio.sleep(0)
    stop.set()
    await asyncio.wait_for(task, 30)
