"""The question before a play, shown in place of the hand to people who want to be asked."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.hand.consider import effects
from bot.messages.hand.hand import card_codes, turn_of
from bot.messages.kit.components import GOOD, YOURS, PageOfItems, button, layout, page_of, rows, text
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.table.trick import plays
from bot.texts.reader import Reader
from rules.core.capabilities import Considered
from rules.core.cards import Card
from rules.core.contract import View


@dataclass(frozen=True, slots=True)
class ConfirmScene(Scene):
    """The question whether to play these cards; it replaces the hand from which they were chosen, and is as private."""

    head: TableContext
    view: View
    """The view of the seat that would play."""
    cards: tuple[Card, ...]
    considered: Considered
    """The effect of the cards now; they may be played."""


@page_of.register
def confirm(scene: ConfirmScene, reader: Reader, post: str = "") -> PageOfItems:
    """The trick and what the cards would do to it now, with buttons to play them or to go back to the hand."""
    view = scene.view
    texts = TableText(reader, scene.head, post, view.sides, order=view.order)
    sure = button(texts("button.sure"), texts.play_id("sure", turn_of(view), card_codes(scene.cards)), GOOD)
    return layout(
        text(texts("confirm.title", cards=texts.cards(scene.cards), table=texts.table()), *plays(view, texts)),
        text(*effects(scene.considered, view, texts), texts("confirm.shown")),
        *rows([sure, texts.button("hand", key="back")]),
        colour=YOURS,
    )
