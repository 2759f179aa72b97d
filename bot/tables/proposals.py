"""Proposals that people at a table agree to: another pace, a pause, a substitute.

Silence is consent, and an organiser decides alone. Everybody is asked about a pace or a pause. The other side is asked
about a substitute in the middle of a hand, at paces of less than a day a play.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.runtime.times import HOUR
from bot.tables import actions, substitution_rules, table_terms
from bot.tables.rights import may_organise
from bot.tables.table import Answered, Proposal, Stage, Table, handles, note_return, seat_refusal, with_seat
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

PAUSE: Final = "pause"
SEAT: Final = "seat"
Asking = actions.Propose | actions.Away | actions.Take
"""The actions that can make a proposal."""
STANDS_FOR: Final = HOUR
"""The longest time for which a proposed pause stops the clock, in ms."""


def add_deadlines(table: Table, action: Asking, now: int) -> Asking:
    """Return the action with its deadlines for an answer, counted from `now` (ms since the epoch)."""
    if isinstance(action, actions.Take):
        return action._replace(until=now + table.agreed.pace.short_patience)
    until = now + table.agreed.pace.patience
    has_stopped = table.hand is not None and action.by in table.hand.stopped_by
    stands = 0 if has_stopped else min(until, now + STANDS_FOR)
    if isinstance(action, actions.Away):
        return action._replace(consent_at=until, stands=stands)
    return action._replace(until=until, stands=stands if action.what == PAUSE else 0)


@handles(actions.Propose, Stage.PLAYING)
def _propose(table: Table, action: actions.Propose) -> Table | Fact:
    if not action.manager and action.by not in table.humans:
        return seat_refusal(table)
    if action.what != PAUSE and not (
        action.what == table_terms.PACE and table_terms.allows(table_terms.PACE, action.value)
    ):
        return fact(Refusal.UNKNOWN_OPTION, name=action.value)
    if action.what == PAUSE and table.paused:
        return table.pause_refusal()
    if _waits_for_all(table) and not action.manager:
        return fact(Refusal.PROPOSAL_WAITS, table=table.name)
    by, seq = action.by, table.seq + 1
    proposal = Proposal(seq, action.what, action.value, by, action.until, frozenset({by}), last=by, cup=action.cup)
    if action.manager:
        return _grant(_with_organiser(table, by), _overrule_pending(table, proposal), seq)
    return _ask(table, proposal._replace(stands=action.stands))


def _waits_for_all(table: Table) -> bool:
    """Return whether a proposal to everybody is pending. A request for a seat does not count: it gives way to one."""
    return table.pending is not None and table.pending.what != SEAT


def ask_for_seat(table: Table, seat: int, action: actions.Take) -> Table | Fact:
    """Ask the other side whether somebody may take a seat; if nobody of that side is present, seat them at once."""
    by, seq = action.by, table.seq + 1
    proposal = Proposal(seq, SEAT, str(seat), by, action.until, frozenset(), last=by)
    if not asked_people(table, proposal):
        return substitution_rules.seat_person(table, seat, by, seq)
    if table.hand is not None and by in table.hand.refused:
        return fact(Refusal.SEAT_REFUSED, table=table.name)
    if table.pending is not None:
        mine = table.pending.what == SEAT and table.pending.by == by
        return fact(Refusal.SEAT_ASKED if mine else Refusal.PROPOSAL_WAITS, table=table.name)
    return replace(table, proposal=proposal, others=table.others | {by})


def asked_people(table: Table, proposal: Proposal) -> frozenset[str]:
    """The keys of the people who are asked: all seated people; for a seat, the present people of the other side."""
    if proposal.what != SEAT:
        return table.humans
    there = {seat.person for seat in table.seats if seat.is_there}
    return substitution_rules.opponents(table, int(proposal.value)) & there


def withdraw_request(table: Table, person: str) -> Table | None:
    asked = table.pending
    if asked is None or asked.what != SEAT or asked.by != person:
        return None
    return replace(table, proposal=asked._replace(answered=Answered.DROPPED, settled=table.seq + 1))


def _overrule_pending(table: Table, proposal: Proposal) -> Proposal:
    waited = table.pending and table.pending._replace(answered=Answered.DROPPED, overruled=None)
    return proposal._replace(overruled=waited)


@handles(actions.Agree, Stage.PLAYING)
def _agree(table: Table, action: actions.Agree) -> Table | Fact:
    asked = _proposal_to_answer(table, action)
    if isinstance(asked, Fact):
        return asked
    agreed = asked._replace(agreed=asked.agreed | {action.by}, last=action.by)
    if _decides(table, action):
        return _grant(_with_organiser(table, action.by), agreed, table.seq + 1)
    return _count_answers(table, agreed)


@handles(actions.Disagree, Stage.PLAYING)
def _disagree(table: Table, action: actions.Disagree) -> Table | Fact:
    asked = _proposal_to_answer(table, action)
    if isinstance(asked, Fact):
        return asked
    if _decides(table, action):
        table = _with_organiser(table, action.by)
    if asked.what == SEAT and table.hand is not None:
        table = replace(table, hand=replace(table.hand, refused=table.hand.refused | {asked.by}))
    return replace(table, proposal=asked._replace(answered=Answered.REFUSED, last=action.by))


@handles(actions.Admit, Stage.PLAYING)
def _admit(table: Table, action: actions.Admit) -> Table | Fact:
    if not action.cup and not may_organise(table, action.by, organises=action.manager):
        return fact(Refusal.ONLY_ORGANISERS, table=table.name)
    if table.seat_of(action.person) is not None:
        return fact(Refusal.THEY_SIT, table=table.name)
    asked, seq = table.pending, table.seq + 1
    for_it = asked if asked is not None and asked.what == SEAT and asked.by == action.person else None
    seat = _seat_for(table, action, for_it)
    if isinstance(seat, Fact):
        return seat
    seen = substitution_rules.seats_seen(table, action.person)
    if seen and not substitution_rules.comes_back(table, seat, action.person):
        return fact(Refusal.THEY_HAVE_SEEN, table=table.name)
    table = _with_organiser(table, action.by)
    if for_it is not None and seat == int(for_it.value):
        return _grant(table, for_it._replace(last=action.by, settled=seq), seq)
    return substitution_rules.seat_person(table, seat, action.person, seq)


def _seat_for(table: Table, action: actions.Admit, asked: Proposal | None) -> int | Fact:
    """The seat that an organiser means: the one asked for, the person's own, else the first that is open."""
    free = list(substitution_rules.open_seats(table))
    if not free:
        return fact(Refusal.NO_OPEN_SEAT, table=table.name)
    if action.seat is not None:
        return action.seat if action.seat in free else fact(Refusal.SEAT_TAKEN, table=table.name, seat=action.seat)
    own = int(asked.value) if asked else substitution_rules.own_open_seat(table, action.person)
    return free[0] if own is None else own


