"""The ports: what the program asks of its database, a Protocol for each kind of data. An engine stands behind them.

Whatever the engine, these hold for every method:
- A method that writes returns when its transaction is durable. It is written as a whole or not at all.
- A read sees everything that was acknowledged before it began.
- Every method may raise DatabaseTrouble, one that writes also BadRow.
- `conditions` must hold in the transaction, else Unmet is raised, and TooManyUses for a use that is one too many.
- Times are in milliseconds since the epoch (UTC); a person is known by a random key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType
from typing import Any, Protocol

from bot.store.conditions import Condition, CountedRows
from bot.store.errors import Corrupt, DatabaseTrouble
from bot.store.rows import (
    ActRow,
    AnnouncementRow,
    BanRow,
    Blocks,
    CupActionRow,
    CupEnd,
    CupKey,
    CupMessageRow,
    CupPersonRow,
    CupRow,
    DailyRow,
    DigestLine,
    DigestRow,
    EndedCupRow,
    ExerciseRow,
    HintRow,
    JsonObject,
    LeagueMessageRow,
    LeagueRow,
    LimitedUse,
    MessageRow,
    OwedRow,
    PersonRow,
    PlaceRow,
    Prunable,
    QueuedRow,
    RecordRow,
    ResultRow,
    Retention,
    RubberRow,
    SeatRow,
    StandingRow,
    Stored,
    StoredCup,
    StoredLeague,
    TableRow,
    TableStage,
    WeeklyCupRow,
    WelcomeRow,
)

NO_VALUES: Mapping[str, str] = MappingProxyType({})


class RecordStore(Protocol):
    """The records of tables, and the rows that follow from them."""

    async def open_table(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        entries: Sequence[RecordRow],
        interaction_id: int | None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> int:
        """Store a new table and return its id, which no other has ever had.

        Raises NameTaken, Repeated, Unmet, TooManyUses.
        """

    async def append(
        self,
        row: TableRow,
        seats: Sequence[SeatRow] | None,
        entries: Sequence[RecordRow],
        interaction_id: int | None,
        queue: Sequence[QueuedRow] | None = None,
        ended: Sequence[ResultRow] = (),
        acts: Sequence[ActRow] = (),
        rubber: RubberRow | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        """Append entries up to `row.seq` and update the row; `seats` and `queue` stay if they are None.

        `ended`: the results, if the entries end the table, and what it leaves for ratings (`rubber`). `acts`: those of
        an organiser among the entries.

        Name, guild, time of opening and `rematch_of` never change; a new channel makes the place be forgotten.
        Raises Repeated, Conflict, Unmet, and ValueError if the entries do not lead to `row.seq`.
        """

    async def record(self, table_id: int, after: int = 0) -> list[RecordRow]:
        """The entries of a table with a seq above `after`, in order; [] if there is no such table."""

    async def table(self, table_id: int) -> Stored | None:
        """A table as of one moment; None if there is no such table."""

    async def put_queue(self, table_id: int, queue: Sequence[QueuedRow]) -> None:
        """Replace the queued plays of a table; `rank` is the order in which a seat's are tried."""

    async def credit(
        self, since: int, until: int, guild: int | None = None, noted: Mapping[str, str] = NO_VALUES
    ) -> list[int]:
        """Move the deadlines of the tables that could not be reached in that time; return their ids.

        Cups that are played owe it to their deadlines (`CupRow.owed`).

        `noted`: values by name (see KeyValueStore) for the same transaction.
        """

    async def shift(self, by: int, now: int, noted: Mapping[str, str] = NO_VALUES) -> list[int]:
        """Adjust times after the clock was set by `by` ms and shows `now`, so that waits have as much time left.

        Return the ids of the tables that changed; cups owe it as for `credit`, and `noted` is the same.
        """


