"""The rematch: a table with the people of one that has ended. Nobody plays again without a press of their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeVar

from bot.tables import actions
from bot.tables.lobby import COMPUTER
from bot.tables.table import InvitationState, Seat, Stage, Table
from rules import registry
from rules.core.options import hands_options

T = TypeVar("T")


class Again(StrEnum):
    """A kind of rematch, by what is the same in it. Its values stand in custom_ids."""

    SAME = "same"
    HANDS = "hands"
    """The same for the fewest hands that the game allows."""
    SIDES = "sides"
    """The same game with other partners."""


def fewest_hands(game: str) -> int:
    return min(filter(None, hands_options(registry.game(game).options)), default=0)


def is_short(game: str, options: Mapping[str, str]) -> bool:
    """Return whether a game with these options ends after the fewest hands, or can have no number of hands."""
    few = fewest_hands(game)
    return not few or hands_options(registry.game(game).options)[few].items() <= options.items()


def seats_again(seats: tuple[Seat, ...], gone: Collection[str] = (), how: Again = Again.SAME) -> tuple[str, ...]:
    """Return the seats of a rematch (keys, "computer", ""): the people seated, and those whom computers replaced.

    Each person holds one seat: the one where they sit, else the first that they left. The seats of people who are
    `gone` are free (""). With other sides, all but the first move on by a seat.
    """
    holders = [seat.person or COMPUTER for seat in seats]
    for number, seat in enumerate(seats):
        if seat.was is not None and seat.person is None and seat.was not in holders:
            holders[number] = seat.was
    return tuple("" if holder in gone else holder for holder in _seated_again(holders, how))


def _seated_again(seats: list[T], how: Again) -> list[T]:
    return [*seats[:1], *seats[2:], *seats[1:2]] if how is Again.SIDES else seats


def opening(table: Table, by: str, how: Again, gone: Collection[str] = ()) -> actions.Open:
    """Return the opening of a rematch, in which `by` and the computers sit, and seats are kept for the others.

    The seats of people who are `gone` are free for anybody.
    """
    holders, options = seats_again(table.seats, gone, how), dict(table.options)
    if how is Again.HANDS and (few := fewest_hands(table.game)):
        options |= hands_options(table.rules.options)[few]
    return actions.Open(
        by=by,
        name=table.name,
        game=table.game,
        version=table.rules.version,
        seats=len(holders),
        options=options,
        terms=table.terms,
        rematch_of=table.id,
        seated=tuple(holder if holder in (by, COMPUTER) else "" for holder in holders),
        invited=tuple(holder for holder in holders if holder not in (by, COMPUTER, "")),
        private=table.private,
        names=_names_again(table, how),
        free=tuple(number for number, holder in enumerate(holders) if not holder),
    )


def _names_again(table: Table, how: Again) -> tuple[actions.NamePlace, ...]:
    """Return the places after which the computers of a rematch are named: those that were in its seats before."""
    return tuple(_seated_again([table.name_place(seat) for seat in range(len(table.seats))], how))


def is_meant(wanted: actions.Open, lobby: Table) -> bool:
    """Return whether a rematch that somebody else has asked for is the one that is wanted."""
    invited = iter(wanted.invited)
    seated = [
        COMPUTER if number in wanted.free else holder or next(invited) for number, holder in enumerate(wanted.seated)
    ]
    there = {seat.person or seat.kept_for: number for number, seat in enumerate(lobby.seats)}
    is_same_seat = (there.get(holder, number) == number for number, holder in enumerate(seated) if holder != COMPUTER)
    return dict(lobby.options) == dict(wanted.options) and all(is_same_seat)


def start(table: Table) -> actions.Start | None:
    """Return the start of a rematch that was complete with the last entry: the last of those asked has joined."""
    if table.stage is not Stage.LOBBY or table.rematch_of is None or table.open_invitations:
        return None
    last = table.ended_invitations[-1] if table.ended_invitations else None
    has_joined = last is not None and last.state is InvitationState.JOINED and last.settled == table.seq
    return actions.Start(last.person) if last and has_joined and not _has_room(table) else None


def _has_room(table: Table) -> bool:
    return any(seat.is_free for seat in table.seats)
