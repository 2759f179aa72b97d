"""A permission that is taken away in a whole server: its tables ask as one, and all go on when it is back."""

from __future__ import annotations

from collections.abc import Set

import pytest
from discord.ui import LayoutView

from bot.discord_api.circuit_breaker import FIRST_PAUSE, HINTED, CircuitBreaker
from bot.discord_api.delivery import Picture
from bot.discord_api.errors import ChannelGone, DeliveryError, Forbidden, NoAccess, ThreadLocked
from bot.discord_api.invalid_requests import ANSWERS_ONLY, WINDOW, InvalidRequestGuard
from bot.runtime.times import HOUR, MINUTE, SECOND
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import WHERE, RunningBot, SetClock, StartBot

AJA, MALIK = 11, 12
SERVER, OTHER = 7, 8
PICTURE = Picture("trick.png", b"")


class RefusingPlaces:
    """A delivery to the places of a server, of which some refuse; each request there is counted."""

    def __init__(self, *refusing: int) -> None:
        self.discord = FakeDiscord(before=self._refuse)
        self.time = SetClock()
        self.request_guard = InvalidRequestGuard(self.time)
        self.breaker = CircuitBreaker(self.discord, self.request_guard, self.time)
        self.refusing = set(refusing)
        self.error: type[DeliveryError] = Forbidden
        self.told: list[Set[int]] = []
        self.breaker.listen(self.told.append)

    def _refuse(self, what: str) -> None:
        if int(what.split()[1]) in self.refusing:
            self.request_guard.count(403)
            raise self.error(what)

    @property
    def asked(self) -> int:
        return len(self.discord.log)

    async def send(self, place: int, picture: Picture | None = None) -> bool:
        """Return whether it was accepted."""
        try:
            await self.breaker.send(place, LayoutView(), f"{place}", picture=picture)
        except DeliveryError as error:
            if error.asked and error.place is not None:
                self.breaker.share(place, OTHER if place < 0 else SERVER)
            return False
        return True

    async def show(self, place: int) -> bool:
        """Send as a table's post is sent: with its picture, or without."""
        return await self.send(place, PICTURE) or await self.send(place)

    async def ask_all(self) -> int:
        """All that refuse try; how many requests that were."""
        before = self.asked
        for place in sorted(self.refusing):
            await self.show(place)
        return self.asked - before


