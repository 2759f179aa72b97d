"""Partners for a season of pairs, as scenes: who asks whom."""

from __future__ import annotations

from collections.abc import Mapping

from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import League, Season
from bot.cups.messages.league_scenes import AskingPerson, LeagueAskedScene, LeaguePartnerScene
from bot.cups.messages.league_words import head_of


def partner_scene(league: League, season: Season, names: Mapping[str, str], person: str) -> LeaguePartnerScene:
    """Return how a person can find a partner, or whom they play with."""
    partners = [one for one in people_in(season.entrant_of(person) or person) if one != person]
    return LeaguePartnerScene(
        head_of(league, season),
        tuple(AskingPerson(one.seq, names.get(one.by, "")) for one in season.asked if one.person == person),
        next((names.get(one.person, "") for one in season.asked if one.by == person), None),
        next((names.get(one, "") for one in partners), None),
    )


def asked_scene(
    league: League, season: Season, seq: int, names: Mapping[str, str], ids: Mapping[str, int]
) -> LeagueAskedScene | None:
    """Return the question that an entry asks; None if the person it is for was erased."""
    asking = next(one for one in season.asked if one.seq == seq)
    if asking.person not in ids:
        return None
    return LeagueAskedScene(head_of(league, season), AskingPerson(seq, names.get(asking.by, "")), ids[asking.person])
