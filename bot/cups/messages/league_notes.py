"""Direct messages to single people of a league: their partner has left before the season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.cups.leagues import league_actions
from bot.cups.leagues.league import League, Season
from bot.cups.leagues.league_notices import LeagueNotice
from bot.cups.messages.league_scenes import LeagueNoteScene
from bot.cups.messages.league_words import head_of
from bot.runtime.time_units import SECOND
from bot.texts.notices import fact


class LeagueNote(NamedTuple):
    """`person` is told of the entry `since`, by which `gone` left them in the `season`."""

    since: int
    season: int
    person: str
    gone: str


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
    if season is not league.signing_up or season.entrant_of(note.person) != note.person:
        return None
    told = fact(
        LeagueNotice.PARTNER_LEFT, name=names.get(note.gone, ""), channel=f"<#{channel}>", until=season.until // SECOND
    )
    return LeagueNoteScene(head_of(league, season), told)
