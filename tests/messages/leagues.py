"""Leagues to be shown: in every stage, with names of all kinds, small and large."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.cups.cup import Cup
from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import (
    AddCup,
    AgreeSeasonPartner,
    AskSeasonPartner,
    CancelSeason,
    CloseSeason,
    EnterSeason,
    LeaveSeason,
    OpenSeason,
)
from bot.cups.messages.league_pairs import asked_scene, league_note_scene, league_notes, partner_scene
from bot.cups.messages.league_panel import end_scene, season_scene
from bot.cups.messages.league_standings import standings_scene
from bot.messages.kit.scene import Scene
from tests.cups.cups import ORGANISER, rules, started
from tests.cups.leagues import CUP, begun, closed, entered, league_rules, of_actions, season_of, series_rules, then
from tests.messages import cups as cups_to_show
from tests.messages.given import LONG

NOW = cups_to_show.NOW
WIDE = 24
"""The largest division."""


def people(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def called(long: bool = False) -> dict[str, str]:
    """Names of all kinds, or of the greatest length, for everybody."""
    names = cups_to_show.NAMES
    found = {key: f"{LONG[:28]}{at:04}" if long else names[at % len(names)] for at, key in enumerate(people(99))}
    return found | {ORGANISER: LONG if long else "Ivalu"}


def signing_up(size: int = 6, count: int = 9) -> League:
    """The second season signs up: half of those who have a place kept have come, and a newcomer."""
    first = closed(begun(entered(of_actions(league_rules(size, size)), *people(count))))
    league = then(first, OpenSeason(None, NOW * 1000))
    return entered(league, *people(count)[::2], "p90")


def running(size: int = 6, count: int = 9, **others: object) -> League:
    return begun(entered(of_actions(league_rules(size, size, **others)), *people(count)))


def cup_of(size: int) -> Cup:
    """The cup of a division, after some rounds."""
    return cups_to_show.finished(started(rules(rounds=2, most=WIDE), size), 2)


def cups_of(league: League) -> Mapping[int, Cup]:
    """The cups of the running season by their ids."""
    return {cup: cup_of(6) for cup in season_of(league).known_cups}


def series(cups: int = 0) -> League:
    return then(of_actions(series_rules(cups)), AddCup(ORGANISER, 1), AddCup(ORGANISER, 2))


def pairs() -> League:
    """The second season of a league of pairs signs up; some ask each other."""
    league = of_actions(league_rules(3, 3, cup=CUP._replace(entrants=EntrantKind.PAIRS)))
    for first, second in zip(people(8)[::2], people(8)[1::2], strict=True):
        asked = AskSeasonPartner(first, second)
        league = then(league, EnterSeason(first), asked, AgreeSeasonPartner(second, first))
    league = entered(then(closed(begun(league)), OpenSeason(None, NOW * 1000)), "p0", "p2", "p3", "p4")
    asking = (AskSeasonPartner(one, "p1") for one in ("p0", "p4"))
    return then(league, AskSeasonPartner("p2", "p3"), AgreeSeasonPartner("p3", "p2"), EnterSeason("p9"), *asking)


def pair_scenes(names: Mapping[str, str]) -> Iterator[Scene]:
    """A season of pairs: its messages, and how people find partners."""
    league = pairs()
    season = season_of(league)
    yield season_scene(league, season, names, {})
    yield end_scene(league, league.seasons[0], names, {})
    yield standings_scene(league, league.seasons[0], names, {}, 0, "p1")
    alone = then(league, LeaveSeason("p3"))
    for note in league_notes(alone):
        told = league_note_scene(alone, season_of(alone), note, names, 10**18)
        assert told
        yield from (told, replace(told, mention=10**18))
    for person in ("p0", "p1", "p2", "p9"):
        yield partner_scene(league, season, names, person)
    for one in season.partner_requests:
        found = asked_scene(league, season, one.seq, names, {"p1": 10**18})
        assert found
        yield found


def stages() -> Iterator[League]:
    """Leagues whose last season is in every stage."""
    yield of_actions(league_rules())
    yield signing_up()
    yield signing_up(WIDE, 40)
    yield running()
    yield running(WIDE, 40)
    yield running(3, 40)
    yield closed(running())
    yield then(running(), CancelSeason(ORGANISER, "Storm"))
    yield then(running(), CloseSeason(ORGANISER, season_of(running()).divisions, "Storm"))
    yield then(of_actions(league_rules(), EnterSeason("p0")), CancelSeason(None, "too-few"))
    yield series()
    yield series(5)
    yield of_actions(series_rules()._replace(cup=CUP._replace(format=Format.SWISS, entrants=EntrantKind.THREES)))
    yield then(series(2), CloseSeason(None, (tuple(people(6)),)))


def scenes() -> Iterator[Scene]:
    """Every kind of scene of leagues."""
    for names in (called(), called(long=True)):
        yield from pair_scenes(names)
    for league in stages():
        season = season_of(league)
        for names in (called(), called(long=True)):
            yield season_scene(league, season, names, cups_of(league))
            if season.tables:
                yield end_scene(league, season, names, cups_of(league))
            for page in (None, 1):
                yield standings_scene(league, season, names, cups_of(league), page, "p1")
