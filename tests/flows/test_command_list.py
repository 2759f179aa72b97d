"""Bringing Discord our commands, where something else answers in its place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from bot import app
from bot.discord_api import endpoint
from bot.discord_api.command_tree import NAME, CommandSync
from bot.store import Store
from bot.store.engine import open_store
from bot.texts.commands import CommandIds
from sandbox import InjectedFault, Sandbox
from tests.flows.conftest import settings_for

MOST_COMMANDS: Final = 45
"""So many commands are as much as people look through: what a button does better has none."""
SUBCOMMAND: Final = discord.AppCommandOptionType.subcommand.value


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    async with await open_store(database, now=app.now) as store:
        yield store


@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_commands_that_a_page_seemed_to_take_are_told_again(
    box: Sandbox, database: Path, store: Store, method: str
) -> None:
    endpoint.use(settings_for(box, database))
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(box.token)
        tree = app_commands.CommandTree(client)
        shown: list[CommandIds] = []
        tree.add_command(app_commands.Command(name="play", description="Play", callback=_play))
        commands = CommandSync(tree, store, shown.append)
        box.faults.add(InjectedFault.page(200, "commands$", method=method))
        await commands.bring()
        assert (await store.get_value(NAME) is None) == (method == "PUT")
        await commands.bring()
    assert [one["name"] for one in box.commands] == ["play"]
    assert await store.get_value(NAME)
    assert shown == [{("play", int(box.commands[0]["id"]))}]


@pytest.mark.usefixtures("bot")
async def test_the_list_of_commands_is_no_longer_than_people_look_through(box: Sandbox) -> None:
    await box.until(lambda: box.commands)
    assert len([name for command in box.commands for name in _names(command)]) <= MOST_COMMANDS


def _names(command: dict[str, Any]) -> list[str]:
    """The names under which a command, or each of a group, is typed."""
    inner = [option["name"] for option in command.get("options", ()) if option["type"] == SUBCOMMAND]
    return [f"{command['name']} {name}" for name in inner] or [command["name"]]


async def _play(_: discord.Interaction) -> None: ...
