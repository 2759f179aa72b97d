"""The computer player of Gift: it does the first thing that is possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from players import Memory
from players.registry import Choose
from rules.core.contract import SeatAction, View


def first_action(view: View, _: Memory) -> SeatAction:
    return view.actions[0]


CHOOSERS: Final[Mapping[str, Choose]] = {"steady": first_action}
