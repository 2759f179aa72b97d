"""Message states: which message shows a post to an audience, what is known of its content; cached.

The store keeps a state as a row of text columns; the conversion stands here, and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from bot.store import DatabaseTrouble, DigestLine, MessageRow, MessageStore

PUBLIC: Final = "public"


class ShownHand(NamedTuple):
    """A message shows a hand. Equal digests mean equal words and buttons, after a restart too."""

    digest: str
    has_picture: bool


class EndNotice(StrEnum):
    """A message says why its person has no hand there any more."""

    OVER = "gone"
    """The rubber is over."""
    LEFT = "left"
    """The seat is open."""
    TAKEN = "taken"
    """Somebody else has taken the seat."""
    ELSEWHERE = "elsewhere"
    """The person plays from a private hand; it comes back."""


CALLED: Final = "called"
NUDGED: Final = "nudged"


class NotifiedTurn(NamedTuple):
    """The person was notified of this turn: the hand, and the number of the seat's play in it.

    `calls`: and again, since nothing was played: by the clock (`CALLED`), by others (`NUDGED`).
    """

    hand: int
    play: int
    calls: frozenset[str] = frozenset()


class RefusalReason(StrEnum):
    """The reason why no DM could be sent."""

    CLOSED = "closed"
    """The person accepts none."""
    TOO_FAST = "slow"
    """Discord takes no more of them for now."""


class RefusedDm(NamedTuple):
    """The DM of a hand was refused. `is_known`: its person has been notified of that."""

    reason: RefusalReason
    hand: int
    is_known: bool = False


class RemindedPlays(NamedTuple):
    """The plays that a reminder names."""

    lines: tuple[DigestLine, ...]


Content = ShownHand | EndNotice
Note = NotifiedTurn | RefusedDm | RemindedPlays


class MessageState(NamedTuple):
    """The known facts about the message that shows a post to an audience; none yet by default.

    `shown_seq`: the entry of the record up to which it is shown; `attempted_seq`, `attempted_at`: the last send that
    was begun. `content`: what it shows, if that is known. `person`: the key of the only person who sees it. Times are
    in ms since the epoch.
    """

    table_id: int
    audience: str
    post: str
    channel_id: int | None = None
    message_id: int | None = None
    sent_at: int | None = None
    attempted_seq: int = 0
    attempted_at: int | None = None
    shown_seq: int = 0
    content: Content | None = None
    note: Note | None = None
    person: str | None = None

    @property
    def is_unresolved(self) -> bool:
        """True if a send was attempted and its outcome is unknown."""
        return self.attempted_at is not None and self.attempted_seq >= self.shown_seq

    @property
    def name(self) -> str:
        """The post's name in the custom_ids of its components: `trick:1.3`; `hand.0` for the hand of seat 0."""
        return self.post if self.audience == PUBLIC else f"{self.post}.{self.audience.partition(':')[2]}"

    @classmethod
    def read(cls, row: MessageRow) -> MessageState:
        content, note = _read_content(row.fingerprint), _read_note(row.note, row.fingerprint)
        return cls(*row[:9], content, note, row.person)

    def row(self) -> MessageRow:
        return MessageRow(*self[:9], *_columns(self.content, self.note), self.person)


_KNOWN: Final = "told"
"""The fingerprint of a hand whose person knows that it could not be sent."""
_PICTURED: Final = "+"
"""The end of the fingerprint of a hand that is shown with its picture."""


def _read_content(fingerprint: str | None) -> Content | None:
    if fingerprint is None or fingerprint == _KNOWN:
        return None
    if fingerprint in list(EndNotice):
        return EndNotice(fingerprint)
    return ShownHand(fingerprint.removesuffix(_PICTURED), fingerprint.endswith(_PICTURED))


def _read_note(note: str | None, fingerprint: str | None) -> Note | None:
    if note is None:
        return None
    if note.startswith("["):
        return RemindedPlays(tuple(map(DigestLine._make, json.loads(note))))
    reason, refused, hand = note.partition(":")
    if refused:
        return RefusedDm(RefusalReason(reason), int(hand), fingerprint == _KNOWN)
    hand, play, *calls = note.split(".")
    return NotifiedTurn(int(hand), int(play), frozenset(calls))


def _columns(content: Content | None, note: Note | None) -> tuple[str | None, str | None]:
    match content:
        case ShownHand(digest, has_picture):
            fingerprint: str | None = digest + _PICTURED * has_picture
        case _:
            fingerprint = content
    match note:
        case NotifiedTurn(hand, play, calls):
            return fingerprint, ".".join([str(hand), str(play), *sorted(calls)])
        case RefusedDm(reason, hand, is_known):
            return _KNOWN if is_known else fingerprint, f"{reason}:{hand}"
        case RemindedPlays(lines):
            return fingerprint, json.dumps(lines)
        case None:
            return fingerprint, None


class MessageStates:
    """The message states of the tables that are being shown."""

    def __init__(self, store: MessageStore) -> None:
        self._store = store
        self._of: dict[int, dict[tuple[str, str], MessageState]] = {}
        self._waiting: dict[int, dict[tuple[str, str], MessageState]] = {}

    async def table_states(self, table_id: int) -> dict[tuple[str, str], MessageState]:
        if table_id not in self._of:
            states = map(MessageState.read, await self._store.message_states(table_id))
            self._of.setdefault(table_id, {(state.audience, state.post): state for state in states})
        return self._of[table_id]

    async def get(self, table_id: int, audience: str, post: str) -> MessageState:
        return (await self.table_states(table_id)).get((audience, post)) or MessageState(table_id, audience, post)

    async def put(self, state: MessageState) -> None:
        """Write a state durably, together with the table's deferred ones, so that a start has little to repeat.

        If that fails the cache is not changed either: a post that is not noted as attempted must not be sent.
        """
        states, key = await self.table_states(state.table_id), (state.audience, state.post)
        before, states[key] = states.get(key), state
        waiting = self._waiting.pop(state.table_id, {})
        try:
            await self._write({**waiting, key: state}.values())
        except DatabaseTrouble:
            self._wait_on(state.table_id, waiting)
            if states.get(key) is state:
                states[key] = before or MessageState(state.table_id, *key)
            raise

    async def put_soon(self, state: MessageState) -> None:
        """Note the state after an edit, written later: if it is lost the same edit is repeated, which nobody sees."""
        (await self.table_states(state.table_id))[state.audience, state.post] = state
        self._waiting.setdefault(state.table_id, {})[state.audience, state.post] = state

    async def flush(self) -> None:
        waiting, self._waiting = self._waiting, {}
        if not waiting:
            return
        try:
            await self._write(state for states in waiting.values() for state in states.values())
        except DatabaseTrouble:
            for table_id, states in waiting.items():
                self._wait_on(table_id, states)
            raise

    async def _write(self, states: Iterable[MessageState]) -> None:
        await self._store.put_message_states(*(state.row() for state in states))

    def _wait_on(self, table_id: int, states: dict[tuple[str, str], MessageState]) -> None:
        """Defer states again that could not be written, except those replaced by a newer one since."""
        newest = self._of.get(table_id, {})
        still = {key: state for key, state in states.items() if newest.get(key) is state}
        if still:
            self._waiting[table_id] = {**self._waiting.get(table_id, {}), **still}

    def drop(self, table_id: int) -> None:
        """Forget a deleted table, with its deferred states."""
        self._waiting.pop(table_id, None)
        self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Drop a table from the cache; its deferred states are still written."""
        self._of.pop(table_id, None)
