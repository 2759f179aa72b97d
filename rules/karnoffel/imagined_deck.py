"""A deck that fits the public part of a hand, so that it can be checked without the true deal (KARNOFFEL §11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.cards import Card
from rules.core.contract import IllegalAction, Imagined, Play, SeatAction, Shuffle
from rules.karnoffel import playing
from rules.karnoffel.legality import nothing_to_play
from rules.karnoffel.options import HAND_SIZE, SEATS
from rules.karnoffel.playing import lowest
from rules.karnoffel.ranking import PACK, SUITS
from rules.karnoffel.state import KarnoffelState, next_order

Found = Imagined | tuple[int, IllegalAction]
Held = dict[int, list[Card]]
"""Seat -> cards."""


def imagine(state: KarnoffelState, actions: Sequence[SeatAction]) -> Found:
    """An order of the pack with which these plays are possible and do not end the hand, or (index, refusal).

    `state` awaits a deal. Nothing but the chosen suit matters to what is possible, so every one is tried.
    """
    furthest: tuple[int, IllegalAction] | None = None
    for shown in _turnings(_known_hands(actions), next_order(state)):
        found = imagine_dealt(state, shown, actions)
        if isinstance(found, Imagined):
            return found
        if furthest is None or found[0] > furthest[0]:
            furthest = found
    assert furthest is not None
    return furthest


def imagine_dealt(state: KarnoffelState, shown: Sequence[Card], actions: Sequence[SeatAction]) -> Found:
    """The same if the turned cards are known, in the order in which they were dealt."""
    order = next_order(state)
    if len(shown) != SEATS or len({*PACK} & {*shown}) != SEATS:
        return Imagined(Shuffle(tuple(shown)), tuple(actions))  # the rules refuse it
    hands = _known_hands(actions, {seat: [card] for seat, card in zip(order, shown, strict=True)})
    held = {card for hand in hands.values() for card in hand}
    spare = [card for card in PACK if card not in held]
    for hand in hands.values():
        hand += [spare.pop() for _ in range(HAND_SIZE - len(hand))]
    shuffle = Shuffle((*(hands[seat][number] for number in range(HAND_SIZE) for seat in order), *spare))
    reached = playing.apply(state, shuffle)
    assert not isinstance(reached, IllegalAction)
    for index, action in enumerate(actions):
        after = playing.apply(reached, action)
        if isinstance(after, IllegalAction):
            return index, after
        reached = after
    if reached.turn < 0:
        return len(actions) - 1, IllegalAction(nothing_to_play(reached))
    return Imagined(shuffle, tuple(actions))


def _known_hands(actions: Sequence[SeatAction], hands: Held | None = None) -> Held:
    """The cards of each seat: those in `hands`, and those that it plays, as far as they can all be its own."""
    hands = hands or {seat: [] for seat in range(SEATS)}
    for action in actions:
        if isinstance(action, Play) and action.seat in hands:
            hand = hands[action.seat]
            for card in action.cards:
                if len(hand) < HAND_SIZE and card in PACK and not any(card in held for held in hands.values()):
                    hand.append(card)
    return hands


def _turnings(hands: Held, order: Sequence[int]) -> Iterator[list[Card]]:
    """The turned cards in dealing order, for each card that may have named the chosen suit, the others high."""
    held = {card for hand in hands.values() for card in hand}
    spare = [card for card in PACK if card not in held]
    low = [next(card for card in reversed(spare) if card.suit == suit) for suit in SUITS]
    has_room = {seat: len(hand) < HAND_SIZE for seat, hand in hands.items()}
    high = {seat: min([*hands[seat], *spare[seat : seat + has_room[seat]]], key=PACK.index) for seat in order}
    for seat in order:
        for card in [*hands[seat], *(low if has_room[seat] else ())]:
            shown = [card if other == seat else high[other] for other in order]
            if lowest(shown) == card:
                yield shown
