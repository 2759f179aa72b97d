"""The breaker: where Discord has refused for good nothing is asked, until a pause has passed or something has changed.

It stands around a delivery. A place (a channel, a thread, a DM, a person whom no DM can be opened to) that refuses
rests; whoever wants something there meanwhile is refused by us, in the same way. After its pause one request is let
through: refused again, the place rests twice as long; taken, it is open, and listeners are told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple

from discord.ui import LayoutView

from bot.gallery import Picture
from bot.publishing.allowance import Allowance
from bot.publishing.delivery import (
    ChannelGone,
    Delivery,
    DeliveryError,
    DmsClosed,
    Forbidden,
    Later,
    NoAccess,
    ThreadArchived,
)

FIRST_PAUSE: Final = 30_000
LONGEST_PAUSE: Final = 3_600_000
"""Milliseconds."""
HINTED: Final = 15
"""A hint makes a pause so many times shorter, but does not end it: hints may come all day, and be wrong each time."""
FORGOTTEN_AFTER: Final = 2 * LONGEST_PAUSE
"""A place that nobody has asked for since its pause is of no concern any more."""
REMEMBERED: Final = 2_000
"""Of how many people it is known which DM is theirs: those whose DMs were opened last."""
CLOSED: Final = (ChannelGone, NoAccess, DmsClosed, ThreadArchived)
"""Refusals of a send (which opens an archived thread, unless that is locked) that no other message would escape."""


class Rest(NamedTuple):
    """Since when a place refuses, how often it was asked since, when last, and how it refuses."""

    since: int
    times: int
    asked_at: int
    error: type[DeliveryError]
    why: str
    hinted: bool = False

    @property
    def until(self) -> int:
        """When it is asked again, ms since the epoch."""
        pause = min(FIRST_PAUSE << (self.times - 1), LONGEST_PAUSE)
        return self.asked_at + (pause // HINTED if self.hinted else pause)

    def is_over(self, now: int) -> bool:
        """Also when the clock has gone back behind it."""
        return not self.asked_at <= now < self.until


class Breaker:
    """A delivery that asks nothing where it was refused, and nothing at all when too much was."""

    def __init__(self, delivery: Delivery, allowance: Allowance, now: Callable[[], int]) -> None:
        self._delivery = delivery
        self._allowance = allowance
        self._now = now
        self._rests: dict[int, Rest] = {}
        self._trying: dict[int, bool] = {}
        """Places to which one request is under way, and whether there has been a hint meanwhile."""
        self._dms: dict[int, int] = {}
        """Person -> the channel of their DMs."""
        self._listeners: list[Callable[[int], None]] = []

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with a place that refused, and now takes something again, or is worth a try."""
        self._listeners.append(listener)

    def resting(self) -> Mapping[int, Rest]:
        """The places that refuse."""
        now = self._now()
        self._rests = {place: rest for place, rest in self._rests.items() if now < rest.until + FORGOTTEN_AFTER}
        return self._rests

    def is_open(self, place: int) -> bool:
        """Whether a request there would be let through."""
        rest = self._rests.get(place)
        return rest is None or (rest.is_over(self._now()) and place not in self._trying)

    def is_gone(self, place: int) -> bool:
        """Whether Discord said last that there is no such place."""
        rest = self._rests.get(place)
        return rest is not None and issubclass(rest.error, ChannelGone)

    def hint(self, places: Iterable[int]) -> None:
        """The cause may be gone there: try again soon."""
        now = self._now()
        for place in places:
            rest = self._rests.get(place)
            if place in self._trying:
                self._trying[place] = True
            elif rest is not None and not rest.hinted:
                rest = self._rests[place] = rest._replace(hinted=True)
                if rest.is_over(now):
                    self._tell(place)
                else:
                    asyncio.get_running_loop().call_later((rest.until - now) / 1000, self._tell, place)

    def heard_from(self, person: int) -> None:
        """A person is there: they may take DMs again."""
        if self._rests:
            self.hint((person, self._dms.get(person, person)))

    # As a delivery

    async def send(
        self, channel_id: int, view: LayoutView, nonce: str, mention: int | None = None, picture: Picture | None = None
    ) -> int:
        # what is refused with a picture may be taken without
        with self._at(channel_id, *CLOSED, *(() if picture else (Forbidden,))):
            message = await self._delivery.send(channel_id, view, nonce, mention, picture)
        self._is_open(channel_id)
        return message

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        with self._at(channel_id, ChannelGone, NoAccess):  # where no edit is allowed a new message may be
            await self._delivery.edit(channel_id, message_id, view, picture)

    async def delete(self, channel_id: int, message_id: int) -> None:
        if self.is_open(channel_id):
            await self._delivery.delete(channel_id, message_id)

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        with self._at(channel_id, ChannelGone, Forbidden):
            return await self._delivery.find(channel_id, table, post)

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        with self._at(channel_id):
            return await self._delivery.open_thread(channel_id, message_id, name)

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        with self._at(thread_id):
            await self._delivery.add_to_thread(thread_id, person)

    async def dm(self, person: int) -> int:
        with self._at(person, ChannelGone, DmsClosed, Forbidden):
            channel = await self._delivery.dm(person)
        self._is_open(person)
        while len(self._dms) >= REMEMBERED:
            del self._dms[next(iter(self._dms))]
        self._dms[person] = channel
        return channel

    async def is_member(self, guild_id: int, person: int) -> bool:
        with self._at(guild_id, ChannelGone, Forbidden):
            there = await self._delivery.is_member(guild_id, person)
        self._is_open(guild_id)
        return there

    # Where it may ask

    @contextmanager
    def _at(self, place: int, *refusals: type[DeliveryError]) -> Iterator[None]:
        """One request to a place, which rests after one of these. Raises what it raises, or would."""
        self._check(place)
        trying = place in self._rests
        if trying:
            self._trying[place] = False
        try:
            yield
        except refusals as error:
            self._refused(place, error)
            error.place = place
            raise
        finally:
            if trying and self._trying.pop(place):
                self.hint((place,))

    def _check(self, place: int) -> None:
        if not self._allowance.shows:
            raise _unasked(Later("Discord has refused too much of late"), None)
        if not self.is_open(place):
            rest = self._rests[place]
            raise _unasked(rest.error(rest.why), place)

    def _refused(self, place: int, error: DeliveryError) -> None:
        now = self._now()
        rest = self._rests.get(place) or Rest(now, 0, now, type(error), "")
        times = min(rest.times + 1, 16)
        self._rests[place] = Rest(rest.since, times, now, type(error), str(error))

    def _is_open(self, place: int) -> None:
        if self._rests.pop(place, None):
            self._tell(place)

    def _tell(self, place: int) -> None:
        for listener in self._listeners:
            listener(place)


def _unasked(error: DeliveryError, place: int | None) -> DeliveryError:
    error.asked, error.place = False, place
    return error
