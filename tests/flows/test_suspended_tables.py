"""Tables of a game of another package that is not installed any more: lobbies, lists, and tables that are over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path

import pytest

from sandbox import Message, Person, Sandbox
from simulation.scripted_people import LONG, Lobby, opened, posts
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for
from tests.flows.test_installed_games import to_the_end
from tests.toy_game.gift.game import SEATS
from tests.toy_game.registration import offered

GONE = "its game (gift) isn't installed"
RunningWithGift = Callable[[bool], AbstractAsyncContextManager[None]]
"""Runs the bot, with the game or without it."""


@pytest.fixture
def running(box: Sandbox, database: Path) -> RunningWithGift:
    @asynccontextmanager
    async def running(installed: bool) -> AsyncIterator[None]:
        with offered() if installed else nullcontext():
            async with serving(box, settings_for(box, database)):
                yield

    return running


async def lobby_of(box: Sandbox, you: Person) -> Lobby:
    return await opened(box, you, box.channel("cards"), SEATS, "Gift")


async def each_button_says(text: str, shown: Message, person: Person) -> None:
    for label in filter(None, shown.labels):
        answer = await person.press(shown, label)
        assert text in answer.text, (label, answer.text)


async def test_a_lobby_waits_for_its_game_and_is_joined_and_started_after(
    box: Sandbox, running: RunningWithGift
) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    async with running(True):
        lobby = await lobby_of(box, you)
        await lobby.join(aja)
        menu = await lobby.more(you)
    async with running(False):
        await each_button_says(GONE, lobby.card, you)
        await each_button_says(GONE, menu, you)
        await each_button_says(GONE, lobby.card, malik)
        assert GONE in (await you.command(box.channel("cards"), "hand")).text
        assert GONE in (await you.command(box.channel("cards"), "table pace", pace="1 day")).text
    async with running(True):
        await lobby.join(malik)
        await lobby.press(aja, "Leave")
        await lobby.fill(you)
        await to_the_end(box, await lobby.start(you), you, malik)
    assert not box.violations


async def test_a_lobby_is_closed_once_its_game_is_back(box: Sandbox, running: RunningWithGift) -> None:
    you = box.person("You")
    async with running(True):
        lobby = await lobby_of(box, you)
        menu = await lobby.more(you)
    async with running(False):
        assert GONE in (await you.press(menu, "Close")).text
    async with running(True):
        await you.press((await you.press(menu, "Close")).message or menu, "Yes, close")
        await box.until(lambda: "Join" not in lobby.card.labels, LONG)


async def test_tables_that_wait_are_listed_and_say_so(box: Sandbox, running: RunningWithGift) -> None:
    you, aja, general = box.person("You"), box.person("Aja"), box.channel("general")
    async with running(True):
        lobby = await lobby_of(box, you)
        given = {"players": SEATS, "game": "Gift", "private": True, "invite": box.person("Ivalu")}
        hidden = (await you.command(box.channel("cards"), "table open", **given)).text.split()[1]
    async with running(False):
        own, others = (await you.command(general, "mytables")).text, (await aja.command(general, "tables")).text
        told = f"**{lobby.name}** {{}}: waits, as {GONE}"
        assert told.format(f"on {box.guild.name}") in own
        assert f"**{hidden}** on" in own
        assert told.format(f"in <#{box.channel('cards').id}>") in others
        assert f"**{hidden}**" not in others
        assert "You aren't at a table" in (await aja.command(general, "mytables")).text
    async with running(True):
        assert GONE not in (await you.command(general, "mytables")).text
        assert GONE not in (await aja.command(general, "tables")).text


async def test_what_is_over_is_kept_and_says_so(box: Sandbox, running: RunningWithGift) -> None:
    you, gone = box.person("You"), f"I can't show {{}}: {GONE}"
    async with running(True):
        lobby = await lobby_of(box, you)
        await lobby.fill(you)
        thread = await lobby.start(you)
        await to_the_end(box, thread, you)
        shown = [post for post in posts(thread, you, "") if any(post.labels)]
        gone = gone.format(lobby.name)
    async with running(False):
        assert shown
        for post in shown:
            await each_button_says(gone, post, you)
        for name in ("replay", "record", "hand"):
            assert gone in (await you.command(thread, name)).text, name
        for name in ("profile", "standings"):
            assert "Voormsi" in (await you.command(thread, name)).text
            assert "no game “gift”" in (await you.command(thread, name, game="gift")).text
        privacy = (await you.command(thread, "privacy")).message
        assert privacy
        answer = (await you.press(privacy, "What you store about me")).message
        assert answer
        assert '"gift"' in await file_of(answer, ".json")
    async with running(True):
        assert "Gift" in (await you.command(thread, "profile", game="Gift")).text
        assert (await you.command(thread, "replay")).status == "message"
    assert not box.violations
