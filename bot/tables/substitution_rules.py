"""Substitution rules: who may take a seat of a rubber in play, and what changes when they do.

All functions here are pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.runtime.times import DAY, HOUR
from bot.tables.seat_holders import Holder, Tenure
from bot.tables.table import Seat, Stage, Table, note_return, with_seat
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact

NEW: Final = "new"
UNKNOWN: Final = "unknown"
"""A person's time in the table's server (`actions.Take.member`): less than a day; unknown. Else ""."""


NEW_FOR: Final = DAY
"""The time for which a person is new in a server, in ms."""


def membership(joined_at: int | None, now: int) -> str:
    """Return how long a person has been in a server (`NEW`, `UNKNOWN`, ""). `joined_at`, `now`: ms since the epoch."""
    if joined_at is None:
        return UNKNOWN
    return NEW if now - joined_at < NEW_FOR else ""


def open_seats(table: Table) -> Iterator[int]:
    return (number for number, seat in enumerate(table.seats) if seat.open)


def is_mid_hand(table: Table) -> bool:
    return table.turn is not None


def seats_seen(table: Table, person: str) -> frozenset[int]:
    """The seats whose cards of the hand in play the person has seen: they hold or held these seats."""
    if table.hand is None or not is_mid_hand(table):
        return frozenset()
    return table.tenures.seats_of_hand(person, table.hand.number)


def own_open_seat(table: Table, person: str) -> int | None:
    """The open seat to which the person may return: one they held in this hand, else one they were the last to hold."""
    free, seen = list(open_seats(table)), seats_seen(table, person)
    return next((seat for seat in free if seat in seen), left_seat(table, person))


def left_seat(table: Table, person: str) -> int | None:
    return next((number for number in open_seats(table) if table.seats[number].was == person), None)


def comes_back(table: Table, seat: int, person: str) -> bool:
    """Return whether an open seat is still the person's: they held it last or in this hand, and saw no other cards."""
    seen = seats_seen(table, person)
    return seen <= {seat} and (seat in seen or table.seats[seat].was == person)


def mid_hand_refusal(table: Table, person: str, member: str = "") -> Fact | None:
    """Return why the person may not take a seat of others during a hand; None if they may.

    `member`: how long they have been in the server, "" for a day or more.
    """
    if not is_mid_hand(table):
        return None
    if seats_seen(table, person):
        return fact(Refusal.HAS_SEEN_CARDS, table=table.name)
    if member == NEW:
        return fact(Refusal.JUST_JOINED, table=table.name, hours=NEW_FOR // HOUR)
    return fact(Refusal.JOINED_UNKNOWN, table=table.name) if member == UNKNOWN else None


def seats_for(table: Table, person: str, member: str) -> tuple[int, ...]:
    """Return the seats that a person without one may take, or ask for, in a lobby or in play.

    They begin with the person's own, if it is still theirs. `member`: as in `mid_hand_refusal`.
    """
    if table.seat_of(person) is not None or not table.admits(person):
        return ()
    if table.stage is Stage.LOBBY:
        free = [number for number, seat in enumerate(table.seats) if seat.is_free]
        return (*(number for number, seat in enumerate(table.seats) if seat.kept_for == person), *free)
    own = tuple(seat for seat in open_seats(table) if comes_back(table, seat, person))
    refused = table.hand is not None and person in table.hand.refused
    if refused or mid_hand_refusal(table, person, member):
        return own
    return own + tuple(seat for seat in open_seats(table) if seat not in own)


def opponents(table: Table, seat: int) -> frozenset[str]:
    against = [opponent for side in table.view(None).sides if seat not in side for opponent in side]
    return frozenset(person for opponent in against if (person := table.seats[opponent].person))


def hold_seat(table: Table, number: int, seat: Seat, since: int) -> Table:
    tenure = Tenure(number, seat.person, since, table.hand.number if table.hand else 1, table.next_place)
    return replace(with_seat(table, number, seat), tenures=table.tenures.with_tenure(tenure))


def seat_person(table: Table, seat: int, person: str, since: int, *, fresh: bool = True) -> Table:
    """Seat a person in an open seat from the entry `since` on: in a seat that was theirs, or in a new one."""
    if table.seats[seat].was == person or table.tenures.has_had(seat, person):
        return come_back(table, seat, person, since, fresh=fresh)
    return hold_seat(table, seat, Seat(Holder.PERSON, person, bank=table.agreed.pace.bank), since)


def come_back(table: Table, seat: int, person: str, since: int, *, fresh: bool) -> Table:
    """Return the table with a person back in their seat, with the bank that it had left.

    If it is their turn, the time of the play starts again, but only once. If they leave and return again on the same
    turn, a computer makes the play, or the others could wait for ever: not for people who are alone with computers. In
    older records (not `fresh`) it always does.
    """
    table = hold_seat(table, seat, Seat(Holder.PERSON, person, bank=table.seats[seat].bank), since)
    if table.turn == seat and ((table.returned == seat and not table.is_alone) or not fresh):
        return replace(table, missing=seat)
    return note_return(table, seat)
