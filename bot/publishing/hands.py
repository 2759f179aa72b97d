"""A seat's own hand as a scene: for its DM, and for ephemeral answers."""

from __future__ import annotations

from dataclasses import replace

from bot.publishing.posts import Backdrop
from bot.scenes import HandScene, Laid
from bot.tables import Kept
from rules.cards import cards
from rules.game import Fact, View


def hand_scene(kept: Kept, back: Backdrop, seat: int, *, dm: bool, notes: tuple[Fact, ...] = ()) -> HandScene:
    """The hand of a seat that plays. In a DM, while others are to play, it holds nothing that their plays change."""
    table, view = kept.table, kept.table.view(seat)
    laid = laid_down(kept, seat)
    failed = tuple(cards(one.cards) for one in kept.failed if one.seat == seat)
    if dm and view.turn != seat:
        return HandScene(back.head, own_cards(view), dm, notes, laid=laid, failed=failed)
    tricks = table.hand.tricks if table.hand else ()
    deadline = back.deadline if view.turn == seat else None
    last = tricks[-1] if tricks else None
    paused = table.paused or (table.rests and view.turn != seat)
    return HandScene(back.head, view, dm, notes, last, deadline, laid, failed, paused)


def laid_down(kept: Kept, seat: int) -> tuple[Laid, ...]:
    """What the seat's person has laid down for their next turn, in the order in which it is tried."""
    return tuple(Laid(one.condition, cards(one.cards)) for one in kept.queue if one.seat == seat)


def own_cards(view: View) -> View:
    """Only what changes with the seat's own cards (PRODUCT 7)."""
    nobody = tuple(0 for _ in view.sides)
    return replace(
        view,
        to_play=(),
        trick_number=0,
        trick=(),
        heading=None,
        follow=None,
        laid=(),
        hand_sizes=(),
        stock=0,
        units=nobody,
        waiting=nobody,
        scores=nobody,
    )
