"""The question before a play, shown in place of the hand to people who want to be asked."""

from __future__ import annotations

from bot.presentation.layouts.components import GOOD, YOURS, PageOfItems, button, layout, page_of, rows, text
from bot.presentation.layouts.consider import effects
from bot.presentation.layouts.hand import card_codes, turn_of
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.trick import plays
from bot.presentation.scenes import ConfirmScene
from bot.texts.reader import Reader


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
