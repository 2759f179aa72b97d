"""The plan of the lessons: which tricks and deals of played hands suit each of them (KARNOFFEL §3 to §5)."""

from __future__ import annotations

from typing import Final

from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, in_turns, spread, wins
from rules.karnoffel.options import HAND_SIZE, SEATS
from rules.karnoffel.questions import CHOSEN_SUIT, FIRST_LEAD, ROLES, ask

_EIGHT: Final = (SEATS,) * 8

COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan(CHOSEN_SUIT, "asks", "chosen-suit", asks(ask, CHOSEN_SUIT, (0,), is_deal=True), _EIGHT),
        LessonPlan(ROLES, "asks", "order", asks(ask, ROLES, range(SEATS * HAND_SIZE), is_deal=True), _EIGHT),
        LessonPlan("suit-led", "wins", "start", spread(wins("suit-led")), _EIGHT),
        LessonPlan("karnoffel", "wins", "karnoffel", spread(wins("karnoffel")), _EIGHT),
        LessonPlan("stabbers", "wins", "stabbers", spread(wins("stabbers")), _EIGHT),
        LessonPlan("devil", "wins", "devil", spread(wins("devil")), _EIGHT),
        LessonPlan(FIRST_LEAD, "asks", "devil", asks(ask, FIRST_LEAD, range(SEATS)), _EIGHT),
        LessonPlan("beats", "beats", "order", beaten, _EIGHT),
    ),
    daily=LessonPlan("daily", "wins", "order", in_turns("suit-led"), (SEATS,)),
    hands=Hands({SEATS: 500}, {"length": "hands:1"}, 0.3),
)
