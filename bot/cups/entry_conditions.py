"""Conditions under which people enter a cup or a season: nobody who is banned, and no partner who was blocked."""

from __future__ import annotations

from bot.cups import cup_actions
from bot.cups.cup_actions import CupAction
from bot.cups.leagues import league_actions
from bot.cups.leagues.league_actions import LeagueAction
from bot.store import Condition, Unbanned, Unblocked


def to_enter(action: CupAction | LeagueAction, guild_id: int) -> tuple[Condition, ...]:
    """Return what must hold when an action of a cup or a league of this guild is stored."""
    match action:
        case cup_actions.AskPartner(person=""):  # whoever else looks for a partner
            return ()
        case cup_actions.JoinCup(by=by, partner=asked) | cup_actions.AskPartner(by=by, person=asked):
            return _asking(by, asked, guild_id)
        case league_actions.AskSeasonPartner(by=by, person=asked):
            return _asking(by, asked, guild_id)
        case cup_actions.AgreePartner(by=by):
            return (Unbanned(guild_id, (by,)),)
        case league_actions.EnterSeason(by=by) | league_actions.AgreeSeasonPartner(by=by):
            return (Unbanned(guild_id, (by,)),)
        case cup_actions.EnterLate(people=people):
            return (Unbanned(guild_id, tuple(people)),)
        case cup_actions.ReplacePartner(person=person):
            return (Unbanned(guild_id, (person,)),)
    return ()


def _asking(by: str, asked: str, guild_id: int) -> tuple[Condition, ...]:
    """`asked`: who is to be the partner; "": nobody."""
    if not asked:
        return (Unbanned(guild_id, (by,)),)
    return (Unbanned(guild_id, (by, asked)), Unblocked(by, (asked,)), Unblocked(asked, (by,)))
