"""The plan of the lessons: which tricks of played hands suit each of them (BRAUS §2, §5 to §7).

Who wins a trick is no question here: it is whoever played last.
"""

from __future__ import annotations

from typing import Final

from rules.braus.questions import ENDING, ON_LEAD, ask
from rules.braus.ranking import SEVENS, mask_of
from rules.core.contract import View
from rules.core.lessons import CoursePlan, Hands, LessonPlan, asks, beaten, is_lead, leads_with, plays

_EIGHT: Final = (4, 4, 6, 4, 4, 4, 6, 4)


def leads_live(view: View) -> bool:
    """Return whether a seat leads that holds no Seven."""
    return is_lead(view) and not mask_of(view.hand) & SEVENS


def follows(view: View) -> bool:
    """Return whether somebody else has led."""
    return not is_lead(view)


COURSE: Final = CoursePlan(
    lessons=(
        LessonPlan("beats", "beats", "order", beaten, _EIGHT),
        LessonPlan("leads", "may", "order", plays(leads_live), _EIGHT),
        LessonPlan("sevens", "may", "sevens", plays(leads_with("7")), _EIGHT),
        LessonPlan("duty", "may", "duty", plays(follows), _EIGHT),
        LessonPlan(ON_LEAD, "asks", "duty", asks(ask, ON_LEAD, (0,)), _EIGHT),
        LessonPlan(ENDING, "asks", "ending", asks(ask, ENDING, (0,)), (4,) * 8, whole=True),
    ),
    daily=LessonPlan("daily", "may", "duty", plays(follows), (4, 6)),
    hands=Hands({4: 400, 6: 150}, {"length": "hands:1"}, 0.3),
    whole=Hands({4: 300}, {"length": "hands:1"}, 0.1),
)
