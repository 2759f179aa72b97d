"""The divisions of a season and their entrants: promotion, relegation, and places that nobody took up.

Entrants are single people, or pairs that keep their place together. An entrant is written as the key of a person, of a
pair as both keys with a `+` between them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.cups.leagues.league_actions import Tables
from bot.cups.leagues.league_rules import LEAST

AND: Final = "+"


def together(people: Iterable[str]) -> str:
    return AND.join(people)


def people_in(entrant: str) -> tuple[str, ...]:
    return tuple(entrant.split(AND))


def everybody_in(entrants: Iterable[str]) -> tuple[str, ...]:
    """Return the people of entrants, in order."""
    return tuple(person for entrant in entrants for person in people_in(entrant))


def share(one: str, other: str) -> bool:
    """Return whether somebody is in both entrants."""
    return not set(people_in(one)).isdisjoint(people_in(other))


class Movement(NamedTuple):
    """An entrant who changes the division after a season: to the division `to`, counted from 0."""

    entrant: str
    to: int
    up: bool


class Places(NamedTuple):
    """The entrants of each division, and those for whom there is no place."""

    divisions: Tables
    waiting: tuple[str, ...] = ()


def movements(tables: Tables, moves: int, unwon: Collection[int] = ()) -> list[Movement]:
    """Return who goes up and down, the top division first; `unwon`: divisions, from 0, in which nothing was decided."""
    found: list[Movement] = []
    for at, (above, below) in enumerate(pairwise(tables)):
        count = 0 if at in unwon or at + 1 in unwon else _swap_count(above, below, moves)
        found += [Movement(person, at, up=True) for person in below[:count]]
        found += [Movement(person, at + 1, up=False) for person in above[len(above) - count :]]
    return found


def _swap_count(above: Sequence[str], below: Sequence[str], moves: int) -> int:
    """Return how many go down, and as many up: nobody goes both ways, and divisions keep their sizes."""
    return min(moves, len(above) // 2, len(below))


def kept_places(tables: Tables, moves: int, unwon: Collection[int] = ()) -> Tables:
    """Return for whom a place in each division is kept after a season, by precedence.

    Who stays comes first, then who comes up, then who comes down: a free place above goes to the best who stays.
    """
    changes = movements(tables, moves, unwon)
    leaving = {movement.entrant for movement in changes}
    return tuple(
        (
            *(person for person in table if person not in leaving),
            *(movement.entrant for movement in changes if movement.to == at and movement.up),
            *(movement.entrant for movement in changes if movement.to == at and not movement.up),
        )
        for at, table in enumerate(tables)
    )


def places(order: Tables, entered: Sequence[str], sizes: Sequence[int]) -> Places:
    """Return the divisions of a season. `order`: kept places; `entered`: who signed up, in this order.

    A place that was not taken up goes to the next below, and new entrants come last. The place of a pair is kept for
    both: if each brings another partner, who signed up first has it. Whoever would be alone in the last division waits.
    """
    queue = list(_order_by_precedence(order, entered))
    divisions: list[tuple[str, ...]] = []
    for size in sizes:
        if len(queue) < LEAST:
            break
        divisions.append(tuple(queue[:size]))
        queue = queue[size:]
    return Places(tuple(divisions), tuple(queue))


def _order_by_precedence(order: Tables, entered: Sequence[str]) -> Iterator[str]:
    left = list(entered)
    for old in (entrant for table in order for entrant in table):
        if (back := next((new for new in left if share(new, old)), None)) is not None:
            left.remove(back)
            yield back
    yield from left
