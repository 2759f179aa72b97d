"""Are you sure? What stands in place of a hand, for who wishes to be asked before a play."""

from __future__ import annotations

from bot.layouts.consider import effects
from bot.layouts.parts import GOOD, YOURS, Page, layout, rows, text
from bot.layouts.trick import plays
from bot.layouts.voice import Voice
from bot.reader import Reader
from bot.scenes import ConfirmScene


def confirm(scene: ConfirmScene, reader: Reader, post: str = "") -> Page:
    """The trick, what the cards would do to it now; to play them, or to go back to the hand."""
    view = scene.view
    voice = Voice(reader, scene.head, post, view.sides)
    turn, codes = f"{view.hand_number}.{view.plays_made}", "-".join(card.code for card in scene.cards)
    return layout(
        text(voice("confirm.title", cards=voice.cards(scene.cards), table=voice.table()), *plays(view, voice)),
        text(*effects(scene.considered, view, voice), voice("confirm.shown")),
        *rows([voice.button("sure", turn, codes, style=GOOD), voice.button("hand", key="back")]),
        colour=YOURS,
    )
