"""A rated rubber as a value and as a row: who held which seat in which hands, and what the hands brought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.store import RubberRow


class Spell(NamedTuple):
    """The hands that one holder of a seat played whole, from `first` to `last`; `person` None: a computer.

    `last` is below `first` if there is none. `left`: the person gave the seat up, or lost the rubber by a forfeit.
    """

    seat: int
    person: str | None
    first: int
    last: int
    left: bool = False

    @property
    def hands(self) -> int:
        return max(0, self.last - self.first + 1)


class Rubber(NamedTuple):
    """An ended rubber. `sides`: the seats of each; `winners`: the sides that won, () if it counts for nobody.

    `points`: for each hand the points that it brought each side, before any bounce. `spells`: in order.
    """

    id: int
    guild_id: int
    ended_at: int
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    spells: tuple[Spell, ...]

    @property
    def size(self) -> int:
        return sum(map(len, self.sides))

    def side_of(self, seat: int) -> int:
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def of_seat(self, seat: int) -> tuple[Spell, ...]:
        return tuple(spell for spell in self.spells if spell.seat == seat)

    def holder(self, seat: int, hand: int) -> str | None:
        """The person who played a hand whole in a seat; None: a computer, or nobody alone."""
        held = (spell.person for spell in self.of_seat(seat) if spell.first <= hand <= spell.last)
        return next(held, None)

    def starters(self) -> Iterator[tuple[int, str]]:
        """(seat, person) for the people who began the rubber."""
        for seats in self.sides:
            for seat in seats:
                first = self.of_seat(seat)[0]
                if first.person is not None:
                    yield seat, first.person

    def stayed(self, seat: int, person: str) -> bool:
        """True if a person holds the seat at the end and did not forfeit the rubber."""
        last = self.of_seat(seat)[-1]
        return last.person == person and not last.left


def written(rubber: Rubber, game: str) -> RubberRow:
    """The row of a rubber."""
    body = {"sides": rubber.sides, "winners": rubber.winners, "points": rubber.points, "spells": rubber.spells}
    return RubberRow(rubber.id, rubber.guild_id, game, rubber.size, rubber.ended_at, body)


def read(row: RubberRow) -> Rubber:
    """The rubber of a row."""
    body = row.body
    return Rubber(
        row.rubber,
        row.guild_id,
        row.ended_at,
        tuple(map(tuple, body["sides"])),
        tuple(body["winners"]),
        tuple(map(tuple, body["points"])),
        tuple(Spell(*spell) for spell in body["spells"]),
    )
