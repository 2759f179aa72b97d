"""The looks of the games: the emblems and special cards that a game's module in `bot.messages.looks` has.

An installed game names its module itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from rules.core.cards import Card
from rules.core.contract import Group
from rules.registry import INSTALLED

GAMES: Final = "bot.messages.looks"
"""The package with a module for each game that has looks of its own."""
Order = tuple[Group, ...]
Emblems = Mapping[str, str]
"""Code of a card -> the drawing of its emblem."""
Specials = Mapping[str, str]
"""Code of a card whose strength depends on the trick -> the key of the words for it."""


def emblems(game: str, order: Order = ()) -> Emblems:
    """The emblems of a game's cards in a hand with this order (`View.order`); empty for a game without emblems.

    `EMBLEMS` in its module: one mapping for all hands, or a function of the order.
    """
    found: Emblems | Callable[[Order], Emblems] = part(game, "EMBLEMS") or {}
    return found(order) if callable(found) else found


def has_changing_emblems(game: str) -> bool:
    """Return whether the emblems of a game's cards depend on the order of a hand."""
    return callable(part(game, "EMBLEMS"))


def specials(game: str, order: Order = ()) -> Specials:
    """The cards whose strength depends on the trick, in a hand with this order (`View.order`); empty if there are none.

    `SPECIALS` in its module: one mapping for all hands, or a function of the order.
    """
    found: Specials | Callable[[Order], Specials] = part(game, "SPECIALS") or {}
    return found(order) if callable(found) else found


def usual_cards(game: str, groups: Iterable[Group], order: Order = ()) -> tuple[Card, ...]:
    """The cards of these groups whose strength is always the same in a hand with this order, strongest first."""
    special = specials(game, order)
    return tuple(card for group in groups for card in group.cards if card.code not in special)


def special_cards(game: str, groups: Iterable[Group], order: Order = ()) -> dict[str, tuple[Card, ...]]:
    """The other cards of these groups, by the key of the words for them."""
    special, found = specials(game, order), dict[str, tuple[Card, ...]]()
    for card in (card for group in groups for card in group.cards):
        if kind := special.get(card.code):
            found[kind] = (*found.get(kind, ()), card)
    return found


@cache
def part(game: str, constant: str) -> Any:
    """A constant of a game's looks; None if there is none."""
    name = looks_of(game)
    return getattr(import_module(name), constant, None) if name else None


def looks_of(game: str) -> str:
    """The name of the module with a game's looks; "" if it has none."""
    if game in INSTALLED:
        return INSTALLED[game].package.looks
    name = f"{GAMES}.{game}"
    return "" if find_spec(name) is None else name
