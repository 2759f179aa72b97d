"""The breaker: where Discord has refused for good nothing is asked, until a pause has passed or something has changed.

It stands around a delivery. A place (a channel, a thread, a DM, a person whom no DM can be opened to) that refuses
rests; whoever wants something there meanwhile is refused by us, in the same way. After its pause one request is let
through: refused again, the place rests twice as long; taken, it is open, and listeners are told.

What is refused without a word of Discord's own rests too, but never for long: it is no matter of the place. So where
one such place takes something again, all others are tried soon.

Places of one server that want a permission share one pause, and so the one request after it: mostly they want the same.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from typing import Final, NamedTuple

from discord.ui import LayoutView

from bot.discord_api.errors import (
    ChannelGone,
    DeliveryError,
    DmsClosed,
    Forbidden,
    Later,
    NoAccess,
    ServerGone,
    ThreadArchived,
    ThreadLocked,
    Unexplained,
)
from bot.presentation.picture_cache import Picture
from bot.publishing.delivery.client import Delivery
from bot.publishing.delivery.invalid_request_guard import InvalidRequestGuard

FIRST_PAUSE: Final = 30_000
LONGEST_PAUSE: Final = 3_600_000
LONGEST_UNEXPLAINED: Final = 300_000
"""Milliseconds."""
HINTED: Final = 15
"""A hint makes a pause so many times shorter, but does not end it: hints may come all day, and be wrong each time."""
FORGOTTEN_AFTER: Final = 2 * LONGEST_PAUSE
"""A place that nobody has asked for since its pause is of no concern any more."""
REMEMBERED: Final = 2_000
"""Of how many people it is known which DM is theirs: those whose DMs were opened last."""
LOST: Final = (ChannelGone, ServerGone, NoAccess, Unexplained)
"""Refusals that no other request there would escape."""
CLOSED: Final = (*LOST, DmsClosed, ThreadArchived)
"""Refusals of a send (which opens an archived thread, unless that is locked) that no other message would escape."""


class OpenCircuit(NamedTuple):
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
        longest = LONGEST_UNEXPLAINED if self.is_unexplained else LONGEST_PAUSE
        pause = min(FIRST_PAUSE << (self.times - 1), longest)
        return self.asked_at + (pause // HINTED if self.hinted else pause)

    @property
    def is_unexplained(self) -> bool:
        """Whether Discord itself has said nothing against the place."""
        return issubclass(self.error, Unexplained)

    def is_over(self, now: int) -> bool:
        """Also when the clock has gone back behind it."""
        return not self.asked_at <= now < self.until

    def again(self, now: int, error: DeliveryError) -> OpenCircuit:
        """It has been asked once more."""
        same = self.is_unexplained == isinstance(error, Unexplained)
        return OpenCircuit(self.since, min(self.times + 1, 16) if same else 1, now, type(error), str(error))


class GuildCircuits(NamedTuple):
    """The places of a server that want a permission, as one."""

    id: int


Resting = int | GuildCircuits
"""What rests: a place for itself, or with others."""


class CircuitBreaker:
    """A delivery that asks nothing where it was refused, and nothing at all when too much was."""

    def __init__(self, delivery: Delivery, request_guard: InvalidRequestGuard, now: Callable[[], int]) -> None:
        self._delivery = delivery
        self._allowance = request_guard
        self._now = now
        self._rests: dict[Resting, OpenCircuit] = {}
        self._servers: dict[int, GuildCircuits] = {}
        """The places that share the pause of their server."""
        self._trying: dict[Resting, set[int]] = {}
        """To which one request is under way, and the places of which there has been a hint meanwhile."""
        self._may_go_on: set[int] = set()
        """Places that were let through, and neither refused nor took what it is about: without its picture they may."""
        self._dms: dict[int, int] = {}
        """Person -> the channel of their DMs."""
        self._listeners: list[Callable[[Set[int]], None]] = []

    def listen(self, listener: Callable[[Set[int]], None]) -> None:
        """Call `listener` with places that refused, and now take something again, or are worth a try."""
        self._listeners.append(listener)

    def resting(self) -> Mapping[int, OpenCircuit]:
        """The places that refuse."""
        oldest = self._now() - FORGOTTEN_AFTER
        known = {place for place in self._places() if oldest < self._rests[self._with_others(place)].until}
        self._servers = {place: server for place, server in self._servers.items() if place in known}
        self._may_go_on &= known
        loaded = known.union(self._servers.values())
        self._rests = {resting: rest for resting, rest in self._rests.items() if resting in loaded}
        return {place: self._rests[place] for place in self._places()}

    def is_open(self, place: int) -> bool:
        """Whether a request there would be let through."""
        resting = self._with_others(place)
        rest = self._rests.get(resting)
        if rest is None or place in self._may_go_on:
            return True
        return rest.is_over(self._now()) and resting not in self._trying

    def asked_at(self, place: int) -> int:
        """When a place that refuses was asked last, ms since the epoch: who waits longest is to try first."""
        rest = self._rests.get(place)
        return 0 if rest is None else rest.asked_at

    def share(self, place: int, server: int) -> None:
        """A place that has refused is one of this server: if it wants a permission, it waits with those that do.

        The pause that they share begins anew: what is refused only now may want something else.
        """
        rest = self._rests.get(place)
        if rest is not None and _wants_permission(rest.error) and place not in self._servers:
            self._servers[place] = GuildCircuits(server)
            self._rests[GuildCircuits(server)] = rest._replace(times=1, hinted=False)

    def lasts(self, place: int) -> bool:
        """Whether a place refuses for longer than its first pause."""
        rest = self._rests.get(place)
        return rest is not None and rest.times > 1

    def is_gone(self, place: int) -> bool:
        """Whether Discord said last that there is no such place."""
        rest = self._rests.get(place)
        return rest is not None and issubclass(rest.error, ChannelGone)

    def hint(self, places: Iterable[int]) -> None:
        """The cause may be gone there: try again soon."""
        hinted: dict[Resting, set[int]] = defaultdict(set)
        for place in places:
            if place in self._rests:
                hinted[self._with_others(place)].add(place)
        for resting, those in hinted.items():
            self._hint(resting, those)

    def _hint(self, resting: Resting, places: set[int]) -> None:
        now, rest = self._now(), self._rests[resting]
        if resting in self._trying:
            self._trying[resting] |= places
        elif not rest.hinted:
            rest = self._rests[resting] = rest._replace(hinted=True)
            if rest.is_over(now):
                self._tell(places)
            else:
                asyncio.get_running_loop().call_later((rest.until - now) / 1000, self._tell, places)

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
        with self._at(channel_id, *LOST, despite=DmsClosed):  # where no edit is allowed a new message may be
            await self._delivery.edit(channel_id, message_id, view, picture)

    async def delete(self, channel_id: int, message_id: int) -> None:
        rest = self._rests.get(channel_id)
        if rest is None or issubclass(rest.error, (DmsClosed, Unexplained)) or self.is_open(channel_id):
            with self._at(channel_id, Unexplained, despite=DmsClosed):
                await self._delivery.delete(channel_id, message_id)

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        with self._at(channel_id, *LOST, Forbidden):
            return await self._delivery.find(channel_id, table, post)

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        with self._at(channel_id, *LOST):
            return await self._delivery.open_thread(channel_id, message_id, name)

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        with self._at(thread_id, Unexplained):
            await self._delivery.add_to_thread(thread_id, person)

    async def dm(self, person: int) -> int:
        with self._at(person, *LOST, DmsClosed, Forbidden):
            channel = await self._delivery.dm(person)
        self._is_open(person)
        while len(self._dms) >= REMEMBERED:
            del self._dms[next(iter(self._dms))]
        self._dms[person] = channel
        return channel

    async def is_member(self, guild_id: int, person: int) -> bool:
        with self._at(guild_id, *LOST, Forbidden):
            there = await self._delivery.is_member(guild_id, person)
        self._is_open(guild_id)
        return there

    # Where it may ask

    @contextmanager
    def _at(
        self, place: int, *refusals: type[DeliveryError], despite: type[DeliveryError] | None = None
    ) -> Iterator[None]:
        """One request to a place, which rests after one of these. Raises what it raises, or would.

        `despite`: a refusal that is not of such requests, although the place rests for it.
        """
        rest = self._rests.get(place)
        passes = rest is not None and despite is not None and issubclass(rest.error, despite)
        self._check(place, passes=passes)
        resting = self._with_others(place) if rest is not None and not passes else None
        if resting is not None:
            self._trying[resting] = set()
        self._may_go_on.discard(place)
        goes_on = resting is not None
        try:
            yield
        except refusals as error:
            goes_on = False
            self._refused(place, error)
            error.place = place
            raise
        except Later:
            raise
        except DeliveryError:
            self._explained(place)
            raise
        else:
            self._explained(place)
        finally:
            if goes_on and place in self._rests:
                self._goes_on(place)
            if resting is not None:
                self.hint(self._trying.pop(resting, ()))

    def _goes_on(self, place: int) -> None:
        """Not known yet whether the place takes anything: it may ask on, and others wait for what comes of it."""
        self._may_go_on.add(place)
        for resting in (place, self._with_others(place)):
            self._rests[resting] = self._rests[resting]._replace(asked_at=self._now())

    def _check(self, place: int, *, passes: bool) -> None:
        if not self._allowance.shows:
            raise _unasked(Later("Discord has refused too much of late"), None)
        if not passes and not self.is_open(place):
            rest = self._rests[place]
            raise _unasked(rest.error(rest.why), place)

    def _refused(self, place: int, error: DeliveryError) -> None:
        now = self._now()
        rest = self._rests.get(place) or OpenCircuit(now, 0, now, type(error), "")
        self._rests[place] = rest.again(now, error)
        server = self._servers.get(place)
        if server is not None and _wants_permission(type(error)):
            self._rests[server] = self._rests[server].again(now, error)
        elif server is not None:  # it is something else by now
            del self._servers[place]

    def _is_open(self, place: int) -> None:
        """And with it, it may be, all that waited for the same."""
        if place not in self._rests:
            return
        server = self._servers.get(place)
        opened = {place} if server is None else {one for one, its in self._servers.items() if its == server}
        self._may_go_on -= opened
        over: set[Resting | None] = {*opened, server}
        self._rests = {resting: rest for resting, rest in self._rests.items() if resting not in over}
        self._servers = {one: its for one, its in self._servers.items() if one not in opened}
        self._tell(opened)

    def _explained(self, place: int) -> None:
        """Discord itself answers there: if it did not before, it may do so elsewhere."""
        rest = self._rests.get(place)
        if rest is not None and rest.is_unexplained:
            self._is_open(place)
            self.hint([one for one in self._places() if self._rests[one].is_unexplained])

    def _places(self) -> Set[int]:
        return {resting for resting in self._rests if isinstance(resting, int)}

    def _with_others(self, place: int) -> Resting:
        """Whose pause counts for a place."""
        return self._servers.get(place, place)

    def _tell(self, places: Set[int]) -> None:
        for listener in self._listeners:
            listener(places)


def _wants_permission(error: type[DeliveryError]) -> bool:
    return issubclass(error, Forbidden) and not issubclass(error, ThreadLocked)


def _unasked(error: DeliveryError, place: int | None) -> DeliveryError:
    error.asked, error.place = False, place
    return error
