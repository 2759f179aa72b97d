from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.store.samples import now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "voormsi.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with await Store.open(path, now=now) as opened:
        yield opened
