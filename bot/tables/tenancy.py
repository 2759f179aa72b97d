"""Who holds a seat while a rubber runs: giving it up, letting the time pass, taking an open seat, being away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bot.facts import Refused, fact
from bot.scenes import Holder
from bot.tables import actions
from bot.tables.actions import Action
from bot.tables.agreements import ask_to_wait
from bot.tables.table import Handler, Seat, Stage, Table, Tenure, back_on_turn, charged, not_seated, while_in, with_seat
from bot.tables.terms import SILENT_FOR
from rules.game import Fact, Phase


def _held(table: Table, number: int, seat: Seat) -> Table:
    """The table with a new holder of a seat, and the tenure that begins."""
    tenure = Tenure(number, seat.person, table.seq + 1, table.hand.number if table.hand else 1)
    return replace(with_seat(table, number, seat), tenures=(*table.tenures, tenure))


def _opened(table: Table, number: int, took: int) -> Table:
    """A computer plays until somebody takes the seat, or its person returns; what time it had left stays with it."""
    before = charged(table, number, took)
    seat = Seat(Holder.COMPUTER, was=before.person, level=actions.LEVEL, open=True, bank=before.bank)
    missing = None if table.missing == number else table.missing
    return replace(_held(table, number, seat), missing=missing)


@while_in(Stage.PLAYING)
def _resign(table: Table, action: actions.Resign) -> Table | Fact:
    held = table.seat_of(action.by)
    return not_seated(table) if held is None else _opened(table, held, action.took)


@while_in(Stage.PLAYING)
def _miss(table: Table, action: actions.Miss) -> Table | Fact:
    seat = table.seats[action.seat]
    if table.turn != action.seat or seat.kind is not Holder.PERSON:
        return not_seated(table)
    late = seat._replace(missed=seat.missed + 1, silent=seat.silent + 1, bank=0)
    return replace(with_seat(table, action.seat, late), missing=action.seat)


@while_in(Stage.PLAYING)
def _open_seat(table: Table, action: actions.OpenSeat) -> Table | Fact:
    decides = action.by is None or action.manager
    if not decides and action.by != table.opener:
        return fact(Refused.NOT_OPENER, table=table.name, person=table.opener)
    if not 0 <= action.seat < len(table.seats) or table.seats[action.seat].kind is not Holder.PERSON:
        return fact(Refused.NOBODY_THERE, table=table.name, seat=action.seat)
    missed = table.seats[action.seat].missed
    if not decides and missed < SILENT_FOR:
        return fact(Refused.NOT_SILENT, table=table.name, seat=action.seat, missed=missed)
    return _opened(table, action.seat, action.took)


@while_in(Stage.PLAYING)
def _rest(table: Table, action: actions.Rest) -> Table | Fact:
    return replace(table, rests=True, missing=None)


@while_in(Stage.PLAYING)
def _depart(table: Table, action: actions.Depart) -> Table | Fact:
    held = table.seat_of(action.person)
    return not_seated(table) if held is None else _opened(table, held, action.took)


@while_in(Stage.PLAYING)
def _forfeit(table: Table, action: actions.Forfeit) -> Table | Fact:
    return replace(table, stage=Stage.OVER, forfeited=action.seat, missing=None)


@while_in(Stage.PLAYING)
def _take(table: Table, action: actions.Take) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is not None:
        return fact(Refused.ALREADY_SEATED, table=table.name, seat=held)
    seat = _choose_open(table, action)
    if isinstance(seat, Fact):
        return seat
    if table.seats[seat].was == action.by:
        return _come_back(table, seat, action)
    if seat_seen(table, action.by) is not None:
        return fact(Refused.HAS_SEEN_CARDS, table=table.name)
    if any(tenure[:2] == (seat, action.by) for tenure in table.tenures):
        return _come_back(table, seat, action)
    return _held(table, seat, Seat(Holder.PERSON, action.by, bank=table.agreed.pace.bank))


def _choose_open(table: Table, action: actions.Take) -> int | Fact:
    """The seat that is meant: without one the person's own, else the first that is open."""
    free = list(open_seats(table))
    if not free:
        return fact(Refused.NO_OPEN_SEAT, table=table.name)
    if action.seat is None:
        mine = _left_by(table, action.by)
        return free[0] if mine is None else mine
    return action.seat if action.seat in free else fact(Refused.SEAT_TAKEN, table=table.name, seat=action.seat)


