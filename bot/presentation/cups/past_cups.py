"""Cups that have ended: their winners, and the hall of fame of a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.competitions.cup import Cup
from bot.competitions.cup_actions import EndCup
from bot.competitions.winners import award_of, podium
from bot.presentation.cups.names import entrant_names
from bot.presentation.cups.pages import page_of_lines
from bot.presentation.cups.panel import PODIUM
from bot.presentation.cups.scenes import CupEndScene, CupHallScene, CupHead, PastCup
from bot.presentation.cups.standings import place_lines

ON_A_PAGE: Final = 8
MS: Final = 1000


def end(cup: Cup, names: Mapping[str, str]) -> CupEndScene:
    """Return the end of a cup, with its best three."""
    best = place_lines(cup, names, podium(cup, PODIUM))
    role = _role(cup) if best else 0
    return CupEndScene(CupHead(cup.id, cup.rules), tuple(best), len(cup.seeded), _ended_at(cup), role)


def _role(cup: Cup) -> int:
    award = award_of(cup)
    return 0 if award is None or award.why else award.role


def past_cup(cup: Cup, names: Mapping[str, str]) -> PastCup:
    """Return an ended cup as a line of the hall of fame."""
    called = entrant_names(cup, names)
    best = tuple(called[one.entrant] for one in podium(cup, PODIUM))
    return PastCup(cup.id, cup.rules.name, _ended_at(cup), len(cup.seeded), best)


def _ended_at(cup: Cup) -> int:
    ends = (one.at for one in reversed(cup.record) if isinstance(one.action, EndCup))
    return next(ends, 0) // MS


def hall_of_fame(guild: str, cups: Sequence[PastCup], page: int = 0) -> CupHallScene:
    """Return a page of the hall of fame of a server."""
    shown = page_of_lines(sorted(cups, key=lambda one: (-one.ended_at, -one.cup)), page, ON_A_PAGE)
    return CupHallScene(guild, shown.lines, shown.page, shown.pages)
