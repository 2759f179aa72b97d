"""Two weeks at three tables: absences, an outage, a substitute, a pause, nights in two zones, a change of the clocks.

What was said to whom and when, and which deadlines passed, is compared to the second with what the rules say, told here
in other words: second by second.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from bot.publishing.reminder_clock import Call
from bot.tables import Committed, LoadedTable, actions, deals
from bot.tables.table import Table
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import GUILD, RunningBot, SetClock, StartBot
from tests.publishing.test_reminders import said

AJA, MALIK, IVALU, NUKA, PIPALUK = 11, 12, 13, 14, 15
DAY, HOUR, MINUTE = 86_400, 3_600, 60
BEGIN = datetime(2026, 3, 20, 9, 0, 13, tzinfo=UTC)
"""Clocks are set forward on the ninth night, in Greenland as in Denmark."""
END = BEGIN + timedelta(days=14)
NOT_YET = 1 << 60
PACES = {"A": ("day", DAY), "B": ("three-days", 3 * DAY), "C": ("day", DAY)}
QUIET = {AJA: ("America/Nuuk", "22:00", "07:00"), MALIK: ("Europe/Copenhagen", "23:00", "06:30")}
IN_THREAD = {MALIK, NUKA}
"""Malik wishes it, and Nuka takes no DMs."""


Happening = tuple[int, Callable[[], Awaitable[None]]]
"""The time when it happens (seconds since the epoch), and what."""


def second(day: int, clock: str) -> int:
    """So many days after the beginning, at this time (UTC); seconds since the epoch."""
    hours, minutes, seconds = map(int, clock.split(":"))
    midnight = BEGIN.replace(hour=0, minute=0, second=0)
    return int((midnight + timedelta(days=day, hours=hours, minutes=minutes, seconds=seconds)).timestamp())


class DueLine(NamedTuple):
    table: str
    deadline: int
    last: bool


class ExpectedReminder(NamedTuple):
    """A call or a reminder: when, to whom, in a thread or by DM, of which plays (a call says of none that it is the
    last).
    """

    at: int
    person: int
    in_thread: bool
    lines: tuple[DueLine, ...]


@dataclass
class Turn:
    """A person is asked for a play from `began` until `ended`; `missed`: because the time was over."""

    table: str
    person: int
    last: bool
    play: tuple[object, ...]
    began: int
    ended: int = 0
    missed: bool = False


@dataclass
class Fortnight:
    """An event, and the record of it."""

    start_bot: StartBot
    bot: RunningBot
    people: dict[str, int]
    tables: dict[int, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    asking: dict[str, Turn] = field(default_factory=dict)
    visits: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    stopped: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """The spans of time that did not count at each table."""
    questions: dict[str, int] = field(default_factory=dict)
    """Since when a pause is asked for there, for which time does not pass."""
    told: list[ExpectedReminder] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)

    @property
    def now(self) -> int:
        return self.bot.time.now // 1000

    def key(self, person: int) -> str:
        return next(key for key, one in self.people.items() if one == person)

    # What is written down

    def watch(self) -> None:
        self.bot.tables.listen(self._changed)
        self.bot.discord.after = self._sent
        self.bot.reminders.call = self._note_calls(self.bot.reminders.call)

    def _note_calls(self, call: Call) -> Call:
        async def noted(loaded: LoadedTable, seat: int) -> bool:
            if has_called := await call(loaded, seat):
                person, end = self.people[loaded.table.seats[seat].person or ""], loaded.row.deadline_at or 0
                line = DueLine(self.tables[loaded.table.id], end // 1000, last=False)
                self.told.append(ExpectedReminder(self.now, person, person in IN_THREAD, (line,)))
            return has_called

        return noted

    def _changed(self, change: Committed) -> None:
        if change.table.id not in self.tables:
            return
        name, asked = self.tables[change.table.id], _asked(change.table)
        missed = any(isinstance(action, actions.Miss) for action, _ in change.done)
        self.opened += [self.now for action, _ in change.done if isinstance(action, actions.OpenSeat)]
        if change.table.paused != self._is_stopped(name):
            self._stop_or_go_on(name)
        self._ask_or_answer(name, change.table)
        before = self.asking.get(name)
        if before is not None and (asked is None or asked != before.play or missed):
            before.ended, before.missed = self.now, missed
            self.turns.append(self.asking.pop(name))
        if asked is not None and name not in self.asking:
            self._begin(change.table, name, asked)

    def _is_stopped(self, name: str) -> bool:
        return bool(self.stopped[name]) and self.stopped[name][-1][1] == NOT_YET

    def _stop_or_go_on(self, name: str) -> None:
        """Stop the time at the table, or let it go on."""
        if self._is_stopped(name):
            self.stopped[name][-1] = (self.stopped[name][-1][0], self.now)
        else:
            self.stopped[name].append((self.now, NOT_YET))

    def _ask_or_answer(self, name: str, table: Table) -> None:
        """Somebody asks for a pause there, or that is answered: for an hour at most time does not pass meanwhile."""
        if table.pending is not None and table.pending.stands:
            self.questions.setdefault(name, self.now)
        elif name in self.questions:
            asked = self.questions.pop(name)
            self.stopped[name].insert(0, (asked, min(self.now, asked + HOUR)))

    def _begin(self, table: Table, name: str, asked: tuple[object, ...]) -> None:
        assert table.turn is not None
        person = self.people[table.seats[table.turn].person or ""]
        self.asking[name] = Turn(name, person, len(table.view(None).trick) == 3, asked, self.now)

    def _sent(self, what: str) -> None:
        message = max(self.bot.discord.messages.values(), key=lambda one: one.id, default=None)
        if not what.startswith("send ") or message is None or not message.post.startswith("reminder"):
            return
        text = said(message.components)
        ends = [int(one) for one in re.findall(r"<t:(\d+):R>", text)]
        last = ["you are the last one" in one for one in re.findall(r"[^:]*<t:", text)]
        if message.mention is not None:
            (table,) = {json.dumps(message.components).split("v1:hand:")[1].split("@")[0]}
            lines = [DueLine(self.tables[int(table)], ends[0], "you are the last one" in text)]
            self.told.append(ExpectedReminder(self.now, message.mention, True, tuple(lines)))
        else:
            where = [self.names[one] for one in re.findall(r"\*\*(\w+)\*\*", text)]
            self.told.append(ExpectedReminder(self.now, message.channel, False, tuple(map(DueLine, where, ends, last))))

    # What happens

    async def act(self, person: int, do: Callable[[Table], actions.TableAction | None]) -> None:
        """A person comes by, and does something at the tables where there is something to do."""
        await self.bot.people.meet(person, f"Person {person}", self.bot.time.now)
        self.visits[person].append(self.now)
        for table_id in self.tables:
            loaded = await self.bot.tables.get(table_id)
            assert loaded is not None
            action = do(loaded.table)
            if action is not None:
                answer = await self.bot.do(table_id, action)
                assert answer.refused is None, answer.refused

    async def settle(self) -> None:
        """Run what the loops would run now."""
        bot = self.bot
        await bot.shown()
        while bot.outages.is_connected:
            due = await bot.store.due(bot.time.now, bot.outages.lost_guilds)
            for table_id in due:
                await bot.tables.tick(table_id)
            await bot.reminders.act(bot.time.now)
            await bot.shown()
            if not due and not await bot.store.due_digests(bot.time.now):
                return

    async def live(self, happenings: list[Happening], until: int) -> None:
        """Everything that happens, and everything that is due meanwhile, in its order."""
        waiting = sorted(happenings, key=lambda one: one[0])
        while True:
            bot = self.bot
            moments = [await bot.store.next_due(bot.time.now), await bot.store.next_reminder(bot.time.now)]
            at = min([moment for moment in moments if moment is not None] + [one[0] * 1000 for one in waiting[:1]])
            if at > until * 1000:
                bot.time.now = until * 1000
                return
            bot.time.now = max(at, bot.time.now)
            while waiting and waiting[0][0] * 1000 <= bot.time.now:
                await waiting.pop(0)[1]()
            await self.settle()

    async def outage(self, seconds: int) -> None:
        """The process is killed, and comes back after so long."""
        time, discord, lost = self.bot.time, self.bot.discord, self.now
        await self.bot.outages.beat()
        await self.bot.kill()
        time.now += seconds * 1000
        self.bot = await self.start_bot(discord, time)
        for table_id in self.tables:
            await self.bot.tables.get(table_id)
        self.watch()
        await self.bot.outages.begin()
        await self.bot.outages.note_reconnect()
        for name in self.tables.values():
            self.stopped[name].append((lost, self.now))

    async def lose_server(self) -> None:
        await self.bot.outages.note_lost_guild(GUILD)
        for name in self.tables.values():
            self._stop_or_go_on(name)

    async def find_server(self) -> None:
        await self.bot.outages.note_found_guild(GUILD)
        for name in self.tables.values():
            self._stop_or_go_on(name)


def _asked(table: Table) -> tuple[object, ...] | None:
    """The play that a person is asked for; None while nobody is."""
    seat = None if table.turn is None else table.seats[table.turn]
    if table.asked is None or seat is None or table.hand is None or table.missing == table.turn:
        return None
    return table.hand.number, len(table.hand.plays), table.turn, seat.person


# What the rules say, second by second


def reminded(story: Fortnight, turn: Turn) -> Iterator[tuple[int, int, DueLine, bool]]:
    """The moments and people of a turn's call and reminder; checks that it ended when the time was over, or before."""
    allowed = PACES[turn.table][1]
    stopped = story.stopped[turn.table]
    used = said_before = 0
    for now in range(turn.began, turn.ended + 1):
        still = any(begin <= now < end for begin, end in stopped)
        if used == allowed:
            assert turn.missed, turn
            assert turn.ended == now, turn
            return
        to_be_said = (used * 2 >= allowed) + (used * 5 >= allowed * 4)
        is_over = now == turn.ended
        may = may_be_told if said_before else may_be_called
        if to_be_said > said_before and not still and not is_over and may(story, turn, now):
            yield now, turn.person, DueLine(turn.table, now + allowed - used, turn.last), not said_before
            said_before = to_be_said
        used += not still
    assert not turn.missed, turn


