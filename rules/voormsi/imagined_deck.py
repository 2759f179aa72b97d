"""A deck that fits the public plays of a hand, so that they can be checked without the true deal (RULES §12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.cards import Card
from rules.core.contract import IllegalAction, Imagined, SeatAction, Shuffle
from rules.voormsi import playing
from rules.voormsi.facts import RefusalFact
from rules.voormsi.legality import nothing_to_play
from rules.voormsi.ranking import ORDER, PACK, cards_of
from rules.voormsi.state import State, hand_of

TOQUTSIT: Final = ORDER[0]


def imagine(state: State, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
    """An order of the pack with which these plays are possible and do not end the hand, or (index of a play, refusal).

    `state` awaits a deal. For legality and for waiting points only the position of Toqutsit matters (§5.5, §9.4), so
    every position is tried; all other cards can be exchanged for those that their holder plays.
    """
    furthest: tuple[int, IllegalAction] | None = None
    for place in reversed(range(PACK)):
        deck = list(ORDER[1:])
        deck.insert(place, TOQUTSIT)
        found = _fit(state, deck, actions)
        if isinstance(found, Shuffle):
            return Imagined(found, tuple(actions))
        if furthest is None or found[0] > furthest[0]:
            furthest = found
    assert furthest is not None
    return furthest


def _fit(state: State, deck: list[Card], actions: Sequence[SeatAction]) -> Shuffle | tuple[int, IllegalAction]:
    """The deck, with Toqutsit in its position, and other cards exchanged until the actions are possible."""
    while True:
        broken = _first_refusal(state, deck, actions)
        if broken is None:
            return Shuffle(tuple(deck))
        index, refusal, before = broken
        if refusal.why.kind is not RefusalFact.NOT_YOUR_CARD or not _exchange(deck, before, actions, index, refusal):
            return index, refusal


def _first_refusal(
    state: State, deck: list[Card], actions: Sequence[SeatAction]
) -> tuple[int, IllegalAction, State] | None:
    reached = playing.deal(state, deck)
    assert not isinstance(reached, IllegalAction)
    for index, action in enumerate(actions):
        after = playing.apply(reached, action)
        if isinstance(after, IllegalAction):
            return index, after, reached
        reached = after
    if reached.turn < 0:
        return len(actions) - 1, IllegalAction(nothing_to_play(reached)), reached
    return None


def _exchange(
    deck: list[Card], before: State, actions: Sequence[SeatAction], index: int, refusal: IllegalAction
) -> bool:
    """Exchange a card that the player has not played for the missing one; return False if that is impossible."""
    lacking: Card = refusal.why.about["card"]
    play = actions[index]
    spare = [card for card in cards_of(hand_of(before, play.seat)) if card != TOQUTSIT and card not in play.cards]
    is_played = any(lacking in earlier.cards for earlier in actions[:index])
    if not spare or is_played or lacking == TOQUTSIT:
        return False
    mine, other = deck.index(spare[-1]), deck.index(lacking)
    deck[mine], deck[other] = lacking, spare[-1]
    return True
