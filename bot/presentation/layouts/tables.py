"""Private answers about tables: further actions at one table, and the list of a person's tables."""

from __future__ import annotations

from bot.discord_api import custom_ids
from bot.presentation.layouts.parts import GRAVE, YOURS, Button, PageOfItems, button, layout, link, page_of, rows, text
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
    voice = TableText(reader, scene.head, post)
    return layout(text(voice("more.title", table=voice.table())), *rows(_more_buttons(scene, voice)))


def _more_buttons(scene: MoreScene, voice: TableText) -> list[Button]:
    grave = [voice.button("resign", style=GRAVE)] if scene.seated else []
    paused = [voice.button("resume" if scene.paused else "pause")] if scene.seated else []
    free = [voice.button("take", str(seat), key="take", n=seat + 1) for seat in scene.open_seats]
    closing = [voice.button("close", style=GRAVE)] if scene.may_close else []
    return [voice.button("rules"), voice.button("record"), *paused, *free, *grave, *closing]


@page_of.register
def my_tables(scene: MyTablesScene, reader: Reader, post: str = "") -> PageOfItems:
    """A line for each table at which the person sits, with buttons to its hand and its thread, in pages."""
    if not scene.lines:
        return layout(text(reader.words("mytables.none")))
    page = min(scene.page, (len(scene.lines) - 1) // MOST_TABLES)
    told = scene.lines[page * MOST_TABLES :][:MOST_TABLES]
    left = len(scene.lines) - page * MOST_TABLES - len(told)
    return layout(
        text(reader.words("mytables.title"), *[_waiting(waiting, reader.words) for waiting in told]),
        *([text(reader.words.count("mytables.more", left))] if left else []),
        *rows([way for waiting in told for way in _ways_in(waiting, reader)], wide=4),
        *rows(_pages(page, left, reader)),
        colour=YOURS,
    )


def _pages(page: int, left: int, reader: Reader) -> list[Button]:
    """The buttons to the previous and the next page of tables."""
    there = [("mytables-before", page - 1)] if page else []
    there += [("mytables-after", page + 1)] if left else []
    return [button(reader.words(f"button.{key}"), custom_ids.write("mytables", None, str(to))) for key, to in there]


def _waiting(waiting: Waiting, words: Translator) -> str:
    where = words("mytables.where", table=escaped(waiting.head.name), guild=escaped(waiting.guild))
    due = words("mytables.due", at=waiting.due_at) if waiting.due_at is not None else ""
    return words("mytables.line", where=where, what=_what(waiting, words), due=due)


def _what(waiting: Waiting, words: Translator) -> str:
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


def _ways_in(waiting: Waiting, reader: Reader) -> list[Button]:
    voice = TableText(reader, waiting.head)
    mine = [voice.button("hand", key="hand-of", table=waiting.head.name)] if waiting.stage == "playing" else []
    there = [link(voice("button.table-of", table=waiting.head.name), waiting.head.link)] if waiting.head.link else []
    return mine + there
