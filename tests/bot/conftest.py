"""A failed test must not leave a store open: its threads would keep the test run from ending."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.club import Club


@pytest.fixture(autouse=True)
async def no_club_lives_on() -> AsyncIterator[None]:
    yield
    while Club.alive:
        await Club.alive.pop().die()
