"""The plan of the lessons: which tricks and deals of played hands suit each of them (§2, §3, §5)."""

from __future__ import annotations

from typing import Final

from rules.core.contract import View
from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, in_turns, is_lead, plays, spread, wins
from rules.treikort.game import GAME
from rules.treikort.options import SEATS
from rules.treikort.questions import GIFTS, POPE, RETURNS
from rules.treikort.ranking import SEVENS, mask_of

_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


def with_sevens(view: View) -> bool:
    """Return whether a seat that holds a Seven leads."""
    return is_lead(view) and bool(mask_of(view.hand) & SEVENS)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins(GAME, "order")), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins(GAME, "equals")), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins(GAME, "sevens")), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(GAME, with_sevens), _EIGHT),
        LessonPlan("beats", "beats", "order", beaten(GAME), _EIGHT),
        LessonPlan(POPE, "asks", "pope", asks(GAME, POPE, (0,), is_deal=True), _EIGHT),
        LessonPlan(GIFTS, "asks", "pope", asks(GAME, GIFTS, _ALL, is_deal=True), _EIGHT),
        LessonPlan(RETURNS, "asks", "pope", asks(GAME, RETURNS, _ALL, is_deal=True), _EIGHT),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(GAME), (SEATS,)),
    hands=Hands({SEATS: 60}, {"hands": "9"}, 0.3),
)
