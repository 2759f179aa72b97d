"""The values that the store takes and returns.

Times are in milliseconds since the epoch (UTC). Discord ids are ints.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

JsonObject = dict[str, Any]
TableStage = str
"""`lobby`, `playing`, `over` or `closed`; the schema checks it."""
SeatKind = str
"""`person`, `computer` or `empty`; the schema checks it."""

WAITING = "waiting"
"""The kind of the message that a cup or league waits for its game: the beginning of its key."""


class RecordRow(NamedTuple):
    """One entry of a table's record. `seq` counts from 1 without gaps; `body` is a JSON object."""

    seq: int
    at: int
    verb: str
    body: JsonObject


class TableRow(NamedTuple):
    """The columns of a table that lists and the clock need without folding its record; `seq` is the last entry's."""

    id: int
    name: str
    guild_id: int
    channel_id: int
    language: str
    stage: TableStage
    game: str
    seq: int
    hand: int
    turn_seat: int | None
    due_at: int | None
    """The time when the clock has to act at the table, apart from deadlines."""
    deadline_at: int | None
    """The deadline of the person to play."""
    wait_since: int
    """The time when the present wait began."""
    credited: int
    """The part of the wait that does not count, in ms: the table could not be reached, or was paused."""
    held_at: int | None
    """The time when the table was paused, None if it is not."""
    opened_at: int
    changed_at: int
    rematch_of: int | None
    lost_at: int | None = None
    """Since when Discord refuses to show the table, None if it does not."""
    silent_since: int | None = None
    """Since when the table waits for something that also ends by timeout: a proposal, a lobby's start, a return."""
    silent_until: int | None = None
    """The time when that timeout is over."""
    cup_id: int | None = None
    match_number: int | None = None
    match_since: int | None = None
    """The cup and its match for which it was opened, and the entry of the cup since which it is played here."""
    call_after: int | None = None
    """The time of waiting, without what is credited, after which the person to play is called, in ms; None: never."""


class QueuedRow(NamedTuple):
    """A play queued before its turn: the seat's `nth` of the hand, if `condition` holds (`bot.tables.automatic_plays`).

    SECRET: `cards` are part of a hand. `rank`: the order in which several are tried.
    """

    seat: int
    person: str
    hand: int
    nth: int
    rank: int
    condition: str
    cards: str


class Stored(NamedTuple):
    """A table as stored: its row, its whole record, and the queued plays (SECRET)."""

    row: TableRow
    record: list[RecordRow]
    queue: list[QueuedRow]


class AnnouncementRow(NamedTuple):
    """A text of the operator that is still to be posted at a table; queued `at`."""

    id: int
    table_id: int
    text: str
    at: int


class OwedRow(NamedTuple):
    """A play that a person has to make, with the wait and the deadline as in `TableRow`.

    `reminded`: how many notices of it there were; the first is the call.
    """

    table_id: int
    guild_id: int
    seat: int
    person: str
    wait_since: int
    credited: int
    deadline_at: int | None
    call_after: int | None
    reminded: int = 0


class DigestLine(NamedTuple):
    """A play that a digest reminds of, identified by table, seat and the beginning of the wait."""

    table_id: int
    seat: int
    wait_since: int


class DigestRow(NamedTuple):
    """One reminder of all plays that wait for a person, by `dm` or `thread`; it is sent at `at` or later.

    A call is the hand of its only play, sent where the person has it.
    """

    id: int
    person: str
    way: str
    at: int
    lines: tuple[DigestLine, ...]
    is_call: bool = False


class CupRow(NamedTuple):
    """The columns of a cup that lists and the clock need without folding its record; `seq` is the last entry's."""

    id: int
    name: str
    guild_id: int
    channel_id: int
    language: str
    stage: str
    seq: int
    due_at: int | None
    """The time when the clock has to act in the cup."""
    opened_at: int
    changed_at: int
    owed: int = 0
    """By how much deadlines are still to be moved, in ms: for outages, and because the clock was set."""


class CupActionRow(NamedTuple):
    """One entry of a cup's record. `reason`: an organiser's words, apart from the `body`, a JSON object."""

    seq: int
    at: int
    verb: str
    body: JsonObject
    reason: str = ""


class PodiumPlace(NamedTuple):
    """One of the best entrants of a cup: its number, and the keys of its people."""

    entrant: int
    people: tuple[str, ...]


class CupEnd(NamedTuple):
    """The end of a cup: when, in ms since the epoch, how many entrants had played, and the best of them."""

    ended_at: int
    size: int
    podium: tuple[PodiumPlace, ...]


class EndedCupRow(NamedTuple):
    """An ended cup for the hall of fame. `was_in`: the person who asks; `end` None: it is not worked out yet."""

    id: int
    name: str
    channel_id: int
    was_in: bool
    end: CupEnd | None