@pytest.mark.slow
async def test_two_hundred_tables_that_want_a_permission_ask_once_each_and_then_as_one() -> None:
    """Without a shared pause, 2,000 requests in ten minutes stopped everybody's posts."""
    places = RefusingPlaces(*range(1, 201))
    assert await places.ask_all() == 2 * 200
    asked = 0
    for _ in range(WINDOW // SECOND):
        places.time.now += SECOND
        asked += await places.ask_all()
    assert asked == 2 * 4  # after 0.5, 1, 2 and 4 minutes
    assert places.request_guard.shows
    assert places.request_guard.refused < ANSWERS_ONLY // 4
    assert len(places.breaker.open_circuits()) == 200


async def test_what_one_of_them_is_taken_from_opens_all() -> None:
    places = RefusingPlaces(1, 2, 3, -4)
    await places.ask_all()
    places.time.now += FIRST_PAUSE
    places.refusing = {-4}
    assert await places.send(2)
    assert places.told == [{1, 2, 3}]
    assert [*places.breaker.open_circuits()] == [-4], "another server has a pause of its own"
    assert await places.send(1)


async def test_where_nothing_was_refused_it_goes_on_meanwhile() -> None:
    places = RefusingPlaces(1, 2, 3)
    await places.ask_all()
    for _ in range(10):
        assert await places.show(4)
    assert not places.breaker.allows(1), "nor does it tell anything of the others"


@pytest.mark.parametrize("error", [ThreadLocked, ChannelGone])
async def test_a_thread_that_is_locked_or_gone_is_waited_for_alone(error: type[DeliveryError]) -> None:
    places = RefusingPlaces(1, 2)
    places.error = error
    await places.ask_all()
    places.time.now += FIRST_PAUSE
    assert not await places.send(1)
    assert places.breaker.allows(2)


async def test_a_place_that_is_gone_by_now_is_waited_for_alone() -> None:
    places = RefusingPlaces(1, 2)
    await places.ask_all()
    places.time.now += FIRST_PAUSE
    places.error = ChannelGone
    assert not await places.send(1)
    places.error = NoAccess
    assert not places.breaker.allows(1)
    assert not await places.send(2)
    assert places.breaker.is_gone(1)
    places.time.now += FIRST_PAUSE
    assert not places.breaker.allows(2)


async def test_a_place_of_which_something_has_changed_tries_for_all() -> None:
    places = RefusingPlaces(1, 2, 3)
    for _ in range(8):
        await places.ask_all()
        places.time.now += HOUR
    await places.ask_all()
    places.breaker.hint({2, 4})
    places.breaker.hint({1})
    places.time.now += HOUR // HINTED
    assert places.told == []
    asked = places.asked
    assert not await places.send(2)
    assert not await places.send(1)
    assert places.asked == asked + 1
    places.breaker.hint({3})
    places.time.now += HOUR // HINTED
    places.refusing = {1, 2}
    assert await places.send(3)
    assert places.told == [{1, 2, 3}]


async def test_what_is_refused_only_now_need_not_wait_as_long_as_the_others() -> None:
    places = RefusingPlaces(1)
    for _ in range(8):
        await places.ask_all()
        places.time.now += HOUR
    places.refusing.add(2)
    await places.send(2)
    places.time.now += FIRST_PAUSE
    assert places.breaker.allows(2)


async def test_what_nobody_asks_for_any_more_is_forgotten() -> None:
    places = RefusingPlaces(1, 2)
    await places.ask_all()
    places.time.now += 3 * HOUR
    assert places.breaker.open_circuits() == {}
    assert await places.ask_all() == 4
    assert not places.breaker.allows(1)


async def test_while_it_is_not_known_what_comes_of_a_try_the_others_wait() -> None:
    places = RefusingPlaces(1, 2)
    await places.ask_all()
    places.time.now += FIRST_PAUSE
    assert not await places.send(1, PICTURE)
    asked = places.asked
    assert not await places.show(2)
    assert places.asked == asked
    places.refusing = {2}
    assert await places.send(1)
    assert not places.breaker.open_circuits()


# At tables


@pytest.fixture
async def running(start_bot: StartBot) -> RunningBot:
    return await start_bot()


@pytest.mark.slow
async def test_tables_of_a_server_are_all_shown_when_the_permission_is_back(running: RunningBot) -> None:
    tables = [(await running.started(AJA, MALIK, seats=2)).id for _ in range(5)]
    await running.shown()
    refusing = set(running.discord.threads)

    def refuse(what: str) -> None:
        verb, place = what.split()
        if verb == "send" and int(place) in refusing:
            raise Forbidden("50013")

    async def swept() -> int:
        """A sweep; how many tables have asked in it."""
        running.discord.log.clear()
        await running.publisher.sweep()
        await running.shown()
        return len(
            {what for what in running.discord.log if what.startswith("send") and int(what.split()[1]) in threads}
        )

    threads = set(refusing)
    running.discord.before = refuse
    for table_id in tables:
        while table_id not in running.publisher.shut:
            await running.play_on(table_id)
            await running.shown()
    pause = FIRST_PAUSE
    for _ in range(3):
        running.time.now += pause
        assert await swept() == 1
        pause *= 2
    fixed = max(refusing)
    refusing.discard(fixed)  # of which nobody tells us
    for _ in tables:
        running.time.now += HOUR
        await swept()
    assert len(running.publisher.shut) == len(tables) - 1, "each has had its turn to try"
    refusing.clear()
    running.publisher.note_change(threads)
    running.time.now += MINUTE
    await swept()
    assert running.publisher.shut == {}
    rows = [await running.store.row(table_id) for table_id in tables]
    assert all(row is not None and row.guild_id == WHERE.guild_id and row.lost_at is None for row in rows)
