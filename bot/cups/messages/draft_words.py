"""The private panel on which an organiser makes a cup."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cups import drafts, durations
from bot.cups.cup_rules import CupRules, Format
from bot.cups.messages.cup_scenes import CupDraftScene, DraftPage


def draft_scene(
    rules: CupRules,
    page: DraftPage = DraftPage.FORM,
    games: Sequence[str] = (),
    *,
    high_role: bool = False,
    hides: bool = True,
) -> CupDraftScene:
    """Return a page of the panel. `games`: of the server; `hides`: whether the bot may open private threads."""
    offered = drafts.offered_formats(rules)
    return CupDraftScene(
        rules,
        page,
        drafts.choices(rules, games),
        drafts.usual_time(rules),
        durations.turns_of_hand(rules),
        rules.rounds_for(rules.most),
        durations.whole(rules, rules.most),
        drafts.refusal(rules),
        tuple(one for one in Format if one not in offered),
        high_role,
        rules.private and not hides,
    )
