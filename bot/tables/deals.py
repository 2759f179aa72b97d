"""Shuffling, and the proof that a deal was fixed before play.

At the deal the digest is posted: the SHA-256, in hex, of the ASCII text `<table>:<hand>:<deck>:<salt>`, where the deck
is its cards in dealing order, separated by spaces (`9C KH …`), and the salt is 32 random bytes in hex. Deck and salt
are posted after the hand, so that anybody can compute the digest again. It proves that the deck was fixed when the
digest was posted; it does not prove that it was random.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Final

from rules.core.cards import Card

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_chance: Final = secrets.SystemRandom()


def shuffled(pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack in a random order, from the operating system's random source."""
    deck = list(pack)
    _chance.shuffle(deck)
    return tuple(deck)


def new_salt() -> str:
    return secrets.token_hex(32)


def digest(table: int, hand: int, deck: Sequence[Card], salt: str) -> str:
    """Return the digest of a deal, 64 hex characters."""
    text = f"{table}:{hand}:{' '.join(card.code for card in deck)}:{salt}"
    return hashlib.sha256(text.encode()).hexdigest()


def read_digest(text: str) -> str | None:
    """Read a digest as people paste it (with spaces, backticks, capitals); None if it is no digest."""
    plain = re.sub(r"[\s`]", "", text).lower()
    return plain if _DIGEST.fullmatch(plain) else None
