"""The topics of the lessons, Karnöffel's own questions, and the tricks that suit each lesson (KARNOFFEL §3 to §5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core.capabilities import Answer, Question
from rules.core.cards import CARDS, Card
from rules.core.contract import Fact, TrickAccount, fact
from rules.core.guided import GuidedTrick
from rules.core.lessons import (
    OFFERED,
    CoursePlan,
    Hands,
    LessonPlan,
    asks,
    card_question,
    heads,
    in_turns,
    spread,
    wins,
)
from rules.karnoffel.facts import KarnoffelFact, KarnoffelLessonFact
from rules.karnoffel.options import HAND_SIZE, SEATS
from rules.karnoffel.playing import lowest
from rules.karnoffel.ranking import DEVIL, RANKS, SUITS, cards_of
from rules.karnoffel.state import KarnoffelState, hand_of

SUIT_LED, GREAT, STABBERS, LED_DEVIL = TOPICS = ("suit-led", "karnoffel", "stabbers", "devil")
"""The topics, easiest first: the suit led; the Karnöffel, the Pope and the Kaiser; the 3, 4 and 5; the Devil."""
OF_PARAGRAPH: Final[Mapping[str, str]] = {"3.2": GREAT, "3.3": LED_DEVIL, "3.4": GREAT, "3.5": GREAT, "3.6": SUIT_LED}
OF_STABBERS: Final = (
    KarnoffelFact.OVER_STABBER,
    KarnoffelFact.UNDER_STABBER,
    KarnoffelFact.SUIT_STABBER,
    KarnoffelFact.STABBER_TAKEN,
    KarnoffelFact.STABBER_FAILS,
)
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
_EIGHT: Final = (SEATS,) * 8


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(topic for play in account.plays if (topic := _topic(play.why)))


def _topic(why: Fact) -> str | None:
    return STABBERS if why.kind in OF_STABBERS else OF_PARAGRAPH.get(why.paragraph)


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
    turned = _turned_cards(state)
    named_by = lowest(turned)
    equal = [card for card in turned if card.rank == named_by.rank and card is not named_by]
    why = fact(KarnoffelLessonFact.LOWEST_NAMES, card=named_by)
    if equal:
        why = fact(KarnoffelLessonFact.FIRST_NAMES, card=named_by, on=equal[0])
    seats = ((state.dealer + 1 + number) % SEATS for number in range(SEATS))
    told = (fact(KarnoffelLessonFact.IS_TURNED, seat=seat, card=card) for seat, card in zip(seats, turned, strict=True))
    question = card_question(fact(KarnoffelLessonFact.WHICH_NAMES), turned, named_by, why)
    return question._replace(told=tuple(told), level=3 * len(equal))


def _turned_cards(state: KarnoffelState) -> tuple[Card, ...]:
    """The turned cards as they were dealt (§4.2)."""
    return tuple(CARDS[number] for number in state.deck[:SEATS])


def _role(state: KarnoffelState, seat: int, index: int) -> Question:
    """The question what a card is in this hand: its role if it is of the chosen suit, else an ordinary card.

    The hand is not shown: its emblems would tell the answer.
    """
    hand = cards_of(hand_of(state, seat), state.chosen)
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
        (fact(KarnoffelLessonFact.IS_CHOSEN, card=lowest(_turned_cards(state))),),
        level=1 + (card.rank in ROLE_OF) - has_role,
    )


def _first_lead(state: KarnoffelState) -> Question | None:
    """The question which card may not be led: the Devil, to the first trick of a hand."""
    held = hand_of(state, state.turn)
    if not held & DEVIL or held.bit_count() < OFFERED:
        return None
    hand = cards_of(held, state.chosen)
    (devil,) = cards_of(DEVIL, state.chosen)
    others: list[Card] = [card for card in hand if card is not devil]
    is_first = not any(state.units)
    kinds = KarnoffelLessonFact.WHICH_MAY_NOT_LEAD_NOW, KarnoffelLessonFact.DEVIL_LATER
    if is_first:
        kinds = KarnoffelLessonFact.WHICH_MAY_NOT_LEAD, KarnoffelLessonFact.DEVIL_AT_FIRST
    return card_question(
        fact(kinds[0]),
        (devil, *others[: OFFERED - 1]),
        devil if is_first else None,
        fact(kinds[1], card=devil),
        fact(KarnoffelLessonFact.EACH_MAY_LEAD),
    )._replace(seat=state.turn, hand=hand, level=0 if is_first else 1)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan(CHOSEN_SUIT, "asks", "chosen-suit", asks(ask, CHOSEN_SUIT, (0,), is_deal=True), _EIGHT),
        LessonPlan(ROLES, "asks", "order", asks(ask, ROLES, range(SEATS * HAND_SIZE), is_deal=True), _EIGHT),
        LessonPlan("suit-led", "wins", "start", spread(wins(SUIT_LED)), _EIGHT),
        LessonPlan("karnoffel", "wins", "karnoffel", spread(wins(GREAT)), _EIGHT),
        LessonPlan("stabbers", "wins", "stabbers", spread(wins(STABBERS)), _EIGHT),
        LessonPlan("devil", "wins", "devil", spread(wins(LED_DEVIL)), _EIGHT),
        LessonPlan(FIRST_LEAD, "asks", "devil", asks(ask, FIRST_LEAD, range(SEATS)), _EIGHT),
        LessonPlan("beats", "beats", "order", heads, _EIGHT),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(SUIT_LED), (SEATS,)),
    hands=Hands({SEATS: 500}, {"length": "hands:1"}, 0.3),
)
GUIDE: Final = (
    GuidedTrick("order", "5S QH 6H KD TD", before="9H", after="8D TC"),
    GuidedTrick("karnoffel", "4S JS QH 9D 8D", before="KH", after="8C TC"),
    GuidedTrick("devil", "5S 7S QH 9D", after="6S 8C TC", earlier="KH 8D 9C QC", opens=0),
)
"""The guided first hand: the suit led; Karnöffel (§3.2); the Devil, led (§3.3). The first cards are turned (§4.2)."""
