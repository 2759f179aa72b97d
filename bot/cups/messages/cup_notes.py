"""Direct messages to single people of a cup: a partner has gone, or the organiser should know something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_notices import CupNotice
from bot.cups.entering import takes_late_entries
from bot.cups.entrants import Entrant
from bot.cups.messages.cup_text import CupHead
from bot.cups.messages.news_words import CupNoteScene
from bot.texts.notices import fact
from rules.core.contract import Fact


class PersonalNote(NamedTuple):
    """`person` is told of the entry `since`. `gone`: the partner who has gone; "": it is about the cup."""

    since: int
    person: str
    gone: str = ""


def notes(cup: Cup) -> Iterator[PersonalNote]:
    """Yield what people are told, also of what was undone."""
    partners: dict[str, str] = {}
    """Before the start."""
    for entry in cup.record:
        match entry.action:
            case cup_actions.AgreePartner(by=by, to=to):
                partners |= {by: to, to: by}
            case cup_actions.LeaveCup(by=person) if person in partners:
                left = partners.pop(person)
                del partners[left]
                yield PersonalNote(entry.seq, left, person)
            case cup_actions.WithdrawEntrant(entrant=number, person=person) if person:
                yield from (PersonalNote(entry.seq, one, person) for one in _others(cup.entrants[number], person))
            case cup_actions.BanPerson(person=person):
                last = cup.entrants.last_of(person)
                yield from (PersonalNote(entry.seq, one, person) for one in _others(last, person))
            case cup_actions.MissEvent() | cup_actions.StopSeries():
                yield PersonalNote(entry.seq, cup.by)
            case cup_actions.ReportSeries(why=CupNotice.SERIES_UNSEEN):
                yield PersonalNote(entry.seq, cup.by)


def _others(entrant: Entrant | None, person: str) -> list[str]:
    return [] if entrant is None else [one for one in entrant.people if one != person]


def note_scene(cup: Cup, note: PersonalNote, names: Mapping[str, str], channel: int) -> CupNoteScene | None:
    """Return what a person is told; None: it matters no more."""
    told = _told(cup, note, names, f"<#{channel}>")
    return None if told is None else CupNoteScene(CupHead(cup.id, cup.rules), told)


def _told(cup: Cup, note: PersonalNote, names: Mapping[str, str], channel: str) -> Fact | None:
    match cup.record[note.since - 1].action:
        case cup_actions.MissEvent(why=why):
            return fact(CupNotice(why))
        case cup_actions.StopSeries(template=template):
            return fact(CupNotice.SERIES_STOPPED, text=template, channel=channel)
        case cup_actions.ReportSeries(template=template, why=why):
            return fact(CupNotice(why), text=template, channel=channel)
    if cup.stage not in (CupStage.SIGN_UP, CupStage.RUNNING) or cup.entrant_of(note.person) is not None:
        return None
    kind = CupNotice.PARTNER_LEFT
    if cup.stage is CupStage.RUNNING:
        kind = CupNotice.PARTNER_OUT_LATE if takes_late_entries(cup) else CupNotice.PARTNER_OUT
    return fact(kind, name=names.get(note.gone, ""), channel=channel)
