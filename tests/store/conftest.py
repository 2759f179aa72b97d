from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest

from bot.runtime.database import PostgresAddress
from bot.store import Store
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from simulation.postgres_server import PostgresServer
from tests.store.samples import now

ENGINES = ("sqlite", "postgres")
"""Every test of the ports runs with each of them."""


class Engine(Protocol):
    """Opens the store of one engine."""

    def __call__(self, path: Path, *, now: Callable[[], int]) -> Awaitable[Store]: ...


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "voormsi.db"


class PostgresEngine:
    """Opens one database of the server for each path, which was empty when the path was first asked for."""

    def __init__(self, server: PostgresServer, worker: str) -> None:
        self._server = server
        self._worker = worker
        self._opened: dict[Path, PostgresAddress] = {}

    async def __call__(self, path: Path, *, now: Callable[[], int]) -> PostgresStore:
        if path not in self._opened:
            self._opened = {path: await asyncio.to_thread(self._server.empty, self._worker)}
        return await PostgresStore.open(self._opened[path], now=now)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "sqlite":
        return SqliteStore.open
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return PostgresEngine(server, os.environ.get("PYTEST_XDIST_WORKER", "alone"))


@pytest.fixture
async def store(engine: Engine, path: Path) -> AsyncIterator[Store]:
    async with await engine(path, now=now) as opened:
        yield opened
