"""The circuit breaker: pauses requests to a channel, thread, DM or person that has refused one.

It wraps a delivery. Below, a place is a channel, a thread, a DM, or a person whose DM cannot be opened. During a
pause requests to the place are refused here, with the same error. After it one request is let through. If that is
refused the next pause is twice as long; if it is accepted the place is open again, and listeners are notified. A
hint that the cause may be gone shortens a pause.

A refusal without a Discord error (`Unexplained`) leads to a pause too, but never a long one, since its cause is not
the place. So when one such place accepts something again, all the others are tried soon.

The private threads of a channel are a place of their own (`private_threads`): where none can be opened, the channel
accepts messages all the same.

Places of one guild that lack a permission share one pause, and so the one request after it: mostly they lack the
same permission.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from itertools import chain
from typing import Any, Final, NamedTuple

from cachetools import LRUCache
from discord.ui import LayoutView

from bot.discord_api.delivery import Delivery, Picture
from bot.discord_api.errors import (
    ChannelGone,
    DeliveryError,
    DmsClosed,
    Forbidden,
    Later,
    NoAccess,
    NoPrivateThread,
    ServerGone,
    ThreadArchived,
    ThreadLocked,
    Unexplained,
)
from bot.discord_api.interactions import InteractionToken
from bot.discord_api.invalid_requests import InvalidRequestGuard
from bot.discord_api.permissions import GuildMember

FIRST_PAUSE: Final = 30_000
LONGEST_PAUSE: Final = 3_600_000
LONGEST_UNEXPLAINED: Final = 300_000
"""The pauses, in ms."""
HINTED: Final = 15
"""A hint divides the pause by this. It does not end the pause: hints may come all day, and be wrong each time."""


class OpenCircuit(NamedTuple):
    """The state of a place that refuses.

    `since`, `asked_at`: when it began to refuse and when it was last asked, ms since the epoch; `times`: refusals in a
    row, which determine the pause; `why`: the text of the last error; `hinted`: whether a hint has shortened the pause.
    """

    since: int
    times: int
    asked_at: int
    error: type[DeliveryError]
    why: str
    hinted: bool = False

    @property
    def until(self) -> int:
        """The time when the pause ends, ms since the epoch."""
        longest = LONGEST_UNEXPLAINED if self.is_unexplained else LONGEST_PAUSE
        pause = min(FIRST_PAUSE << (self.times - 1), longest)
        return self.asked_at + (pause // HINTED if self.hinted else pause)

    @property
    def is_unexplained(self) -> bool:
        return issubclass(self.error, Unexplained)

    def is_over(self, now: int) -> bool:
        """Return whether the pause has ended; True also if the clock was set back to before it."""
        return not self.asked_at <= now < self.until

    def repeat(self, now: int, error: DeliveryError) -> OpenCircuit:
        same = self.is_unexplained == isinstance(error, Unexplained)
        return OpenCircuit(self.since, min(self.times + 1, 16) if same else 1, now, type(error), str(error))


FORGOTTEN_AFTER: Final = 2 * LONGEST_PAUSE
"""The time for which after its pause a place is forgotten if no request to it was wanted, ms."""
REMEMBERED: Final = 2_000
"""The number of people whose DM channels are cached: those opened last."""
LOST: Final = (ChannelGone, ServerGone, NoAccess, Unexplained)
"""Refusals that every other request to the place would meet too."""
CLOSED: Final = (*LOST, DmsClosed, ThreadArchived)
"""Refusals of a send that every other send would meet too. (A send opens an archived thread, unless it is locked.)"""


class GuildCircuits(NamedTuple):
    """The places of a guild that lack a permission, as one."""

    id: int


PauseOwner = int | GuildCircuits
"""The owner of a pause: a single place, or a group of places."""


class CircuitBreaker:
    """A delivery that sends no request where one was refused, and none at all after too many refusals."""

    def __init__(self, delivery: Delivery, request_guard: InvalidRequestGuard, now: Callable[[], int]) -> None:
        self._delivery = delivery
        self._request_guard = request_guard
        self._now = now
        self._circuits: dict[PauseOwner, OpenCircuit] = {}
        self._guilds: dict[int, GuildCircuits] = {}
        """Place id -> its group, for places that share a pause."""
        self._trying: dict[PauseOwner, set[int]] = {}
        """Places and groups with a trial request in progress -> the places that got a hint meanwhile."""
        self._may_go_on: set[int] = set()
        """Places whose trial request decided nothing: if its picture was the cause, one without may be accepted."""
        self._dms: LRUCache[int, int] = LRUCache(REMEMBERED)
        """Discord id of a person -> the channel of their DMs."""
        self._listeners: list[Callable[[Set[int]], None]] = []

    def listen(self, listener: Callable[[Set[int]], None]) -> None:
        """Call `listener` with places that have refused and are open again, or worth a try."""
        self._listeners.append(listener)

    def open_circuits(self) -> Mapping[int, OpenCircuit]:
        """Return the state of every place that refuses, after dropping those of no interest any more."""
        oldest = self._now() - FORGOTTEN_AFTER
        known = {place for place in self._places() if oldest < self._circuits[self._pause_owner(place)].until}
        self._guilds = {place: guild for place, guild in self._guilds.items() if place in known}
        self._may_go_on &= known
        loaded = known.union(self._guilds.values())
        self._circuits = {owner: circuit for owner, circuit in self._circuits.items() if owner in loaded}
        return {place: self._circuits[place] for place in self._places()}

    def allows(self, place: int) -> bool:
        owner = self._pause_owner(place)
        circuit = self._circuits.get(owner)
        if circuit is None or place in self._may_go_on:
            return True
        return circuit.is_over(self._now()) and owner not in self._trying

    def asked_at(self, place: int) -> int:
        """Return when a place that refuses was last asked, ms since the epoch; 0 if it does not refuse."""
        circuit = self._circuits.get(place)
        return 0 if circuit is None else circuit.asked_at

    def share(self, place: int, guild: int) -> None:
        """Let a place that lacks a permission share one pause with the other such places of its guild.

        The shared pause begins anew, since the new place may lack another permission.
        """
        circuit = self._circuits.get(place)
        if circuit is not None and _wants_permission(circuit.error) and place not in self._guilds:
            self._guilds[place] = GuildCircuits(guild)
            self._circuits[GuildCircuits(guild)] = circuit._replace(times=1, hinted=False)

    def lasts(self, place: int) -> bool:
        circuit = self._circuits.get(place)
        return circuit is not None and circuit.times > 1

    def is_gone(self, place: int) -> bool:
        """Return whether Discord last said that the place does not exist."""
        circuit = self._circuits.get(place)
        return circuit is not None and issubclass(circuit.error, ChannelGone)

    def hint(self, places: Iterable[int]) -> None:
        """Try these places, and private threads there, again soon: the cause of their refusals may be gone."""
        hinted: dict[PauseOwner, set[int]] = defaultdict(set)
        for place in chain.from_iterable((named, private_threads(named)) for named in places):
            if place in self._circuits:
                hinted[self._pause_owner(place)].add(place)
        for owner, those in hinted.items():
            self._hint(owner, those)

    def _hint(self, owner: PauseOwner, places: set[int]) -> None:
        now, circuit = self._now(), self._circuits[owner]
        if owner in self._trying:
            self._trying[owner] |= places
        elif not circuit.hinted:
            circuit = self._circuits[owner] = circuit._replace(hinted=True)
            if circuit.is_over(now):
                self._notify(places)
            else:
                asyncio.get_running_loop().call_later((circuit.until - now) / 1000, self._notify, places)

    def note_activity(self, person: int) -> None:
        """Note that a person is active: they may accept DMs again."""
        if self._circuits:
            self.hint((person, self._dms.get(person, person)))

    # The `Delivery`

    async def send(
        self,
        channel_id: int,
        view: LayoutView,
        nonce: str,
        mention: int | None = None,
        picture: Picture | None = None,
        role: int | None = None,
        title: str | None = None,
    ) -> int:
        # a message refused with a picture may be accepted without it
        with self._guard(channel_id, *CLOSED, *(() if picture else (Forbidden,))):
            message = await self._delivery.send(channel_id, view, nonce, mention, picture, role, title)
        self._note_success(channel_id)
        return message

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        # where an edit is refused a new message may be accepted
        with self._guard(channel_id, *LOST, despite=DmsClosed):
            await self._delivery.edit(channel_id, message_id, view, picture)

    async def edit_text(self, channel_id: int, message_id: int, view: LayoutView) -> None:
        with self._guard(channel_id, *LOST, despite=DmsClosed):
            await self._delivery.edit_text(channel_id, message_id, view)

    def note_token(self, message_id: int, token: InteractionToken) -> None:
        self._delivery.note_token(message_id, token)

    def has_token(self, message_id: int) -> bool:
        return self._delivery.has_token(message_id)

    async def edit_by_token(self, token: InteractionToken, follow_up: int | None = None, **shown: Any) -> Any:
        return await self._delivery.edit_by_token(token, follow_up, **shown)

    async def send_by_token(self, token: InteractionToken, view: LayoutView) -> int:
        return await self._delivery.send_by_token(token, view)

    async def delete_by_token(self, token: InteractionToken, follow_up: int | None = None) -> None:
        await self._delivery.delete_by_token(token, follow_up)

    async def delete(self, channel_id: int, message_id: int) -> None:
        circuit = self._circuits.get(channel_id)
        if circuit is None or issubclass(circuit.error, (DmsClosed, Unexplained)) or self.allows(channel_id):
            with self._guard(channel_id, Unexplained, despite=DmsClosed):
                await self._delivery.delete(channel_id, message_id)

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        with self._guard(channel_id, *LOST, Forbidden):
            return await self._delivery.find(channel_id, table, post)

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        with self._guard(channel_id, *LOST):
            return await self._delivery.open_thread(channel_id, message_id, name)

    def is_forum(self, channel_id: int) -> bool:
        return self._delivery.is_forum(channel_id)

    def is_public(self, thread_id: int) -> bool:
        return self._delivery.is_public(thread_id)

    async def open_own_thread(
        self, guild_id: int, channel_id: int, name: str, since: int, *, private: bool
    ) -> int | None:
        if not private:
            with self._guard(channel_id, *LOST):
                return await self._delivery.open_own_thread(guild_id, channel_id, name, since, private=False)
        place = private_threads(channel_id)
        with self._guard(channel_id, *LOST), self._guard(place, NoPrivateThread):
            thread = await self._delivery.open_own_thread(guild_id, channel_id, name, since, private=True)
        self._note_success(place)
        return thread

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        with self._guard(thread_id, Unexplained):
            await self._delivery.add_to_thread(thread_id, person)

    async def dm(self, person: int) -> int:
        with self._guard(person, *LOST, DmsClosed, Forbidden):
            channel = await self._delivery.dm(person)
        self._note_success(person)
        self._dms[person] = channel
        return channel

    async def is_member(self, guild_id: int, person: int) -> bool:
        with self._guard(guild_id, *LOST, Forbidden):
            there = await self._delivery.is_member(guild_id, person)
        self._note_success(guild_id)
        return there

    async def member(self, guild_id: int, person: int) -> GuildMember | None:
        with self._guard(guild_id, *LOST, Forbidden):
            return await self._delivery.member(guild_id, person)

    def has_powers(self, guild_id: int, role: int) -> bool:
        return self._delivery.has_powers(guild_id, role)

    async def may_give(self, guild_id: int, person: int, role: int) -> bool:
        with self._guard(guild_id, *LOST, Forbidden):
            return await self._delivery.may_give(guild_id, person, role)

    async def give_role(self, guild_id: int, person: int, role: int) -> None:
        with self._guard(guild_id, *LOST):  # a role that may not be given says nothing about other requests
            await self._delivery.give_role(guild_id, person, role)

    async def take_role(self, guild_id: int, person: int, role: int) -> None:
        with self._guard(guild_id, *LOST):
            await self._delivery.take_role(guild_id, person, role)

    # Which requests are let through

    @contextmanager
    def _guard(
        self, place: int, *refusals: type[DeliveryError], despite: type[DeliveryError] | None = None
    ) -> Iterator[None]:
        """Guard one request to a place; `refusals` are the errors after which the place is paused.

        Raises the request's error, or without a request the one it would meet. `despite`: an error that does not
        concern this kind of request, so a place paused for it lets the request through.
        """
        circuit = self._circuits.get(place)
        passes = circuit is not None and despite is not None and issubclass(circuit.error, despite)
        self._check(place, passes=passes)
        owner = self._pause_owner(place) if circuit is not None and not passes else None
        if owner is not None:
            self._trying[owner] = set()
        self._may_go_on.discard(place)
        goes_on = owner is not None
        try:
            yield
        except refusals as error:
            goes_on = False
            self._note_refusal(place, error)
            error.place = place
            raise
        except Later:
            raise
        except DeliveryError:
            self._note_explanation(place)
            raise
        else:
            self._note_explanation(place)
        finally:
            if goes_on and place in self._circuits:
                self._goes_on(place)
            if owner is not None:
                self.hint(self._trying.pop(owner, ()))

    def _goes_on(self, place: int) -> None:
        """Let a place send on after a trial request that decided nothing; others in its group wait for the outcome."""
        self._may_go_on.add(place)
        for owner in (place, self._pause_owner(place)):
            self._circuits[owner] = self._circuits[owner]._replace(asked_at=self._now())

    def _check(self, place: int, *, passes: bool) -> None:
        if not self._request_guard.shows:
            raise _mark_unasked(Later("Discord has refused too much of late"), None)
        if not passes and not self.allows(place):
            circuit = self._circuits[place]
            raise _mark_unasked(circuit.error(circuit.why), place)

    def _note_refusal(self, place: int, error: DeliveryError) -> None:
        now = self._now()
        circuit = self._circuits.get(place) or OpenCircuit(now, 0, now, type(error), "")
        self._circuits[place] = circuit.repeat(now, error)
        guild = self._guilds.get(place)
        if guild is not None and _wants_permission(type(error)):
            self._circuits[guild] = self._circuits[guild].repeat(now, error)
        elif guild is not None:  # it now refuses for another reason
            del self._guilds[place]

    def _note_success(self, place: int) -> None:
        """Open a place again after an accepted request, with all places that share its pause."""
        if place not in self._circuits:
            return
        guild = self._guilds.get(place)
        opened = {place} if guild is None else {shared for shared, its in self._guilds.items() if its == guild}
        self._may_go_on -= opened
        over: set[PauseOwner | None] = {*opened, guild}
        self._circuits = {owner: circuit for owner, circuit in self._circuits.items() if owner not in over}
        self._guilds = {shared: its for shared, its in self._guilds.items() if shared not in opened}
        self._notify(opened)

    def _note_explanation(self, place: int) -> None:
        """Note that Discord itself has answered: open the place if it did not before, and try others like it soon."""
        circuit = self._circuits.get(place)
        if circuit is not None and circuit.is_unexplained:
            self._note_success(place)
            self.hint([other for other in self._places() if self._circuits[other].is_unexplained])

    def _places(self) -> Set[int]:
        return {owner for owner in self._circuits if isinstance(owner, int)}

    def _pause_owner(self, place: int) -> PauseOwner:
        """Return the group whose pause applies to a place, or the place itself."""
        return self._guilds.get(place, place)

    def _notify(self, places: Set[int]) -> None:
        for listener in self._listeners:
            listener(places)


def private_threads(channel_id: int) -> int:
    """Return the place that stands for the private threads of a channel."""
    return -channel_id


def _wants_permission(error: type[DeliveryError]) -> bool:
    return issubclass(error, Forbidden) and not issubclass(error, ThreadLocked)


def _mark_unasked(error: DeliveryError, place: int | None) -> DeliveryError:
    error.asked, error.place = False, place
    return error
