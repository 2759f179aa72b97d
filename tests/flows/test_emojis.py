"""The application's own emojis, against the stand-in for Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import discord
import pytest

from bot import app
from bot.discord_api import emoji_sync, endpoint
from bot.discord_api.emoji_sync import EmojiSync
from bot.store import Store
from bot.store.engine import open_store
from bot.texts.reader import Emojis, emoji_name
from rules.core.cards import CARDS
from sandbox import InjectedFault, Sandbox
from sandbox.world import components
from simulation.scripted_people import posts, seated
from tests.flows.conftest import serving, settings_for

SIGNED = b"\x89PNG\r\n\x1a\n"
PNG = {"one": SIGNED + b"1", "two": SIGNED + b"2", "three": SIGNED + b"3"}


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_sync, "PAUSE", 0.0)


@pytest.fixture
async def client(box: Sandbox, database: Path) -> AsyncIterator[discord.Client]:
    endpoint.use(settings_for(box, database))
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(box.token)
        yield client


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    store = await open_store(database, now=app.now)
    yield store
    await store.close()


async def brought(client: discord.Client, store: Store, pictures: Mapping[str, bytes]) -> list[Emojis]:
    """Everything that was shown, in order."""
    shown: list[Emojis] = []
    await EmojiSync(client, store, lambda: pictures, shown.append).bring()
    return shown


def ids(box: Sandbox) -> dict[str, str]:
    return {emoji["name"]: emoji["id"] for emoji in box.world.emojis.values()}


async def test_emojis_are_uploaded_once(box: Sandbox, client: discord.Client, store: Store) -> None:
    first = await brought(client, store, PNG)
    before = ids(box)
    assert first == [{}, {name: f"<:{name}:{before[name]}>" for name in PNG}]
    assert await brought(client, store, PNG) == first[1:]
    assert ids(box) == before


async def test_a_changed_emoji_and_a_missing_one_are_uploaded_anew_and_no_other(
    box: Sandbox, client: discord.Client, store: Store
) -> None:
    await brought(client, store, PNG)
    before = ids(box)
    del box.world.emojis[int(before["three"])]
    kept, all_of_them = await brought(client, store, {**PNG, "two": SIGNED + b"4"})
    after = ids(box)
    assert set(kept) == {"one"}
    assert set(all_of_them) == set(PNG)
    assert [name for name in PNG if before[name] != after[name]] == ["two", "three"]


async def test_a_page_in_place_of_an_answer_loses_no_emoji(box: Sandbox, client: discord.Client, store: Store) -> None:
    box.faults.add(InjectedFault.page(200, "emojis$", after=1))
    assert [set(shown) for shown in await brought(client, store, PNG)] == [set(), {"two", "three"}]
    box.faults.add(InjectedFault.page(200, "emojis$"))
    assert await brought(client, store, PNG) == []
    assert set((await brought(client, store, PNG))[-1]) == set(PNG)


async def test_an_emoji_of_the_same_name_that_is_not_ours_is_replaced(
    box: Sandbox, client: discord.Client, store: Store
) -> None:
    other = await client.create_application_emoji(name="one", image=SIGNED + b"other")
    await brought(client, store, PNG)
    assert ids(box)["one"] != str(other.id)


async def test_one_that_discord_refuses_does_not_keep_the_others_away(
    box: Sandbox, client: discord.Client, store: Store
) -> None:
    too_large = {"one": SIGNED + bytes(300_000)}
    shown = await brought(client, store, {**PNG, **too_large})
    assert set(shown[-1]) == {"two", "three"}


async def test_a_table_uses_them_once_they_are_there(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    drawn = {emoji_name(card): SIGNED + emoji_name(card).encode() for card in CARDS}
    monkeypatch.setattr(app, "EMOJIS_AFTER", 0.0)
    monkeypatch.setattr(app, "emoji_pictures", lambda: drawn)
    async with serving(box, settings_for(box, database)):
        you = box.person("You")
        lobby = await seated(box, [you], 2)
        await box.until(lambda: f"{len(drawn)} emojis of {len(drawn)} are there" in caplog.text)
        thread = await lobby.start(you)
        await box.until(lambda: posts(thread, you, "hand 1"))
        answer = await you.command(thread, "hand")
        assert answer.message is not None
        shown = [one for one in components.walk(answer.message.components) if one.get("emoji")]
        assert len([one for one in shown if one["type"] == 2]) == 4
