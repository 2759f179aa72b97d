"""A deck that fits the public part of a hand, so that it can be checked without the true deal (§10).

What passed between the Pope and the others is hidden, too: it is chosen so that everybody held what they played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rules.core.cards import mask_at, places
from rules.core.contract import IllegalAction, Imagined, Move, SeatAction, Shuffle
from rules.treikort.legality import nothing_to_do
from rules.treikort.options import HAND_SIZE, SEATS
from rules.treikort.playing import apply
from rules.treikort.ranking import BITS, FULL, PACK, ROLL, SEVENS, cards_of, mask_of
from rules.treikort.state import ASK, DEALT_TO, RETURN, TreikortState


def imagine(state: TreikortState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
    """A deck with which these actions are possible and do not end the hand, or (index of an action, refusal).

    `state` awaits a deal.
    """
    found = Imagined(Shuffle(ROLL), ())
    reached = dealt = _deal(state, found.shuffle)
    for index, action in enumerate(actions):
        fitted = _fit(dealt, actions[: index + 1])
        after = apply(reached, action) if fitted is None else _apply_all(_deal(state, fitted.shuffle), fitted.actions)
        if isinstance(after, IllegalAction):
            return index, after
        assert fitted is not None, "what nothing fits is refused"
        found, reached = fitted, after
    if reached.turn < 0:
        return len(actions) - 1, IllegalAction(nothing_to_do(reached))
    return found


def _deal(state: TreikortState, shuffle: Shuffle) -> TreikortState:
    after = apply(state, shuffle)
    assert not isinstance(after, IllegalAction)
    return after


def _apply_all(state: TreikortState, actions: Sequence[SeatAction]) -> TreikortState | IllegalAction:
    for action in actions:
        after = apply(state, action)
        if isinstance(after, IllegalAction):
            return after
        state = after
    return state


class _Passed(NamedTuple):
    """The cards that pass, as bits (0: none): to the Pope, and back from him."""

    high: int = 0
    seven: int = 0
    back: tuple[int, int] = (0, 0)
    """To the high-giver, to the Seven-giver."""


class _Hand(NamedTuple):
    """The public part of a hand: who is Pope and whom he asked, its plays, and the moves by which cards went back.

    `played`: a mask for each seat.
    """

    pope: int
    asked: int
    played: tuple[int, ...]
    returns: tuple[Move, ...]

    @property
    def has_led(self) -> bool:
        return any(self.played)

    @property
    def high_giver(self) -> int:
        return SEATS - self.pope - self.asked


def _fit(dealt: TreikortState, actions: Sequence[SeatAction]) -> Imagined | None:
    """A deck for these actions, and the actions with their cards; None if there is none."""
    moves = [action for action in actions if isinstance(action, Move)]
    played = tuple(
        mask_of(
            card for action in actions if action.seat == seat and not isinstance(action, Move) for card in action.cards
        )
        for seat in range(SEATS)
    )
    asked = next((move.to for move in moves if move.kind == ASK and move.to in range(SEATS)), None)
    returns = tuple(move for move in moves if move.kind == RETURN)
    if asked is None or asked == dealt.pope or dealt.pope < 0 or len(returns) > 2:
        hands = _fill_hands(played, (FULL, FULL, FULL))
        return None if hands is None else Imagined(_shuffle(hands, dealt.dealer), tuple(actions))
    known = _Hand(dealt.pope, asked, played, returns)
    for passed in _passings(known):
        hands = _hands(known, passed)
        if hands is not None:
            return Imagined(_shuffle(hands, dealt.dealer), tuple(_unhide(actions, passed)))
    return None


def _passings(known: _Hand) -> Iterator[_Passed]:
    """Every way in which cards can have passed, the likely ones first, as far as what each has played allows it."""
    gone = sum(known.played)
    to_pope = FULL & ~gone | known.played[known.pope]
    count = len(known.returns)
    sevens = [BITS[place] for place in places(to_pope & SEVENS)] if count == 2 or not known.has_led else []
    sevens += [0] if count < 2 else []
    highs = [BITS[place] for place in places(to_pope & ~SEVENS)]
    for high, first in product(highs, _possible_returns(known, 0, known.high_giver)):
        if not _is_highest(known.played[known.high_giver] & ~first, high):
            continue
        for seven, second in product(sevens, _possible_returns(known, 1, known.asked)):
            if high + seven + first + second == high | seven | first | second:  # no card twice
                yield _Passed(high, seven, (first, second))


def _possible_returns(known: _Hand, index: int, to: int) -> Sequence[int]:
    """The cards that can have gone back in this move: lowest first those that were not played, then the others."""
    if index >= len(known.returns):
        return (0,)
    move = known.returns[index]
    if move.cards:
        return [mask for mask in (mask_of(move.cards),) if mask]
    unseen = FULL & ~sum(known.played)
    return [BITS[place] for cards in (unseen, known.played[to]) for place in reversed([*places(cards)])]


def _is_highest(cards: int, card: int) -> bool:
    """Return whether none of these cards that are no Sevens is above `card` by the roll."""
    return not cards & ~SEVENS & (card - 1)


def _hands(known: _Hand, passed: _Passed) -> tuple[int, ...] | None:
    """A deal after which these cards can have passed (§5.6, §5.7); None if there is none."""
    first, second = passed.back
    pope, asked, giver = known.pope, known.asked, known.high_giver
    needed, allowed = list(known.played), [FULL] * SEATS
    needed[pope] = needed[pope] & ~(passed.high | passed.seven) | first | second
    needed[giver] = needed[giver] & ~first | passed.high
    needed[asked] = needed[asked] & ~second | passed.seven
    allowed[giver] = SEVENS | FULL & ~(passed.high - 1)
    allowed[asked] = FULL & ~SEVENS | (FULL & ~(passed.seven - 1) if passed.seven else 0)
    return _fill_hands(needed, allowed)


def _fill_hands(needed: Sequence[int], allowed: Sequence[int]) -> tuple[int, ...] | None:
    """Hands of nine that contain the needed cards, and none that is not allowed; None if there are none.

    One seat must be allowed every card: the two others then take first what only one of them is allowed.
    """
    hands, free = list(needed), FULL & ~(needed[0] | needed[1] | needed[2])
    if sum(map(int.bit_count, hands)) + free.bit_count() != PACK or any(map(_is_denied, needed, allowed)):
        return None
    for seat in sorted(range(SEATS), key=lambda seat: allowed[seat].bit_count()):
        may = sorted(
            places(free & allowed[seat]), key=lambda place: sum(bool(BITS[place] & cards) for cards in allowed)
        )
        missing = HAND_SIZE - hands[seat].bit_count()
        if not 0 <= missing <= len(may):
            return None
        taken = mask_at(may[:missing])
        hands[seat] |= taken
        free ^= taken
    return tuple(hands)


def _is_denied(needed: int, allowed: int) -> bool:
    return bool(needed & ~allowed)


def _shuffle(hands: Sequence[int], dealer: int) -> Shuffle:
    """The order of the pack by which these hands are dealt (§4.3)."""
    deck = [ROLL[0]] * PACK
    for seat, hand in enumerate(hands):
        for at, card in zip(DEALT_TO[(seat - dealer - 1) % SEATS], cards_of(hand), strict=True):
            deck[at] = card
    return Shuffle(tuple(deck))


def _unhide(actions: Sequence[SeatAction], passed: _Passed) -> Iterator[SeatAction]:
    """The actions, with the cards that went back."""
    back = iter(passed.back)
    for action in actions:
        if isinstance(action, Move) and action.kind == RETURN:
            yield action._replace(cards=cards_of(next(back)), hidden=False)
        else:
            yield action
