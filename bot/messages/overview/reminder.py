"""Reminders: a DM about all plays that a person owes, or a mention in a thread about one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.overview.tables import MOST_TABLES
from bot.texts.reader import Reader


class Reminded(NamedTuple):
    """A play that a person owes at a table, with its deadline (seconds since the epoch), if there is one.

    `last`: whether everybody else has played to the trick.
    """

    head: TableContext
    seat: int
    deadline: int | None
    last: bool


@dataclass(frozen=True, slots=True)
class ReminderScene(Scene):
    """All plays of which one person is reminded, in a DM, the soonest deadline first."""

    table: int
    """The table that the post belongs to."""
    lines: tuple[Reminded, ...]


@dataclass(frozen=True, slots=True)
class MentionScene(Scene):
    """A reminder of one play in the table's thread; it mentions the person who owes it."""

    line: Reminded


@ui.page_of.register
def reminder(scene: ReminderScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A line for each play that the person owes, with buttons to its hand and its table."""
    words = reader.words
    lines, buttons = [], []
    for line in scene.lines[:MOST_TABLES]:
        texts, name = TableText(reader, line.head), line.head.name
        key = "reminder.line-last" if line.last else "reminder.line"
        told = texts(key, table=texts.table())
        lines.append(f"{told} {texts('hand.due', at=line.deadline)}" if line.deadline else told)
        buttons.append(texts.button("hand", "anew", style=ui.MAIN, key="hand-of", table=name))
        buttons += texts.links("table-of", table=name)
    buttons.append(ui.button(words("button.mytables"), custom_ids.write("mytables", scene.table, post=post)))
    left = len(scene.lines) - len(lines)
    return ui.layout(
        ui.text(words.count("reminder.title", len(scene.lines)), *lines),
        ui.text(words.count("mytables.more", left) if left else ""),
        *ui.rows(buttons, wide=4),
        colour=ui.YOURS,
    )


@ui.page_of.register
def mention(scene: MentionScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A mention of the person whose play is due, with the deadline."""
    one = scene.line
    texts = TableText(reader, one.head, post)
    key = "reminder.mention-last" if one.last else "reminder.mention"
    told = texts(key, mention=texts.mention(one.seat), at=one.deadline)
    return ui.layout(ui.text(told), *ui.rows([texts.button("hand", style=ui.MAIN)]))
