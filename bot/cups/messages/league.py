"""Leagues in words and buttons: a season in its channel, its end, and the standings over all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from discord import ButtonStyle

from bot.cups.cup_rules import EntrantKind
from bot.cups.leagues.league import SeasonStage
from bot.cups.leagues.league_rules import LeagueRules
from bot.cups.messages.cup_text import HEADING, CupVerb, facts, hands, number, person_name, points, shown_name, time
from bot.cups.messages.entrant_names import EntrantName
from bot.cups.messages.league_scenes import (
    LeagueEndScene,
    LeagueHead,
    LeagueLine,
    LeagueMove,
    LeagueSeasonScene,
    LeagueStandingsScene,
    MovedLine,
)
from bot.discord_api import custom_ids
from bot.messages.kit.alt_texts import Part, as_long_as_fits, parts_of
from bot.messages.kit.components import (
    GOOD,
    LADDERS,
    MAIN,
    PLAIN,
    TABLE,
    Button,
    PageOfItems,
    Unpictured,
    button,
    layout,
    page_of,
    rows,
    text,
)
from bot.messages.kit.pace_text import told_pace
from bot.messages.kit.table_text import as_reason
from bot.texts import Translator, escaped, which_game
from bot.texts.names import cut
from bot.texts.reader import Reader

MOST_NAMED: Final = 40
"""So many people are named in a message, divided among its lines."""
MOST_WAITING: Final = 10
"""So many of them are named if there was no place for them."""
MOST_CUPS: Final = 8
"""So many cups of a series are shown beside a sum, the last ones."""


class LeagueVerb(StrEnum):
    """The verbs of the buttons of leagues. The first argument is the league's id; the comments name the others."""

    ENTER = "league-enter"
    LEAVE = "league-leave"
    STANDINGS = "league-standings"  # season, from 1, and page, from 0; none: the last one, the page with oneself
    EXPORT = "league-export"  # season, from 1
    ASK_PARTNER = "league-ask-partner"  # a menu of people
    AGREE = "league-agree"  # the entry of the record that asks


def league_button(
    verb: LeagueVerb,
    words: Translator,
    head: LeagueHead,
    *args: int,
    post: str = "",
    label: str = "",
    style: ButtonStyle = PLAIN,
) -> Button:
    """A button of a league; `label`: usual is that of the verb."""
    pressed = custom_ids.write(verb, None, str(head.league), *map(str, args), post=post)
    return button(label or words(f"button.{verb}"), pressed, style)


@page_of.register
def season(scene: LeagueSeasonScene, reader: Reader, post: str = "") -> PageOfItems:
    """A season in its channel: its sign-up, who plays where, or why it is not played."""
    words = reader.words
    return layout(
        text(league_title(scene.head, words)),
        text(*_of_season(scene, words)),
        *rows(_buttons(scene, words, post)),
        colour=LADDERS if scene.stage is SeasonStage.ENDED else TABLE,
    )


def league_title(head: LeagueHead, words: Translator) -> str:
    return f"### {heading(head, words)}"


def heading(head: LeagueHead, words: Translator) -> str:
    return words("league.heading", name=escaped(head.name), n=head.season)


