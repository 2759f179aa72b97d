"""The winners of a cup: nobody who is out, and nobody at all if nobody came."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import DecideMatch, EndCup, WithdrawEntrant
from bot.cups.cup_rules import EntrantKind, Format
from bot.cups.match_decisions import MatchSituation, decider, hindrances
from bot.cups.messages.cup_end import end_scene
from bot.cups.messages.cup_panel import panel_scene
from bot.cups.winners import podium, winners
from tests.cups.cups import after, decided, paired, past, rules, started


def out(cup: Cup, numbers: Iterable[int]) -> Cup:
    return after(cup, *(WithdrawEntrant(None, number, "") for number in numbers))


def hindered_decided(cup: Cup) -> Cup:
    """The cup after its rules have decided what nobody can play any more."""
    for one in list(hindrances(cup)):
        score = (0,) * len(one.match.entrants)
        cup = after(cup, decider(cup, 0).decide(MatchSituation(one.case, one.match, one.missing, 0, score)))
    return cup


def round_won(cup: Cup, *best: int) -> Cup:
    """The next round, in which the first of these who plays a match wins it."""
    cup = paired(cup)
    for match in cup.open_matches:
        won = next(one for one in best if one in match.entrants)
        cup = decided(cup, match, *(9 if one == won else 3 for one in match.entrants))
    return cup


def nobody_comes(cup: Cup) -> Cup:
    """The next round, in which both sides of each match are absent."""
    cup = paired(cup)
    for match in cup.open_matches:
        zero = (0,) * len(match.entrants)
        cup = after(cup, DecideMatch(match.number, zero, match.people, ("both-absent", "both-lose")))
    return cup


def names(cup: Cup) -> dict[str, str]:
    return {person: person for one in cup.entrants for person in one.people}


def assert_nobody_won(cup: Cup) -> None:
    cup = after(cup, EndCup())
    assert winners(cup) == ()
    assert panel_scene(cup, names(cup)).winners == ()
    assert end_scene(cup, names(cup)).winners == ()
    assert past(cup, names(cup)).winners == ()


FINALISTS = (0, 1, 2, 3)


def before_the_final() -> Cup:
    return round_won(started(rules(Format.KNOCK_OUT), 4), *FINALISTS)


def test_a_knock_out_whose_finalists_are_both_out_before_the_final_has_no_winner() -> None:
    assert_nobody_won(out(before_the_final(), (0, 1)))


def test_a_knock_out_whose_finalists_are_both_out_during_the_final_has_no_winner() -> None:
    assert_nobody_won(hindered_decided(out(paired(before_the_final()), (0, 1))))


def test_a_knock_out_to_whose_final_nobody_came_has_no_winner() -> None:
    assert_nobody_won(nobody_comes(before_the_final()))


def test_the_finalist_who_is_left_has_won_a_knock_out() -> None:
    cup = after(paired(out(before_the_final(), (0,))), EndCup())
    assert winners(cup) == ("p1",)


def test_the_last_one_who_is_in_has_won_only_if_they_were_not_beaten() -> None:
    assert winners(after(out(before_the_final(), (0, 2, 3)), EndCup())) == ("p1",)
    assert_nobody_won(out(before_the_final(), (0, 1, 2)))


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN])
def test_a_cup_from_which_all_withdrew_has_no_winner(chosen: Format) -> None:
    assert_nobody_won(out(round_won(started(rules(chosen), 4), *range(4)), range(4)))


@pytest.mark.parametrize("chosen", [Format.SWISS, Format.ROUND_ROBIN])
@pytest.mark.parametrize("size", [4, 3])
def test_a_cup_to_which_nobody_came_has_no_winner_whoever_had_byes(chosen: Format, size: int) -> None:
    cup = started(rules(chosen, rounds=3), size)
    for _ in range(3):
        cup = nobody_comes(cup)
    assert_nobody_won(cup)


def test_threes_to_which_nobody_came_have_no_winner() -> None:
    assert_nobody_won(nobody_comes(started(rules(kind=EntrantKind.THREES, rounds=1), 4)))


def test_a_knock_out_after_a_swiss_whose_finalists_did_not_come_has_no_winner() -> None:
    cup = round_won(started(rules(Format.SWISS_KNOCK_OUT, rounds=1), 4), *range(4))
    assert_nobody_won(nobody_comes(cup))


def test_the_best_of_those_who_are_left_has_won_and_the_podium_begins_there() -> None:
    cup = started(rules(rounds=1), 4)
    cup = out(round_won(cup, 0, 1), (0,))
    best = podium(cup, 3)
    assert [one.place for one in best] == [1, 2, 3]
    assert (best[0].entrant, {one.entrant for one in best[1:]}) == (1, {2, 3})
    assert winners(after(cup, EndCup())) == ("p1",)


def test_a_beaten_finalist_who_goes_is_second_all_the_same() -> None:
    cup = out(round_won(before_the_final(), 0), (1,))
    assert [one.entrant for one in podium(cup, 2)] == [0, 1]
    assert after(cup, EndCup()).stage is CupStage.ENDED
