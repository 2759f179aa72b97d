"""The level `steady`: a heuristic player that uses only a seat's view and memory."""

from __future__ import annotations

from players.memory import Memory
from rules.core.contract import SeatAction, View


def choose(view: View, memory: Memory) -> SeatAction:
    """A legal action of the seat whose turn it is."""
    return view.actions[0]
