"""Before a play, in private: what it would do, what beats the heading play, and the question whether to make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from bot.messages.hand.effects import effects
from bot.messages.hand.hand import card_codes, card_menu, turn_of
from bot.messages.kit import ui
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.table.trick import plays
from bot.tables.automatic_plays import leads_next
from bot.tables.table import Table
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import Beaten, CanConsider, Considered
from rules.core.cards import SUITS, Card
from rules.core.contract import Group, Play, View


@dataclass(frozen=True, slots=True)
class MayScene(Scene):
    """A question before a play, private: a hand to choose from and, once asked, `cards` with the answer in
    `considered`.
    """

    head: TableContext
    view: View
    """The view of the seat that asks."""
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None


@dataclass(frozen=True, slots=True)
class BeatsScene(Scene):
    """The cards that beat the heading play; `heading` is None before a lead."""

    head: TableContext
    heading: Play | None
    beaten: tuple[Beaten, ...]
    """One entry for each card of the heading play, strongest first."""
    turn: int | None
    """The seat to play next; what is said holds for that play."""
    seat: int | None = None
    """The seat of the person who asks; None for a spectator."""
    hand: tuple[Card, ...] = ()
    """The cards of the person who asks, marked in their answer only."""
    order: tuple[Group, ...] = ()
    """The order of the hand."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The cards from the strongest down, in this hand."""
        return self.order or registry.game(self.head.game).order


@dataclass(frozen=True, slots=True)
class ConfirmScene(Scene):
    """The question whether to play these cards; it replaces the hand from which they were chosen, and is as private."""

    head: TableContext
    view: View
    """The view of the seat that would play."""
    cards: tuple[Card, ...]
    considered: Considered
    """The effect of the cards now; they may be played."""


AGAIN: Final = "again"
"""In a custom_id: the button is below the answer itself, which the new answer replaces."""


