"""The topics of the lessons, Treikort's own questions, and the tricks and deals that suit each lesson (§2, §3, §5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final

from rules.core.capabilities import Answer, Question
from rules.core.cards import mask_at
from rules.core.contract import TrickAccount, fact
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
    leads_with,
    plays,
    spread,
    tempting,
    wins,
)
from rules.treikort.facts import TreikortFact, TreikortLessonFact
from rules.treikort.options import SEATS
from rules.treikort.pope import NEEDED, NOBODY, WINDOW, Tricks, succession, successor, tally
from rules.treikort.ranking import ROLL, SEVENS, cards_of
from rules.treikort.state import TreikortState, hand_of, high_giver, places_dealt, returnable

ORDER, EQUALS, SEVEN = TOPICS = ("order", "equals", "sevens")
"""The topics, easiest first."""
OF_KIND: Final[Mapping[str, str]] = {
    TreikortFact.RANK: ORDER,
    TreikortFact.LOWER_RANK: ORDER,
    TreikortFact.EQUAL_RANK: EQUALS,
    TreikortFact.EQUAL_LOW: EQUALS,
    TreikortFact.SEVEN_LED: SEVEN,
    TreikortFact.SEVEN_STANDS: SEVEN,
    TreikortFact.SEVEN_THROWN: SEVEN,
}
POPE, GIFTS, RETURNS = "pope", "gifts", "returns"
"""The lessons with questions of their own."""
_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(OF_KIND[play.why.kind] for play in account.plays if play.why.kind in OF_KIND)


def ask(lesson: str, states: Sequence[TreikortState], at: int) -> Question | None:
    """Return the question of a lesson; None if there is none about this. `at`: the seat that is asked."""
    asked = next((state for state in states if state.asked != NOBODY), None)
    match lesson:
        case "pope":
            return _pope(states[0].past)
        case "gifts":
            return None if asked is None or at == asked.pope else _gift(asked, at)
        case "returns":
            return None if asked is None or len(asked.given) < 2 or at != asked.pope else _return(asked)
    return None


def _pope(past: tuple[Tricks, ...]) -> Question | None:
    """The question who is Pope after these hands."""
    if len(past) < WINDOW:
        return None
    before = reduce(lambda pope, hand: successor(pope, past[:hand]), range(1, len(past)), NOBODY)
    now, tricks = successor(before, past), tally(past[-WINDOW:])
    hands = (tuple(hand[seat] for hand in past[-WINDOW:]) for seat in range(SEATS))
    was = fact(TreikortLessonFact.NOBODY_WAS_POPE)
    if before != NOBODY:
        was = fact(TreikortLessonFact.WAS_POPE, seat=before)
    return Question(
        fact(TreikortLessonFact.WHO_IS_POPE),
        (*(Answer(seat=seat) for seat in range(SEATS)), Answer(fact=fact(TreikortLessonFact.NOBODY_IS_POPE))),
        SEATS if now == NOBODY else now,
        succession(before, past) or fact(TreikortLessonFact.NOBODY_HAS_THIRTEEN),
        (*(fact(TreikortLessonFact.THREE_HANDS, seat=seat, tricks=some) for seat, some in enumerate(hands)), was),
        level=sum(count >= NEEDED for count in tricks) + (before != now) + (before != NOBODY),
    )


def _gift(state: TreikortState, seat: int) -> Question:
    """The question what a seat gives the Pope: its highest Seven, or its highest other card."""
    dealt = mask_at(places_dealt(state, seat))
    sevens, others = cards_of(dealt & SEVENS), cards_of(dealt & ~SEVENS)
    if seat == state.asked:
        asked, right = fact(TreikortLessonFact.GIVE_SEVEN, of=state.pope), sevens[:1]
        offered = (*sevens[:2], *others)[:OFFERED]
        why = fact(TreikortLessonFact.HIGHEST_SEVEN, card=right[0]) if right else fact(TreikortLessonFact.NO_SEVEN)
    else:
        asked, right = fact(TreikortLessonFact.GIVE_HIGH, of=state.pope, seat=state.asked), others[:1]
        offered = (*others[:2], *tempting((*others[2:], *sevens)))[:OFFERED]
        why = fact(TreikortLessonFact.HIGHEST_CARD, card=right[0])
    question = card_question(asked, offered, right[0] if right else None, why, fact(TreikortLessonFact.GIVE_NOTHING))
    return question._replace(seat=seat, hand=cards_of(dealt), level=len(sevens))


def _return(state: TreikortState) -> Question:
    """The question what the Pope may give back: a card dealt to him, none that he was given."""
    given = tuple(ROLL[place] for place in state.given)
    dealt = cards_of(returnable(state))
    right = tempting(dealt)[0]
    return card_question(
        fact(TreikortLessonFact.WHICH_TO_RETURN),
        (*given, right),
        right,
        fact(TreikortLessonFact.DEALT_TO_POPE, card=right),
        fact(TreikortLessonFact.ANY_TO_RETURN),
    )._replace(
        told=tuple(
            fact(TreikortLessonFact.WAS_GIVEN, seat=giver, card=card)
            for giver, card in zip((high_giver(state), state.asked), given, strict=True)
        ),
        seat=state.pope,
        hand=cards_of(hand_of(state, state.pope)),
    )


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins(ORDER)), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins(EQUALS)), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins(SEVEN)), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(leads_with("7")), _EIGHT),
        LessonPlan("beats", "beats", "order", heads, _EIGHT),
        LessonPlan(POPE, "asks", "pope", asks(ask, POPE, (0,), is_deal=True), _EIGHT),
        LessonPlan(GIFTS, "asks", "pope", asks(ask, GIFTS, _ALL, is_deal=True), _EIGHT),
        LessonPlan(RETURNS, "asks", "pope", asks(ask, RETURNS, _ALL, is_deal=True), _EIGHT),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(), (SEATS,)),
    hands=Hands({SEATS: 60}, {"hands": "9"}, 0.3),
)
GUIDE: Final = (
    GuidedTrick("order", "9D AH JC 6S 8C JD 6H 8H 7S", before="AS", after="6D"),
    GuidedTrick("queen", "QC AH JC 6S 8C JD 6H 8H 7S", before="2S", after="9H"),
    GuidedTrick("sevens", "7D AH JC 6S 8C JD 6H 8H", after="QC 2S", earlier="9D AS 6D", opens=0),
)
"""The guided first hand: the plain order and equal cards; the highest card; a Seven led (§3.1)."""
