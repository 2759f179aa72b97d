"""Discord, or somebody's client, has commands and buttons of another version of the bot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox import InjectedFault, Interaction, Sandbox
from sandbox.rest import commands
from sandbox.rest.routes import ApiRequest
from sandbox.world.errors import ApiError
from simulation.accelerated_clock import accelerated_waits
from simulation.played_table import PlayedTable, played_table
from tests.flows.conftest import serving, settings_for

Told = list[dict[str, Any]]

ANOTHER = "out of date"
DANCE = {"name": "dance", "description": "Of another version", "type": 1}


def told(box: Sandbox) -> Told:
    """The commands as Discord knows them, without what it adds."""
    loaded = ("name", "description", "type", "options", "contexts", "name_localizations", "description_localizations")
    return [{key: command[key] for key in loaded if command.get(key)} for command in box.commands]


def changed(box: Sandbox, change: Callable[[Told], Told]) -> None:
    """Replace the commands that Discord knows."""
    commands.replace_all(ApiRequest(box.world, params={}, query={}, body=change(told(box))))


def fewer(commands: Told) -> Told:
    return commands[1:]


def more(commands: Told) -> Told:
    return [*commands, DANCE]


def renamed(commands: Told) -> Told:
    return [*commands[1:], DANCE]


def other_options(commands: Told) -> Told:
    """`/play` takes a card and how to lay it, `/hand` has parts, `/table open` takes a stake, and `/table dance` is."""
    card = {"name": "card", "description": "Which card", "type": 3, "required": True, "autocomplete": True}
    stake = {"name": "stake", "description": "How much", "type": 4}
    show = {"name": "show", "description": "Of another version", "type": 1}
    found = []
    for command in commands:
        match command["name"]:
            case "play":
                command = command | {"options": [card]}
            case "hand":
                command = command | {"options": [show]}
            case "table":
                parts = [part | {"options": [*part.get("options", []), stake]} for part in command["options"]]
                command = command | {"options": [*parts, show | {"name": "dance"}]}
        found.append(command)
    return found


def syncs(box: Sandbox) -> int:
    """The number of times that the bot has registered its commands."""
    return sum(one.method == "PUT" and one.path.endswith("/commands") for one in box.requests)


async def goes_on(table: PlayedTable, plays: int = 4) -> None:
    """Some more plays; then everything is shown, and all is sound."""
    await table.play(plays)
    await table.settled()
    table.sound()


@pytest.mark.slow
@pytest.mark.parametrize("change", [fewer, more, renamed, other_options])
async def test_commands_that_are_not_ours_are_put_right_at_the_start_and_once(
    box: Sandbox, database: Path, change: Callable[[Told], Told]
) -> None:
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database)
        await table.play(3)
    ours = told(box)
    changed(box, change)
    for _ in range(2):
        async with serving(box, settings_for(box, database)):
            assert told(box) == ours
            assert syncs(box) == 2
            await goes_on(table)


@pytest.mark.slow
async def test_commands_that_discord_does_not_take_are_brought_later(box: Sandbox, database: Path) -> None:
    async with serving(box, settings_for(box, database)):
        table = await played_table(box, database)
        await table.play(3)
    ours = told(box)
    changed(box, other_options)
    box.faults.add(InjectedFault.server_error("/commands$", method="PUT", status=503))
    async with serving(box, settings_for(box, database)):
        assert told(box) != ours
        await goes_on(table)
        with accelerated_waits(200):
            await box.until(lambda: told(box) == ours, 1000)
        await goes_on(table)


async def test_commands_are_told_also_where_discord_does_not_tell_which_it_has(box: Sandbox, database: Path) -> None:
    box.faults.add(
        InjectedFault.refused(ApiError(405, 0, "405: Method Not Allowed"), "/commands$", method="GET", times=None)
    )
    async with serving(box, settings_for(box, database)):
        assert {"table", "play", "hand"} <= {command["name"] for command in told(box)}


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_choices_for_an_option_of_another_version_are_none(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(3)
    changed(box, other_options)
    assert await table.people[0].autocomplete(table.thread, "play", {"card": "7"}, "card") == []
    await goes_on(table)


def plain(answer: Interaction) -> None:
    """One private sentence, and no "This interaction failed"."""
    assert answer.status == "message", answer
    assert answer.message
    assert answer.message.ephemeral or answer.message.channel.guild_id is None
    assert ANOTHER in answer.text


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_command_or_an_option_of_another_version_is_answered_plainly(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(3)
    changed(box, lambda ours: more(other_options(ours)))
    you, thread = table.people[0], table.thread
    for name, options in (("dance", {}), ("play", {"card": "7c"}), ("hand show", {}), ("table dance", {})):
        plain(await you.command(thread, name, **options))
    plain(await you.command(box.channel("general"), "table open", players=4, stake=3))
    await goes_on(table)


@pytest.mark.usefixtures("bot")
async def test_a_button_of_another_version_is_answered_plainly(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database)
    await table.play(3)
    player = await table.turn()
    assert player.hand
    for custom_id in ("v0:play:1:1.1:7C", "v2:play:1:1.1:7C", "v1:dance:1", "play-7C"):
        button = {"type": 2, "id": 99, "custom_id": custom_id}
        plain(await player.person.start_press(player.hand, button).first())
    await goes_on(table)
