"""The seats and options that a table can choose: what every game checks in the same way (RULES §11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rules.core.contract import FactKind, IllegalAction, Option, fact

LENGTH: Final = Option("length", ("rubber", *(f"hands:{hands}" for hands in range(1, 21))))
"""A whole rubber, or a number of hands."""


def hands_of(length: str) -> int | None:
    """The number of hands after which a rubber of this `LENGTH` ends, None for a whole rubber."""
    return None if length == "rubber" else int(length.removeprefix("hands:"))


HANDS: Final = "hands"
"""The name of the option of a game whose rubbers always have a number of hands."""


def hands_options(options: Iterable[Option]) -> dict[int, dict[str, str]]:
    """The numbers of hands that a rubber may have, each with the option for it; 0: a whole rubber, if it may end so."""
    for option in options:
        if option.name == LENGTH.name:
            return {hands_of(choice) or 0: {option.name: choice} for choice in option.choices}
        if option.name == HANDS:
            return {hands: {option.name: str(hands)} for hands in sorted(map(int, option.choices))}
    return {0: {}}


def of_hands(options: Iterable[Option], hands: int) -> dict[str, str]:
    """The option for so many hands. Raises KeyError for a number that the game does not have."""
    return hands_options(options)[hands]


USUAL_SEATS: Final = 4


def usual_seats(seats: Iterable[int]) -> int:
    """The usual number of players, or of those that are possible the nearest."""
    return min(seats, key=lambda number: abs(number - USUAL_SEATS))


QUICK: Final = 3
"""The hands of a quick game."""


def quick(options: Iterable[Option]) -> dict[str, str]:
    """The option for a quick game; empty if a game has none."""
    return hands_options(options).get(QUICK, {})


def whole(options: Iterable[Option]) -> dict[str, str]:
    """The choices that a quick game changes, as they usually are."""
    changed = quick(options)
    return {option.name: option.default for option in options if option.name in changed}


class Choices(NamedTuple):
    """The numbers of seats and the options of a game, and its reasons to refuse others."""

    seats: tuple[int, ...]
    options: tuple[Option, ...]
    bad_seats: FactKind
    """Its fact has `seats` and `choices`."""
    unknown_option: FactKind
    """Its fact has `option`."""
    unknown_choice: FactKind
    """Its fact has `option`, `choice` and `choices`."""

    def check(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        """Return why this number of seats cannot play with these options; None if it can."""
        if isinstance(seats, bool) or seats not in self.seats:
            return IllegalAction(fact(self.bad_seats, seats=seats, choices=self.seats))
        choices = {option.name: option.choices for option in self.options}
        for name, choice in options.items():
            if name not in choices:
                return IllegalAction(fact(self.unknown_option, option=name))
            if choice not in choices[name]:
                return IllegalAction(fact(self.unknown_choice, option=name, choice=choice, choices=choices[name]))
        return None

    def resolve(self, options: Mapping[str, str], refusal: IllegalAction | None) -> tuple[str, ...]:
        """The choice of each option, in their order. Raises ValueError if there is a refusal."""
        if refusal is not None:
            raise ValueError(str(refusal.why))
        return tuple(options.get(option.name, option.default) for option in self.options)
