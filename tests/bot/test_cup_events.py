"""The event of a cup's start: made once, moved and removed with the cup, whatever happens to the process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from bot.competitions.cup_actions import CancelCup, CupAction, JoinCup, MissEvent
from bot.competitions.service import LoadedCup
from bot.discord_api.errors import DeliveryError, Forbidden, Later, Rejected
from bot.publishing.cup_events import CupEvents
from bot.publishing.delivery.events import EventPlan
from tests.bot.fake_discord import Crash
from tests.bot.running_bot import HOUR, WHERE, RunningBot
from tests.competitions.running_cups import quick


@dataclass
class FakeEvents:
    """The events of a server. `fails`: called before each request."""

    events: dict[int, EventPlan] = field(default_factory=dict)
    asked: int = 0
    fails: Callable[[], None] = lambda: None
    dies_after: bool = False

    async def create(self, guild_id: int, plan: EventPlan) -> int:
        self._ask()
        event = 100 + len(self.events)
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


class Place:
    """A cup that has an event at its start, and what the publisher does about it."""

    def __init__(self, bot: RunningBot) -> None:
        self.bot = bot
        self.client = FakeEvents()
        self.events = CupEvents(bot.store, bot.services.cups, bot.guilds, self.client, bot.time)

    async def created(self, *, events: bool = True) -> int:
        (key,) = await self.bot.meet(11)
        rules = quick(events=events, sign_up_until=self.bot.time.now + 2 * HOUR)
        return (await self.bot.services.cups.create(key, rules, WHERE, None)).cup.id

    async def brought(self, cup_id: int, *, later: int = 0) -> None:
        """Let the event follow the cup; `later`: as if its start had been moved."""
        cup, row = await self.bot.services.cups.existing(cup_id)
        rules = cup.rules._replace(sign_up_until=cup.rules.sign_up_until + later)
        known = {one.post: one for one in await self.bot.store.cup_messages(cup_id)}
        await self.events.bring(LoadedCup(replace(cup, rules=rules), row), known)

    async def do(self, cup_id: int, act: Callable[[str], CupAction]) -> None:
        (key,) = await self.bot.meet(11)
        result = await self.bot.services.cups.submit(cup_id, act(key))
        assert result is not None
        assert result.refused is None


@pytest.fixture
def place(bot: RunningBot) -> Place:
    return Place(bot)


async def test_an_event_is_made_once_whatever_happens_in_the_cup(place: Place) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    await place.do(cup_id, JoinCup)
    await place.brought(cup_id)
    (plan,) = place.client.events.values()
    assert (plan.name, plan.starts - place.bot.time.now, plan.ends - plan.starts) == ("Friday", 2 * HOUR, 2 * HOUR)
    assert place.client.asked == 1


async def test_where_none_is_wished_nothing_is_asked(place: Place) -> None:
    await place.brought(await place.created(events=False))
    assert place.client.asked == 0


async def test_an_event_moves_with_the_start_and_one_that_is_gone_is_made_again(place: Place) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    await place.brought(cup_id, later=HOUR)
    (plan,) = place.client.events.values()
    assert plan.starts - place.bot.time.now == 3 * HOUR
    place.client.events.clear()
    await place.brought(cup_id, later=2 * HOUR)
    (plan,) = place.client.events.values()
    assert plan.starts - place.bot.time.now == 4 * HOUR


async def test_the_event_of_a_cancelled_cup_goes(place: Place) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    await place.do(cup_id, lambda by: CancelCup(by, "snow"))
    for _ in range(2):
        await place.brought(cup_id)
    assert place.client.events == {}
    assert place.client.asked == 2


@pytest.mark.parametrize("dies_after", [False, True])
async def test_after_a_crash_the_event_is_found_again(place: Place, dies_after: bool) -> None:
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


async def missed(place: Place, cup_id: int) -> list[str]:
    """Why there is no right event, by the record of the cup."""
    cup = (await place.bot.services.cups.existing(cup_id)).cup
    return [entry.action.why for entry in cup.record if isinstance(entry.action, MissEvent)]


@pytest.mark.parametrize(("error", "why"), [(Forbidden, "event-forbidden"), (Rejected, "event-refused")])
async def test_an_event_that_is_refused_is_not_tried_again_and_noted(
    place: Place, error: type[DeliveryError], why: str
) -> None:
    cup_id = await place.created()
    place.client.fails = refusing(error)
    for _ in range(2):
        await place.brought(cup_id)
    assert place.client.asked == 1
    assert await missed(place, cup_id) == [why]


async def test_events_that_are_refused_one_after_another_are_noted_once(place: Place) -> None:
    cup_id = await place.created()
    await place.brought(cup_id)
    place.client.fails = refusing(Forbidden)
    for later in (HOUR, 2 * HOUR):
        await place.brought(cup_id, later=later)
    await place.do(cup_id, lambda by: CancelCup(by, "snow"))
    await place.brought(cup_id)
    assert await missed(place, cup_id) == ["event-forbidden"]


async def test_what_fails_for_now_is_tried_again(place: Place) -> None:
    cup_id = await place.created()
    place.client.fails = refusing(Later)
    with pytest.raises(Later):
        await place.brought(cup_id)
    place.client.fails = lambda: None
    await place.brought(cup_id)
    assert len(place.client.events) == 1
