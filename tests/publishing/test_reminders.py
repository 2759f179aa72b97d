"""People are called and reminded of plays that they owe: in time, once, where they wish, whatever dies in between."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.discord_api.errors import Later, NoAccess, TooManyOldEdits
from bot.publishing import delivery_queues
from bot.publishing.idempotent_sender import NONCE_KEPT
from bot.publishing.reminder_clock import AGAIN_AFTER
from bot.runtime.times import DAY, HOUR, MINUTE, SECOND
from bot.store import DiskFull
from bot.tables import actions
from bot.tables.table import Table
from simulation.scripted_people import LONG
from tests.bot.fake_discord import EVERY_STEP, Crash, FakeDiscord, FakePost
from tests.bot.running_bot import GUILD, RunningBot, SetClock, StartBot

AJA, MALIK, IVALU, NUKA = PEOPLE = (11, 12, 13, 14)
NAMES = {11: "Aja", 12: "Malik", 13: "Ivalu", 14: "Nuka"}
HALF, FIFTH = DAY // 2, DAY * 4 // 5


class SentReminder(NamedTuple):
    """A call or reminder as it was sent: how long after the start, where (a person's DM, or `thread`), what it says."""

    after: int
    where: str
    text: str


class ReminderWatch:
    """A bot at which all that is sent as a call or a reminder is written down with the time."""

    def __init__(self, bot: RunningBot) -> None:
        self.bot = bot
        self.begun = bot.time.now
        self.told: list[SentReminder] = []
        self.has_told = asyncio.Event()
        self.looks = False
        """True while time passes and nobody does anything: then a hand that is sent calls somebody."""
        self.sweeps = False
        """True if the sweep runs as time passes."""
        bot.discord.after = self._note

    def _note(self, what: str) -> None:
        if not what.startswith("send "):
            return
        message = max(self.bot.discord.messages.values(), key=lambda one: one.id)
        if message.post.startswith(("reminder", "hand", "call") if self.looks else "reminder"):
            where = NAMES.get(message.channel, f"thread, {NAMES.get(message.mention or 0)}")
            self.told.append(SentReminder(self.bot.time.now - self.begun, where, said(message.components)))
            self.has_told.set()

    async def pass_by(self, ms: int) -> list[SentReminder]:
        """So much time passes; what is told in it."""
        before, until = len(self.told), self.bot.time.now + ms
        while True:
            await self.look()
            due = await self.bot.store.next_reminder(self.bot.time.now)
            if due is None or due > until:
                break
            self.bot.time.now = due
        self.bot.time.now = until
        await self.look()
        return self.told[before:]

    async def look(self) -> None:
        """Do as the loop does: run again at once when something is due to be sent now."""
        await self.bot.shown()
        self.looks = True
        if self.sweeps:
            await self.bot.publisher.sweep()
            await self.bot.shown()
        while True:
            await self.bot.reminders.act(self.bot.time.now)
            await self.bot.shown()
            if not await self.bot.store.due_digests(self.bot.time.now):
                break
        self.looks = False

    async def turn(self, table_id: int) -> int:
        """The Discord id of who is to play."""
        loaded = await self.bot.tables.get(table_id)
        assert loaded is not None
        assert loaded.table.turn is not None
        person = loaded.table.seats[loaded.table.turn].person
        assert person is not None
        return (await self.bot.people.rows([person]))[person].discord_id or 0


def said(components: object) -> str:
    """All text of a message."""
    return "\n".join(re.findall(r'"content": "(.*?)"', json.dumps(components, ensure_ascii=False)))


def labels(components: object) -> list[str]:
    return re.findall(r'"label": "(.*?)"', json.dumps(components, ensure_ascii=False))


async def begun(start_bot: StartBot, pace: str = "day", seats: int = 4, **discord: Any) -> tuple[ReminderWatch, Table]:
    """A table of four people at which nobody has been for a while but to open it."""
    bot = await start_bot(FakeDiscord(**discord))
    table = await bot.started(*PEOPLE[:seats], seats=seats, pace=pace)
    await bot.shown()
    return ReminderWatch(bot), table


def who(told: list[SentReminder]) -> list[tuple[int, str]]:
    return [(one.after, one.where) for one in told]


@pytest.mark.parametrize(
    ("pace", "called", "reminded", "over"),
    [
        ("live", 45 * SECOND, 216 * SECOND, 270 * SECOND),
        ("evening", 5 * MINUTE, 32 * MINUTE, 40 * MINUTE),
        ("day", HALF, FIFTH, DAY),
        ("three-days", 36 * HOUR, 3 * DAY * 4 // 5, 3 * DAY),
        ("20+0", 10 * SECOND, 16 * SECOND, 20 * SECOND),
    ],
)
async def test_who_sleeps_is_called_after_half_of_a_plays_time_and_reminded_when_a_fifth_of_all_is_left(
    start_bot: StartBot, pace: str, called: int, reminded: int, over: int
) -> None:
    here, table = await begun(start_bot, pace)
    name = NAMES[await here.turn(table.id)]
    assert who(await here.pass_by(over - 1)) == [(called, name), (reminded, name)]


async def test_without_a_clock_who_sleeps_is_called_after_a_day_and_never_again(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "none")
    name = NAMES[await here.turn(table.id)]
    assert who(await here.pass_by(60 * DAY)) == [(DAY, name)]


async def test_at_the_next_turn_they_are_called_anew(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "none", seats=2)
    for _ in range(2):
        await here.bot.play_on(table.id)
        (told,) = await here.pass_by(DAY)
        assert told.where == NAMES[await here.turn(table.id)]


@pytest.mark.parametrize("pace", ["live", "none"])
async def test_who_is_alone_with_computers_is_never_called(start_bot: StartBot, pace: str) -> None:
    bot = await start_bot(FakeDiscord())
    table = await bot.started(AJA, pace=pace)
    while (table := (await bot.tables.existing(table.id)).table).asked is None:
        await bot.play_on(table.id)
    assert await ReminderWatch(bot).pass_by(9 * DAY) == []


async def test_a_call_is_the_hand_with_its_buttons_in_place_of_the_last_one(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")
    turn = await here.turn(table.id)
    (before,) = hands_of(here, turn)
    await here.pass_by(45 * SECOND)
    (now,) = hands_of(here, turn)
    assert now.id > before.id
    assert labels(now.components) == labels(before.components)


def hands_of(here: ReminderWatch, person: int) -> list[FakePost]:
    return [one for one in here.bot.discord.messages.values() if one.channel == person]


async def test_who_was_active_before_their_turn_is_called_in_time(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")
    turn = await here.turn(table.id)
    await here.bot.people.meet(turn, f"Person {turn}", here.begun - SECOND)
    assert who(await here.pass_by(MINUTE)) == [(45 * SECOND, NAMES[turn])]


async def test_who_presses_something_during_their_turn_is_called_half_a_minute_later(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")
    turn = await here.turn(table.id)
    await here.pass_by(40 * SECOND)
    await here.bot.people.meet(turn, f"Person {turn}", here.bot.time.now)
    assert who(await here.pass_by(MINUTE)) == [(70 * SECOND, NAMES[turn])]


async def test_whoever_presses_elsewhere_all_the_time_is_called_when_the_time_of_a_play_is_over(
    start_bot: StartBot,
) -> None:
    here, table = await begun(start_bot, "live")
    turn = await here.turn(table.id)
    told = []
    for _ in range(10):
        await here.bot.people.meet(turn, f"Person {turn}", here.bot.time.now)
        told += await here.pass_by(10 * SECOND)
    assert who(told) == [(90 * SECOND, NAMES[turn])]


async def nudged(here: ReminderWatch, table: Table, by: int) -> None:
    (key,) = await here.bot.meet(by)
    answer = await here.bot.do(table.id, actions.Nudge(key))
    assert answer.refused is None
    await here.bot.shown()


def sleepy(turn: int) -> int:
    """Somebody else than the person on turn."""
    return next(one for one in PEOPLE if one != turn)


async def test_who_is_nudged_gets_the_hand_anew_and_reads_who_waits(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")
    turn = await here.turn(table.id)
    await here.bot.people.meet(turn, f"Person {turn}", here.begun)
    (before,) = hands_of(here, turn)
    await here.pass_by(30 * SECOND)
    await nudged(here, table, sleepy(turn))
    (now,) = hands_of(here, turn)
    assert now.id > before.id
    assert f"**Person {sleepy(turn)} is waiting for you.**" in said(now.components)
    assert who(await here.pass_by(20 * SECOND)) == [(45 * SECOND, NAMES[turn])], "the call comes all the same"
    await here.bot.play_on(table.id)
    await here.bot.shown()
    assert "is waiting for you" not in said(hands_of(here, turn)[0].components)


async def test_who_takes_no_dms_is_nudged_in_the_thread(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live", closed=set(PEOPLE))
    turn = await here.turn(table.id)
    await here.pass_by(30 * SECOND)
    await nudged(here, table, sleepy(turn))
    (mention,) = [one for one in here.bot.discord.messages.values() if one.mention == turn]
    assert said(mention.components).startswith(
        f"<@{turn}>, it is your turn. **Person {sleepy(turn)} is waiting for you.**"
    )


async def test_a_nudge_comes_in_the_next_life(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")
    turn = await here.turn(table.id)
    (before,) = hands_of(here, turn)
    await here.pass_by(30 * SECOND)

    def die(what: str) -> None:
        if what == f"send {turn}":
            raise Crash

    here.bot.discord.before = die
    await here.bot.do(table.id, actions.Nudge((await here.bot.meet(sleepy(turn)))[0]))
    await here.bot.shown()
    here.bot.discord.before = lambda _: None
    await here.bot.kill()
    here.bot = await start_bot(here.bot.discord, here.bot.time)
    await here.bot.publisher.sweep()
    await here.bot.shown()
    (now,) = hands_of(here, turn)
    assert now.id > before.id


async def test_at_a_live_table_quiet_hours_and_wishes_keep_nobody_from_being_called(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")  # 08:00 UTC
    turn = await here.turn(table.id)
    (key,) = await here.bot.meet(turn)
    for name, value in (("quiet_from", "07:00"), ("quiet_to", "12:00"), ("reminders", "none")):
        await here.bot.people.change_preference(key, name, value)
    assert who(await here.pass_by(MINUTE)) == [(45 * SECOND, NAMES[turn])]


async def test_while_the_clock_stands_for_a_question_nobody_is_reminded(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, "live")
    loaded = await here.bot.tables.get(table.id)
    assert loaded is not None
    turn = loaded.table.turn
    assert turn is not None
    seats = loaded.table.seats
    name = NAMES[await here.turn(table.id)]
    here.bot.time.now += 46 * SECOND  # a moment has come that is not told yet: they may have just been here
    await here.bot.do(table.id, actions.Propose(seats[turn - 1].person or "", "pause"))
    assert who(await here.pass_by(90 * SECOND - 1)) == []
    await here.bot.do(table.id, actions.Disagree(seats[turn - 2].person or ""))
    assert who(await here.pass_by(MINUTE)) == [(136 * SECOND, name)]


async def test_a_reminder_tells_until_when_and_has_the_ways_to_hand_and_table(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    _, told = await here.pass_by(FIFTH)
    assert f"**{table.name}**: it is your turn. Due <t:{(here.begun + DAY) // 1000}:R>." in told.text
    message = next(one for one in here.bot.discord.messages.values() if one.post.startswith("reminder"))
    assert labels(message.components) == [f"My hand at {table.name}", f"Go to {table.name}", "My tables"]


async def test_after_they_have_played_nobody_is_reminded(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    here.bot.time.now += HALF - 1
    await here.bot.play_on(table.id)
    assert await here.pass_by(HALF - 1) == []


async def test_who_has_been_here_within_ten_minutes_is_reminded_ten_minutes_after(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    turn = await here.turn(table.id)
    await here.pass_by(FIFTH - 4 * MINUTE)
    await here.bot.people.meet(turn, f"Person {turn}", here.bot.time.now)
    assert who(await here.pass_by(HOUR)) == [(FIFTH + 6 * MINUTE, NAMES[turn])]


async def test_in_quiet_hours_reminders_wait_and_are_one_when_they_are_over(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)  # 2027-01-15, 08:00 UTC
    turn = await here.turn(table.id)
    (key,) = await here.bot.meet(turn)
    for name, value in (("quiet_from", "19:00"), ("quiet_to", "04:00"), ("zone", "Atlantic/Reykjavik")):
        await here.bot.people.change_preference(key, name, value)
    assert who(await here.pass_by(DAY - 1)) == [(20 * HOUR, NAMES[turn])]


async def test_who_ends_the_quiet_hours_by_hand_is_told_what_was_held_back(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    turn = await here.turn(table.id)
    (key,) = await here.bot.meet(turn)
    await here.bot.people.change_preference(key, "quiet_from", "19:00")
    assert await here.pass_by(14 * HOUR) == []
    await here.bot.people.change_preference(key, "quiet_from", None)
    await here.bot.reminders.release(key)
    assert who(await here.pass_by(0)) == [(14 * HOUR, NAMES[turn])]


@pytest.mark.parametrize(("wish", "where"), [("dm", "{}"), ("thread", "thread, {}"), ("none", "")])
async def test_people_are_reminded_where_they_wish(start_bot: StartBot, wish: str, where: str) -> None:
    here, table = await begun(start_bot)
    turn = await here.turn(table.id)
    (key,) = await here.bot.meet(turn)
    await here.bot.people.change_preference(key, "reminders", wish)
    expected = [(HALF, where.format(NAMES[turn]))] if where else []
    assert who(await here.pass_by(HALF)) == expected
    if wish == "thread":
        (told,) = here.told
        assert told.text.startswith(f"<@{turn}>, it is your turn. Due")


async def test_whom_no_dm_reaches_is_mentioned_in_the_thread(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, closed=set(PEOPLE))
    turn = await here.turn(table.id)
    assert who(await here.pass_by(DAY - 1)) == [(HALF, f"thread, {NAMES[turn]}"), (FIFTH, f"thread, {NAMES[turn]}")]


async def test_of_several_tables_one_message_tells_soonest_first(start_bot: StartBot) -> None:
    here, first = await begun(start_bot, seats=2)
    turn, ids = await here.turn(first.id), [first.id]
    while len(ids) < 3:
        other = await here.bot.started(*PEOPLE[:2], seats=2, pace="three-days" if len(ids) == 1 else "day")
        if await here.turn(other.id) == turn:
            ids.append(other.id)
        else:
            await here.bot.do(other.id, actions.Propose("organiser", "pause", manager=True))
    (key,) = await here.bot.meet(turn)
    await here.bot.people.change_preference(key, "quiet_from", "18:00")  # UTC: ten hours later
    await here.bot.people.change_preference(key, "quiet_to", "07:59")
    told = [one for one in await here.pass_by(DAY - 1) if one.where == NAMES[turn]]
    assert [one.after for one in told] == [DAY - MINUTE]
    lines = told[0].text.replace("\\n", "\n").splitlines()
    assert lines[0] == "### 2 tables wait for you"
    assert len(lines) == 3
    assert [str((here.begun + DAY) // 1000) in line for line in lines[1:]] == [True, True]


async def test_who_is_the_last_of_a_trick_is_told_so(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    for _ in range(3):
        await here.bot.play_on(table.id)
    _, told = await here.pass_by(FIFTH)
    assert "you are the last one to play in this trick" in told.text


async def test_at_a_paused_table_and_for_who_is_away_nobody_is_reminded(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    await here.bot.do(table.id, actions.Propose("organiser", "pause", manager=True))
    assert await here.pass_by(3 * DAY) == []
    await here.bot.do(table.id, actions.Resume("organiser", True))
    (key,) = await here.bot.meet(await here.turn(table.id))
    await here.bot.do(table.id, actions.Away(key, here.bot.time.now + 9 * DAY))
    assert [one for one in await here.pass_by(DAY - 1) if one.where == NAMES[PEOPLE[table.turn or 0]]] == []


async def test_after_a_pause_the_rest_of_the_time_is_what_counts(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    await here.pass_by(6 * HOUR)
    await here.bot.do(table.id, actions.Propose("organiser", "pause", manager=True))
    await here.pass_by(2 * DAY)
    await here.bot.do(table.id, actions.Resume("organiser", True))
    assert [one.after for one in await here.pass_by(18 * HOUR - 1)] == [2 * DAY + HALF, 2 * DAY + FIFTH]


async def test_time_in_which_a_server_was_away_moves_its_reminders(start_bot: StartBot) -> None:
    here, _ = await begun(start_bot)
    await here.pass_by(11 * HOUR)
    await here.bot.outages.note_lost_guild(GUILD)
    assert await here.pass_by(9 * HOUR) == []
    await here.bot.outages.note_found_guild(GUILD)
    assert [one.after for one in await here.pass_by(13 * HOUR)] == [9 * HOUR + HALF, 9 * HOUR + FIFTH]


@pytest.fixture
def no_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queue does not wait for Discord to be less busy."""
    monkeypatch.setattr(delivery_queues, "TRIES", ())


@pytest.mark.usefixtures("no_retries")
async def test_while_discord_is_busy_a_call_waits_and_then_comes_once(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    turn = await here.turn(table.id)
    await here.pass_by(HALF - 1)

    def busy(what: str) -> None:
        if what == f"send {turn}":
            raise Later("503")

    here.bot.discord.before = busy
    assert await here.pass_by(AGAIN_AFTER) == []
    here.bot.discord.before = lambda _: None
    assert who(await here.pass_by(MINUTE)) == [(HALF + AGAIN_AFTER, NAMES[turn])]


@pytest.mark.usefixtures("no_retries")
async def test_a_call_that_is_old_news_when_discord_is_there_again_is_not_sent(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    turn = await here.turn(table.id)
    await here.pass_by(HALF - 1)

    def busy(what: str) -> None:
        if what == f"send {turn}":
            raise Later("503")

    here.bot.discord.before = busy
    await here.pass_by(1)
    await here.bot.play_on(table.id)
    here.bot.discord.before = lambda _: None
    assert await here.pass_by(HOUR) == []


async def test_the_loop_says_nothing_while_discord_is_lost_and_wakes_when_it_is_rung(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    bot, turn = here.bot, await here.turn(table.id)
    bot.time.now += HALF
    here.looks = True
    bot.services.heartbeat.begin()
    bot.outages.note_disconnect()
    await bot.reminders.look()
    assert here.told == []
    await bot.outages.note_reconnect()
    looking = asyncio.create_task(bot.reminders.look())
    async with asyncio.timeout(LONG):
        await here.has_told.wait()
    await bot.shown()
    assert who(here.told) == [(HALF, NAMES[turn])]
    bot.time.now += FIFTH - HALF
    bot.services.heartbeat.begin()
    here.has_told.clear()
    bot.reminders.look_again()
    await looking
    looking = asyncio.create_task(bot.reminders.look())
    async with asyncio.timeout(LONG):
        await here.has_told.wait()
    assert who(here.told) == [(HALF, NAMES[turn]), (FIFTH, NAMES[turn])]
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)


@EVERY_STEP
@pytest.mark.parametrize(
    ("first", "later", "when"),
    [
        (1, 1_000, "after"),
        (2, NONCE_KEPT + 1, "before"),
        pytest.param(1, 1_000, "before", marks=pytest.mark.slow),
        pytest.param(2, NONCE_KEPT + 1, "after", marks=pytest.mark.slow),
    ],
)
async def test_dying_at_any_step_calls_and_reminds_once(
    start_bot: StartBot, tmp_path: Path, when: str, first: int, later: int, every: int
) -> None:
    for step in count(min(first, every), every):
        discord, time = FakeDiscord(remembers_nonces=later < NONCE_KEPT), SetClock()
        lives = await _live_and_die(start_bot, tmp_path / f"{step}.db", discord, time, step, when, later)
        (reminder,) = [one for one in discord.messages.values() if one.post.startswith("reminder")]
        hands = [one for one in discord.messages.values() if one.channel in PEOPLE and one.post.startswith("hand")]
        assert Counter(one.channel for one in hands) == dict.fromkeys(PEOPLE, 1), (step, discord.log)
        assert max(hands, key=lambda hand: hand.id).channel == reminder.channel, (step, discord.log)
        if lives == 1:
            break
    assert step > 10


async def _live_and_die(
    start_bot: StartBot, path: Path, discord: FakeDiscord, time: SetClock, step: int, when: str, later: int
) -> int:
    """Be called and reminded, dying before or after a step, at Discord or in the store; how many lives it took."""
    bot = await start_bot(discord, time, path=path)
    await bot.started(*PEOPLE, pace="day")
    await bot.shown()
    left, lives = [step], 1
    _let_die(bot, left, when)
    for moment in (HALF, FIFTH - HALF):
        time.now += moment
        with suppress(Crash):
            await bot.reminders.act(time.now)
        await bot.shown()
        if left[0] <= 0 and lives == 1:
            discord.before = discord.after = lambda _: None
            await bot.kill()
            time.now += later
            bot, lives = await start_bot(discord, time, path=path), 2
            await bot.reminders.act(time.now)
            await bot.shown()
    await bot.kill()
    return lives


def _let_die(bot: RunningBot, left: list[int], when: str) -> None:
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

    bot.discord.before = lambda _: step("before")
    bot.discord.after = lambda _: step("after")
    for name in ("count_reminders", "put_message_states", "replace_digest"):
        setattr(bot.store, name, stepping(getattr(bot.store, name)))


async def standing(here: ReminderWatch) -> int:
    """The number of reminders that are visible somewhere."""
    await here.bot.shown()
    return sum(one.post.startswith("reminder") for one in here.bot.discord.messages.values())


async def test_a_reminder_goes_when_the_play_is_made(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    await here.pass_by(FIFTH)
    assert await standing(here) == 1
    await here.bot.play_on(table.id)
    assert await standing(here) == 0


async def test_a_reminder_in_a_thread_goes_too(start_bot: StartBot) -> None:
    here, table = await begun(start_bot, closed=set(PEOPLE))
    await here.pass_by(FIFTH)
    (thread,) = here.bot.discord.threads
    mentions = {one.post for one in here.bot.discord.messages.values() if one.channel == thread and one.mention}
    assert {post.partition(":")[0].partition(".")[0] for post in mentions} == {"call", "reminder"}
    await here.bot.play_on(table.id)
    await here.bot.shown()
    assert mentions.isdisjoint(one.post for one in here.bot.discord.messages.values())


async def test_a_reminder_of_two_tables_stays_until_both_plays_are_made(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    other = await here.bot.started(*PEOPLE, pace="day")
    while await here.turn(other.id) != await here.turn(table.id):
        await here.bot.play_on(other.id)
    await here.bot.shown()
    await here.pass_by(HALF)
    assert await standing(here) == 1
    await here.bot.play_on(table.id)
    assert await standing(here) == 1
    await here.bot.play_on(other.id)
    assert await standing(here) == 0


async def test_the_next_life_takes_away_what_has_served(start_bot: StartBot) -> None:
    here, table = await begun(start_bot)
    await here.pass_by(FIFTH)
    here.bot.reminders.cleanup.look = lambda _: None  # type: ignore[assignment, method-assign]
    await here.bot.play_on(table.id)
    assert await standing(here) == 1
    await here.bot.kill()
    here.bot = await start_bot(here.bot.discord, here.bot.time)
    await here.bot.reminders.cleanup.read_up()
    assert await standing(here) == 0


async def test_a_reminder_that_the_store_kept_from_going_goes_with_the_next_play_anywhere(
    start_bot: StartBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here, table = await begun(start_bot)
    other = await here.bot.started(*PEOPLE, pace="three-days")
    await here.pass_by(FIFTH)
    store, row = here.bot.store, here.bot.store.row

    async def full(_: int) -> None:
        store.row = row  # type: ignore[method-assign]
        raise DiskFull(tmp_path, detail="full")

    store.row = full  # type: ignore[method-assign, assignment]
    await here.bot.play_on(table.id)
    assert await standing(here) == 1
    assert store.row == row, "it was not tried"
    await here.bot.play_on(other.id)
    assert await standing(here) == 0
    assert "never retrieved" not in caplog.text


def text_of(here: ReminderWatch) -> str:
    """The text of the only visible reminder."""
    (found,) = [one for one in here.bot.discord.messages.values() if one.post.startswith("reminder")]
    return said(found.components)


async def of_three_tables(start_bot: StartBot) -> tuple[ReminderWatch, list[Table]]:
    """One message has told somebody that three tables wait for them."""
    here, table = await begun(start_bot)
    tables = [table]
    while len(tables) < 3:
        other = await here.bot.started(*PEOPLE, pace="day")
        while await here.turn(other.id) != await here.turn(table.id):
            await here.bot.play_on(other.id)
        tables.append(other)
    await here.bot.shown()
    await here.pass_by(HALF)
    return here, tables


async def test_a_reminder_of_several_tables_tells_of_the_plays_that_are_left(start_bot: StartBot) -> None:
    here, tables = await of_three_tables(start_bot)
    assert "3 tables wait for you" in text_of(here)
    sent = len(here.told)
    for made, left in ((tables[1], [tables[0], tables[2]]), (tables[0], [tables[2]])):
        await here.bot.play_on(made.id)
        assert await standing(here) == 1
        named = [table for table in tables if f"**{table.name}**" in text_of(here)]
        assert named == left
    assert len(here.told) == sent
    await here.bot.play_on(tables[2].id)
    assert await standing(here) == 0


async def test_the_next_life_tells_of_the_plays_that_are_left(start_bot: StartBot) -> None:
    here, tables = await of_three_tables(start_bot)
    here.bot.reminders.cleanup.look = lambda _: None  # type: ignore[assignment, method-assign]
    await here.bot.play_on(tables[0].id)
    await here.bot.shown()
    assert f"**{tables[0].name}**" in text_of(here)
    await here.bot.kill()
    here.bot = await start_bot(here.bot.discord, here.bot.time)
    await here.bot.reminders.cleanup.read_up()
    await here.bot.shown()
    assert f"**{tables[0].name}**" not in text_of(here)
    for table in tables[1:]:
        await here.bot.play_on(table.id)
    assert await standing(here) == 0


async def test_a_reminder_that_may_not_be_edited_any_more_stays_and_is_asked_for_once_a_play(
    start_bot: StartBot,
) -> None:
    here, tables = await of_three_tables(start_bot)
    edits = []

    def too_old(what: str) -> None:
        (message,) = [one for one in here.bot.discord.messages.values() if one.post.startswith("reminder")]
        if what == f"edit {message.id}":
            edits.append(what)
            raise TooManyOldEdits("30046")

    here.bot.discord.before = too_old
    await here.bot.play_on(tables[0].id)
    await here.bot.play_on(tables[0].id)
    assert await standing(here) == 1
    assert len(edits) == 1
    here.bot.discord.before = lambda _: None
    for table in tables[1:]:
        await here.bot.play_on(table.id)
    assert await standing(here) == 0


async def shut(start_bot: StartBot, wish: str | None = "thread") -> tuple[ReminderWatch, Table, Callable[[], None]]:
    """A table whose thread takes nothing from us when half of the time is over; how it opens again."""
    here, table = await begun(start_bot, closed=set() if wish else set(PEOPLE))
    turn = await here.turn(table.id)
    (key,) = await here.bot.meet(turn)
    if wish is not None:
        await here.bot.people.change_preference(key, "reminders", wish)
    (thread,) = here.bot.discord.threads

    def refuse(what: str) -> None:
        if what == f"send {thread}":
            raise NoAccess("50001")

    def open_again() -> None:
        here.bot.discord.before = lambda _: None

    here.bot.discord.before = refuse
    here.sweeps = True
    return here, table, open_again


@pytest.mark.parametrize("wish", ["thread", None])
async def test_a_reminder_that_its_thread_refuses_comes_when_the_thread_takes_it(
    start_bot: StartBot, wish: str | None
) -> None:
    """The reminder goes to the thread by preference, or because no DM reaches the person."""
    here, table, open_again = await shut(start_bot, wish)
    turn = await here.turn(table.id)
    assert await here.pass_by(HALF + HOUR) == []
    open_again()
    assert [one.where for one in await here.pass_by(HOUR)] == [f"thread, {NAMES[turn]}"]
    told = await here.pass_by(DAY - HALF - 1)
    assert [one.after for one in told] == [FIFTH + 2 * HOUR], "the time in which the table could not be shown counts"


async def test_it_comes_at_once_when_something_tells_that_the_thread_may_be_open(start_bot: StartBot) -> None:
    here, table, open_again = await shut(start_bot)
    turn = await here.turn(table.id)
    await here.pass_by(HALF + HOUR)
    await here.bot.people.meet(turn, f"Person {turn}", here.bot.time.now - HOUR)
    open_again()
    (place,) = here.bot.breaker.open_circuits()
    here.bot.time.now = here.bot.breaker.open_circuits()[place].asked_at + 20 * SECOND
    assert await here.pass_by(0) == []
    here.looks = True
    here.bot.breaker.hint([place])
    await here.bot.shown()
    assert len(here.told) == 1
    assert await here.pass_by(MINUTE) == []


async def test_both_moments_that_a_thread_has_refused_are_one_reminder(start_bot: StartBot) -> None:
    here, _, open_again = await shut(start_bot)
    assert await here.pass_by(FIFTH + MINUTE) == []
    open_again()
    assert len(await here.pass_by(DAY - FIFTH - MINUTE - 1)) == 1


def mentions(told: list[SentReminder]) -> list[SentReminder]:
    return [one for one in told if one.where.startswith("thread")]


async def test_a_refused_reminder_of_a_play_that_is_made_does_not_come(start_bot: StartBot) -> None:
    here, table, open_again = await shut(start_bot)
    await here.pass_by(HALF + HOUR)
    await here.bot.play_on(table.id)
    open_again()
    assert mentions(await here.pass_by(2 * HOUR)) == []


async def test_a_refused_reminder_comes_in_the_next_life_and_the_thread_is_not_asked_too_often(
    start_bot: StartBot,
) -> None:
    here, _, open_again = await shut(start_bot)
    before = len(here.bot.discord.log)
    await here.pass_by(HALF + 3 * HOUR)
    assert len([one for one in here.bot.discord.log[before:] if one.startswith("send")]) <= 12
    await here.bot.kill()
    here.bot = await start_bot(here.bot.discord, here.bot.time)
    here.bot.discord.after = here._note
    here.sweeps = True
    open_again()
    assert len(mentions(await here.pass_by(HOUR))) == 1


@pytest.mark.usefixtures("no_retries")
@pytest.mark.parametrize("way", ["pause", "lost"])
async def test_a_call_that_waits_while_time_stands_still_comes_when_it_goes_on(start_bot: StartBot, way: str) -> None:
    here, table = await begun(start_bot)
    turn = await here.turn(table.id)

    def busy(what: str) -> None:
        if what == f"send {turn}":
            raise Later("503")

    here.bot.discord.before = busy
    assert await here.pass_by(HALF) == []
    if way == "pause":
        await here.bot.do(table.id, actions.Propose("organiser", "pause", manager=True))
    else:
        await here.bot.tables.lose(table.id)
    here.bot.discord.before = lambda _: None
    (before,) = hands_of(here, turn)
    assert await here.pass_by(DAY) == []
    if way == "pause":
        await here.bot.do(table.id, actions.Resume("organiser", True))
    else:
        await here.bot.tables.find(table.id)
    await here.bot.shown()
    assert await here.pass_by(MINUTE) == [], "what goes on has called them"
    (now,) = hands_of(here, turn)
    assert now.id > before.id