class CupPersonRow(NamedTuple):
    """A person who has entered a cup, and the number of the entrant."""

    entrant: int
    person: str


class CupMessageRow(NamedTuple):
    """The state of one message of a cup: the entry up to which it is shown; the last send that was begun, in ms."""

    cup_id: int
    post: str
    channel_id: int | None
    message_id: int | None
    sent_at: int | None
    attempted_seq: int
    attempted_at: int | None
    shown_seq: int


class StoredCup(NamedTuple):
    """A cup as stored: its row and its whole record."""

    row: CupRow
    record: list[CupActionRow]


class DivisionKey(NamedTuple):
    """The division of a league for which a cup is created: season from 1, division from 0."""

    league_id: int
    season: int
    division: int


class WeeklyKey(NamedTuple):
    """The template of a guild, and the start in ms since the epoch, for which a cup is created by itself."""

    template: str
    template_start: int


CupKey = DivisionKey | WeeklyKey
"""The key of a cup that is not created by hand; no key has two cups."""


class WeeklyCupRow(NamedTuple):
    """A template of which a cup is made each week; times are in ms since the epoch.

    `person`: who asked for it. `weekday` (0: Monday), `clock` (like `20:00`) and `zone`: when each cup starts.
    `starts_at`: the next start that has no cup yet. `due_at`: when that cup is made; None: it has
    stopped. `cup_id`: the last one. `unseen`: how many of the last ones could not be shown.
    """

    guild_id: int
    template: str
    channel_id: int
    language: str
    person: str
    weekday: int
    clock: str
    zone: str
    starts_at: int
    due_at: int | None
    cup_id: int | None = None
    unseen: int = 0


class LeagueRow(NamedTuple):
    """The columns of a league that lists and the clock need without folding its record; `seq` is the last entry's."""

    id: int
    name: str
    guild_id: int
    channel_id: int
    language: str
    stage: str
    seq: int
    due_at: int | None
    """The time when the clock has to act in the league."""
    opened_at: int
    changed_at: int


class LeagueMessageRow(NamedTuple):
    """The state of one message of a league; the fields are those of `CupMessageRow`."""

    league_id: int
    post: str
    channel_id: int | None
    message_id: int | None
    sent_at: int | None
    attempted_seq: int
    attempted_at: int | None
    shown_seq: int


class StoredLeague(NamedTuple):
    """A league as stored: its row and its whole record."""

    row: LeagueRow
    record: list[CupActionRow]


RESTORED_TABLES = "restored tables"
"""The name of the value that is there from a restore until no table deals by a chain from before it."""
RESTORED_CUPS = "restored cups"
"""The name of the value with what cups have lost by a restore, until they have noted it."""
LOST_NUMBERS = "lost numbers"
"""The name of the value with the numbers of tables, cups and leagues that restores may have lost: first and last."""
WON, DRAWN, LOST = "won", "drawn", "lost"


class ResultRow(NamedTuple):
    """The result of an ended table for one person; it outlives the table.

    `rubber`: the table's id. `size`, `sides`: the number of seats and of sides. `rivals`: the people in other sides'
    seats at the end. `outcome`: None if it counts for nobody, or the person had left. `feats`: counts by kind.
    `kept`, `missed`: deadlines of plays.
    """

    rubber: int
    person: str
    guild_id: int
    game: str
    size: int
    sides: int
    rivals: int
    ended_at: int
    outcome: str | None
    hands: int
    tricks: int
    bounces: int
    feats: Mapping[str, int]
    kept: int = 0
    missed: int = 0


class GameRow(NamedTuple):
    """A game that a person has played: how often to its end, and when last (ms since the epoch)."""

    game: str
    played: int
    last_at: int


RubberPlace = tuple[int, int]
"""The place of a rubber in the order of their ends: when it ended, and its id."""


class RubberRow(NamedTuple):
    """The result of an ended table for ratings; `rubber` is the table's id, `body` JSON with keys of people."""

    rubber: int
    guild_id: int
    game: str
    size: int
    ended_at: int
    body: JsonObject


class StandingRow(NamedTuple):
    """The sums of a person's results against people, in one server and period."""

    person: str
    hands: int
    won: int
    drawn: int
    lost: int
    beaten: float
    """The sides beaten: one for each win against one side, two for one against two; half of that for a draw."""


class WelcomeRow(NamedTuple):
    """The first message in a guild; no channel: it waits for one; no message: not sent, or not known to be."""

    guild_id: int
    channel_id: int | None
    message_id: int | None


class BanRow(NamedTuple):
    """A person who may take no seat in a guild. `hashed`: a keyed hash of their Discord id; it names the ban.

    `banned`: their key, None once they are erased; then `reason` is "". `organiser`: the key of who banned them.
    """

    guild_id: int
    hashed: str
    banned: str | None
    organiser: str
    reason: str
    at: int


