"""Appointments for matches: sides propose times, accept and postpone them; an organiser or the cup sets one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.cups import cup_actions
from bot.cups.appointment import MOST_TIMES, Appointment
from bot.cups.cup import Cup, CupStage, Match, handles
from bot.cups.cup_notices import CupRefusal
from bot.cups.rounds import with_match
from bot.texts.notices import fact
from rules.core.contract import Fact

RUNNING = CupStage.RUNNING
Change = Callable[[Match, int], Appointment | Fact]
"""Returns the appointment of a match after an act of one of its entrants."""


def _waiting(cup: Cup, match: Match) -> Fact | None:
    """Return why nobody can make an appointment for a match; None: they can."""
    if not cup.rules.appointments:
        return fact(CupRefusal.NO_APPOINTMENTS)
    if match.is_decided:
        return fact(CupRefusal.DECIDED, match=match.number)
    return fact(CupRefusal.HAS_TABLE, match=match.number) if match.table is not None else None


def _by_side(cup: Cup, by: str, number: int, change: Change) -> Cup | Fact:
    """Return the cup after an act of a person for their side of a match."""

    def changed(match: Match) -> Match | Fact:
        entrant = cup.entrant_of(by)
        if entrant is None or entrant.number not in match.people:
            return fact(CupRefusal.NOT_YOUR_MATCH, match=match.number)
        after = _waiting(cup, match) or change(match, entrant.number)
        return match._replace(appointment=after) if isinstance(after, Appointment) else after

    return fact(CupRefusal.PAUSED) if cup.paused else with_match(cup, number, changed)


def _bad_times(match: Match, times: tuple[int, ...]) -> Fact | None:
    if len(times) > MOST_TIMES:
        return fact(CupRefusal.TOO_MANY_TIMES, most=MOST_TIMES)
    return fact(CupRefusal.TIME_TOO_LATE, until=match.deadline // 1000) if max(times) >= match.deadline else None


def _playing(cup: Cup, match: Match) -> list[int]:
    return [one for one in match.people if cup.entrants[one].is_in]


@handles(cup_actions.ProposeTimes, RUNNING)
def _propose(cup: Cup, action: cup_actions.ProposeTimes) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if not action.times:
            return fact(CupRefusal.NO_TIMES)
        proposing = match.appointment.proposing(own, action.times)
        return _bad_times(match, action.times) or proposing.settled(_playing(cup, match), action.made)

    return _by_side(cup, action.by, action.match, change)


@handles(cup_actions.AcceptTime, RUNNING)
def _accept(cup: Cup, action: cup_actions.AcceptTime) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if action.time not in match.appointment.proposed(own):
            return fact(CupRefusal.NOT_PROPOSED)
        accepting = match.appointment.accepted_by(own, action.time)
        return _bad_times(match, (action.time,)) or accepting.settled(_playing(cup, match), action.made)

    return _by_side(cup, action.by, action.match, change)


@handles(cup_actions.DeclineTimes, RUNNING)
def _decline(cup: Cup, action: cup_actions.DeclineTimes) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if not match.appointment.proposed(own):
            return fact(CupRefusal.NOT_PROPOSED)
        return match.appointment.declined_by(own)

    return _by_side(cup, action.by, action.match, change)


@handles(cup_actions.PostponeMatch, RUNNING)
def _postpone(cup: Cup, action: cup_actions.PostponeMatch) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if not match.appointment.at:
            return fact(CupRefusal.NO_TIME_YET)
        if own in match.appointment.postponed:
            return fact(CupRefusal.POSTPONED_ONCE)
        after = match.appointment.lapsed(action.settle_at)._replace(postponed=(*match.appointment.postponed, own))
        refused = _bad_times(match, action.times) if action.times else None
        return refused or after.proposing(own, action.times)

    return _by_side(cup, action.by, action.match, change)


def _by_cup(cup: Cup, number: int, change: Callable[[Match], Appointment | Fact]) -> Cup | Fact:
    def changed(match: Match) -> Match | Fact:
        after = _waiting(cup, match) or change(match)
        return match._replace(appointment=after) if isinstance(after, Appointment) else after

    return with_match(cup, number, changed)


@handles(cup_actions.SetAppointment, RUNNING)
def _set(cup: Cup, action: cup_actions.SetAppointment) -> Cup | Fact:
    if action.match is None:
        return _set_all(cup, action)

    def change(match: Match) -> Appointment | Fact:
        is_late = action.by is not None and _bad_times(match, (action.to,))
        return is_late or match.appointment.set_to(action.to, action.made)

    return _by_cup(cup, action.match, change)


def _set_all(cup: Cup, action: cup_actions.SetAppointment) -> Cup | Fact:
    """Set the time of all matches that have none."""
    if not cup.rules.appointments:
        return fact(CupRefusal.NO_APPOINTMENTS)
    found = [one for one in cup.open_matches if not _waiting(cup, one) and not one.appointment.at]
    if not found:
        return fact(CupRefusal.ALL_HAVE_TIMES)
    for match in found:
        after = _set(cup, action._replace(match=match.number))
        if isinstance(after, Fact):
            return after
        cup = after
    return replace(cup)


@handles(cup_actions.LapseAppointment, RUNNING)
def _lapse(cup: Cup, action: cup_actions.LapseAppointment) -> Cup | Fact:
    return _by_cup(cup, action.match, lambda match: match.appointment.lapsed(action.settle_at))


@handles(cup_actions.RemindMatch, RUNNING)
def _remind(cup: Cup, action: cup_actions.RemindMatch) -> Cup | Fact:
    def change(match: Match) -> Appointment | Fact:
        one = match.appointment
        if one.at != action.to or action.lead in one.reminded:
            return fact(CupRefusal.NO_TIME_YET)
        return one._replace(reminded=(*one.reminded, action.lead))

    return _by_cup(cup, action.match, change)


@handles(cup_actions.AttendMatch, RUNNING)
def _attend(cup: Cup, action: cup_actions.AttendMatch) -> Cup | Fact:
    return with_match(
        cup, action.match, lambda match: match._replace(appointment=match.appointment._replace(attended=True))
    )
