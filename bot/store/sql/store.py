"""The ports on two connections of an engine: one that writes and one that reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from bot.store.conditions import Condition
from bot.store.errors import DatabaseTrouble
from bot.store.rows import PersonRow, Transferred
from bot.store.sql import announcements as announcements_sql
from bot.store.sql import blocks as blocks_sql
from bot.store.sql import (
    conduct,
    erased_people,
    key_value,
    learning,
    messages,
    organising,
    outages,
    personal_data,
    pruning,
    reminders,
    tables,
)
from bot.store.sql import cup_drafts as cup_drafts_sql
from bot.store.sql import cup_ends as cup_ends_sql
from bot.store.sql import cups as cups_sql
from bot.store.sql import leagues as leagues_sql
from bot.store.sql import people as people_sql
from bot.store.sql import preferences as preferences_sql
from bot.store.sql import results as results_sql
from bot.store.sql import weekly_cups as weekly_cups_sql
from bot.store.sql.conditions import check, count_rows
from bot.store.sql.connection import ReadingConnection, SqlConnection, Work
from bot.store.sql.transfer import Row, transfer
from bot.store.sql.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")
Statements = Callable[Concatenate[SqlConnection, P], T]
Method = Callable[Concatenate["SqlStore", P], Coroutine[Any, Any, T]]
ConditionalMethod = Callable[Concatenate["SqlStore", ...], Coroutine[Any, Any, T]]
"""Takes `conditions` beside the arguments of its statements; the ports say which."""


def _reads(statements: Statements[P, T]) -> Method[P, T]:
    """A method that runs `statements` on the connection that reads; it waits for no writer."""

    @wraps(statements)
    async def read(self: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._reader.run(lambda db: statements(db, *args, **kwargs))

    return read


def _writes(statements: Statements[P, T]) -> Method[P, T]:
    """A method that runs `statements` in a commit, which it shares with those that write at the same time."""

    @wraps(statements)
    async def write(self: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(lambda db: statements(db, *args, **kwargs))

    return write


def _writes_now(statements: Callable[Concatenate[SqlConnection, int, P], T]) -> Method[P, T]:
    """As `_writes`; the statements get the present time as well, in ms since the epoch."""

    @wraps(statements)
    async def write(self: SqlStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        at = self._now()
        return await self._writer.write(lambda db: statements(db, at, *args, **kwargs))

    return write


def _writes_if(statements: Callable[Concatenate[SqlConnection, int, ...], T]) -> ConditionalMethod[T]:
    """As `_writes_now`, with `conditions` that must hold in the transaction."""

    @wraps(statements)
    async def write(self: SqlStore, /, *args: Any, conditions: Sequence[Condition] = (), **kwargs: Any) -> T:
        at = self._now()

        def work(db: SqlConnection) -> T:
            check(db, at, conditions)
            return statements(db, at, *args, **kwargs)

        return await self._writer.write(work)

    return write


def _writes_late_if(
    statements: Callable[Concatenate[SqlConnection, int, ...], Callable[[], T]],
) -> ConditionalMethod[T]:
    """As `_writes_if`, for work in two parts: the statements, and the function that they return."""

    @wraps(statements)
    async def write(self: SqlStore, /, *args: Any, conditions: Sequence[Condition] = (), **kwargs: Any) -> T:
        at = self._now()

        def work(db: SqlConnection) -> Callable[[], T]:
            check(db, at, conditions)
            return statements(db, at, *args, **kwargs)

        return await self._writer.write_late(work)

    return write


class SqlStore:
    """The ports, but for what each engine does in its own way: most methods are functions of one connection."""

    _greatest_numbers: Callable[[SqlConnection], dict[str, int]]
    _set_greatest_numbers: Callable[[SqlConnection, Mapping[str, int]], None]
    """The greatest numbers given to rows, in tables that give none twice."""

    def __init__(
        self, writer: Writer, reader: ReadingConnection, now: Callable[[], int], opened: AsyncExitStack
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._now = now
        self._opened = opened
        self._cleaning = asyncio.Lock()

    @staticmethod
    async def _announce_by(connection: ReadingConnection, text: str, at: int) -> int:
        """Queue an announcement by a connection, which is closed; return for how many tables."""
        try:
            return await connection.run(lambda db: announcements_sql.announce(db, at, text))
        finally:
            await connection.close()

    async def close(self) -> None:
        await self._opened.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def fill_from(self, source: SqlStore) -> Transferred:
        """Store everything that another database holds, in one transaction, and compare it.

        Raises NotEmpty, Differs.
        """
        numbers = await source._reader.run(source._greatest_numbers)
        loop = asyncio.get_running_loop()

        def read(query: Work[list[Row]]) -> list[Row]:
            return asyncio.run_coroutine_threadsafe(source._reader.run(query), loop).result()

        def fill(db: SqlConnection) -> Transferred:
            done = transfer(db, self._reader.path, read)
            self._set_greatest_numbers(db, numbers)
            self._finish_filling(db)
            return done

        return await self._writer.write(fill)

    @staticmethod
    def _finish_filling(db: SqlConnection) -> None:
        """Make a database ready in which all rows have just been stored."""

    async def confirm(self, within: float) -> None:
        await self._writer.confirm(within)

    @property
    def write_failure(self) -> str | None:
        return self._writer.failure

    # Records

    open_table = _writes_if(tables.open_table)
    append = _writes_late_if(tables.append)
    record = _reads(tables.record)
    table = _reads(tables.table)
    put_queue = _writes(tables.put_queue)
    credit = _writes(outages.credit)
    shift = _writes(outages.shift)

    # Counts

    count_rows = _reads(count_rows)

    # Lists of tables

    row = _reads(tables.row)
    rows = _reads(tables.rows)
    running = _reads(tables.running)
    tables_with_room = _reads(tables.tables_with_room)
    running_with_seats = _reads(tables.running_with_seats)
    stages = _reads(tables.stages)
    tables_awaiting_answers = _reads(tables.tables_awaiting_answers)
    opened_by = _reads(tables.opened_by)
    tables_of_person = _reads(tables.tables_of_person)
    tables_by_name = _reads(tables.tables_by_name)
    tables_named = _reads(tables.tables_named)
    rematch_of = _reads(tables.rematch_of)
    tables_in_channel = _reads(tables.tables_in_channel)
    tables_played_at = _reads(tables.tables_played_at)
    due = _reads(tables.due)
    next_due = _reads(tables.next_due)
    active_since = _reads(tables.active_since)

    # Cups

    cup_draft = _reads(cup_drafts_sql.cup_draft)
    put_cup_draft = _writes(cup_drafts_sql.put_cup_draft)
    drop_cup_draft = _writes(cup_drafts_sql.drop_cup_draft)
    cup_templates = _reads(cup_drafts_sql.cup_templates)
    put_cup_template = _writes_if(cup_drafts_sql.put_cup_template)
    drop_cup_template = _writes(cup_drafts_sql.drop_cup_template)
    create_cup = _writes_if(cups_sql.create_cup)
    append_cup = _writes_if(cups_sql.append_cup)
    cup = _reads(cups_sql.cup)
    cup_row = _reads(cups_sql.cup_row)
    running_cups = _reads(cups_sql.running_cups)
    past_cups = _reads(cups_sql.past_cups)
    ended_cups = _reads(cup_ends_sql.ended_cups)
    put_cup_end = _writes(cup_ends_sql.put_cup_end)
    cups_of_person = _reads(cups_sql.cups_of_person)
    due_cups = _reads(cups_sql.due_cups)
    next_due_cup = _reads(cups_sql.next_due_cup)
    unfinished_cups = _reads(cups_sql.unfinished_cups)
    cup_messages = _reads(cups_sql.cup_messages)
    put_cup_message = _writes(cups_sql.put_cup_message)
    drop_cup_message = _writes(cups_sql.drop_cup_message)
    unshown_cups = _reads(cups_sql.unshown_cups)
    raise_cup_shown = _writes(cups_sql.raise_cup_shown)
    table_of_match = _reads(cups_sql.table_of_match)
    running_tables_of_cup = _reads(cups_sql.running_tables_of_cup)

    # Weekly cups

    put_weekly_cup = _writes(weekly_cups_sql.put_weekly_cup)
    move_weekly_cup = _writes(weekly_cups_sql.move_weekly_cup)
    drop_weekly_cup = _writes(weekly_cups_sql.drop_weekly_cup)
    weekly_cups = _reads(weekly_cups_sql.weekly_cups)
    due_weekly_cups = _reads(weekly_cups_sql.due_weekly_cups)
    next_due_weekly_cup = _reads(weekly_cups_sql.next_due_weekly_cup)
    cup_of_week = _reads(weekly_cups_sql.cup_of_week)

    # Leagues

    create_league = _writes_if(leagues_sql.create_league)
    append_league = _writes_if(leagues_sql.append_league)
    league = _reads(leagues_sql.league)
    leagues = _reads(leagues_sql.leagues)
    due_leagues = _reads(leagues_sql.due_leagues)
    next_due_league = _reads(leagues_sql.next_due_league)
    going_leagues = _reads(leagues_sql.going_leagues)
    cup_of_division = _reads(leagues_sql.cup_of_division)
    league_messages = _reads(leagues_sql.league_messages)
    put_league_message = _writes(leagues_sql.put_league_message)
    drop_league_message = _writes(leagues_sql.drop_league_message)
    unshown_leagues = _reads(leagues_sql.unshown_leagues)
    raise_league_shown = _writes(leagues_sql.raise_league_shown)

    # Results

    results = _reads(results_sql.results)
    standings = _reads(results_sql.standings)
    rubbers = _reads(results_sql.rubbers)
    count_rubbers = _reads(results_sql.count_rubbers)
    rubbers_across = _reads(results_sql.rubbers_across)
    replace_results = _writes(results_sql.replace_results)
    ended_tables = _reads(results_sql.ended_tables)

    # Places and messages

    place = _reads(tables.place)
    is_place = _reads(tables.is_place)
    put_place = _writes(tables.put_place)
    message_states = _reads(messages.message_states)
    put_message_states = _writes(messages.put_message_states)
    shown_seq = _reads(messages.shown_seq)
    raise_shown_seqs = _writes(messages.raise_shown_seqs)
    unshown_tables = _reads(messages.unshown_tables)
    shown_to_erased = _reads(erased_people.shown_to_erased)

    # Reminders

    due_reminders = _reads(reminders.due_reminders)
    next_reminder = _reads(reminders.next_reminder)
    hold_reminders = _writes(reminders.hold_reminders)
    release_reminders = _writes(reminders.release_reminders)
    count_reminders = _writes(reminders.count_reminders)
    sent_reminders = _reads(messages.sent_reminders)
    due_digests = _reads(reminders.due_digests)
    replace_digest = _writes(reminders.replace_digest)
    postpone_digest = _writes(reminders.postpone_digest)

    # Announcements

    announce = _writes_now(announcements_sql.announce)
    announcements = _reads(announcements_sql.announcements)
    settle_announcement = _writes(announcements_sql.settle_announcement)

    # People

    async def person(self, discord_id: int, name: str, locale: str = "") -> PersonRow:
        known = await self._reader.run(lambda db: people_sql.by_discord_id(db, discord_id))
        if known and known.name == name and locale in ("", known.locale):
            return known
        at = self._now()
        return await self._writer.write(lambda db: people_sql.meet(db, discord_id, name, locale, at))

    async def erase(self, key: str) -> None:
        at = self._now()
        await self._writer.write(lambda db: people_sql.erase(db, at, key))
        with suppress(DatabaseTrouble):  # the erasure itself is done
            await self.clean()

    async def erase_where(self, is_erased: Callable[[int, int], bool]) -> int:
        at = self._now()
        erased = await self._writer.write(lambda db: people_sql.erase_where(db, at, is_erased))
        with suppress(DatabaseTrouble):
            await self.clean()
        return erased

    async def clean(self) -> bool:
        async with self._cleaning:
            owed = await self.get_value(people_sql.TO_CLEAN)
            if owed is None:
                return True
            if not await self._clean_files():
                return False
            await self._writer.write(lambda db: key_value.drop_value(db, people_sql.TO_CLEAN, owed))
            return True

    async def _clean_files(self) -> bool:
        """Remove from the files what erasures have deleted; return whether all of it is gone."""
        raise NotImplementedError

    known_person = _reads(people_sql.by_discord_id)
    people = _reads(people_sql.people)
    about = _reads(personal_data.about)
    seats_of_erased = _reads(erased_people.seats_of_erased)
    lobbies_of_erased = _reads(erased_people.lobbies_of_erased)
    block = _writes_if(blocks_sql.block)
    unblock = _writes(blocks_sql.unblock)
    blocks = _reads(blocks_sql.blocks)
    preferences = _reads(preferences_sql.preferences)
    change_preferences = _writes(preferences_sql.change_preferences)

    # Guilds

    guild_preferences = _reads(preferences_sql.guild_preferences)
    change_guild_preferences = _writes_now(preferences_sql.change_guild_preferences)
    set_guild_left = _writes(preferences_sql.set_guild_left)
    left_guilds = _reads(preferences_sql.left_guilds)
    set_present_guilds = _writes_now(preferences_sql.set_present_guilds)

    # Organising

    ban = _writes_if(organising.ban)
    unban = _writes_if(organising.unban)
    ban_of = _reads(organising.ban_of)
    bans = _reads(organising.bans)
    banned_among = _reads(organising.banned_among)
    organisers = _reads(organising.organisers)
    name_organisers = _writes_now(organising.name_organisers)
    drop_organiser = _writes(organising.drop_organiser)
    acts = _reads(organising.acts)
    mention_role = _writes(organising.mention_role)
    role_mentioned = _reads(organising.role_mentioned)
    welcome = _reads(organising.welcome)
    put_welcome = _writes(organising.put_welcome)

    # Conduct

    use = _writes_now(conduct.use)
    deadlines_before = _reads(conduct.deadlines_before)

    # Learning

    exercises = _reads(learning.exercises)
    hints = _reads(learning.hints)
    daily = _reads(learning.daily)
    put_daily = _writes(learning.put_daily)
    daily_answer = _reads(learning.daily_answer)
    daily_answers = _reads(learning.daily_answers)
    daily_tally = _reads(learning.daily_tally)
    put_exercise = _writes_now(learning.put_exercise)
    put_hints = _writes_now(learning.put_hints)
    answer_daily = _writes_now(learning.answer_daily)

    # Values by name, and pruning

    get_value = _reads(key_value.get_value)
    put_value = _writes(key_value.put_value)
    prunable = _reads(pruning.prunable)
    prune_tables = _writes(pruning.prune_tables)
    prune_interactions = _writes(pruning.prune_interactions)
    prune_guilds = _writes(pruning.prune_guilds)
