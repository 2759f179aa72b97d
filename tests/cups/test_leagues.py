"""Leagues: seasons, places kept, promotion and relegation, as values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cups.cup import Cup
from bot.cups.cup_actions import CancelCup, DecideMatch, EndCup
from bot.cups.cup_rules import CupRules, EntrantKind, Format
from bot.cups.entering import with_entrant
from bot.cups.leagues import divisions, fold, league_actions, league_rules
from bot.cups.leagues.league import LEAGUE_HANDLERS, League, LeagueStage, SeasonStage
from bot.cups.leagues.league_actions import (
    AddCup,
    AgreeSeasonPartner,
    AskSeasonPartner,
    CancelSeason,
    CloseSeason,
    CreateLeague,
    EndLeague,
    EnterSeason,
    LeagueAction,
    LeaveSeason,
    NoteDivision,
    OpenSeason,
    ReopenSeason,
    StartSeason,
    Tables,
)
from bot.cups.leagues.league_rules import LeagueRules
from bot.cups.leagues.league_service import due_at, read_rows
from bot.cups.leagues.season_standings import close_season, is_played, series_standings, tables_of
from bot.cups.notices import CupRefusal, LeagueRefusal
from bot.cups.standings import standings
from bot.runtime.times import DAY, HOUR
from bot.store import CupActionRow
from rules.core.contract import Fact
from tests.cups.cups import ORGANISER, after, decided, paired, rules, started
from tests.cups.leagues import CUP, PEOPLE, begun, closed, entered, of_actions, refused, season_of, series_rules, then
from tests.cups.leagues import league_rules as of_divisions


def test_the_best_go_up_and_the_last_go_down() -> None:
    tables = (("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j"))
    assert [(one.entrant, one.to, one.up) for one in divisions.movements(tables, 1)] == [
        ("e", 0, True),
        ("d", 1, False),
        ("i", 1, True),
        ("h", 2, False),
    ]
    assert divisions.kept_places(tables, 1) == (("a", "b", "c", "e"), ("f", "g", "i", "d"), ("j", "h"))


def test_a_place_that_is_not_taken_up_goes_to_the_next_of_the_division_below() -> None:
    order = divisions.kept_places((("a", "b", "c"), ("d", "e", "f")), 1)
    found = divisions.places(order, ("new", "f", "e", "d", "a", "c"), (3, 3))
    assert found.divisions == (("a", "d", "e"), ("f", "c", "new"))


def test_new_entrants_come_last_and_in_the_order_of_sign_up() -> None:
    found = divisions.places((("a", "b"),), ("x", "b", "y", "a", "z"), (2, 2))
    assert found == divisions.Places((("a", "b"), ("x", "y")), ("z",))


def test_nobody_plays_alone_in_a_division() -> None:
    assert divisions.places((), ("x", "y", "z"), (2, 2)) == divisions.Places((("x", "y"),), ("z",))


def test_a_season_goes_from_sign_up_to_the_places_of_the_next() -> None:
    league = begun(entered(of_actions(of_divisions(2, 2)), *PEOPLE[:4]))
    assert season_of(league).cups == (1, 2)
    league = closed(league, (("p1", "p0"), ("p3", "p2")))
    assert league.kept_places == (("p1", "p3"), ("p2", "p0"))
    league = entered(then(league, OpenSeason(None, 9)), "p9", "p0", "p2", "p1")
    assert league.places(season_of(league)).divisions == (("p1", "p2"), ("p0", "p9"))


def test_a_season_that_is_opened_again_gives_back_its_places() -> None:
    league = closed(begun(entered(of_actions(of_divisions(2, 2)), *PEOPLE[:4])), (("p1", "p0"), ("p3", "p2")))
    league = then(entered(then(league, OpenSeason(None, 9)), "p1"), ReopenSeason())
    assert league.running_season is league.seasons[0]
    assert refused(league, StartSeason(None, (("p1", "p3"),))) is LeagueRefusal.SEASON_GOES_ON
    league = closed(league, (("p0", "p1"), ("p3", "p2")))
    assert league.kept_places == (("p0", "p3"), ("p2", "p1"))
    assert season_of(league).entrants == ("p1",)


def test_a_cancelled_season_keeps_the_places_of_the_one_before() -> None:
    league = closed(begun(entered(of_actions(of_divisions(2, 2)), *PEOPLE[:4])))
    before = league.kept_places
    league = then(league, OpenSeason(None, 9), CancelSeason(None, "too-few"))
    assert (league.kept_places, due_at(league)) == (before, None)
    assert season_of(then(league, OpenSeason(ORGANISER, 9))).number == 3


REFUSED: list[tuple[LeagueAction, LeagueRefusal]] = [
    (OpenSeason(ORGANISER), LeagueRefusal.SEASON_GOES_ON),
    (EnterSeason("p0"), LeagueRefusal.ENTERED),
    (LeaveSeason("p9"), LeagueRefusal.NOT_ENTERED),
    (AskSeasonPartner("p0", "p1"), LeagueRefusal.NO_PAIRS),
    (StartSeason(None, (("p0",),)), LeagueRefusal.TOO_FEW),
    (StartSeason(None, (("p0", "p0"),)), LeagueRefusal.BAD_TABLES),
    (StartSeason(None, (("p0", "p9"),)), LeagueRefusal.BAD_TABLES),
    (NoteDivision(0, 5), LeagueRefusal.NO_SEASON),
    (AddCup(ORGANISER, 5), LeagueRefusal.NO_SERIES),
    (CloseSeason(None, ()), LeagueRefusal.NO_SEASON),
    (ReopenSeason(), LeagueRefusal.NOT_CLOSED),
]


@pytest.mark.parametrize(("action", "why"), REFUSED)
def test_what_cannot_be_done_while_people_sign_up_is_refused(action: LeagueAction, why: LeagueRefusal) -> None:
    assert refused(entered(of_actions(of_divisions()), "p0", "p1"), action) is why


def test_a_running_season_takes_nobody_and_closes_with_its_own_people_only() -> None:
    league = begun(entered(of_actions(of_divisions()), "p0", "p1"))
    assert refused(league, EnterSeason("p2")) is LeagueRefusal.NOT_SIGNING_UP
    assert refused(league, LeaveSeason("p0")) is LeagueRefusal.NOT_SIGNING_UP
    assert refused(league, NoteDivision(0, 5)) is LeagueRefusal.WRONG_CUP
    assert refused(league, CloseSeason(None, (("p0", "p2"),))) is LeagueRefusal.BAD_TABLES
    assert refused(league, CloseSeason(ORGANISER, (("p1", "p0"),))) is CupRefusal.NO_REASON


def test_a_league_that_has_ended_changes_no_more() -> None:
    league = then(entered(of_actions(of_divisions()), "p0"), EndLeague(ORGANISER, "Spring"))
    assert (league.stage, season_of(league).stage) == (LeagueStage.OVER, SeasonStage.CANCELLED)
    assert refused(league, OpenSeason(ORGANISER)) is LeagueRefusal.OVER


BAD: list[tuple[LeagueRules, object]] = [
    (of_divisions()._replace(name=" "), CupRefusal.NO_NAME),
    (of_divisions()._replace(sizes=()), LeagueRefusal.BAD_SIZES),
    (of_divisions(4, 1), LeagueRefusal.BAD_SIZES),
    (of_divisions(30), LeagueRefusal.BAD_SIZES),
    (of_divisions(*[4] * 11), LeagueRefusal.TOO_MANY_DIVISIONS),
    (of_divisions(8, 4, moves=3), LeagueRefusal.BAD_MOVES),
    (of_divisions(cup=CupRules("", rounds=1, hands=20, round_time=60_000)), CupRefusal.ROUND_TOO_SHORT),
]


@pytest.mark.parametrize(("given_rules", "why"), BAD)
def test_impossible_rules_are_refused(given_rules: LeagueRules, why: object) -> None:
    found = league_rules.invalid(given_rules)
    assert isinstance(found, Fact)
    assert found.kind is why


def test_seasons_start_a_whole_number_of_rounds_after_the_first() -> None:
    weekly = of_divisions(start=1000 * DAY, cup=CupRules("", round_time=7 * DAY))
    assert weekly.season_start(5) == 1000 * DAY
    assert weekly.season_start(1000 * DAY + 1) == 1007 * DAY
    assert weekly.season_start(1014 * DAY) == 1014 * DAY
    assert of_divisions().season_start(5) == 5


def test_every_action_is_read_as_it_was_written_and_has_a_handler() -> None:
    actions: list[LeagueAction] = [
        CreateLeague(ORGANISER, of_divisions(4, 4, start=5)),
        OpenSeason(None, 7),
        EnterSeason("p0"),
        LeaveSeason("p0"),
        AskSeasonPartner("p0", "p1"),
        AgreeSeasonPartner("p1", "p0"),
        StartSeason(ORGANISER, (("p0", "p1"), ("p2", "p3")), 9),
        NoteDivision(1, 4),
        AddCup(ORGANISER, 4),
        CloseSeason(ORGANISER, (("p0",),), "Rain"),
        ReopenSeason(),
        CancelSeason(None, "too-few"),
        EndLeague(ORGANISER, "Sun"),
    ]
    assert {type(one) for one in actions} == {CreateLeague, *LEAGUE_HANDLERS}
    for seq, action in enumerate(actions, 1):
        verb, body = league_actions.write(action)
        (entry,) = read_rows([CupActionRow(seq, 5, verb, body, body.pop("reason", ""))])
        assert entry.action == action


# Properties

SIZES = st.lists(st.integers(2, 5), min_size=1, max_size=4)


@given(SIZES, st.integers(0, 2), st.data())
def test_divisions_stay_full_and_everybody_is_in_exactly_one_over_many_seasons(
    sizes: list[int], moves: int, data: st.DataObject
) -> None:
    league = of_actions(of_divisions(*sizes, moves=min(moves, min(sizes) // 2)))
    for season in range(3):
        people = data.draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=20, unique=True))
        league = begun(entered(league, *people), 10 * season)
        _check_divisions(league, people, sizes)
        before = league
        tables = tuple(tuple(data.draw(st.permutations(one))) for one in season_of(league).divisions)
        league = closed(league, tables)
        _check_kept(league.kept_places, tables)
        assert fold.fold_record(1, league.record) == league
        assert then(league, ReopenSeason()).running_season == before.running_season
        league = then(league, OpenSeason(None))


def _check_divisions(league: League, people: list[str], sizes: list[int]) -> None:
    season = season_of(league)
    placed = [person for division in season.divisions for person in division]
    waiting = league.places(season).waiting
    assert sorted([*placed, *waiting]) == sorted(people)
    lengths = [len(division) for division in season.divisions]
    assert lengths[:-1] == sizes[: len(lengths) - 1]
    assert 2 <= lengths[-1] <= sizes[len(lengths) - 1]
    assert len(waiting) <= 1 or len(lengths) == len(sizes)


def _check_kept(kept: Tables, tables: Tables) -> None:
    assert [len(one) for one in kept] == [len(one) for one in tables]
    assert sorted(person for one in kept for person in one) == sorted(person for one in tables for person in one)
    for at, table in enumerate(tables):
        assert set(table) <= {person for near in kept[max(0, at - 1) : at + 2] for person in near}


@given(st.permutations(PEOPLE[:6]), st.sets(st.sampled_from(PEOPLE[:6])))
def test_who_keeps_their_place_never_falls_because_others_do_not(order: list[str], gone: set[str]) -> None:
    kept: Tables = (tuple(order[:3]), tuple(order[3:]))
    there = [person for person in order if person not in gone]
    for at, division in enumerate(divisions.places(kept, [*there, "x", "y"], (3, 3)).divisions):
        for person in division:
            assert person in ("x", "y") or person in kept[at] or person in kept[at + 1]


# Cups of a season


def played(size: int, *, best: int = 0) -> Cup:
    """A round robin of the people p0, p1, …, of whom one wins everything, and else the first of a match."""
    cup = started(rules(rounds=3, least=2), size)
    for _ in range(3):
        cup = paired(cup)
        for match in cup.open_matches:
            wins = best if best in match.entrants else match.entrants[0]
            cup = decided(cup, match, *(9 if number == wins else 3 for number in match.entrants))
    return cup


def test_tables_follow_the_standings_of_cups_and_who_is_not_in_them_comes_last() -> None:
    cup = played(4, best=2)
    league = begun(entered(of_actions(of_divisions(5)), *(f"p{number}" for number in range(4)), "late"))
    order = [cup.entrants[one.entrant].people[0] for one in standings(cup)]
    assert tables_of(league, season_of(league), {1: cup}) == ((*order, "late"),)
    assert order[0] == "p2"


def unplayed(size: int) -> Cup:
    """A round robin to which nobody came."""
    cup = started(rules(Format.ROUND_ROBIN), size)
    while len(cup.rounds) < cup.total_rounds:
        cup = paired(cup)
        for match in cup.open_matches:
            cup = after(cup, DecideMatch(match.number, (0, 0), match.entrants, ("both-absent", "both-lose")))
    return after(cup, EndCup())


def two_divisions(**others: object) -> League:
    """A season with p0 and p1 in the first division, p2 and p3 in the second; their cups are numbered from 1."""
    return begun(entered(of_actions(of_divisions(2, 2, moves=1, **others)), *PEOPLE[:4]))


def people_of_second(cup: Cup) -> Cup:
    """The cup of two with the people of the second division."""
    for one in cup.entrants:
        cup = with_entrant(cup, one._replace(people=(f"p{one.number + 2}",)))
    return cup


@pytest.mark.parametrize("unplayed_division", [0, 1])
def test_nobody_wins_a_division_to_which_nobody_came_and_nobody_goes_up_or_down(unplayed_division: int) -> None:
    league = two_divisions()
    cups = [played(2), people_of_second(played(2))]
    if unplayed_division:
        cups[1] = people_of_second(unplayed(2))
    else:
        cups[0] = unplayed(2)
    end = close_season(league, season_of(league), {1: cups[0], 2: cups[1]})
    assert end.winners is not None
    assert [bool(won) for won in end.winners] == [number != unplayed_division for number in range(2)]
    league = then(league, end)
    assert [set(division) for division in league.kept_places] == [{"p0", "p1"}, {"p2", "p3"}]
    assert then(league, ReopenSeason()).kept_places == ()


def test_the_winner_of_a_division_goes_up_where_both_were_played() -> None:
    league = two_divisions()
    league = then(
        league, close_season(league, season_of(league), {1: played(2, best=1), 2: people_of_second(played(2))})
    )
    assert season_of(league).winners == ("p1", "p2")
    assert league.kept_places == (("p1", "p2"), ("p3", "p0"))


def test_an_end_from_before_winners_were_kept_moves_people_by_their_places() -> None:
    assert closed(two_divisions()).kept_places == (("p0", "p2"), ("p3", "p1"))


def test_a_winner_has_to_be_in_the_division() -> None:
    league = two_divisions()
    tables = season_of(league).divisions
    assert refused(league, CloseSeason(None, tables, "", ("p2", ""))) is LeagueRefusal.BAD_TABLES
    assert refused(league, CloseSeason(None, tables, "", ("p0",))) is LeagueRefusal.BAD_TABLES


def test_byes_in_a_cup_to_which_nobody_came_bring_nothing_in_a_series() -> None:
    cup = paired(started(rules(rounds=1), 3))
    (match,) = cup.open_matches
    cup = after(cup, DecideMatch(match.number, (0, 0), match.entrants, ("both-absent", "both-lose")))
    assert [one.points for one in series_standings([cup])] == [0, 0, 0]


def test_a_season_is_over_when_all_its_cups_are() -> None:
    league = begun(entered(of_actions(of_divisions(2, 2)), *PEOPLE[:4]))
    running, over = played(4), after(played(4), CancelCup(ORGANISER, "Rain"))
    assert not is_played(league, season_of(league), {1: running, 2: over})
    assert is_played(league, season_of(league), {1: over, 2: over})


def test_a_series_is_summed_and_ties_go_to_the_best_single_cups_then_to_the_last_one() -> None:
    first, second = played(4, best=0), played(4, best=1)
    found = series_standings([first, second])
    by_person = {one.person: one for one in found}
    assert by_person["p0"].points == sum(
        (one.points for cup in (first, second) for one in standings(cup) if one.entrant == 0), Fraction(0)
    )
    ranked = [(one.points, sorted(filter(None, one.earned), reverse=True)) for one in found]
    assert ranked == sorted(ranked, reverse=True)


def test_a_series_adds_up_cups_of_threes_with_their_shared_points() -> None:
    cups = [paired(started(rules(kind=EntrantKind.THREES, rounds=1), 3)) for _ in range(2)]
    scores = ({0: 9, 1: 5, 2: 2}, {0: 4, 1: 9, 2: 4})
    played_out = [
        decided(cup, match, *(by_entrant[one] for one in match.entrants))
        for cup, by_entrant in zip(cups, scores, strict=True)
        for match in cup.open_matches
    ]
    found = [(one.person, one.points) for one in series_standings(played_out)]
    assert found == [("p1", Fraction(4)), ("p0", Fraction(7, 2)), ("p2", Fraction(1, 2))]


def test_divisions_of_threes_are_refused_and_a_series_of_them_is_not() -> None:
    threes = CUP._replace(format=Format.SWISS, entrants=EntrantKind.THREES)
    why = league_rules.invalid(of_divisions(6, cup=threes))
    assert why is not None
    assert why.kind is LeagueRefusal.NO_THREES
    assert league_rules.invalid(series_rules()._replace(cup=threes)) is None


def test_cancelled_cups_count_nothing_in_a_series() -> None:
    cup = played(4)
    cancelled = after(cup, CancelCup(ORGANISER, "Rain"))
    assert series_standings([cup, cancelled]) == series_standings([cup])
    assert series_standings([]) == []


def test_a_series_takes_each_cup_once_and_as_many_as_it_has() -> None:
    league = then(of_actions(series_rules(2)), AddCup(ORGANISER, 5))
    assert refused(league, AddCup(ORGANISER, 5)) is LeagueRefusal.WRONG_CUP
    assert refused(league, EnterSeason("p0")) is LeagueRefusal.NO_DIVISIONS
    over = after(played(4), CancelCup(ORGANISER, "Rain"))
    assert not is_played(league, season_of(league), {5: over})
    league = then(league, AddCup(ORGANISER, 6))
    assert is_played(league, season_of(league), {5: over, 6: over})
    assert refused(league, AddCup(ORGANISER, 7)) is LeagueRefusal.WRONG_CUP


# A round a week


def test_rounds_open_on_their_day_and_late_ones_have_their_whole_time() -> None:
    weekly = CupRules("Winter", round_time=7 * DAY, first_round=100 * DAY)
    assert [weekly.opening(number) for number in (0, 2)] == [100 * DAY, 114 * DAY]
    assert weekly.deadline(0, 100 * DAY + 5) == 107 * DAY
    assert weekly.deadline(1, 108 * DAY) == 115 * DAY
    assert CupRules("Friday", round_time=HOUR).deadline(3, 5) == HOUR + 5