class TableLists(Protocol):
    """Tables found by what stands in their rows. A running table is a lobby or in play."""

    async def row(self, table_id: int) -> TableRow | None: ...

    async def rows(self, table_ids: Collection[int]) -> list[TableRow]:
        """The rows of these tables; ids without a table are skipped."""

    async def running(self, guild_id: int) -> list[TableRow]:
        """The running tables of a guild, the oldest first."""

    async def tables_with_room(self, guild_id: int) -> list[TableRow]:
        """The guild's lobbies with an empty seat, then its tables in play with a computer; the newest first.

        Tables of cups are left out: nobody may sit down there.
        """

    async def stages(self) -> dict[TableStage, int]:
        """Stage -> number of tables, for all four stages."""

    async def running_with_seats(self) -> list[tuple[TableRow, list[SeatRow]]]:
        """The running tables of all guilds with their seats, guild by guild, the oldest first."""

    async def tables_awaiting_answers(self) -> list[int]:
        """The tables in play that wait for answers of people, or at which only computers are left."""

    async def opened_by(self, key: str) -> list[int]:
        """The running tables that a person has opened, as the first entries of the records say.

        Of somebody who came back after an erasure, also those from before.
        """

    async def tables_of_person(self, key: str) -> list[tuple[TableRow, SeatRow]]:
        """The running tables at which a person has a seat, with the seat; the soonest deadline first."""

    async def tables_by_name(self, guild_id: int, name: str) -> list[TableRow]:
        """The guild's tables of that name, in whatever case: the running one, then the newest first."""

    async def tables_named(self, name: str) -> list[TableRow]:
        """The tables of that name in all guilds, in whatever case; the newest first."""

    async def rematch_of(self, table_id: int) -> TableRow | None:
        """The newest running table that is a rematch of this one, None if there is none."""

    async def tables_in_channel(self, channel_id: int) -> list[tuple[TableRow, int | None]]:
        """Tables with their threads: of a thread the newest two, of a channel the newest 25 running and one ended.

        Running ones come first, then the newest.
        """

    async def tables_played_at(self, place: int) -> list[int]:
        """The tables in play in this thread, or in this channel and its threads."""

    async def due(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The tables for which the clock has to act at `now`, the longest due first; not of guilds in `without`."""

    async def next_due(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a table is due; None if there is none."""


class CountStore(Protocol):
    """The numbers of rows that are limited."""

    async def count_rows(self, counted: CountedRows, of: str | int) -> int:
        """The number of such rows of a person (a key) or a guild, as `FewerThan` counts them."""


class CupStore(Protocol):
    """The records of cups, and the rows that follow from them. A running cup is in its sign-up or being played."""

    async def create_cup(
        self,
        row: CupRow,
        entries: Sequence[CupActionRow],
        interaction_id: int | None,
        entered: Sequence[CupPersonRow] = (),
        key: CupKey | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> int:
        """Store a new cup and return its id, which no other has ever had.

        `key`: what it is for; that has no other. Raises Repeated, NameTaken, Unmet, TooManyUses, BadRow for a key that
        has a cup.
        """

    async def append_cup(
        self,
        row: CupRow,
        entries: Sequence[CupActionRow],
        entered: Sequence[CupPersonRow],
        interaction_id: int | None,
        paid: int = 0,
        end: CupEnd | None = None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        """Append entries up to `row.seq` and update the row, whose `owed` only shrinks: by `paid`.

        `entered`: who is new among the entrants; an erased person is not stored. `end`: how the cup has ended, in place
        of what was stored before; None: it has not. Guild and time of opening never change. Raises Repeated, Conflict,
        Unmet, NameTaken if the cup is going again under the name of another one, and ValueError if the entries do not
        lead to `row.seq`.
        """

    async def cup(self, cup_id: int) -> StoredCup | None:
        """A cup as of one moment; None if there is none."""

    async def cup_row(self, cup_id: int) -> CupRow | None: ...

    async def running_cups(self, guild_id: int) -> list[CupRow]:
        """The running cups of a guild, the oldest first."""

    async def past_cups(self, guild_id: int) -> list[CupRow]:
        """The last hundred cups of a guild that are over, also cancelled ones, the newest first."""

    async def ended_cups(self, guild_id: int, person: str) -> list[EndedCupRow]:
        """The last hundred cups of a guild that have ended, the newest first."""

    async def put_cup_end(self, cup_id: int, seq: int, end: CupEnd) -> None:
        """Store how a cup has ended, unless something was done in it after this entry."""

    async def cups_of_person(self, key: str) -> list[CupRow]:
        """The running cups that a person has ever entered, the oldest first."""

    async def due_cups(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The cups in which the clock has to act at `now`, the longest due first; not of guilds in `without`."""

    async def next_due_cup(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a cup is due; None if there is none."""

    async def unfinished_cups(self) -> list[int]:
        """The running cups, and those that are over but have tables that are not."""

    async def cup_messages(self, cup_id: int) -> list[CupMessageRow]: ...

    async def put_cup_message(self, row: CupMessageRow) -> None:
        """Store the state of a message, replacing that of the same cup and post."""

    async def drop_cup_message(self, cup_id: int, post: str) -> None: ...

    async def unshown_cups(self) -> list[int]:
        """The cups with entries that have not been shown."""

    async def raise_cup_shown(self, cup_id: int, seq: int) -> None:
        """Store that everything of a cup has been shown up to this entry; it never goes back."""

    async def table_of_match(self, cup_id: int, match: int, since: int) -> TableRow | None:
        """The table at which a match is played since that entry of the cup."""

    async def running_tables_of_cup(self, cup_id: int) -> list[TableRow]:
        """The running tables of a cup, the oldest first."""


class LeagueStore(Protocol):
    """The records of leagues, the rows that follow from them, and their messages."""

    async def create_league(
        self,
        row: LeagueRow,
        entries: Sequence[CupActionRow],
        interaction_id: int | None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> int:
        """Store a new league and return its id, which no other has ever had.

        Raises Repeated, NameTaken, Unmet, TooManyUses.
        """

    async def append_league(
        self,
        row: LeagueRow,
        entries: Sequence[CupActionRow],
        interaction_id: int | None,
        *,
        conditions: Sequence[Condition] = (),
    ) -> None:
        """Store what was done in a league, with its row. Raises Repeated, Conflict, Unmet."""

    async def league(self, league_id: int) -> StoredLeague | None:
        """A league as of one moment; None if there is none."""

    async def leagues(self, guild_id: int) -> list[LeagueRow]:
        """The last hundred leagues of a guild, the newest first."""

    async def due_leagues(self, now: int, without: Collection[int] = ()) -> list[int]:
        """The leagues in which the clock has to act at `now`, the longest due first; not of guilds in `without`."""

    async def next_due_league(self, after: int = 0) -> int | None:
        """The first moment after `after` at which a league is due; None if there is none."""

    async def going_leagues(self) -> list[int]:
        """The leagues that are not over."""

    async def cup_of_division(self, league_id: int, season: int, division: int) -> int | None:
        """The cup that was created for a division; None: not yet."""

    async def league_messages(self, league_id: int) -> list[LeagueMessageRow]: ...

    async def put_league_message(self, row: LeagueMessageRow) -> None:
        """Store the state of a message, replacing that of the same league and post."""

    async def drop_league_message(self, league_id: int, post: str) -> None: ...

    async def unshown_leagues(self) -> list[int]:
        """The leagues with entries that have not been shown."""

    async def raise_league_shown(self, league_id: int, seq: int) -> None:
        """Store that everything of a league has been shown up to this entry; it never goes back."""


class CupDraftStore(Protocol):
    """The rules of cups that are being made, and those that guilds keep to make a cup again, as JSON values."""

    async def cup_draft(self, guild_id: int, person: str) -> JsonObject | None:
        """The draft of a person in a guild; None: there is none."""

    async def put_cup_draft(self, guild_id: int, person: str, rules: JsonObject) -> None: ...

    async def drop_cup_draft(self, guild_id: int, person: str) -> None: ...

    async def cup_templates(self, guild_id: int) -> dict[str, JsonObject]:
        """The rules that a guild keeps, by their names in order; twenty-five at most."""

    async def put_cup_template(
        self, guild_id: int, name: str, rules: JsonObject, *, conditions: Sequence[Condition] = ()
    ) -> None:
        """Keep rules under a name, replacing those that had it. Raises Unmet."""

    async def drop_cup_template(self, guild_id: int, name: str) -> bool:
        """Return whether there were such rules. No more cups are made of them by themselves."""


class WeeklyCupStore(Protocol):
    """The templates of which a cup is made each week."""

    async def put_weekly_cup(self, row: WeeklyCupRow) -> None:
        """Store when cups are made of a template, replacing what was stored of it."""

    async def move_weekly_cup(self, row: WeeklyCupRow, before: int, act: ActRow | None = None) -> None:
        """Store the next start and the last cup, unless the start is no longer `before`, or it has ended.

        `act`: what the log of the organisers tells about it.
        """

    async def drop_weekly_cup(self, guild_id: int, template: str) -> None: ...

    async def weekly_cups(self, guild_id: int) -> list[WeeklyCupRow]:
        """Those of a guild, by their templates in order."""

    async def due_weekly_cups(self, now: int, without: Collection[int] = ()) -> list[WeeklyCupRow]:
        """Those to be made at `now`, the longest due first; not of guilds in `without`."""

    async def next_due_weekly_cup(self, after: int = 0) -> int | None:
        """The first moment after `after` at which one is to be made; None if there is none."""

    async def cup_of_week(self, guild_id: int, template: str, starts_at: int) -> int | None:
        """The cup that was created for a start of a template; None: not yet."""


class ResultStore(Protocol):
    """The results of ended tables, a row for each person. They outlive the tables; erasing a person deletes theirs."""

    async def results(self, person: str, game: str, guild_id: int | None = None) -> list[ResultRow]:
        """A person's results, the oldest first; those of one guild, or all."""

    async def standings(
        self, guild_id: int, game: str, size: int | None = None, since: int = 0, hands: int = 0
    ) -> list[StandingRow]:
        """The sums of the results of a guild that count against people, in no order.

        Only of tables of that size that ended `since` then, of people with at least so many hands, who do not hide.
        """

    async def replace_results(self, table_id: int, rows: Sequence[ResultRow], rubber: RubberRow | None = None) -> None:
        """Replace what a table has left, for people and for ratings; an erased person gets no result."""

    async def rubbers(self, guild_id: int, game: str) -> list[RubberRow]:
        """The results of the tables of a guild for ratings, in the order of their ends."""

    async def count_rubbers(self, guild_id: int, game: str) -> int: ...

    async def rubbers_across(self, game: str) -> list[RubberRow]:
        """The same of all guilds, where everybody who held a seat wants a rating across servers."""

    async def ended_tables(self, after: int, few: int) -> list[int]:
        """The first few ended tables with a greater id, in order."""


class PlaceStore(Protocol):
    """The place where each table is shown."""

    async def place(self, table_id: int) -> PlaceRow | None: ...

    async def is_place(self, thread_id: int) -> bool:
        """Return whether a table is or was shown in this thread."""

    async def put_place(self, place: PlaceRow) -> None:
        """Nothing is written if the table has been moved to another channel than that of the place."""


class MessageStore(Protocol):
    """The state of every message: what each audience has been shown of each post, and of each whole table."""

    async def message_states(self, table_id: int) -> list[MessageRow]: ...

    async def put_message_states(self, *states: MessageRow) -> None:
        """Store message states, replacing those of the same table, audience and post."""

    async def shown_seq(self, table_id: int) -> int:
        """The entry up to which everything of a table has been shown."""

    async def raise_shown_seqs(self, seqs: Mapping[int, int]) -> None:
        """Store that everything of these tables has been shown up to these entries; it never goes back."""

    async def unshown_tables(self) -> list[int]:
        """The tables with entries that have not been shown, or could not be: for start-up and the sweep."""

    async def shown_to_erased(self) -> list[int]:
        """The running tables whose message state still names a message that was shown to an erased person."""


class RoleMentionStore(Protocol):
    """The roles that were mentioned at new tables."""

    async def mention_role(self, table_id: int, guild_id: int, role_id: int, at: int, since: int) -> None:
        """Store that a role is mentioned at a table, unless one was at any table of the guild after `since`."""

    async def role_mentioned(self, table_id: int) -> int | None: ...


class ReminderStore(Protocol):
    """Reminders of plays, and the digests to send."""

    async def due_reminders(self, now: int, without: Collection[int] = ()) -> list[OwedRow]:
        """The plays to remind people of now, the soonest deadline first; not of guilds in `without`."""

    async def next_reminder(self, after: int) -> int | None:
        """The first moment after `after` at which a reminder or a digest is due; None if there is none."""

    async def hold_reminders(self, held: Sequence[OwedRow], until: int) -> None:
        """Do not remind of these plays before `until`."""

    async def release_reminders(self, person: str) -> None:
        """End the delay of all reminders to a person."""

    async def count_reminders(self, counted: Sequence[tuple[OwedRow, int]], digests: Sequence[DigestRow]) -> None:
        """Store how often people have been reminded of plays, and the digests to send (their `id` is ignored)."""

    async def sent_reminders(self) -> list[MessageRow]:
        """The message states of the reminders that are still there."""

    async def due_digests(self, now: int) -> list[DigestRow]:
        """The digests to send now, the oldest first. No id is used twice."""

    async def replace_digest(
        self, digest: int, instead: Sequence[DigestRow] = (), untold: Sequence[DigestLine] = (), until: int = 0
    ) -> None:
        """Remove a digest and queue others in its place; the plays `untold` are reminded of again from `until` on."""

    async def postpone_digest(self, digest: int, until: int) -> None: ...


class AnnouncementStore(Protocol):
    """Announcements of the operator, a row for each table that is still to be told."""

    async def announce(self, text: str) -> int:
        """Queue a text for every table in play; return their number."""

    async def announcements(self) -> list[AnnouncementRow]:
        """The queued announcements, the oldest first. No id is used twice."""

    async def settle_announcement(self, announcement: int) -> None:
        """Remove an announcement that was posted, or that nobody needs any more."""


class PeopleStore(Protocol):
    """People and their preferences: those that were set, as a missing key means the default.

    `changes` of None remove a preference; all that are left are returned.
    """

    async def person(self, discord_id: int, name: str, locale: str = "") -> PersonRow:
        """The person behind a Discord id, made if new; updates the name and the locale (unless "")."""

    async def known_person(self, discord_id: int) -> PersonRow | None:
        """The person behind a Discord id; None for a stranger and for an erased person."""

    async def people(self, keys: Collection[str]) -> dict[str, PersonRow]:
        """Key -> person, for the known ones among the keys."""

    async def active_since(self, moment: int) -> dict[str, int]:
        """The people who have acted at a table since `moment`: key -> time of the last action."""

    async def about(self, key: str) -> JsonObject:
        """Everything that is stored about a person, as JSON; {} for a stranger."""

    async def erase(self, key: str) -> None:
        """Delete a person's own data (see `about`), from the files too; the key stays in records and means nobody.

        What others and servers hold against the person stays in force (see ConductStore).
        """

    async def erase_where(self, is_erased: Callable[[int, int], bool]) -> int:
        """Erase everybody for whom `is_erased` holds of Discord id and time of first meeting (ms); return how many."""

    async def clean(self) -> bool:
        """Remove from the files what erasures have deleted, if anything is left; return whether all of it is gone.

        An erasure does so itself, but for what a kill or a long read (a backup) prevents: then call it again.
        """

    async def seats_of_erased(self) -> list[tuple[int, int, str]]:
        """(table, seat, key) of the seats of running tables whose holder has been erased."""

    async def lobbies_of_erased(self) -> list[tuple[int, str]]:
        """(table, key) of the lobbies that somebody opened who has been erased."""

    async def block(self, key: str, blocked: str, *, conditions: Sequence[Condition] = ()) -> None:
        """Store that a person has blocked another; a second time changes nothing. Raises Unmet."""

    async def unblock(self, key: str, blocked: str) -> None: ...

    async def blocks(self, key: str) -> Blocks:
        """The people whom a person has blocked, and those who have blocked them."""

    async def preferences(self, key: str) -> JsonObject: ...
    async def change_preferences(self, key: str, changes: Mapping[str, Any]) -> JsonObject: ...


class GuildStore(Protocol):
    """Guilds: their preferences (as of people), and which of them the bot was removed from."""

    async def guild_preferences(self, guild_id: int) -> JsonObject: ...
    async def change_guild_preferences(
        self, guild_id: int, changes: Mapping[str, Any], by: str | None = None
    ) -> JsonObject:
        """As `change_preferences`; `by`: the key of the person whose act is to be noted."""

    async def organisers(self, guild_id: int) -> dict[str, int]:
        """The people who organise in a guild by name, and since when (ms since the epoch)."""

    async def name_organisers(self, guild_id: int, people: Collection[str], by: str) -> dict[str, int]:
        """Store and return who organises by name from now on, and note the act; erased people are left out."""

    async def drop_organiser(self, guild_id: int, person: str) -> dict[str, int]:
        """Store that a person does so no longer; return those who do."""

    async def set_guild_left(self, guild_id: int, at: int | None) -> None:
        """Store that the bot was removed from a guild at that time; None: it is a member again."""

    async def set_present_guilds(self, present: Collection[int]) -> None:
        """Store which of all known guilds the bot is in, and since when (now, at first) it is not in the others."""

    async def left_guilds(self) -> list[int]:
        """The guilds with running tables that the bot was removed from."""


class WelcomeStore(Protocol):
    """The first message in each guild that the bot has joined."""

    async def welcome(self, guild_id: int) -> WelcomeRow | None: ...
    async def put_welcome(self, row: WelcomeRow) -> None: ...


class OrganisingStore(Protocol):
    """Bans in a guild, which are found again after the person was erased, and the acts of its organisers."""

    async def ban(
        self, guild_id: int, person: str, organiser: str, reason: str, *, conditions: Sequence[Condition] = ()
    ) -> bool:
        """Ban a person, or change the reason, and note the act; False for an erased person. Raises Unmet."""

    async def unban(
        self, guild_id: int, hashed: str, organiser: str, *, conditions: Sequence[Condition] = ()
    ) -> BanRow | None:
        """Lift a ban, and note the act; return the ban, None if there is none. Raises Unmet."""

    async def ban_of(self, guild_id: int, discord_id: int) -> BanRow | None: ...

    async def bans(self, guild_id: int) -> list[BanRow]:
        """The bans of a guild, the newest first."""

    async def banned_among(self, guild_id: int, keys: Collection[str]) -> set[str]:
        """The keys of the people among these who are banned in a guild."""

    async def acts(self, guild_id: int, few: int) -> list[ActRow]:
        """The last few acts of organisers in a guild, the newest first."""


class ConductStore(Protocol):
    """The conduct that others and servers hold against people; it outlives an erasure for a time.

    Beside bans these are the blocks against them (`PeopleStore.blocks`), the running tables that they opened
    (`TableLists.opened_by`), the deadlines that they missed, and how often they have done what is limited.
    """

    async def use(self, used: LimitedUse) -> None:
        """Count a use by a person. Raises TooManyUses; an erased person uses nothing."""

    async def deadlines_before(self, person: str, guild_id: int | None, game: str) -> list[tuple[int, int]]:
        """The deadlines that a person kept and missed in each rubber before an erasure, the oldest rubber first.

        Those of one guild, or all.
        """


class LearningStore(Protocol):
    """Exercises of the lessons, hints, and the daily trick. A day is written `2025-11-21`."""

    async def exercises(self, key: str) -> list[ExerciseRow]:
        """The exercises that a person has answered, lesson by lesson, each with the last answer."""

    async def put_exercise(self, key: str, lesson: str, number: int, correct: bool) -> None: ...

    async def hints(self, key: str) -> list[HintRow]:
        """The hints that a person was given, in no order."""

    async def put_hints(self, key: str, hints: Sequence[HintRow]) -> None:
        """Store hints, each in place of the same one of the same game; an erased person gets none."""

    async def daily(self, guild_id: int, day: str) -> DailyRow | None: ...
    async def put_daily(self, shown: DailyRow) -> None: ...

    async def answer_daily(self, key: str, day: str, choice: str, correct: bool) -> None:
        """Store a person's answer to the trick of a day unless there is one already."""

    async def daily_answer(self, key: str, day: str) -> str | None:
        """The choice that a person made in the trick of a day."""

    async def daily_answers(self, key: str) -> list[tuple[str, bool]]:
        """The days whose trick a person has answered, the newest first, and whether the answer was right."""

    async def daily_tally(self, day: str) -> dict[str, int]:
        """Return how many people made each choice in the trick of a day, without choices that nobody made."""


class KeyValueStore(Protocol):
    """Small values by name, which the process needs again after a restart."""

    async def get_value(self, name: str) -> str | None: ...
    async def put_value(self, name: str, value: str) -> None: ...


class PruningStore(Protocol):
    """The removal of data that is older than its retention time. Each call removes a few rows only; repeat it."""

    async def prunable(self, limits: Retention) -> Prunable:
        """Count what is older than the limits."""

    async def prune_tables(self, limits: Retention) -> list[int]:
        """Remove a few tables older than the limits, with all their rows; return their ids, [] when none is left."""

    async def prune_interactions(self, limits: Retention) -> int:
        """Delete some interactions older than the limit; return their number, 0 when none is left."""

    async def prune_guilds(self, limits: Retention) -> int:
        """Delete guilds left before the limit (remove their tables first) with their cups; return their number.

        Outages and acts as old go, too, and conduct after its time.
        """

    async def compact(self) -> None:
        """Return the free space of the database to the disk, if there is much. Writers wait meanwhile."""


class StoreHealth(Protocol):
    """The condition of the database, in use."""

    @property
    def write_failure(self) -> str | None:
        """The reason why nothing can be written at present, in plain words; None if the last commit succeeded."""

    async def lost(self) -> DatabaseTrouble:
        """Wait until the connection to the database is lost; return why. This process can write nothing from then on.

        A file is never lost in this way.
        """

    async def confirm(self, within: float) -> None:
        """Return if only this process could write at some moment of the last `within` seconds, or can now.

        Raises DatabaseTrouble if the connection was lost.
        """

    @property
    def damage(self) -> Corrupt | None:
        """The damage found in the database, None if there is none; with damage every operation is refused."""

    async def check_integrity(self) -> None:
        """Read and check everything that is stored while plays go on. Raises DatabaseTrouble."""


class Store(
    RecordStore,
    TableLists,
    CountStore,
    CupStore,
    LeagueStore,
    CupDraftStore,
    WeeklyCupStore,
    ResultStore,
    PlaceStore,
    MessageStore,
    RoleMentionStore,
    ReminderStore,
    AnnouncementStore,
    PeopleStore,
    GuildStore,
    WelcomeStore,
    OrganisingStore,
    ConductStore,
    LearningStore,
    KeyValueStore,
    PruningStore,
    StoreHealth,
    AbstractAsyncContextManager["Store"],
    Protocol,
):
    """All ports of one database; it closes at the end of `async with`."""

    async def close(self) -> None:
        """Write what is queued, then close the database. A second call does nothing."""
