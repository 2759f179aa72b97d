"""Partners for a season of pairs: the question in the channel, the private page, and the note that one has left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.cups.leagues import league_actions
from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import League, Season
from bot.cups.messages.cup_pairs import MOST_ASKING, agree_label
from bot.cups.messages.cup_text import facts, person_name, with_name
from bot.cups.messages.league_panel import LeagueHead, LeagueVerb, head_of, league_button, league_title
from bot.cups.notices import LeagueNotice
from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.runtime.times import SECOND
from bot.texts import Translator
from bot.texts.notices import fact
from bot.texts.reader import Reader
from rules.core.contract import Fact


class AskingPerson(NamedTuple):
    """Somebody who asks for a partner since the entry `seq`; the name is "" if erased."""

    seq: int
    name: str


@dataclass(frozen=True, slots=True)
class LeagueAskedScene(Scene):
    """A question in the channel: somebody was asked to be a partner."""

    head: LeagueHead
    by: AskingPerson
    discord_id: int
    """Of the person who was asked."""


@dataclass(frozen=True, slots=True)
class LeagueNoteScene(Scene):
    """Something that one person is told: in a direct message, or with a `mention` of their Discord id."""

    head: LeagueHead
    told: Fact
    mention: int | None = None


@dataclass(frozen=True, slots=True)
class LeaguePartnerScene(Scene):
    """Ways to find a partner, private. `asked_by`: who asks this person; `asked`: whom this person asks."""

    head: LeagueHead
    asked_by: tuple[AskingPerson, ...] = ()
    asked: str | None = None
    partner: str | None = None
    """The partner that the person has."""


class LeagueNote(NamedTuple):
    """`person` is told of the entry `since`, by which `gone` left them in the `season`."""

    since: int
    season: int
    person: str
    gone: str


def partner_scene(league: League, season: Season, names: Mapping[str, str], person: str) -> LeaguePartnerScene:
    """Return how a person can find a partner, or whom they play with."""
    partners = [key for key in people_in(season.entrant_of(person) or person) if key != person]
    return LeaguePartnerScene(
        head_of(league, season),
        tuple(
            AskingPerson(request.seq, names.get(request.by, ""))
            for request in season.partner_requests
            if request.person == person
        ),
        next(
            (names.get(request.person, "") for request in season.partner_requests if request.by == person),
            None,
        ),
        next((names.get(key, "") for key in partners), None),
    )


def asked_scene(
    league: League, season: Season, seq: int, names: Mapping[str, str], ids: Mapping[str, int]
) -> LeagueAskedScene | None:
    """Return the question that an entry asks; None if the person it is for was erased."""
    asking = next(request for request in season.partner_requests if request.seq == seq)
    if asking.person not in ids:
        return None
    return LeagueAskedScene(head_of(league, season), AskingPerson(seq, names.get(asking.by, "")), ids[asking.person])


def league_notes(league: League) -> Iterator[LeagueNote]:
    season, partners = 0, dict[str, str]()
    for entry in league.record:
        match entry.action:
            case league_actions.OpenSeason():
                season, partners = season + 1, {}
            case league_actions.AgreeSeasonPartner(by=by, to=to):
                partners |= {by: to, to: by}
            case league_actions.LeaveSeason(by=gone) if gone in partners:
                person = partners.pop(gone)
                del partners[person]
                yield LeagueNote(entry.seq, season, person, gone)


def league_note_scene(
    league: League, season: Season, note: LeagueNote, names: Mapping[str, str], channel: int
) -> LeagueNoteScene | None:
    """Return what a person is told; None: they are not without a partner any more, or it is too late."""
    if season is not league.sign_up_season or season.entrant_of(note.person) != note.person:
        return None
    told = fact(
        LeagueNotice.PARTNER_LEFT, name=names.get(note.gone, ""), channel=f"<#{channel}>", until=season.until // SECOND
    )
    return LeagueNoteScene(head_of(league, season), told)


@ui.page_of.register
def partner_question(scene: LeagueAskedScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question whether somebody wants to be a partner, with a button to agree."""
    words = reader.words
    question = words("league.asked", mention=f"<@{scene.discord_id}>", name=person_name(scene.by.name, words))
    return ui.layout(
        ui.text(league_title(scene.head, words), question), *ui.rows([_agree(scene.by, words, scene.head, post)])
    )


@ui.page_of.register
def note(scene: LeagueNoteScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A note to one person, and the standings of the league."""
    words = reader.words
    mention = "" if scene.mention is None else f"<@{scene.mention}>"
    return ui.layout(
        ui.text(league_title(scene.head, words), mention, *facts([with_name(scene.told, words)], words)),
        *ui.rows([league_button(LeagueVerb.STANDINGS, words, scene.head, post=post)]),
    )


def _agree(asking: AskingPerson, words: Translator, head: LeagueHead, post: str = "") -> ui.Button:
    label = agree_label(asking.name, words)
    return league_button(LeagueVerb.AGREE, words, head, asking.seq, post=post, label=label, style=ui.GOOD)


@ui.page_of.register
def partner(scene: LeaguePartnerScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """Requests for a partner, made and received, and a menu to ask somebody."""
    words, head = reader.words, scene.head
    if scene.partner is not None:
        found = words("cup.partner.found", name=person_name(scene.partner, words))
        return ui.layout(ui.text(league_title(head, words), found), colour=ui.YOURS)
    asked_them = "" if scene.asked is None else words("cup.partner.asked", name=person_name(scene.asked, words))
    return ui.layout(
        ui.text(
            league_title(head, words),
            words("cup.partner.asked-by") if scene.asked_by else "",
            asked_them,
            words("league.partner.about"),
        ),
        *ui.rows([_agree(asker, words, head) for asker in scene.asked_by[:MOST_ASKING]]),
        ui.people_menu(
            custom_ids.write(LeagueVerb.ASK_PARTNER, None, str(head.league)), words("cup.partner.menu"), (), 1
        ),
        colour=ui.YOURS,
    )
