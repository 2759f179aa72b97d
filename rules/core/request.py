"""The form of a request to the referee: what every game's judge checks before it looks at a play (RULES §14).

Each function returns a part of the request, or raises MalformedError: without an index, unless it is given one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeGuard, TypeVar

from rules.core.cards import CODES, Card, card
from rules.core.contract import IllegalAction, MalformedError, Option
from rules.core.options import LENGTH

RefereeRequest = Mapping[str, Any]
StepT = TypeVar("StepT")
TermsT = TypeVar("TermsT")


def agreed_terms(
    request: RefereeRequest,
    seats: Sequence[int],
    known: Sequence[Option],
    check: Callable[[int, Mapping[str, str]], IllegalAction | None],
    terms: Callable[[int, Mapping[str, str]], TermsT],
) -> TermsT:
    """The terms of the rubber: what a game makes of the number of players and the options, which it checks."""
    count, chosen = players(request, seats), options(request, known)
    if (refusal := check(count, chosen)) is not None:
        raise MalformedError(str(refusal.why))
    return terms(count, chosen)


def players(request: RefereeRequest, choices: Sequence[int]) -> int:
    """The number of players, one of `choices`."""
    found = value(request, "players")
    if type(found) is not int or found not in choices:
        raise MalformedError(f"players: one of {', '.join(map(str, choices))}")
    return found


def options(request: RefereeRequest, known: Sequence[Option]) -> dict[str, str]:
    """The options, with names from `known`; the game itself checks their values.

    The length of a rubber is none of them, since one hand knows nothing of it.
    """
    names = {option.name for option in known} - {LENGTH.name}
    chosen = request.get("options", {})
    if not isinstance(chosen, dict):
        raise MalformedError("options: an object")
    for name, choice in chosen.items():
        if name not in names or not isinstance(choice, str):
            raise MalformedError(f"options: {name!r} is unknown, or its value is")
    return chosen


def dealer(request: RefereeRequest, seats: int) -> int:
    """The dealer's seat."""
    return number(request, "dealer", 0, seats - 1)


def scores(request: RefereeRequest, sides: int, target: int) -> list[int]:
    """The scores by side, all below the target."""
    found = items(request, "scores")
    if len(found) != sides or not all(_is_number(score, target) for score in found):
        raise MalformedError(f"scores: {sides} numbers 0..{target - 1}")
    return found


def deck(request: RefereeRequest, pack: Sequence[Card]) -> list[Card]:
    """The deck, with as many cards as the pack has; the game itself checks that they are the pack."""
    codes = items(request, "deck")
    if len(codes) != len(pack) or not all(map(is_code, codes)):
        raise MalformedError(f"deck: the {len(pack)} cards")
    return [card(code) for code in codes]


def number(request: RefereeRequest, key: str, least: int, most: int) -> int:
    """The number with this key, in this range."""
    found = value(request, key)
    if type(found) is not int or not least <= found <= most:
        raise MalformedError(f"{key}: {least}..{most}")
    return found


def items(request: RefereeRequest, key: str) -> list[Any]:
    """The list with this key."""
    found = value(request, key)
    if not isinstance(found, list):
        raise MalformedError(f"{key}: a list")
    return found


def value(request: RefereeRequest, key: str) -> Any:
    """The value of this key, which is required."""
    if key not in request:
        raise MalformedError(f"{key}: missing")
    return request[key]


def accept(step: StepT | IllegalAction, at: int | None = None) -> StepT:
    """The step, unless the game refuses it. `at`: the index of the play, None for the deal."""
    if isinstance(step, IllegalAction):
        raise MalformedError(str(step.why), at)
    return step


def cards(codes: object, at: int) -> tuple[Card, ...]:
    """The cards of a play; `at`: its index."""
    if not isinstance(codes, list) or not all(map(is_code, codes)):
        raise MalformedError("a play is a list of cards", at)
    return tuple(map(card, codes))


def codes(some: Iterable[Card]) -> list[str]:
    """The codes of cards, sorted: how a response writes cards that lie together."""
    return sorted(each.code for each in some)


def is_code(code: object) -> TypeGuard[str]:
    """Return whether this is written as a card."""
    return isinstance(code, str) and code in CODES


def _is_number(score: object, end: int) -> bool:
    return type(score) is int and 0 <= score < end
