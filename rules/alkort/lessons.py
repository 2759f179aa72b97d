"""The plan of the lessons: which tricks and deals of played hands suit each of them (§2, §3, §5 to §8)."""

from __future__ import annotations

from typing import Final

from rules.alkort.game import GAME
from rules.alkort.options import SEATS
from rules.alkort.questions import POINTS, SHOWING, STOCK
from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, in_turns, leads_with, plays, spread, wins

_EIGHT: Final = (SEATS,) * 8
_ALL: Final = range(SEATS)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("order", "wins", "order", spread(wins(GAME, "order")), _EIGHT),
        LessonPlan("equals", "wins", "order", spread(wins(GAME, "equals")), _EIGHT),
        LessonPlan("sevens", "wins", "sevens", spread(wins(GAME, "sevens")), _EIGHT),
        LessonPlan("leads", "may", "sevens", plays(GAME, leads_with("7")), _EIGHT),
        LessonPlan(
            "twos-and-threes", "wins", "twos-and-threes", spread(wins(GAME, "twos-and-threes", "too-late")), _EIGHT
        ),
        LessonPlan("beats", "beats", "order", beaten(GAME), _EIGHT),
        LessonPlan(STOCK, "asks", "stock", asks(GAME, STOCK, _ALL, is_deal=True), _EIGHT),
        LessonPlan(SHOWING, "asks", "showing", asks(GAME, SHOWING, _ALL, is_deal=True), _EIGHT),
        LessonPlan(POINTS, "asks", "points", asks(GAME, POINTS, (0,)), _EIGHT, whole=True),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns(GAME), (SEATS,)),
    hands=Hands({SEATS: 900}, {"length": "hands:1"}, 0.3),
    whole=Hands({SEATS: 200}, {"length": "hands:1"}, 0.1),
)