def may_be_told(story: Fortnight, turn: Turn, now: int) -> bool:
    person = turn.person
    return not sleeps(person, now) and not any(0 <= now - visit < 10 * MINUTE for visit in story.visits[person])


def may_be_called(story: Fortnight, turn: Turn, now: int) -> bool:
    """Return whether it is day for the person, and they have not just done something since their turn began."""
    visits = [visit for visit in story.visits[turn.person] if visit > turn.began]
    return not sleeps(turn.person, now) and not any(0 <= now - visit < 30 for visit in visits)


def sleeps(person: int, now: int) -> bool:
    """Return whether it is night where the person lives."""
    if person not in QUIET:
        return False
    zone, evening, morning = QUIET[person]
    shown = f"{datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}"
    return shown >= evening or shown < morning


def by_the_rules(story: Fortnight) -> list[ExpectedReminder]:
    """Everything that is to have been said: of several tables at once by DM, of each in its thread."""
    said_at: dict[tuple[int, int], list[tuple[DueLine, bool]]] = defaultdict(list)
    for turn in story.turns:
        for now, person, line, is_call in reminded(story, turn):
            said_at[now, person].append((line, is_call))
    told = []
    for (now, person), owed in said_at.items():
        is_alone = person == MALIK or len(owed) == 1  # else Nuka's calls are tried as one DM
        lines = sorted(
            (line._replace(last=line.last and not (is_call and is_alone)) for line, is_call in owed),
            key=lambda line: line.deadline,
        )
        parts = [(line,) for line in lines] if person in IN_THREAD else [tuple(lines)]
        told += [ExpectedReminder(now, person, person in IN_THREAD, part) for part in parts]
    return sorted(told)


