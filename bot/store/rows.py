"""The values that go in and come out. Times are milliseconds since the epoch (UTC); Discord's ids are ints."""

from __future__ import annotations

from typing import Any, NamedTuple

Stage = str
"""`lobby`, `playing`, `over` or `closed`; the schema checks it."""
SeatKind = str
"""`person`, `computer` or `empty`; the schema checks it."""


class RecordRow(NamedTuple):
    """One line of a table's record. `seq` counts from 1 without gaps; `body` is what JSON can hold."""

    seq: int
    at: int
    do: str
    body: dict[str, Any]


class TableRow(NamedTuple):
    """What lists and the clock need of a table without folding its record; `seq` is that of the last entry."""

    id: int
    name: str
    guild_id: int
    channel_id: int
    language: str
    stage: Stage
    game: str
    seq: int
    hand: int
    turn_seat: int | None
    due_at: int | None
    """When the clock has something to do there, beside deadlines."""
    deadline_at: int | None
    """When the time of the person who is to play has passed."""
    wait_since: int
    """Since when the table waits for what it waits for."""
    credited: int
    """How much of that could not be used, in ms: the table could not be reached, or was paused."""
    held_at: int | None
    """When the table was paused."""
    opened_at: int
    changed_at: int
    rematch_of: int | None
    lost_at: int | None = None
    """Since when what the table has to show is refused where it is shown."""
    silent_since: int | None = None
    """Since when something is waited for that silence decides: a proposal, that somebody starts a lobby or comes."""
    silent_until: int | None = None
    """When silence decides it."""


class QueuedRow(NamedTuple):
    """A play laid down before its turn: the seat's `nth` of the hand, if the condition (`any`, `lead`, `follow`) holds.

    SECRET: `cards` are of a hand. `rank`: which of several is tried first.
    """

    seat: int
    person: str
    hand: int
    nth: int
    rank: int
    condition: str
    cards: str


class Stored(NamedTuple):
    """A table as the store has it: its row, its record from the first entry, and the plays laid down (SECRET)."""

    row: TableRow
    record: list[RecordRow]
    queue: list[QueuedRow]


class OwedRow(NamedTuple):
    """A play that somebody owes: whose, and since when and until when (see `TableRow`)."""

    table_id: int
    guild_id: int
    seat: int
    person: str
    wait_since: int
    credited: int
    deadline_at: int


class DigestLine(NamedTuple):
    """A play of which a digest reminds: that for which the table has waited since then."""

    table_id: int
    seat: int
    wait_since: int


class DigestRow(NamedTuple):
    """One reminder of all that waits for a person, by `dm` or `thread`, not to be sent before `at`."""

    id: int
    person: str
    way: str
    at: int
    lines: tuple[DigestLine, ...]


class SeatRow(NamedTuple):
    """Who sits there: `holder` is a person's key, None for a computer and an empty seat."""

    seat: int
    holder: str | None
    kind: SeatKind


class PersonRow(NamedTuple):
    """Who is behind a key. An erased person has no `discord_id`, an empty `name` and `locale`.

    `locale` is the language of their Discord as last seen ("da", "en-GB"), "" before it was seen.
    """

    key: str
    discord_id: int | None
    name: str
    locale: str = ""


class PlaceRow(NamedTuple):
    """Where a table is shown: in its thread, else in its channel."""

    table_id: int
    channel_id: int
    thread_id: int | None
    lobby_message_id: int | None


class MessageState(NamedTuple):
    """How far one audience has been shown one post, and which message shows it.

    `audience` is "public" or "seat:0"; `post` for example "trick:1.3"; `note` belongs to the publisher; `person`: the
    key of who alone is shown it.
    """

    table_id: int
    audience: str
    post: str
    channel_id: int | None
    message_id: int | None
    sent_at: int | None
    attempted_seq: int
    attempted_at: int | None
    shown_seq: int
    fingerprint: str | None
    note: str | None
    person: str | None = None


class ExerciseRow(NamedTuple):
    """A person's last answer to an exercise of a lesson."""

    lesson: str
    number: int
    correct: bool
    at: int


class DailyRow(NamedTuple):
    """Where a server has been shown the trick of a day (`2025-11-21`); no message: it could not be, or not yet."""

    guild_id: int
    day: str
    channel_id: int
    message_id: int | None


class DailyAnswerRow(NamedTuple):
    """What a person (by key) first answered to the trick of a day."""

    person: str
    day: str
    choice: str
    correct: bool
    at: int
