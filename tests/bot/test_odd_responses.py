"""Responses of which nothing may be concluded: the table is shown as if there had been none, once they are over."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing import delivery_queues
from bot.publishing.delivery.circuit_breaker import LONGEST_UNEXPLAINED
from bot.publishing.posts import LOBBY, touched
from bot.tables.fold import unfold
from bot.tables.table import Table
from tests.bot.club import CHANNEL, Club, Time
from tests.bot.fake_discord import FakeDiscord
from tests.bot.odd import PASSING, Odd, answering, coded, unreadable

AJA, MALIK = 11, 12
STEPS = ("send", "edit", "thread", "add", "dm", "send find", "delete", "")
"""What Discord is asked for; the last is everything."""
AT_START = ("thread", "add", "dm")
"""What it is asked for only when a table begins."""
ODD = (Odd(403), Odd(404), coded(404, 0), Odd(400), coded(403, 40333), Odd(401), Odd(405), Odd(403))
ONE_OF_EACH = tuple(zip(STEPS, ODD, strict=True))
TWO_STEPS_EACH = [
    (STEPS[(number + further) % len(STEPS)], odd) for number, odd in enumerate(PASSING) for further in (0, 3)
]


@pytest.fixture(autouse=True)
def nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put off is left to the sweep."""
    monkeypatch.setattr(delivery_queues, "TRIES", ())


async def plays(club: Club, table: Table, times: int) -> None:
    """People play, each after having been away, so that hands are sent anew; one of the tricks grows old."""
    for _ in range(times):
        club.time.now += club.notice_after + 1
        await club.play_on(table.id)
        await club.shown()


async def swept(club: Club) -> None:
    """As long as any pause lasts, and what is shown by then."""
    for _ in range(4):
        club.time.now += LONGEST_UNEXPLAINED
        await club.publisher.sweep()
        await club.shown()


async def expected(club: Club, table: Table) -> list[str]:
    """The posts of the record that are shown in the thread, in their order."""
    record = await club.tables.record(table.id)
    tables = zip(record, unfold(table.id, record), strict=True)
    keys = (post.key for entry, at in tables for post in touched(entry.action, at))
    return [key for key in dict.fromkeys(keys) if key != LOBBY]


async def is_as_if_nothing_had_been(club: Club, table: Table) -> None:
    """Every post once, in the thread; one hand for each person; and time runs."""
    (thread,) = club.discord.threads
    shown = [post for post in club.discord.posts(thread) if not post.startswith("call")]
    assert shown == await expected(club, table)
    assert club.discord.posts(CHANNEL) == [LOBBY]
    assert {person: club.discord.posts(person) for person in (AJA, MALIK)} == {AJA: ["hand.0"], MALIK: ["hand.1"]}
    assert club.discord.members == {thread: {AJA, MALIK}}
    loaded = await club.tables.get(table.id)
    assert loaded is not None
    assert (loaded.row.lost_at, club.publisher.shut) == (None, {})


async def table_is_sound_after(path: Path, step: str, odd: Odd) -> None:
    """A table at which a fault strikes for some plays, long enough for pauses to grow; then it is over."""
    club = await Club.born(path, FakeDiscord(), Time())
    fault, struck = answering(odd, *step.split()), list[str]()

    def strikes(what: str) -> None:
        try:
            fault(what)
        except Exception:
            struck.append(what)
            raise

    club.discord.before = strikes if step in AT_START else lambda _: None
    table = await club.started(AJA, MALIK, seats=2)
    await club.shown()
    await plays(club, table, 3)
    club.discord.before = strikes
    await plays(club, table, 4)
    assert struck
    club.discord.before = lambda _: None
    await swept(club)
    await is_as_if_nothing_had_been(club, table)
    await plays(club, table, 3)
    await is_as_if_nothing_had_been(club, table)
    await club.die()


@pytest.mark.parametrize(("step", "odd"), ONE_OF_EACH, ids=str)
async def test_after_odd_responses_the_table_is_shown_as_if_there_had_been_none(
    tmp_path: Path, step: str, odd: Odd
) -> None:
    await table_is_sound_after(tmp_path / "a.db", step, odd)


@pytest.mark.slow
@pytest.mark.parametrize(("step", "odd"), TWO_STEPS_EACH, ids=str)
async def test_after_any_odd_response_to_anything_the_table_is_shown_as_if_there_had_been_none(
    tmp_path: Path, step: str, odd: Odd
) -> None:
    await table_is_sound_after(tmp_path / "a.db", step, odd)


@pytest.mark.parametrize("step", ["send", "edit"])
async def test_what_was_done_although_its_response_cannot_be_read_stands_once(tmp_path: Path, step: str) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(after=unreadable(step)), Time())
    table = await club.started(AJA, MALIK, seats=2)
    await club.shown()
    await plays(club, table, 4)
    club.discord.after = lambda _: None
    await swept(club)
    await is_as_if_nothing_had_been(club, table)
    await club.die()
