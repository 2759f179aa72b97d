"""The plan of the lessons: which tricks and deals of played hands suit each of them (§2, §3, §5)."""

from __future__ import annotations

from typing import Final

from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, in_turns, leads_with, plays, spread, wins
from rules.treikort.game import GAME
from rules.treikort.options import SEATS
from rules.treikort.questions import GIFTS, POPE, RETURNS

_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins(GAME, "order")), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins(GAME, "equals")), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins(GAME, "sevens")), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(GAME, leads_with("7")), _EIGHT),
        LessonPlan("beats", "beats", "order", beaten(GAME), _EIGHT),
        LessonPlan(POPE, "asks", "pope", asks(GAME, POPE, (0,), is_deal=True), _EIGHT),
        LessonPlan(GIFTS, "asks", "pope", asks(GAME, GIFTS, _ALL, is_deal=True), _EIGHT),
        LessonPlan(RETURNS, "asks", "pope", asks(GAME, RETURNS, _ALL, is_deal=True), _EIGHT),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(GAME), (SEATS,)),
    hands=Hands({SEATS: 60}, {"hands": "9"}, 0.3),
)
