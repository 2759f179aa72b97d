"""New here: a game in a minute, in five lines, for somebody who has never played it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord_api import custom_ids
from bot.presentation.layouts.components import (
    GOOD,
    YOURS,
    Button,
    PageOfItems,
    button,
    layout,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.lessons import exercise_id
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import NewHereScene, agreement_of
from bot.texts import Translator, game_argument
from bot.texts.agreement import Agreement, agreed_words
from bot.texts.reader import Reader
from rules.core.cards import Card

LINES: Final = ("aim", "tricks", "order", "special", "points")
"""The five lines, as far as a game has them: keys `<game>.new-here.<line>`."""


@page_of.register
def new_here(scene: NewHereScene, reader: Reader, post: str = "") -> PageOfItems:
    """The aim, how tricks are won, what beats what, which cards are special, when points count; a lesson, or play."""
    words = reader.words
    agreed = Agreement.usual(scene.game) if scene.head is None else agreement_of(scene.head)
    fields = {
        "cards": words("list.dot").join(map(_in_short, scene.best_first)),
        "over": scene.over,
        "back": scene.back,
    }
    keys = [f"{scene.game}.new-here.{line}" for line in LINES]
    lines = [agreed_words(words, key, agreed, **fields) for key in keys if key in words]
    return layout(
        text(words(f"{scene.game}.new-here.title"), *lines),
        *rows([_play(scene, reader), *_lesson(scene, words)]),
        colour=YOURS,
    )


def _in_short(cards: Sequence[Card]) -> str:
    """A group of cards: its rank, if they have one, else each of them."""
    ranks = {card.index for card in cards}
    return " ".join([card.symbol for card in cards] if len(ranks) > 1 else ranks)


def _play(scene: NewHereScene, reader: Reader) -> Button:
    if scene.head is not None and scene.then:
        key = "fill" if scene.then == "fill" else "just-play"
        return TableText(reader, scene.head).button(scene.then, style=GOOD, key=key)
    return button(
        reader.words("button.just-play"), custom_ids.write("just-play", None, *game_argument(scene.game)), GOOD
    )


def _lesson(scene: NewHereScene, words: Translator) -> list[Button]:
    if not scene.lesson:
        return []
    return [button(words("button.first-lesson"), exercise_id(scene.game, scene.lesson))]
