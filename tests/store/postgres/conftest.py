from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.runtime.database import PostgresAddress
from bot.store.postgres.store import PostgresStore
from simulation.postgres_server import DatabaseOfPath
from tests.store.samples import now


@pytest.fixture
async def address(database_of_path: DatabaseOfPath, path: Path) -> PostgresAddress:
    """The address of an empty database."""
    return await asyncio.to_thread(database_of_path, path)


@pytest.fixture
async def store(address: PostgresAddress) -> AsyncIterator[PostgresStore]:
    async with await PostgresStore.open(address, now=now) as opened:
        yield opened
