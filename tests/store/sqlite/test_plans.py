"""Nothing that the bot asks of the store reads a table that grows from end to end."""

from __future__ import annotations

import asyncio
import inspect
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
import pytest

from bot.store import (
    CupPersonRow,
    DailyRow,
    DigestLine,
    DigestRow,
    HintRow,
    OwedRow,
    PlaceRow,
    QueuedRow,
    RecordRow,
    Retention,
    SeatRow,
    Store,
    WelcomeRow,
)
from bot.store.sqlite import connection
from bot.store.sqlite.migrations import KNOWN
from bot.store.sqlite.store import SqliteStore
from tests.store.samples import (
    NOW,
    act,
    created,
    cup,
    cup_mark,
    entry,
    league,
    league_mark,
    mark,
    opened,
    result,
    table,
    weekly_cup,
)

GUILD = 7
LIMITS = Retention(NOW, NOW, NOW, NOW)
GOING_CUPS = "cups USING INDEX cups_going"
REASONS = "cup_actions USING INDEX cup_reasons"
RUNNING = "tables USING INDEX tables_running"
SERVERS = "a row a server, and only of those that said something or have left"
ALLOWED = {
    ("credit", GOING_CUPS): "it holds the running cups, and nothing else",
    ("shift", GOING_CUPS): "once, when a clock was set",
    ("unshown_cups", "cups USING INDEX cups_unshown"): "it holds what is not shown, and nothing else",
    ("unshown_leagues", "leagues USING INDEX leagues_unshown"): "it holds what is not shown, and nothing else",
    ("going_leagues", "leagues USING INDEX leagues_going"): "at a start",
    ("unfinished_cups", GOING_CUPS): "at a start, and after somebody was banned or erased",
    ("about", REASONS): "for who asks what is stored about them: it holds what organisers wrote, and nothing else",
    ("erase", REASONS): "once for who goes: it holds what organisers wrote, and nothing else",
    ("erase_where", "people"): "at a start, if anybody has been erased",
    ("unshown_tables", RUNNING): "at a start and twice a minute, off the loop; every play would write an index",
    ("unshown_tables", "tables USING INDEX tables_unshown"): "it holds what is not shown, and nothing else",
    ("shift", RUNNING): "once, when a clock was set",
    ("shift", "shown USING INDEX shown_reminders"): "it holds what is asked for, and nothing else",
    ("shift", "digests"): "once, when a clock was set, and there are few",
    ("shift", "servers"): SERVERS,
    ("shift", "interactions"): "from the newest to the first that is older",
    ("sent_reminders", "shown USING INDEX shown_reminders"): "it holds what is asked for, and nothing else",
    ("running_with_seats", RUNNING): "for the operator, who lists the tables of all servers",
    ("running_with_seats", "tables USING INDEX tables_open"): "it holds the running tables, and nothing else",
    ("announce", RUNNING): "for the operator, who tells all tables something",
    ("announcements", "announcements"): "it holds what is to be posted, and nothing else",
    ("stages", RUNNING): "counted for who reads the metrics",
    ("stages", "tables USING INDEX tables_ended"): "counted for who reads the metrics, from the index alone",
    ("erase", "tables USING INDEX tables_ended"): "once for who goes: of seats left long ago no row is left",
    ("tables_named", "tables"): "for the operator, who names a table of any server",
    ("prune_interactions", "interactions"): "from the oldest to the first that is kept",
    ("prunable", "interactions"): "from the oldest to the first that is kept",
    ("prunable", "servers"): SERVERS,
    ("prune_tables", "servers"): SERVERS,
    ("prune_guilds", "servers"): SERVERS,
    ("prune_guilds", "outages"): "once a day; a row an outage",
    ("set_present_guilds", "servers"): SERVERS,
    ("left_guilds", "servers"): SERVERS,
    ("set_present_guilds", "of_tables"): "from one server to the next",
    ("rubbers_across", "wishes"): "off the loop, for who looks at all servers; a row a person who has chosen something",
}
"""What is read from end to end, and why it may."""


