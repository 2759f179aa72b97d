"""The people whom somebody reaches in a cup or a season: partners asked, opponents for whom times are proposed."""

from __future__ import annotations

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_actions import CupAction
from bot.cups.leagues.league_actions import AskSeasonPartner, LeagueAction


def reached_in_cup(cup: Cup, action: CupAction) -> tuple[str, ...]:
    """Return the keys of the people whom an action reaches."""
    match action:
        case cup_actions.JoinCup(partner=asked) | cup_actions.AskPartner(person=asked) if asked:
            return (asked,)
        case cup_actions.ProposeTimes(by=by, match=number) | cup_actions.PostponeMatch(by=by, match=number):
            return _opponents(cup, by, number)
        case cup_actions.EnterLate(people=people):
            return tuple(people)
        case cup_actions.ReplacePartner(person=person):
            return (person,)
    return ()


def reached_in_league(action: LeagueAction) -> tuple[str, ...]:
    return (action.person,) if isinstance(action, AskSeasonPartner) else ()


def _opponents(cup: Cup, person: str, number: int) -> tuple[str, ...]:
    match = cup.match(number)
    sides = () if match is None else [cup.entrants[one].people for one in match.entrants]
    return tuple(one for people in sides if person not in people for one in people)
