"""What all people at a table have to agree to: another pace, a pause. Silence consents; an organiser decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.facts import Refused, fact
from bot.tables import actions, terms
from bot.tables.table import Answered, Handler, Proposal, Stage, Table, back_on_turn, not_seated, while_in, with_seat
from rules.game import Fact

PAUSE: Final = "pause"
STANDS_FOR: Final = terms.HOUR
"""The longest time for which the clock stands while a pause is asked for, ms."""


def asked_at(table: Table, action: actions.Propose | actions.Away, now: int) -> actions.Propose | actions.Away:
    """The action with the moments that follow from when it is done: `now`, ms since the epoch."""
    until = now + table.agreed.pace.patience
    has_stopped = table.hand is not None and action.by in table.hand.stopped_by
    stands = 0 if has_stopped else min(until, now + STANDS_FOR)
    if isinstance(action, actions.Away):
        return action._replace(consent_at=until, stands=stands)
    return action._replace(until=until, stands=stands if action.what == PAUSE else 0)


@while_in(Stage.PLAYING)
def _propose(table: Table, action: actions.Propose) -> Table | Fact:
    if not action.manager and action.by not in table.humans:
        return not_seated(table)
    if action.what != PAUSE and not (action.what == terms.PACE and terms.allows(terms.PACE, action.value)):
        return fact(Refused.UNKNOWN_OPTION, name=action.value)
    if action.what == PAUSE and table.paused:
        return fact(Refused.PAUSED, table=table.name)
    if table.pending is not None and not action.manager:
        return fact(Refused.PROPOSAL_WAITS, table=table.name)
    by, seq = action.by, table.seq + 1
    proposal = Proposal(seq, action.what, action.value, by, action.until, frozenset({by}), last=by)
    return _decided(table, proposal) if action.manager else _asked(table, proposal._replace(stands=action.stands))


def _decided(table: Table, proposal: Proposal) -> Table:
    """The table after an organiser's word, before which nobody need answer what waited."""
    waited = table.pending and table.pending._replace(answered=Answered.DROPPED)
    table = replace(table, organisers=table.organisers | {proposal.by})
    return _granted(table, proposal._replace(overruled=waited))


@while_in(Stage.PLAYING)
def _agree(table: Table, action: actions.Agree) -> Table | Fact:
    refused = _no_say(table, action.by)
    if refused is not None or table.pending is None:
        return refused or fact(Refused.NO_PROPOSAL, table=table.name)
    agreed = table.pending.agreed | {action.by}
    return _counted(table, table.pending._replace(agreed=agreed, last=action.by))


@while_in(Stage.PLAYING)
def _disagree(table: Table, action: actions.Disagree) -> Table | Fact:
    refused = _no_say(table, action.by)
    if refused is not None or table.pending is None:
        return refused or fact(Refused.NO_PROPOSAL, table=table.name)
    return replace(table, proposal=table.pending._replace(answered=Answered.REFUSED, last=action.by))


@while_in(Stage.PLAYING)
def _consent(table: Table, action: actions.Consent) -> Table | Fact:
    return fact(Refused.NO_PROPOSAL, table=table.name) if table.pending is None else _granted(table, table.pending)


@while_in(Stage.PLAYING)
def _resume(table: Table, action: actions.Resume) -> Table | Fact:
    held = table.seat_of(action.by)
    if not (table.paused or table.is_abandoned):
        return fact(Refused.NOT_PAUSED, table=table.name)
    if held is None and not (table.paused and action.manager):
        return not_seated(table)
    if held is None:
        table = replace(table, organisers=table.organisers | {action.by})
    elif table.seats[held].away is not None:  # who lets it go on is back from wherever they were
        table = replace(with_seat(table, held, table.seats[held]._replace(away=None)), came_back=table.seq + 1)
        table = back_on_turn(table, held)
    return replace(table, paused=False, paused_for=None)


def _no_say(table: Table, person: str) -> Fact | None:
    if table.pending is None:
        return fact(Refused.NO_PROPOSAL, table=table.name)
    return None if person in table.humans else not_seated(table)


def _asked(table: Table, proposal: Proposal) -> Table:
    """The table with a new proposal; if it stops the clock, that is noted of its person."""
    table = _counted(table, proposal)
    if table.pending is None or not proposal.stands or table.hand is None:
        return table
    return replace(table, hand=replace(table.hand, stopped_by=table.hand.stopped_by | {proposal.by}))


def _counted(table: Table, proposal: Proposal) -> Table:
    """The table with a proposal that waits for others, or that everybody has agreed to."""
    return _granted(table, proposal) if table.humans <= proposal.agreed else replace(table, proposal=proposal)


def _granted(table: Table, proposal: Proposal) -> Table:
    table = replace(table, proposal=proposal._replace(answered=Answered.GRANTED))
    if proposal.what == PAUSE:
        return replace(table, paused=True, paused_for=proposal.by if proposal.value else None)
    pace = terms.pace(proposal.value)
    seats = tuple(seat._replace(bank=pace.bank) for seat in table.seats)
    return replace(table, terms={**table.terms, terms.PACE: proposal.value}, seats=seats)


def ask_to_wait(table: Table, action: actions.Away) -> Table:
    """The table at which the others are asked to pause until somebody is back; who is away themselves has agreed."""
    if table.paused or table.pending is not None:
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
    return _asked(table, proposal)


def is_for_absence(proposal: Proposal | None, person: str | None) -> bool:
    """Whether it is proposed to pause until this person is back."""
    return proposal is not None and proposal.what == PAUSE and bool(proposal.value) and proposal.by == person


def settled(table: Table) -> Table:
    """The table without what nobody need answer any more, and what has been answered by those who are left."""
    if table.paused_for is not None and not _is_away(table, table.paused_for):
        table = replace(table, paused=False, paused_for=None)
    proposal = table.proposal
    if proposal is None or proposal.answered is not Answered.OPEN:
        return table
    back = is_for_absence(proposal, proposal.by) and not _is_away(table, proposal.by)
    if table.stage is not Stage.PLAYING or back:
        return replace(table, proposal=proposal._replace(answered=Answered.DROPPED, settled=table.seq))
    if table.humans and table.humans <= proposal.agreed:
        return _granted(table, proposal._replace(settled=table.seq))
    return table


def _is_away(table: Table, person: str) -> bool:
    held = table.seat_of(person)
    return held is not None and table.seats[held].away is not None


HANDLERS: Final[dict[type[Any], Handler]] = {
    actions.Propose: _propose,
    actions.Agree: _agree,
    actions.Disagree: _disagree,
    actions.Consent: _consent,
    actions.Resume: _resume,
}
