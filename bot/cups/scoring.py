"""Points of a match, who goes on from it, and the results that it may have by the rules of its game."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from bot.cups.cup import Cup, Match, MatchResult
from bot.cups.cup_actions import COMPUTER, AdjustMatch
from bot.cups.cup_rules import EXTRA_HANDS, WHOLE_RUBBER, CupRules, table_options
from bot.cups.notices import CupRefusal
from bot.texts.notices import fact
from rules import registry
from rules.core.contract import Fact

WIN: Final = Fraction(2)
DRAW: Final = Fraction(1)
LOSS: Final = Fraction(0)
BY_PLACE: Final = (Fraction(3), Fraction(1), Fraction(0))
"""At tables of three; places that are equal share their points."""


def points(match: Match) -> dict[int, Fraction]:
    """Return the points of each entrant of a decided match; computers earn none."""
    if match.is_bye:
        return {match.entrants[0]: WIN}
    if match.result is None:
        return {}
    scores = _scores(match, match.result)
    if match.result.winner is not None and len(match.entrants) == 2:
        return {entrant: WIN if entrant == match.result.winner else LOSS for entrant in match.people}
    earned = _points_by_place(scores) if len(match.entrants) == 3 else _points_by_result(scores)
    return {
        entrant: LOSS if score < 0 else earned[at]
        for at, (entrant, score) in enumerate(zip(match.entrants, scores, strict=True))
        if entrant != COMPUTER
    }


def _scores(match: Match, result: MatchResult) -> tuple[int, ...]:
    """Return the scores; of those who forfeit: -1."""
    return tuple(
        -1 if entrant in result.absent else score for entrant, score in zip(match.entrants, result.score, strict=True)
    )


def _points_by_result(scores: tuple[int, ...]) -> list[Fraction]:
    best = max(scores)
    return [LOSS if score < best else DRAW if scores.count(best) > 1 else WIN for score in scores]


def _points_by_place(scores: tuple[int, ...]) -> list[Fraction]:
    earned = []
    for score in scores:
        above, level = sum(other > score for other in scores), scores.count(score)
        earned.append(sum(BY_PLACE[above : above + level], Fraction(0)) / level)
    return earned


def is_unplayed(match: Match, entrant: int) -> bool:
    """Return whether a match counts without having been played: a bye, or a forfeit of anybody else or oneself."""
    if match.is_bye:
        return True
    if match.result is None or not match.result.absent:
        return False
    others = set(match.people) - {entrant}
    return entrant in match.result.absent or others <= set(match.result.absent)


def rungs(match: Match, entrant: int) -> int:
    """Return the rungs that an entrant has from a match that was played."""
    if match.result is None or is_unplayed(match, entrant):
        return 0
    return match.result.score[match.entrants.index(entrant)]


def winner(match: Match) -> int | None:
    """Return who goes on in a knock-out; None: nobody."""
    if match.is_bye:
        return match.entrants[0]
    if match.result is None or match.result.winner is not None:
        return match.result.winner if match.result else None
    earned = points(match)
    best = [entrant for entrant, got in earned.items() if got == max(earned.values()) and got > LOSS]
    return best[0] if len(best) == 1 else None


def impossible_result(cup: Cup, action: AdjustMatch) -> Fact | None:
    """Return why a match cannot have the result that is set; None: it can, also where it was cut short."""
    at = cup.round_of(action.match)
    extras = EXTRA_HANDS if at is not None and cup.is_knock_out_round(at) else 0
    why = _impossible(cup.rules, cup.rules.hands, action.score, extras)
    if why is None:
        return None
    match, game, hands = action.match, cup.rules.game, cup.rules.hands
    if hands == WHOLE_RUBBER:
        return fact(CupRefusal.IMPOSSIBLE_SCORE_OF_GAME, match=match, game=game, why=why)
    return fact(CupRefusal.IMPOSSIBLE_SCORE, match=match, hands=hands + extras, game=game, why=why)


def _impossible(rules: CupRules, hands: int, score: tuple[int, ...], extras: int, at_end: bool = False) -> Fact | None:
    """Return why a table with so many hands cannot have this score, nor with `extras` hands more after a tie."""
    options = table_options(rules.game, hands)
    why = registry.game(rules.game).impossible_score(rules.seats, options, score, at_end)
    if why is None or not extras:
        return why
    for level in range(min(score) + 1):
        rest = tuple(side_score - level for side_score in score)
        is_tie = _impossible(rules, hands, (level,) * len(score), 0, at_end=True) is None
        if is_tie and _impossible(rules, 1, rest, extras - 1) is None:
            return None
    return why
