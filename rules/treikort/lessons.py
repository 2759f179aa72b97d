"""The plan of the lessons: which tricks and deals of played hands suit each of them (§2, §3, §5)."""

from __future__ import annotations

from typing import Final

from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, in_turns, leads_with, plays, spread, wins
from rules.treikort.options import SEATS
from rules.treikort.questions import GIFTS, POPE, RETURNS, ask

_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins("order")), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins("equals")), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins("sevens")), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(leads_with("7")), _EIGHT),
        LessonPlan("beats", "beats", "order", beaten, _EIGHT),
        LessonPlan(POPE, "asks", "pope", asks(ask, POPE, (0,), is_deal=True), _EIGHT),
        LessonPlan(GIFTS, "asks", "pope", asks(ask, GIFTS, _ALL, is_deal=True), _EIGHT),
        LessonPlan(RETURNS, "asks", "pope", asks(ask, RETURNS, _ALL, is_deal=True), _EIGHT),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(), (SEATS,)),
    hands=Hands({SEATS: 60}, {"hands": "9"}, 0.3),
)
