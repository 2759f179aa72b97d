from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Protocol, cast

import pytest

from bot.store import Store
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import now

ENGINES = {"sqlite": SqliteStore.open}
"""What opens a store, by engine: every test of the ports runs with each of them."""


class Engine(Protocol):
    """Opens the store of one engine."""

    def __call__(self, path: Path, *, now: Callable[[], int]) -> Awaitable[Store]: ...


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "voormsi.db"


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return cast(Engine, ENGINES[request.param])


@pytest.fixture
async def store(engine: Engine, path: Path) -> AsyncIterator[Store]:
    async with await engine(path, now=now) as opened:
        yield opened
