"""The part that all references share: the form of a request, and the replay of its plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class ReferenceRefusal(Exception):
    """An answer with `error`: `at` is the index of a play, or None for the rest of the request."""

    def __init__(self, why: str, at: int | None = None) -> None:
        super().__init__(why)
        self.answer = {"error": why, "at": at}


class Replayed(Protocol):
    """A hand that is played again from its deck."""

    def legal(self) -> list[list[str]]:
        """All that the seat to act can do, sorted."""
        ...

    def act(self, action: list[str]) -> None:
        """Do one of the legal actions."""
        ...


def require(right: bool, why: str) -> None:
    """Refuse a request of which something else than a play is wrong."""
    if not right:
        raise ReferenceRefusal(why)


def require_keys(request: Mapping[str, Any], keys: str, game: str) -> None:
    """Refuse a request that lacks one of `keys`, or is of another game."""
    for key in keys.split():
        require(key in request, f"{key} is missing")
    require(request["game"] == game, "another game")


def is_number(value: object, low: int, high: int) -> bool:
    """Return whether a value is a whole number from `low` to `high`; true, false and 1.0 are none."""
    return type(value) is int and low <= value <= high


def read_options(request: Mapping[str, Any], values: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """All options: those of the request, and defaults, which come first in `values`."""
    given = request.get("options", {})
    require(type(given) is dict, "options are no object")
    for name, value in given.items():
        require(name in values and type(value) is str and value in values[name], "an unknown option or value")
    return {name: given.get(name, allowed[0]) for name, allowed in values.items()}


def require_deck(request: Mapping[str, Any], pack: Sequence[str]) -> None:
    """Refuse a deck that is not the whole pack once."""
    deck = request["deck"]
    require(type(deck) is list and all(type(card) is str for card in deck), "the deck is no list of cards")
    require(sorted(deck) == sorted(pack), "the deck is not the pack")


def require_scores(request: Mapping[str, Any], target: int) -> None:
    """Refuse scores that are not two numbers below the target."""
    scores = request["scores"]
    require(type(scores) is list and len(scores) == 2, "scores are not two")
    require(all(is_number(score, 0, target - 1) for score in scores), "a score is out of range")


def replay(hand: Replayed, plays: Sequence[Any]) -> None:
    """Do all plays; refuse the first that is malformed or illegal."""
    for index, play in enumerate(plays):
        if type(play) is not list or not all(type(word) is str for word in play):
            raise ReferenceRefusal("malformed", index)
        if play not in hand.legal():
            raise ReferenceRefusal("illegal", index)
        hand.act(play)
