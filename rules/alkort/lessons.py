"""The plan of the lessons: which tricks and deals of played hands suit each of them (§2, §3, §5 to §8)."""

from __future__ import annotations

from typing import Final

from rules.alkort.options import SEATS
from rules.alkort.questions import POINTS, SHOWING, STOCK, ask
from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, in_turns, leads_with, plays, spread, wins

_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins("order")), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins("equals")), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins("sevens")), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(leads_with("7")), _EIGHT),
        LessonPlan("twos-and-threes", "wins", "twos-and-threes", spread(wins("twos-and-threes", "too-late")), _EIGHT),
        LessonPlan("beats", "beats", "order", beaten, _EIGHT),
        LessonPlan(STOCK, "asks", "stock", asks(ask, STOCK, _ALL, is_deal=True), _EIGHT),
        LessonPlan(SHOWING, "asks", "showing", asks(ask, SHOWING, _ALL, is_deal=True), _EIGHT),
        LessonPlan(POINTS, "asks", "points", asks(ask, POINTS, (0,)), _EIGHT, whole=True),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(), (SEATS,)),
    hands=Hands({SEATS: 900}, {"length": "hands:1"}, 0.3),
    whole=Hands({SEATS: 200}, {"length": "hands:1"}, 0.1),
)
