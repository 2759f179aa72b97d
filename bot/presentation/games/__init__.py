"""The looks of one game each: what a picture or a menu of that game alone needs.

Whatever all games share stands beside this package. A game without a package here has plain cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from rules.core.cards import Card
from rules.core.contract import Group


@cache
def emblems(game: str) -> Mapping[str, str]:
    """Code of a card -> the drawing of its emblem; empty for a game without emblems."""
    return _of(game, "emblems", "EMBLEMS")


@cache
def specials(game: str) -> Mapping[str, str]:
    """Code of a card whose strength depends on the trick -> the key of the words for it; empty without such cards."""
    return _of(game, "specials", "SPECIALS")


def usual_cards(game: str, groups: Iterable[Group]) -> tuple[Card, ...]:
    """The cards of these groups whose strength is always the same, in order."""
    return tuple(card for group in groups for card in group.cards if card.code not in specials(game))


def special_cards(game: str, groups: Iterable[Group]) -> dict[str, tuple[Card, ...]]:
    """The other cards of these groups, by the key of the words for them."""
    found: dict[str, tuple[Card, ...]] = {}
    for card in (card for group in groups for card in group.cards):
        if kind := specials(game).get(card.code):
            found[kind] = (*found.get(kind, ()), card)
    return found


def _of(game: str, module: str, constant: str) -> Mapping[str, str]:
    name = f"{__name__}.{game}"
    if find_spec(name) is None or find_spec(f"{name}.{module}") is None:
        return {}
    found: Mapping[str, str] = getattr(import_module(f"{name}.{module}"), constant)
    return found
