"""Entering a cup: sign-up with partners, who is there at the start; late entries, replacements and withdrawals."""

from __future__ import annotations

from dataclasses import replace

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupStage, Match, handles
from bot.cups.cup_rules import Case, EntrantKind
from bot.cups.entrants import Entrant, EntrantState, lot
from bot.cups.notices import CupRefusal
from bot.texts.notices import fact
from rules.core.contract import Fact


def with_entrant(cup: Cup, entrant: Entrant) -> Cup:
    return replace(cup, entrants=cup.entrants.with_entrant(entrant))


def _new_person(cup: Cup, person: str) -> Fact | None:
    """Return why a person may not enter; None: they may."""
    if person in cup.banned:
        return fact(CupRefusal.BANNED)
    return fact(CupRefusal.ENTERED) if cup.entrant_of(person) else None


@handles(cup_actions.JoinCup, CupStage.SIGN_UP)
def _join(cup: Cup, action: cup_actions.JoinCup) -> Cup | Fact:
    if refused := _new_person(cup, action.by) or _bad_partner(cup, action.by, action.partner):
        return refused
    return with_entrant(cup, Entrant(len(cup.entrants), (action.by,), action.partner))


def _bad_partner(cup: Cup, by: str, partner: str) -> Fact | None:
    if not partner:
        return None
    if cup.rules.entrants is not EntrantKind.PAIRS:
        return fact(CupRefusal.NO_PAIRS)
    if partner == by:
        return fact(CupRefusal.ASKED_THEMSELVES)
    if partner in cup.banned:
        return fact(CupRefusal.BANNED)
    theirs = cup.entrant_of(partner)
    return fact(CupRefusal.HAS_PARTNER) if theirs and len(theirs.people) > 1 else None


@handles(cup_actions.AskPartner, CupStage.SIGN_UP)
def _ask(cup: Cup, action: cup_actions.AskPartner) -> Cup | Fact:
    own = cup.entrant_of(action.by)
    if own is None:
        return fact(CupRefusal.NOT_ENTERED)
    if len(own.people) > 1:
        return fact(CupRefusal.HAS_PARTNER)
    return _bad_partner(cup, action.by, action.person) or with_entrant(cup, own._replace(asked=action.person))


@handles(cup_actions.AgreePartner, CupStage.SIGN_UP)
def _agree(cup: Cup, action: cup_actions.AgreePartner) -> Cup | Fact:
    if action.by in cup.banned:
        return fact(CupRefusal.BANNED)
    asking, own = cup.entrant_of(action.to), cup.entrant_of(action.by)
    if asking is None or asking.asked != action.by or len(asking.people) > 1:
        return fact(CupRefusal.NOT_ASKED)
    if own is not None and len(own.people) > 1:
        return fact(CupRefusal.HAS_PARTNER)
    return _together(cup, asking, own, action.by)


def _together(cup: Cup, first: Entrant, own: Entrant | None, person: str) -> Cup:
    if own is not None:
        cup = with_entrant(cup, _mark_left(own))
    return with_entrant(cup, first._replace(people=(*first.people, person), asked="", checked_in=False))


@handles(cup_actions.LeaveCup, CupStage.SIGN_UP)
def _leave(cup: Cup, action: cup_actions.LeaveCup) -> Cup | Fact:
    own = cup.entrant_of(action.by)
    return fact(CupRefusal.NOT_ENTERED) if own is None else with_entrant(cup, _mark_left(own))


@handles(cup_actions.CheckIn, CupStage.SIGN_UP)
def _check_in(cup: Cup, action: cup_actions.CheckIn) -> Cup | Fact:
    own = cup.entrant_of(action.by)
    if not cup.rules.check_in:
        return fact(CupRefusal.NO_CHECK_IN)
    if own is None:
        return fact(CupRefusal.NOT_ENTERED)
    return fact(CupRefusal.CHECKED_IN) if own.checked_in else with_entrant(cup, own._replace(checked_in=True))