# The story


async def begun(start_bot: StartBot) -> Fortnight:
    """Three tables of the same four people, who wish different things."""
    time = SetClock(int(BEGIN.timestamp()) * 1000)
    bot = await start_bot(FakeDiscord(closed={NUKA}), time)
    keys = await bot.meet(AJA, MALIK, IVALU, NUKA, PIPALUK)
    for person, (zone, evening, morning) in QUIET.items():
        for name, value in (("zone", zone), ("quiet_from", evening), ("quiet_to", morning)):
            await bot.people.change_preference(keys[person - AJA], name, value)
    await bot.people.change_preference(keys[MALIK - AJA], "reminders", "thread")
    story = Fortnight(start_bot, bot, dict(zip(keys, (AJA, MALIK, IVALU, NUKA, PIPALUK), strict=True)))
    story.watch()
    for label, (pace, _) in PACES.items():
        table = await bot.open(keys[0], 4, pace=pace, deadline="computer", opens="2")
        story.tables[table.id], story.names[table.name] = label, label
        for key in keys[:4]:
            await bot.do(table.id, actions.Join(key))
        await bot.do(table.id, actions.Start(keys[0]))
    await story.settle()
    return story


def happenings(story: Fortnight) -> Iterator[Happening]:
    """Everybody's fortnight."""

    def visit(person: int, do: Callable[[Table], actions.TableAction | None]) -> Callable[[], Awaitable[None]]:
        return lambda: story.act(person, do)

    def play(person: int) -> Callable[[], Awaitable[None]]:
        key = story.key(person)

        def do(table: Table) -> actions.TableAction | None:
            seat = table.seat_of(key)
            is_asked = seat is not None and table.turn == seat and table.asked is not None and not table.paused
            return actions.TakeTurn(key, seat, table.view(seat).legal[0]) if seat is not None and is_asked else None

        return visit(person, do)

    def only(label: str, action: actions.TableAction) -> Callable[[Table], actions.TableAction | None]:
        return lambda table: action if story.tables[table.id] == label else None

    def substitute(table: Table) -> actions.TableAction | None:
        is_open = story.tables[table.id] == "A" and any(seat.open for seat in table.seats)
        return actions.Take(story.key(PIPALUK)) if is_open else None

    for day in range(14):  # a little earlier each day: nobody plays in the very second in which the time is over
        yield second(day, "12:40:07") - 3 * day, play(AJA)
        yield second(day, "11:00:31") - 3 * day, play(MALIK)
        yield second(day, "17:20:09" if day % 2 or day > 6 else "06:01:50") - 3 * day, play(NUKA)
        yield second(day, "06:16:10"), visit(NUKA, lambda _: None)  # looks, and goes again
        yield second(day, "07:49:00"), visit(MALIK, lambda _: None)
        if day < 4:  # and then is heard of no more
            yield second(day, "18:20:52") - 3 * day, play(IVALU)
        if day > 6:
            yield second(day, "07:45:00"), visit(PIPALUK, substitute)
            yield second(day, "12:34:56") - 3 * day, play(PIPALUK)
    aja, malik, nuka = map(story.key, (AJA, MALIK, NUKA))
    yield second(2, "19:30:00"), visit(AJA, only("B", actions.Propose(aja, "pause")))
    yield second(2, "20:00:00"), visit(MALIK, only("B", actions.Agree(malik)))  # the others say nothing for a day
    yield second(5, "11:11:11"), visit(MALIK, only("B", actions.Resume(malik)))
    yield second(6, "20:00:00"), visit(AJA, only("B", actions.Propose(aja, "pause")))  # and so they do in the outage
    yield second(8, "11:11:11"), visit(AJA, only("B", actions.Resume(aja)))
    back = second(4, "13:00:00") * 1000
    yield second(3, "03:00:00"), visit(NUKA, lambda _: actions.Away(nuka, back))  # the others at C say nothing
    yield second(3, "04:00:00"), visit(AJA, only("A", actions.Disagree(aja)))
    yield second(6, "23:30:03"), lambda: story.outage(9 * HOUR)
    yield second(9, "08:00:00"), story.lose_server
    yield second(9, "09:17:30"), story.find_server


