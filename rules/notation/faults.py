"""Errors in a text or a JSON value that should be the record of a rubber."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NoReturn

from rules.core.contract import Fact


class NotationFact(StrEnum):
    """The reason why something is not a valid record; the comment after each name lists the keys of `about`."""

    EMPTY = "notation_empty"  # (no keys)
    NOT_NOTATION = "notation_not_notation"  # text: the first line is not `Game: …`
    UNKNOWN_GAME = "notation_unknown_game"  # game
    UNKNOWN_VERSION = "notation_unknown_version"  # version
    UNKNOWN_LINE = "notation_unknown_line"  # text
    MISPLACED = "notation_misplaced"  # text: a line that is not allowed there, or is a duplicate
    MISSING = "notation_missing"  # what
    BAD_VALUE = "notation_bad_value"  # text
    BAD_CARD = "notation_bad_card"  # text
    BAD_NUMBER = "notation_bad_number"  # text
    BAD_OPTIONS = "notation_bad_options"  # refusal (a Fact of the game)
    ILLEGAL = "notation_illegal"  # refusal (a Fact of the game), seat and cards (of a play)
    WRONG_CUT = "notation_wrong_cut"  # right (how many cards)
    WRONG_HAND = "notation_wrong_hand"  # given, right (the hand's number)
    WRONG_TRICK = "notation_wrong_trick"  # given, right (the trick's number)
    WRONG_PLAYS = "notation_wrong_plays"  # given, right (how many plays a trick's line has)
    WRONG_DEALER = "notation_wrong_dealer"  # given, right
    WRONG_WINNER = "notation_wrong_winner"  # given, right (seat that took the trick; None: not complete)
    WRONG_SCORES = "notation_wrong_scores"  # given, right (by side; None: the hand is not over)
    WRONG_RESULT = "notation_wrong_result"  # given, right (winning sides; None: the rubber is not over)
    AFTER_END = "notation_after_end"  # (no keys): a hand or a cut where there can be none
    NOT_OF_FORM = "notation_not_of_form"  # expected: the type that JSON should have there
    NOT_HIDDEN = "notation_not_hidden"  # (no keys): only the deck of the running hand may be hidden


class NotationError(ValueError):
    """An invalid record: `line` of a text, from 1 (else None), or `path` in JSON or a `Record` (else None)."""

    def __init__(self, why: Fact, line: int | None = None, path: str | None = None) -> None:
        super().__init__(f"{path if line is None else f'line {line}'}: {why}")
        self.why = why
        self.line = line
        self.path = path


Place = tuple[str | int, ...]
"""A place in a record: `("hands", 0, "plays", 3)`."""


class NotationFault:
    """Raises a `NotationError` with the path of a place in a record."""

    def __call__(self, place: Place, kind: NotationFact, **about: Any) -> NoReturn:
        raise NotationError(why(kind, **about), path=_path(place))


class LineFault(NotationFault):
    """Raises a `NotationError` with the line from which the place was read."""

    def __init__(self, lines: Mapping[Place, int]) -> None:
        self._lines = lines

    def __call__(self, place: Place, kind: NotationFact, **about: Any) -> NoReturn:
        while place not in self._lines:
            place = place[:-1]
        raise NotationError(why(kind, **about), line=self._lines[place])


def why(kind: NotationFact, **about: Any) -> Fact:
    """The fact of this kind; it cites no paragraph, because the rules of a game do not mention records."""
    return Fact(kind, "", about)


def _path(place: Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".") or "record"
