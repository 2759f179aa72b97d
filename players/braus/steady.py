"""The level `steady`: it imagines deals of the cards that it does not see, and plays them out for each legal card.

To search each deal to its end, with all hands open, would be no stronger: 0.01 ± 0.01 strokes a hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from players.braus.knowledge import draw, fitting, unseen_by
from players.braus.playout import OpenTrick, play_out
from players.memory import Memory
from rules.braus.options import terms
from rules.braus.playing import score
from rules.braus.ranking import OUTCOME_CARD, mask_of
from rules.core.contract import Play, View

DEALS: Final = 100
"""The number of imagined deals."""
TRICK: Final = 0.03
"""The worth of a trick in strokes, where strokes are equal."""

Value = Callable[[tuple[int, int], int], float]
"""The worth of a finished hand for a side, from its tricks and the side that holds the outcome card."""


def choose(view: View, memory: Memory) -> Play:
    """A legal play of the seat whose turn it is (BRAUS §9)."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    known, value = unseen_by(view, memory), _value(view, memory)
    cards, agreed = fitting(known), terms(len(view.hand_sizes), memory.options)
    chance = random.Random(f"{known.hand} {known.unseen} {view.units}")
    legal = {mask_of(one): one for one in view.legal}
    worth = dict.fromkeys(sorted(legal, reverse=True), 0.0)
    for _ in range(DEALS):
        hands = draw(known, cards, chance)
        king = next((seat for seat, hand in enumerate(hands) if hand & OUTCOME_CARD), view.seat)
        for card in worth:
            after = [*hands]
            after[view.seat] ^= card
            units = play_out(after, view.units, OpenTrick(card, view.seat, view.to_play[1:]), agreed.dead)
            worth[card] += value(units, king % 2)
    return Play(view.seat, legal[max(worth, key=worth.__getitem__)])


def _value(view: View, memory: Memory) -> Value:
    """The value of the end of a hand for the seat: strokes as far as the rubber needs them (§8.1), then tricks."""
    assert view.seat is not None
    side = view.seat % 2
    agreed = terms(len(view.hand_sizes), memory.options)

    def value(units: tuple[int, int], king_side: int) -> float:
        scored = score(units, king_side, agreed.five_all)
        tricks = TRICK * (units[side] - units[1 - side])
        if scored.side is None:
            return tricks
        strokes = min(scored.strokes, agreed.target - view.scores[scored.side])
        return tricks + (strokes if scored.side == side else -strokes)

    return value
