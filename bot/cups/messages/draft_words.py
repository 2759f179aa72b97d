"""The private panel on which an organiser makes a cup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.cups import drafts, durations
from bot.cups.cup_rules import CupRules, Format
from bot.messages.kit.scene import Scene
from rules.core.contract import Fact


class DraftPage(StrEnum):
    """The pages on which a cup is made."""

    FORM = "form"
    TIME = "time"
    ENTRY = "entry"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CupDraftScene(Scene):
    """The rules of a cup that is being made, private to the organiser. Times in ms.

    `refused`: why there can be no such cup. `leave_out`: formats that the sizes do not allow.
    """

    rules: CupRules
    page: DraftPage
    choices: Mapping[str, tuple[str, ...]]
    """Those of all pages, by the names of the rules' fields; see `bot.cups.drafts`."""
    usual_time: int
    turns: int
    rounds: int
    """With the most entrants."""
    whole_time: int
    refused: Fact | None = None
    leave_out: tuple[Format, ...] = ()
    high_role: bool = False
    """True if the bot may not give the role of the winners."""
    shown_to_all: bool = False
    """True if private tables are wished, and the bot may open no private threads."""


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
