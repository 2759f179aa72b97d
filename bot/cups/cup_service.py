"""The cup service: every change of a cup goes through it, one action at a time, as at tables.

It also tells how cups of a server have ended. What a cup does by itself stands in `bot.cups.cup_lifecycle`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from bot.cups import appointments, cup_actions, durations, fold
from bot.cups.admission import entry_conditions
from bot.cups.cup import Cup, CupEntry, CupStage
from bot.cups.cup_actions import CODEC, CreateCup, CupAction
from bot.cups.cup_rules import CupRules
from bot.cups.entrants import NO_ENTRANTS, Entrants
from bot.cups.match_tables import unplayable
from bot.cups.next_due import due_at, sign_up_opens_at, takes_nobody
from bot.cups.notices import CupRefusal
from bot.cups.suspended_cups import missing_game
from bot.cups.winners import end_of
from bot.ledger.record_service import RecordService
from bot.store import (
    Condition,
    CupKey,
    CupPersonRow,
    CupRow,
    CupStore,
    EndedCupRow,
    FewerThan,
    NameTaken,
    RecordGone,
    Repeated,
    Unmet,
)
from bot.tables import Location
from bot.tables.usage_limits import refusal_of_one_more
from bot.texts.notices import Refusal, RequestRefused, fact
from rules.core.contract import Fact

log = logging.getLogger(__name__)
read_rows: Final = CODEC.read_rows

KEPT_FOLDED: Final = 50
"""The number of cached folded cups; others are folded again when needed."""
SIGNING_UP: Final = (cup_actions.JoinCup, cup_actions.AskPartner, cup_actions.AgreePartner)


class LoadedCup(NamedTuple):
    """A cup with its row as last committed."""

    cup: Cup
    row: CupRow


class CupCommitted(NamedTuple):
    """The argument of listeners after a commit: the cup, its row, and each entry with the cup after it."""

    cup: Cup
    row: CupRow
    done: Sequence[tuple[CupEntry, Cup]]


class CupResult(NamedTuple):
    """The result of an action: the cup now, and the refusal. `repeated`: the same press was done before."""

    cup: Cup
    refused: Fact | None = None
    repeated: bool = False


class CupGone(RecordGone):
    """There is no cup with this id."""


class CupService(RecordService[LoadedCup, CupCommitted, CupAction, CupResult]):
    """All cups. `now`: ms since the epoch; `to_go_on`: returns what must hold in a guild where one more cup goes on."""

    kind, gone = "cup", CupGone

    def __init__(
        self,
        store: CupStore,
        now: Callable[[], int],
        to_go_on: Callable[[int], Sequence[Condition]] = lambda _: (),
    ) -> None:
        super().__init__(KEPT_FOLDED, now)
        self._store = store
        self.to_go_on = to_go_on
        self._filling = asyncio.Lock()

    async def create(
        self,
        by: str,
        rules: CupRules,
        where: Location,
        interaction_id: int | None,
        acts: Iterable[CupAction] = (),
        key: CupKey | None = None,
        conditions: Sequence[Condition] = (),
    ) -> LoadedCup:
        """Create a cup in its sign-up, or as it is after the `acts`. `key`: what it is for, if not made by hand.

        Raises RequestRefused for impossible rules or the name of a running cup, Repeated for a repeated press, Unmet,
        TooManyUses.
        """
        now = self._now()
        cup = self._new(by, rules, acts)
        row = CupRow(0, rules.name, *where, cup.stage, cup.seq, due_at(cup, now), now, now)
        try:
            entries = [CODEC.row(entry) for entry in cup.record]
            entered = _new_people(NO_ENTRANTS, cup.entrants)
            cup_id = await self._store.create_cup(row, entries, interaction_id, entered, key, conditions=conditions)
        except NameTaken:
            raise RequestRefused(fact(CupRefusal.NAME_TAKEN, name=row.name)) from None
        created = fold.fold_record(cup_id, cup.record)
        return self._announce_commit(LoadedCup(created, row._replace(id=cup_id)), created.record)

    def check(self, by: str, rules: CupRules) -> None:
        """Raise RequestRefused for rules by which there can be no cup."""
        self._new(by, rules)

    def _new(self, by: str, rules: CupRules, acts: Iterable[CupAction] = ()) -> Cup:
        """Return a new cup, after the `acts`. Raises RequestRefused for impossible rules."""
        action, now = CreateCup(by, rules), self._now()
        cup = (
            _past(rules.sign_up_until, now)
            or unplayable(rules)
            or durations.impossible(rules)
            or fold.create(0, action, now)
        )
        for act in acts:
            cup = cup if isinstance(cup, Fact) else fold.do(cup, act, now)
        if isinstance(cup, Fact):
            raise RequestRefused(cup)
        return cup

    async def running_cups(self, guild_id: int) -> list[CupRow]:
        """Return the cups of a guild that are in sign-up or being played, the oldest first."""
        return await self._store.running_cups(guild_id)

    async def cups_of_person(self, key: str) -> list[LoadedCup]:
        """Return the running cups that a person is in, the oldest first."""
        found = [await self.get(row.id) for row in await self._store.cups_of_person(key)]
        return [loaded for loaded in found if loaded is not None and loaded.cup.entrant_of(key)]

    async def missing_game(self, row: CupRow) -> str | None:
        """Return the game for which a cup waits, since it is not installed; None: it waits for none."""
        return missing_game(await self._store.cup_game(row.id))

    async def ended_cups(self, guild_id: int, person: str) -> list[EndedCupRow]:
        """Return the last hundred cups of a guild that have ended, the newest first; `person` asks.

        The end of a cup that an older version has played is worked out once.
        """
        found = await self._store.ended_cups(guild_id, person)
        if all(row.end is not None for row in found):
            return found
        async with self._filling:  # one after the other, and what another request has filled is not done again
            for row in await self._store.ended_cups(guild_id, person):
                if row.end is None:
                    await self._fill_end(row.id)
        return await self._store.ended_cups(guild_id, person)

    async def _fill_end(self, cup_id: int) -> None:
        loaded = await self.get(cup_id)
        end = None if loaded is None else await asyncio.to_thread(end_of, loaded.cup)
        if loaded is not None and end is not None:
            await self._store.put_cup_end(cup_id, loaded.cup.seq, end)

    async def settle(self, cup_id: int) -> None:
        """Credit open deadlines with the time that the cup is owed; a pause has stopped them anyway."""
        async with self._hold(cup_id) as loaded:
            row = await self._store.cup_row(cup_id)
            if loaded is None or row is None or not row.owed:
                return
            action = cup_actions.CreditTime(row.owed)
            after = fold.do(loaded.cup, action, self._now())
            if loaded.cup.paused or isinstance(after, Fact):
                after = loaded.cup
            await self._commit(loaded, after, None, paid=row.owed)

    async def _read(self, cup_id: int) -> LoadedCup | None:
        """Read and fold a cup; None if there is none with this id, or its game is not installed."""
        if (found := await self._store.cup(cup_id)) is None or missing_game(found.record[0].body["rules"].get("game")):
            return None
        cup = await asyncio.to_thread(lambda: fold.fold_record(cup_id, read_rows(found.record)))  # it may be long
        return LoadedCup(cup, found.row)

    async def _do(
        self, loaded: LoadedCup, action: CupAction, interaction_id: int | None, conditions: Sequence[Condition]
    ) -> CupResult:
        now = self._now()
        if isinstance(action, SIGNING_UP) and takes_nobody(loaded.cup, now):
            return CupResult(loaded.cup, fact(CupRefusal.NOT_SIGNING_UP))
        if isinstance(action, SIGNING_UP) and (opens := sign_up_opens_at(loaded.cup, now)):
            return CupResult(loaded.cup, fact(CupRefusal.NOT_YET, at=opens // 1000))
        if isinstance(action, cup_actions.MoveDeadline) and (past := _past(action.to, now)):
            return CupResult(loaded.cup, past)
        if refused := appointments.refusal(loaded.cup, action, now):
            return CupResult(loaded.cup, refused)
        after = fold.do(loaded.cup, _complete(loaded.cup, action, now), now)
        if isinstance(after, Fact):
            return CupResult(loaded.cup, after)
        goes_on_again = loaded.cup.is_over and not after.is_over
        to_go_on = self.to_go_on(loaded.row.guild_id) if goes_on_again else ()
        conditions = (*conditions, *entry_conditions(action, loaded.row.guild_id), *to_go_on)
        try:
            await self._commit(loaded, after, interaction_id, conditions=conditions)
        except Repeated:
            return CupResult(loaded.cup, repeated=True)
        except NameTaken:
            return CupResult(loaded.cup, fact(CupRefusal.NAME_TAKEN, name=loaded.row.name))
        except Unmet as error:
            if not isinstance(error.condition, FewerThan) or error.condition not in to_go_on:
                raise
            return CupResult(loaded.cup, refusal_of_one_more(error.condition))
        return CupResult(after)

    async def _commit(
        self,
        loaded: LoadedCup,
        after: Cup,
        interaction_id: int | None,
        paid: int = 0,
        conditions: Sequence[Condition] = (),
    ) -> None:
        now, before = self._now(), loaded.cup
        row = loaded.row._replace(stage=after.stage, seq=after.seq, due_at=due_at(after, now), changed_at=now)
        new = after.record[before.seq :]
        entered = _new_people(before.entrants, after.entrants)
        end = await asyncio.to_thread(end_of, after) if after.stage is CupStage.ENDED else None
        entries = [CODEC.row(entry) for entry in new]
        append = self._store.append_cup(row, entries, entered, interaction_id, paid, end, conditions=conditions)
        await self._await_append(row.id, append)
        self._announce_commit(LoadedCup(after, row), new)

    def _announce_commit(self, loaded: LoadedCup, new: Sequence[CupEntry]) -> LoadedCup:
        for entry in new:
            log.debug("cup %s, entry %s: %s", loaded.row.id, entry.seq, type(entry.action).__name__)
        done = [(entry, loaded.cup) for entry in new]
        return self._announce(loaded, CupCommitted(loaded.cup, loaded.row, done))


def resulting_cup(result: CupResult | None) -> Cup:
    """Return the cup after an action. Raises RequestRefused with the refusal."""
    if result is None:
        raise RequestRefused(fact(CupRefusal.NO_CUP_HERE))
    if result.refused is not None:
        raise RequestRefused(result.refused)
    return result.cup


def new_seed() -> str:
    return secrets.token_hex(8)


def _past(moment: int, now: int) -> Fact | None:
    """Refuse a moment that is over; 0 is none."""
    return fact(Refusal.IN_THE_PAST) if 0 < moment <= now else None


def _new_people(before: Entrants, after: Entrants) -> list[CupPersonRow]:
    """Return who is new among the entrants."""
    found = []
    for entrant in after.changed_since(before):
        known = before[entrant.number].people if entrant.number < len(before) else ()
        found += [CupPersonRow(entrant.number, person) for person in entrant.people if person not in known]
    return sorted(found)


def _complete(cup: Cup, action: CupAction, now: int) -> CupAction:
    """Return an action with what only chance and the clock know."""
    match action:
        case cup_actions.StartCup(seed=""):
            return action._replace(seed=new_seed())
        case cup_actions.PairRound():
            deadline = action.deadline or cup.rules.deadline(len(cup.rounds), now)
            return action._replace(seed=action.seed or new_seed(), deadline=deadline)
        case cup_actions.ResumeCup() if cup.stage is CupStage.RUNNING and cup.paused:
            return action._replace(credit=now - cup.paused_at)
    return appointments.complete(cup, action, now)
