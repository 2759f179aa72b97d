"""Types of command-line arguments: numbers within bounds, each refused with what was expected."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """A type for a whole number from `least` on, up to `most` if that is given."""
    bounds = f"from {least} on" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {bounds}")
        return number

    return read


def positive(text: str) -> float:
    """A type for a number above 0."""
    return _number(text, lambda number: number > 0, "above 0")


def not_negative(text: str) -> float:
    """A type for a number from 0 on."""
    return _number(text, lambda number: number >= 0, "from 0 on")


def _number(text: str, is_allowed: Callable[[float], bool], bounds: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or not is_allowed(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number {bounds}")
    return number


def check_load(parser: argparse.ArgumentParser, wish: argparse.Namespace) -> None:
    """End the program if its `rate` and `seconds` lead to no press."""
    if wish.rate * wish.seconds < 2:
        parser.error(f"{wish.rate:g} presses a second for {wish.seconds:g} s are fewer than two, which is too few")
