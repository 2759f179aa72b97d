"""What all people at a table have to agree to: another pace, a pause. Silence consents; an organiser decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.facts import Refused, fact
from bot.tables import actions, terms
from bot.tables.table import Answered, Handler, Proposal, Stage, Table, not_seated, while_in
from rules.game import Fact

PAUSE: Final = "pause"
PATIENCE: Final = terms.DAY
"""How long a proposal waits for those who say nothing, ms."""


@while_in(Stage.PLAYING)
def _propose(table: Table, action: actions.Propose) -> Table | Fact:
    if not action.manager and action.by not in table.humans:
        return not_seated(table)
    if action.what != PAUSE and not (action.what == terms.PACE and terms.allows(terms.PACE, action.value)):
        return fact(Refused.UNKNOWN_OPTION, name=action.value)
    if action.what == PAUSE and table.paused:
        return fact(Refused.PAUSED, table=table.name)
    if table.pending is not None:
        return fact(Refused.PROPOSAL_WAITS, table=table.name)
    by = action.by
    proposal = Proposal(table.seq + 1, action.what, action.value, by, action.until, frozenset({by}), last=by)
    return _granted(table, proposal) if action.manager else _counted(table, proposal)


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
    if not table.paused:
        return fact(Refused.NOT_PAUSED, table=table.name)
    return replace(table, paused=False) if action.manager or action.by in table.humans else not_seated(table)


def _no_say(table: Table, person: str) -> Fact | None:
    if table.pending is None:
        return fact(Refused.NO_PROPOSAL, table=table.name)
    return None if person in table.humans else not_seated(table)


def _counted(table: Table, proposal: Proposal) -> Table:
    """The table with a proposal that waits for others, or that everybody has agreed to."""
    return _granted(table, proposal) if table.humans <= proposal.agreed else replace(table, proposal=proposal)


def _granted(table: Table, proposal: Proposal) -> Table:
    table = replace(table, proposal=proposal._replace(answered=Answered.GRANTED))
    if proposal.what == PAUSE:
        return replace(table, paused=True)
    pace = terms.pace(proposal.value)
    seats = tuple(seat._replace(bank=pace.bank) for seat in table.seats)
    return replace(table, terms={**table.terms, terms.PACE: proposal.value}, seats=seats)


HANDLERS: Final[dict[type[Any], Handler]] = {
    actions.Propose: _propose,
    actions.Agree: _agree,
    actions.Disagree: _disagree,
    actions.Consent: _consent,
    actions.Resume: _resume,
}
