"""Each thing that the store can do, once, for tests of the plans of all its statements."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.store import (
    CountedRows,
    CupEnd,
    CupPersonRow,
    DailyRow,
    DigestLine,
    DigestRow,
    HintRow,
    LimitedUse,
    OwedRow,
    PlaceRow,
    QueuedRow,
    RecordRow,
    Retention,
    SeatRow,
    Store,
    UseLimit,
    WelcomeRow,
)
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
LIMITS = Retention(NOW, NOW, NOW, NOW, NOW)


class Known(NamedTuple):
    """A table, who sits there, and a cup."""

    table: int
    key: str
    cup: int

    @property
    def owed(self) -> OwedRow:
        return OwedRow(self.table, GUILD, 0, self.key, NOW, 0, NOW + 10, 5)

    @property
    def digest(self) -> DigestRow:
        return DigestRow(0, self.key, "dm", NOW, (DigestLine(self.table, 0, NOW),))

    @property
    def queued(self) -> QueuedRow:
        return QueuedRow(0, self.key, 1, 0, 0, "any", "7C")

    @property
    def seats(self) -> list[SeatRow]:
        return [SeatRow(0, self.key, "person"), SeatRow(1, None, "empty")]


async def count_all(store: Store, known: Known) -> None:
    for counted in CountedRows:
        await store.count_rows(counted, known.key if "person" in counted else GUILD)


CALLS: dict[str, Callable[[Store, Known], Awaitable[object]]] = {
    "count_rows": lambda store, known: count_all(store, known),
    "person": lambda store, known: store.person(2, "Malik"),
    "known_person": lambda store, known: store.known_person(1),
    "people": lambda store, known: store.people([known.key]),
    "personal_data": lambda store, known: store.personal_data(known.key),
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
    "daily_in_guild": lambda store, known: store.daily_in_guild("2026-01-01", GUILD),
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
    "tables_of_other_games": lambda store, known: store.tables_of_other_games(["voormsi"]),
    "tables_opened_by": lambda store, known: store.tables_opened_by(known.key),
    "tables_awaiting_answers": lambda store, known: store.tables_awaiting_answers(),
    "tables_of_person": lambda store, known: store.tables_of_person(known.key),
    "tables_by_name": lambda store, known: store.tables_by_name(GUILD, "otter"),
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
    "lobbies_of_erased": lambda store, known: store.lobbies_of_erased(),
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
    "ended_cups": lambda store, known: store.ended_cups(GUILD, known.key),
    "put_cup_end": lambda store, known: store.put_cup_end(known.cup, 1, CupEnd(NOW, 0, ())),
    "cups_of_person": lambda store, known: store.cups_of_person(known.key),
    "due_cups": lambda store, known: store.due_cups(NOW),
    "next_due_cup": lambda store, known: store.next_due_cup(),
    "unfinished_cups": lambda store, known: store.unfinished_cups(),
    "cup_game": lambda store, known: store.cup_game(known.cup),
    "cups_of_other_games": lambda store, known: store.cups_of_other_games(["voormsi"]),
    "cups_told_to_wait": lambda store, known: store.cups_told_to_wait(),
    "owe_cups": lambda store, known: store.owe_cups({known.cup: 1}, {}),
    "cup_messages": lambda store, known: store.cup_messages(known.cup),
    "put_cup_message": lambda store, known: store.put_cup_message(cup_mark(known.cup)),
    "drop_cup_message": lambda store, known: store.drop_cup_message(known.cup, "panel"),
    "unshown_cups": lambda store, known: store.unshown_cups(),
    "raise_cup_shown": lambda store, known: store.raise_cup_shown(known.cup, 1),
    "table_of_match": lambda store, known: store.table_of_match(known.cup, 1, 5),
    "create_league": lambda store, known: store.create_league(league(), [act(1)], 8),
    "append_league": lambda store, known: store.append_league(league(id=1, seq=2), [act(2)], 9),
    "league": lambda store, known: store.league(1),
    "league_row": lambda store, known: store.league_row(1),
    "leagues": lambda store, known: store.leagues(GUILD),
    "due_leagues": lambda store, known: store.due_leagues(NOW),
    "next_due_league": lambda store, known: store.next_due_league(),
    "going_leagues": lambda store, known: store.going_leagues(),
    "cup_of_division": lambda store, known: store.cup_of_division(1, 1, 0),
    "league_game": lambda store, known: store.league_game(1),
    "leagues_of_other_games": lambda store, known: store.leagues_of_other_games(["voormsi"]),
    "leagues_told_to_wait": lambda store, known: store.leagues_told_to_wait(),
    "league_messages": lambda store, known: store.league_messages(1),
    "put_league_message": lambda store, known: store.put_league_message(league_mark(1)),
    "drop_league_message": lambda store, known: store.drop_league_message(1, "season.2"),
    "unshown_leagues": lambda store, known: store.unshown_leagues(),
    "raise_league_shown": lambda store, known: store.raise_league_shown(1, 1),
    "running_tables_of_cup": lambda store, known: store.running_tables_of_cup(known.cup),
    "rubbers": lambda store, known: store.rubbers(GUILD, "voormsi"),
    "decided_between": lambda store, known: store.decided_between(known.key, known.key, "voormsi", (NOW, 1)),
    "count_rubbers": lambda store, known: store.count_rubbers(GUILD, "voormsi"),
    "rubbers_across": lambda store, known: store.rubbers_across("voormsi"),
    "games_played": lambda store, known: store.games_played(known.key),
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
    "use": lambda store, known: store.use(LimitedUse("table", known.key, GUILD, (UseLimit(10, 3_600_000),))),
    "deadlines_before": lambda store, known: store.deadlines_before(known.key, GUILD, "voormsi"),
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
    "clean": lambda store, known: store.clean(),
    "compact": lambda store, known: store.compact(),
}
"""Each thing that the store can do, once."""


async def _append(store: Store, known: Known) -> None:
    row = await store.row(known.table)
    assert row
    after = row._replace(seq=row.seq + 1, stage="over", channel_id=71)
    await store.append(after, known.seats, [RecordRow(after.seq, NOW, "play", {})], 2, [known.queued])


async def known_to(store: Store) -> Known:
    person = await store.person(1, "Aja")
    row = await opened(store, guild_id=GUILD, stage="playing")
    return Known(row.id, person.key, (await created(store)).id)
