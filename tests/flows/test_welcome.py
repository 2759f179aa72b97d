"""A server's first minutes: a welcome that everybody reads, and the settings behind its button."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from sandbox import Message, Person, Sandbox
from sandbox.world import components
from tests.flows.conftest import serving, settings_for

HELLO = "Hi! I run tables of Voormsi here"


def welcomes(box: Sandbox, person: Person) -> list[Message]:
    return [
        message for channel in box.guild.channels.values() for message in person.sees(channel) if HELLO in message.text
    ]


@pytest.fixture
async def ready(box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """The bot, once it has heard of all its servers: it takes those that it hears of before for old ones."""
    is_ready = asyncio.Event()

    class WaitedForBot(app.Bot):
        async def on_ready(self) -> None:
            is_ready.set()

    monkeypatch.setattr(app, "Bot", WaitedForBot)
    async with serving(box, settings_for(box, database)):
        await is_ready.wait()
        yield


@pytest.mark.usefixtures("ready")
async def test_a_server_is_welcomed_when_it_invites_the_bot_and_sets_it_up_by_the_button(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    box.remove_bot()
    box.invite_bot()
    hello = (await box.until(lambda: welcomes(box, aja)))[0]
    assert "Greenland's national card game" in hello.text
    assert hello.labels == ["Play now", "With friends", "New here?", "Set up"]
    assert "Manage Server" in (await aja.press(hello, "Set up")).text
    you.allow("manage_guild")
    page = (await you.press(hello, "Set up")).message
    assert page
    assert page.ephemeral
    kinds = [part["type"] for part in components.pressable(page.components)]
    assert {components.CHANNEL_SELECT, components.ROLE_SELECT} <= set(kinds)
    await you.select(page, ["da"], custom_id="v1:server-wish::language")
    again = (await you.command(box.channel("general"), "setup")).message
    assert again
    assert again.text == page.text
    assert "1 of 3" in (await aja.press(hello, "New here?")).text


@pytest.mark.slow
async def test_a_server_that_was_joined_while_the_bot_was_offline_is_welcomed_at_its_start_once(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "WELCOME_SECONDS", 0.05)
    you = box.person("You")
    box.remove_bot()
    box.invite_bot()
    for name in ("general", "cards"):
        box.permit(box.channel(name), send_messages=False)
    async with serving(box, settings_for(box, database)):
        box.permit(box.channel("cards"), send_messages=True)
        await box.until(lambda: welcomes(box, you))
    async with serving(box, settings_for(box, database)):
        answer = await you.command(box.channel("cards"), "rules")
        assert answer.message
    assert [message.channel.name for message in welcomes(box, you)] == ["cards"]


async def greeting(box: Sandbox, person: Person) -> Message:
    """The first message of the bot, invited anew."""
    box.remove_bot()
    box.invite_bot()
    found: Message = (await box.until(lambda: welcomes(box, person)))[0]
    return found


@pytest.mark.usefixtures("ready")
async def test_play_now_in_the_welcome_starts_a_quick_game_against_computers(box: Sandbox) -> None:
    aja = box.person("Aja")
    hello = await greeting(box, aja)
    answer = (await aja.press(hello, "Play now")).message
    assert answer
    assert "has started" in answer.text
    assert "My hand" in answer.labels
    (hand,) = await box.until(lambda: [message for message in aja.dms if ", hand " in message.text])
    assert len(hand.labels) > 4
    (card,) = [message for message in aja.sees(hello.channel) if "The game is on" in message.text]
    assert "3 hands at most" in card.text
    assert card.text.count("\N{ROBOT FACE}") == 3


@pytest.mark.usefixtures("ready")
async def test_with_friends_in_the_welcome_opens_a_table_and_keeps_ones_own_menu_private(box: Sandbox) -> None:
    aja = box.person("Aja")
    hello = await greeting(box, aja)
    answer = (await aja.press(hello, "With friends")).message
    assert answer
    assert answer.ephemeral
    assert {"Invite…", "Leave"} <= set(answer.labels)
    await box.until(lambda: [message for message in aja.sees(hello.channel) if "Join" in message.labels])
