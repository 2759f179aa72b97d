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
    MessageRow,
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
from bot.store.sqlite.connection import LOCK_TIMEOUT, Connection, open_read_only, open_reader, open_writer
from bot.store.sqlite.lock import ProcessLock
from bot.store.sqlite.migrations import KNOWN, Migration
from bot.store.sqlite.preferences import Said
from bot.store.sqlite.pruning import Prunable, Retention
from bot.store.sqlite.watch import Watch, look_through
from bot.store.sqlite.writer import Writer


class Store:
    """The interface to the database.

    A method that writes returns when its commit is durable; concurrent writes share a commit. Reads do not wait for
    writes. Every method may raise DatabaseTrouble.
    """

    def __init__(self, writer: Writer, reader: Connection, now: Callable[[], int], opened: AsyncExitStack) -> None:
        self._writer = writer
        self._reader = reader
        self._now = now
        self._opened = opened

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        now: Callable[[], int],
        lock_timeout: float = LOCK_TIMEOUT,
        migrations: Sequence[Migration] = KNOWN,
    ) -> Self:
        """Open the store in the file `path`; a missing file is made, an older one is backed up and migrated.

        `now` gives milliseconds since the epoch; `lock_timeout`: seconds to wait for the locks of other programs.
        Raises DatabaseTrouble: for a second process, a newer schema, a damaged file, a file that is no database or not
        writable, a full disk.
        """
        async with AsyncExitStack() as opened:
            lock = ProcessLock(path)
            opened.callback(lock.release)
            writing = await open_writer(lock.database, now(), lock_timeout=lock_timeout, steps=migrations)
            writer = Writer(writing, Watch(lock.database))
            opened.push_async_callback(writer.close)
            reader = await open_reader(lock.database, lock_timeout=lock_timeout, damage=writing.damage)
            opened.push_async_callback(reader.close)
            opened.callback(lambda: lock.freeze() if writing.damage else None)
            return cls(writer, reader, now, opened.pop_all())

    @classmethod
    async def open_read_only(cls, path: Path) -> Self:
        """Open the store of a bot that may be running, for reading only: methods that write raise ReadOnly.

        Raises DatabaseTrouble, also if there is no database or its schema has another version than this program's.
        """
        async with AsyncExitStack() as opened:
            reader = await open_read_only(path)
            opened.push_async_callback(reader.close)
            return cls(Writer(reader), reader, lambda: 0, opened.pop_all())

    @property
    def write_failure(self) -> str | None:
        """Why nothing can be written at present, in plain words; None if the last commit succeeded."""
        return self._writer.trouble

    @property
    def damage(self) -> Corrupt | None:
        """The damage found in the file, None if there is none; with damage every operation is refused."""
        found = self._reader.damage
        return Corrupt(self._reader.path, detail=found[0]) if found else None

    async def check_integrity(self) -> None:
        """Read and check every page while plays go on. Raises DatabaseTrouble."""
        try:
            await asyncio.to_thread(look_through, self._reader.path)
        except DatabaseTrouble as error:
            self._reader.note(error)
            raise

    async def close(self) -> None:
        """Write what is queued, then close the file. A second call does nothing."""
        await self._opened.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # People

    async def person(self, discord_id: int, name: str, locale: str = "", *, renamed: bool = True) -> PersonRow:
        """The person behind a Discord id, made if new; updates the locale (unless "") and (if `renamed`) the name."""
        known = await self._reader.run(lambda db: people.by_discord_id(db, discord_id))
        if known and not renamed:
            name = known.name
        if known and known.name == name and locale in ("", known.locale):
            return known
        at = self._now()
        return await self._writer.write(lambda db: people.meet(db, discord_id, name, locale, at))

    async def people(self, keys: Iterable[str]) -> dict[str, PersonRow]:
        """Key -> person, for the known ones among the keys."""
        wanted = list(keys)
        return await self._reader.run(lambda db: people.by_keys(db, wanted))

    async def erase(self, key: str) -> None:
        """Forget who is behind a key, and delete the person's own data (see `about`).

        The key stays in records and means nobody.
        """
        await self._writer.write(lambda db: people.erase(db, key))
        with suppress(DatabaseTrouble):  # the person has been erased by then
            await self._writer.alone(erasure.empty_journal)

    async def about(self, key: str) -> dict[str, Any]:
        """Everything that is stored about a person, as JSON; {} for a stranger."""
        return await self._reader.run(lambda db: people.about(db, key))

    # Preferences of people and guilds: JSON objects with the explicit ones

    async def preferences(self, key: str) -> Said:
        """A person's preferences."""
        return await self._reader.run(lambda db: preferences.of_person(db, key))

    async def change_preferences(self, key: str, changes: Mapping[str, Any]) -> Said:
        """Change some of a person's preferences, None removes one; return all of them."""
        return await self._writer.write(lambda db: preferences.wish(db, key, changes))

    async def reset_preferences(self, key: str) -> None:
        """Remove all preferences of a person."""
        await self._writer.write(lambda db: preferences.take_back(db, key))

    async def guild_preferences(self, guild_id: int) -> Said:
        """A guild's preferences."""
        return await self._reader.run(lambda db: preferences.of_server(db, guild_id))

    async def change_guild_preferences(self, guild_id: int, changes: Mapping[str, Any]) -> Said:
        """Change some of a guild's preferences, None removes one; return all of them."""
        return await self._writer.write(lambda db: preferences.wish_for_server(db, guild_id, changes))

    async def set_guild_left(self, guild_id: int, at: int | None) -> None:
        """Store that the bot was removed from a guild at that time (ms since the epoch); None: it is a member again."""
        await self._writer.write(lambda db: preferences.leave(db, guild_id, at))

    async def left_guilds(self) -> list[int]:
        """The guilds with open tables that the bot was removed from."""
        return await self._reader.run(preferences.left)

    async def erase_guild(self, guild_id: int) -> None:
        """Delete a guild's preferences and where it was shown daily tricks."""
        await self._writer.write(lambda db: preferences.erase_server(db, guild_id))

    # Learning

    async def exercises(self, key: str) -> list[ExerciseRow]:
        """The exercises that a person has answered, lesson by lesson, each with the last answer."""
        return await self._reader.run(lambda db: learning.learned(db, key))

    async def put_exercise(self, key: str, lesson: str, number: int, correct: bool) -> None:
        """Store a person's answer to an exercise, replacing an earlier one."""
        done = ExerciseRow(lesson, number, correct, self._now())
        await self._writer.write(lambda db: learning.note_exercise(db, key, done))

    async def daily(self, guild_id: int, day: str) -> DailyRow | None:
        """Where a guild has been shown the trick of a day (`2025-11-21`), None if it has not been."""
        return await self._reader.run(lambda db: learning.daily(db, guild_id, day))

    async def put_daily(self, shown: DailyRow) -> None:
        """Store where a guild is shown the trick of a day, replacing an earlier entry."""
        await self._writer.write(lambda db: learning.note_daily(db, shown))

    async def answer_daily(self, key: str, day: str, choice: str, correct: bool) -> DailyAnswerRow:
        """Store a person's answer to the trick of a day unless there is one already; return the stored answer."""
        answer = DailyAnswerRow(key, day, choice, correct, self._now())
        return await self._writer.write(lambda db: learning.answer_daily(db, answer))

    async def days_answered(self, key: str) -> list[str]:
        """The days (`2025-11-21`) whose trick a person has answered, the newest first."""
        return await self._reader.run(lambda db: learning.days_answered(db, key))

    async def daily_answer(self, key: str, day: str) -> DailyAnswerRow | None:
        """A person's answer to the trick of a day, None if there is none."""
        return await self._reader.run(lambda db: learning.daily_answer(db, key, day))

    async def daily_tally(self, day: str) -> dict[str, int]:
        """How many people made each choice in the trick of a day, without choices that nobody made."""
        return await self._reader.run(lambda db: learning.daily_tally(db, day))

    # Tables: the record

    async def open_table(
        self, row: TableRow, seats: Iterable[SeatRow], entries: Iterable[RecordRow], interaction_id: int | None
    ) -> int:
        """Store a new table with its first entries; return its id (`row.id` is ignored). Raises NameTaken, Repeated."""
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
        """Append entries to a table's record and update the row; `seats` and `queue` stay if they are None.

        `row.seq` is that of the last entry (without entries, the present one). These columns never change: name, guild,
        channel, time of opening, and the table it is a rematch of. Raises Repeated when the interaction is in the store
        already, Conflict when the record does not end just before the entries.
        """
        lines, at = tables.lines(entries, row.seq), self._now()
        await self._writer.write(lambda db: tables.advance(db, row, seats, lines, interaction_id, at, queue))

    async def record(self, table_id: int, after: int = 0) -> list[RecordRow]:
        """The entries of a table with a seq above `after`, in order; [] if there is no such table."""
        return await self._reader.run(lambda db: tables.record(db, table_id, after))

    async def active_since(self, moment: int) -> dict[str, int]:
        """The people who have acted at a table since `moment` (ms since the epoch): key -> time of the last action."""
        return await self._reader.run(lambda db: tables.here_since(db, moment))

    async def queue(self, table_id: int) -> list[QueuedRow]:
        """The queued plays of a table, each seat's in order."""
        return await self._reader.run(lambda db: tables.queue(db, table_id))

    async def put_queue(self, table_id: int, queue: Sequence[QueuedRow]) -> None:
        """Replace the queued plays of a table."""
        await self._writer.write(lambda db: tables.lay_down(db, table_id, queue))

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = MappingProxyType({})
    ) -> list[int]:
        """Move the deadlines of the tables (of all guilds, or of one) that could not be reached in that time.

        Return the ids of the tables that changed. `noted` (name -> value) is remembered in the same commit.
        """

        def work(db: sqlite3.Connection) -> list[int]:
            _remember(db, noted)
            return outages.credit(db, since, until, guild)

        return await self._writer.write(work)

    async def shift(self, by: int, now: int, noted: Mapping[str, str] = MappingProxyType({})) -> list[int]:
        """Adjust the times of running tables after the system's clock was set by `by` ms and shows `now`.

        Return the ids of the tables that changed. `noted` as for `credit`.
        """

        def work(db: sqlite3.Connection) -> list[int]:
            _remember(db, noted)
            return outages.shift(db, by, now)

        return await self._writer.write(work)

    # Tables: the columns that lists and the clock need

    async def table(self, table_id: int) -> Stored | None:
        """A table's row, record and queue as of one moment; None if there is no such table."""
        return await self._reader.run(lambda db: tables.whole(db, table_id))

    async def row(self, table_id: int) -> TableRow | None:
        """A table's row, None if there is no such table."""
        return await self._reader.run(lambda db: tables.row(db, table_id))

    async def rows(self, table_ids: Iterable[int]) -> list[TableRow]:
        """The rows of these tables; ids without a table are skipped."""
        wanted = list(table_ids)
        return await self._reader.run(lambda db: tables.rows(db, wanted))

    async def seats(self, table_id: int) -> list[SeatRow]:
        """The seats of a table, in order."""
        return await self._reader.run(lambda db: tables.seats(db, table_id))

    async def running(self) -> list[TableRow]:
        """All lobbies and tables in play."""
        return await self._reader.run(tables.running)

    async def stages(self) -> dict[str, int]:
        """Stage -> number of tables, for all four stages."""
        return await self._reader.run(tables.stages)

    async def running_in_guild(self, guild_id: int) -> list[TableRow]:
        """The lobbies and tables in play of a guild, the oldest first."""
        return await self._reader.run(lambda db: tables.running_in_guild(db, guild_id))

    async def tables_awaiting_answers(self) -> list[int]:
        """The tables in play that wait for answers of people, or at which only computers are left."""
        return await self._reader.run(tables.asking)

    async def opened_by(self, key: str) -> list[int]:
        """The lobbies and tables in play that a person has opened, in all guilds."""
        return await self._reader.run(lambda db: tables.opened_by(db, key))

    async def tables_of_person(self, key: str) -> list[tuple[TableRow, SeatRow]]:
        """The lobbies and tables in play at which a person has a seat, with the seat; the soonest deadline first."""
        return await self._reader.run(lambda db: tables.of_person(db, key))

    async def table_by_name(self, guild_id: int, name: str) -> TableRow | None:
        """The guild's table of that name, in whatever case: the open one, else the newest."""
        return await self._reader.run(lambda db: tables.by_name(db, guild_id, name))

    async def tables_named(self, name: str) -> list[TableRow]:
        """The tables of that name in all guilds, in whatever case; the newest first."""
        return await self._reader.run(lambda db: tables.named(db, name))

    async def rematch_of(self, table_id: int) -> TableRow | None:
        """The open table that is a rematch of this one, None if there is none."""
        return await self._reader.run(lambda db: tables.rematch_of(db, table_id))

    async def tables_in_channel(self, channel_id: int) -> list[tuple[TableRow, int | None]]:
        """The tables of this thread, or opened in this channel, each with its thread: open ones first, then the newest.

        Limited to the newest 25 open ones, and the newest that is over or closed.
        """
        return await self._reader.run(lambda db: tables.by_channel(db, channel_id))

    async def tables_played_at(self, place: int) -> list[int]:
        """The tables in play in this thread, or in this channel and its threads."""
        return await self._reader.run(lambda db: tables.played_at(db, place))

    async def due(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The tables for which the clock has to act at `now`, the longest due first; not of guilds in `without`."""
        return await self._reader.run(lambda db: tables.due(db, now, without))

    async def next_due(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a table is due; None if there is none."""
        return await self._reader.run(lambda db: tables.next_due(db, after))

    # Where each table is shown, and how much of it has been shown

    async def put_place(
        self, table_id: int, thread_id: int | None, lobby_message_id: int | None, channel_id: int | None = None
    ) -> None:
        """Store where a table is shown: its thread (None: in its channel) and the message of its lobby.

        With `channel_id`, nothing is written if the table has been moved to another channel.
        """
        await self._writer.write(lambda db: tables.place(db, table_id, thread_id, lobby_message_id, channel_id))

    async def place(self, table_id: int) -> PlaceRow | None:
        """Where a table is shown, None if there is no such table."""
        return await self._reader.run(lambda db: tables.where(db, table_id))

    async def message_states(self, table_id: int) -> list[MessageRow]:
        """The message states of a table."""
        return await self._reader.run(lambda db: message_state.of_table(db, table_id))

    async def put_message_states(self, *marks: MessageRow) -> None:
        """Store message states, replacing those of the same table, audience and post."""
        await self._writer.write(lambda db: message_state.put(db, marks))

    async def raise_shown_seqs(self, seqs: Mapping[int, int]) -> None:
        """Store that everything of these tables has been shown up to these entries."""
        if seqs:
            await self._writer.write(lambda db: message_state.catch_up(db, seqs))

    async def shown_seq(self, table_id: int) -> int:
        """The entry up to which everything of a table has been shown."""
        return await self._reader.run(lambda db: message_state.caught_up_to(db, table_id))

    async def unshown_tables(self) -> list[int]:
        """The tables with entries that have not been shown: for start-up and the sweep."""
        return await self._reader.run(message_state.behind)

    async def seats_of_erased(self) -> list[tuple[int, int, str]]:
        """(table, seat, key) of the seats of running tables whose holder has been erased.

        A restored backup can have some, when people are erased again in it.
        """
        return await self._reader.run(erasure.held_by_nobody)

    async def shown_to_erased(self) -> list[int]:
        """The running tables whose message state still names a message that was shown to an erased person."""
        return await self._reader.run(erasure.shown_to_nobody)

    # Pruning

    async def prunable(self, limits: Retention) -> Prunable:
        """Count what is older than the limits."""
        return await self._reader.run(lambda db: pruning.prunable(db, limits))

    async def prune_tables(self, limits: Retention) -> list[int]:
        """Remove a few tables older than the limits, with all their rows; return their ids, [] when none is left."""
        return await self._writer.write(lambda db: pruning.prune_tables(db, limits))

    async def prune_guilds(self, limits: Retention) -> int:
        """Delete the guilds that the bot was removed from before the limit, and equally old outages.

        Call it after their tables have been removed. Return the number of guilds.
        """
        return await self._writer.write(lambda db: pruning.prune_servers(db, limits))

    async def prune_interactions(self, limits: Retention) -> int:
        """Delete some interactions older than the limit; return their number, 0 when none is left."""
        return await self._writer.write(lambda db: pruning.prune_interactions(db, limits))

    async def set_present_guilds(self, present: Iterable[int]) -> None:
        """Store which of all known guilds the bot is in, and since when it is not in the others."""
        there, at = list(present), self._now()
        await self._writer.write(lambda db: pruning.note_servers(db, there, at))

    async def compact(self) -> None:
        """Return the free space inside the file to the disk, if there is much. Plays wait meanwhile."""
        await self._writer.alone(pruning.compact)

    # Reminders

    async def due_reminders(self, now: int, without: Collection[int] = ()) -> list[OwedRow]:
        """The plays to remind people of now, the soonest deadline first; not of guilds in `without`."""
        return await self._reader.run(lambda db: reminders.owed(db, now, without))

    async def next_reminder(self, after: int) -> int | None:
        """The first moment after `after` at which a reminder is due; None if there is none."""
        return await self._reader.run(lambda db: reminders.next_moment(db, after))

    async def hold_reminders(self, held: Sequence[OwedRow], until: int) -> None:
        """Do not remind of these plays before `until`, ms since the epoch."""
        await self._writer.write(lambda db: reminders.hold(db, held, until))

    async def release_reminders(self, person: str) -> None:
        """End the delay of all reminders to a person."""
        await self._writer.write(lambda db: reminders.release(db, person))

    async def count_reminders(self, counted: Sequence[tuple[OwedRow, int]], digests: Sequence[DigestRow]) -> None:
        """Store how often people have been reminded of plays, and the digests to send (their `id` is ignored)."""
        await self._writer.write(lambda db: reminders.count(db, counted, digests))

    async def sent_reminders(self) -> list[MessageRow]:
        """The message states of the reminders that are still there."""
        return await self._reader.run(message_state.standing_reminders)

    async def due_digests(self, now: int) -> list[DigestRow]:
        """The digests to send now, the oldest first."""
        return await self._reader.run(lambda db: reminders.to_send(db, now))

    async def replace_digest(
        self, digest: int, instead: Sequence[DigestRow] = (), untold: Sequence[DigestLine] = (), until: int = 0
    ) -> None:
        """Remove a digest that was sent or is not needed any more, and queue others in its place.

        Its recipient was not reminded of the plays `untold`: these reminders are due again, not before `until`.
        """
        await self._writer.write(lambda db: reminders.instead(db, digest, instead, untold, until))

    async def postpone_digest(self, digest: int, until: int) -> None:
        """Do not send a digest before `until`, ms since the epoch."""
        await self._writer.write(lambda db: reminders.wait(db, digest, until))

    # Values that the process needs again after a restart

    async def put_value(self, name: str, value: str) -> None:
        """Store `value` under a name, replacing the previous one."""
        await self._writer.write(lambda db: key_value.put(db, name, value))

    async def get_value(self, name: str) -> str | None:
        """The value stored under a name, None if there is none."""
        return await self._reader.run(lambda db: key_value.get(db, name))


def _remember(db: sqlite3.Connection, noted: Mapping[str, str]) -> None:
    for name, value in noted.items():
        key_value.put(db, name, value)
