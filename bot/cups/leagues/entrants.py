"""The entrants of a league: single people, or pairs that keep their place together.

An entrant is written as the key of a person, of a pair as both keys with a `+` between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

AND: Final = "+"


def together(people: Iterable[str]) -> str:
    return AND.join(people)


def people_in(entrant: str) -> tuple[str, ...]:
    return tuple(entrant.split(AND))


def everybody_in(entrants: Iterable[str]) -> tuple[str, ...]:
    """Return the people of entrants, in order."""
    return tuple(person for one in entrants for person in people_in(one))


def share(one: str, other: str) -> bool:
    """Return whether somebody is in both entrants."""
    return not set(people_in(one)).isdisjoint(people_in(other))
