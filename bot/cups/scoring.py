"""Points of a match, and who goes on from it."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from bot.cups.cup import Match, MatchResult
from bot.cups.cup_actions import COMPUTER

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
    earned = _by_place(scores) if len(match.entrants) == 3 else _by_result(scores)
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


def _by_result(scores: tuple[int, ...]) -> list[Fraction]:
    best = max(scores)
    return [LOSS if score < best else DRAW if scores.count(best) > 1 else WIN for score in scores]


def _by_place(scores: tuple[int, ...]) -> list[Fraction]:
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
