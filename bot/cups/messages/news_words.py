"""Messages to people of a cup in its channel: announcements, losses, and a request to be a partner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.cups.cup import Cup
from bot.cups.cup_actions import Announce, ReportSeries, RestoreCup
from bot.cups.cup_notices import CupNotice, RoleRefusal
from bot.cups.messages.cup_text import CupHead
from bot.cups.messages.names import EntrantName, entrant_names
from bot.cups.winners import award_of
from bot.messages.kit.scene import Scene
from bot.runtime.time_units import SECOND
from bot.texts.notices import fact
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class CupAnnouncementScene(Scene):
    """An organiser's announcement to everybody in a cup; `by`: "" if erased."""

    head: CupHead
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class CupRestoredScene(Scene):
    """A cup goes on from a backup. `at`: of when, seconds since the epoch.

    `lost`: who met in the matches whose results are lost; `rounds`: how many are paired anew.
    """

    head: CupHead
    at: int
    lost: tuple[tuple[EntrantName, ...], ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class CupNoteScene(Scene):
    """Something that one person is told: in a direct message, or with a `mention` of their Discord id."""

    head: CupHead
    told: Fact
    mention: int | None = None


def announcement_scene(cup: Cup, action: Announce, names: Mapping[str, str]) -> CupAnnouncementScene:
    return CupAnnouncementScene(CupHead(cup.id, cup.rules), names.get(action.by, ""), action.reason)


def restored_scene(cup: Cup, action: RestoreCup, names: Mapping[str, str]) -> CupRestoredScene:
    called = entrant_names(cup, names)
    lost = (match for match in cup.matches if match.number in action.matches)
    sides = tuple(tuple(called[one] for one in match.entrants) for match in lost)
    return CupRestoredScene(CupHead(cup.id, cup.rules), action.at // SECOND, sides, action.rounds)


def role_refused_scene(cup: Cup, ids: Mapping[str, int]) -> CupNoteScene | None:
    """Return what the organiser is told about a role that its winners were not given; None: they were."""
    award = award_of(cup)
    if award is None or not award.why:
        return None
    why = fact(RoleRefusal(award.why), role=f"<@&{award.role}>")
    return CupNoteScene(CupHead(cup.id, cup.rules), why, ids.get(cup.by))


def series_scene(cup: Cup, report: ReportSeries, names: Mapping[str, str]) -> CupNoteScene:
    """Return the question to the organisers whether somebody else asks for the weekly cups of a template."""
    told = fact(CupNotice(report.why), text=report.template, name=names.get(cup.by, ""))
    return CupNoteScene(CupHead(cup.id, cup.rules), told)
