"""Entrants who leave a running cup, come in late, or take the place of a partner."""

from __future__ import annotations

from dataclasses import replace

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage, Match, handles
from bot.cups.cup_notices import CupRefusal
from bot.cups.cup_rules import Case
from bot.cups.entrants import Entrant, EntrantState
from bot.cups.signing_up import new_person, with_entrant
from bot.texts.notices import fact
from rules.core.contract import Fact

RUNNING = CupStage.RUNNING


@handles(cup_actions.WithdrawEntrant, RUNNING)
def _withdraw(cup: Cup, action: cup_actions.WithdrawEntrant) -> Cup | Fact:
    if not 0 <= action.entrant < len(cup.entrants):
        return fact(CupRefusal.NOT_ENTERED)
    entrant, case = cup.entrants[action.entrant], Case(action.case)
    if not entrant.is_in:
        return fact(CupRefusal.OUT)
    state = EntrantState.BANNED if case is Case.BANNED else EntrantState.WITHDRAWN
    return _with_agreements(with_entrant(cup, entrant._replace(state=state, gone=case)))


def _with_agreements(cup: Cup) -> Cup:
    """Return the cup with the times on which all who are left at a table agree."""
    if not cup.rules.appointments or not cup.open_matches:
        return cup
    last = cup.rounds[-1]
    matches = (one if one.is_decided or one.table is not None else _agreed(cup, one) for one in last.matches)
    return replace(cup, rounds=(*cup.rounds[:-1], last._replace(matches=tuple(matches))))


def _agreed(cup: Cup, match: Match) -> Match:
    playing = [one for one in match.people if cup.entrants[one].is_in]
    return match if len(playing) < 2 else match._replace(appointment=match.appointment.settled(playing, 0))


def takes_late_entries(cup: Cup) -> bool:
    """Return whether somebody may come in for the next round."""
    return not cup.rules.is_round_robin and len(cup.rounds) < cup.rules.swiss_rounds


@handles(cup_actions.EnterLate, RUNNING)
def _enter_late(cup: Cup, action: cup_actions.EnterLate) -> Cup | Fact:
    if not takes_late_entries(cup):
        return fact(CupRefusal.NO_LATE_ENTRY)
    if len(cup.active) >= cup.rules.most:
        return fact(CupRefusal.TOO_MANY, count=len(cup.active), most=cup.rules.most)
    if len(action.people) != cup.rules.entrants.people or len(set(action.people)) != len(action.people):
        return fact(CupRefusal.NO_PAIRS if cup.rules.entrants.people == 1 else CupRefusal.NOT_A_PAIR)
    for person in action.people:
        if refused := new_person(cup, person):
            return refused
    seed = cup.seeded[-1].seed + 1
    return with_entrant(cup, Entrant(len(cup.entrants), action.people, seed=seed))


@handles(cup_actions.ReplacePartner, RUNNING)
def _replace(cup: Cup, action: cup_actions.ReplacePartner) -> Cup | Fact:
    entrant = cup.entrant_of(action.out)
    if entrant is None:
        return fact(CupRefusal.NOT_ENTERED)
    if len(entrant.people) == 1:
        return fact(CupRefusal.NO_PAIRS)
    if refused := new_person(cup, action.person):
        return refused
    people = tuple(action.person if person == action.out else person for person in entrant.people)
    return with_entrant(cup, entrant._replace(people=people))


@handles(cup_actions.BanPerson, CupStage.SIGN_UP, RUNNING)
def _ban(cup: Cup, action: cup_actions.BanPerson) -> Cup | Fact:
    if action.person in cup.banned:
        return fact(CupRefusal.BANNED)
    own = cup.entrant_of(action.person)
    banned = replace(cup, banned=cup.banned.insert(action.person, cup.seq + 1))
    if own is None:
        return banned
    return _with_agreements(with_entrant(banned, own._replace(state=EntrantState.BANNED, gone=Case.BANNED)))
