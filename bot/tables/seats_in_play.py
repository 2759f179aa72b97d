"""The actions that change a seat in play: resigning, missing a deadline, taking an open seat, being away."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import actions, substitution_rules
from bot.tables.invitations import private_refusal
from bot.tables.person_statistics import with_deadline
from bot.tables.proposals import ask_for_seat, ask_to_wait, withdraw_request
from bot.tables.seat_holders import Holder
from bot.tables.table import (
    Seat,
    Stage,
    Table,
    charge,
    handles,
    note_return,
    opener_refusal,
    seat_refusal,
    with_seat,
)
from bot.tables.table_terms import SILENT_FOR
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact


def _vacate(table: Table, number: int, took: int) -> Table:
    """Open a seat: a computer plays until somebody takes it or its person returns. The seat keeps its bank."""
    before = charge(table, number, took)
    seat = Seat(Holder.COMPUTER, was=before.person, level=actions.LEVEL, open=True, bank=before.bank)
    missing = None if table.missing == number else table.missing
    return replace(
        substitution_rules.hold_seat(table, number, seat, table.seq + 1),
        missing=missing,
    )


def _remove_person(table: Table, person: str, took: int) -> Table | Fact:
    """Return the table without the person: their seat opens, or their request for a seat is withdrawn."""
    held = table.seat_of(person)
    return (withdraw_request(table, person) or seat_refusal(table)) if held is None else _vacate(table, held, took)


@handles(actions.Resign, Stage.PLAYING)
def _resign(table: Table, action: actions.Resign) -> Table | Fact:
    return _remove_person(table, action.by, action.took)


@handles(actions.Miss, Stage.PLAYING)
def _miss(table: Table, action: actions.Miss) -> Table | Fact:
    seat = table.seats[action.seat]
    if table.turn != action.seat or seat.kind is not Holder.PERSON:
        return seat_refusal(table)
    late = seat._replace(missed=seat.missed + 1, silent=seat.silent + 1, bank=0)
    statistics = with_deadline(table.statistics, seat.person or "", is_kept=False)
    return replace(with_seat(table, action.seat, late), missing=action.seat, statistics=statistics)


@handles(actions.OpenSeat, Stage.PLAYING)
def _open_seat(table: Table, action: actions.OpenSeat) -> Table | Fact:
    decides = action.by is None or action.manager
    if not decides and action.by != table.opener:
        return opener_refusal(table)
    if not 0 <= action.seat < len(table.seats) or table.seats[action.seat].kind is not Holder.PERSON:
        return fact(Refusal.NOBODY_THERE, table=table.name, seat=action.seat)
    missed = table.seats[action.seat].missed
    if not decides and missed < SILENT_FOR:
        return fact(Refusal.NOT_SILENT, table=table.name, seat=action.seat, missed=missed, after=SILENT_FOR)
    return _vacate(table, action.seat, action.took)


@handles(actions.Rest, Stage.PLAYING)
def _rest(table: Table, action: actions.Rest) -> Table | Fact:
    return replace(table, rests=True, missing=None)


@handles(actions.Depart, Stage.PLAYING)
def _depart(table: Table, action: actions.Depart) -> Table | Fact:
    return _remove_person(table, action.person, action.took)


@handles(actions.Forfeit, Stage.PLAYING)
def _forfeit(table: Table, action: actions.Forfeit) -> Table | Fact:
    return replace(table, stage=Stage.OVER, forfeited=action.seat, missing=None)


@handles(actions.Take, Stage.PLAYING)
def _take(table: Table, action: actions.Take) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is not None:
        return fact(Refusal.ALREADY_SEATED, table=table.name, seat=held)
    seat = _choose_open(table, action)
    if isinstance(seat, Fact):
        return seat
    if not action.until or substitution_rules.comes_back(table, seat, action.by):
        return substitution_rules.seat_person(table, seat, action.by, table.seq + 1, fresh=action.fresh)
    if not table.admits(action.by):
        return private_refusal(table)
    refused = substitution_rules.mid_hand_refusal(table, action.by, action.member)
    if refused is not None:
        return refused
    if substitution_rules.is_mid_hand(table) and not table.agreed.pace.is_slow:
        return ask_for_seat(table, seat, action)
    return substitution_rules.seat_person(table, seat, action.by, table.seq + 1)


def _choose_open(table: Table, action: actions.Take) -> int | Fact:
    """Return the seat that is wanted; if none is named, the person's own, else the first open one."""
    free = list(substitution_rules.open_seats(table))
    if not free:
        return fact(Refusal.NO_OPEN_SEAT, table=table.name)
    if action.seat is None:
        find = substitution_rules.own_open_seat if action.until else substitution_rules.left_seat
        mine = find(table, action.by)
        return free[0] if mine is None else mine
    return action.seat if action.seat in free else fact(Refusal.SEAT_TAKEN, table=table.name, seat=action.seat)


@handles(actions.Return, Stage.PLAYING)
def _return(table: Table, action: actions.Return) -> Table | Fact:
    """Handle `Return`, which only older records have: today a person takes their seat again."""
    if table.seat_of(action.by) is not None:
        return fact(Refusal.ALREADY_SEATED, table=table.name, seat=table.seat_of(action.by))
    mine = substitution_rules.left_seat(table, action.by)
    if mine is None:
        return seat_refusal(table)
    return substitution_rules.come_back(table, mine, action.by, table.seq + 1, fresh=action.fresh)


@handles(actions.Away, Stage.PLAYING)
def _away(table: Table, action: actions.Away) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is None:
        return seat_refusal(table)
    # If the time of this play has started again before, the wait goes on: nothing is charged yet.
    seat = table.seats[held] if table.returned == held else charge(table, held, action.took)
    table = with_seat(table, held, seat._replace(away=action.until))
    return ask_to_wait(table, action) if action.consent_at else table


@handles(actions.Back, Stage.PLAYING)
def _back(table: Table, action: actions.Back) -> Table | Fact:
    seat = table.seats[action.seat]
    if action.by is not None and seat.person != action.by:
        return seat_refusal(table)
    return note_return(with_seat(table, action.seat, seat._replace(away=None)), action.seat)
