"""The tables of a cup's matches: opened, read and closed by the cup, and what time counts for no deadline there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Final, NamedTuple

from bot.cups.cup import Cup, Match
from bot.cups.cup_actions import COMPUTER, CreditTime
from bot.cups.cup_rules import CupRules, table_options, unsuited_reason
from bot.members.preferences import preferences_of, quiet_until
from bot.runtime.times import MINUTE
from bot.store import CupRow, PeopleStore
from bot.tables import LoadedTable, Location, TableService, actions, lobby, results, table_terms
from bot.tables.actions import CupMatch
from bot.tables.fold import unfold
from bot.tables.proposals import PAUSE
from bot.tables.table import RecordedAction, Stage, Table
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.contract import Fact

JUST_ASKED: Final = MINUTE
"""Whoever has been asked for less than this for the first time may still come."""
SHORTEST: Final = 10 * MINUTE
"""The least credit of a table that stands still at its deadline."""


class MatchState(NamedTuple):
    """A match at its table: the hands and the score so far, and the entrants who are not there.

    `winner`: of level scores, by the rules of the game.
    """

    hands: int
    score: tuple[int, ...]
    missing: tuple[int, ...] = ()
    winner: int | None = None


class StoodStill(NamedTuple):
    """For how long a table stood still, in ms, and whether it does so now."""

    time: int
    goes_on: bool


def _stands_still(table: Table) -> bool:
    is_away = any(seat.away is not None for seat in table.seats)
    return (table.paused or is_away) and not table.is_paused_by_cup


def unplayable(rules: CupRules) -> Fact | None:
    """Return why there can be no tables for a cup with these rules; None: there can."""
    if (why := unsuited_reason(rules)) is not None:
        return why
    if not table_terms.allows(table_terms.PACE, rules.pace):
        return fact(Refusal.UNKNOWN_OPTION, name=rules.pace)
    refused = registry.game(rules.game).check_options(rules.seats, table_options(rules.game, rules.hands))
    return refused.why if refused else None


def agreed_terms(rules: CupRules) -> dict[str, str]:
    """Return the terms of a table. No seat opens: nobody else may take it."""
    return {
        **table_terms.usual(),
        table_terms.PACE: rules.pace,
        table_terms.AT_DEADLINE: table_terms.COMPUTER,
        table_terms.OPENS_AFTER: table_terms.NEVER,
    }


def unrated_reason(rules: CupRules) -> Fact | None:
    """Return why the matches of a cup count for no ratings, whatever is chosen; None: they may count."""
    return results.unrated_reason(rules.game, rules.seats, table_options(rules.game, rules.hands), agreed_terms(rules))


def seat_order(cup: Cup, match: Match) -> tuple[str, ...]:
    """Return who sits in each seat: partners apart, so that sides alternate."""
    places = cup.rules.entrants.people
    sides = [
        (lobby.COMPUTER,) * places if number == COMPUTER else cup.entrants[number].people for number in match.entrants
    ]
    return tuple(people[place] for place in range(places) for people in sides)


def entrant_in(match: Match, seat: int) -> int:
    return match.entrants[seat % len(match.entrants)]


def state_of(match: Match, table: Table | None, absent: Collection[int] = ()) -> MatchState:
    """Return a match as its table shows it; without one, nothing was played and nobody is to blame.

    `absent`: the seats of people who never came to their turn.
    """
    none = match.score or (0,) * len(match.entrants)
    if table is None or table.state is None:
        return MatchState(match.hands, none)
    view = table.view(None)
    side_of = {seat: side for side, seats in enumerate(view.sides) for seat in seats}
    score = tuple(before + view.scores[side_of[seat]] for seat, before in enumerate(none))
    winners = view.outcome.winners if view.outcome else ()
    won = [entrant for seat, entrant in enumerate(match.entrants) if side_of[seat] in winners]
    is_settled = len(set(score)) == 1 and len(won) == 1 and len(match.entrants) == 2
    missing, winner = _absent_entrants(match, table, absent), won[0] if is_settled else None
    return MatchState(match.hands + len(table.way), score, missing, winner)


def _absent_entrants(match: Match, table: Table, absent: Collection[int]) -> tuple[int, ...]:
    """Return the entrants who are not there; where a play may take days, also who is on turn at the deadline."""
    seats = enumerate(table.seats)
    away = {entrant_in(match, number) for number, seat in seats if not seat.is_there or number in absent}
    if not away and table.agreed.pace.is_slow and table.turn is not None:
        away.add(entrant_in(match, table.turn))
    return tuple(entrant for entrant in match.people if entrant in away)


def never_came(table: Table, record: Iterable[RecordedAction], asked_for: int) -> frozenset[int]:
    """Return the seats whose people were asked to play, and have done nothing at the table.

    `asked_for`: for how long the seat on turn has been asked, in ms. The seat that begins is asked since the table is
    there; the others may have waited for it, and need a moment.
    """
    if table.paused:
        return frozenset()
    acts = [entry.action for entry in record if not isinstance(entry.action, actions.Open)]
    came = {getattr(act, "by", None) for act in acts if not getattr(act, "cup", False)} - {None}
    has_begun = any(isinstance(act, actions.TakeTurn) for act in acts)
    on_turn = None if has_begun and asked_for < JUST_ASKED else table.turn
    return frozenset(
        number
        for number, seat in enumerate(table.seats)
        if seat.person is not None and seat.person not in came and (seat.silent or number == on_turn)
    )


async def _wait_for_nothing(_: int) -> None:
    """Wait for nothing."""


class MatchTables:
    """Opens and closes tables for matches. `shown`: waits until a table stands in Discord, or cannot be shown."""

    def __init__(self, tables: TableService, shown: Callable[[int], Awaitable[None]] = _wait_for_nothing) -> None:
        self._tables = tables
        self._shown = shown

    async def wait_until_shown(self, tables: Iterable[int]) -> None:
        await asyncio.gather(*map(self._shown, tables))

    async def open(self, cup: Cup, row: CupRow, match: Match) -> int:
        """Return the id of the table at which a match is played, which is opened unless it was before."""
        rules = cup.rules
        hands = 1 if match.extras else rules.hands
        seats = seat_order(cup, match)
        action = actions.Open(
            by=cup.by,
            name="",
            game=rules.game,
            version=registry.game(rules.game).version,
            seats=len(seats),
            options=table_options(rules.game, hands),
            seated=seats,
            terms=agreed_terms(rules),
            private=rules.private,
            rated=rules.rated,
        )
        where = Location(row.guild_id, row.channel_id, row.language)
        return (await self._tables.open_match(action, CupMatch(cup.id, match.number, match.since), where)).id

    async def table_of(self, match: Match) -> LoadedTable | None:
        return None if match.table is None else await self._tables.get(match.table)

    async def absent_entrants(self, match: Match, now: int) -> tuple[int, ...]:
        """Return the entrants who are not there; nobody, if they could not have seen the table before the deadline."""
        loaded = await self.table_of(match)
        if loaded is None or loaded.row.lost_at is not None or loaded.row.opened_at >= match.deadline:
            return ()
        if match.extras:  # everybody came before the extra hand
            return state_of(match, loaded.table).missing
        record = await self._tables.record(loaded.table.id)
        asked_for = now - loaded.row.wait_since - loaded.row.credited
        return state_of(match, loaded.table, never_came(loaded.table, record, asked_for)).missing

    async def close(self, table_id: int) -> None:
        await self._tables.submit(table_id, actions.Close(None))

    async def standstill(self, match: Match, now: int) -> StoodStill:
        """Return for how long the table of a match was paused by its people, or waited for somebody who was away.

        A table that cannot be shown now stands still, too.
        """
        loaded = await self.table_of(match)
        if loaded is None or match.table is None:
            return StoodStill(0, False)
        record = await self._tables.record(match.table)
        total, since = 0, None
        for entry, table in zip(record, unfold(match.table, record), strict=True):
            stands = _stands_still(table)
            if stands and since is None:
                since = entry.at
            elif not stands and since is not None:
                total, since = total + entry.at - since, None
        since = loaded.row.lost_at if since is None else since
        return StoodStill(total if since is None else total + now - since, since is not None)

    async def arrange(self, cup: Cup, match: Match) -> None:
        """Seat who replaces somebody, take out who plays no more, and pause or resume the table with its cup."""
        loaded = await self.table_of(match)
        if loaded is None or loaded.table.stage is not Stage.PLAYING:
            return
        for number, person in enumerate(seat_order(cup, match)):
            entrant = entrant_in(match, number)
            if entrant != COMPUTER:
                await self._seat(loaded.table, number, person if cup.entrants[entrant].is_in else None, cup.by)
        if cup.paused and not loaded.table.paused:
            pause = actions.Propose(cup.paused_by, PAUSE, manager=True, cup=True)
            await self._tables.submit(loaded.table.id, pause)
        elif loaded.table.is_paused_by_cup and not cup.paused:
            await self._tables.submit(loaded.table.id, actions.Resume(cup.by, manager=True, cup=True))

    async def _seat(self, table: Table, number: int, person: str | None, by: str) -> None:
        """Give a seat to who should have it (None: nobody), unless it is theirs already, also if they have left it."""
        seat = table.seats[number]
        if person is not None and person in (seat.person, seat.was):
            return
        if seat.person is not None:
            await self._tables.submit(table.id, actions.OpenSeat(number))
        if person is not None:
            await self._tables.submit(table.id, actions.Admit(by, person, number, cup=True))


class MatchTimeCredits:
    """Credits matches whose table stood still, or where it is night, each with no more than the time of a round.

    `now`: ms since the epoch.
    """

    def __init__(self, store: PeopleStore, tables: MatchTables, now: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._now = now

    async def due(self, cup: Cup, match: Match, table: Table) -> CreditTime | None:
        """Return what a match is credited at its deadline; None: nothing."""
        now, most = self._now(), cup.rules.round_time
        stood = await self._tables.standstill(match, now)
        if (credit := min(stood.time, most - match.rested) - match.credited) > 0:
            return CreditTime(max(credit, SHORTEST) if stood.goes_on else credit, match.number)
        rest = min(await self._quiet(table, now), most - match.rested - match.credited)
        return CreditTime(rest, match.number, quiet=True) if rest > 0 else None

    async def _quiet(self, table: Table, now: int) -> int:
        """Return for how long the quiet hours of who is on turn last, in ms; at a fast pace people are awake."""
        if table.asked is None or table.asked.person is None or not table.agreed.pace.is_slow:
            return 0
        quiet = preferences_of(await self._store.preferences(table.asked.person)).quiet
        return 0 if quiet is None else quiet_until(now, quiet) - now
