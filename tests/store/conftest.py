from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest

from bot.store import Store
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from simulation.postgres_server import DatabaseOfPath
from tests.store.samples import now

ENGINES = ("sqlite", "postgres")
"""Every test of the ports runs with each of them."""


class Engine(Protocol):
    """Opens the store of one engine."""

    def __call__(self, path: Path, *, now: Callable[[], int]) -> Awaitable[Store]: ...


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "voormsi.db"


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "sqlite":
        return SqliteStore.open
    database: DatabaseOfPath = request.getfixturevalue("database_of_path")

    async def opened(path: Path, *, now: Callable[[], int]) -> Store:
        return await PostgresStore.open(await asyncio.to_thread(database, path), now=now)

    return opened


@pytest.fixture
async def store(engine: Engine, path: Path) -> AsyncIterator[Store]:
    async with await engine(path, now=now) as opened:
        yield opened
