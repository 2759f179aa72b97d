"""Cups that have ended: their winners, and the hall of fame of a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups.cup import Cup
from bot.cups.messages.cup_text import CupHead, page_of_lines
from bot.cups.messages.names import EntrantName
from bot.cups.messages.standings_words import PlaceLine, place_lines
from bot.cups.winners import PODIUM, award_of, ended_at, podium
from bot.messages.kit.scene import Scene
from bot.runtime.time_units import SECOND
from bot.store import CupEnd, EndedCupRow
from bot.texts.names import told_apart


@dataclass(frozen=True, slots=True)
class CupEndScene(Scene):
    """The end of a cup, for everybody: its winners. `ended_at`: seconds since the epoch."""

    head: CupHead
    winners: tuple[PlaceLine, ...]
    size: int
    ended_at: int
    role: int = 0
    """The role that the winners were given; 0: none."""


class PastCup(NamedTuple):
    """A cup that has ended, in the hall of fame. `ended_at`: seconds since the epoch."""

    cup: int
    name: str
    ended_at: int
    size: int
    winners: tuple[EntrantName, ...]


@dataclass(frozen=True, slots=True)
class CupHallScene(Scene):
    """A page of the hall of fame of a server, the last cup first; pages count from 0."""

    guild: str
    lines: tuple[PastCup, ...]
    page: int = 0
    pages: int = 1


ON_A_PAGE: Final = 8


def end_scene(cup: Cup, names: Mapping[str, str]) -> CupEndScene:
    """Return the end of a cup, with its best three."""
    best = place_lines(cup, names, podium(cup, PODIUM))
    role = _role(cup) if best else 0
    return CupEndScene(CupHead(cup.id, cup.rules), tuple(best), len(cup.seeded), ended_at(cup) // SECOND, role)


def _role(cup: Cup) -> int:
    award = award_of(cup)
    return 0 if award is None or award.why else award.role


def past_cup(row: EndedCupRow, end: CupEnd, names: Mapping[str, str]) -> PastCup:
    """Return an ended cup as a line of the hall of fame; of its best, names that look alike are numbered."""
    called = [tuple(names.get(person, "") for person in one.people) for one in end.podium]
    joined = [" & ".join(people) for people in called]
    apart = told_apart(joined, lambda name, at: f"{name} {end.podium[at].entrant + 1}")
    best = tuple(
        EntrantName(people, one.entrant + 1, told != plain)
        for people, one, plain, told in zip(called, end.podium, joined, apart, strict=True)
    )
    return PastCup(row.id, row.name, end.ended_at // SECOND, end.size, best)


def hall_scene(guild: str, cups: Sequence[PastCup], page: int = 0) -> CupHallScene:
    """Return a page of the hall of fame of a server."""
    shown = page_of_lines(sorted(cups, key=lambda one: (-one.ended_at, -one.cup)), page, ON_A_PAGE)
    return CupHallScene(guild, shown.lines, shown.page, shown.pages)
