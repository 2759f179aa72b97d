"""The lifecycle of a cup: what it does by itself, from its sign-up to its last result.

Each step follows from what is stored, so that a process which dies at any moment is continued by the next one.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from bot.cups import cup_actions, match_decisions, round_pairing
from bot.cups.admission import barred_people
from bot.cups.appointments import can_begin, due_act, is_missed, presence_at
from bot.cups.cup import Cup, CupEntry, CupStage, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import Case
from bot.cups.cup_service import CupService, LoadedCup
from bot.cups.match_decisions import Decider, Hindrance, MatchSituation
from bot.cups.match_tables import MatchTables, MatchTimeCredits, state_of
from bot.cups.next_due import due_at, opens_at
from bot.cups.notices import CupRefusal, DecisionReason
from bot.cups.rounds import is_played
from bot.ratings.service import RatingService
from bot.store import RESTORED_CUPS, Store, TableRow
from bot.tables.results import ENDED
from bot.tables.table import Stage, Table

log = logging.getLogger(__name__)

OPENED_AT_ONCE: Final = 3
"""Tables opened together, the next about ten seconds later. Discord lets a bot open ten threads a channel in 30 s."""
TableRows = Mapping[int, TableRow]
"""The rows of tables by their ids."""


class CupLifecycle:
    """Does what is due in cups. `now`: ms since the epoch."""

    def __init__(
        self, store: Store, cups: CupService, tables: MatchTables, ratings: RatingService, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._cups = cups
        self._tables = tables
        self._ratings = ratings
        self._credits = MatchTimeCredits(store, tables, now)
        self._now = now
        self._stopping = False
        self._waits: set[asyncio.Future[None]] = set()
        """For tables to be seen."""
        self._left_unseen = False
        """True if such a wait was given up: the next process opens the other tables."""

    def stop(self) -> None:
        """Wait for no table to be seen any more."""
        self._stopping = True
        self._left_unseen = bool(self._waits)
        for wait in self._waits:
            wait.cancel()

    async def advance(self, cup_id: int, left: Collection[str] = ()) -> None:
        """Do all that is due in a cup. `left`: the keys of people who have left its server."""
        await self._cups.settle(cup_id)
        before, begun = -1, self._now()
        while (loaded := await self._cups.get(cup_id)) is not None and loaded.cup.seq != before:
            before, begun = loaded.cup.seq, self._now()
            await self._step(loaded, left)
        if loaded is None or self._left_unseen:
            return
        await self._close_others(loaded.cup)
        if (due := due_at(loaded.cup, begun)) is not None and due <= begun:
            raise RuntimeError(f"cup {cup_id}: something is due, and nothing could be done")

    async def _step(self, loaded: LoadedCup, left: Collection[str]) -> None:
        cup = loaded.cup
        if cup.stage not in (CupStage.SIGN_UP, CupStage.RUNNING):
            return
        await self._let_go(loaded, left)
        if cup.stage is CupStage.RUNNING:
            await self._arrange(cup, await self._rows(cup))
        if cup.paused:
            return
        if cup.stage is CupStage.SIGN_UP:
            await self._start(loaded)
        elif cup.open_matches:
            await self._play(loaded)
        else:
            await self._go_on(cup)

    async def _submit(self, cup: Cup, action: CupAction) -> bool:
        """Do an action; return whether it was done. It is refused if the cup has changed since it was read."""
        result = await self._cups.submit(cup.id, action)
        if result is None or result.refused is None:
            return True
        log.info("cup %s: %s was refused: %s", cup.id, type(action).__name__, result.refused)
        return False

    # Entrants who are gone

    async def _let_go(self, loaded: LoadedCup, left: Collection[str]) -> None:
        for entrant, person, case in await self._departures(loaded, left):
            if loaded.cup.stage is CupStage.SIGN_UP:
                await self._submit(loaded.cup, cup_actions.LeaveCup(person))
            else:
                await self._submit(loaded.cup, cup_actions.WithdrawEntrant(None, entrant, "", case, person))

    async def _departures(self, loaded: LoadedCup, left: Collection[str]) -> list[tuple[int, str, Case]]:
        """Return entrants who play no more, each with the person who is the cause."""
        cases = dict.fromkeys(left, Case.LEFT) | await barred_people(
            self._store, loaded.row.guild_id, loaded.cup.people
        )
        found = (
            (entrant.number, next(filter(cases.__contains__, entrant.people), None)) for entrant in loaded.cup.active
        )
        return [(number, person, cases[person]) for number, person in found if person is not None]

    # Sign-up, rounds, end

    async def _start(self, loaded: LoadedCup) -> None:
        cup, due = loaded.cup, due_at(loaded.cup, self._now())
        if due is None or due > self._now():
            return
        result = await self._cups.submit(cup.id, await round_pairing.start_of(loaded, self._ratings, None))
        if result is not None and result.refused is not None:
            await self._submit(cup, cup_actions.CancelCup(None, CupRefusal(result.refused.kind)))

    async def _go_on(self, cup: Cup) -> None:
        """End a cup, or pair its next round when it is time; many entrants take long, so that is done in a thread."""
        if is_played(cup):
            await self._submit(cup, cup_actions.EndCup())
            return
        if opens_at(cup) > self._now():
            return
        pairings = await asyncio.to_thread(round_pairing.pair_round, cup)
        matches = tuple(pairing.entrants for pairing in pairings)
        await self._submit(cup, cup_actions.PairRound(matches, 0, ""))

    # Matches

    async def _play(self, loaded: LoadedCup) -> None:
        cup = loaded.cup
        for hindrance in match_decisions.hindrances(cup):
            await self._decide(cup, hindrance)
        waiting = {match.number: match for match in cup.open_matches}
        for hindrance in match_decisions.hindrances(cup):
            waiting.pop(hindrance.match.number)
        for match in [match for match in waiting.values() if is_missed(cup, match, self._now())]:
            await self._decide(cup, Hindrance(waiting.pop(match.number), Case.BOTH_ABSENT, match.people))
        await self._open(loaded, await self._matches_to_open(cup, waiting.values()))
        rows = await self._rows(cup)
        for match in waiting.values():
            if match.table is not None and self._needs_look(match, rows.get(match.table)):
                await self._attend(cup, match)

    async def _matches_to_open(self, cup: Cup, matches: Iterable[Match]) -> list[Match]:
        """Return the matches whose tables are to be opened, after what is due about the times of the others."""
        now, found = self._now(), []
        for match in matches:
            if (act := due_act(cup, match, now)) is not None:
                await self._submit(cup, act)
            elif match.table is None and can_begin(cup, match, now):
                found.append(match)
        return found

    async def _rows(self, cup: Cup) -> TableRows:
        """Return the rows of the tables of open matches: they say which are worth folding."""
        tables = [match.table for match in cup.open_matches if match.table is not None]
        return {row.id: row for row in await self._store.rows(tables)}

    def _needs_look(self, match: Match, row: TableRow | None) -> bool:
        is_late = match.deadline <= self._now() or self._is_looked_at(match)
        return row is None or row.stage in ENDED or is_late

    def _is_looked_at(self, match: Match) -> bool:
        """Return whether it is to be seen now who has come to a match."""
        moment = presence_at(match)
        return moment is not None and moment <= self._now()

    async def _open(self, loaded: LoadedCup, matches: Sequence[Match]) -> None:
        """Open the first few tables, and wait until their people can see them: their time has begun."""
        few = () if self._left_unseen else matches[:OPENED_AT_ONCE]
        tables = await asyncio.gather(*(self._tables.open(loaded.cup, loaded.row, match) for match in few))
        for match, table in zip(few, tables, strict=True):
            await self._submit(loaded.cup, cup_actions.OpenMatch(match.number, table))
        await self._wait_until_shown(tables)

    async def _wait_until_shown(self, tables: Collection[int]) -> None:
        if self._stopping:
            return
        wait = asyncio.ensure_future(self._tables.wait_until_shown(tables))
        self._waits.add(wait)
        await asyncio.wait({wait})
        self._waits.remove(wait)

    async def _attend(self, cup: Cup, match: Match) -> None:
        """Record the end of a match at its table, or decide it if its time is over."""
        table = await self._table(match)
        if table is not None and table.stage is Stage.OVER:
            await self._submit(cup, await self._end(cup, match, table))
        elif table is None or table.stage is Stage.CLOSED:  # what its closing followed from was undone, or it is lost
            why = (DecisionReason.REPLAY,)
            await self._submit(cup, cup_actions.ReplayMatch(match.number, why, self._round_from_now(cup)))
        elif match.deadline <= self._now():
            await self._time_over(cup, match, table)
        elif self._is_looked_at(match):
            await self._look_who_came(cup, match, table)

    async def _look_who_came(self, cup: Cup, match: Match, table: Table) -> None:
        """Decide a match to which not all have come after the time of grace."""
        missing = () if table.paused else await self._tables.absent_entrants(match, self._now())
        if missing:
            await self._decide(cup, Hindrance(match, match_decisions.absence(missing, match), missing))
        else:
            await self._submit(cup, cup_actions.AttendMatch(match.number))

    async def _end(self, cup: Cup, match: Match, table: Table) -> CupAction:
        state, decides = state_of(match, table), await self._decider(cup)
        if gone := match_decisions.gone_entrants(cup, match):
            case = cup.entrants[gone[0]].gone or Case.WITHDRAWN
            return decides.finish_without(Hindrance(match, case, gone), state.score)
        if state.winner is None and match_decisions.needs_extra_hand(decides.is_knock_out, match.extras, state.score):
            deadline = max(match.deadline, self._now() + cup.rules.round_time // max(1, cup.rules.hands))
            return cup_actions.ExtendMatch(match.number, state.hands, state.score, deadline)
        return decides.finish(match, state.score, state.winner)

    async def _time_over(self, cup: Cup, match: Match, table: Table) -> None:
        """Decide a match whose deadline has passed, unless it is owed time."""
        if (credit := await self._credits.due(cup, match, table)) is not None:
            await self._submit(cup, credit)
            return
        missing = await self._tables.absent_entrants(match, self._now())
        await self._decide(cup, Hindrance(match, match_decisions.absence(missing, match), missing))

    async def _decide(self, cup: Cup, hindrance: Hindrance) -> None:
        """Decide a match that cannot come to its end by the rules of the cup, and close its table."""
        state = state_of(hindrance.match, await self._table(hindrance.match))
        situation = MatchSituation(hindrance.case, hindrance.match, hindrance.missing, state.hands, state.score)
        await self._submit(cup, (await self._decider(cup)).decide(situation))

    async def _decider(self, cup: Cup) -> Decider:
        """Return who decides; a knock-out after a Swiss of many needs its standings, so that is done in a thread."""
        until = self._round_from_now(cup)
        after_swiss = cup.rules.swiss_rounds and cup.is_knock_out_round(len(cup.rounds) - 1)
        decider = match_decisions.decider
        return await asyncio.to_thread(decider, cup, until) if after_swiss else decider(cup, until)

    def _round_from_now(self, cup: Cup) -> int:
        return self._now() + cup.rules.round_time

    async def _table(self, match: Match) -> Table | None:
        loaded = await self._tables.table_of(match)
        return None if loaded is None else loaded.table

    async def _arrange(self, cup: Cup, rows: TableRows) -> None:
        """Bring open tables in line with what organisers have done: who plays there, and whether they are paused."""
        acts = [entry.action for entry in _entries_of_round(cup)]
        moved = {cup.entrant_of(act.person) for act in acts if isinstance(act, cup_actions.ReplacePartner)}
        undone = any(isinstance(act, cup_actions.UndoAct) for act in acts)
        was_paused = any(isinstance(act, cup_actions.PauseCup) for act in acts)
        for match in cup.open_matches:
            row = rows.get(match.table or 0)
            if row is None or row.stage != Stage.PLAYING:
                continue
            is_held = (cup.paused or was_paused) and cup.paused != (row.held_at is not None)
            others = {cup.entrants[number] for number in match.people} & moved
            if is_held or undone or others or match_decisions.gone_entrants(cup, match):
                await self._tables.arrange(cup, match)

    async def _close_others(self, cup: Cup) -> None:
        """Close the tables at which no match of the cup is played any longer."""
        going = cup.stage is CupStage.RUNNING
        played = {(match.number, match.since) for match in cup.open_matches} if going else set()
        for row in await self._store.running_tables_of_cup(cup.id):
            if (row.match_number, row.match_since) not in played:
                await self._tables.close(row.id)


def _entries_of_round(cup: Cup) -> Iterator[CupEntry]:
    """Yield the entries since the last pairing, the last first."""
    return takewhile(lambda entry: not isinstance(entry.action, cup_actions.PairRound), reversed(cup.record))


async def note_losses(store: Store, cups: CupService) -> None:
    """Let every cup note what it has lost by a restore, so that its channel is told; once, also after a crash.

    A cup that waits for its game notes it later.
    """
    noted = await store.get_value(RESTORED_CUPS)
    if not noted:
        return
    found, left = json.loads(noted), {}
    for cup_id, lost in found["cups"].items():
        action = cup_actions.RestoreCup(found["at"], tuple(lost["matches"]), lost["rounds"])
        loaded = await cups.get(int(cup_id))
        if loaded is not None and action not in (entry.action for entry in loaded.cup.record):
            await cups.submit(loaded.cup.id, action)
        row = await store.cup_row(int(cup_id)) if loaded is None else None
        if row is not None and await cups.missing_game(row):
            left[cup_id] = lost
    await store.put_value(RESTORED_CUPS, json.dumps({**found, "cups": left}) if left else "")
