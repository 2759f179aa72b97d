"""Hands that are looked at again, play by play, from the record of their table.

Of a hand that is not over nothing is given but what everybody saw of its finished tricks (DESIGN, Secrets).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.presentation.scenes import ReplayedTrick, ReplayScene, TableContext
from bot.tables import actions
from bot.tables.fold import unfold
from bot.tables.table import RecordedAction, Seat, Table
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.cards import Card
from rules.core.contract import Fact, PlayAccount, TrickAccount, View

KEPT: Final = 32
"""How many tables are kept at hand for looking at again; of the longest rubbers each takes about a megabyte."""
BREATH: Final = 64
"""After so many entries of a record others have their turn; they take two milliseconds."""

Cards = tuple[Card, ...]


class Moment(NamedTuple):
    """A hand after its deal, or after one of its plays, with what the play finished. SECRET: it holds the deck."""

    state: Any
    account: TrickAccount | None
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """One hand: its steps are 0, after the deal, to `steps`, after the last play that may be seen."""

    game: str
    number: int
    is_over: bool
    hands: int
    """How many hands have been dealt at the table."""
    _moments: tuple[Moment, ...]

    @property
    def steps(self) -> int:
        """The last step."""
        return len(self._moments) - 1

    def seats(self, step: int) -> tuple[Seat, ...]:
        """Who sat at the table then."""
        return self._moments[step].seats

    def view(self, step: int) -> View:
        """What everybody saw then; after a trick's last play with hands that are filled up again."""
        return self._view(step, None)

    def held(self, step: int) -> tuple[Cards, ...]:
        """The hands as they were then, strongest card first; none while the hand is not over."""
        seats = len(self.seats(step)) if self.is_over else 0
        return tuple(self._view(step, seat).hand for seat in range(seats))

    def drawn(self, step: int) -> tuple[Cards, ...]:
        """What each seat drew after this step's play, in order; nothing while the hand is not over."""
        if not self.is_over:
            return ()
        before, after = (self._dealt(max(0, at)) for at in (step - 1, step))
        return tuple(now[len(then) :] for then, now in zip(before, after, strict=True))

    @property
    def tricks(self) -> tuple[tuple[int, TrickAccount], ...]:
        """Every finished trick, and the step that finished it."""
        return tuple((step, moment.account) for step, moment in enumerate(self._moments) if moment.account)

    def trick(self, step: int) -> tuple[tuple[PlayAccount, ...], TrickAccount | None]:
        """What had been played of the trick by then, and what the trick did once it was finished."""
        begun = 0
        for end, account in self.tricks:
            if step <= end:
                return account.plays[: step - begun], account if step == end else None
            begun = end
        return (), None

    def scene(self, head: TableContext, step: int) -> ReplayScene:
        """What a step shows; `head` names those who sat there then."""
        plays, account = self.trick(step)
        view = self.view(step)
        return ReplayScene(
            head=head,
            hand_number=self.number,
            is_over=self.is_over,
            number=account.number if account else view.trick_number,
            view=view,
            plays=plays,
            account=account,
            hands=self.held(step),
            drawn=self.drawn(step),
            step=step,
            steps=self.steps,
            tricks=tuple(ReplayedTrick(trick.number, end, _won(trick)) for end, trick in self.tricks),
            hands_dealt=self.hands,
        )

    def _view(self, step: int, seat: int | None) -> View:
        return registry.game(self.game).view(self._moments[step].state, seat)

    def _dealt(self, step: int) -> tuple[Cards, ...]:
        return registry.game(self.game).dealt(self._moments[step].state)


class _Told(NamedTuple):
    """A record, folded: how far it went, how many hands are over, the moments of each."""

    seq: int
    over: int
    hands: tuple[tuple[Moment, ...], ...]


class Replays:
    """Gives the hands of all tables; those of the tables looked at last are kept folded."""

    def __init__(self, record: Callable[[int], Awaitable[Sequence[RecordedAction]]]) -> None:
        """`record` gives everything that was done at a table."""
        self._record = record
        self._kept: OrderedDict[int, _Told] = OrderedDict()

    async def of(self, table: Table, number: int | None = None) -> Replay | Fact:
        """A hand of a table, by its number from 1; without one the last that is over, else the one in play.

        A fact says why there is nothing to be seen.
        """
        if table.hand is None:
            return fact(Refusal.NOT_STARTED, table=table.name)
        wanted = max(1, len(table.way)) if number is None else number
        if not 1 <= wanted <= table.hand.number:
            return fact(Refusal.NO_HAND, table=table.name, hand=wanted)
        told = await self._told(table, wanted)
        is_over = wanted <= told.over
        moments = told.hands[wanted - 1] if is_over else _finished_tricks(told.hands[wanted - 1])
        if not moments:
            return fact(Refusal.NO_TRICK, table=table.name, hand=wanted)
        return Replay(table.game, wanted, is_over, table.hand.number, moments)

    async def _told(self, table: Table, hand: int) -> _Told:
        """The table's record folded as far as the hand needs it: what is over does not change any more."""
        known = self._kept.get(table.id)
        if known is None or (known.seq < table.seq and known.over < hand):
            known = self._kept[table.id] = await _folded(table.id, await self._record(table.id))
        self._kept.move_to_end(table.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return known


def _won(account: TrickAccount) -> PlayAccount | None:
    return None if account.winner is None else account.plays[account.winner]


def _finished_tricks(moments: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments up to the end of the last finished trick; none before the first is."""
    ends = [step for step, moment in enumerate(moments) if moment.account]
    return tuple(moments[: ends[-1] + 1]) if ends else ()


async def _folded(table_id: int, record: Sequence[RecordedAction]) -> _Told:
    hands: list[list[Moment]] = []
    over = 0
    for entry, table in zip(record, unfold(table_id, record), strict=True):
        match entry.action:
            case actions.Deal():
                hands.append([Moment(table.state, None, table.seats)])
            case actions.Play():
                hands[-1].append(Moment(table.state, _just_finished(table), table.seats))
        over = len(table.way)
        if not entry.seq % BREATH:
            await asyncio.sleep(0)
    return _Told(record[-1].seq, over, tuple(map(tuple, hands)))


def _just_finished(table: Table) -> TrickAccount | None:
    """The account of the trick that the last play finished, if it finished one."""
    plays, tricks = (table.hand.plays, table.hand.tricks) if table.hand else ((), ())
    done = sum(len(trick.plays) for trick in tricks)
    return tricks[-1] if tricks and done == len(plays) else None
