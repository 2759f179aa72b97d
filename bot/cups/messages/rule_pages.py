"""The rules of a cup, in pages."""

from __future__ import annotations

from bot.cups import durations
from bot.cups.cup import Cup
from bot.cups.cup_notices import PlaceReason
from bot.cups.messages.cup_scenes import CupHead, CupRulesPage, CupRulesScene
from bot.cups.standings import ROUND_ROBIN, SWISS


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
