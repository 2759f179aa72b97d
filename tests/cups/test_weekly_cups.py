"""Cups that are made each week by themselves: the clock, outages, too few, and kills at every write."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cups.clocks import WeeklyCupClock
from bot.cups.cup import CupStage
from bot.cups.cup_actions import CancelCup, ReportSeries
from bot.cups.cup_rules import CupRules
from bot.cups.drafts import CupTemplates
from bot.cups.leagues.league_rules import WEEK
from bot.cups.weekly_cups import WeeklyCups
from bot.members.guilds import Guilds
from bot.runtime.times import DAY, HOUR, WeeklyTime
from bot.store import Condition, CountedRows, CupMessageRow, FewerThan, StoreError, WeeklyCupRow
from bot.texts.notices import RequestRefused
from tests.bot.running_bot import GUILD, WHERE, SetClock
from tests.cups.running_cups import ORGANISER, CupProcess, process, quick
from tests.cups.test_cup_kills import Killed, deadly
from tests.cups.test_league_lifecycle import AlwaysThere

FRIDAY = WeeklyTime(4, "20:00", "America/Nuuk")
WRITES = ("put_weekly_cup", "move_weekly_cup", "create_cup", "append_cup")


@dataclass
class WeeklyProcess:
    """One life of the process: weekly cups above cups."""

    cups: CupProcess
    has_maker: bool | None = True
    """True if whoever has asked for the cups organises; None: Discord does not say."""
    most: int = 50
    """So many cups may go on."""

    def __post_init__(self) -> None:
        store, time = self.cups.store, self.cups.time
        self.templates = CupTemplates(store)
        self.cups.cups.to_go_on = self.to_go_on
        self.weekly = WeeklyCups(store, self.templates, self.cups.cups, Guilds(store), self.organises, time)
        self.clock = WeeklyCupClock(store, self.weekly, time, AlwaysThere())

    async def organises(self, guild_id: int, person: str) -> bool | None:
        return self.has_maker

    def to_go_on(self, guild_id: int) -> Sequence[Condition]:
        return (FewerThan(self.most, CountedRows.CUPS_OF_GUILD, guild_id),)

    @property
    def time(self) -> SetClock:
        return self.cups.time

    async def begun(self, rules: CupRules | None = None, time: WeeklyTime = FRIDAY) -> int:
        """Keep rules, and let a cup be made of them each week; return the next start."""
        rules = rules or quick()
        await self.templates.keep(GUILD, rules)
        (organiser,) = await self.cups.meet(ORGANISER)
        return await self.weekly.begin(rules, time, WHERE, organiser)

    async def row(self) -> WeeklyCupRow:
        (row,) = await self.cups.store.weekly_cups(GUILD)
        return row

    async def look(self) -> None:
        """Make what is due; the cups start, and their panels are shown."""
        await self.clock.act(self.time.now)
        for cup in await self.cups.store.running_cups(GUILD):
            await self.cups.lifecycle.advance(cup.id)
            await self.cups.store.put_cup_message(CupMessageRow(cup.id, "panel", WHERE.channel_id, 2, 3, 1, 3, 1))

    async def pass_to(self, moment: int | None) -> None:
        assert moment is not None
        self.time.now = moment
        await self.look()

    async def running(self) -> Sequence[str]:
        return [row.name for row in await self.cups.store.running_cups(GUILD)]

    async def starts(self) -> list[int]:
        """The starts of all cups, past and running."""
        store = self.cups.store
        rows = [*await store.past_cups(GUILD), *await store.running_cups(GUILD)]
        return sorted([(await self.cups.cups.existing(row.id)).cup.rules.sign_up_until for row in rows])


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[WeeklyProcess]:
    async with process(tmp_path / "a.db", SetClock()) as cups:
        yield WeeklyProcess(cups)


async def test_the_first_cup_is_made_at_once_and_the_next_six_days_before_its_start(here: WeeklyProcess) -> None:
    first = await here.begun()
    await here.look()
    await here.look()
    assert await here.starts() == [first]
    (cup_row,) = await here.cups.store.running_cups(GUILD)
    rules = (await here.cups.cups.existing(cup_row.id)).cup.rules
    assert (rules.sign_up_until, rules.auto_start) == (first, True)
    row = await here.row()
    assert (row.starts_at, row.due_at) == (FRIDAY.next_after(first), row.starts_at - 6 * DAY)
    assert await here.clock.next_due(here.time.now) == row.due_at
    await here.pass_to(row.due_at)
    assert await here.starts() == [first, row.starts_at]


async def test_a_cup_is_made_when_its_sign_up_begins(here: WeeklyProcess) -> None:
    first = await here.begun(quick(opens_before=2 * HOUR))
    await here.look()
    assert await here.running() == []
    await here.pass_to(first - 2 * HOUR)
    assert await here.starts() == [first]


async def test_cups_are_called_by_their_day_in_the_language_of_the_server(here: WeeklyProcess) -> None:
    await here.cups.store.change_guild_preferences(GUILD, {"language": "da"})
    here.time.now = 1_795_000_000_000
    await here.begun()
    await here.look()
    assert await here.running() == ["Friday, 20. november"]


async def test_a_name_that_is_taken_gets_a_number(here: WeeklyProcess) -> None:
    here.time.now, name = 1_795_000_000_000, "Friday, November 20"
    first = await here.begun()
    (organiser,) = await here.cups.meet(ORGANISER)
    await here.cups.cups.create(organiser, quick()._replace(name=name), WHERE, None)
    await here.look()
    assert await here.running() == [name, f"{name} (2)"]
    assert first in await here.starts()


async def test_too_few_cancel_one_cup_with_the_reason_and_the_next_week_goes_on(here: WeeklyProcess) -> None:
    first = await here.begun()
    await here.look()
    await here.pass_to(first)
    (past,) = await here.cups.store.past_cups(GUILD)
    cup = (await here.cups.cups.existing(past.id)).cup
    assert (cup.stage, cup.record[-1].action) == (CupStage.CANCELLED, CancelCup(None, "too-few"))
    await here.pass_to((await here.row()).due_at)
    assert await here.starts() == [first, FRIDAY.next_after(first)]


async def test_after_an_outage_over_starts_the_next_one_that_lies_ahead_is_made(here: WeeklyProcess) -> None:
    first = await here.begun()
    await here.look()
    await here.pass_to(first + 3 * WEEK + HOUR)
    await here.look()
    row = await here.row()
    assert row.starts_at == FRIDAY.next_after(here.time.now)
    await here.pass_to(row.due_at)
    assert await here.starts() == [first, row.starts_at]


async def test_a_template_that_is_dropped_makes_no_more_cups(here: WeeklyProcess) -> None:
    await here.begun()
    await here.look()
    await here.templates.drop(GUILD, "friday")
    assert await here.cups.store.weekly_cups(GUILD) == []
    assert await here.clock.next_due(0) is None


async def test_the_same_start_has_one_cup_although_it_was_asked_for_again(here: WeeklyProcess) -> None:
    first = await here.begun()
    await here.look()
    await here.weekly.end(GUILD, "Friday")
    assert await here.begun() == first
    await here.look()
    assert await here.starts() == [first]


async def unseen_week(here: WeeklyProcess) -> None:
    """Look at what is due, of which nothing is shown in the channel: only a direct message, and an event."""
    here.time.now = max(here.time.now, (await here.row()).due_at or 0)
    await here.clock.act(here.time.now)
    for cup in await here.cups.store.running_cups(GUILD):
        await here.cups.store.put_cup_message(CupMessageRow(cup.id, "note.2", 99, 2, 3, 1, 3, 1))
        await here.cups.store.put_cup_message(CupMessageRow(cup.id, "event.1", None, 2, 3, 1, 3, 1))


async def reports(here: WeeklyProcess) -> list[str]:
    """The news of the weekly cups that people were told, by the records of all cups."""
    found = [(await here.cups.cups.existing(row.id)).cup for row in await here.cups.store.running_cups(GUILD)]
    return [one.action.why for cup in found for one in cup.record if isinstance(one.action, ReportSeries)]


async def acts(here: WeeklyProcess) -> list[tuple[str, str]]:
    return [(act.kind, act.about) for act in await here.cups.store.acts(GUILD, 9)]


async def test_it_stops_after_two_cups_that_could_not_be_shown_and_its_maker_is_told_once(here: WeeklyProcess) -> None:
    await here.begun()
    await unseen_week(here)
    assert await reports(here) == []
    await unseen_week(here)
    assert (len(await here.running()), await reports(here)) == (2, ["series-unseen"])
    assert await acts(here) == [("weekly-unseen", "Friday")]
    await unseen_week(here)
    assert (await here.row()).due_at is None
    assert (len(await here.running()), await reports(here)) == (2, ["series-unseen"])
    assert await acts(here) == [("weekly-hidden", "Friday"), ("weekly-unseen", "Friday")]
    assert await here.clock.next_due(0) is None


async def test_a_cup_that_could_be_shown_again_lets_it_go_on(here: WeeklyProcess) -> None:
    await here.begun()
    await unseen_week(here)
    await unseen_week(here)
    await here.look()
    for _ in range(2):
        await here.pass_to((await here.row()).due_at)
    assert (await here.row()).unseen == 0


async def test_it_can_be_asked_for_again_after_it_has_stopped(here: WeeklyProcess) -> None:
    await here.begun()
    for _ in range(3):
        await unseen_week(here)
    await here.begun()
    await unseen_week(here)
    assert len(await here.running()) == 3


async def test_without_its_maker_it_stops_and_the_organisers_are_asked_once(here: WeeklyProcess) -> None:
    await here.begun()
    await here.look()
    here.has_maker = False
    for _ in range(2):
        here.time.now = max(here.time.now, (await here.row()).due_at or 0)
        await here.clock.act(here.time.now)
    assert (await here.row()).due_at is None
    assert (len(await here.running()), await reports(here)) == (1, ["series-no-maker"])
    assert await acts(here) == [("weekly-no-maker", "Friday")]


async def test_of_more_than_may_go_on_none_is_made_and_the_organisers_read_why(here: WeeklyProcess) -> None:
    first = await here.begun()
    here.most = 0
    await here.look()
    assert (await here.running(), await acts(here)) == ([], [("weekly-too-many", "Friday")])
    here.most = 1
    await here.pass_to((await here.row()).due_at)
    assert await here.starts() == [FRIDAY.next_after(first)]


async def test_it_goes_on_while_discord_does_not_say_whether_its_maker_organises(here: WeeklyProcess) -> None:
    await here.begun()
    here.has_maker = None
    await here.look()
    assert len(await here.running()) == 1


async def test_a_cup_that_a_dead_process_had_no_time_to_show_stops_nothing(here: WeeklyProcess) -> None:
    await here.begun()
    await here.clock.act(here.time.now)
    here.time.now = (await here.row()).due_at or 0
    after = WeeklyProcess(here.cups)
    await after.clock.act(here.time.now)
    assert len(await here.running()) == 2


async def test_it_goes_with_who_asked_for_it(here: WeeklyProcess) -> None:
    await here.begun()
    (organiser,) = await here.cups.meet(ORGANISER)
    (told,) = (await here.cups.store.personal_data(organiser))["weekly_cups"]
    assert told["template"] == "Friday"
    assert told["guild_id"] == str(GUILD)
    await here.cups.store.erase(organiser)
    assert await here.cups.store.weekly_cups(GUILD) == []


async def test_rules_by_which_there_can_be_no_cup_are_refused_at_once(here: WeeklyProcess) -> None:
    with pytest.raises(RequestRefused):
        await here.begun(quick(rounds=99))
    assert await here.cups.store.weekly_cups(GUILD) == []


async def test_rules_that_have_become_impossible_leave_out_a_week(here: WeeklyProcess) -> None:
    first = await here.begun(quick(opens_before=HOUR))
    await here.templates.keep(GUILD, quick(rounds=99, opens_before=HOUR))
    await here.pass_to(first - HOUR)
    assert await here.starts() == []
    assert (await here.row()).starts_at == FRIDAY.next_after(first)
    assert ("weekly-impossible", "Friday") in await acts(here)


async def test_what_fails_is_made_at_the_next_look(here: WeeklyProcess, caplog: pytest.LogCaptureFixture) -> None:
    first = await here.begun()
    make, failures = here.weekly.make, [StoreError("the disk is full"), RuntimeError("a bug")]

    async def failing(row: WeeklyCupRow) -> None:
        if failures:
            raise failures.pop()
        await make(row)

    here.weekly.make = failing  # type: ignore[method-assign]
    for _ in range(3):
        await here.look()
    assert await here.starts() == [first]
    assert [one.levelname for one in caplog.records if "weekly cup" in one.message] == ["ERROR", "WARNING"]


async def three_weeks(here: WeeklyProcess) -> None:
    """Do what is left of three weeks."""
    if not await here.cups.store.weekly_cups(GUILD):
        await here.begun()
    await here.look()
    while len(await here.starts()) < 3:
        await here.pass_to((await here.row()).due_at)


async def test_a_process_that_is_killed_at_any_write_makes_no_cup_twice(tmp_path: Path) -> None:
    step, is_killed = 1, True
    while is_killed:
        is_killed, time = False, SetClock()
        first = FRIDAY.next_after(time.now)
        database = tmp_path / f"{step}.db"
        async with process(database, time) as cups:
            deadly(cups.store, step, random.Random(step), WRITES)
            try:
                await three_weeks(WeeklyProcess(cups))
            except Killed:
                is_killed = True
        async with process(database, time) as cups:
            here = WeeklyProcess(cups)
            await three_weeks(here)
            second = FRIDAY.next_after(first)
            assert await here.starts() == [first, second, FRIDAY.next_after(second)]
        step += 1
    assert step > 6
