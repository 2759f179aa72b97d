"""Leagues of pairs: sign-up with a partner, and places that a pair keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cups import cup_actions
from bot.cups.cup_rules import EntrantKind
from bot.cups.leagues import fold
from bot.cups.leagues.divisions import everybody_in, places, share, together
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import (
    AgreeSeasonPartner,
    AskSeasonPartner,
    EnterSeason,
    LeagueAction,
    LeaveSeason,
    OpenSeason,
    StartSeason,
)
from bot.cups.leagues.season_standings import tables_of
from bot.cups.notices import CupRefusal, LeagueRefusal
from bot.cups.standings import standings
from tests.cups.cups import ORGANISER, after, decided, paired, rules, started
from tests.cups.leagues import CUP, PEOPLE, begun, closed, entered, league_rules, of_actions, refused, season_of, then

PAIRS = CUP._replace(entrants=EntrantKind.PAIRS)


def league_of_pairs(*sizes: int) -> League:
    return of_actions(league_rules(*sizes, cup=PAIRS))


def signed_up(league: League, *pairs: tuple[str, str]) -> League:
    for person, partner in pairs:
        asked = AskSeasonPartner(person, partner)
        league = then(league, EnterSeason(person), asked, AgreeSeasonPartner(partner, person))
    return league


def test_a_pair_is_in_when_the_partner_agrees() -> None:
    league = then(entered(league_of_pairs(2, 2), "a", "b"), AskSeasonPartner("a", "b"))
    assert league.complete(season_of(league)) == ()
    league = then(league, AgreeSeasonPartner("b", "a"))
    assert (season_of(league).entrants, season_of(league).partner_requests) == (("a+b",), ())


def test_who_asks_again_asks_in_place_of_before() -> None:
    league = then(entered(league_of_pairs(2, 2), "a"), AskSeasonPartner("a", "b"), AskSeasonPartner("a", "c"))
    assert refused(league, AgreeSeasonPartner("b", "a")) is CupRefusal.NOT_ASKED
    assert season_of(then(league, AgreeSeasonPartner("c", "a"))).entrants == ("a+c",)


def test_questions_to_somebody_who_has_found_a_partner_are_gone() -> None:
    league = entered(league_of_pairs(2, 2), "a", "b", "c")
    league = then(league, AskSeasonPartner("a", "c"), AskSeasonPartner("b", "c"), AskSeasonPartner("c", "b"))
    assert season_of(then(league, AgreeSeasonPartner("c", "a"))).partner_requests == ()


def test_whose_partner_leaves_stays_in_and_asks_another() -> None:
    league = then(signed_up(league_of_pairs(2, 2), ("a", "b")), LeaveSeason("a"))
    assert season_of(league).entrants == ("b",)
    league = then(league, AskSeasonPartner("b", "c"), AgreeSeasonPartner("c", "b"))
    assert season_of(league).entrants == ("b+c",)
    assert season_of(then(league, LeaveSeason("b"), LeaveSeason("c"))).entrants == ()


REFUSED: list[tuple[LeagueAction, object]] = [
    (EnterSeason("b"), LeagueRefusal.ENTERED),
    (AskSeasonPartner("x", "a"), LeagueRefusal.NOT_ENTERED),
    (AskSeasonPartner("c", "c"), CupRefusal.ASKED_THEMSELVES),
    (AskSeasonPartner("c", "b"), CupRefusal.HAS_PARTNER),
    (AskSeasonPartner("a", "c"), CupRefusal.HAS_PARTNER),
    (AgreeSeasonPartner("d", "a"), CupRefusal.NOT_ASKED),
    (StartSeason(None, (("a+b", "c"),)), LeagueRefusal.BAD_TABLES),
    (StartSeason(None, (("a", "b"),)), LeagueRefusal.BAD_TABLES),
]


@pytest.mark.parametrize(("action", "why"), REFUSED)
def test_what_is_no_pair_is_refused(action: LeagueAction, why: object) -> None:
    assert refused(entered(signed_up(league_of_pairs(2, 2), ("a", "b")), "c"), action) is why


def test_who_has_found_no_partner_does_not_play() -> None:
    league = begun(entered(signed_up(league_of_pairs(2), ("a", "b"), ("c", "d")), "e"))
    assert season_of(league).divisions == (("a+b", "c+d"),)


def test_pairs_go_up_and_down_and_either_partner_brings_another_to_the_same_place() -> None:
    pairs = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]
    league = closed(begun(signed_up(league_of_pairs(2, 2), *pairs)))
    assert league.kept_places == (("a+b", "e+f"), ("g+h", "c+d"))
    league = signed_up(then(league, OpenSeason(None, 9)), ("c", "d"), ("g", "h"), ("x", "f"), ("b", "y"))
    assert league.places(season_of(league)).divisions == (("b+y", "x+f"), ("g+h", "c+d"))


def test_of_two_partners_who_bring_others_the_first_to_sign_up_keeps_the_place() -> None:
    league = closed(begun(signed_up(league_of_pairs(2, 2), ("a", "b"), ("c", "d"))))
    league = signed_up(then(league, OpenSeason(None, 9)), ("b", "y"), ("a", "x"), ("d", "c"))
    assert league.places(season_of(league)).divisions == (("b+y", "d+c"),)
    assert league.places(season_of(league)).waiting == ("a+x",)


def test_a_pair_stands_where_its_place_in_the_cup_stands_also_with_another_partner() -> None:
    cup = started(rules(kind=EntrantKind.PAIRS, rounds=2, least=2), 4)
    for one in cup.complete[:1]:
        out, stays = one.people
        cup = after(cup, cup_actions.ReplacePartner(ORGANISER, out, "new", "Ill"))
    cup = paired(cup)
    for match in cup.open_matches:
        cup = decided(cup, match, 9, 3)
    pairs = [(out, stays), *((one.people[0], one.people[1]) for one in cup.complete[1:])]
    league = begun(signed_up(league_of_pairs(len(pairs)), *pairs))
    ranked = [cup.entrants[one.entrant].people for one in standings(cup)]
    (table,) = tables_of(league, season_of(league), {1: cup})
    assert [set(everybody_in([one])) & set(of) != set() for one, of in zip(table, ranked, strict=True)] == [True] * 4


# Properties

PAIRED = st.permutations(PEOPLE[:16]).map(lambda people: list(zip(people[::2], people[1::2], strict=True)))


@given(PAIRED, PAIRED, st.integers(2, 8), st.integers(2, 8))
def test_everybody_is_in_one_pair_in_one_division_and_a_place_goes_to_one_who_had_it(
    before: list[tuple[str, str]], now: list[tuple[str, str]], first: int, second: int
) -> None:
    league = closed(begun(signed_up(league_of_pairs(4, 4), *before[:first])))
    league = signed_up(then(league, OpenSeason(None, 9)), *now[:second])
    season, order = season_of(league), [one for table in league.kept_places for one in table]
    divisions, waiting = league.places(season)
    placed = [entrant for division in divisions for entrant in (*division,)] + list(waiting)
    assert sorted(everybody_in(placed)) == sorted(person for pair in now[:second] for person in pair)
    back = [any(share(one, old) for old in order) for one in placed]
    had = places((tuple(order),), [together(pair) for pair in now[:second]], (16,)).divisions
    assert [*had[0]] == placed
    assert back[0] or not any(back)
    assert fold.fold_record(1, league.record) == league
