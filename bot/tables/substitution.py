"""Who may be given a seat of a running rubber, and how it becomes theirs. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.tables.seat_holders import Holder
from bot.tables.table import Seat, Table, Tenure, back_on_turn, with_seat
from bot.tables.terms import DAY
from bot.texts.notices import Refusal, fact
from rules.core.contract import Fact, Phase

NEW: Final = "new"
UNKNOWN: Final = "unknown"
"""How long a person is in the table's server (`actions.Take.member`): less than a day; not found out. Else ""."""


def membership(joined_at: int | None, now: int) -> str:
    """How long somebody is in the server that they joined then; both ms since the epoch, None: it is not known."""
    if joined_at is None:
        return UNKNOWN
    return NEW if now - joined_at < DAY else ""


def open_seats(table: Table) -> Iterator[int]:
    """The seats that anybody may take."""
    return (number for number, seat in enumerate(table.seats) if seat.open)


def is_mid_hand(table: Table) -> bool:
    """Whether cards are dealt and are being played."""
    return table.hand is not None and table.phase is Phase.PLAY


def seats_seen(table: Table, person: str) -> frozenset[int]:
    """The seats whose cards of the hand in play a person holds or has held."""
    if table.hand is None or not is_mid_hand(table):
        return frozenset()
    at_the_deal = {tenure.seat: tenure.person for tenure in table.tenures if tenure.hand < table.hand.number}
    since = [(tenure.seat, tenure.person) for tenure in table.tenures if tenure.hand == table.hand.number]
    return frozenset(seat for seat, holder in [*at_the_deal.items(), *since] if holder == person)


def own_open_seat(table: Table, person: str) -> int | None:
    """The open seat to which a person may come back: the one they held in this hand, else the one they held last."""
    free, seen = list(open_seats(table)), seats_seen(table, person)
    return next((seat for seat in free if seat in seen), left_by(table, person))


def left_by(table: Table, person: str) -> int | None:
    """The open seat whose last person this was."""
    return next((number for number in open_seats(table) if table.seats[number].was == person), None)


def comes_back(table: Table, seat: int, person: str) -> bool:
    """Whether an open seat is still the person's own: they held it last, or in this hand, and have seen no other."""
    seen = seats_seen(table, person)
    return seen <= {seat} and (seat in seen or table.seats[seat].was == person)


def barred(table: Table, person: str, member: str = "") -> Fact | None:
    """Why somebody may not be given a seat that is not their own while a hand is in play; None if they may.

    `member`: how long they are in the server, "" for a day or more.
    """
    if not is_mid_hand(table):
        return None
    if seats_seen(table, person):
        return fact(Refusal.HAS_SEEN_CARDS, table=table.name)
    if member == NEW:
        return fact(Refusal.JUST_JOINED, table=table.name)
    return fact(Refusal.JOINED_UNKNOWN, table=table.name) if member == UNKNOWN else None


def opponents(table: Table, seat: int) -> frozenset[str]:
    """The keys of the people who play against a seat."""
    against = [one for side in table.view(None).sides if seat not in side for one in side]
    return frozenset(person for one in against if (person := table.seats[one].person))


def held(table: Table, number: int, seat: Seat, since: int) -> Table:
    """The table with a new holder of a seat, and the tenure that begins with the entry `since`."""
    tenure = Tenure(number, seat.person, since, table.hand.number if table.hand else 1)
    return replace(with_seat(table, number, seat), tenures=(*table.tenures, tenure))


def seated(table: Table, seat: int, person: str, since: int, *, fresh: bool = True) -> Table:
    """The table at which an open seat becomes a person's by the entry `since`: their own again, or a new one."""
    if table.seats[seat].was == person or any(tenure[:2] == (seat, person) for tenure in table.tenures):
        return come_back(table, seat, person, since, fresh=fresh)
    return held(table, seat, Seat(Holder.PERSON, person, bank=table.agreed.pace.bank), since)


def come_back(table: Table, seat: int, person: str, since: int, *, fresh: bool) -> Table:
    """The table with a person back in their seat, with the bank that it had left.

    The time of the play that is waited for begins anew, once. Whoever leaves and comes back again on the same turn is
    played for, or the others would wait for ever; so is everybody in older records (not `fresh`).
    """
    table = held(table, seat, Seat(Holder.PERSON, person, bank=table.seats[seat].bank), since)
    if table.turn == seat and (table.returned == seat or not fresh):
        return replace(table, missing=seat)
    return back_on_turn(table, seat)