class Asked(NamedTuple):
    """A statement, as the store made it."""

    sql: str
    values: Sequence[Any]


class Listening:
    """A connection that notes what it is asked."""

    def __init__(self, db: sqlite3.Connection, heard: list[Asked]) -> None:
        self._db = db
        self._heard = heard

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        self._heard.append(Asked(sql, values))
        return self._db.execute(sql, values)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> sqlite3.Cursor:
        rows = list(rows)
        self._heard += [Asked(sql, values) for values in rows[:1]]
        return self._db.executemany(sql, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Every statement that any connection gets from now on."""
    found: list[Asked] = []
    hop = connection.hop

    async def listening(inner: aiosqlite.Connection, work: Callable[[Any], Any]) -> Any:
        return await hop(inner, lambda db: work(Listening(db, found)))

    monkeypatch.setattr(connection, "hop", listening)
    return found


class Known(NamedTuple):
    """A table, who sits there, and a cup."""

    table: int
    key: str
    cup: int

    @property
    def owed(self) -> OwedRow:
        return OwedRow(self.table, GUILD, 0, self.key, NOW, 0, NOW + 10)

    @property
    def digest(self) -> DigestRow:
        return DigestRow(0, self.key, "dm", NOW, (DigestLine(self.table, 0, NOW),))

    @property
    def queued(self) -> QueuedRow:
        return QueuedRow(0, self.key, 1, 0, 0, "any", "7C")

    @property
    def seats(self) -> list[SeatRow]:
        return [SeatRow(0, self.key, "person"), SeatRow(1, None, "empty")]


CALLS: dict[str, Callable[[Store, Known], Awaitable[object]]] = {
    "person": lambda store, known: store.person(2, "Malik"),
    "known_person": lambda store, known: store.known_person(1),
    "people": lambda store, known: store.people([known.key]),
    "about": lambda store, known: store.about(known.key),
    "block": lambda store, known: store.block(known.key, known.key),
    "unblock": lambda store, known: store.unblock(known.key, known.key),
    "blocks": lambda store, known: store.blocks(known.key),
    "preferences": lambda store, known: store.preferences(known.key),
    "change_preferences": lambda store, known: store.change_preferences(known.key, {"cards": "words"}),
    "guild_preferences": lambda store, known: store.guild_preferences(GUILD),
    "change_guild_preferences": lambda store, known: store.change_guild_preferences(GUILD, {"posted": "hands"}),
    "set_guild_left": lambda store, known: store.set_guild_left(GUILD, NOW),
    "left_guilds": lambda store, known: store.left_guilds(),
    "exercises": lambda store, known: store.exercises(known.key),
    "put_exercise": lambda store, known: store.put_exercise(known.key, "trick", 1, True),
    "hints": lambda store, known: store.hints(known.key),
    "put_hints": lambda store, known: store.put_hints(known.key, [HintRow("voormsi", "heads", 1, 1, 0)]),
    "daily": lambda store, known: store.daily(GUILD, "2025-11-21"),
    "put_daily": lambda store, known: store.put_daily(DailyRow(GUILD, "2025-11-21", 70, None)),
    "answer_daily": lambda store, known: store.answer_daily(known.key, "2025-11-21", "7C", True),
    "daily_answers": lambda store, known: store.daily_answers(known.key),
    "daily_answer": lambda store, known: store.daily_answer(known.key, "2025-11-21"),
    "daily_tally": lambda store, known: store.daily_tally("2025-11-21"),
    "open_table": lambda store, known: store.open_table(table(), known.seats, [entry(1)], 1),
    "append": lambda store, known: _append(store, known),
    "record": lambda store, known: store.record(known.table),
    "active_since": lambda store, known: store.active_since(NOW),
    "put_queue": lambda store, known: store.put_queue(known.table, [known.queued]),
    "credit": lambda store, known: store.credit(NOW - 10, NOW),
    "shift": lambda store, known: store.shift(-10, NOW),
    "table": lambda store, known: store.table(known.table),
    "row": lambda store, known: store.row(known.table),
    "rows": lambda store, known: store.rows([known.table]),
    "stages": lambda store, known: store.stages(),
    "running": lambda store, known: store.running(GUILD),
    "tables_with_room": lambda store, known: store.tables_with_room(GUILD),
    "running_with_seats": lambda store, known: store.running_with_seats(),
    "opened_by": lambda store, known: store.opened_by(known.key),
    "tables_awaiting_answers": lambda store, known: store.tables_awaiting_answers(),
    "tables_of_person": lambda store, known: store.tables_of_person(known.key),
    "table_by_name": lambda store, known: store.table_by_name(GUILD, "otter"),
    "tables_named": lambda store, known: store.tables_named("otter"),
    "rematch_of": lambda store, known: store.rematch_of(known.table),
    "tables_in_channel": lambda store, known: store.tables_in_channel(70),
    "tables_played_at": lambda store, known: store.tables_played_at(70),
    "due": lambda store, known: store.due(NOW),
    "next_due": lambda store, known: store.next_due(),
    "put_place": lambda store, known: store.put_place(PlaceRow(known.table, 70, 71, 72)),
    "place": lambda store, known: store.place(known.table),
    "is_place": lambda store, known: store.is_place(71),
    "message_states": lambda store, known: store.message_states(known.table),
    "put_message_states": lambda store, known: store.put_message_states(mark(known.table)),
    "raise_shown_seqs": lambda store, known: store.raise_shown_seqs({known.table: 1}),
    "shown_seq": lambda store, known: store.shown_seq(known.table),
    "unshown_tables": lambda store, known: store.unshown_tables(),
    "shown_to_erased": lambda store, known: store.shown_to_erased(),
    "seats_of_erased": lambda store, known: store.seats_of_erased(),
    "due_reminders": lambda store, known: store.due_reminders(NOW),
    "next_reminder": lambda store, known: store.next_reminder(NOW),
    "hold_reminders": lambda store, known: store.hold_reminders([known.owed], NOW),
    "release_reminders": lambda store, known: store.release_reminders(known.key),
    "count_reminders": lambda store, known: store.count_reminders([(known.owed, 1)], [known.digest]),
    "sent_reminders": lambda store, known: store.sent_reminders(),
    "due_digests": lambda store, known: store.due_digests(NOW),
    "replace_digest": lambda store, known: store.replace_digest(1, [known.digest]),
    "postpone_digest": lambda store, known: store.postpone_digest(2, NOW),
    "announce": lambda store, known: store.announce("Maintenance"),
    "announcements": lambda store, known: store.announcements(),
    "settle_announcement": lambda store, known: store.settle_announcement(1),
    "cup_draft": lambda store, known: store.cup_draft(GUILD, known.key),
    "put_cup_draft": lambda store, known: store.put_cup_draft(GUILD, known.key, {}),
    "drop_cup_draft": lambda store, known: store.drop_cup_draft(GUILD, known.key),
    "cup_templates": lambda store, known: store.cup_templates(GUILD),
    "put_cup_template": lambda store, known: store.put_cup_template(GUILD, "Friday", {}),
    "drop_cup_template": lambda store, known: store.drop_cup_template(GUILD, "Friday"),
    "put_weekly_cup": lambda store, known: store.put_weekly_cup(weekly_cup(known.key)),
    "move_weekly_cup": lambda store, known: store.move_weekly_cup(weekly_cup(known.key), NOW),
    "drop_weekly_cup": lambda store, known: store.drop_weekly_cup(GUILD, "Friday"),
    "weekly_cups": lambda store, known: store.weekly_cups(GUILD),
    "due_weekly_cups": lambda store, known: store.due_weekly_cups(NOW),
    "next_due_weekly_cup": lambda store, known: store.next_due_weekly_cup(),
    "cup_of_week": lambda store, known: store.cup_of_week(GUILD, "Friday", NOW),
    "create_cup": lambda store, known: store.create_cup(cup(), [act(1)], 3),
    "append_cup": lambda store, known: store.append_cup(
        cup(id=known.cup, seq=2), [act(2)], [CupPersonRow(0, known.key)], 4
    ),
    "cup": lambda store, known: store.cup(known.cup),
    "cup_row": lambda store, known: store.cup_row(known.cup),
    "running_cups": lambda store, known: store.running_cups(GUILD),
    "past_cups": lambda store, known: store.past_cups(GUILD),
    "cups_of_person": lambda store, known: store.cups_of_person(known.key),
    "due_cups": lambda store, known: store.due_cups(NOW),
    "next_due_cup": lambda store, known: store.next_due_cup(),
    "unfinished_cups": lambda store, known: store.unfinished_cups(),
    "cup_messages": lambda store, known: store.cup_messages(known.cup),
    "put_cup_message": lambda store, known: store.put_cup_message(cup_mark(known.cup)),
    "drop_cup_message": lambda store, known: store.drop_cup_message(known.cup, "panel"),
    "unshown_cups": lambda store, known: store.unshown_cups(),
    "raise_cup_shown": lambda store, known: store.raise_cup_shown(known.cup, 1),
    "table_of_match": lambda store, known: store.table_of_match(known.cup, 1, 5),
    "create_league": lambda store, known: store.create_league(league(), [act(1)], 8),
    "append_league": lambda store, known: store.append_league(league(id=1, seq=2), [act(2)], 9),
    "league": lambda store, known: store.league(1),
    "leagues": lambda store, known: store.leagues(GUILD),
    "due_leagues": lambda store, known: store.due_leagues(NOW),
    "next_due_league": lambda store, known: store.next_due_league(),
    "going_leagues": lambda store, known: store.going_leagues(),
    "cup_of_division": lambda store, known: store.cup_of_division(1, 1, 0),
    "league_messages": lambda store, known: store.league_messages(1),
    "put_league_message": lambda store, known: store.put_league_message(league_mark(1)),
    "drop_league_message": lambda store, known: store.drop_league_message(1, "season.2"),
    "unshown_leagues": lambda store, known: store.unshown_leagues(),
    "raise_league_shown": lambda store, known: store.raise_league_shown(1, 1),
    "running_tables_of_cup": lambda store, known: store.running_tables_of_cup(known.cup),
    "rubbers": lambda store, known: store.rubbers(GUILD, "voormsi"),
    "count_rubbers": lambda store, known: store.count_rubbers(GUILD, "voormsi"),
    "rubbers_across": lambda store, known: store.rubbers_across("voormsi"),
    "results": lambda store, known: store.results(known.key, "voormsi"),
    "standings": lambda store, known: store.standings(GUILD, "voormsi"),
    "replace_results": lambda store, known: store.replace_results(known.table, [result(known.table, known.key)]),
    "ended_tables": lambda store, known: store.ended_tables(0, 50),
    "ban": lambda store, known: store.ban(GUILD, known.key, known.key, "Rude"),
    "ban_of": lambda store, known: store.ban_of(GUILD, 1),
    "bans": lambda store, known: store.bans(GUILD),
    "organisers": lambda store, known: store.organisers(GUILD),
    "name_organisers": lambda store, known: store.name_organisers(GUILD, [known.key], known.key),
    "drop_organiser": lambda store, known: store.drop_organiser(GUILD, known.key),
    "banned_among": lambda store, known: store.banned_among(GUILD, [known.key]),
    "unban": lambda store, known: store.unban(GUILD, "0f", known.key),
    "acts": lambda store, known: store.acts(GUILD, 20),
    "mention_role": lambda store, known: store.mention_role(known.table, GUILD, 50, NOW, NOW - 10),
    "role_mentioned": lambda store, known: store.role_mentioned(known.table),
    "put_welcome": lambda store, known: store.put_welcome(WelcomeRow(GUILD, 70, None)),
    "welcome": lambda store, known: store.welcome(GUILD),
    "put_value": lambda store, known: store.put_value("commands", "0"),
    "get_value": lambda store, known: store.get_value("commands"),
    "set_present_guilds": lambda store, known: store.set_present_guilds([GUILD]),
    "prunable": lambda store, known: store.prunable(LIMITS),
    "prune_interactions": lambda store, known: store.prune_interactions(LIMITS),
    "prune_tables": lambda store, known: store.prune_tables(LIMITS),
    "prune_guilds": lambda store, known: store.prune_guilds(LIMITS),
    "erase": lambda store, known: store.erase(known.key),
    "erase_where": lambda store, known: store.erase_where(lambda discord_id, met_at: met_at < 0),
    "compact": lambda store, known: store.compact(),
}
"""Each thing that the store can do, once."""


async def _append(store: Store, known: Known) -> None:
    row = await store.row(known.table)
    assert row
    after = row._replace(seq=row.seq + 1, stage="over", channel_id=71)
    await store.append(after, known.seats, [RecordRow(after.seq, NOW, "play", {})], 2, [known.queued])


async def known_to(store: SqliteStore) -> Known:
    person = await store.person(1, "Aja")
    row = await opened(store, guild_id=GUILD, stage="playing")
    return Known(row.id, person.key, (await created(store)).id)


def scans(db: sqlite3.Connection, asked: Asked) -> set[str]:
    """The tables of the schema that a statement reads from end to end."""
    plan = [step[-1] for step in db.execute(f"EXPLAIN QUERY PLAN {asked.sql}", asked.values)]
    read = [step.removeprefix("SCAN ").replace(" COVERING", "") for step in plan if step.startswith("SCAN ")]
    return {what for what in read if not what.startswith(("(", "CONSTANT", "json_each", "chosen"))}


def test_everything_that_the_store_can_do_is_looked_at() -> None:
    public = {name for name, _ in inspect.getmembers(Store, inspect.iscoroutinefunction) if not name.startswith("_")}
    assert CALLS.keys() == public - {"close", "check_integrity", "lost", "confirm"}


async def test_no_table_that_grows_is_read_from_end_to_end(store: SqliteStore, heard: list[Asked], path: Path) -> None:
    known, found = await known_to(store), set()
    for name, call in CALLS.items():
        heard.clear()
        await call(store, known)
        asked = [one for one in heard if one.sql.split()[0] in ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")]
        with closing(sqlite3.connect(path)) as db:
            found |= {(name, what) for one in asked for what in scans(db, one)}
    assert found == ALLOWED.keys()


def test_a_row_that_goes_is_not_searched_for_in_all_tables_that_could_refer_to_it() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        for step in KNOWN:
            db.executescript(step)
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in tables:
            for _, _, parent, column, *_ in db.execute(f"PRAGMA foreign_key_list({name})").fetchall():
                plan = db.execute(f"EXPLAIN QUERY PLAN SELECT 1 FROM {name} WHERE {column} = 1").fetchall()
                assert parent == "people" or plan[0][-1].startswith("SEARCH"), (name, column)


async def test_where_many_tables_were_looking_takes_no_longer(store: SqliteStore) -> None:
    running = await opened(store, stage="playing")
    few = await _steps_by_channel(store)
    closed = await asyncio.gather(*[opened(store, stage="closed") for _ in range(300)])
    assert await store.tables_in_channel(70) == [(running, None), (max(closed, key=lambda row: row.id), None)]
    assert await _steps_by_channel(store) <= few + 60


async def _steps_by_channel(store: SqliteStore) -> int:
    """The number of steps of SQLite's virtual machine."""
    steps = count()
    await store._reader.run(lambda db: db.set_progress_handler(lambda: next(steps) and 0, 1))
    await store.tables_in_channel(70)
    await store._reader.run(lambda db: db.set_progress_handler(None, 1))
    return next(steps)
