"""Lots drawn at random, which everybody can draw again from a published seed."""

from __future__ import annotations

from hashlib import sha256


def drawn(seed: str, number: int) -> str:
    """Return the lot of an entrant; the least comes first."""
    return sha256(f"{seed}:{number}".encode()).hexdigest()
