"""The Devil: the one card whose strength depends on the trick, by the key of the words for it (KARNOFFEL §3.3)."""

from __future__ import annotations

from typing import Final

from bot.presentation.games import Order, Specials


def _in_hand(order: Order) -> Specials:
    """Code of a card -> the last part of a key, `karnoffel.special.…`; none before a suit is chosen."""
    return {card.code: group.name for group in order if group.name == "devil" for card in group.cards}


SPECIALS: Final = _in_hand
