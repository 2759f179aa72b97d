"""People are reminded of plays that they owe: in time, once, in the way that they wish, whatever dies in between."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.discord_api.errors import Later, NoAccess, TooManyOldEdits
from bot.publishing.messenger import NONCE_KEPT
from bot.publishing.reminders.reminders import AGAIN_AFTER
from bot.store import DiskFull
from bot.tables import actions
from bot.tables.table import Table
from bot.tables.terms import DAY, HOUR, MINUTE, SECOND
from simulation.players import LONG
from tests.bot.club import GUILD, Club, Time
from tests.bot.fake_discord import Crash, FakeDiscord

AJA, MALIK, IVALU, NUKA = PEOPLE = (11, 12, 13, 14)
NAMES = {11: "Aja", 12: "Malik", 13: "Ivalu", 14: "Nuka"}
HALF, FIFTH = DAY // 2, DAY * 4 // 5


class Told(NamedTuple):
    """A reminder as it was sent: how long after the start, where (a person's DM, or `thread`), and what it says."""

    after: int
    where: str
    text: str


class Reminded:
    """A club at which all that is sent as a reminder is written down with the time."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.begun = club.time.now
        self.told: list[Told] = []
        self.has_told = asyncio.Event()
        club.discord.after = self._note

    def _note(self, what: str) -> None:
        if not what.startswith("send "):
            return
        message = max(self.club.discord.messages.values(), key=lambda one: one.id)
        if message.post.startswith("reminder"):
            where = NAMES.get(message.channel, f"thread, {NAMES.get(message.mention or 0)}")
            self.told.append(Told(self.club.time.now - self.begun, where, said(message.components)))
            self.has_told.set()

    async def pass_by(self, ms: int) -> list[Told]:
        """So much time passes; what is told in it."""
        before, until = len(self.told), self.club.time.now + ms
        while True:
            await self.look()
            due = await self.club.store.next_reminder(self.club.time.now)
            if due is None or due > until:
                break
            self.club.time.now = due
        self.club.time.now = until
        await self.look()
        return self.told[before:]

    async def look(self) -> None:
        """As the loop does: again at once when something has been written down to be sent now."""
        while True:
            await self.club.reminders.remind(self.club.time.now)
            await self.club.shown()
            if not await self.club.store.due_digests(self.club.time.now):
                return

    async def turn(self, table_id: int) -> int:
        """The Discord id of who is to play."""
        loaded = await self.club.tables.get(table_id)
        assert loaded is not None
        assert loaded.table.turn is not None
        person = loaded.table.seats[loaded.table.turn].person
        assert person is not None
        return (await self.club.people.named([person]))[person].discord_id or 0


def said(components: object) -> str:
    """All text of a message."""
    return "\n".join(re.findall(r'"content": "(.*?)"', json.dumps(components, ensure_ascii=False)))


def labels(components: object) -> list[str]:
    return re.findall(r'"label": "(.*?)"', json.dumps(components, ensure_ascii=False))


async def begun(path: Path, pace: str = "day", seats: int = 4, **discord: Any) -> tuple[Reminded, Table]:
    """A table of four people at which nobody has been for a while but to open it."""
    club = await Club.born(path, FakeDiscord(**discord), Time())
    table = await club.started(*PEOPLE[:seats], seats=seats, pace=pace)
    await club.shown()
    return Reminded(club), table


def who(told: list[Told]) -> list[tuple[int, str]]:
    return [(one.after, one.where) for one in told]


async def test_who_owes_a_play_is_reminded_at_half_and_at_a_fifth_of_the_time_and_nobody_else(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    name = NAMES[await here.turn(table.id)]
    assert who(await here.pass_by(DAY - 1)) == [(HALF, name), (FIFTH, name)]


@pytest.mark.parametrize(
    ("pace", "half", "fifth", "over"),
    [
        ("live", 135 * SECOND, 216 * SECOND, 270 * SECOND),
        ("evening", 20 * MINUTE, 32 * MINUTE, 40 * MINUTE),
        ("three-days", 36 * HOUR, 3 * DAY * 4 // 5, 3 * DAY),
    ],
)
async def test_what_a_seat_has_in_reserve_is_part_of_its_time(
    tmp_path: Path, pace: str, half: int, fifth: int, over: int
) -> None:
    here, table = await begun(tmp_path / "a.db", pace)
    name = NAMES[await here.turn(table.id)]
    assert who(await here.pass_by(half - 1)) == []
    assert who(await here.pass_by(over - half)) == [(half, name), (fifth, name)]


async def test_while_the_clock_stands_for_a_question_nobody_is_reminded(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db", "live")
    loaded = await here.club.tables.get(table.id)
    assert loaded is not None
    turn = loaded.table.turn
    assert turn is not None
    seats = loaded.table.seats
    name = NAMES[await here.turn(table.id)]
    here.club.time.now += 136 * SECOND  # a moment has come that is not told yet: they may have just been here
    await here.club.do(table.id, actions.Propose(seats[turn - 1].person or "", "pause"))
    assert who(await here.pass_by(90 * SECOND - 1)) == []
    await here.club.do(table.id, actions.Disagree(seats[turn - 2].person or ""))
    assert who(await here.pass_by(MINUTE)) == [(226 * SECOND, name)]


async def test_at_a_table_without_a_pace_nobody_is_reminded(tmp_path: Path) -> None:
    here, _ = await begun(tmp_path / "a.db", "none")
    assert await here.pass_by(60 * DAY) == []


async def test_a_reminder_tells_until_when_and_has_the_ways_to_hand_and_table(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    (told,) = await here.pass_by(HALF)
    assert f"**{table.name}**: it is your turn. Your time ends <t:{(here.begun + DAY) // 1000}:R>." in told.text
    message = next(one for one in here.club.discord.messages.values() if one.post.startswith("reminder"))
    assert labels(message.components) == [f"My hand at {table.name}", f"Go to {table.name}", "My tables"]


async def test_after_they_have_played_nobody_is_reminded(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    here.club.time.now += HALF - 1
    await here.club.play_on(table.id)
    assert await here.pass_by(HALF - 1) == []


async def test_who_has_been_here_within_ten_minutes_is_reminded_ten_minutes_after(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    turn = await here.turn(table.id)
    await here.pass_by(HALF - 4 * MINUTE)
    await here.club.people.meet(turn, f"Person {turn}", here.club.time.now)
    assert who(await here.pass_by(HOUR)) == [(HALF + 6 * MINUTE, NAMES[turn])]


async def test_in_quiet_hours_reminders_wait_and_are_one_when_they_are_over(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")  # 2027-01-15, 08:00 UTC
    turn = await here.turn(table.id)
    (key,) = await here.club.meet(turn)
    for name, value in (("quiet_from", "19:00"), ("quiet_to", "04:00"), ("zone", "Atlantic/Reykjavik")):
        await here.club.people.wish(key, name, value)
    assert who(await here.pass_by(DAY - 1)) == [(20 * HOUR, NAMES[turn])]


async def test_who_ends_the_quiet_hours_by_hand_is_told_what_was_held_back(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    turn = await here.turn(table.id)
    (key,) = await here.club.meet(turn)
    await here.club.people.wish(key, "quiet_from", "19:00")
    assert await here.pass_by(14 * HOUR) == []
    await here.club.people.wish(key, "quiet_from", None)
    await here.club.reminders.wished(key)
    assert who(await here.pass_by(0)) == [(14 * HOUR, NAMES[turn])]


@pytest.mark.parametrize(("wish", "where"), [("dm", "{}"), ("thread", "thread, {}"), ("none", "")])
async def test_people_are_reminded_where_they_wish(tmp_path: Path, wish: str, where: str) -> None:
    here, table = await begun(tmp_path / "a.db")
    turn = await here.turn(table.id)
    (key,) = await here.club.meet(turn)
    await here.club.people.wish(key, "reminders", wish)
    expected = [(HALF, where.format(NAMES[turn]))] if where else []
    assert who(await here.pass_by(HALF)) == expected
    if wish == "thread":
        (told,) = here.told
        assert told.text.startswith(f"<@{turn}>, it is still your turn.")


async def test_whom_no_dm_reaches_is_mentioned_in_the_thread(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db", closed=set(PEOPLE))
    turn = await here.turn(table.id)
    assert who(await here.pass_by(DAY - 1)) == [(HALF, f"thread, {NAMES[turn]}"), (FIFTH, f"thread, {NAMES[turn]}")]


async def test_of_several_tables_one_message_tells_soonest_first(tmp_path: Path) -> None:
    here, first = await begun(tmp_path / "a.db", seats=2)
    turn, ids = await here.turn(first.id), [first.id]
    while len(ids) < 3:
        other = await here.club.started(*PEOPLE[:2], seats=2, pace="three-days" if len(ids) == 1 else "day")
        if await here.turn(other.id) == turn:
            ids.append(other.id)
        else:
            await here.club.do(other.id, actions.Propose("organiser", "pause", manager=True))
    (key,) = await here.club.meet(turn)
    await here.club.people.wish(key, "quiet_from", "18:00")  # UTC: ten hours later
    await here.club.people.wish(key, "quiet_to", "07:59")
    told = [one for one in await here.pass_by(DAY - 1) if one.where == NAMES[turn]]
    assert [one.after for one in told] == [DAY - MINUTE]
    lines = told[0].text.replace("\\n", "\n").splitlines()
    assert lines[0] == "### 2 tables wait for you"
    assert len(lines) == 3
    assert [str((here.begun + DAY) // 1000) in line for line in lines[1:]] == [True, True]


async def test_who_is_the_last_of_a_trick_is_told_so(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    for _ in range(3):
        await here.club.play_on(table.id)
    (told,) = await here.pass_by(HALF)
    assert "you are the last one to play in this trick" in told.text


async def test_at_a_paused_table_and_for_who_is_away_nobody_is_reminded(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    await here.club.do(table.id, actions.Propose("organiser", "pause", manager=True))
    assert await here.pass_by(3 * DAY) == []
    await here.club.do(table.id, actions.Resume("organiser", True))
    (key,) = await here.club.meet(await here.turn(table.id))
    await here.club.do(table.id, actions.Away(key, here.club.time.now + 9 * DAY))
    assert [one for one in await here.pass_by(DAY - 1) if one.where == NAMES[PEOPLE[table.turn or 0]]] == []


async def test_after_a_pause_the_rest_of_the_time_is_what_counts(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    await here.pass_by(6 * HOUR)
    await here.club.do(table.id, actions.Propose("organiser", "pause", manager=True))
    await here.pass_by(2 * DAY)
    await here.club.do(table.id, actions.Resume("organiser", True))
    assert [one.after for one in await here.pass_by(18 * HOUR - 1)] == [2 * DAY + HALF, 2 * DAY + FIFTH]


async def test_time_in_which_a_server_was_away_moves_its_reminders(tmp_path: Path) -> None:
    here, _ = await begun(tmp_path / "a.db")
    await here.pass_by(11 * HOUR)
    await here.club.outages.lost_guild(GUILD)
    assert await here.pass_by(9 * HOUR) == []
    await here.club.outages.found_guild(GUILD)
    assert [one.after for one in await here.pass_by(13 * HOUR)] == [9 * HOUR + HALF, 9 * HOUR + FIFTH]


async def test_while_discord_is_busy_a_reminder_waits_and_then_comes_once(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    turn = await here.turn(table.id)
    await here.pass_by(HALF - 1)

    def busy(what: str) -> None:
        if what == f"send {turn}":
            raise Later("503")

    here.club.discord.before = busy
    assert await here.pass_by(AGAIN_AFTER) == []
    here.club.discord.before = lambda _: None
    assert who(await here.pass_by(MINUTE)) == [(HALF + AGAIN_AFTER, NAMES[turn])]


async def test_a_reminder_that_is_old_news_when_discord_is_there_again_is_not_sent(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    turn = await here.turn(table.id)
    await here.pass_by(HALF - 1)

    def busy(what: str) -> None:
        if what == f"send {turn}":
            raise Later("503")

    here.club.discord.before = busy
    await here.pass_by(1)
    await here.club.play_on(table.id)
    here.club.discord.before = lambda _: None
    assert await here.pass_by(HOUR) == []


async def test_the_loop_says_nothing_while_discord_is_lost_and_wakes_when_it_is_rung(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    club, turn = here.club, await here.turn(table.id)
    club.time.now += HALF
    club.outages.lost()
    await club.reminders.look()
    assert here.told == []
    await club.outages.found()
    looking = asyncio.create_task(club.reminders.look())
    async with asyncio.timeout(LONG):
        await here.has_told.wait()
    assert who(here.told) == [(HALF, NAMES[turn])]
    club.time.now += FIFTH - HALF
    here.has_told.clear()
    club.reminders.ring()
    await looking
    looking = asyncio.create_task(club.reminders.look())
    async with asyncio.timeout(LONG):
        await here.has_told.wait()
    assert who(here.told) == [(HALF, NAMES[turn]), (FIFTH, NAMES[turn])]
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("later", [1_000, NONCE_KEPT + 1])
async def test_dying_at_any_step_reminds_once(tmp_path: Path, when: str, later: int) -> None:
    step = 0
    while True:
        step += 1
        discord, time = FakeDiscord(remembers_nonces=later < NONCE_KEPT), Time()
        lives = await _live_and_die(tmp_path / f"{step}.db", discord, time, step, when, later)
        sent = [one for one in discord.messages.values() if one.post.startswith("reminder")]
        assert Counter(one.channel for one in sent) == {sent[0].channel: 2}, (step, discord.log)
        if lives == 1:
            break
    assert step > 10


async def _live_and_die(path: Path, discord: FakeDiscord, time: Time, step: int, when: str, later: int) -> int:
    """Be reminded twice, dying before or after a step, at Discord or in the store; how many lives it took."""
    club = await Club.born(path, discord, time)
    await club.started(*PEOPLE, pace="day")
    await club.shown()
    left, lives = [step], 1
    _let_die(club, left, when)
    for moment in (HALF, FIFTH - HALF):
        time.now += moment
        with suppress(Crash):
            await club.reminders.remind(time.now)
        await club.shown()
        if left[0] <= 0 and lives == 1:
            discord.before = discord.after = lambda _: None
            await club.die()
            time.now += later
            club, lives = await Club.born(path, discord, time), 2
            await club.reminders.remind(time.now)
            await club.shown()
    await club.die()
    return lives


def _let_die(club: Club, left: list[int], when: str) -> None:
    def step(moment: str) -> None:
        left[0] -= moment == when
        if left[0] <= 0:
            raise Crash

    def stepping(write: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def written(*given: Any, **named: Any) -> None:
            step("before")
            await write(*given, **named)
            step("after")

        return written

    club.discord.before = lambda _: step("before")
    club.discord.after = lambda _: step("after")
    for name in ("count_reminders", "put_message_states", "replace_digest"):
        setattr(club.store, name, stepping(getattr(club.store, name)))


async def standing(here: Reminded) -> int:
    """How many reminders stand somewhere."""
    await here.club.shown()
    return sum(one.post.startswith("reminder") for one in here.club.discord.messages.values())


async def test_a_reminder_goes_when_the_play_is_made(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    await here.pass_by(FIFTH)
    assert await standing(here) == 2
    await here.club.play_on(table.id)
    assert await standing(here) == 0


async def test_a_reminder_in_a_thread_goes_too(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db", closed=set(PEOPLE))
    await here.pass_by(HALF)
    assert await standing(here) == 1
    await here.club.play_on(table.id)
    assert await standing(here) == 0


async def test_a_reminder_of_two_tables_stays_until_both_plays_are_made(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    other = await here.club.started(*PEOPLE, pace="day")
    while await here.turn(other.id) != await here.turn(table.id):
        await here.club.play_on(other.id)
    await here.club.shown()
    await here.pass_by(HALF)
    assert await standing(here) == 1
    await here.club.play_on(table.id)
    assert await standing(here) == 1
    await here.club.play_on(other.id)
    assert await standing(here) == 0


async def test_the_next_life_takes_away_what_has_served(tmp_path: Path) -> None:
    here, table = await begun(tmp_path / "a.db")
    await here.pass_by(HALF)
    here.club.reminders.standing.look = lambda _: None  # type: ignore[assignment, method-assign]
    await here.club.play_on(table.id)
    assert await standing(here) == 1
    await here.club.die()
    here.club = await Club.born(tmp_path / "a.db", here.club.discord, here.club.time)
    await here.club.reminders.standing.read_up()
    assert await standing(here) == 0


async def test_a_reminder_that_the_store_kept_from_going_goes_with_the_next_play_anywhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here, table = await begun(tmp_path / "a.db")
    other = await here.club.started(*PEOPLE, pace="none")
    await here.pass_by(HALF)
    store, row = here.club.store, here.club.store.row

    async def full(_: int) -> None:
        store.row = row  # type: ignore[method-assign]
        raise DiskFull(tmp_path, detail="full")

    store.row = full  # type: ignore[method-assign, assignment]
    await here.club.play_on(table.id)
    assert await standing(here) == 1
    assert store.row == row, "it was not tried"
    await here.club.play_on(other.id)
    assert await standing(here) == 0
    assert "never retrieved" not in caplog.text


def text_of(here: Reminded) -> str:
    """What the one reminder that stands says."""
    (found,) = [one for one in here.club.discord.messages.values() if one.post.startswith("reminder")]
    return said(found.components)


async def of_three_tables(path: Path) -> tuple[Reminded, list[Table]]:
    """One message has told somebody that three tables wait for them."""
    here, table = await begun(path)
    tables = [table]
    while len(tables) < 3:
        other = await here.club.started(*PEOPLE, pace="day")
        while await here.turn(other.id) != await here.turn(table.id):
            await here.club.play_on(other.id)
        tables.append(other)
    await here.club.shown()
    await here.pass_by(HALF)
    return here, tables


async def test_a_reminder_of_several_tables_tells_of_the_plays_that_are_left(tmp_path: Path) -> None:
    here, tables = await of_three_tables(tmp_path / "a.db")
    assert "3 tables wait for you" in text_of(here)
    sent = len(here.told)
    for made, left in ((tables[1], [tables[0], tables[2]]), (tables[0], [tables[2]])):
        await here.club.play_on(made.id)
        assert await standing(here) == 1
        named = [table for table in tables if f"**{table.name}**" in text_of(here)]
        assert named == left
    assert len(here.told) == sent
    await here.club.play_on(tables[2].id)
    assert await standing(here) == 0


async def test_the_next_life_tells_of_the_plays_that_are_left(tmp_path: Path) -> None:
    here, tables = await of_three_tables(tmp_path / "a.db")
    here.club.reminders.standing.look = lambda _: None  # type: ignore[assignment, method-assign]
    await here.club.play_on(tables[0].id)
    await here.club.shown()
    assert f"**{tables[0].name}**" in text_of(here)
    await here.club.die()
    here.club = await Club.born(tmp_path / "a.db", here.club.discord, here.club.time)
    await here.club.reminders.standing.read_up()
    await here.club.shown()
    assert f"**{tables[0].name}**" not in text_of(here)
    for table in tables[1:]:
        await here.club.play_on(table.id)
    assert await standing(here) == 0


async def test_a_reminder_that_may_not_be_edited_any_more_stays_and_is_asked_for_once_a_play(tmp_path: Path) -> None:
    here, tables = await of_three_tables(tmp_path / "a.db")
    edits = []

    def too_old(what: str) -> None:
        (message,) = [one for one in here.club.discord.messages.values() if one.post.startswith("reminder")]
        if what == f"edit {message.id}":
            edits.append(what)
            raise TooManyOldEdits("30046")

    here.club.discord.before = too_old
    await here.club.play_on(tables[0].id)
    await here.club.play_on(tables[0].id)
    assert await standing(here) == 1
    assert len(edits) == 1
    here.club.discord.before = lambda _: None
    for table in tables[1:]:
        await here.club.play_on(table.id)
    assert await standing(here) == 0


async def shut(path: Path, wish: str | None = "thread") -> tuple[Reminded, Table, Callable[[], None]]:
    """A table whose thread takes nothing from us when half of the time is over; how it opens again."""
    here, table = await begun(path, closed=set() if wish else set(PEOPLE))
    turn = await here.turn(table.id)
    (key,) = await here.club.meet(turn)
    if wish is not None:
        await here.club.people.wish(key, "reminders", wish)
    (thread,) = here.club.discord.threads

    def refuse(what: str) -> None:
        if what == f"send {thread}":
            raise NoAccess("50001")

    def open_again() -> None:
        here.club.discord.before = lambda _: None

    here.club.discord.before = refuse
    return here, table, open_again


@pytest.mark.parametrize("wish", ["thread", None])
async def test_a_reminder_that_its_thread_refuses_comes_when_the_thread_takes_it(
    tmp_path: Path, wish: str | None
) -> None:
    """By wish, or because no DM reaches them."""
    here, table, open_again = await shut(tmp_path / "a.db", wish)
    turn = await here.turn(table.id)
    assert await here.pass_by(HALF + HOUR) == []
    open_again()
    assert [one.where for one in await here.pass_by(HOUR)] == [f"thread, {NAMES[turn]}"]
    assert [one.after for one in await here.pass_by(DAY - HALF - 2 * HOUR - 1)] == [FIFTH]


async def test_it_comes_at_once_when_something_tells_that_the_thread_may_be_open(tmp_path: Path) -> None:
    here, table, open_again = await shut(tmp_path / "a.db")
    turn = await here.turn(table.id)
    await here.pass_by(HALF + HOUR)
    await here.club.people.meet(turn, f"Person {turn}", here.club.time.now - HOUR)
    open_again()
    (place,) = here.club.breaker.resting()
    here.club.time.now = here.club.breaker.resting()[place].asked_at + 5 * MINUTE
    assert await here.pass_by(0) == []
    here.club.breaker.hint([place])
    await here.club.shown()
    assert len(await here.pass_by(0)) == 1


async def test_both_moments_that_a_thread_has_refused_are_one_reminder(tmp_path: Path) -> None:
    here, _, open_again = await shut(tmp_path / "a.db")
    assert await here.pass_by(FIFTH + MINUTE) == []
    open_again()
    assert len(await here.pass_by(DAY - FIFTH - MINUTE - 1)) == 1


async def test_a_refused_reminder_of_a_play_that_is_made_does_not_come(tmp_path: Path) -> None:
    here, table, open_again = await shut(tmp_path / "a.db")
    await here.pass_by(HALF + HOUR)
    await here.club.play_on(table.id)
    open_again()
    assert await here.pass_by(2 * HOUR) == []


async def test_a_refused_reminder_comes_in_the_next_life_and_the_thread_is_not_asked_too_often(tmp_path: Path) -> None:
    here, _, open_again = await shut(tmp_path / "a.db")
    before = len(here.club.discord.log)
    await here.pass_by(HALF + 3 * HOUR)
    assert len([one for one in here.club.discord.log[before:] if one.startswith("send")]) <= 12
    await here.club.die()
    here.club = await Club.born(tmp_path / "a.db", here.club.discord, here.club.time)
    here.club.discord.after = here._note
    open_again()
    assert len(await here.pass_by(HOUR)) == 1


@pytest.mark.parametrize("way", ["pause", "lost"])
async def test_a_reminder_that_waits_while_time_stands_still_comes_when_it_goes_on(tmp_path: Path, way: str) -> None:
    here, table = await begun(tmp_path / "a.db")
    turn = await here.turn(table.id)

    def busy(what: str) -> None:
        if what == f"send {turn}":
            raise Later("503")

    here.club.discord.before = busy
    assert await here.pass_by(HALF) == []
    if way == "pause":
        await here.club.do(table.id, actions.Propose("organiser", "pause", manager=True))
    else:
        await here.club.tables.lose(table.id)
    here.club.discord.before = lambda _: None
    assert await here.pass_by(DAY) == []
    if way == "pause":
        await here.club.do(table.id, actions.Resume("organiser", True))
    else:
        await here.club.tables.find(table.id)
    assert who(await here.pass_by(MINUTE)) == [(HALF + DAY, NAMES[turn])]
