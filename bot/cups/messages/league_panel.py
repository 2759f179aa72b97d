"""The panel of a league: a season in its channel, and how it ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.cups.cup_rules import EntrantKind
from bot.cups.leagues import divisions
from bot.cups.leagues.divisions import people_in
from bot.cups.leagues.league import League, Season, SeasonStage
from bot.cups.leagues.league_actions import CancelSeason, CloseSeason, EndLeague, Tables
from bot.cups.leagues.league_rules import LEAST, LeagueRules
from bot.cups.leagues.season_standings import Cups, cups_of, series_standings
from bot.cups.messages.cup_text import facts, hands, person_name, shown_name
from bot.cups.messages.entrant_names import EntrantName, names_by_number
from bot.cups.notices import LeagueRefusal
from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import as_reason, pace_in_words, span
from bot.runtime.times import SECOND
from bot.texts import Translator, escape, which_game
from bot.texts.notices import fact
from bot.texts.reader import Reader
from rules.core.contract import Fact


class LeagueHead(NamedTuple):
    """The league of a scene, and the season, counted from 1."""

    league: int
    name: str
    is_series: bool
    season: int


class LeagueVerb(StrEnum):
    """The verbs of the buttons of leagues. The first argument is the league's id; the comments name the others."""

    ENTER = "league-enter"
    LEAVE = "league-leave"
    STANDINGS = "league-standings"  # season, from 1, and page, from 0; none: the last one, the page with oneself
    EXPORT = "league-export"  # season, from 1
    ASK_PARTNER = "league-ask-partner"  # a menu of people
    AGREE = "league-agree"  # the entry of the record that asks


