"""The form of a request to the referee: what every game's judge checks before it looks at a play (RULES §14).

Each function returns a part of the request, or raises MalformedError without an index.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeGuard

from rules.core.cards import CODES, Card, card
from rules.core.contract import IllegalAction, MalformedError

Request = Mapping[str, Any]


def players(request: Request, choices: Sequence[int]) -> int:
    """The number of players, one of `choices`."""
    number = _value(request, "players")
    if type(number) is not int or number not in choices:
        raise MalformedError(f"players: one of {', '.join(map(str, choices))}")
    return number


def options(request: Request, known: Collection[str]) -> dict[str, str]:
    """The options, with names from `known`; the game itself checks their values."""
    chosen = request.get("options", {})
    if not isinstance(chosen, dict):
        raise MalformedError("options: an object")
    for name, choice in chosen.items():
        if name not in known or not isinstance(choice, str):
            raise MalformedError(f"options: {name!r} is unknown, or its value is")
    return chosen


def dealer(request: Request, seats: int) -> int:
    """The dealer's seat."""
    seat = _value(request, "dealer")
    if not _is_number(seat, seats):
        raise MalformedError(f"dealer: 0..{seats - 1}")
    return int(seat)


def scores(request: Request, sides: int, target: int) -> list[int]:
    """The scores by side, all below the target."""
    found = items(request, "scores")
    if len(found) != sides or not all(_is_number(score, target) for score in found):
        raise MalformedError(f"scores: {sides} numbers 0..{target - 1}")
    return found


def deck(request: Request, pack: Sequence[Card]) -> list[Card]:
    """As many cards as the pack has; the game itself checks that they are the pack."""
    codes = items(request, "deck")
    if len(codes) != len(pack) or not all(map(is_code, codes)):
        raise MalformedError(f"deck: the {len(pack)} cards")
    return [card(code) for code in codes]


def items(request: Request, key: str) -> list[Any]:
    """The list with this key."""
    value = _value(request, key)
    if not isinstance(value, list):
        raise MalformedError(f"{key}: a list")
    return value


def require(refusal: IllegalAction | None) -> None:
    """Raise MalformedError if the game refuses a part of the request."""
    if refusal is not None:
        raise MalformedError(str(refusal.why))


def is_code(value: object) -> TypeGuard[str]:
    """Return whether the value is written as a card."""
    return isinstance(value, str) and value in CODES


def _value(request: Request, key: str) -> Any:
    if key not in request:
        raise MalformedError(f"{key}: missing")
    return request[key]


def _is_number(value: object, end: int) -> bool:
    return type(value) is int and 0 <= value < end
