"""One person's changes of one record are limited, and say so; whoever is in can always leave."""

from __future__ import annotations

from bot.cups import cup_actions, fold
from bot.cups.change_limits import MOST_SIGN_UPS, MOST_TIMES, MOST_UNDOS
from bot.cups.cup import Cup
from bot.cups.cup_actions import AskPartner, JoinCup, LeaveCup, ProposeTimes
from bot.cups.cup_rules import EntrantKind
from bot.cups.leagues import fold as league_fold
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import CancelSeason, EnterSeason, LeaveSeason, OpenSeason
from tests.cups.cups import ORGANISER, after, joined, new, paired, refusal, rules, started
from tests.cups.leagues import entered, league_rules, of_actions, refused, season_of, then

PRESSES = 8_000
IN_AND_OUT: list[cup_actions.CupAction] = [JoinCup("p0"), LeaveCup("p0")]


def pressed(cup: Cup, *presses: cup_actions.CupAction) -> Cup:
    """The cup after presses, of which some are refused."""
    for press in presses:
        done = fold.do(cup, press)
        cup = done if isinstance(done, Cup) else cup
    return cup


def test_whoever_presses_join_and_leave_for_hours_leaves_a_short_record_and_is_out() -> None:
    cup = new(rules())
    cup = pressed(cup, *IN_AND_OUT * (PRESSES // 2))
    assert cup.seq == 1 + 2 * MOST_SIGN_UPS
    assert refusal(cup, JoinCup("p0")) == "TOO_MANY_SIGN_UPS"
    assert after(cup, JoinCup("p1")).entrant_of("p1") is not None


def test_whoever_has_joined_for_the_last_time_can_leave() -> None:
    cup = after(new(rules()), *IN_AND_OUT * (MOST_SIGN_UPS - 1), JoinCup("p0"))
    assert after(cup, LeaveCup("p0")).entrant_of("p0") is None


def test_requests_for_partners_count_as_sign_ups() -> None:
    cup = joined(rules(kind=EntrantKind.PAIRS), 2)
    cup = pressed(after(cup, JoinCup("x")), *[AskPartner("x", "y"), AskPartner("x", "z")] * MOST_SIGN_UPS)
    assert cup.seq == 6 + MOST_SIGN_UPS - 1
    assert refusal(cup, AskPartner("x", "y")) == "TOO_MANY_SIGN_UPS"


def test_a_record_in_which_somebody_did_more_than_is_allowed_now_folds() -> None:
    created = cup_actions.CreateCup(ORGANISER, rules())
    assert fold.fold_actions(1, [created, *IN_AND_OUT * 50]).seq == 101


def test_times_are_proposed_twenty_times_in_a_match_and_again_in_the_next() -> None:
    cup = paired(started(rules(appointments=True), 4))
    proposal = ProposeTimes(cup.entrants[cup.rounds[0].matches[0].people[0]].people[0], 1, (500,))
    cup = pressed(cup, *[proposal] * (2 * MOST_TIMES))
    assert refusal(cup, proposal) == "TOO_MANY_TIME_CHANGES"
    assert refusal(cup, proposal._replace(match=2)) == "NOT_YOUR_MATCH"


def test_a_hundred_acts_of_a_cup_are_undone() -> None:
    cup = joined(rules(), 2)
    for _ in range(MOST_UNDOS):
        cup = after(cup, cup_actions.Announce(ORGANISER, "hello"))
        cup = after(cup, cup_actions.UndoAct(ORGANISER, cup.seq, "wrong"))
    cup = after(cup, cup_actions.Announce(ORGANISER, "hello"))
    assert refusal(cup, cup_actions.UndoAct(ORGANISER, cup.seq, "wrong")) == "TOO_MANY_UNDONE"


def entered_and_left(league: League, times: int) -> League:
    for _ in range(times):
        for action in (EnterSeason("p0"), LeaveSeason("p0")):
            done = league_fold.do(league, action)
            league = done if isinstance(done, League) else league
    return league


def test_a_season_is_entered_twenty_times_and_the_next_one_again() -> None:
    league = entered_and_left(of_actions(league_rules()), PRESSES // 2)
    assert league.seq == 2 + 2 * MOST_SIGN_UPS
    assert str(refused(league, EnterSeason("p0"))) == "too-many-sign-ups"
    assert season_of(entered(league, "p1")).entrants == ("p1",)
    again = then(league, CancelSeason(ORGANISER, "too few"), OpenSeason(ORGANISER))
    assert season_of(entered(again, "p0")).entrants == ("p0",)
