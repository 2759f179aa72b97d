"""The sandbox and the settings of a bot in tests: permissions and limits as they need them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.discord_api import permissions
from sandbox import Sandbox
from sandbox.server import CHANNELS, PEOPLE
from sandbox.world.permissions import BITS

NOT_ASKED = dict.fromkeys((name for name in BITS if not getattr(permissions.ASKED, name)), False)
"""Permissions that the bot's invite link does not ask for."""


def given_for(box: Sandbox, database: Path) -> dict[str, object]:
    """The settings that differ from the defaults, by name."""
    return {
        "discord_token": box.token,
        "discord_api_base": box.api_base,
        "discord_gateway": box.gateway,
        "database": str(database),
        "computer_delay": 0,
        "hand_pause": 0,
        "last_card_delay": 60,
        "commands_per_minute": 0,
        "joins_per_minute": 0,
        "tables_per_person": 0,
        "tables_per_server": 0,
        "openings_per_hour": 0,
        "cups_per_server": 0,
        "contacts_per_hour": 0,
        "requests_per_second": 0,
    }


@asynccontextmanager
async def sandboxed(
    nonce_window: float = 180.0, answer_within: float = 3.0, people: Sequence[str] = PEOPLE
) -> AsyncIterator[Sandbox]:
    """A sandbox that checks at the end of the block that there were no violations."""
    async with Sandbox(nonce_window=nonce_window, answer_within=answer_within, people=people) as sandbox:
        for name in CHANNELS:
            sandbox.permit(sandbox.channel(name), **NOT_ASKED)
        yield sandbox
        assert sandbox.violations == []
        assert sandbox.unsupported == []
