"""Appointments for matches: sides propose times, accept and postpone them; an organiser or the cup sets one.

Their moments, too: until when one can be made, what the cup does by itself, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from bot.cups import cup_actions, durations
from bot.cups.cup import Appointment, Cup, CupStage, Match, handles
from bot.cups.cup_actions import CupAction
from bot.cups.cup_rules import NO_FALLBACK, CupRules
from bot.cups.notices import CupRefusal
from bot.cups.rounds import with_match
from bot.runtime.times import DAY, MINUTE, read_daily
from bot.tables import table_terms
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

MOST_PROPOSED: Final = 3
"""The times that a side may propose at once."""
NOTICE: Final = 10 * MINUTE
"""A proposed time is not nearer than this."""
GRACE: Final = 15 * MINUTE
"""The time after an appointment from which somebody who is not there is absent."""
LEADS: Final = (DAY, 15 * MINUTE)
"""The times before a match at which its people are reminded."""
ROOM: Final = 2
"""A match begins so many times its usual length before the deadline, or earlier."""
RUNNING = CupStage.RUNNING
Change = Callable[[Match, int], Appointment | Fact]
"""Returns the appointment of a match after an act of one of its entrants."""


def _why_closed(cup: Cup, match: Match) -> Fact | None:
    """Return why nobody can make an appointment for a match; None: they can."""
    if not cup.rules.appointments:
        return fact(CupRefusal.NO_APPOINTMENTS)
    if match.is_decided:
        return fact(CupRefusal.DECIDED, match=match.number)
    return fact(CupRefusal.HAS_TABLE, match=match.number) if match.table is not None else None


def _change_by_side(cup: Cup, by: str, number: int, change: Change) -> Cup | Fact:
    """Return the cup after an act of a person for their side of a match."""

    def apply(match: Match) -> Match | Fact:
        entrant = cup.entrant_of(by)
        if entrant is None or entrant.number not in match.people:
            return fact(CupRefusal.NOT_YOUR_MATCH, match=match.number)
        after = _why_closed(cup, match) or change(match, entrant.number)
        return match._replace(appointment=after) if isinstance(after, Appointment) else after

    return fact(CupRefusal.PAUSED) if cup.paused else with_match(cup, number, apply)


def _bad_times(match: Match, times: tuple[int, ...]) -> Fact | None:
    if len(times) > MOST_PROPOSED:
        return fact(CupRefusal.TOO_MANY_TIMES, most=MOST_PROPOSED)
    return fact(CupRefusal.TIME_TOO_LATE, until=match.deadline // 1000) if max(times) >= match.deadline else None


def _active_entrants(cup: Cup, match: Match) -> list[int]:
    return [number for number in match.people if cup.entrants[number].is_in]


@handles(cup_actions.ProposeTimes, RUNNING)
def _propose(cup: Cup, action: cup_actions.ProposeTimes) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if not action.times:
            return fact(CupRefusal.NO_TIMES)
        proposing = match.appointment.propose(own, action.times)
        return _bad_times(match, action.times) or proposing.settle(_active_entrants(cup, match), action.made)

    return _change_by_side(cup, action.by, action.match, change)


@handles(cup_actions.AcceptTime, RUNNING)
def _accept(cup: Cup, action: cup_actions.AcceptTime) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if action.time not in match.appointment.proposed_times(own):
            return fact(CupRefusal.NOT_PROPOSED)
        accepting = match.appointment.accept(own, action.time)
        return _bad_times(match, (action.time,)) or accepting.settle(_active_entrants(cup, match), action.made)

    return _change_by_side(cup, action.by, action.match, change)


@handles(cup_actions.DeclineTimes, RUNNING)
def _decline(cup: Cup, action: cup_actions.DeclineTimes) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if not match.appointment.proposed_times(own):
            return fact(CupRefusal.NOT_PROPOSED)
        return match.appointment.decline(own)

    return _change_by_side(cup, action.by, action.match, change)


@handles(cup_actions.PostponeMatch, RUNNING)
def _postpone(cup: Cup, action: cup_actions.PostponeMatch) -> Cup | Fact:
    def change(match: Match, own: int) -> Appointment | Fact:
        if not match.appointment.at:
            return fact(CupRefusal.NO_TIME_YET)
        if own in match.appointment.postponed:
            return fact(CupRefusal.POSTPONED_ONCE)
        after = match.appointment.lapse(action.settle_at)._replace(postponed=(*match.appointment.postponed, own))
        refused = _bad_times(match, action.times) if action.times else None
        return refused or after.propose(own, action.times)

    return _change_by_side(cup, action.by, action.match, change)


def _change_by_cup(cup: Cup, number: int, change: Callable[[Match], Appointment | Fact]) -> Cup | Fact:
    def apply(match: Match) -> Match | Fact:
        after = _why_closed(cup, match) or change(match)
        return match._replace(appointment=after) if isinstance(after, Appointment) else after

    return with_match(cup, number, apply)


@handles(cup_actions.SetAppointment, RUNNING)
def _set(cup: Cup, action: cup_actions.SetAppointment) -> Cup | Fact:
    if action.match is None:
        return _set_all(cup, action)

    def change(match: Match) -> Appointment | Fact:
        is_late = action.by is not None and _bad_times(match, (action.to,))
        return is_late or match.appointment.set_to(action.to, action.made)

    return _change_by_cup(cup, action.match, change)


def _set_all(cup: Cup, action: cup_actions.SetAppointment) -> Cup | Fact:
    """Set the time of all matches that have none."""
    if not cup.rules.appointments:
        return fact(CupRefusal.NO_APPOINTMENTS)
    found = [match for match in cup.open_matches if not _why_closed(cup, match) and not match.appointment.at]
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
    return _change_by_cup(cup, action.match, lambda match: match.appointment.lapse(action.settle_at))


@handles(cup_actions.RemindMatch, RUNNING)
def _remind(cup: Cup, action: cup_actions.RemindMatch) -> Cup | Fact:
    def change(match: Match) -> Appointment | Fact:
        appointment = match.appointment
        if appointment.at != action.to or action.lead in appointment.reminded:
            return fact(CupRefusal.NO_TIME_YET)
        return appointment._replace(reminded=(*appointment.reminded, action.lead))

    return _change_by_cup(cup, action.match, change)


@handles(cup_actions.AttendMatch, RUNNING)
def _attend(cup: Cup, action: cup_actions.AttendMatch) -> Cup | Fact:
    return with_match(
        cup, action.match, lambda match: match._replace(appointment=match.appointment._replace(attended=True))
    )


def usual(rules: CupRules) -> bool:
    """Return whether a cup has appointments if nobody chooses: play is live, and a round has days."""
    return may_have(rules) and rules.round_time > DAY


def may_have(rules: CupRules) -> bool:
    return not table_terms.pace(rules.pace).is_slow and rules.round_time >= DAY // 2


def needs_time(cup: Cup, match: Match) -> bool:
    """Return whether a match opens at an appointed time; another hand of a level match does so at once."""
    return cup.rules.appointments and match.table is None and not match.extras


def latest_start(cup: Cup, match: Match) -> int:
    rules = cup.rules
    needed = ROOM * durations.round_time(rules).usual
    return match.deadline - min(needed, rules.round_time // 4)


def settles_at(cup: Cup, match: Match) -> int:
    """Return when the cup sets the time if its sides have agreed on none, or else decides the match."""
    if cup.rules.fallback == NO_FALLBACK:
        return match.deadline
    return match.appointment.settle_at or match.deadline - cup.rules.round_time // 2


def fallback(cup: Cup, match: Match) -> int:
    """Return the time of a match whose sides agree on none: the last one at the hour of the rules; 0: there is none."""
    if cup.rules.fallback == NO_FALLBACK:
        return 0
    latest = latest_start(cup, match)
    at = _last_hour(cup, latest)
    return at if at >= settles_at(cup, match) + NOTICE else latest


def _last_hour(cup: Cup, latest: int) -> int:
    if cup.rules.fallback:
        return read_daily(cup.rules.fallback).last_before(latest)
    return latest - (latest - _began_at(cup)) % DAY


def is_missed(cup: Cup, match: Match, now: int) -> bool:
    """Return whether the round is over for a match for which there is no time."""
    is_waiting = needs_time(cup, match) and not match.appointment.at
    return is_waiting and cup.rules.fallback == NO_FALLBACK and match.deadline <= now


def _began_at(cup: Cup) -> int:
    return cup.rules.sign_up_until or (cup.record[cup.started - 1].at if cup.started else 0)


def can_begin(cup: Cup, match: Match, now: int) -> bool:
    """Return whether the table of a match is to be opened."""
    return not needs_time(cup, match) or 0 < match.appointment.at <= now


def due_act(cup: Cup, match: Match, now: int) -> CupAction | None:
    """Return what the cup does about the time of a match before its table opens; None: nothing."""
    if not needs_time(cup, match):
        return None
    appointment = match.appointment
    if not appointment.at:
        is_due = cup.rules.fallback != NO_FALLBACK and settles_at(cup, match) <= now
        return _settle(cup, match, now) if is_due else None
    if appointment.at + GRACE < now < (latest := latest_start(cup, match)):  # nobody could come: a pause, or an outage
        return cup_actions.LapseAppointment(match.number, halfway(now, latest))
    leads = [lead for lead in _leads(appointment) if appointment.at - lead <= now]
    return cup_actions.RemindMatch(match.number, appointment.at, min(leads)) if leads and now < appointment.at else None


def halfway(now: int, latest: int) -> int:
    return now + max(0, latest - now) // 2


def _settle(cup: Cup, match: Match, now: int) -> CupAction:
    at = max(fallback(cup, match), now + NOTICE)
    return cup_actions.SetAppointment(None, at if at < match.deadline else now, "", match.number)


def _leads(one: Appointment) -> Iterator[int]:
    """Yield the leads of the reminders to come; a nearer one that was sent makes the others useless."""
    nearest = min(one.reminded, default=2 * DAY)
    return (lead for lead in LEADS if lead < nearest and one.at - lead > one.made)


def presence_at(match: Match) -> int | None:
    """Return when it is looked who has come to a match; None: not, or not again."""
    appointment = match.appointment
    is_open = match.table is not None and appointment.at and not appointment.attended and not match.extras
    return appointment.at + GRACE if is_open else None


def next_moment(cup: Cup, match: Match) -> int:
    """Return when something is due about an open match; 0: its table is to be opened at once."""
    if match.table is None and not needs_time(cup, match):
        return 0
    appointment = match.appointment
    if match.table is not None:
        looked = presence_at(match)
        return match.deadline if looked is None else min(match.deadline, looked)
    at = appointment.at
    return min([at, *(at - lead for lead in _leads(appointment))]) if at else settles_at(cup, match)


def refusal(cup: Cup, action: CupAction, now: int) -> Fact | None:
    """Return why a time cannot be chosen now; None: it can."""
    match action:
        case cup_actions.ProposeTimes(match=number, times=times) | cup_actions.PostponeMatch(match=number, times=times):
            return _too_near_or_late(cup, number, times, now)
        case cup_actions.AcceptTime(time=time) if time <= now:
            return fact(Refusal.IN_THE_PAST)
        case cup_actions.SetAppointment(by=by, to=to) if by is not None and to <= now:
            return fact(Refusal.IN_THE_PAST)
    return None


def _too_near_or_late(cup: Cup, number: int, times: tuple[int, ...], now: int) -> Fact | None:
    if times and min(times) < now + NOTICE:
        return fact(CupRefusal.TIME_TOO_SOON, minutes=NOTICE // MINUTE)
    found = cup.match(number)
    if found is not None and max((*times, now)) > (latest := latest_start(cup, found)):
        return fact(CupRefusal.TIME_TOO_LATE, until=latest // 1000)
    return None


def complete(cup: Cup, action: CupAction, now: int) -> CupAction:
    """Return an action with what only the clock knows."""
    match action:
        case cup_actions.ProposeTimes() | cup_actions.AcceptTime() | cup_actions.SetAppointment():
            return action._replace(made=now)
        case cup_actions.PostponeMatch(match=number) if (found := cup.match(number)) is not None:
            return action._replace(settle_at=halfway(now, latest_start(cup, found)))
    return action
