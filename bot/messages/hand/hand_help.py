"""Questions of a player while playing: one menu behind the hand's button Help."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.hand.hand import considers
from bot.messages.kit.components import YOURS, PageOfItems, layout, page_of, rows, text
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.score.ladders import ladder_button
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class HandHelpScene(Scene):
    """Questions of a player, private. `waits`: others are to play, so that one may play ahead."""

    head: TableContext
    waits: bool


@page_of.register
def hand_help(scene: HandHelpScene, reader: Reader, post: str = "") -> PageOfItems:
    """The questions about the play to come, those about the table, and, while others play, the menu to play ahead."""
    texts = TableText(reader, scene.head, post)
    asked = [texts.button("may"), texts.button("beats", key="beats-it")] if considers(texts.game) else []
    return layout(
        text(texts("help.title", table=texts.table())),
        *rows([*asked, texts.button("ranks"), texts.button("why"), ladder_button(texts)]),
        *rows([texts.button("ahead")] if scene.waits else []),
        colour=YOURS,
    )