@ui.page_of.register
def may(scene: MayScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The trick, whether the chosen cards may be played and what they would do, and a menu of the hand."""
    view = scene.view
    texts = TableText(reader, scene.head, post, view.sides, order=view.order)
    if scene.considered is None:
        answer = [texts("may.hint" if view.hand else "hand.empty")]
    else:
        answer = [_verdict(scene, scene.considered, texts), *effects(scene.considered, view, texts)]
    return ui.layout(
        ui.text(texts("may.title", table=texts.table(), hand=view.hand_number), *plays(view, texts)),
        ui.text(*answer),
        *card_menu("may", view, texts, scene.cards),
        *ui.rows([texts.button("hand"), texts.button("beats")]),
        colour=ui.YOURS,
    )


def _verdict(scene: MayScene, considered: Considered, texts: TableText) -> str:
    """Yes, no, or not yet: a refused play with `play` would be legal if it were the seat's turn.

    One for a trick that has not begun yet, which nothing excludes, depends on that trick.
    """
    refused, played, view = considered.refused, texts.cards(scene.cards), scene.view
    if refused is None and view.waits_for_trick and view.turn is not None:
        return texts("may.played") if view.trick else texts("may.not-led", name=texts.seat(view.turn))
    if refused is None:
        return texts("may.yes", cards=played)
    told = texts.fact(refused)
    if considered.play is not None:
        return texts("may.not-yet", cards=played, refusal=told)
    if not scene.cards or view.turn is None:
        return texts("may.no-cards", refusal=told)
    return texts("may.no" if view.is_own_turn else "may.no-later", cards=played, refusal=told)


@ui.page_of.register
def beats(scene: BeatsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The heading play and, for each of its cards, what would beat it next; the reader's own cards are listed apart."""
    texts = TableText(reader, scene.head, post, order=scene.order)
    return ui.layout(
        ui.text(texts("beats.title", table=texts.table()), *_heading(scene, texts)),
        *[ui.text(*_own_beater_lines(head, scene, texts)) for head in scene.beaten],
        *ui.rows([texts.button("beats", AGAIN, key="again"), texts.button("ranks")]),
    )


def _heading(scene: BeatsScene, texts: TableText) -> Iterator[str]:
    if scene.heading is None:
        yield texts("beats.lead")
        return
    yield texts("beats.heading", name=texts.seat(scene.heading.seat), cards=texts.cards(scene.heading.cards))
    if scene.turn is not None:
        yield texts("beats.you") if scene.turn == scene.seat else texts("beats.next", name=texts.seat(scene.turn))
    if len(scene.beaten) > 1:
        yield texts.count(f"{texts.game}.beats-set", len(scene.beaten))


def beater_lines(one: Beaten, groups: Sequence[Group], texts: TableText) -> list[str]:
    """Return why cards beat a heading card, and which do; `groups`: the order of the hand."""
    cards = texts("list.dot").join(card_labels(one.by, groups, texts))
    by = texts("beats.by", cards=cards) if one.by else texts("beats.by-none")
    return [texts("beats.on", why=texts.fact(one.why)), by]


def _own_beater_lines(one: Beaten, scene: BeatsScene, texts: TableText) -> Iterator[str]:
    yield from beater_lines(one, scene.groups, texts)
    if scene.hand and one.by:
        own = [card for card in scene.hand if card in one.by]
        yield texts("beats.yours", cards=texts.card_list(own)) if own else texts("beats.none-of-yours")


def card_labels(cards: tuple[Card, ...], groups: Sequence[Group], texts: TableText) -> Iterator[str]:
    """The labels of the cards, strongest first. Cards of one group in all suits get the group's name instead."""
    for group in groups:
        found = [card for card in group.cards if card in cards]
        if len({card.suit for card in found}) == len(SUITS):
            yield texts(f"{texts.game}.group.{group.name}")
        else:
            yield from map(texts.label, found)  # up to 35 cards: no room for emojis


@parts_of.register
def _beats_alt(scene: BeatsScene, reader: Reader) -> list[Part]:
    texts = TableText(reader, scene.head, "", (), True, scene.order)
    told = []
    for head in scene.beaten:
        by = texts("list.dot").join(card_labels(head.by, scene.groups, texts)) or texts("alt.nothing")
        told.append(texts("alt.beaten", card=texts.card(head.on), by=by))
    own = [card for card in scene.hand if any(card in head.by for head in scene.beaten)]
    return droppable([*told, texts("beats.yours", cards=texts.card_list(own)) if own else ""])


@ui.page_of.register
def confirm(scene: ConfirmScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The trick and what the cards would do to it now, with buttons to play them or to go back to the hand."""
    view = scene.view
    texts = TableText(reader, scene.head, post, view.sides, order=view.order)
    sure = ui.button(texts("button.sure"), texts.play_id("sure", turn_of(view), card_codes(scene.cards)), ui.GOOD)
    return ui.layout(
        ui.text(texts("confirm.title", cards=texts.cards(scene.cards), table=texts.table()), *plays(view, texts)),
        ui.text(*effects(scene.considered, view, texts)),
        *ui.rows([sure, texts.button("hand", key="back")]),
        colour=ui.YOURS,
    )


def _consideration(table: Table, rules: CanConsider, view: View, wanted: tuple[Card, ...]) -> Considered:
    """Return what these cards would do; before their trick has begun, only why they can never be played to it."""
    seat = cast(int, view.seat)
    if view.waits_for_trick:
        return Considered(rules.never_playable(table.state, seat, wanted, leads_next(table, seat)), None)
    return rules.consider(table.state, seat, wanted)


def may_scene(head: TableContext, table: Table, view: View, cards: tuple[Card, ...]) -> MayScene:
    """Return what a seat may play of these cards and what that would do; without cards, the question about which."""
    considered = _consideration(table, cast(CanConsider, table.rules), view, cards) if cards else None
    return MayScene(head, view, cards, considered)


def beats_scene(head: TableContext, table: Table, seat: int | None) -> BeatsScene:
    """Return what beats the heading play now, for the holder of a seat or a spectator (None)."""
    view = table.view(seat)
    return BeatsScene(
        head=head,
        heading=None if view.heading is None else view.trick[view.heading],
        beaten=cast(CanConsider, table.rules).beaters(table.state),
        turn=view.turn,
        seat=seat,
        hand=view.hand,
        order=view.order,
    )
