"""The ranking: the order of the cards in a hand, and which cards beat which (KARNOFFEL §2, §3).

The order depends on the chosen suit, so inside a hand a card is its place 0..47 in that hand's order. A set of cards
is a mask of 48 bits: the lowest bit is the Karnöffel.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.cards import CARDS, Card, card, places
from rules.core.contract import Group

RANKS: Final = "KQJT98765432"
"""High to low (§2.2)."""
SUITS: Final = "CSHD"
"""High to low where equal ranks are cut (§4.1). A suit is its place here."""
PACK: Final[tuple[Card, ...]] = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
CUT_RANK: Final = {each: place for place, each in enumerate(PACK)}
"""The higher, the lower the card is in the cut (§4.1)."""
FULL: Final = (1 << len(PACK)) - 1
BITS: Final = tuple(1 << place for place in range(len(PACK)))

_NAMES: Final = dict(
    zip(RANKS, "kings queens jacks tens nines eights sevens sixes fives fours threes deuces".split(), strict=True)
)
"""Rank -> the name of its group."""
_POWERS: Final = {
    "J": "karnoffel",
    "7": "devil",
    "6": "pope",
    "2": "kaiser",
    "3": "over_stabber",
    "4": "under_stabber",
    "5": "suit_stabber",
}
"""Rank -> the name of its card in the chosen suit (§1)."""
BY_RANK: Final = tuple(
    Group(name, tuple(card(rank + suit) for suit in SUITS), rank not in _POWERS) for rank, name in _NAMES.items()
)
"""The pack before a suit is chosen (§11.5). The ranks with a power in the chosen suit have no place of their own."""
_ORDER: Final = "J! 7! 6! 2! K 3! Q 4! J 5! T 9 8 7 6 5 4 3 2".split()
"""The order of §3.7; `!` marks the one card of the chosen suit."""


def _group(entry: str, chosen: str) -> Group:
    rank = entry[0]
    if entry.endswith("!"):
        return Group(_POWERS[rank], (card(rank + chosen),), rank != "7")
    suits = [suit for suit in SUITS if suit != chosen]
    return Group(_NAMES[rank], tuple(card(rank + suit) for suit in (suits if rank in _POWERS else [chosen, *suits])))


GROUPS: Final = tuple(tuple(_group(entry, chosen) for entry in _ORDER) for chosen in SUITS)
"""By chosen suit: the order of a hand in groups. The Devil's power depends on the trick (§3.3)."""
ORDERS: Final = tuple(tuple(card for group in groups for card in group.cards) for groups in GROUPS)
"""By chosen suit: the cards in the order of a hand."""
PLACES: Final = tuple(
    bytes(order.index(each) if each in order else 255 for each in CARDS).ljust(256, b"\xff") for order in ORDERS
)
"""By chosen suit: the place of each of the 52 cards, 255 for the Aces; for `bytes.translate`, too."""


def mask_of(some: Iterable[Card], chosen: int) -> int:
    """The mask of these cards of the pack."""
    return sum(BITS[PLACES[chosen][each]] for each in some)


def cards_of(mask: int, chosen: int) -> tuple[Card, ...]:
    """The cards of a mask, strongest first."""
    return tuple(ORDERS[chosen][place] for place in places(mask))


# What follows is the same whatever suit is chosen: suit 0 is the chosen one, 1 to 3 are the plain ones.
GROUP_MASKS: Final = tuple(mask_of(group.cards, 0) for group in GROUPS[0])
"""The mask of each group of `GROUPS`."""
SUIT_AT: Final = tuple(SUITS.index(each.suit) for each in ORDERS[0])
"""The suit of the card at each place."""
RANK_AT: Final = "".join(each.rank for each in ORDERS[0])
"""The rank of the card at each place."""


def _bit(rank: str) -> int:
    """The bit of the chosen suit's card of this rank."""
    return BITS[PLACES[0][card(rank + SUITS[0])]]


KARNOFFEL: Final = _bit("J")
DEVIL: Final = _bit("7")
POPE: Final = _bit("6")
KAISER: Final = _bit("2")
STABBERS: Final = _bit("3") | _bit("4") | _bit("5")
BEATERS: Final = KARNOFFEL | POPE | KAISER | STABBERS
"""In the order of §3.5 by place."""
DEVIL_LED: Final = 4
"""The ladder of a led Devil; the others are those of the suits led (§3.7)."""
LADDER_OF: Final = tuple(DEVIL_LED if bit == DEVIL else suit for bit, suit in zip(BITS, SUIT_AT, strict=True))
"""By the place of the card that is led."""


def _ladder(ladder: int) -> list[int]:
    """The places on a ladder, highest first (§3.7)."""
    suit = 0 if ladder == DEVIL_LED else ladder
    found = [place for place, bit in enumerate(BITS) if bit & BEATERS or SUIT_AT[place] == suit]
    if ladder == 0:
        found.sort(key=lambda place: BITS[place] == DEVIL)
    return found


def _higher_cards(ladder: int) -> tuple[int, ...]:
    """The mask of the cards higher on this ladder, by place; 0 for a card that is not on it, which never heads."""
    above, masks = 0, [0] * len(PACK)
    for place in _ladder(ladder):
        masks[place] = above
        above |= BITS[place]
    return tuple(masks)


ABOVE: Final = tuple(map(_higher_cards, range(DEVIL_LED + 1)))
"""`ABOVE[ladder][place]`: the mask of the cards that beat the heading card at `place`."""
