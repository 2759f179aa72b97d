"""Replays: the hands of a table, play by play, from its record.

Of a hand in play, a replay gives only what everybody saw of its finished tricks (DESIGN, Secrets).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from cachetools import LRUCache

from bot.messages.kit.scene import TableContext
from bot.messages.replay.replay import ReplayedTrick, ReplayScene
from bot.tables import actions
from bot.tables.fold import unfold
from bot.tables.table import RecordedAction, Seat, Table
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.cards import Card
from rules.core.contract import Fact, Play, PlayAccount, TrickAccount, View

KEPT: Final = 32
"""The number of tables in the cache; the longest rubbers take about a megabyte each."""
BREATH: Final = 64
"""The number of entries of a record, about two milliseconds, after which other tasks get a turn."""


class Moment(NamedTuple):
    """The state of a hand after its deal or an action, with the trick that it finished. SECRET: it has the deck."""

    state: Any
    account: TrickAccount | None
    seats: tuple[Seat, ...]
    plays: int = 0
    """The number of plays in the trick in play, or in the one just finished."""


@dataclass(frozen=True, slots=True)
class Replay:
    """One hand. Step 0 is after the deal, step `steps` after the last play that may be seen."""

    game: str
    number: int
    is_over: bool
    hands: int
    """The number of hands dealt at the table."""
    _moments: tuple[Moment, ...]

    @property
    def steps(self) -> int:
        return len(self._moments) - 1

    def seats(self, step: int) -> tuple[Seat, ...]:
        return self._moments[step].seats

    def view(self, step: int) -> View:
        """The public view at that step; after a trick's last play, hands have already been filled up again."""
        return self._view(step, None)

    def hands_at(self, step: int) -> tuple[tuple[Card, ...], ...]:
        """The hands at that step, strongest card first; empty while the hand is in play."""
        seats = len(self.seats(step)) if self.is_over else 0
        return tuple(self._view(step, seat).hand for seat in range(seats))

    def drawn_cards(self, step: int) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat drew after the play of this step, in order; empty while the hand is in play."""
        if not self.is_over:
            return ()
        dealt = registry.game(self.game).dealt_cards
        before, after = (dealt(self._moments[max(0, at)].state) for at in (step - 1, step))
        return tuple(now[len(then) :] for then, now in zip(before, after, strict=True))

    @property
    def tricks(self) -> tuple[tuple[int, TrickAccount], ...]:
        return tuple((step, moment.account) for step, moment in enumerate(self._moments) if moment.account)

    def trick(self, step: int) -> tuple[tuple[PlayAccount, ...], TrickAccount | None]:
        """The plays of the trick up to this step, and the trick's account if the step finished it."""
        for end, account in self.tricks:
            if step <= end:
                return account.plays[: self._moments[step].plays], account if step == end else None
        return (), None

    def scene(self, head: TableContext, step: int) -> ReplayScene:
        """The scene of a step; `head` has the holders of the seats at that step."""
        plays, account = self.trick(step)
        view = self.view(step)
        tricks = []
        for end, trick in self.tricks:
            won = None if trick.winner is None else trick.plays[trick.winner]
            tricks.append(ReplayedTrick(trick.number, end, won, trick.winner or 0))
        return ReplayScene(
            head=head,
            hand_number=self.number,
            is_over=self.is_over,
            number=account.number if account else view.trick_number,
            view=view,
            plays=plays,
            account=account,
            hands=self.hands_at(step),
            drawn=self.drawn_cards(step),
            step=step,
            steps=self.steps,
            tricks=tuple(tricks),
            hands_dealt=self.hands,
        )

    def _view(self, step: int, seat: int | None) -> View:
        return registry.game(self.game).view(self._moments[step].state, seat)


class _FoldedRecord(NamedTuple):
    """A folded record: its last entry, the number of finished hands, and the moments of each hand."""

    seq: int
    over: int
    hands: tuple[tuple[Moment, ...], ...]


class Replays:
    """The replays of all tables; the records of the tables used last are cached, folded."""

    def __init__(self, record: Callable[[int], Awaitable[Sequence[RecordedAction]]]) -> None:
        """`record` returns the record of a table."""
        self._record = record
        self._cache: LRUCache[int, _FoldedRecord] = LRUCache(KEPT)

    async def find(self, table: Table, number: int | None = None) -> Replay | Fact:
        """The replay of a hand, by its number from 1; without one, of the last finished hand, else of the one in play.

        A fact says why there is nothing to show.
        """
        if table.hand is None:
            return fact(Refusal.NOT_STARTED, table=table.name)
        wanted = max(1, len(table.way)) if number is None else number
        if not 1 <= wanted <= table.hand.number:
            return fact(Refusal.NO_HAND, table=table.name, hand=wanted)
        folded = self._cache.get(table.id)
        if folded is None or (folded.seq < table.seq and folded.over < wanted):  # a finished hand changes no more
            folded = self._cache[table.id] = await _fold_record(table.id, await self._record(table.id))
        is_over = wanted <= folded.over
        moments = folded.hands[wanted - 1]
        if not is_over:  # up to the end of the last finished trick
            ends = [step for step, moment in enumerate(moments, start=1) if moment.account]
            moments = moments[: max(ends, default=0)]
        if not moments:
            return fact(Refusal.NO_TRICK, table=table.name, hand=wanted)
        return Replay(table.game, wanted, is_over, table.hand.number, moments)


async def _fold_record(table_id: int, record: Sequence[RecordedAction]) -> _FoldedRecord:
    hands: list[list[Moment]] = []
    over = 0
    for entry, table in zip(record, unfold(table_id, record), strict=True):
        match entry.action:
            case actions.Deal():
                hands.append([Moment(table.state, None, table.seats)])
            case actions.TakeTurn():
                account = _finished_trick(table)
                plays = len(account.plays if account else table.view(None).trick)
                hands[-1].append(Moment(table.state, account, table.seats, plays))
        over = len(table.way)
        if not entry.seq % BREATH:
            await asyncio.sleep(0)
    return _FoldedRecord(record[-1].seq, over, tuple(map(tuple, hands)))


def _finished_trick(table: Table) -> TrickAccount | None:
    """The account of the trick that the last play finished, None if it finished none."""
    if table.hand is None or not table.hand.tricks:
        return None
    done = sum(len(trick.plays) for trick in table.hand.tricks)
    return table.hand.tricks[-1] if done == sum(isinstance(action, Play) for action in table.hand.plays) else None