def _left_by(table: Table, person: str) -> int | None:
    """The open seat whose last person this was."""
    return next((number for number in open_seats(table) if table.seats[number].was == person), None)


def open_seats(table: Table) -> Iterator[int]:
    """The seats that anybody may take."""
    return (number for number, seat in enumerate(table.seats) if seat.open)


def seat_seen(table: Table, person: str) -> int | None:
    """The seat whose cards of the hand in play a person has seen; None: of none."""
    if table.hand is None or table.phase is Phase.DEAL:
        return None
    holders = {tenure.seat: tenure.person for tenure in table.tenures if tenure.hand < table.hand.number}
    of_this_hand = [tenure for tenure in table.tenures if tenure.hand == table.hand.number]
    seen = [*holders.items(), *((tenure.seat, tenure.person) for tenure in of_this_hand)]
    return next((seat for seat, holder in seen if holder == person), None)


def sees_two_hands(table: Table, action: Action) -> Fact | None:
    """Why a person may not come back to a seat now: they have seen another seat's cards of the hand in play.

    Judged when it is done, and not by the fold: records of older versions may hold such a return.
    """
    if table.stage is not Stage.PLAYING or not isinstance(action, actions.Take | actions.Return):
        return None
    seen = seat_seen(table, action.by)
    seat = _choose_open(table, action) if isinstance(action, actions.Take) else _left_by(table, action.by)
    if seen in (None, seat) or not isinstance(seat, int) or table.seat_of(action.by) is not None:
        return None
    return fact(Refused.HAS_SEEN_CARDS, table=table.name)


@while_in(Stage.PLAYING)
def _return(table: Table, action: actions.Return) -> Table | Fact:
    if table.seat_of(action.by) is not None:
        return fact(Refused.ALREADY_SEATED, table=table.name, seat=table.seat_of(action.by))
    mine = _left_by(table, action.by)
    return not_seated(table) if mine is None else _come_back(table, mine, action)


def _come_back(table: Table, seat: int, action: actions.Take | actions.Return) -> Table:
    """The table with a person back in their seat, with the bank that it had left.

    The time of the play that is waited for begins anew, once. Whoever leaves and comes back again on the same turn is
    played for, or the others would wait for ever.
    """
    table = _held(table, seat, Seat(Holder.PERSON, action.by, bank=table.seats[seat].bank))
    if table.turn == seat and (table.returned == seat or not action.fresh):
        return replace(table, missing=seat)
    return back_on_turn(table, seat)


@while_in(Stage.PLAYING)
def _away(table: Table, action: actions.Away) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is None:
        return not_seated(table)
    seat = table.seats[held] if table.returned == held else charged(table, held, action.took)  # else its wait goes on
    table = with_seat(table, held, seat._replace(away=action.until))
    return ask_to_wait(table, action) if action.consent_at else table


@while_in(Stage.PLAYING)
def _back(table: Table, action: actions.Back) -> Table | Fact:
    seat = table.seats[action.seat]
    if action.by is not None and seat.person != action.by:
        return not_seated(table)
    return back_on_turn(with_seat(table, action.seat, seat._replace(away=None)), action.seat)


HANDLERS: Final[dict[type[Any], Handler]] = {
    actions.Resign: _resign,
    actions.Miss: _miss,
    actions.OpenSeat: _open_seat,
    actions.Rest: _rest,
    actions.Depart: _depart,
    actions.Forfeit: _forfeit,
    actions.Take: _take,
    actions.Return: _return,
    actions.Away: _away,
    actions.Back: _back,
}
