"""Preferences of people and servers, and the languages of messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.members import people
from bot.members.guilds import MOST_PACES, Guilds
from bot.members.people import PeopleService
from bot.members.preferences import (
    Confirm,
    GuildPreferences,
    HandDelivery,
    Openers,
    Posted,
    Preferences,
    QuietHours,
    ReminderChannel,
    TableLocation,
    guild_preferences_of,
    preferences_of,
)
from bot.store import Store
from bot.store.engine import open_store
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.texts.reader import CardStyle
from tests.bot.running_bot import SetClock


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await open_store(tmp_path / "a.db", now=SetClock()) as opened:
        yield opened


def test_what_was_said_is_read() -> None:
    said = {
        "language": "da",
        "card_names": "kl",
        "cards": "words",
        "four_colours": True,
        "hands": "request",
        "confirm": "sets",
        "reminders": "none",
        "quiet_from": "22:30",
        "quiet_to": "07:00",
        "zone": "America/Nuuk",
        "paragraphs": True,
    }
    assert preferences_of(said) == Preferences(
        "da",
        "kl",
        CardStyle.WORDS,
        True,
        True,
        HandDelivery.REQUEST,
        Confirm.SETS,
        ReminderChannel.NONE,
        quiet_from="22:30",
        quiet_to="07:00",
        zone="America/Nuuk",
    )


def test_quiet_hours_are_between_two_times_of_a_place() -> None:
    assert Preferences().quiet is None
    assert Preferences(quiet_from="08:00", quiet_to="08:00").quiet is None
    assert Preferences(quiet_from="22:30", zone="America/Nuuk").quiet == QuietHours(
        time(22, 30), time(8), ZoneInfo("America/Nuuk")
    )
    quiet = Preferences(quiet_from="22:30").quiet
    assert quiet is not None
    assert str(quiet.zone) == "UTC"


def test_what_was_said_for_a_server_is_read() -> None:
    said = {
        "language": "da",
        "channels": [70, 71],
        "place": "channel",
        "posted": "hands",
        "openers": "managers",
        "daily": 72,
    }
    assert guild_preferences_of(said) == GuildPreferences(
        "da", (70, 71), TableLocation.CHANNEL, Posted.HANDS, Openers.MANAGERS, 72
    )


@pytest.mark.parametrize(
    "said",
    [
        {"language": "tlh"},
        {"language": ["da"]},
        {"card_names": 3},
        {"cards": "holograms"},
        {"four_colours": "yes"},
        {"four_colours": 1},
        {"hands": None},
        {"forgotten": "since long"},
        {"quiet_from": "25:00"},
        {"quiet_from": 22},
        {"zone": "Moon/Tranquility"},
        {"zone": ["Europe/Copenhagen"]},
    ],
)
def test_what_cannot_be_read_today_is_as_by_default(said: dict[str, object]) -> None:
    assert preferences_of({**said, "confirm": "always"}) == Preferences(confirm=Confirm.ALWAYS)


@pytest.mark.parametrize(
    "said", [{"channels": 70}, {"channels": ["70"]}, {"daily": "70"}, {"place": "moon"}, {"wall": True}]
)
def test_what_cannot_be_read_today_of_a_server_is_as_by_default(said: dict[str, object]) -> None:
    assert guild_preferences_of({**said, "language": "da"}) == GuildPreferences(language="da")


async def test_a_wish_holds_at_once_and_in_the_next_life(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    service = PeopleService(store)
    assert await service.preferences(key) == Preferences()
    assert await service.change_preference(key, "confirm", "sets") == Preferences(confirm=Confirm.SETS)
    assert (
        await service.preferences(key)
        == await PeopleService(store).preferences(key)
        == Preferences(confirm=Confirm.SETS)
    )
    await service.reset_preferences(key)
    assert await service.preferences(key) == await PeopleService(store).preferences(key) == Preferences()


async def test_wishes_hold_for_more_people_than_are_remembered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "REMEMBERED", 2)
    service = PeopleService(store)
    keys = [(await store.person(number, f"Person {number}")).key for number in range(4)]
    for key in keys:
        await service.change_preference(key, "hands", "request")
    assert [await service.preferences(key) for key in keys] == [Preferences(hands=HandDelivery.REQUEST)] * 4


async def test_a_server_is_told_in_its_own_language(store: Store) -> None:
    service = Guilds(store)
    assert (await service.reader(7, "en")).words.language == "en"
    await service.change_preference(7, "language", "da")
    assert (await service.reader(7, "en")).words.language == "da"
    assert (await Guilds(store).reader(7, "en")).words.language == "da"
    await service.change_preference(7, "language", None)
    assert (await service.reader(7, "en")).words.language == "en"


async def test_a_person_is_told_in_the_language_they_chose_else_that_of_their_discord(store: Store) -> None:
    service = PeopleService(store)
    key = (await service.meet(1, "Aja", now=1)).key
    assert (await service.reader(key, "da")).words.language == "da"
    await service.meet(1, "Aja", now=2, locale="en-GB")
    assert (await service.reader(key, "da")).words.language == "en"
    assert (await PeopleService(store).reader(key, "da")).words.language == "en"
    await service.change_preference(key, "language", "da")
    assert (await service.reader(key, "en")).words.language == "da"


async def test_a_reader_is_shown_cards_as_wished(store: Store) -> None:
    service = PeopleService(store)
    key = (await service.meet(1, "Aja", now=1)).key
    await service.change_preference(key, "cards", "emojis")
    await service.change_preference(key, "four_colours", True)
    reader = await service.reader(key, "en")
    assert (reader.cards, reader.four_colours) == (CardStyle.EMOJIS, True)


async def test_a_server_has_ten_paces_of_its_own_at_most(store: Store) -> None:
    guilds = Guilds(store)
    for hours in range(1, MOST_PACES + 1):
        await guilds.add_pace(7, f"pace {hours}", f"{hours}h")
    with pytest.raises(RequestRefused) as refused:
        await guilds.add_pace(7, "one more", "11h")
    assert refused.value.why == fact(Refusal.TOO_MANY_PACES, count=MOST_PACES)
    replaced = await guilds.add_pace(7, "pace 1", "12h")
    assert ("pace 1", "12h") in replaced.paces
    assert len(replaced.paces) == MOST_PACES
