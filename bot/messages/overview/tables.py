"""Private answers about tables: further actions at one table, a person's tables, and those with a free seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import discord

from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.pages import neighbours, page_of_lines
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText, pace_in_short
from bot.tables import table_terms
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import Translator, escape, languages, offered_name, which_game
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class MoreScene(Scene):
    """The further actions at a running table, private to the person who asked."""

    head: TableContext
    seated: bool
    may_pause: bool
    may_close: bool
    paused: bool = False
    open_seats: tuple[int, ...] = ()
    """The seats that the person may take."""
    resigns_at_once: bool = False
    """True if they are not asked whether to resign."""


class Waiting(NamedTuple):
    """A line of /mytables."""

    head: TableContext
    stage: str
    my_turn: bool
    turn: SeatHolder | None
    due_at: int | None
    guild: str
    paused: bool = False


class SuspendedTable(NamedTuple):
    """A line of a table that waits for its game (its code); `where`: the name of its guild, or its channel."""

    name: str
    where: str
    game: str


@dataclass(frozen=True, slots=True)
class MyTablesScene(Scene):
    """The tables of one person, in the order in which they are listed; `page` counts from 0."""

    lines: tuple[Waiting | SuspendedTable, ...]
    page: int = 0


class TableWithRoom(NamedTuple):
    """A line of /tables: a lobby (`seats` are free), or a table in play of which the person may take one of `seats`."""

    head: TableContext
    seats: tuple[int, ...]
    channel: int
    """The id of the channel or thread that shows the table."""
    playing: bool
    language: str
    """The language of its public messages, as a code."""
    is_invited: bool = False
    """True if one of the seats is kept for the person who asks."""


@dataclass(frozen=True, slots=True)
class TablesScene(Scene):
    """The tables of a server with a free seat for the person who asks; `page` counts from 0."""

    lines: tuple[TableWithRoom | SuspendedTable, ...]
    page: int = 0


MOST_TABLES = 10
"""The most tables listed at once, with links; the rest are counted."""
MOST_WITH_ROOM = 8
"""The most tables with a free seat on a page."""


@ui.page_of.register
def more(scene: MoreScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The further actions at a running table that this person may take."""
    texts, is_held = TableText(reader, scene.head, post), scene.head.cup_pause is not None
    resign = "resign-now" if scene.resigns_at_once else "resign"
    buttons = [
        texts.button("rules"),
        texts.button("replay"),
        texts.button("record"),
        texts.button("deal"),
        *([texts.button("resume" if scene.paused else "pause")] if scene.may_pause and not is_held else []),
        *[texts.button("take", str(seat), key="take", n=seat + 1) for seat in scene.open_seats],
        *([texts.button("resign", style=ui.GRAVE, key=resign)] if scene.seated else []),
        *([texts.button("close", style=ui.GRAVE)] if scene.may_close else []),
    ]
    return ui.layout(ui.text(texts("more.title", table=texts.table())), *ui.rows(buttons))


@ui.page_of.register
def my_tables(scene: MyTablesScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A line for each table at which the person sits, with buttons to its hand and its thread, in pages."""
    words = reader.words
    if not scene.lines:
        return ui.layout(ui.text(words("mytables.none")))
    shown, page, pages = page_of_lines(scene.lines, scene.page, MOST_TABLES)
    buttons = []
    for waiting in (line for line in shown if isinstance(line, Waiting)):
        texts, name = TableText(reader, waiting.head), waiting.head.name
        buttons += [texts.button("hand", key="hand-of", table=name)] if waiting.stage == "playing" else []
        buttons += texts.links("table-of", table=name)
    left = len(scene.lines) - page * MOST_TABLES - len(shown)
    return ui.layout(
        ui.text(words("mytables.title"), *[_line(waiting, words) for waiting in shown]),
        ui.text(words.count("mytables.more", left) if left else ""),
        *ui.rows(buttons, wide=4),
        *ui.rows(_page_buttons("mytables", words, page, pages)),
        colour=ui.YOURS,
    )


@ui.page_of.register
def tables(scene: TablesScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The tables with a free seat, each with a button that takes it, in pages."""
    words = reader.words
    if not scene.lines:
        return ui.layout(ui.text(words("tables.none")), colour=ui.YOURS)
    shown, page, pages = page_of_lines(scene.lines, scene.page, MOST_WITH_ROOM)
    return ui.layout(
        ui.text(words("tables.title")),
        *[_with_room(line, reader) for line in shown],
        *ui.rows(_page_buttons("tables", words, page, pages)),
        colour=ui.YOURS,
    )


def _with_room(line: TableWithRoom | SuspendedTable, reader: Reader) -> ui.Item:
    if isinstance(line, SuspendedTable):
        return ui.text(_suspended_line(line, "tables", reader.words))
    texts = TableText(reader, line.head)
    people = [escape(holder.name) for holder in line.head.holders if holder.kind is Holder.PERSON]
    pace = line.head.terms.get(table_terms.PACE, "")
    language = dict(languages())[line.language] if line.language != reader.words.language else ""
    where = texts(
        "tables.playing" if line.playing else "tables.lobby", table=texts.table(), channel=f"<#{line.channel}>"
    )
    room = texts("tables.kept") if line.is_invited else texts.count("tables.free", len(line.seats))
    who = texts("list.dot").join([*people, room])
    how = texts("list.dot").join(
        filter(None, [offered_name(texts.game, reader.words), pace and pace_in_short(pace, texts), language])
    )
    taking = (
        texts.button("take", str(line.seats[0]), style=ui.GOOD, key="take", n=line.seats[0] + 1)
        if line.playing
        else texts.button("join", style=ui.GOOD)
    )
    return discord.ui.Section(ui.text(where, who, how and texts("tables.how", how=how)), accessory=taking)


def _page_buttons(verb: str, words: Translator, page: int, pages: int) -> list[ui.Button]:
    return [
        ui.button(words(f"tables.{way}"), custom_ids.write(verb, None, str(to))) for way, to in neighbours(page, pages)
    ]


def _suspended_line(line: SuspendedTable, page: str, words: Translator) -> str:
    where = line.where if page == "tables" else escape(line.where)
    return words(f"{page}.without-game", table=escape(line.name), where=where, of_game=line.game)


def _line(waiting: Waiting | SuspendedTable, words: Translator) -> str:
    if isinstance(waiting, SuspendedTable):
        return _suspended_line(waiting, "mytables", words)
    where = words("mytables.where", table=escape(waiting.head.name), guild=escape(waiting.guild))
    where = words("list.dot").join([where, *which_game(waiting.head.game, words)])
    due = words("mytables.due", at=waiting.due_at) if waiting.due_at is not None else ""
    return words("mytables.line", where=where, what=_state(waiting, words), due=due)


def _state(waiting: Waiting, words: Translator) -> str:
    if waiting.stage != "playing":
        return words(f"mytables.stage.{waiting.stage}")
    if waiting.paused:
        return words("mytables.paused" if waiting.head.cup_pause is None else "mytables.cup-paused")
    if waiting.my_turn:
        return words("mytables.your-turn")
    if waiting.turn is None:
        return words("mytables.between")
    if waiting.turn.kind is Holder.PERSON:
        return words("mytables.turn", name=escape(waiting.turn.name))
    return words("mytables.computer-turn")


def sort_lines(lines: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """Sort the tables: the person's turns first, those that wait for others, and paused ones, each by deadline."""

    def urgency(line: Waiting) -> tuple[bool, bool, float]:
        return line.paused, not line.my_turn, inf if line.due_at is None else line.due_at

    return tuple(sorted(lines, key=urgency))