@handles(actions.Consent, Stage.PLAYING)
def _consent(table: Table, action: actions.Consent) -> Table | Fact:
    if table.pending is None:
        return fact(Refusal.NO_PROPOSAL, table=table.name)
    return _grant(table, table.pending, table.seq + 1)


@handles(actions.Resume, Stage.PLAYING)
def _resume(table: Table, action: actions.Resume) -> Table | Fact:
    held = table.seat_of(action.by)
    if not (table.paused or table.is_abandoned):
        return fact(Refusal.NOT_PAUSED, table=table.name)
    if held is None and not (table.paused and action.manager):
        return seat_refusal(table)
    if held is None:
        table = _with_organiser(table, action.by)
    elif table.seats[held].away is not None:  # a person who resumes the table is no longer away
        table = replace(with_seat(table, held, table.seats[held]._replace(away=None)), came_back=table.seq + 1)
        table = note_return(table, held)
    return replace(table, paused=False, paused_for=None)


def _with_organiser(table: Table, person: str) -> Table:
    return replace(table, others=table.others | {person})


def _proposal_to_answer(table: Table, action: actions.Agree | actions.Disagree) -> Proposal | Fact:
    """Return the pending proposal, or why this person cannot answer it."""
    asked = table.pending
    if asked is None or action.to not in (0, asked.seq):
        return fact(Refusal.NO_PROPOSAL, table=table.name)
    if not _decides(table, action):
        if action.by not in table.humans:
            return seat_refusal(table)
        if asked.what == SEAT and action.by not in substitution_rules.opponents(table, int(asked.value)):
            return fact(Refusal.NOT_ASKED, table=table.name)
    return asked


