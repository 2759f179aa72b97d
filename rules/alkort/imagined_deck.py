"""A deck that fits the public part of a hand, so that it can be checked without the true deal (§11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.alkort import playing
from rules.alkort.exchange import DECLINE, KEEP
from rules.alkort.legality import nothing_to_do
from rules.alkort.options import SEATS
from rules.alkort.ranking import FULL, NO_RIGHT, PACK, PLACES, ROLL
from rules.alkort.state import HAND_SIZE, STOCK, AlkortState
from rules.core.cards import places
from rules.core.contract import IllegalAction, Imagined, Move, Play, SeatAction, Shuffle

MEEK: Final = frozenset(places(FULL & ~NO_RIGHT))
"""The places of the cards that do not count against a right to the stock (§5.1)."""


class _Misfit(Exception):
    """No deck fits the actions."""


def imagine(state: AlkortState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
    """An order of the pack with which these actions are possible and do not end the hand, or (index, refusal).

    `state` awaits a deal. If no deck fits all actions, one is taken that fits as many as possible: the rules refuse the
    next action with it, as with every deck.
    """
    for count in range(len(actions), 0, -1):
        try:
            found = _fit(state, actions[:count])
        except _Misfit:
            continue
        return _check(state, found._replace(actions=(*found.actions, *actions[count:])))
    return _check(state, _fit(state, ())._replace(actions=tuple(actions)))


def _check(state: AlkortState, found: Imagined) -> Imagined | tuple[int, IllegalAction]:
    reached = playing.apply(state, found.shuffle)
    assert not isinstance(reached, IllegalAction)
    for index, action in enumerate(found.actions):
        after = playing.apply(reached, action)
        if isinstance(after, IllegalAction):
            return index, after
        reached = after
    if reached.turn < 0:
        return len(found.actions) - 1, IllegalAction(nothing_to_do(reached))
    return found


def _fit(state: AlkortState, actions: Sequence[SeatAction]) -> Imagined:
    """A deck in which every seat holds what it plays, and has a right to the stock or none as its answers tell.

    Raises _Misfit. Whose turn it is to play, and which card may be led, is not looked at.
    """
    dealer = state.dealer + 1 if state.hand_number else state.dealer
    order = [(dealer + number) % SEATS for number in range(1, SEATS + 1)]
    asked, hands = _stock_rights(order, actions), _played_places(actions)
    spare = _Spare(place for hand in hands.values() for place in hand)
    kept = _kept_place(asked.taker, hands, spare) if asked.taker else -1
    stock = _undo_exchange(asked.taker.seat, kept, hands, spare) if asked.taker else []
    for seat in asked.declined:
        if not MEEK.issuperset(hands[seat]):
            raise _Misfit
        hands[seat] += spare.meek(HAND_SIZE - len(hands[seat]))
    for seat in sorted(asked.others, key=lambda seat: seat not in asked.passed_over):
        hands[seat] += _without_right(hands[seat], spare, seat in asked.passed_over)
    for some, size in (*((hand, HAND_SIZE) for hand in hands.values()), (stock, STOCK)):
        some += spare.any(size - len(some))
    deck = [place for start in range(0, HAND_SIZE, 3) for seat in order for place in hands[seat][start : start + 3]]
    return Imagined(
        Shuffle(tuple(ROLL[place] for place in deck + stock)),
        tuple(_unhide(action, kept) if action is asked.taker else action for action in actions),
    )


def _unhide(taker: SeatAction, kept: int) -> SeatAction:
    """The taker's move with the card that it kept, if it hides it."""
    return Move(taker.seat, KEEP, (ROLL[kept],)) if taker == Move(taker.seat, KEEP, hidden=True) else taker


class _StockRights(NamedTuple):
    """The public knowledge of the rights to the stock (§11.3)."""

    declined: frozenset[int]
    taker: Move | None
    others: frozenset[int]
    """The seats that have answered nothing."""
    passed_over: frozenset[int]
    """Those of them that had no right."""


def _stock_rights(order: Sequence[int], actions: Sequence[SeatAction]) -> _StockRights:
    moves = [action for action in actions if isinstance(action, Move)]
    taker = moves[-1] if moves and moves[-1].kind == KEEP else None
    if moves != [*actions[: len(moves)]] or any(move.kind != DECLINE for move in moves if move is not taker):
        raise _Misfit
    seats = frozenset(move.seat for move in moves)
    if [move.seat for move in moves] != [seat for seat in order if seat in seats]:
        raise _Misfit
    others = frozenset(order) - seats
    is_asking = taker is not None or len(moves) == len(actions)
    before = order[: order.index(moves[-1].seat)] if moves else ()
    passed_over = others.intersection(before) if is_asking else others
    return _StockRights(seats - {taker.seat if taker else None}, taker, others, passed_over)


def _played_places(actions: Iterable[SeatAction]) -> dict[int, list[int]]:
    """The places of the cards that each seat plays."""
    played: dict[int, list[int]] = {seat: [] for seat in range(SEATS)}
    seen: set[int] = set()
    for play in actions:
        if play.seat not in played:
            raise _Misfit
        for place in (PLACES[card] for card in play.cards if isinstance(play, Play)):
            if place < 0 or place in seen:
                raise _Misfit
            seen.add(place)
            played[play.seat].append(place)
    return played


def _kept_place(taker: Move, hands: dict[int, list[int]], spare: _Spare) -> int:
    """The place of the card that the taker kept, which it may have played; any that fits if the move hides it."""
    own = hands[taker.seat]
    if taker.cards:
        kept = PLACES[taker.cards[0]]
        return kept if kept in own and kept in MEEK else spare.meek_one(kept)
    found = [place for place in own if place in MEEK] or spare.meek(1)
    return found[0]


def _undo_exchange(seat: int, kept: int, hands: dict[int, list[int]], spare: _Spare) -> list[int]:
    """Give the taker of the stock a hand with a right to it; return what it must have found in the stock."""
    found = [place for place in hands[seat] if place != kept]
    hands[seat] = [kept, *spare.meek(HAND_SIZE - 1)]
    return found


def _without_right(hand: Sequence[int], spare: _Spare, is_passed_over: bool) -> list[int]:
    """A card that takes the right to the stock away, if the hand has none; a seat passed over must have one."""
    if not MEEK.issuperset(hand) or (not is_passed_over and (len(hand) == HAND_SIZE or not spare.has_strong)):
        return []
    return spare.strong(1)


class _Spare:
    """The cards that nobody plays: those that count against a right to the stock, and the meek ones."""

    def __init__(self, played: Iterable[int]) -> None:
        gone = set(played)
        left = [place for place in range(PACK) if place not in gone]
        self._meek = [place for place in left if place in MEEK]
        self._strong = [place for place in left if place not in MEEK]

    @property
    def has_strong(self) -> bool:
        return bool(self._strong)

    def meek(self, count: int) -> list[int]:
        return self._draw(self._meek, count)

    def meek_one(self, place: int) -> int:
        """This card. Raises _Misfit if it is not there."""
        if place not in self._meek:
            raise _Misfit
        self._meek.remove(place)
        return place

    def strong(self, count: int) -> list[int]:
        return self._draw(self._strong, count)

    def any(self, count: int) -> list[int]:
        meek = min(max(count, 0), len(self._meek))
        return self.meek(meek) + self.strong(count - meek)

    def _draw(self, some: list[int], count: int) -> list[int]:
        if not 0 <= count <= len(some):
            raise _Misfit
        drawn = some[:count]
        del some[:count]
        return drawn
