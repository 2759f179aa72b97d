"""The level `steady`: it plays its lowest card that may be played."""

from __future__ import annotations

from players.memory import Memory
from rules.core.contract import Play, View


def choose(view: View, memory: Memory) -> Play:
    """A legal play of the seat whose turn it is (BRAUS §9)."""
    assert view.seat is not None
    return Play(view.seat, view.legal[-1])