def _decides(table: Table, action: actions.Agree | actions.Disagree) -> bool:
    """Return whether the person decides alone: an organiser who does not play at the table."""
    return action.manager and action.by not in table.humans


def _ask(table: Table, proposal: Proposal) -> Table:
    """Return the table with a new proposal. If it stops the clock, the hand notes who proposed it."""
    table = _count_answers(table, _overrule_pending(table, proposal))
    if table.pending is None or not proposal.stands or table.hand is None:
        return table
    return replace(table, hand=replace(table.hand, stopped_by=table.hand.stopped_by | {proposal.by}))


def _count_answers(table: Table, proposal: Proposal) -> Table:
    if asked_people(table, proposal) <= proposal.agreed:
        return _grant(table, proposal, table.seq + 1)
    return replace(table, proposal=proposal)


def _grant(table: Table, proposal: Proposal, since: int) -> Table:
    table = replace(table, proposal=proposal._replace(answered=Answered.GRANTED))
    if proposal.what == SEAT:
        return substitution_rules.seat_person(table, int(proposal.value), proposal.by, since)
    if proposal.what == PAUSE:
        return replace(table, paused=True, paused_for=proposal.by if proposal.value else None)
    pace = table_terms.pace(proposal.value)
    seats = tuple(seat._replace(bank=pace.bank) for seat in table.seats)
    return replace(table, terms={**table.terms, table_terms.PACE: proposal.value}, seats=seats)


def ask_to_wait(table: Table, action: actions.Away) -> Table:
    """Propose to the others to pause until somebody is back. People who are away themselves count as agreed."""
    if table.paused or _waits_for_all(table):
        return table
    by, away = action.by, {seat.person for seat in table.seats if seat.person and seat.away is not None}
    proposal = Proposal(
        seq=table.seq + 1,
        what=PAUSE,
        value=str(action.until),
        by=by,
        until=action.consent_at,
        agreed=frozenset({by} | away),
        last=by,
        stands=action.stands,
    )
    return _ask(table, proposal)


def patience(table: Table, proposal: Proposal) -> int:
    pace = table.agreed.pace
    return pace.short_patience if proposal.what == SEAT else pace.patience


def is_decided_alone(table: Table) -> bool:
    """Return whether the last entry decided a proposal of the only person there: nobody was asked."""
    asked = table.proposal
    is_granted = asked is not None and asked.seq == table.seq and asked.answered is Answered.GRANTED
    return is_granted and asked is not None and table.humans == {asked.by}


def is_for_absence(proposal: Proposal | None, person: str | None) -> bool:
    """Return whether the proposal is to pause until this person is back."""
    return proposal is not None and proposal.what == PAUSE and bool(proposal.value) and proposal.by == person


def settle(table: Table) -> Table:
    """Drop a proposal without a purpose, grant one that all remaining people agreed to, and end a needless pause."""
    if table.paused_for is not None and not _is_away(table, table.paused_for):
        table = replace(table, paused=False, paused_for=None)
    proposal = table.proposal
    if proposal is None or proposal.answered is not Answered.OPEN:
        return table
    done = proposal._replace(settled=table.seq)
    if proposal.what == SEAT:  # the seat is taken, or the person has another
        is_needless = not table.seats[int(proposal.value)].open or table.seat_of(proposal.by) is not None
    else:
        is_needless = is_for_absence(proposal, proposal.by) and not _is_away(table, proposal.by)
    if table.stage is not Stage.PLAYING or is_needless:
        return replace(table, proposal=done._replace(answered=Answered.DROPPED))
    asked = asked_people(table, proposal)
    all_agree = asked <= proposal.agreed and (bool(asked) or proposal.what == SEAT)
    is_between_hands = not substitution_rules.is_mid_hand(table)
    if all_agree or (proposal.what == SEAT and is_between_hands):  # then nobody is asked
        return _grant(table, done, table.seq)
    return table


def _is_away(table: Table, person: str) -> bool:
    held = table.seat_of(person)
    return held is not None and table.seats[held].away is not None
