"""The actions at a table before it starts: seats, options and terms."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.tables import actions, table_terms
from bot.tables.invitations import has_kept_seats, kept_refusal, private_refusal
from bot.tables.seat_holders import Holder, Tenure, Tenures
from bot.tables.table import (
    FREE,
    Seat,
    Stage,
    Table,
    free_seats,
    handles,
    opener_refusal,
    side_of_seat,
    with_seat,
)
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.contract import Fact

COMPUTER: Final = "computer"
AT_COMPUTER: Final = Seat(Holder.COMPUTER, level=actions.LEVEL)


def seats_refusal(game: str, seats: int) -> Fact:
    return fact(Refusal.SEATS_OF_GAME, games=(game,), seats=registry.game(game).seats, count=seats)


def _choose_free(table: Table, wanted: int | None, person: str | None = None) -> int | Fact:
    """Return the free seat that is wanted (None: the one kept for the person, else the first one), or the refusal."""
    own = [number for number, seat in enumerate(table.seats) if person and seat.kept_for == person]
    free = own + free_seats(table, table.seats)
    if wanted is None and free:
        return free[0]
    if wanted is None or not 0 <= wanted < len(table.seats):
        return kept_refusal(table) if has_kept_seats(table) else fact(Refusal.TABLE_FULL, table=table.name)
    if table.seats[wanted].kept_for not in (None, person):
        return kept_refusal(table, wanted)
    return wanted if wanted in free else fact(Refusal.SEAT_TAKEN, table=table.name, seat=wanted)


@handles(actions.Join, Stage.LOBBY)
def _join(table: Table, action: actions.Join) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is not None:
        return fact(Refusal.ALREADY_SEATED, table=table.name, seat=held)
    if not table.admits(action.by):
        return private_refusal(table)
    seat = _choose_free(table, action.seat, action.by)
    return seat if isinstance(seat, Fact) else with_seat(table, seat, Seat(Holder.PERSON, action.by))


@handles(actions.Leave, Stage.LOBBY)
def _leave(table: Table, action: actions.Leave) -> Table | Fact:
    held = table.seat_of(action.by)
    return fact(Refusal.NOT_SEATED, table=table.name) if held is None else with_seat(table, held, FREE)


@handles(actions.Sit, Stage.LOBBY)
def _sit(table: Table, action: actions.Sit) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is None:
        return _join(table, actions.Join(action.by, action.seat))
    if held == action.seat:
        return fact(Refusal.ALREADY_SEATED, table=table.name, seat=held)
    if not 0 <= action.seat < len(table.seats) or table.seats[action.seat].kind is Holder.PERSON:
        return fact(Refusal.SEAT_TAKEN, table=table.name, seat=action.seat)
    if table.seats[action.seat].kept_for is not None:
        return kept_refusal(table, action.seat)
    swapped = with_seat(table, held, table.seats[action.seat])
    return with_seat(swapped, action.seat, table.seats[held])


def _is_involved(table: Table, person: str) -> bool:
    return person == table.opener or table.seat_of(person) is not None


@handles(actions.ChoosePartner, Stage.LOBBY)
def _choose_partner(table: Table, action: actions.ChoosePartner) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is None:
        return fact(Refusal.NOT_SEATED, table=table.name)
    place = partner_place(table, held)
    if place is None or not 0 <= action.seat < len(table.seats) or action.seat == held:
        return fact(Refusal.NO_PARTNERS, table=table.name)
    if action.seat in side_of_seat(table, held):
        return fact(Refusal.PARTNERS_ALREADY, table=table.name, seat=action.seat)
    moved = with_seat(table, place, table.seats[action.seat])
    return with_seat(moved, action.seat, table.seats[place])


def partner_place(table: Table, held: int) -> int | None:
    """Return the seat to which whoever is chosen as a partner comes: the next on the side that no person holds.

    If people hold all of them, the next one; None if the seat has no partner.
    """
    side = side_of_seat(table, held)
    after = sorted((seat for seat in side if seat != held), key=lambda seat: (seat < held, seat))
    return next((seat for seat in after if table.seats[seat].person is None), next(iter(after), None))


@handles(actions.AskStart, Stage.LOBBY)
def _ask_start(table: Table, action: actions.AskStart) -> Table | Fact:
    if table.seat_of(action.by) is None:
        return fact(Refusal.NOT_AT_TABLE, table=table.name)
    if table.start_asked_by is not None:
        return fact(Refusal.START_ASKED, table=table.name, person=table.opener)
    return replace(table, start_asked_by=action.by)


@handles(actions.AddComputer, Stage.LOBBY)
def _add_computer(table: Table, action: actions.AddComputer) -> Table | Fact:
    if not _is_involved(table, action.by):
        return fact(Refusal.NOT_AT_TABLE, table=table.name)
    seat = _choose_free(table, action.seat)
    return seat if isinstance(seat, Fact) else with_seat(table, seat, Seat(Holder.COMPUTER, level=action.level))


@handles(actions.RemoveComputer, Stage.LOBBY)
def _remove_computer(table: Table, action: actions.RemoveComputer) -> Table | Fact:
    if not _is_involved(table, action.by):
        return fact(Refusal.NOT_AT_TABLE, table=table.name)
    computers = [number for number, seat in enumerate(table.seats) if seat.kind is Holder.COMPUTER]
    if not computers or (action.seat is not None and action.seat not in computers):
        return fact(Refusal.NO_COMPUTER, table=table.name)
    return with_seat(table, computers[-1] if action.seat is None else action.seat, FREE)


@handles(actions.Remove, Stage.LOBBY)
def _remove(table: Table, action: actions.Remove) -> Table | Fact:
    held = table.seat_of(action.person)
    if action.by != table.opener:
        return opener_refusal(table)
    return fact(Refusal.NOT_SEATED, table=table.name) if held is None else with_seat(table, held, FREE)


@handles(actions.SetOption, Stage.LOBBY)
def _set_option(table: Table, action: actions.SetOption) -> Table | Fact:
    if action.by != table.opener:
        return opener_refusal(table)
    allowed = {option.name: option.choices for option in table.rules.options}
    if action.value not in allowed.get(action.name, ()):
        return fact(Refusal.UNKNOWN_OPTION, name=f"{action.name}: {action.value}")
    options = {**table.options, action.name: action.value}
    refused = table.rules.check_options(len(table.seats), options)
    return refused.why if refused else replace(table, options=options)


@handles(actions.SetTerm, Stage.LOBBY)
def _set_term(table: Table, action: actions.SetTerm) -> Table | Fact:
    if action.by != table.opener:
        return opener_refusal(table)
    if not table_terms.allows(action.name, action.value):
        return fact(Refusal.UNKNOWN_OPTION, name=f"{action.name}: {action.value}")
    return replace(table, terms={**table.terms, action.name: action.value})


@handles(actions.SetSeats, Stage.LOBBY)
def _set_seats(table: Table, action: actions.SetSeats) -> Table | Fact:
    if action.by != table.opener:
        return opener_refusal(table)
    if action.seats not in table.rules.seats:
        return seats_refusal(table.game, action.seats)
    people = [seat for seat in table.seats if seat.kind is Holder.PERSON or seat.kept_for is not None]
    if len(people) > action.seats:
        return fact(Refusal.TOO_MANY_SEATED, table=table.name, count=action.seats, seated=len(people))
    return replace(table, seats=_fit_seats(table.seats, action.seats), options=_fitting_options(table, action.seats))


def _fit_seats(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """Return `count` seats. Holders of removed seats move to free ones; people move first and may replace computers.

    Those for whom a seat is kept are people here.
    """
    loaded, moved = list(seats[:count]), [seat for seat in seats[count:] if not seat.is_free]
    loaded += [FREE] * (count - len(loaded))
    for seat in sorted(moved, key=lambda held: held.kind is Holder.COMPUTER):
        for kind in (Holder.EMPTY,) if seat.kind is Holder.COMPUTER else (Holder.EMPTY, Holder.COMPUTER):
            fits = (number for number, holder in enumerate(loaded) if holder.kind is kind and holder.kept_for is None)
            place = next(fits, None)
            if place is not None:
                loaded[place] = seat
                break
    return tuple(loaded)


def _fitting_options(table: Table, count: int) -> dict[str, str]:
    """Return the options; a value that this number of seats does not allow is replaced by its default."""
    options = dict(table.options)
    for option in table.rules.options:
        if table.rules.check_options(count, {option.name: options.get(option.name, option.default)}):
            options[option.name] = option.default
    return options


@handles(actions.Start, Stage.LOBBY)
def _start(table: Table, action: actions.Start) -> Table | Fact:
    if not _is_involved(table, action.by):
        return fact(Refusal.NOT_AT_TABLE, table=table.name)
    free = sum(seat.kind is Holder.EMPTY for seat in table.seats)
    if free and not action.fill:
        return fact(Refusal.EMPTY_SEATS, table=table.name, count=free)
    if has_kept_seats(table) and action.by != table.opener:
        return kept_refusal(table)
    filled = (AT_COMPUTER if seat.kind is Holder.EMPTY else seat for seat in table.seats)
    seats = tuple(seat._replace(bank=table.agreed.pace.bank) for seat in filled)
    tenures = Tenures(Tenure(number, seat.person, table.seq + 1, 1) for number, seat in enumerate(seats))
    state = table.rules.start(len(seats), table.options)
    return replace(table, stage=Stage.PLAYING, state=state, seats=seats, tenures=tenures)
