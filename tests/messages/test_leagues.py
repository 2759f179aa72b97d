"""Leagues: what their messages say and offer, and their files."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest

from bot.cups.cup_actions import DecideMatch, PairRound
from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import AddCup, CloseSeason, NoteDivision, OpenSeason, StartSeason
from bot.cups.messages.export import league_files
from bot.cups.messages.league_panel import LeagueMove, end_scene, season_scene
from bot.cups.messages.league_standings import division_lines, standings_scene
from bot.cups.publishing.league_publisher import league_posts
from bot.runtime.times import DAY
from bot.texts import in_language
from tests.cups.cups import ORGANISER, after, rules, started
from tests.cups.leagues import CUP, closed, entered, league_rules, of_actions, season_of, series_rules, then
from tests.messages.leagues import NOW, called, cup_of, cups_of, pairs, running, series, signing_up
from tests.messages.test_cups import BOTH, MOST_WORDS, told, verbs, words

NAMES = {f"p{number}": name for number, name in enumerate(("Aja", "Malik", "Nivi", "Inuk"))}
SMALL = ("p0", "p1"), ("p2", "p3")


def small() -> League:
    return running(2, 4)


def test_a_sign_up_tells_until_when_who_has_a_place_kept_and_how_many_are_in() -> None:
    league = then(closed(small()), OpenSeason(None, NOW * 1000))
    text = told(season_scene(entered(league, "p0"), season_of(entered(league, "p0")), NAMES, {}))
    assert "### Winter, season 2" in text
    assert f"<t:{NOW}:R>" in text
    assert "**1 is in** (room for 4)" in text
    assert "Places kept in division 1: Nivi" in text
    assert "Division 1, as things are: Aja" in text
    assert text.count("Aja") == 1, "the place is taken up"


def test_a_sign_up_shows_the_divisions_as_they_would_be_and_who_looks_for_a_partner() -> None:
    league = entered(of_actions(league_rules(2, 2)), *NAMES)
    text = told(season_scene(league, season_of(league), NAMES, {}))
    assert "Division 1, as things are: Aja, Malik\nDivision 2, as things are: Nivi, Inuk" in text
    pairs = entered(of_actions(league_rules(2, 2, cup=CUP._replace(entrants=EntrantKind.PAIRS))), "p0")
    text = told(season_scene(pairs, season_of(pairs), NAMES, {}))
    assert "Looking for a partner: Aja" in text
    assert "as things are" not in text


def test_the_first_sign_up_tells_what_is_played() -> None:
    league = of_actions(league_rules(8, 6, cup=CUP._replace(round_time=7 * DAY, hands=3, pace="day")))
    text = told(season_scene(league, season_of(league), NAMES, {}))
    assert "Divisions of 8, 6 · 3 hands a match · A turn: a day · A round: 1 week" in text


def test_a_season_names_its_divisions_and_when_rounds_open() -> None:
    league = entered(of_actions(league_rules(2, 2, cup=CUP._replace(round_time=7 * DAY))), *NAMES)
    league = then(league, StartSeason(None, SMALL, NOW * 1000), NoteDivision(0, 1), NoteDivision(1, 2))
    text = told(season_scene(league, season_of(league), NAMES, {}))
    assert "**Division 1**: Aja, Malik" in text
    assert f"The first round opens <t:{NOW}:F>. Each round has 1 week." in text


def test_those_without_a_place_are_told_so() -> None:
    league = entered(of_actions(league_rules(2)), "p0", "p1", "p2", "p3")
    assert "**4 are in** (room for 2) · 2 on the waiting list" in told(
        season_scene(league, season_of(league), NAMES, {})
    )
    league = then(league, StartSeason(None, SMALL[:1]), NoteDivision(0, 1))
    assert "There was no place for Nivi, Inuk this time." in told(season_scene(league, season_of(league), NAMES, {}))


def test_the_end_names_winners_and_who_goes_up_and_down() -> None:
    league = closed(small(), (("p1", "p0"), ("p3", "p2")))
    text = told(end_scene(league, season_of(league), NAMES, {}))
    assert "**Malik** has won division 1" in text
    assert "Up to division 1: Inuk" in text
    assert "Down to division 2: Aja" in text


def test_the_end_says_so_if_nobody_has_won_a_division() -> None:
    tables = (("p1", "p0"), ("p3", "p2"))
    league = then(small(), CloseSeason(None, tables, "", ("p1", "")))
    text = told(end_scene(league, season_of(league), NAMES, {}))
    assert "**Malik** has won division 1" in text
    assert "Nobody has won division 2." in text
    assert "Up to" not in text
    assert "Inuk" not in text


def test_while_nothing_is_decided_nobody_is_said_to_go_up_or_down() -> None:
    cups = {1: started(rules(Format.ROUND_ROBIN), 2), 2: started(rules(Format.ROUND_ROBIN), 2)}
    lines = division_lines(small(), season_of(small()), NAMES, cups)
    assert {line.move for division in lines for line in division} == {LeagueMove.STAYS}


def test_nobody_has_won_a_series_without_points() -> None:
    cup = started(rules(rounds=1), 2)
    league = then(of_actions(series_rules()), AddCup(ORGANISER, 1), CloseSeason(None, (("p0", "p1"),)))
    assert "Nobody has won." in told(end_scene(league, season_of(league), NAMES, {1: cup}))


def test_all_who_are_level_have_won_a_series() -> None:
    cup = after(started(rules(rounds=1), 2), PairRound(((0, 1),), NOW, "seed"), DecideMatch(1, (9, 9)))
    league = then(of_actions(series_rules()), AddCup(ORGANISER, 1), CloseSeason(None, (("p0", "p1"),)))
    text = told(end_scene(league, season_of(league), NAMES, {1: cup}))
    assert "**Aja** has won." in text
    assert "**Malik** has won." in text


def test_standings_show_a_division_a_page_and_ones_own_first() -> None:
    league = small()
    scene = standings_scene(league, season_of(league), NAMES, {}, None, "p3")
    assert (scene.division, scene.page, scene.pages) == (2, 1, 2)
    assert [line.own for line in scene.lines] == [False, True]
    assert [line.move for line in scene.lines] == [LeagueMove.UP, LeagueMove.STAYS]
    assert verbs(scene) == ["league-standings", "cup-standings", "league-export"]


def test_large_divisions_fill_several_pages_and_nobody_is_lost() -> None:
    league = running(24, 40)
    season, cups = season_of(league), cups_of(league)
    pages = [standings_scene(league, season, called(), cups, page) for page in range(4)]
    assert {page.pages for page in pages} == {4}
    assert sum(len(page.lines) for page in pages) == 40


def test_a_series_shows_points_of_each_cup_and_its_rule() -> None:
    league = series()
    scene = standings_scene(league, season_of(league), called(), {1: cup_of(6), 2: cup_of(4)})
    text = told(scene)
    assert "added up" in text
    assert " + –" in text
    assert "If people are tied, their best single cups decide" in text
    assert told(standings_scene(league, season_of(league), {}, {})).endswith("Nobody has played yet.")


@BOTH
def test_a_season_of_usual_size_has_no_more_than_sixty_words_beside_the_names_of_who_is_in(reader: object) -> None:
    for league in (signing_up(4, 8), running(4, 8)):
        scene = replace(season_scene(league, season_of(league), NAMES, {}), planned=())
        assert words(scene, reader) <= MOST_WORDS  # type: ignore[arg-type]


def test_names_that_look_alike_are_told_apart() -> None:
    lines = division_lines(small(), season_of(small()), {"p0": "Aja", "p1": "Aja"}, {})
    assert [line.name.alike for line in lines[0]] == [True, True]


def test_files_have_every_place_and_all_seasons() -> None:
    league = closed(small(), (("p1", "p0"), ("p3", "p2")))
    table, everything = league_files(league, season_of(league), {**NAMES, "p1": "=1+1"}, {}, in_language("en"))
    found = list(csv.DictReader(StringIO(table.text.removeprefix("\ufeff"))))
    assert [(row["division"], row["name"], row["moves"]) for row in found] == [
        ("1", "'=1+1", "stays"),
        ("1", "Aja", "down"),
        ("2", "Inuk", "up"),
        ("2", "Nivi", "stays"),
    ]
    read = json.loads(everything.text)
    assert (read["name"], [season["stage"] for season in read["seasons"]]) == ("Winter", ["ended"])
    assert [[line["place"] for line in of] for of in read["seasons"][0]["divisions"]] == [[1, 2], [1, 2]]
    assert read["rules"]["entrants"] == "singles"


def test_files_of_a_league_of_pairs_name_the_people_of_each_entrant() -> None:
    league = pairs()
    *_, everything = league_files(league, season_of(league), NAMES, {}, in_language("en"))
    read = json.loads(everything.text)
    assert read["rules"]["entrants"] == "pairs"
    entrants = [line["entrant"] for line in read["seasons"][0]["divisions"][0][:2]]
    assert entrants == [
        {"name": "Aja & Malik", "people": ["Aja", "Malik"]},
        {"name": "Nivi & Inuk", "people": ["Nivi", "Inuk"]},
    ]


# The messages of a cup


def keys(league: League) -> list[str]:
    return [post.key for post in league_posts(league)]


def test_each_season_has_a_message_and_each_end_and_one_that_was_undone_goes() -> None:
    league = closed(small())
    ended = season_of(league).closed
    assert keys(league) == ["season.2", f"end.{ended}"]
    again = then(league, OpenSeason(None, 9))
    assert keys(again) == ["season.2", f"end.{ended}", f"season.{ended + 1}"]


@pytest.mark.parametrize("by", [None, "somebody"])
def test_a_message_follows_its_season_until_the_season_after_the_next(by: str | None) -> None:
    league = small()
    for _ in range(2):
        league = then(league, CloseSeason(by, season_of(league).divisions, "Rain"), OpenSeason(None, 9))
        league = then(entered(league, *NAMES), StartSeason(None, SMALL), NoteDivision(0, league.seq + 5))
    first, *others = (post for post in league_posts(league) if post.kind == "season")
    assert first.seq == league.seasons[2].since
    assert {post.seq for post in others} == {league.seq}