def reached(happenings: Iterator[Happening]) -> list[Happening]:
    """Events without people who come by while the process is dead."""
    dead = range(second(6, "23:30:04"), second(7, "08:30:04"))
    return [one for one in happenings if one[0] not in dead]


@pytest.mark.slow
async def test_two_weeks_at_three_tables_go_by_the_rules_to_the_second(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(1)
    monkeypatch.setattr(deals, "shuffle", lambda pack, *_: tuple(chance.sample(list(pack), len(pack))))
    story = await begun(start_bot)
    await story.live(reached(happenings(story)), int(END.timestamp()))
    for turn in story.asking.values():  # still asked at the end
        turn.ended = story.now
        story.turns.append(turn)
    assert sorted(story.told) == by_the_rules(story)
    happened = what_happened(story)
    assert happened == dict.fromkeys(happened, True)


def what_happened(story: Fortnight) -> dict[str, bool]:
    """Check that these two weeks had all the events that are to be tested."""
    told = story.told
    change = second(9, "01:00:00")
    moments = {(one.person, one.at < change, f"{datetime.fromtimestamp(one.at, UTC):%H:%M:%S}") for one in told}
    return {
        "two tables in one message": any(len(one.lines) == 2 for one in told),
        "a night in Nuuk before the change": (AJA, True, "09:00:00") in moments,
        "a night in Nuuk after the change": (AJA, False, "08:00:00") in moments,
        "a night in Copenhagen before the change": (MALIK, True, "05:30:00") in moments,
        "a night in Copenhagen after the change": (MALIK, False, "04:30:00") in moments,
        "somebody who had just been here": any(moment == "07:59:00" for _, _, moment in moments),
        "the last of a trick": any(line.last for one in told for line in one.lines),
        "a mention for closed DMs": any(one.person == NUKA and one.in_thread for one in told),
        "every table": {line.table for one in told for line in one.lines} == set(PACES),
        "a deadline missed at each": {turn.table for turn in story.turns if turn.missed} == set(PACES),
        "a seat that opened": bool(story.opened),
        "a reminder for the substitute": any(one.person == PIPALUK for one in told),
        "a pause from the second on in which silence consented": second(3, "19:30:00")
        in [begin for begin, _ in story.stopped["B"]],
        "a pause in which silence consented, but not that of the outage": (second(8, "05:00:00"), second(8, "11:11:11"))
        in story.stopped["B"],
        "a pause until somebody is back": (second(4, "03:00:00"), second(4, "13:00:00")) in story.stopped["C"],
        "an outage of nine hours": any(end - begin == 9 * HOUR for begin, end in story.stopped["A"]),
    }
