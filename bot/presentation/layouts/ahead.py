"""Playing ahead: the private menu for queueing plays for the next turn.

Nobody else sees anything of it.
"""

from __future__ import annotations

from typing import Final

from bot.presentation.layouts.hand import as_choice, laid
from bot.presentation.layouts.parts import GRAVE, MAIN, YOURS, PageOfItems, Row, layout, menu, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import AheadScene
from bot.tables.queued_plays import MOST_QUEUED
from bot.texts.reader import Reader
from rules import registry

CONDITIONS: Final = ("any", "lead", "follow")


@page_of.register
def ahead(scene: AheadScene, reader: Reader, post: str = "") -> PageOfItems:
    """The queued plays, a menu of the hand and, for chosen cards, a button for each condition."""
    voice = TableText(reader, scene.head, post, scene.view.sides)
    return layout(
        text(voice("ahead.title", table=voice.table()), voice("ahead.about")),
        text(*laid(scene.laid, voice)),
        text(voice("ahead.chosen", cards=voice.cards(scene.chosen)) if scene.chosen else ""),
        *_choosing(scene, voice),
        *rows([voice.button("take-back", style=GRAVE)] if scene.laid else []),
        colour=YOURS,
    )


def _choosing(scene: AheadScene, voice: TableText) -> list[Row]:
    view = scene.view
    if not view.hand or len(scene.laid) >= MOST_QUEUED:
        return []
    turn, codes = f"{view.hand_number}.{view.plays_made}", "-".join(card.code for card in scene.chosen)
    most = min(registry.game(voice.game).largest_play, len(view.hand))
    choices = [as_choice(card, voice, card in scene.chosen) for card in view.hand]
    when = [
        voice.button("lay", turn, codes, "any", style=MAIN, key="lay-any"),
        voice.button("lay", turn, codes, "lead", style=MAIN, key="lay-lead"),
        voice.button("lay", turn, codes, "follow", style=MAIN, key="lay-follow"),
    ]
    return [
        menu(voice.custom_id("ahead", turn), voice.count("ahead.menu", most), choices, 1, most),
        *rows(when if scene.chosen else []),
    ]
