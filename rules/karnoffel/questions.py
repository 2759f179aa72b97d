"""Karnöffel's own questions: which suit is chosen, what a card is in it, and the Devil's lead (KARNOFFEL §3 to §5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core.capabilities import Answer, Question
from rules.core.cards import CARDS, Card
from rules.core.facts import fact
from rules.core.lessons import OFFERED, of_cards
from rules.karnoffel.facts import KarnoffelLessonFact
from rules.karnoffel.options import HAND_SIZE, SEATS
from rules.karnoffel.ranking import DEVIL, RANKS, SUITS, lowest, named
from rules.karnoffel.state import KarnoffelState, hand_of

CHOSEN_SUIT, ROLES, FIRST_LEAD = "chosen-suit", "roles", "first-lead"
"""The lessons with questions of their own."""
ROLE_OF: Final = {
    "J": KarnoffelLessonFact.THE_KARNOFFEL,
    "7": KarnoffelLessonFact.THE_DEVIL,
    "6": KarnoffelLessonFact.THE_POPE,
    "2": KarnoffelLessonFact.THE_KAISER,
    "3": KarnoffelLessonFact.THE_OVER_STABBER,
    "4": KarnoffelLessonFact.THE_UNDER_STABBER,
    "5": KarnoffelLessonFact.THE_SUIT_STABBER,
}
"""Rank -> what the card of the chosen suit is (§1)."""


def ask(lesson: str, states: Sequence[KarnoffelState], at: int) -> Question | None:
    """Return the question of a lesson; None if there is none about this.

    `at`: the seat that is asked; for the roles, the number of the card in its hand, too (HAND_SIZE * seat + card).
    """
    state = states[0]
    match lesson:
        case "chosen-suit":
            return _chosen_suit(state)
        case "roles":
            return _role(state, *divmod(at, HAND_SIZE))
        case "first-lead":
            return _first_lead(state) if at == state.turn and not state.laid else None
    return None


def _chosen_suit(state: KarnoffelState) -> Question:
    """The question which of the turned cards names the chosen suit."""
    turned = _turned(state)
    named_by = lowest(turned)
    equal = [card for card in turned if card.rank == named_by.rank and card is not named_by]
    why = fact(KarnoffelLessonFact.LOWEST_NAMES, card=named_by)
    if equal:
        why = fact(KarnoffelLessonFact.FIRST_NAMES, card=named_by, on=equal[0])
    seats = ((state.dealer + 1 + number) % SEATS for number in range(SEATS))
    told = (fact(KarnoffelLessonFact.IS_TURNED, seat=seat, card=card) for seat, card in zip(seats, turned, strict=True))
    question = of_cards(fact(KarnoffelLessonFact.WHICH_NAMES), turned, named_by, why)
    return question._replace(told=tuple(told), level=3 * len(equal))


def _turned(state: KarnoffelState) -> tuple[Card, ...]:
    """The turned cards as they were dealt (§4.2)."""
    return tuple(CARDS[number] for number in state.deck[:SEATS])


def _role(state: KarnoffelState, seat: int, index: int) -> Question:
    """The question what a card is in this hand: its role if it is of the chosen suit, else an ordinary card.

    The hand is not shown: its emblems would tell the answer.
    """
    hand = named(hand_of(state, seat), state.chosen)
    card = hand[index]
    has_role = card.rank in ROLE_OF and card.suit == SUITS[state.chosen]
    roles = list(ROLE_OF.values())
    near = roles.index(ROLE_OF[card.rank]) if card.rank in ROLE_OF else RANKS.index(card.rank)
    offered = [roles[(near - index % OFFERED + step) % len(roles)] for step in range(OFFERED)]
    offered = [role for role in roles if role in offered]
    kind = KarnoffelLessonFact.WITH_POWER if has_role else KarnoffelLessonFact.NEVER_POWER
    if card.rank in ROLE_OF and not has_role:
        kind = KarnoffelLessonFact.WITHOUT_POWER
    return Question(
        fact(KarnoffelLessonFact.WHAT_IS_IT, card=card),
        (*(Answer(fact=fact(role)) for role in offered), Answer(fact=fact(KarnoffelLessonFact.AN_ORDINARY_CARD))),
        offered.index(ROLE_OF[card.rank]) if has_role else OFFERED,
        fact(kind, card=card),
        (fact(KarnoffelLessonFact.IS_CHOSEN, card=lowest(_turned(state))),),
        level=1 + (card.rank in ROLE_OF) - has_role,
    )


def _first_lead(state: KarnoffelState) -> Question | None:
    """The question which card may not be led: the Devil, to the first trick of a hand."""
    held = hand_of(state, state.turn)
    if not held & DEVIL or held.bit_count() < OFFERED:
        return None
    hand = named(held, state.chosen)
    (devil,) = named(DEVIL, state.chosen)
    others: list[Card] = [card for card in hand if card is not devil]
    is_first = not any(state.units)
    kinds = KarnoffelLessonFact.WHICH_MAY_NOT_LEAD_NOW, KarnoffelLessonFact.DEVIL_LATER
    if is_first:
        kinds = KarnoffelLessonFact.WHICH_MAY_NOT_LEAD, KarnoffelLessonFact.DEVIL_AT_FIRST
    return of_cards(
        fact(kinds[0]),
        (devil, *others[: OFFERED - 1]),
        devil if is_first else None,
        fact(kinds[1], card=devil),
        fact(KarnoffelLessonFact.EACH_MAY_LEAD),
    )._replace(seat=state.turn, hand=hand, level=0 if is_first else 1)
