from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from bot.runtime.database import PostgresAddress
from bot.store.postgres.store import PostgresStore
from simulation.postgres_server import PostgresServer
from tests.store.samples import now


@pytest.fixture
async def address(postgres_server: PostgresServer) -> PostgresAddress:
    """The address of an empty database."""
    return await asyncio.to_thread(postgres_server.empty, os.environ.get("PYTEST_XDIST_WORKER", "alone"))


@pytest.fixture
async def store(address: PostgresAddress) -> AsyncIterator[PostgresStore]:
    async with await PostgresStore.open(address, now=now) as opened:
        yield opened