class LeagueMove(StrEnum):
    """The move of a person after a season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


class MovedLine(NamedTuple):
    """Somebody who changes the division; `to` is counted from 1."""

    name: EntrantName
    move: LeagueMove
    to: int


@dataclass(frozen=True, slots=True)
class LeagueSeasonScene(Scene):
    """A season in its channel. Times in seconds since the epoch, 0: none; `round_time` in ms.

    `divisions`: who plays where; during sign-up, for whom a place is kept. `cups`: the names of those of a series,
    which has `all_cups` (0: nobody knows yet). `by`: who ended it early, "" if erased, with the `reason`; None: nobody,
    or the clock, which says `why`.
    """

    head: LeagueHead
    stage: SeasonStage
    divisions: tuple[tuple[EntrantName, ...], ...] = ()
    entered: int = 0
    most: int = 0
    until: int = 0
    first_round: int = 0
    round_time: int = 0
    cups: tuple[str, ...] = ()
    all_cups: int = 0
    by: str | None = None
    reason: str = ""
    why: Fact | None = None
    waiting: tuple[EntrantName, ...] = ()
    """Those for whom there is no place."""
    rules: LeagueRules | None = None
    """The rules that people sign up for; shown for the first season."""
    of_pairs: bool = False
    planned: tuple[tuple[EntrantName, ...], ...] = ()
    """The divisions as they would be if the season began now, during sign-up."""
    looking: tuple[EntrantName, ...] = ()
    """The people without a partner, during sign-up."""


@dataclass(frozen=True, slots=True)
class LeagueEndScene(Scene):
    """The end of a season: the winner of each division (None: nobody), and who goes up and down."""

    head: LeagueHead
    winners: tuple[EntrantName | None, ...]
    moved: tuple[MovedLine, ...]
    early: bool = False


MOST_NAMED: Final = 40
"""So many people are named in a message, divided among its lines."""
MOST_WAITING: Final = 10
"""So many of them are named if there was no place for them."""
MOST_CUPS: Final = 8
"""So many cups of a series are shown beside a sum, the last ones."""


def names_by_entrant(entrants: Sequence[str], names: Mapping[str, str]) -> dict[str, EntrantName]:
    """Return what entrants are called; who has the name of another is numbered."""
    people = {
        at: tuple(names.get(person, "") for person in people_in(entrant)) for at, entrant in enumerate(entrants, 1)
    }
    return dict(zip(entrants, names_by_number(people), strict=True))


def _season_names(league: League, season: Season, names: Mapping[str, str]) -> dict[str, EntrantName]:
    kept = [person for table in league.kept_places for person in table]
    everybody = [*(person for table in season.divisions for person in table), *season.entrants, *kept]
    return names_by_entrant(list(dict.fromkeys(everybody)), names)


def head_of(league: League, season: Season) -> LeagueHead:
    return LeagueHead(league.id, league.rules.name, league.is_series, season.number)


def season_scene(league: League, season: Season, names: Mapping[str, str], cups: Cups) -> LeagueSeasonScene:
    """Return a season as its channel sees it."""
    found = _season_names(league, season, names)
    is_kept = season.stage is SeasonStage.SIGN_UP
    divisions = league.kept_places if is_kept else season.divisions
    back = season.people if is_kept else frozenset()
    complete = league.complete(season)
    waiting = (tuple(entrant for entrant in table if back.isdisjoint(people_in(entrant))) for table in divisions)
    act = _ending_act(league, season)
    by = None if act is None else act.by
    return LeagueSeasonScene(
        head_of(league, season),
        season.stage,
        tuple(tuple(found[person] for person in table) for table in waiting),
        len(complete),
        league.rules.most,
        season.until // SECOND,
        season.first_round // SECOND,
        league.rules.cup.round_time,
        tuple(cup.rules.name for cup in cups_of(season, cups)) if league.is_series else (),
        league.rules.cups,
        None if by is None else names.get(by, ""),
        act.reason if act and by is not None else "",
        _why_cancelled(league, season, act),
        tuple(found[entrant] for entrant in _people_without_place(league, season)),
        league.rules,
        league.is_of_pairs,
        tuple(tuple(found[entrant] for entrant in table) for table in _planned_divisions(league, season, complete)),
        tuple(found[entrant] for entrant in season.entrants if entrant not in complete) if is_kept else (),
    )


def _planned_divisions(league: League, season: Season, entered: tuple[str, ...]) -> Sequence[Sequence[str]]:
    """Return the divisions of a season as they would be if it began now; with too few entrants all in one."""
    if season.stage is not SeasonStage.SIGN_UP:
        return ()
    return league.places(season).divisions or ((entered,) if entered else ())


def _people_without_place(league: League, season: Season) -> tuple[str, ...]:
    """Return those of a season who have signed up and play nowhere, or would not if it started now."""
    if season.stage is SeasonStage.SIGN_UP:
        return league.places(season).waiting if len(league.complete(season)) >= LEAST else ()
    playing = {person for table in season.divisions for person in table}
    return tuple(person for person in season.entrants if person not in playing) if playing else ()


def _ending_act(league: League, season: Season) -> CancelSeason | CloseSeason | EndLeague | None:
    """Return the act that ended a season early."""
    if not season.early:
        return None
    next_since = next((later.since for later in league.seasons if later.number > season.number), league.seq + 1)
    for entry in reversed(league.record[: next_since - 1]):
        if isinstance(entry.action, CancelSeason | CloseSeason | EndLeague):
            return entry.action
    return None


def _why_cancelled(league: League, season: Season, act: CancelSeason | CloseSeason | EndLeague | None) -> Fact | None:
    is_by_clock = act is not None and act.by is None
    return (
        fact(LeagueRefusal(act.reason), count=len(league.complete(season)), least=LEAST)
        if act and is_by_clock
        else None
    )


def end_scene(league: League, season: Season, names: Mapping[str, str], cups: Cups) -> LeagueEndScene:
    """Return the end of a season, with all winners of a series that are level."""
    found = names_by_entrant([person for table in season.tables for person in table], names)
    moved = (
        MovedLine(found[movement.entrant], LeagueMove.UP if movement.up else LeagueMove.DOWN, movement.to + 1)
        for movement in moves_of(league, season.tables, season.unwon)
    )
    return LeagueEndScene(
        head_of(league, season),
        tuple(found.get(person) for person in _winners_of(league, season, cups) if not person or person in found),
        tuple(moved),
        season.early,
    )


def _winners_of(league: League, season: Season, cups: Cups) -> Sequence[str]:
    """Return who has won each division, "": nobody; of a series, all who are level."""
    if league.is_series:
        return [
            standing.person
            for standing in series_standings(cups_of(season, cups))
            if standing.place == 1 and standing.points
        ]
    return [table[0] for table in season.tables if table] if season.winners is None else season.winners


def moves_of(league: League, tables: Tables, unwon: Collection[int]) -> list[divisions.Movement]:
    return [] if league.is_series else divisions.movements(tables, league.rules.moves, unwon)


def league_button(
    verb: LeagueVerb,
    words: Translator,
    head: LeagueHead,
    *args: int,
    post: str = "",
    label: str = "",
    style: ButtonStyle = ui.PLAIN,
) -> ui.Button:
    """A button of a league; `label`: usual is that of the verb."""
    pressed = custom_ids.write(verb, None, str(head.league), *map(str, args), post=post)
    return ui.button(label or words(f"button.{verb}"), pressed, style)


@ui.page_of.register
def season(scene: LeagueSeasonScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A season in its channel: its sign-up, who plays where, or why it is not played."""
    words = reader.words
    return ui.layout(
        ui.text(league_title(scene.head, words)),
        ui.text(*_season_lines(scene, words)),
        *ui.rows(_buttons(scene, words, post)),
        colour=ui.LADDERS if scene.stage is SeasonStage.ENDED else ui.TABLE,
    )


