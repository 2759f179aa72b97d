"""A seat's own hand as a scene: for its DM, and for ephemeral answers."""

from __future__ import annotations

from dataclasses import replace

from bot.publishing.posts import Backdrop
from bot.scenes import HandScene
from bot.tables.table import Table
from rules.game import Fact, View


def hand_scene(table: Table, back: Backdrop, seat: int, *, dm: bool, notes: tuple[Fact, ...] = ()) -> HandScene:
    """The hand of a seat that plays. In a DM, while others are to play, it holds nothing that their plays change."""
    view = table.view(seat)
    if dm and view.turn != seat:
        return HandScene(back.head, _own(view), dm, notes)
    tricks = table.hand.tricks if table.hand else ()
    deadline = back.deadline if view.turn == seat else None
    return HandScene(back.head, view, dm, notes, tricks[-1] if tricks else None, deadline)


def _own(view: View) -> View:
    """Only what changes with the seat's own cards (PRODUCT 7)."""
    nobody = tuple(0 for _ in view.sides)
    return replace(
        view,
        turn=None,
        trick_number=0,
        trick=(),
        heading=None,
        follow=None,
        hand_sizes=(),
        stock=0,
        units=nobody,
        waiting=nobody,
        scores=nobody,
    )
