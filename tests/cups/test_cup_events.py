"""Events of a cup's start and rounds: made once, moved and removed with it, whatever happens to the process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from bot.cups.cup_actions import (
    AdjustMatch,
    CancelCup,
    CupAction,
    JoinCup,
    MissEvent,
    MoveDeadline,
    PauseCup,
    ResumeCup,
    StartCup,
)
from bot.cups.cup_rules import Format
from bot.cups.cup_service import LoadedCup
from bot.cups.publishing.scheduled_events import CupEvents
from bot.discord_api.errors import DeliveryError, Forbidden, Later, Rejected
from bot.discord_api.event_client import EventPlan
from bot.runtime.times import DAY
from tests.bot.fake_discord import Crash
from tests.bot.running_bot import HOUR, WHERE, RunningBot
from tests.cups.running_cups import quick


@dataclass
class FakeEvents:
    """The events of a server. `fails`: called before each request."""

    events: dict[int, EventPlan] = field(default_factory=dict)
    asked: int = 0
    fails: Callable[[], None] = lambda: None
    dies_after: bool = False

    async def create(self, guild_id: int, plan: EventPlan) -> int:
        self._ask()
        event = 100 + self.asked
        self.events[event] = plan
        if self.dies_after:
            raise Crash
        return event

    async def move(self, guild_id: int, event_id: int, plan: EventPlan) -> None:
        self._ask()
        if event_id not in self.events:
            raise Rejected("10070")
        self.events[event_id] = plan

    async def remove(self, guild_id: int, event_id: int) -> None:
        self._ask()
        if self.events.pop(event_id, None) is None:
            raise Rejected("10070")

    async def find(self, guild_id: int, plan: EventPlan) -> int | None:
        self._ask()
        return next((event for event, one in self.events.items() if one.name == plan.name), None)

    def _ask(self) -> None:
        self.asked += 1
        self.fails()


class CupWithEvents:
    """A cup that has an event at its start, and what the publisher does about it."""

    def __init__(self, bot: RunningBot) -> None:
        self.bot = bot
        self.client = FakeEvents()
        self.events = CupEvents(bot.store, bot.cup_services.cups, bot.guilds, self.client, bot.time)

    async def created(self, *, events: bool = True) -> int:
        (key,) = await self.bot.meet(11)
        rules = quick(events=events, sign_up_until=self.bot.time.now + 2 * HOUR)
        return (await self.bot.cup_services.cups.create(key, rules, WHERE, None)).cup.id

    async def season(self) -> int:
        """A cup in which everybody meets everybody, a round a week; its first round is open."""
        keys = await self.bot.meet(11, 12, 13, 14)
        rules = quick(
            Format.ROUND_ROBIN, events=True, auto_start=False, first_round=self.bot.time.now, round_time=7 * DAY
        )
        acts: list[CupAction] = [*map(JoinCup, keys), StartCup(None, "seed", (0, 1, 2, 3))]
        cup_id = (await self.bot.cup_services.cups.create(keys[0], rules, WHERE, None, acts)).cup.id
        await self.bot.cup_services.cup_lifecycle.advance(cup_id)
        return cup_id

    async def next_round(self, cup_id: int) -> None:
        """Set all results of the round, and let the next one open at its time."""
        cup = (await self.bot.cup_services.cups.existing(cup_id)).cup
        for match in cup.open_matches:
            await self.do(cup_id, lambda by, number=match.number: AdjustMatch(by, number, (3, 0), "as played"))  # type: ignore[misc]
        self.bot.time.now = max(self.bot.time.now, cup.rules.opening(len(cup.rounds)))
        await self.bot.cup_services.cup_lifecycle.advance(cup_id)

    def planned(self) -> list[tuple[str, int]]:
        """The names of the events, and the days until each."""
        return [(plan.name, (plan.starts - self.bot.time.now) // DAY) for plan in self.client.events.values()]

    async def brought(self, cup_id: int, *, later: int = 0) -> None:
        """Let the event follow the cup; `later`: as if its start had been moved."""
        cup, row = await self.bot.cup_services.cups.existing(cup_id)
        rules = cup.rules._replace(sign_up_until=cup.rules.sign_up_until + later)
        known = {one.post: one for one in await self.bot.store.cup_messages(cup_id)}
        await self.events.bring(LoadedCup(replace(cup, rules=rules), row), known)

    async def do(self, cup_id: int, act: Callable[[str], CupAction]) -> None:
        (key,) = await self.bot.meet(11)
        result = await self.bot.cup_services.cups.submit(cup_id, act(key))
        assert result is not None
        assert result.refused is None


@pytest.fixture
def place(bot: RunningBot) -> CupWithEvents:
    return CupWithEvents(bot)


async def test_an_event_is_made_once_whatever_happens_in_the_cup(place: CupWithEvents) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    await place.do(cup_id, JoinCup)
    await place.brought(cup_id)
    (plan,) = place.client.events.values()
    assert (plan.name, plan.starts - place.bot.time.now, plan.ends - plan.starts) == ("Friday", 2 * HOUR, 2 * HOUR)
    assert place.client.asked == 1


async def test_where_none_is_wished_nothing_is_asked(place: CupWithEvents) -> None:
    await place.brought(await place.created(events=False))
    assert place.client.asked == 0


async def test_an_event_moves_with_the_start_and_one_that_is_gone_is_made_again(place: CupWithEvents) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    await place.brought(cup_id, later=HOUR)
    (plan,) = place.client.events.values()
    assert plan.starts - place.bot.time.now == 3 * HOUR
    place.client.events.clear()
    await place.brought(cup_id, later=2 * HOUR)
    (plan,) = place.client.events.values()
    assert plan.starts - place.bot.time.now == 4 * HOUR


async def test_the_event_of_a_cancelled_cup_goes(place: CupWithEvents) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    await place.do(cup_id, lambda by: CancelCup(by, "snow"))
    for _ in range(2):
        await place.brought(cup_id)
    assert place.client.events == {}
    assert place.client.asked == 2


@pytest.mark.parametrize("dies_after", [False, True])
async def test_after_a_crash_the_event_is_found_again(place: CupWithEvents, dies_after: bool) -> None:
    cup_id = await place.created()
    if dies_after:
        place.client.dies_after = True
    else:
        place.client.fails = crashing
    with pytest.raises(Crash):
        await place.brought(cup_id)
    place.client.dies_after, place.client.fails = False, lambda: None
    await place.brought(cup_id)
    assert len(place.client.events) == 1


def crashing() -> None:
    raise Crash


def refusing(error: type[DeliveryError]) -> Callable[[], None]:
    def refuse() -> None:
        raise error("no")

    return refuse


async def missed(place: CupWithEvents, cup_id: int) -> list[str]:
    """The reasons in the record of the cup why there is no right event."""
    cup = (await place.bot.cup_services.cups.existing(cup_id)).cup
    return [entry.action.why for entry in cup.record if isinstance(entry.action, MissEvent)]


@pytest.mark.parametrize(("error", "why"), [(Forbidden, "event-forbidden"), (Rejected, "event-refused")])
async def test_an_event_that_is_refused_is_not_tried_again_and_noted(
    place: CupWithEvents, error: type[DeliveryError], why: str
) -> None:
    cup_id = await place.created()
    place.client.fails = refusing(error)
    for _ in range(2):
        await place.brought(cup_id)
    assert place.client.asked == 1
    assert await missed(place, cup_id) == [why]


async def test_events_that_are_refused_one_after_another_are_noted_once(place: CupWithEvents) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    place.client.fails = refusing(Forbidden)
    for later in (HOUR, 2 * HOUR):
        await place.brought(cup_id, later=later)
    await place.do(cup_id, lambda by: CancelCup(by, "snow"))
    await place.brought(cup_id)
    assert await missed(place, cup_id) == ["event-forbidden"]


async def test_what_fails_for_now_is_tried_again(place: CupWithEvents) -> None:
    cup_id = await place.created()
    place.client.fails = refusing(Later)
    with pytest.raises(Later):
        await place.brought(cup_id)
    place.client.fails = lambda: None
    await place.brought(cup_id)
    assert len(place.client.events) == 1


async def test_each_round_with_a_fixed_time_has_its_event_and_those_of_the_past_stay(place: CupWithEvents) -> None:
    cup_id = await place.season()
    await place.brought(cup_id)
    await place.brought(cup_id)
    assert place.planned() == [("Friday: round 2", 7)]
    await place.next_round(cup_id)
    await place.brought(cup_id)
    assert place.planned() == [("Friday: round 2", 0), ("Friday: round 3", 7)]
    await place.next_round(cup_id)
    await place.brought(cup_id)
    assert place.planned() == [("Friday: round 2", -7), ("Friday: round 3", 0)]
    assert place.client.asked == 2


async def test_rounds_without_a_fixed_time_have_no_events(place: CupWithEvents) -> None:
    cup_id = await place.created()
    for key in await place.bot.meet(12, 13):
        await place.do(cup_id, lambda _, key=key: JoinCup(key))  # type: ignore[misc]
    await place.do(cup_id, lambda by: StartCup(by, "seed"))
    await place.bot.cup_services.cup_lifecycle.advance(cup_id)
    await place.brought(cup_id)
    assert place.client.events == {}


async def test_the_event_of_a_round_moves_with_the_deadline_before_it_and_back(place: CupWithEvents) -> None:
    cup_id = await place.season()
    await place.brought(cup_id)
    await place.do(cup_id, lambda by: MoveDeadline(by, place.bot.time.now + 9 * DAY, "storm"))
    await place.brought(cup_id)
    assert place.planned() == [("Friday: round 2", 9)]
    cup = (await place.bot.cup_services.cups.existing(cup_id)).cup
    for match in cup.open_matches:
        await place.do(cup_id, lambda by, number=match.number: AdjustMatch(by, number, (3, 0), "as played"))  # type: ignore[misc]
    await place.brought(cup_id)
    assert place.planned() == [("Friday: round 2", 7)]


@pytest.mark.parametrize("is_of_round", [False, True])
async def test_a_pause_takes_the_event_away_until_the_cup_goes_on(place: CupWithEvents, is_of_round: bool) -> None:
    cup_id = await (place.season() if is_of_round else place.created())
    await place.brought(cup_id)
    before = place.planned()
    await place.do(cup_id, lambda by: PauseCup(by, "storm"))
    for _ in range(2):
        await place.brought(cup_id)
    assert place.planned() == []
    await place.do(cup_id, lambda by: ResumeCup(by, "over"))
    await place.brought(cup_id)
    assert place.planned() == before
    assert place.client.asked == 3


async def test_a_start_before_its_time_takes_its_event_away(place: CupWithEvents) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    for key in await place.bot.meet(12, 13):
        await place.do(cup_id, lambda _, key=key: JoinCup(key))  # type: ignore[misc]
    await place.do(cup_id, lambda by: StartCup(by, "seed"))
    await place.brought(cup_id)
    assert place.client.events == {}


async def test_the_event_of_a_round_goes_with_a_cancelled_cup(place: CupWithEvents) -> None:
    cup_id = await place.season()
    await place.brought(cup_id)
    await place.next_round(cup_id)
    await place.brought(cup_id)
    await place.do(cup_id, lambda by: CancelCup(by, "snow"))
    await place.brought(cup_id)
    assert place.planned() == [("Friday: round 2", 0)]


@pytest.mark.parametrize("then", ["same", "moved", "paused"])
async def test_a_crash_right_after_an_event_was_made_leaves_no_second_one(place: CupWithEvents, then: str) -> None:
    cup_id = await place.season()
    place.client.dies_after = True
    with pytest.raises(Crash):
        await place.brought(cup_id)
    place.client.dies_after = False
    if then == "moved":
        await place.do(cup_id, lambda by: MoveDeadline(by, place.bot.time.now + 9 * DAY, "storm"))
    if then == "paused":
        await place.do(cup_id, lambda by: PauseCup(by, "storm"))
    await place.brought(cup_id)
    assert place.planned() == {"same": [("Friday: round 2", 7)], "moved": [("Friday: round 2", 9)], "paused": []}[then]
