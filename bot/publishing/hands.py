"""Hand scenes: a seat's own cards, for its DM and for private responses."""

from __future__ import annotations

from dataclasses import replace

from bot.presentation.scenes import HandScene, QueuedPlay
from bot.publishing.posts import PostContext
from bot.tables import LoadedTable
from rules.core.cards import cards
from rules.core.contract import Fact, Phase, View


def hand_scene(
    loaded: LoadedTable, context: PostContext, seat: int, *, dm: bool, notes: tuple[Fact, ...] = ()
) -> HandScene:
    """Return the hand of a seat as a scene.

    In a DM it shows, while others are to play, nothing that their plays change.
    """
    table, view = loaded.table, loaded.table.view(seat)
    laid = laid_down(loaded, seat)
    failed = tuple(cards(one.cards) for one in loaded.failed if one.seat == seat)
    if dm and view.turn != seat:
        return HandScene(context.head, own_cards(view), dm, notes, laid=laid, failed=failed)
    tricks = table.hand.tricks if table.hand else ()
    deadline = context.deadline if view.turn == seat else None
    last = tricks[-1] if tricks else None
    paused = table.paused or (table.rests and view.turn != seat)
    return HandScene(context.head, view, dm, notes, last, deadline, laid, failed, paused)


def laid_down(loaded: LoadedTable, seat: int) -> tuple[QueuedPlay, ...]:
    """Return the plays that the seat's person has queued for their next turn, in the order in which they are tried."""
    return tuple(QueuedPlay(one.condition, cards(one.cards)) for one in loaded.queue if one.seat == seat)


def own_cards(view: View) -> View:
    """Return the view reduced to what changes with the seat's own cards (PRODUCT 7)."""
    nobody = tuple(0 for _ in view.sides)
    return replace(
        view,
        phase=Phase.PLAY if view.is_in_hand else view.phase,
        turn=None,
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
