"""Decks, and the proof that they were fixed before play. docs/fair-deals.md describes it for other programs.

A chain binds the deals of a game: its last key is the secret S, 32 random bytes, and the SHA-256 of each key is the key
before it. Key 0 is the commitment, which is posted before anything is cut or dealt. The deck of the chain's n-th hand
is shuffled with key n, which is told once that hand is over.

Tables that began before there were chains have a salted digest for each deal: the SHA-256, in hex, of the ASCII text
`<table>:<hand>:<deck>:<salt>`, where the deck is its cards in dealing order, separated by spaces (`9C KH …`), and the
salt is 32 random bytes in hex.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from rules import notation
from rules.core.cards import Card
from rules.core.contract import Game, IllegalAction, SeatAction, Shuffle

LENGTH: Final = 1000
"""The number of hands that a chain can bind."""
NO_PLAYS: Final = "00" * 32
"""The digest of the plays before the first hand."""
MOST_CUTS: Final = 200
"""The attempt at a cut that a cup takes as it is, whichever seat it gives the first deal."""
_WORDS: Final = struct.Struct(">4Q")
_WORD: Final = 1 << 64
_HEX: Final = re.compile(r"[0-9a-f]{64}")

CardOrder = tuple[Card, ...]
Below = Callable[[int], int]
"""Draws a number from 0 to below its argument, each as likely as the others."""


class DealPlace(NamedTuple):
    """The place of a deal, which its deck depends on.

    `table`: its id. `hand`: its number in the game. `message`: the Discord id of the post with the commitment.
    `plays`: the digest of the plays of all hands before (`with_plays`).
    """

    table: int
    hand: int
    message: int
    plays: str


class SaltedProof(NamedTuple):
    """The proof of one deal at a table without a chain. `salt`: SECRET while the hand runs."""

    salt: str
    digest: str


class ChainedProof(NamedTuple):
    """The proof of one deal by a chain: its commitment, and the link to the message that shows it.

    `step`: the number of the hand in the chain. `key`: the hand's key in hex, SECRET while the hand runs.
    """

    commitment: str
    link: str
    step: int
    key: str


DealProof = SaltedProof | ChainedProof


# Chains


def new_secret() -> str:
    """Return 32 bytes of the operating system's random source, in hex."""
    return secrets.token_hex(32)


def key(secret: str, step: int) -> bytes:
    """Return a key of the chain that ends with this secret: 0 is the commitment, `LENGTH` the secret itself."""
    return hash_times(bytes.fromhex(secret), LENGTH - step)


def hash_times(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = hashlib.sha256(value).digest()
    return value


def commitment(secret: str) -> str:
    return key(secret, 0).hex()


# Decks


def shuffle(pack: Sequence[Card], below: Below) -> CardOrder:
    """Return the pack in an order that these numbers draw (Fisher and Yates, from the last place down)."""
    deck = list(pack)
    for last in range(len(deck) - 1, 0, -1):
        drawn = below(last + 1)
        deck[last], deck[drawn] = deck[drawn], deck[last]
    return tuple(deck)


def deal_numbers(deal_key: bytes, place: DealPlace) -> Below:
    """Return the numbers that shuffle the deck of a hand."""
    return _numbers(deal_key, "deal", place)


def cut_numbers(deal_key: bytes, place: DealPlace, number: int) -> Below:
    """Return the numbers that shuffle the pack for a cut before a hand; `number`: of the attempt, from 0."""
    return _numbers(deal_key, f"cut {number}", place)


def cut(
    game: Game[Any], state: Any, draw: Callable[[int], CardOrder], number: int, *, for_first: bool
) -> tuple[int, CardOrder]:
    """Return the next cut and the number of its attempt; `draw`: gives the order of an attempt, `number`: of the next.

    `for_first`: attempts by which another seat than the first would deal are passed over, as a cup's pairing asks.
    """
    while True:
        deck = draw(number)
        step = game.apply(state, Shuffle(deck))
        if not for_first or number >= MOST_CUTS or isinstance(step, IllegalAction):
            return number, deck
        if game.view(step, None).dealer in (0, None):
            return number, deck
        number += 1


def _numbers(deal_key: bytes, label: str, place: DealPlace) -> Below:
    words = _words(deal_key, "\n".join((label, *map(str, place), "")).encode())

    def below(limit: int) -> int:
        bound = _WORD - _WORD % limit
        return next(word for word in words if word < bound) % limit

    return below


def _words(deal_key: bytes, message: bytes) -> Iterator[int]:
    """Yield 64-bit numbers, four from each HMAC-SHA256 of the message with a counter behind it."""
    for counter in count():
        yield from _WORDS.unpack(hmac.digest(deal_key, message + str(counter).encode(), "sha256"))


def with_plays(plays: str, hand: Iterable[SeatAction]) -> str:
    """Return the digest of all plays up to this hand's; `plays`: that of the hands before."""
    done = " ".join(map(notation.action_text, hand))
    return hashlib.sha256(bytes.fromhex(plays) + done.encode()).hexdigest()


# Salted digests, and what people paste


def random_numbers() -> Below:
    """Return numbers from the operating system's random source."""
    return secrets.randbelow


def digest(table: int, hand: int, deck: Sequence[Card], salt: str) -> str:
    """Return the salted digest of a deal, 64 hex characters."""
    text = f"{table}:{hand}:{' '.join(card.code for card in deck)}:{salt}"
    return hashlib.sha256(text.encode()).hexdigest()


def read_hex(text: str) -> str | None:
    """Read 32 bytes in hex as people paste them (with spaces, backticks, capitals); None if it is something else."""
    plain = re.sub(r"[\s`]", "", text).lower()
    return plain if _HEX.fullmatch(plain) else None
