"""Advice to a newcomer: what a computer would do in their place, and why.

All functions here are pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.tables.due_actions import chosen_action
from bot.tables.results import counts_among_people
from bot.tables.table import Table
from bot.texts.notices import AdviceReason, fact
from players.registry import stand_in
from rules.core.capabilities import CanConsider, Considered, offers
from rules.core.contract import Fact, IllegalAction, Play, SeatAction, View

FIRST_GAMES: Final = 3
"""The number of games of a kind in which a person is advised."""


class Advice(NamedTuple):
    """The action of a computer in the place of the seat on turn, and its reasons."""

    action: SeatAction
    considered: Considered | None = None
    """The effect of a play; None for another move, and in a game that does not tell it."""
    reasons: tuple[Fact, ...] = ()
    """The reasons for it that the rules can tell."""


def may_be_advised(table: Table) -> bool:
    """Return whether a table is one for advice: of no cup, and its result does not count among people."""
    return table.match is None and not counts_among_people(table)


def awaits_advice(table: Table, view: View) -> bool:
    """Return whether the seat of `view` has a choice to make now."""
    return view.is_own_turn and not table.paused and len(view.actions) > 1


def advise(table: Table) -> Advice:
    """Return what the computer that stands in for people would do on turn."""
    view, action = table.view(table.turn), chosen_action(table, stand_in(table.game))
    if not isinstance(action, Play) or not offers(table.rules, CanConsider):
        return Advice(action)
    considered = table.rules.consider(table.state, action.seat, action.cards)
    return Advice(action, considered, tuple(_reasons(table, view, action, considered)))


def _reasons(table: Table, view: View, action: Play, considered: Considered) -> Iterator[Fact]:
    """Yield what is certain about a play, by the rules and the seat's own view."""
    play = considered.play
    if play is None or considered.ends is not None:
        return
    if not play.headed:
        yield from _reasons_to_let_go(table, view)
    elif not view.to_play[1:]:
        yield fact(AdviceReason.WINS)
    elif _is_unbeatable(table, view, action):
        yield fact(AdviceReason.UNBEATEN)


def _reasons_to_let_go(table: Table, view: View) -> Iterator[Fact]:
    """Yield why a play that does not take the head is no loss, or that another one would take it."""
    if view.heading is None:
        return
    heading = view.trick[view.heading].seat
    if heading == view.seat:
        yield fact(AdviceReason.YOU_HEAD)
    elif any({heading, view.seat} <= {*side} for side in view.sides):
        yield fact(AdviceReason.PARTNER_HEADS)
    else:
        takes = offers(table.rules, CanConsider) and table.rules.takers(table.state)
        yield fact(AdviceReason.SPARES if takes else AdviceReason.NONE_TAKES)


def _is_unbeatable(table: Table, view: View, action: Play) -> bool:
    """Return whether no card that is out of the seat's sight beats a play that heads the trick."""
    after, rules = table.rules.apply(table.state, action), table.rules
    if isinstance(after, IllegalAction) or table.hand is None:
        return False
    played = {card for made in table.hand.plays if isinstance(made, Play) for card in made.cards}
    unseen = {*rules.pack} - {*view.hand} - played
    return offers(rules, CanConsider) and any(unseen.isdisjoint(heading.by) for heading in rules.beaters(after))