class ActRow(NamedTuple):
    """Something that an organiser (a person's key) did in a guild, perhaps on a `person` or at a table.

    `about`: the reason of a ban, or the name of a setting.
    """

    guild_id: int
    at: int
    organiser: str
    kind: str
    person: str | None = None
    table_name: str = ""
    about: str = ""


class SeatRow(NamedTuple):
    """The holder of a seat: a person's key, None for a computer and an empty seat."""

    seat: int
    holder: str | None
    kind: SeatKind


class PersonRow(NamedTuple):
    """The person behind a key. An erased person has no `discord_id`, an empty `name` and `locale`.

    `locale` is the language of their Discord client as last seen ("da", "en-GB"), "" if it has not been seen.
    """

    key: str
    discord_id: int | None
    name: str
    locale: str = ""


class Blocks(NamedTuple):
    """The keys of the people whom a person has blocked, in that order, and of those who have blocked the person."""

    blocked: tuple[str, ...] = ()
    by: frozenset[str] = frozenset()


class UseLimit(NamedTuple):
    """The most uses in a time, in ms; at least one."""

    most: int
    window: int


class LimitedUse(NamedTuple):
    """A use of something that a person (a key) may do only so often in a guild; 0: everywhere together.

    `person`: "" for everybody in the guild together.
    """

    kind: str
    person: str
    guild_id: int
    limits: tuple[UseLimit, ...]


class PlaceRow(NamedTuple):
    """The place where a table is shown: in its thread, else in its channel."""

    table_id: int
    channel_id: int
    thread_id: int | None
    lobby_message_id: int | None


class MessageRow(NamedTuple):
    """The state of one post for one audience: how much of it has been shown, and in which message.

    `audience` is "public" or "seat:0"; `post` for example "trick:1.3"; `note` belongs to the publisher; `person` is the
    key of the only person who sees it.
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
    lesson: str
    number: int
    correct: bool
    at: int


class HintRow(NamedTuple):
    """A hint that a person was given once: in which hand of which table, after how many of its tricks."""

    game: str
    hint: str
    rubber: int
    hand: int
    trick: int


class DailyRow(NamedTuple):
    """The daily trick of a guild on a day (`2025-11-21`); no message: not sent yet, or it could not be."""

    guild_id: int
    day: str
    channel_id: int
    message_id: int | None


class Retention(NamedTuple):
    """The moments before which data may be removed; None: it is kept for ever.

    `tables` by when they ended, `guilds` by when the bot was removed from them (their tables, preferences and places),
    and outages, with the limit of `guilds`, by when they were over; `acts` of organisers by when they were done;
    `conduct` by until when it is kept.
    """

    interactions: int
    tables: int | None
    guilds: int | None
    acts: int | None = None
    conduct: int | None = None


class Prunable(NamedTuple):
    """The amount that can be removed, or was."""

    interactions: int
    tables: int
    guilds: int


class Transferred(NamedTuple):
    """The number of rows of all tables, and of the most important ones."""

    rows: int
    tables: int
    entries: int
    people: int

    def __str__(self) -> str:
        return f"{self.rows} rows (tables: {self.tables}, entries: {self.entries}, people: {self.people})"


class Contents(NamedTuple):
    """The contents of a checked database: its schema's version and its numbers of tables, record entries and people."""

    version: int
    tables: int
    entries: int
    people: int

    def __str__(self) -> str:
        return f"schema {self.version}, tables: {self.tables}, entries: {self.entries}, people: {self.people}"


class Restored(NamedTuple):
    """The contents of a restored dump, how many people were erased again in it, and where the old tables are kept."""

    contents: Contents
    erased: int
    aside: str | None


class ServerRow(NamedTuple):
    """The state of a database server.

    `syncs`: a commit waits for the disk. `ahead`: seconds by which its clock is ahead. `answer`, `commit`: seconds that
    they take. `protection`: of the connections, in libpq's words. `is_checked`: nobody on the way can pretend to be it.
    `kept`: the schemas of databases before a restore.
    """

    version: str
    syncs: bool
    ahead: float
    answer: float
    commit: float
    protection: str
    is_checked: bool
    kept: tuple[str, ...]


class Dumped(NamedTuple):
    """The contents of a dump; `was_restored`: it was checked by restoring it, else only read through."""

    contents: Contents
    was_restored: bool


class ServingProcess(NamedTuple):
    """The process that has the database. `name`: for the operator.

    `beat`: its last heartbeat, as it wrote it; None for one that writes none, such as a command.
    """

    name: str
    beat: str | None


class LockWait(NamedTuple):
    """A way to wait: `look` is called again and again meanwhile, and says whether to end the other's session.

    `beat`: the name of the value (see KeyValueStore) that the other process keeps fresh.
    """

    beat: str
    look: Callable[[ServingProcess], Awaitable[bool]]
