"""The base of the publishers of cups and leagues: a queue for each of them, what waits for a refusing place, and what
has to be shown before a post that sums it up, such as the cups of a season before its end.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from bot.cups.messages.cup_news import GameMissingScene
from bot.discord_api.custom_ids import NO_TABLE
from bot.discord_api.errors import DeliveryError, Later, Rejected
from bot.ledger.record_clock import Reachable
from bot.publishing.delivery_queues import DeliveryQueues, QueueKey, leave_out
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.message_state import PUBLIC, MessageState
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.times import DAY
from bot.store import WAITING, CupMessageRow, CupRow, LeagueMessageRow, LeagueRow

log = logging.getLogger(__name__)

EDIT_PAUSE: Final = 2.0
"""Seconds between two rounds of edits of the messages of a record: what changes together is shown together."""
SHARED: Final = CupMessageRow._fields[2:]
"""The columns of a row of a message that are of its state."""
CALL: Final = ".call"
"""The end of the key of the mention that takes the place of a DM."""
EVENT: Final = "event."
"""The beginning of the keys of events among the messages of a record; the time in seconds since the epoch ends them."""

LONGEST: Final = DAY
"""The time that nothing waits longer than, ms: if the same place refuses both, it may be for different reasons."""


class _Wait(NamedTuple):
    """`since`: when it began; `counted`: from when on its time counts, ms since the epoch."""

    since: int
    counted: int


class Predecessors:
    """The waits of one publisher's records for others. `wake` shows a record; `now`: ms since the epoch.

    `patience`: the time after which a record waits no more for what cannot be shown, ms.

    What is shown is in the store. Only the beginning of a wait is kept here, so a restart begins it anew.
    """

    def __init__(self, wake: Callable[[int], None], now: Callable[[], int], patience: int) -> None:
        self._wake = wake
        self._now = now
        self._patience = patience
        self._awaited: dict[int, Collection[int]] = {}
        """Record id -> the ids of what is to be shown before."""
        self._waits: dict[int, _Wait] = {}
        """The waits by the ids of records."""

    async def hold(
        self, record_id: int, before: Collection[int], is_shown: Callable[[int], Awaitable[bool]], *, stands: bool
    ) -> bool:
        """Return whether a post of a record has to wait for what comes `before`.

        `stands`: the time does not count, a day at most, since both wait for the same place.
        """
        self._awaited[record_id] = before  # first, so that nothing that is shown meanwhile is missed
        if all([await is_shown(needed) for needed in before]):
            return False
        now = self._now()
        since, counted = self._waits.get(record_id, (now, now))
        if stands:
            counted = now
        self._waits[record_id] = _Wait(since, counted)
        return now - counted < self._patience and now - since < LONGEST

    def forget(self, record_id: int) -> None:
        """Note that no post of a record waits."""
        self._awaited.pop(record_id, None)
        self._waits.pop(record_id, None)

    def look_again(self, one: int) -> None:
        """Look again at the records that wait for this one."""
        for record_id in [record_id for record_id, awaited in self._awaited.items() if one in awaited]:
            self._wake(record_id)

    def begin_anew(self) -> None:
        """Let the waits begin now: until now nothing could be shown."""
        self._waits.clear()


PutRow = Callable[[str, Mapping[str, Any]], Awaitable[None]]
"""Stores the columns of a message by the name of its post."""
WAITING_STAGES: Final = ("sign-up", "running", "going")
"""The stages in which a cup or league goes on."""


class CompetitionPost(Protocol):
    """A message of a record: its name there, and the last entry that changes it."""

    @property
    def key(self) -> str: ...
    @property
    def seq(self) -> int: ...


SomePost = TypeVar("SomePost", bound=CompetitionPost)
MessageOfRecord = CupMessageRow | LeagueMessageRow
KnownMessages = Mapping[str, MessageOfRecord]
"""The messages of a record by the names of their posts."""
Bring = Callable[[SomePost, MessageState, IdempotentSender], Awaitable[bool]]
"""Shows a post; returns False if that has to wait."""
IsEarly = Callable[[SomePost], Awaitable[bool]]
"""Returns whether a new post sums up what is not shown yet."""


class CaughtUp(NamedTuple):
    """The outcome of a round: whether a message was edited, and whether one has to wait."""

    edited: bool
    held: bool


class CompetitionPublisher(ABC):
    """Shows records of one `kind`, by their ids. `patience`: how long one waits for its predecessors, ms."""

    def __init__(self, kind: str, rendering: RenderingContext, outages: Reachable, patience: int) -> None:
        self._kind = kind
        self._rendering = rendering
        self._outages = outages
        self._queues = DeliveryQueues(self._show, subject=kind)
        self._waiting: dict[int, int | None] = {}
        """Id -> the place that refuses its messages; None: its server is out of reach."""
        self._predecessors = Predecessors(self._wake, rendering.now, patience)
        self._listeners: list[Callable[[int], None]] = []
        rendering.delivery.listen(self._show_at)

    @abstractmethod
    async def _unshown(self) -> list[int]:
        """Return what has something that is not shown."""

    @abstractmethod
    async def _guild_of(self, record_id: int) -> int | None:
        """Return the guild where it is shown; None: it is no longer there."""

    @abstractmethod
    async def _bring_all(self, record_id: int) -> bool:
        """Bring all its messages up to date; return whether one was edited. Raises DeliveryError, StoreError."""

    @property
    def kind(self) -> str:
        return self._kind

    @property
    def shut(self) -> Mapping[int, int]:
        """The records that cannot be shown, and the place (a channel, a thread or a DM) that refuses each."""
        return {record_id: place for record_id, place in self._waiting.items() if place is not None}

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with the id of a record whenever it was brought up to date, or that was refused."""
        self._listeners.append(listener)

    def wake(self) -> None:
        """Look again at what is in servers that were out of reach."""
        self._predecessors.begin_anew()
        self.look_at({record_id for record_id, place in self._waiting.items() if place is None})

    def look_at(self, records: Iterable[int]) -> None:
        """Bring these up to date."""
        for record_id in records:
            self._wake(record_id)

    async def sweep(self) -> None:
        """Catch up with everything of which something is not shown."""
        for record_id in await self._unshown():
            place = self._waiting.get(record_id)
            if place is None or self._rendering.delivery.allows(place):
                self._queues.retry((record_id, None))

    async def stop(self, grace: float) -> None:
        await self._queues.stop(grace)

    def _wake(self, record_id: int) -> None:
        self._queues.wake((record_id, None))

    def _show_at(self, places: Set[int]) -> None:
        """Show what waits for places now open (a listener of the circuit breaker)."""
        self.look_at({record_id for record_id, place in self._waiting.items() if place in places})

    async def _show(self, queue: QueueKey) -> None:
        """Bring all messages of a record up to date. Raises Later, StoreError."""
        record_id, _ = queue
        guild_id = await self._guild_of(record_id)
        if guild_id is None:
            return
        if guild_id in self._outages.lost_guilds:
            self._waiting[record_id] = None
            return
        waits_for = None
        try:
            edited = await self._bring_all(record_id)
        except Later as error:
            waits_for = error.place
            raise
        except DeliveryError as error:
            log.log(error.log_level, "%s %s cannot be shown: %s", self._kind, record_id, error)
            edited, waits_for = False, error.place
            if error.place is not None and error.asked:
                self._rendering.delivery.share(error.place, guild_id)
        finally:
            self._note_outcome(record_id, waits_for)
        if edited:
            await asyncio.sleep(EDIT_PAUSE)

    def _note_outcome(self, record_id: int, place: int | None) -> None:
        """Note which place refuses a record (None: none does), and tell the listeners."""
        if place is None:
            self._waiting.pop(record_id, None)
        else:
            self._waiting[record_id] = place
        for listener in self._listeners:
            listener(record_id)

    async def _catch_up(
        self,
        posts: Sequence[SomePost],
        known: KnownMessages,
        states: RowStates,
        bring: Bring[SomePost],
        is_early: IsEarly[SomePost],
    ) -> CaughtUp:
        """Show what is not shown of these posts, up to the first that is early, and delete other messages."""
        keys = {post.key for post in posts}
        for key in [key for key in known if not self._is_kept(key, keys)]:
            await self._remove(known[key], states.state_of(key, known[key]))
        due = [post for post in posts if post.key not in known or known[post.key].shown_seq < post.seq]
        sender = self._sender(states)
        ripe = await self._ripe(due, known, states.record_id, is_early)
        shown = [await self._bring_post(post, states, known.get(post.key), sender, bring) for post in ripe]
        return CaughtUp(any(post.key in known for post in ripe), ripe != due or not all(shown))

    async def _tell_of_wait(self, row: CupRow | LeagueRow, game: str, states: RowStates, known: KnownMessages) -> None:
        """Say once in its channel that a record waits for its game. The message goes when the game is back."""
        key = f"{WAITING}.{row.seq}"
        state = states.state_of(key, known.get(key))
        if state.shown_seq or row.stage not in WAITING_STAGES:
            return
        reader = await self._rendering.guilds.reader(row.guild_id, row.language)
        await self._sender(states).show(
            state, GameMissingScene(self._kind, row.name, game), reader, row.seq, row.channel_id
        )

    def _sender(self, states: RowStates) -> IdempotentSender:
        rendering = self._rendering
        return IdempotentSender(states, rendering.delivery, rendering.picture_cache, rendering.now)

    async def _ripe(
        self,
        due: list[SomePost],
        known: KnownMessages,
        record_id: int,
        is_early: IsEarly[SomePost],
    ) -> list[SomePost]:
        """Return the posts before the first that is early; what comes after it keeps its place, too."""
        for at, post in enumerate(due):
            is_new = post.key not in known or not known[post.key].shown_seq
            if is_new and await is_early(post):
                return due[:at]
        self._predecessors.forget(record_id)
        return due

    async def _bring_post(
        self,
        post: SomePost,
        states: RowStates,
        row: MessageOfRecord | None,
        sender: IdempotentSender,
        bring: Bring[SomePost],
    ) -> bool:
        """Show a post; return False if that has to wait. What Discord rejects, or we cannot draw, is left out."""
        state = states.state_of(post.key, row)
        try:
            with leave_out(state.post):
                return await bring(post, state, sender)
        except Rejected as error:
            log.error("%s cannot be shown and is left out: %s", state.post, error)
        await states.put(state._replace(shown_seq=post.seq))
        return True

    def _is_kept(self, key: str, keys: Set[str]) -> bool:
        """Return whether a stored message is an event, which `ScheduledEvents` keeps, or belongs to these posts."""
        return key.removesuffix(CALL) in keys or key.startswith(EVENT)

    async def _remove(self, row: MessageOfRecord, state: MessageState) -> None:
        """Delete a message of something that was undone, also one of which it is not known whether it was sent."""
        if state.is_unresolved:
            await self._remove_unknown(row, state)
        if row.channel_id is not None and row.message_id is not None:
            await self._rendering.delivery.delete(row.channel_id, row.message_id)
        await self._drop(row)

    async def _remove_unknown(self, row: MessageOfRecord, state: MessageState) -> None:
        """Delete a message that was perhaps sent before a crash. Raises Later."""
        delivery = self._rendering.delivery
        try:
            channel = state.channel_id or await self._channel_of(row)
            found = await delivery.find(channel, NO_TABLE, state.name)
            if found is not None:
                await delivery.delete(channel, found)
        except Later:
            raise
        except DeliveryError as error:
            log.info("%s: a message that is perhaps there stays: %s", state.post, error)

    @abstractmethod
    async def _channel_of(self, row: Any) -> int:
        """Return the channel in which a message would be. Raises DeliveryError."""

    @abstractmethod
    async def _drop(self, row: Any) -> None:
        """Forget a message."""


class RowStates:
    """Keeps the states of the messages of one record as its rows."""

    def __init__(self, kind: str, record_id: int, put_row: PutRow) -> None:
        self.record_id = record_id
        self._named = f"{kind}.{record_id}"
        self._put_row = put_row

    def state_of(self, key: str, row: MessageOfRecord | None) -> MessageState:
        state = MessageState(NO_TABLE, PUBLIC, f"{self._named}.{key}")
        return state if row is None else state._replace(**{name: getattr(row, name) for name in SHARED})

    async def put(self, state: MessageState) -> None:
        _, _, key = state.post.split(".", 2)
        await self._put_row(key, {name: getattr(state, name) for name in SHARED})

    put_soon = put