@handles(cup_actions.StartCup, CupStage.SIGN_UP)
def _start(cup: Cup, action: cup_actions.StartCup) -> Cup | Fact:
    cup = with_found_partners(cup)
    there = [entrant for entrant in cup.complete if entrant.checked_in or not cup.rules.check_in][: cup.rules.most]
    if len(there) < cup.rules.least:
        return fact(CupRefusal.TOO_FEW, count=len(there), least=cup.rules.least)
    place = {number: at for at, number in enumerate(action.order)}
    ranked = sorted(
        there, key=lambda entrant: (place.get(entrant.number, len(place)), lot(action.seed, entrant.number))
    )
    seeds = {entrant.number: seed for seed, entrant in enumerate(ranked, 1)}
    for entrant in cup.active:
        is_there = entrant.number in seeds
        cup = with_entrant(cup, entrant._replace(seed=seeds[entrant.number]) if is_there else _mark_left(entrant))
    return replace(cup, seed=action.seed, stage=CupStage.RUNNING, started=cup.started or cup.seq + 1)


def _mark_left(one: Entrant) -> Entrant:
    return one._replace(state=EntrantState.LEFT)


def with_found_partners(cup: Cup) -> Cup:
    """Return the cup with those who look for a partner put together, in the order of sign-up."""
    if cup.rules.entrants is not EntrantKind.PAIRS:
        return cup
    looking = [
        entrant
        for entrant in cup.active
        if len(entrant.people) == 1 and not entrant.asked and (entrant.checked_in or not cup.rules.check_in)
    ]
    for first, second in zip(looking[::2], looking[1::2], strict=False):
        cup = _together(cup, first, second, second.people[0])
        cup = with_entrant(cup, cup.entrants[first.number]._replace(checked_in=cup.rules.check_in))
    return cup


@handles(cup_actions.WithdrawEntrant, CupStage.RUNNING)
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
    matches = (match if match.is_decided or match.table is not None else _settle(cup, match) for match in last.matches)
    return replace(cup, rounds=(*cup.rounds[:-1], last._replace(matches=tuple(matches))))


def _settle(cup: Cup, match: Match) -> Match:
    playing = [number for number in match.people if cup.entrants[number].is_in]
    return match if len(playing) < 2 else match._replace(appointment=match.appointment.settle(playing, 0))


def takes_late_entries(cup: Cup) -> bool:
    """Return whether somebody may come in for the next round."""
    return not cup.rules.is_round_robin and len(cup.rounds) < cup.rules.swiss_rounds


@handles(cup_actions.EnterLate, CupStage.RUNNING)
def _enter_late(cup: Cup, action: cup_actions.EnterLate) -> Cup | Fact:
    if not takes_late_entries(cup):
        return fact(CupRefusal.NO_LATE_ENTRY)
    if len(cup.active) >= cup.rules.most:
        return fact(CupRefusal.TOO_MANY, count=len(cup.active), most=cup.rules.most)
    if len(action.people) != cup.rules.entrants.people or len(set(action.people)) != len(action.people):
        return fact(CupRefusal.NO_PAIRS if cup.rules.entrants.people == 1 else CupRefusal.NOT_A_PAIR)
    for person in action.people:
        if refused := _new_person(cup, person):
            return refused
    seed = cup.seeded_entrants[-1].seed + 1
    return with_entrant(cup, Entrant(len(cup.entrants), action.people, seed=seed))


@handles(cup_actions.ReplacePartner, CupStage.RUNNING)
def _replace(cup: Cup, action: cup_actions.ReplacePartner) -> Cup | Fact:
    entrant = cup.entrant_of(action.out)
    if entrant is None:
        return fact(CupRefusal.NOT_ENTERED)
    if len(entrant.people) == 1:
        return fact(CupRefusal.NO_PAIRS)
    if refused := _new_person(cup, action.person):
        return refused
    people = tuple(action.person if person == action.out else person for person in entrant.people)
    return with_entrant(cup, entrant._replace(people=people))


@handles(cup_actions.BanPerson, CupStage.SIGN_UP, CupStage.RUNNING)
def _ban(cup: Cup, action: cup_actions.BanPerson) -> Cup | Fact:
    if action.person in cup.banned:
        return fact(CupRefusal.BANNED)
    own = cup.entrant_of(action.person)
    banned = replace(cup, banned=cup.banned.insert(action.person, cup.seq + 1))
    if own is None:
        return banned
    return _with_agreements(with_entrant(banned, own._replace(state=EntrantState.BANNED, gone=Case.BANNED)))
