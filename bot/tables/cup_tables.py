"""Tables of matches in a cup: what nobody but the cup decides there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.tables import actions, table_terms
from bot.tables.actions import TableAction
from bot.tables.substitution_rules import comes_back, open_seats
from bot.tables.table import Table
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

BEFORE_THE_START: Final = (
    actions.Join,
    actions.Leave,
    actions.Sit,
    actions.AddComputer,
    actions.AskStart,
    actions.ChoosePartner,
    actions.RemoveComputer,
    actions.Remove,
    actions.Invite,
    actions.SetOption,
    actions.SetTerm,
    actions.SetSeats,
)


def seats_to_take(table: Table, person: str) -> Iterator[int]:
    """Return the open seats that a person may take: at a cup's table only those that are still theirs."""
    return (seat for seat in open_seats(table) if table.match is None or comes_back(table, seat, person))


def cup_refusal(table: Table, action: TableAction) -> Fact | None:
    """Return the refusal of an action that only the table's cup may do; None if others may, or there is no cup."""
    if table.match is None:
        return None
    match action:
        case actions.Close(by=str()) | actions.OpenSeat(by=str()) | actions.Admit(cup=False):
            pass
        case actions.Propose(what=table_terms.PACE):
            pass
        case actions.Resume(cup=False) if table.is_paused_by_cup:
            return table.pause_refusal()
        case actions.Take(by=by, seat=wanted):
            if any(wanted in (None, seat) for seat in seats_to_take(table, by)):
                return None
        case _ if not isinstance(action, BEFORE_THE_START):
            return None
    return fact(Refusal.OF_CUP, table=table.name)
