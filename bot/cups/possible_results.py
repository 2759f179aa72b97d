"""The results that a match may have, by the rules of its game."""

from __future__ import annotations

from bot.cups import cup_games
from bot.cups.cup import Cup
from bot.cups.cup_actions import AdjustMatch
from bot.cups.cup_notices import CupRefusal
from bot.cups.cup_rules import CupRules
from bot.cups.match_decisions import EXTRA_HANDS
from bot.texts.notices import fact
from rules import registry
from rules.core.contract import Fact


def impossible(cup: Cup, action: AdjustMatch) -> Fact | None:
    """Return why a match cannot have the result that is set; None: it can, also where it was cut short."""
    at = cup.round_of(action.match)
    extras = EXTRA_HANDS if at is not None and cup.is_knock_out_round(at) else 0
    why = _impossible(cup.rules, cup.rules.hands, action.score, extras)
    if why is None:
        return None
    match, game, hands = action.match, cup.rules.game, cup.rules.hands
    if hands == cup_games.WHOLE:
        return fact(CupRefusal.IMPOSSIBLE_SCORE_OF_GAME, match=match, game=game, why=why)
    return fact(CupRefusal.IMPOSSIBLE_SCORE, match=match, hands=hands + extras, game=game, why=why)


def _impossible(rules: CupRules, hands: int, score: tuple[int, ...], extras: int, at_end: bool = False) -> Fact | None:
    """Return why a table with so many hands cannot have this score, nor with `extras` hands more after a tie."""
    options = cup_games.options(rules.game, hands)
    why = registry.game(rules.game).impossible_score(rules.seats, options, score, at_end)
    if why is None or not extras:
        return why
    for level in range(min(score) + 1):
        rest = tuple(one - level for one in score)
        is_tie = _impossible(rules, hands, (level,) * len(score), 0, at_end=True) is None
        if is_tie and _impossible(rules, 1, rest, extras - 1) is None:
            return None
    return why
