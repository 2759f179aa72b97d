"""The topics of the lessons, Alkort's own questions, and the tricks that suit each lesson (§2, §3, §5 to §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.alkort.accounts import gain_of
from rules.alkort.facts import AlkortLessonFact, AlkortPlayFact
from rules.alkort.options import SEATS
from rules.alkort.ranking import NO_RIGHT, cards_of
from rules.alkort.state import NEEDED, AlkortState, dealt_to, started_with, units
from rules.core.capabilities import Answer, Question
from rules.core.cards import RANKS, mask_at
from rules.core.contract import Fact, Gain, TrickAccount, fact
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

ORDER, EQUALS, SEVENS, POWERS, LATE = TOPICS = ("order", "equals", "sevens", "twos-and-threes", "too-late")
"""The topics, easiest first."""
OF_KIND: Final[Mapping[str, str]] = {
    AlkortPlayFact.HIGHER_RANK: ORDER,
    AlkortPlayFact.LOWER_RANK: ORDER,
    AlkortPlayFact.RANKED_ON_RUBBISH: ORDER,
    AlkortPlayFact.EQUAL_RANK: EQUALS,
    AlkortPlayFact.SEVEN_LED: SEVENS,
    AlkortPlayFact.SEVEN_NOT_LED: SEVENS,
    AlkortPlayFact.WORTHLESS_SEVEN_LED: SEVENS,
    AlkortPlayFact.TWO_TAKES: POWERS,
    AlkortPlayFact.THREE_TAKES: POWERS,
    AlkortPlayFact.TOO_LATE: LATE,
}
STOCK, SHOWING, POINTS = "stock", "showing", "points"
"""The lessons with questions of their own."""
_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


def topics_of(account: TrickAccount) -> frozenset[str]:
    """The topics of a finished trick."""
    return frozenset(topic for play in account.plays if (topic := OF_KIND.get(play.why.kind)))


def ask(lesson: str, states: Sequence[AlkortState], at: int) -> Question | None:
    """Return the question of a lesson; None if there is none about this. `at`: the seat that is asked."""
    match lesson:
        case "stock":
            return _stock(states[0], at)
        case "showing":
            return _showing(states[-1], at)
        case "points":
            return _points(states[0], states[-1])
    return None


def _stock(state: AlkortState, seat: int) -> Question | None:
    """The question which card takes the right to the stock away; only of hands with one such card, or none."""
    dealt = mask_at(dealt_to(state, seat))
    bars, others = cards_of(dealt & NO_RIGHT), tempting(cards_of(dealt & ~NO_RIGHT))
    if len(bars) > 1:
        return None
    offered = (*bars, *others[: OFFERED - len(bars)])
    bar = bars[0] if bars else None
    return card_question(
        fact(AlkortLessonFact.WHICH_BARS),
        offered,
        bar,
        fact(AlkortLessonFact.BARS, card=bar) if bar else fact(AlkortLessonFact.HAS_RIGHT),
        fact(AlkortLessonFact.NO_CARD_BARS),
    )._replace(seat=seat, hand=cards_of(dealt), level=3 - (RANKS.index(bar.rank) // 4 if bar else 0))


def _showing(state: AlkortState, seat: int) -> Question | None:
    """The question which card is shown to the partner: one of the two highest, or of two that look high."""
    hand = cards_of(started_with(state, seat))
    if not hand:
        return None
    offered = (*hand[:2], *tempting(hand[2:])[:2])
    looks = sum(RANKS.index(card.rank) > RANKS.index(hand[0].rank) for card in offered)
    asked = fact(AlkortLessonFact.WHICH_IS_SHOWN, of=(seat + 2) % SEATS)
    why = fact(AlkortLessonFact.HIGHEST_IS_SHOWN, card=hand[0])
    return card_question(asked, offered, hand[0], why)._replace(seat=seat, hand=hand, level=looks)


def _why(side: int, gain: Gain | None) -> Fact:
    """The reason for the points that a side gets; `gain`: None if the hand goes on."""
    if gain is None:
        return fact(AlkortLessonFact.RUN_GOES_ON, side=side)
    return fact(AlkortLessonFact.IS_SCORED, side=gain.side, points=gain.points, reason=gain.why)


def _points(before: AlkortState, after: AlkortState) -> Question | None:
    """The question what is scored after this trick; only when a side has five tricks."""
    tricks = max(units(after))
    if tricks < NEEDED:
        return None
    side, is_over = units(after).index(tricks), after.turn < 0
    gain = gain_of(after) if is_over else None
    points = sorted({1, NEEDED, tricks if tricks > NEEDED else tricks + 1})
    scored = tuple(Answer(fact=fact(AlkortLessonFact.SCORES, side=side, points=some)) for some in points)
    told = (fact(AlkortLessonFact.TRICKS_BEFORE, side=each, count=count) for each, count in enumerate(units(before)))
    return Question(
        fact(AlkortLessonFact.WHAT_IS_SCORED),
        (Answer(fact=fact(AlkortLessonFact.HAND_GOES_ON)), *scored),
        0 if gain is None else 1 + points.index(gain.points),
        _why(side, gain),
        tuple(told),
        level=tricks,
    )


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins(ORDER)), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins(EQUALS)), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins(SEVENS)), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(leads_with("7")), _EIGHT),
        LessonPlan("twos-and-threes", "wins", "twos-and-threes", spread(wins(POWERS, LATE)), _EIGHT),
        LessonPlan("beats", "beats", "order", heads, _EIGHT),
        LessonPlan(STOCK, "asks", "stock", asks(ask, STOCK, _ALL, is_deal=True), _EIGHT),
        LessonPlan(SHOWING, "asks", "showing", asks(ask, SHOWING, _ALL, is_deal=True), _EIGHT),
        LessonPlan(POINTS, "asks", "points", asks(ask, POINTS, (0,)), _EIGHT, whole=True),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(), (SEATS,)),
    hands=Hands({SEATS: 900}, {"length": "hands:1"}, 0.3),
    whole=Hands({SEATS: 200}, {"length": "hands:1"}, 0.1),
)
GUIDE: Final = (
    GuidedTrick("order", "8S AD JH 6D 9C 4S KH QD 3C", before="AS", after="6S QH"),
    GuidedTrick("rubbish", "2S 3H 4D AH KS 6H 9S QC", before="KC", after="3D 4H", earlier="9H AC JC 6C", opens=3),
    GuidedTrick("sevens", "7D 2C 8C QC 9S 4H 3S KS", after="AC 9D QS", earlier="9H 6S JD AS", opens=0),
)
"""The guided first hand: the plain order and equal cards; rubbish against rubbish (§7.6); a Seven led (§3.1)."""
