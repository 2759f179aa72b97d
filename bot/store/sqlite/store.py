"""The store: everything that must outlive the process, in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from bot.store.errors import Corrupt, DatabaseTrouble
from bot.store.rows import (
    DailyAnswerRow,
    DailyRow,
    DigestLine,
    DigestRow,
    ExerciseRow,
    MessageState,
    OwedRow,
    PersonRow,
    PlaceRow,
    QueuedRow,
    RecordRow,
    SeatRow,
    Stored,
    TableRow,
)
from bot.store.sqlite import (
    erasure,
    key_value,
    learning,
    message_state,
    outages,
    people,
    preferences,
    pruning,
    reminders,
    tables,
)
from bot.store.sqlite.connection import PATIENCE, Connection, open_beside, open_reader, open_writer
from bot.store.sqlite.lock import ProcessLock
from bot.store.sqlite.migrations import KNOWN, Migration
from bot.store.sqlite.preferences import Said
from bot.store.sqlite.pruning import Prunable, Retention
from bot.store.sqlite.watch import Watch, look_through
from bot.store.sqlite.writer import Writer


class Store:
    """What writes returns when it is durable, and shares its commit with whatever else waits; what reads never waits.

    Every method may raise DatabaseTrouble.
    """

    def __init__(self, writer: Writer, reader: Connection, now: Callable[[], int], opened: AsyncExitStack) -> None:
        self._writer = writer
        self._reader = reader
        self._now = now
        self._opened = opened

    @classmethod
    async def open(
        cls, path: Path, *, now: Callable[[], int], patience: float = PATIENCE, migrations: Sequence[Migration] = KNOWN
    ) -> Self:
        """The store in the file `path`, made when there is none, brought up to date (after a copy) when it is older.

        `now` gives milliseconds since the epoch; `patience` is for how many seconds another program's lock is waited
        for. Raises DatabaseTrouble: of a second process, a newer schema, a file that is damaged or no database or
        may not be written, a full disk.
        """
        async with AsyncExitStack() as opened:
            lock = ProcessLock(path)
            opened.callback(lock.release)
            writing = await open_writer(lock.database, now(), patience=patience, steps=migrations)
            writer = Writer(writing, Watch(lock.database))
            opened.push_async_callback(writer.close)
            reader = await open_reader(lock.database, patience=patience, damage=writing.damage)
            opened.push_async_callback(reader.close)
            opened.callback(lambda: lock.freeze() if writing.damage else None)
            return cls(writer, reader, now, opened.pop_all())

    @classmethod
    async def beside(cls, path: Path) -> Self:
        """The store of a bot that may be running, for reading alone: what writes raises ReadOnly.

        Raises DatabaseTrouble, also where there is no database, and of one whose schema is not that of this program.
        """
        async with AsyncExitStack() as opened:
            reader = await open_beside(path)
            opened.push_async_callback(reader.close)
            return cls(Writer(reader), reader, lambda: 0, opened.pop_all())

    @property
    def unwritten(self) -> str | None:
        """Why nothing can be written at present, in plain words; None: the last commit succeeded."""
        return self._writer.trouble

    @property
    def damage(self) -> Corrupt | None:
        """The damage that was found in the file; from then on everything is refused."""
        found = self._reader.damage
        return Corrupt(self._reader.path, detail=found[0]) if found else None

    async def look_through(self) -> None:
        """Read every page, beside the plays. Raises DatabaseTrouble."""
        try:
            await asyncio.to_thread(look_through, self._reader.path)
        except DatabaseTrouble as error:
            self._reader.note(error)
            raise

    async def close(self) -> None:
        """Write what still waits, then let go of the file. Does nothing the second time."""
        await self._opened.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # People

    async def person(self, discord_id: int, name: str, locale: str = "", *, renamed: bool = True) -> PersonRow:
        """The person behind a Discord id, made when new; takes over locale (unless "") and (if `renamed`) name."""
        known = await self._reader.run(lambda db: people.by_discord_id(db, discord_id))
        if known and not renamed:
            name = known.name
        if known and known.name == name and locale in ("", known.locale):
            return known
        at = self._now()
        return await self._writer.write(lambda db: people.meet(db, discord_id, name, locale, at))

    async def people(self, keys: Iterable[str]) -> dict[str, PersonRow]:
        """Key -> person, for those of the keys that are known."""
        wanted = list(keys)
        return await self._reader.run(lambda db: people.by_keys(db, wanted))

    async def erase(self, key: str) -> None:
        """Forget who is behind a key, and all that is theirs alone (see `about`). Records keep the key, which
        means nobody then."""
        await self._writer.write(lambda db: people.erase(db, key))
        with suppress(DatabaseTrouble):  # they are erased all the same
            await self._writer.alone(erasure.empty_journal)

    async def about(self, key: str) -> dict[str, Any]:
        """Everything that is stored about a person, as JSON can hold it; {} for a stranger."""
        return await self._reader.run(lambda db: people.about(db, key))

    # Wishes of people and servers: JSON objects of what was said

    async def preferences(self, key: str) -> Said:
        """What a person wishes."""
        return await self._reader.run(lambda db: preferences.of_person(db, key))

    async def wish(self, key: str, changes: Mapping[str, Any]) -> Said:
        """Change some of a person's wishes, None takes one back; what the person wishes then."""
        return await self._writer.write(lambda db: preferences.wish(db, key, changes))

    async def take_back_wishes(self, key: str) -> None:
        """The person wishes nothing any more."""
        await self._writer.write(lambda db: preferences.take_back(db, key))

    async def guild_preferences(self, guild_id: int) -> Said:
        """What a server wishes."""
        return await self._reader.run(lambda db: preferences.of_server(db, guild_id))

    async def wish_for_server(self, guild_id: int, changes: Mapping[str, Any]) -> Said:
        """Change some of a server's wishes, None takes one back; what the server wishes then."""
        return await self._writer.write(lambda db: preferences.wish_for_server(db, guild_id, changes))

    async def leave_server(self, guild_id: int, at: int | None) -> None:
        """Write down that the club left a server then (ms since the epoch); None: it is there again."""
        await self._writer.write(lambda db: preferences.leave(db, guild_id, at))

    async def left_servers(self) -> list[int]:
        """The servers with open tables that the club was taken out of."""
        return await self._reader.run(preferences.left)

    async def erase_server(self, guild_id: int) -> None:
        """Forget what a server wished, and where it was shown daily tricks."""
        await self._writer.write(lambda db: preferences.erase_server(db, guild_id))

    # Learning

    async def learned(self, key: str) -> list[ExerciseRow]:
        """The exercises that a person has answered, lesson by lesson, each with the last answer."""
        return await self._reader.run(lambda db: learning.learned(db, key))

    async def note_exercise(self, key: str, lesson: str, number: int, correct: bool) -> None:
        """Write down a person's answer to an exercise, in place of an earlier one."""
        done = ExerciseRow(lesson, number, correct, self._now())
        await self._writer.write(lambda db: learning.note_exercise(db, key, done))

    async def daily(self, guild_id: int, day: str) -> DailyRow | None:
        """Where a server has been shown the trick of a day (`2025-11-21`), None if it has not been."""
        return await self._reader.run(lambda db: learning.daily(db, guild_id, day))

    async def note_daily(self, shown: DailyRow) -> None:
        """Write down where a server is shown the trick of a day, in place of what was there."""
        await self._writer.write(lambda db: learning.note_daily(db, shown))

    async def answer_daily(self, key: str, day: str, choice: str, correct: bool) -> DailyAnswerRow:
        """Write down a person's first answer to the trick of a day; the answer that stands."""
        answer = DailyAnswerRow(key, day, choice, correct, self._now())
        return await self._writer.write(lambda db: learning.answer_daily(db, answer))

    async def days_answered(self, key: str) -> list[str]:
        """The days (`2025-11-21`) of which a person has answered the trick, the newest first."""
        return await self._reader.run(lambda db: learning.days_answered(db, key))

    async def daily_answer(self, key: str, day: str) -> DailyAnswerRow | None:
        """What a person answered to the trick of a day, None if nothing."""
        return await self._reader.run(lambda db: learning.daily_answer(db, key, day))

    async def daily_tally(self, day: str) -> dict[str, int]:
        """How many people made each choice in the trick of a day; choices that nobody made are left out."""
        return await self._reader.run(lambda db: learning.daily_tally(db, day))

    # Tables: the record

    async def open_table(
        self, row: TableRow, seats: Iterable[SeatRow], entries: Iterable[RecordRow], interaction_id: int | None
    ) -> int:
        """A new table with its first entries; its id (`row.id` is ignored). Raises NameTaken, Repeated."""
        lines, chairs, at = tables.lines(entries, row.seq, after=0), list(seats), self._now()
        return await self._writer.write(lambda db: tables.begin(db, row, chairs, lines, interaction_id, at))

    async def append(
        self,
        row: TableRow,
        seats: Sequence[SeatRow] | None,
        entries: Iterable[RecordRow],
        interaction_id: int | None,
        queue: Sequence[QueuedRow] | None = None,
    ) -> None:
        """Put entries to a table's record, with the row that they lead to; what of `seats` and `queue` is None stays.

        `row.seq` is that of the last entry (with none, the present one). What a table was opened with stays as it is:
        its name, guild, channel, time of opening and the table it is a rematch of. Raises Repeated when the
        interaction is in the store already, Conflict when the record stands elsewhere than just before the entries.
        """
        lines, at = tables.lines(entries, row.seq), self._now()
        await self._writer.write(lambda db: tables.advance(db, row, seats, lines, interaction_id, at, queue))

    async def record(self, table_id: int, after: int = 0) -> list[RecordRow]:
        """The entries of a table with a seq above `after`, in order; none for a table that there is not."""
        return await self._reader.run(lambda db: tables.record(db, table_id, after))

    async def here_since(self, moment: int) -> dict[str, int]:
        """Who has done something at a table since then (ms since the epoch), by key, and when last."""
        return await self._reader.run(lambda db: tables.here_since(db, moment))

    async def queue(self, table_id: int) -> list[QueuedRow]:
        """The plays that wait at a table for their turn, each seat's in order."""
        return await self._reader.run(lambda db: tables.queue(db, table_id))

    async def lay_down(self, table_id: int, queue: Sequence[QueuedRow]) -> None:
        """Keep these plays for their turn, in place of what waited at the table."""
        await self._writer.write(lambda db: tables.lay_down(db, table_id, queue))

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = MappingProxyType({})
    ) -> list[int]:
        """Move the deadlines of tables (all, a guild's) by the time that they could not be reached; which.

        `noted` (name -> value) is remembered in the same commit.
        """

        def work(db: sqlite3.Connection) -> list[int]:
            _remember(db, noted)
            return outages.credit(db, since, until, guild)

        return await self._writer.write(work)

    async def shift(self, by: int, now: int, noted: Mapping[str, str] = MappingProxyType({})) -> list[int]:
        """The clock has been set by `by` ms and shows `now`: move all that runs with it; which tables were changed.

        `noted` as for `credit`.
        """

        def work(db: sqlite3.Connection) -> list[int]:
            _remember(db, noted)
            return outages.shift(db, by, now)

        return await self._writer.write(work)

    # Tables: what lists and the clock need

    async def table(self, table_id: int) -> Stored | None:
        """A table's row, record and queue as of one moment; None if there is no such table."""
        return await self._reader.run(lambda db: tables.whole(db, table_id))

    async def row(self, table_id: int) -> TableRow | None:
        """A table's row, None if there is no such table."""
        return await self._reader.run(lambda db: tables.row(db, table_id))

    async def rows(self, table_ids: Iterable[int]) -> list[TableRow]:
        """The rows of these tables, of those that there are."""
        wanted = list(table_ids)
        return await self._reader.run(lambda db: tables.rows(db, wanted))

    async def seats(self, table_id: int) -> list[SeatRow]:
        """The seats of a table, in order."""
        return await self._reader.run(lambda db: tables.seats(db, table_id))

    async def running(self) -> list[TableRow]:
        """All lobbies and tables in play."""
        return await self._reader.run(tables.running)

    async def stages(self) -> dict[str, int]:
        """How many tables there are of each stage."""
        return await self._reader.run(tables.stages)

    async def open_in_guild(self, guild_id: int) -> list[TableRow]:
        """The lobbies and tables in play of a guild, the oldest first."""
        return await self._reader.run(lambda db: tables.running_in_guild(db, guild_id))

    async def asking(self) -> list[int]:
        """The tables in play at which people are asked something, or only computers are left."""
        return await self._reader.run(tables.asking)

    async def opened_by(self, key: str) -> list[int]:
        """The lobbies and tables in play that a person has opened, in all guilds."""
        return await self._reader.run(lambda db: tables.opened_by(db, key))

    async def of_person(self, key: str) -> list[tuple[TableRow, SeatRow]]:
        """The lobbies and tables in play at which a person sits, with the seat; the one due soonest first."""
        return await self._reader.run(lambda db: tables.of_person(db, key))

    async def by_name(self, guild_id: int, name: str) -> TableRow | None:
        """The guild's table of that name, in whatever case: the open one, else the newest."""
        return await self._reader.run(lambda db: tables.by_name(db, guild_id, name))

    async def named(self, name: str) -> list[TableRow]:
        """The tables of that name, in whatever case, of all servers; the newest first."""
        return await self._reader.run(lambda db: tables.named(db, name))

    async def rematch_of(self, table_id: int) -> TableRow | None:
        """The open table that is a rematch of this one."""
        return await self._reader.run(lambda db: tables.rematch_of(db, table_id))

    async def by_channel(self, channel_id: int) -> list[tuple[TableRow, int | None]]:
        """The tables of this thread, or opened in this channel, each with its thread: open ones first, then the newest.

        Not all that ever were: the newest 25 that are open, and the newest that is over or closed.
        """
        return await self._reader.run(lambda db: tables.by_channel(db, channel_id))

    async def played_at(self, place: int) -> list[int]:
        """The tables in play in this thread, or in this channel and its threads."""
        return await self._reader.run(lambda db: tables.played_at(db, place))

    async def due(self, now: int, without: Collection[int] = ()) -> list[int]:
        """Tables that the clock must look at, the longest due first; not those of guilds in `without`."""
        return await self._reader.run(lambda db: tables.due(db, now, without))

    async def next_due(self, after: int = 0) -> int | None:
        """When the first table is due that is due after this moment; None if none is."""
        return await self._reader.run(lambda db: tables.next_due(db, after))

    # Where and how far tables have been shown

    async def place(
        self, table_id: int, thread_id: int | None, lobby_message_id: int | None, channel_id: int | None = None
    ) -> None:
        """Write down where a table is shown: its thread (None: in its channel) and the message of its lobby.

        With `channel_id`: nothing is written if the table has been moved to another channel.
        """
        await self._writer.write(lambda db: tables.place(db, table_id, thread_id, lobby_message_id, channel_id))

    async def where(self, table_id: int) -> PlaceRow | None:
        """Where a table is shown, None if there is no such table."""
        return await self._reader.run(lambda db: tables.where(db, table_id))

    async def shown(self, table_id: int) -> list[MessageState]:
        """All marks of a table."""
        return await self._reader.run(lambda db: message_state.of_table(db, table_id))

    async def mark(self, *marks: MessageState) -> None:
        """Put marks in place of those of the same table, audience and post."""
        await self._writer.write(lambda db: message_state.put(db, marks))

    async def caught_up(self, seqs: Mapping[int, int]) -> None:
        """Everything of these tables up to these entries has been shown."""
        if seqs:
            await self._writer.write(lambda db: message_state.catch_up(db, seqs))

    async def shown_to(self, table_id: int) -> int:
        """Up to which entry everything of a table has been shown."""
        return await self._reader.run(lambda db: message_state.caught_up_to(db, table_id))

    async def unshown(self) -> list[int]:
        """Tables of which something recorded has not been shown: for start-up and the sweep."""
        return await self._reader.run(message_state.behind)

    async def seats_of_erased(self) -> list[tuple[int, int, str]]:
        """(table, seat, key): seats of running tables that are held by a key behind which nobody is any more.

        There are some after a backup was restored in which people were erased again.
        """
        return await self._reader.run(erasure.held_by_nobody)

    async def shown_to_erased(self) -> list[int]:
        """Running tables where it still stands to which message a key's cards went behind which nobody is any more."""
        return await self._reader.run(erasure.shown_to_nobody)

    # What has been kept long enough

    async def prunable(self, limits: Retention) -> Prunable:
        """How much is older than the limits."""
        return await self._reader.run(lambda db: pruning.prunable(db, limits))

    async def prune_tables(self, limits: Retention) -> list[int]:
        """Remove a few tables that are older, with all that is theirs; their ids, none when none is left."""
        return await self._writer.write(lambda db: pruning.prune_tables(db, limits))

    async def prune_servers(self, limits: Retention) -> int:
        """Forget servers that the club was taken out of before; to be done after their tables. How many.

        Outages that were over before go with them.
        """
        return await self._writer.write(lambda db: pruning.prune_servers(db, limits))

    async def prune_interactions(self, limits: Retention) -> int:
        """Forget some older presses; how many, 0 when none is left."""
        return await self._writer.write(lambda db: pruning.prune_interactions(db, limits))

    async def note_servers(self, present: Iterable[int]) -> None:
        """Write down which of all known servers the club is in, and since now is not in."""
        there, at = list(present), self._now()
        await self._writer.write(lambda db: pruning.note_servers(db, there, at))

    async def compact(self) -> None:
        """Give back to the disk what is free inside the file, if that is much. Plays wait meanwhile."""
        await self._writer.alone(pruning.compact)

    # Reminders

    async def owed(self, now: int, without: Collection[int] = ()) -> list[OwedRow]:
        """The plays of which people are to be reminded now, the soonest deadline first; not of guilds in `without`."""
        return await self._reader.run(lambda db: reminders.owed(db, now, without))

    async def next_reminder(self, after: int) -> int | None:
        """When somebody is to be reminded that is to be reminded after this moment; None if nobody is."""
        return await self._reader.run(lambda db: reminders.next_moment(db, after))

    async def hold_reminders(self, held: Sequence[OwedRow], until: int) -> None:
        """Remind of these plays not before `until`, ms since the epoch."""
        await self._writer.write(lambda db: reminders.hold(db, held, until))

    async def release_reminders(self, person: str) -> None:
        """Look again at everything that was held back of a person's."""
        await self._writer.write(lambda db: reminders.release(db, person))

    async def count_reminders(self, counted: Sequence[tuple[OwedRow, int]], digests: Sequence[DigestRow]) -> None:
        """Note how often people have been reminded of plays, and the digests that are to be sent (`id` is ignored)."""
        await self._writer.write(lambda db: reminders.count(db, counted, digests))

    async def standing_reminders(self) -> list[MessageState]:
        """The marks of reminders that stand somewhere, to be read."""
        return await self._reader.run(message_state.standing_reminders)

    async def digests(self, now: int) -> list[DigestRow]:
        """The digests that are to be sent now, the oldest first."""
        return await self._reader.run(lambda db: reminders.to_send(db, now))

    async def digest_done(
        self, digest: int, instead: Sequence[DigestRow] = (), untold: Sequence[DigestLine] = (), until: int = 0
    ) -> None:
        """A digest has been sent, or is not to be any more; these are to be sent in its place.

        It has told nobody of `untold`: of those plays people are to be reminded as before, but not before `until`.
        """
        await self._writer.write(lambda db: reminders.instead(db, digest, instead, untold, until))

    async def digest_waits(self, digest: int, until: int) -> None:
        """Send a digest not before `until`, ms since the epoch."""
        await self._writer.write(lambda db: reminders.wait(db, digest, until))

    # What the process must know again after a restart

    async def remember(self, name: str, value: str) -> None:
        """Keep `value` under a name, in place of what was there."""
        await self._writer.write(lambda db: key_value.put(db, name, value))

    async def recall(self, name: str) -> str | None:
        """What was remembered under a name."""
        return await self._reader.run(lambda db: key_value.get(db, name))


def _remember(db: sqlite3.Connection, noted: Mapping[str, str]) -> None:
    for name, value in noted.items():
        key_value.put(db, name, value)
