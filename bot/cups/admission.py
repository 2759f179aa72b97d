"""Admission to cups and seasons: who may enter, what must hold when they do, and whom an act reaches."""

from __future__ import annotations

from collections.abc import Collection

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import Case, CupRules
from bot.cups.leagues import league_actions
from bot.cups.leagues.league_actions import LeagueAction
from bot.cups.notices import CupRefusal
from bot.ratings.service import NEUTRAL, PRIOR, Reliability, percent
from bot.store import Condition, Store, Unbanned, Unblocked
from bot.texts.notices import fact
from rules.core.contract import Fact


def role_refusal(rules: CupRules, roles: Collection[int]) -> Fact | None:
    """Return why a person with these roles may not enter; None: they may."""
    if not rules.roles or set(rules.roles) & set(roles):
        return None
    return fact(CupRefusal.ONLY_ROLES, roles=tuple(f"<@&{role}>" for role in rules.roles))


def is_high(least: int) -> bool:
    """Return whether only people who are known may meet this reliability, in percent: that of a new one is assumed."""
    return least >= percent(NEUTRAL)


def reliability_refusal(rules: CupRules, reliability: Reliability) -> Fact | None:
    """Return why a person of this reliability may not enter; None: they may."""
    least, share, known = rules.reliability, percent(reliability.share), reliability.known
    if is_high(least) and known < PRIOR and reliability.share >= NEUTRAL:
        return fact(CupRefusal.UNKNOWN, least=least, count=PRIOR - known, games=(rules.game,))
    if share < least:
        return fact(CupRefusal.UNRELIABLE, least=least, percent=share)
    return None


def entry_conditions(action: CupAction | LeagueAction, guild_id: int) -> tuple[Condition, ...]:
    """Return what must hold when an action of a cup or a league of this guild is stored."""
    match action:
        case cup_actions.AskPartner(person=""):  # whoever else looks for a partner
            return ()
        case cup_actions.JoinCup(by=by, partner=asked) | cup_actions.AskPartner(by=by, person=asked):
            return _request_conditions(by, asked, guild_id)
        case league_actions.AskSeasonPartner(by=by, person=asked):
            return _request_conditions(by, asked, guild_id)
        case cup_actions.AgreePartner(by=by):
            return (Unbanned(guild_id, (by,)),)
        case league_actions.EnterSeason(by=by) | league_actions.AgreeSeasonPartner(by=by):
            return (Unbanned(guild_id, (by,)),)
        case cup_actions.EnterLate(people=people):
            return (Unbanned(guild_id, tuple(people)),)
        case cup_actions.ReplacePartner(person=person):
            return (Unbanned(guild_id, (person,)),)
    return ()


def _request_conditions(by: str, asked: str, guild_id: int) -> tuple[Condition, ...]:
    """`asked`: who is to be the partner; "": nobody."""
    if not asked:
        return (Unbanned(guild_id, (by,)),)
    return (Unbanned(guild_id, (by, asked)), Unblocked(by, (asked,)), Unblocked(asked, (by,)))


async def barred_people(store: Store, guild_id: int, people: Collection[str]) -> dict[str, Case]:
    """Return which of these people (keys) may play no more in a guild: who is banned there, and who was erased."""
    known = await store.people(people)
    banned = dict.fromkeys(await store.banned_among(guild_id, people), Case.BANNED)
    return banned | {key: Case.ERASED for key in people if key not in known or known[key].discord_id is None}


def contacts_in_cup(cup: Cup, action: CupAction) -> tuple[str, ...]:
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


def contacts_in_league(action: LeagueAction) -> tuple[str, ...]:
    return (action.person,) if isinstance(action, league_actions.AskSeasonPartner) else ()


def _opponents(cup: Cup, person: str, number: int) -> tuple[str, ...]:
    match = cup.match(number)
    sides = () if match is None else [cup.entrants[entrant].people for entrant in match.entrants]
    return tuple(opponent for people in sides if person not in people for opponent in people)
