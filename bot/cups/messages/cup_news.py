"""Messages of a cup to people: announcements, lost results, notes to single people; of leagues, too, a missing game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import Announce, ReportSeries, RestoreCup
from bot.cups.entering import takes_late_entries
from bot.cups.entrants import Entrant
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.cups.notices import CupNotice, RoleRefusal
from bot.cups.winners import award_of
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.runtime.times import SECOND
from bot.texts import Translator, escape
from bot.texts.notices import fact
from bot.texts.reader import Reader
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


@dataclass(frozen=True, slots=True)
class GameMissingScene(Scene):
    """A cup or league (`kind`) waits for its game (its code), which is not installed."""

    kind: str
    name: str
    game: str


class PersonalNote(NamedTuple):
    """`person` is told of the entry `since`. `gone`: the partner who has gone; "": it is about the cup."""

    since: int
    person: str
    gone: str = ""


MOST_LOST: Final = 10
"""Lost results that are named; of more, the number."""


def announcement_scene(cup: Cup, action: Announce, names: Mapping[str, str]) -> CupAnnouncementScene:
    return CupAnnouncementScene(cup_text.head_of(cup), names.get(action.by, ""), action.reason)


def restored_scene(cup: Cup, action: RestoreCup, names: Mapping[str, str]) -> CupRestoredScene:
    called = entrant_names(cup, names)
    lost = (match for match in cup.matches if match.number in action.matches)
    sides = tuple(tuple(called[number] for number in match.entrants) for match in lost)
    return CupRestoredScene(cup_text.head_of(cup), action.at // SECOND, sides, action.rounds)


def role_refused_scene(cup: Cup, ids: Mapping[str, int]) -> CupNoteScene | None:
    """Return what the organiser is told about a role that its winners were not given; None: they were."""
    award = award_of(cup)
    if award is None or not award.why:
        return None
    why = fact(RoleRefusal(award.why), role=f"<@&{award.role}>")
    return CupNoteScene(cup_text.head_of(cup), why, ids.get(cup.by))


def series_scene(cup: Cup, report: ReportSeries, names: Mapping[str, str]) -> CupNoteScene:
    """Return the question to the organisers whether somebody else asks for the weekly cups of a template."""
    told = fact(CupNotice(report.why), text=report.template, name=names.get(cup.by, ""))
    return CupNoteScene(cup_text.head_of(cup), told)


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
                yield from (
                    PersonalNote(entry.seq, partner, person) for partner in _others(cup.entrants[number], person)
                )
            case cup_actions.BanPerson(person=person):
                last = cup.entrants.last_of(person)
                yield from (PersonalNote(entry.seq, partner, person) for partner in _others(last, person))
            case cup_actions.MissEvent() | cup_actions.StopSeries():
                yield PersonalNote(entry.seq, cup.by)
            case cup_actions.ReportSeries(why=CupNotice.SERIES_UNSEEN):
                yield PersonalNote(entry.seq, cup.by)


def _others(entrant: Entrant | None, person: str) -> list[str]:
    return [] if entrant is None else [partner for partner in entrant.people if partner != person]


def note_scene(cup: Cup, note: PersonalNote, names: Mapping[str, str], channel: int) -> CupNoteScene | None:
    """Return what a person is told; None: it matters no more."""
    told = _note_fact(cup, note, names, f"<#{channel}>")
    return None if told is None else CupNoteScene(cup_text.head_of(cup), told)


def _note_fact(cup: Cup, note: PersonalNote, names: Mapping[str, str], channel: str) -> Fact | None:
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


@ui.page_of.register
def announcement(scene: CupAnnouncementScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """An organiser's announcement to everybody."""
    by = reader.words("cup.announced-by", name=cup_text.person_name(scene.by, reader.words))
    return ui.layout(ui.text(cup_text.title(scene.head), escape(scene.text), by))


@ui.page_of.register
def restore_news(scene: CupRestoredScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The time of the backup, and the matches that are played again."""
    words = reader.words
    told = [words("cup.restored", at=scene.at)]
    if 0 < len(scene.lost) <= MOST_LOST:
        told.append(
            words("cup.restored.lost", matches=words.join([cup_text.versus(names, words) for names in scene.lost]))
        )
    elif scene.lost:
        told.append(words("cup.restored.many", count=len(scene.lost)))
    if scene.rounds:
        told.append(words.count("cup.restored.rounds", scene.rounds))
    return ui.layout(ui.text(cup_text.title(scene.head), *told, words("cup.restored.on")))


@ui.page_of.register
def game_missing(scene: GameMissingScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The notice that a cup or league waits for its game."""
    return ui.layout(ui.text(reader.words(f"{scene.kind}.without-game", name=escape(scene.name), of_game=scene.game)))


@ui.page_of.register
def note(scene: CupNoteScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A note to one person, and the buttons for what they can do."""
    words = reader.words
    mention = "" if scene.mention is None else f"<@{scene.mention}>"
    return ui.layout(
        ui.text(cup_text.title(scene.head), mention, *cup_text.facts([cup_text.with_name(scene.told, words)], words)),
        *ui.rows([_button_of_note(scene, words, post)]),
    )


def _button_of_note(scene: CupNoteScene, words: Translator, post: str) -> ui.Button:
    """The person's own page; for the organiser the standings of a cup that is over, or the log."""
    match scene.told.kind:
        case RoleRefusal():
            return cup_text.cup_button(CupVerb.STANDINGS, words, scene.head, 0, post=post)
        case CupNotice.PARTNER_LEFT | CupNotice.PARTNER_OUT | CupNotice.PARTNER_OUT_LATE:
            return cup_text.cup_button(CupVerb.MINE, words, scene.head, post=post)
    return cup_text.cup_button(CupVerb.LOG, words, scene.head, 0, post=post, key="button.cup-log-all")