def _of_season(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.stage is SeasonStage.CANCELLED:
        yield from _cancelled(scene, words)
    elif scene.head.is_series:
        yield from _series(scene, words)
    elif scene.stage is SeasonStage.SIGN_UP:
        yield from _sign_up(scene, words)
    else:
        yield words("league.ended") if scene.stage is SeasonStage.ENDED else words("league.running")
        yield from _divisions(scene, words, "league.division")
        if scene.waiting and scene.stage is SeasonStage.RUNNING:
            yield words("league.no-place", names=_named(scene.waiting, words, MOST_NAMED // MOST_WAITING))
        if scene.first_round and scene.stage is SeasonStage.RUNNING:
            yield words("league.rounds", at=scene.first_round, every=time(scene.round_time, words))


def _cancelled(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.by is not None:
        yield words("league.cancelled-by", name=person_name(scene.by, words), reason=as_reason(scene.reason))
    else:
        yield words("league.cancelled", reason="".join(facts([scene.why], words)) if scene.why else "")


def _series(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.rules is not None:
        yield from which_game(scene.rules.cup.game, words)
    yield words("league.ended") if scene.stage is SeasonStage.ENDED else words(_of_series(scene))
    if scene.cups:
        named = words("list.comma").join(map(escaped, scene.cups[-MOST_CUPS:]))
        key = "league.cups-of" if scene.all_cups else "league.cups"
        yield words(key, n=len(scene.cups), of=scene.all_cups, names=named)


def _of_series(scene: LeagueSeasonScene) -> str:
    is_of_threes = scene.rules is not None and scene.rules.cup.entrants is EntrantKind.THREES
    return "league.series-threes" if is_of_threes else "league.series"


def _sign_up(scene: LeagueSeasonScene, words: Translator) -> Iterator[str]:
    if scene.rules is not None and scene.head.season == 1:
        yield _in_short(scene.rules, words)
    yield words("league.sign-up", at=scene.until)
    entered = words.count(
        "league.entered-pairs" if scene.of_pairs else "league.entered", scene.entered, most=scene.most
    )
    alone = [words("league.alone", n=scene.alone)] if scene.alone else []
    waiting = [words("cup.waiting", n=len(scene.waiting))] if scene.waiting else []
    yield words("list.dot").join([entered, *alone, *waiting])
    yield from _divisions(scene, words, "league.kept")


def _in_short(rules: LeagueRules, words: Translator) -> str:
    """The game if there are several, the divisions, the length of a match, and the times of a turn and a round."""
    sizes = words("league.sizes", sizes=words("list.comma").join(map(str, rules.sizes)))
    pace = words("cup.a-turn", pace=told_pace(rules.cup.pace, words))
    round_time = words("cup.a-round", time=time(rules.cup.round_time, words))
    return words("list.dot").join(
        [*which_game(rules.cup.game, words), sizes, hands(rules.cup, words), pace, round_time]
    )


def _divisions(scene: LeagueSeasonScene, words: Translator, key: str) -> Iterator[str]:
    for at, people in enumerate(scene.divisions, 1):
        if people:
            yield words(key, n=at, names=_named(people, words, len(scene.divisions)))


def _named(people: Sequence[EntrantName], words: Translator, lines: int) -> str:
    """The names of people in one of so many lines; of many, the first ones."""
    most = max(1, MOST_NAMED // lines)
    told = words("list.comma").join(shown_name(name, words) for name in people[:most])
    return words("league.and-more", names=told, n=len(people) - most) if len(people) > most else told


def _buttons(scene: LeagueSeasonScene, words: Translator, post: str) -> Iterator[Button]:
    if scene.stage is SeasonStage.SIGN_UP:
        yield league_button(LeagueVerb.ENTER, words, scene.head, post=post, style=GOOD)
        yield league_button(LeagueVerb.LEAVE, words, scene.head, post=post)
    elif scene.stage is not SeasonStage.CANCELLED:
        yield league_button(LeagueVerb.STANDINGS, words, scene.head, scene.head.season, post=post, style=MAIN)


@page_of.register
def season_end(scene: LeagueEndScene, reader: Reader, post: str = "") -> PageOfItems:
    """The end of a season: who won, who goes up and who goes down."""
    words = reader.words
    return layout(
        text(league_title(scene.head, words), words("league.over")),
        text(*_winners(scene, words)),
        text(*_moved(scene.moved, words)),
        *rows(
            [
                league_button(LeagueVerb.STANDINGS, words, scene.head, scene.head.season, 0, post=post, style=MAIN),
                league_button(LeagueVerb.EXPORT, words, scene.head, scene.head.season, post=post),
            ]
        ),
        colour=LADDERS,
    )


def _winners(scene: LeagueEndScene, words: Translator) -> Iterator[str]:
    has_divisions = len(scene.winners) > 1 and not scene.head.is_series
    key = "league.winner-of" if has_divisions else "league.winner"
    nobody = "league.nobody-won-of" if has_divisions else "cup.nobody-won"
    for at, name in enumerate(scene.winners, 1):
        yield words(nobody, n=at) if name is None else words(key, n=at, name=shown_name(name, words))
    if not scene.winners:
        yield words("cup.nobody-won")


def _moved(moved: Sequence[MovedLine], words: Translator) -> Iterator[str]:
    """The people who go up and down, a line for each way."""
    ways = [(way, [one.name for one in of]) for way, of in groupby(moved, lambda one: (one.move, one.to))]
    for (move, to), people in ways:
        yield words(f"league.moved.{move}", names=_named(people, words, len(ways)), n=to)


@page_of.register
def league_standings(scene: LeagueStandingsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the standings over all."""
    words, head = reader.words, scene.head
    return layout(
        text(league_title(head, words), division_title(scene, words)),
        Unpictured("\n".join(league_line(line, words) for line in scene.lines)),
        text(words("league.points-rule") if head.is_series and scene.lines else ""),
        text("" if scene.lines else words("league.none")),
        *rows(_turning(scene, words, post)),
        *rows(_views(scene, words, post)),
        colour=LADDERS,
    )


def division_title(scene: LeagueStandingsScene, words: Translator) -> str:
    """The division that a page shows, and whether the season goes on."""
    part = words("league.overall") if scene.head.is_series else words("league.division-number", n=scene.division)
    return words("list.dot").join([part, words(f"league.stage.{scene.stage}")])


def league_line(line: LeagueLine, words: Translator) -> str:
    """A place with points, and where it leads."""
    return words("list.dot").join([short_line(line, words), *line_parts(line, words)])


def short_line(line: LeagueLine, words: Translator) -> str:
    """A place with points."""
    key = "cup.standings.own-line" if line.own else "cup.standings.line"
    return words(key, place=line.place, name=shown_name(line.name, words), points=league_points(line, words))


def league_points(line: LeagueLine, words: Translator) -> str:
    return points(line.points, words)


def line_parts(line: LeagueLine, words: Translator) -> Iterator[str]:
    """The move that a place brings; in a series, the points of each cup."""
    if line.move is not LeagueMove.STAYS:
        yield words(f"league.move.{line.move}")
    if line.earned:
        earned = ["–" if one is None else number(one, words) for one in line.earned[-MOST_CUPS:]]
        more = ["…"] if len(line.earned) > MOST_CUPS else []
        yield words("league.earned", points=" + ".join([*more, *earned]))


def _turning(scene: LeagueStandingsScene, words: Translator, post: str) -> Iterator[Button]:
    head, verb = scene.head, LeagueVerb.STANDINGS
    for key, to in {"cup.before": scene.page - 1, "cup.after": scene.page + 1}.items():
        if 0 <= to < scene.pages:
            yield league_button(verb, words, head, head.season, to, post=post, label=words(key))
    for to in (head.season - 1, head.season + 1):
        if 1 <= to <= scene.seasons:
            yield league_button(verb, words, head, to, post=post, label=words("league.season", n=to))


def _views(scene: LeagueStandingsScene, words: Translator, post: str) -> Iterator[Button]:
    if scene.cup is not None:
        shown = custom_ids.write(CupVerb.STANDINGS, None, str(scene.cup), post=post)
        yield button(words("league.table"), shown)
    yield league_button(LeagueVerb.EXPORT, words, scene.head, scene.head.season, post=post)


@parts_of.register
def _league_alt(scene: LeagueStandingsScene, reader: Reader) -> list[Part]:
    words = reader.words
    lines = [(league_line(line, words), short_line(line, words)) for line in scene.lines]
    told = [cut(heading(scene.head, words), HEADING), division_title(scene, words)]
    return as_long_as_fits(told, lines) if lines else []