def league_title(head: LeagueHead, words: Translator) -> str:
    return f"### {heading(head, words)}"


def heading(head: LeagueHead, words: Translator) -> str:
    return words("league.heading", name=escape(head.name), n=head.season)


def _season_lines(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.stage is SeasonStage.CANCELLED:
        yield from _cancel_lines(scene, words)
    elif scene.head.is_series:
        yield from _series(scene, words)
    elif scene.stage is SeasonStage.SIGN_UP:
        yield from _sign_up(scene, words)
    else:
        yield words("league.ended") if scene.stage is SeasonStage.ENDED else words("league.running")
        yield from _divisions(scene.divisions, words, "league.division")
        if scene.waiting and scene.stage is SeasonStage.RUNNING:
            yield words("league.no-place", names=_name_list(scene.waiting, words, MOST_NAMED // MOST_WAITING))
        if scene.first_round and scene.stage is SeasonStage.RUNNING:
            yield words("league.rounds", at=scene.first_round, every=span(scene.round_time, words))


def _cancel_lines(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.by is not None:
        yield words("league.cancelled-by", name=person_name(scene.by, words), reason=as_reason(scene.reason))
    else:
        yield words("league.cancelled", reason="".join(facts([scene.why], words)) if scene.why else "")


def _series(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.rules is not None:
        yield from which_game(scene.rules.cup.game, words)
    yield words("league.ended") if scene.stage is SeasonStage.ENDED else words(_series_key(scene))
    if scene.cups:
        named = words("list.comma").join(map(escape, scene.cups[-MOST_CUPS:]))
        if scene.all_cups:
            yield words("league.cups-of", n=len(scene.cups), of=scene.all_cups, names=named)
        else:
            yield words.count("league.cups", len(scene.cups), names=named)


def _series_key(scene: LeagueSeasonScene) -> str:
    is_of_threes = scene.rules is not None and scene.rules.cup.entrants is EntrantKind.THREES
    return "league.series-threes" if is_of_threes else "league.series"


def _sign_up(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.rules is not None and scene.head.season == 1:
        yield _summary(scene.rules, words)
    yield words("league.sign-up", at=scene.until)
    entered = words.count(
        "league.entered-pairs" if scene.of_pairs else "league.entered", scene.entered, most=scene.most
    )
    waiting = [words("cup.waiting", n=len(scene.waiting))] if scene.waiting else []
    yield words("list.dot").join([entered, *waiting])
    yield from _divisions(scene.planned, words, "league.planned")
    if scene.looking:
        yield words("cup.looking.who", names=_name_list(scene.looking, words, MOST_NAMED // MOST_WAITING))
    yield from _divisions(scene.divisions, words, "league.kept")


def _summary(rules: LeagueRules, words: Translator) -> str:
    """The game if there are several, the divisions, the length of a match, and the times of a turn and a round."""
    sizes = words("league.sizes", sizes=words("list.comma").join(map(str, rules.sizes)))
    pace = words("cup.a-turn", pace=pace_in_words(rules.cup.pace, words))
    round_time = words("cup.a-round", time=span(rules.cup.round_time, words))
    return words("list.dot").join(
        [*which_game(rules.cup.game, words), sizes, hands(rules.cup, words), pace, round_time]
    )


def _divisions(of: Sequence[Sequence[EntrantName]], words: Translator, key: str) -> Iterator[str]:
    for at, people in enumerate(of, 1):
        if people:
            yield words(key, n=at, names=_name_list(people, words, len(of)))


def _name_list(people: Sequence[EntrantName], words: Translator, lines: int) -> str:
    """The names of people in one of so many lines; of many, the first ones."""
    most = max(1, MOST_NAMED // lines)
    told = words("list.comma").join(shown_name(name, words) for name in people[:most])
    return words("league.and-more", names=told, n=len(people) - most) if len(people) > most else told


def _buttons(scene: LeagueSeasonScene, words: Translator, post: str) -> Iterator[ui.Button]:
    if scene.stage is SeasonStage.SIGN_UP:
        yield league_button(LeagueVerb.ENTER, words, scene.head, post=post, style=ui.GOOD)
        yield league_button(LeagueVerb.LEAVE, words, scene.head, post=post)
    elif scene.stage is not SeasonStage.CANCELLED:
        yield league_button(LeagueVerb.STANDINGS, words, scene.head, scene.head.season, post=post, style=ui.MAIN)


@ui.page_of.register
def season_end(scene: LeagueEndScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The end of a season: who won, who goes up and who goes down."""
    words = reader.words
    return ui.layout(
        ui.text(league_title(scene.head, words), words("league.over")),
        ui.text(*_winners(scene, words)),
        ui.text(*_move_lines(scene.moved, words)),
        *ui.rows(
            [
                league_button(LeagueVerb.STANDINGS, words, scene.head, scene.head.season, 0, post=post, style=ui.MAIN),
                league_button(LeagueVerb.EXPORT, words, scene.head, scene.head.season, post=post),
            ]
        ),
        colour=ui.LADDERS,
    )


def _winners(scene: LeagueEndScene, words: Translator) -> Iterator[str]:
    has_divisions = len(scene.winners) > 1 and not scene.head.is_series
    key = "league.winner-of" if has_divisions else "league.winner"
    nobody = "league.nobody-won-of" if has_divisions else "cup.nobody-won"
    for at, name in enumerate(scene.winners, 1):
        yield words(nobody, n=at) if name is None else words(key, n=at, name=shown_name(name, words))
    if not scene.winners:
        yield words("cup.nobody-won")


def _move_lines(moved: Sequence[MovedLine], words: Translator) -> Iterator[str]:
    """The people who go up and down, a line for each way."""
    ways = [(way, [line.name for line in of]) for way, of in groupby(moved, lambda line: (line.move, line.to))]
    for (move, to), people in ways:
        yield words(f"league.moved.{move}", names=_name_list(people, words, len(ways)), n=to)
