"""The people whom an act in a cup or a season reaches, so that it counts as a message to them."""

from __future__ import annotations

from bot.cups import cup_actions
from bot.cups.admission import contacts_in_cup, contacts_in_league
from bot.cups.leagues.league_actions import AskSeasonPartner, EnterSeason
from tests.cups.cups import paired, started
from tests.cups.running_cups import quick


def test_a_proposal_of_times_reaches_the_opponent_alone() -> None:
    cup = paired(started(quick(), 4))
    match = cup.rounds[0].matches[0]
    (mine,), (theirs,) = (cup.entrants[number].people for number in match.entrants)
    assert contacts_in_cup(cup, cup_actions.ProposeTimes(mine, match.number, (1,))) == (theirs,)
    assert contacts_in_cup(cup, cup_actions.PostponeMatch(theirs, match.number, ())) == (mine,)
    assert contacts_in_cup(cup, cup_actions.ProposeTimes(mine, 99, (1,))) == ()


def test_who_is_asked_to_be_a_partner_is_reached_and_who_looks_for_one_reaches_nobody() -> None:
    cup = started(quick(), 4)
    assert contacts_in_cup(cup, cup_actions.JoinCup("aja", "malik")) == ("malik",)
    assert contacts_in_cup(cup, cup_actions.AskPartner("aja", "malik")) == ("malik",)
    assert contacts_in_cup(cup, cup_actions.AskPartner("aja", "")) == ()
    assert contacts_in_league(AskSeasonPartner("aja", "malik")) == ("malik",)
    assert contacts_in_league(EnterSeason("aja")) == ()


def test_whom_an_organiser_seats_is_reached() -> None:
    cup = started(quick(), 4)
    assert contacts_in_cup(cup, cup_actions.EnterLate("organiser", ("aja",), "late")) == ("aja",)
    assert contacts_in_cup(cup, cup_actions.ReplacePartner("organiser", "aja", "malik", "ill")) == ("malik",)
