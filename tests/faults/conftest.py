"""Faults: the real bot and the sandbox, with a fault in the middle of the action."""

from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from simulation.bot_settings import sandboxed
from tests.flows.conftest import bot, commands_are_made_once, database, forgiven, no_errors

__all__ = ["bot", "box", "commands_are_made_once", "database", "forgiven", "no_errors"]


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """A sandbox whose people wait for a response as long as Discord does."""
    async with sandboxed() as sandbox:
        yield sandbox
