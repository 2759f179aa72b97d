"""Messages to people of a cup in its channel: announcements, losses, and a request to be a partner."""

from __future__ import annotations

from collections.abc import Mapping

from bot.cups.cup import Cup
from bot.cups.cup_actions import Announce, AskPartner, JoinCup, ReportSeries, RestoreCup
from bot.cups.cup_notices import CupNotice, RoleRefusal
from bot.cups.entrants import Entrant
from bot.cups.messages.cup_scenes import CupAnnouncementScene, CupAskedScene, CupHead, CupNoteScene, CupRestoredScene
from bot.cups.messages.names import entrant_names
from bot.cups.winners import award_of
from bot.runtime.time_units import SECOND
from bot.texts.notices import fact


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


def asking(cup: Cup, seq: int) -> Entrant | None:
    """Return who waits for an answer since an entry of the record; None: nobody any more."""
    action = cup.record[seq - 1].action
    entrant = cup.entrant_of(action.by) if isinstance(action, JoinCup | AskPartner) else None
    return entrant if entrant is not None and entrant.asked else None


def asked_scene(cup: Cup, seq: int, names: Mapping[str, str], ids: Mapping[str, int]) -> CupAskedScene | None:
    """Return the question that an entry asks; None if nobody waits for an answer any more."""
    entrant = asking(cup, seq)
    if entrant is None or entrant.asked not in ids:
        return None
    by = names.get(entrant.people[0], "")
    return CupAskedScene(CupHead(cup.id, cup.rules), entrant.number, by, ids[entrant.asked])
