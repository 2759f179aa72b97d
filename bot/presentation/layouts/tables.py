"""Private answers about tables: further actions at one table, and the list of a person's tables."""

from __future__ import annotations

from bot.discord_api import custom_ids
from bot.presentation.layouts.parts import GRAVE, YOURS, PageOfItems, button, layout, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import MoreScene, MyTablesScene, Waiting
from bot.tables.seat_holders import Holder
from bot.texts import Translator, escaped
from bot.texts.reader import Reader

MOST_TABLES = 10
"""The most tables listed at once, with links; the rest are counted."""


@page_of.register
def more(scene: MoreScene, reader: Reader, post: str = "") -> PageOfItems:
    """The further actions at a running table that this person may take."""
    texts = TableText(reader, scene.head, post)
    buttons = [
        texts.button("rules"),
        texts.button("record"),
        texts.button("deal"),
        *([texts.button("resume" if scene.paused else "pause")] if scene.seated else []),
        *[texts.button("take", str(seat), key="take", n=seat + 1) for seat in scene.open_seats],
        *([texts.button("resign", style=GRAVE)] if scene.seated else []),
        *([texts.button("close", style=GRAVE)] if scene.may_close else []),
    ]
    return layout(text(texts("more.title", table=texts.table())), *rows(buttons))


@page_of.register
def my_tables(scene: MyTablesScene, reader: Reader, post: str = "") -> PageOfItems:
    """A line for each table at which the person sits, with buttons to its hand and its thread, in pages."""
    words = reader.words
    if not scene.lines:
        return layout(text(words("mytables.none")))
    page = min(scene.page, (len(scene.lines) - 1) // MOST_TABLES)
    shown = scene.lines[page * MOST_TABLES :][:MOST_TABLES]
    buttons = []
    for waiting in shown:
        texts, name = TableText(reader, waiting.head), waiting.head.name
        buttons += [texts.button("hand", key="hand-of", table=name)] if waiting.stage == "playing" else []
        buttons += texts.links("table-of", table=name)
    left = len(scene.lines) - page * MOST_TABLES - len(shown)
    turning = {"mytables-before": page - 1 if page else None, "mytables-after": page + 1 if left else None}
    pages = [
        button(words(f"button.{key}"), custom_ids.write("mytables", None, str(to)))
        for key, to in turning.items()
        if to is not None
    ]
    return layout(
        text(words("mytables.title"), *[_line(waiting, words) for waiting in shown]),
        text(words.count("mytables.more", left) if left else ""),
        *rows(buttons, wide=4),
        *rows(pages),
        colour=YOURS,
    )


def _line(waiting: Waiting, words: Translator) -> str:
    where = words("mytables.where", table=escaped(waiting.head.name), guild=escaped(waiting.guild))
    due = words("mytables.due", at=waiting.due_at) if waiting.due_at is not None else ""
    return words("mytables.line", where=where, what=_state(waiting, words), due=due)


def _state(waiting: Waiting, words: Translator) -> str:
    if waiting.stage != "playing":
        return words(f"mytables.stage.{waiting.stage}")
    if waiting.paused:
        return words("mytables.paused")
    if waiting.my_turn:
        return words("mytables.your-turn")
    if waiting.turn is None:
        return words("mytables.between")
    if waiting.turn.kind is Holder.PERSON:
        return words("mytables.turn", name=escaped(waiting.turn.name))
    return words("mytables.computer-turn")
