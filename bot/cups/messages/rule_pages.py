"""The rules of a cup, in pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.cups import durations
from bot.cups.cup import Cup
from bot.cups.cup_notices import PlaceReason
from bot.cups.messages.cup_text import CupHead
from bot.cups.standings import ROUND_ROBIN, SWISS
from bot.messages.kit.scene import Scene


class CupRulesPage(StrEnum):
    """The pages of a cup's rules."""

    PLAY = "play"
    POINTS = "points"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CupRulesScene(Scene):
    """A page of the rules of a cup. `usual_time` of a round and `whole_time` of the cup, in ms."""

    head: CupHead
    page: CupRulesPage
    usual_time: int
    whole_time: int
    tie_breaks: tuple[PlaceReason, ...] = ()


def rules_scene(cup: Cup, page: CupRulesPage = CupRulesPage.PLAY) -> CupRulesScene:
    """Return a page of the rules of a cup."""
    rules = cup.rules
    criteria = () if rules.is_knock_out and not rules.swiss_rounds else ROUND_ROBIN if rules.is_round_robin else SWISS
    return CupRulesScene(
        CupHead(cup.id, rules),
        page,
        durations.round_time(rules, durations.turns_of_hand(rules)).usual,
        durations.whole(rules, max(len(cup.seeded) or len(cup.signed_up), rules.least)),
        (*(one.reason for one in criteria[1:]), PlaceReason.LOT) if criteria else (),
    )
