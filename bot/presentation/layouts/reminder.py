"""Reminders: a DM about all plays that a person owes, or a mention in a thread about one of them."""

from __future__ import annotations

from bot.discord_api import custom_ids
from bot.presentation.layouts.parts import MAIN, YOURS, Button, PageOfItems, button, layout, link, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.tables import MOST_TABLES
from bot.presentation.scenes import MentionScene, Reminded, ReminderScene
from bot.texts.reader import Reader


@page_of.register
def reminder(scene: ReminderScene, reader: Reader, post: str = "") -> PageOfItems:
    """A line for each play that the person owes, with buttons to its hand and its table."""
    words, told = reader.words, scene.lines[:MOST_TABLES]
    left = len(scene.lines) - len(told)
    all_of_them = button(words("button.mytables"), custom_ids.write("mytables", scene.table, post=post))
    return layout(
        text(words.count("reminder.title", len(scene.lines)), *[_line(one, reader) for one in told]),
        *([text(words.count("mytables.more", left))] if left else []),
        *rows([*(way for one in told for way in _ways_in(one, reader)), all_of_them], wide=4),
        colour=YOURS,
    )


def _line(one: Reminded, reader: Reader) -> str:
    voice = TableText(reader, one.head)
    return voice("reminder.line-last" if one.last else "reminder.line", table=voice.table(), at=one.deadline)


def _ways_in(one: Reminded, reader: Reader) -> list[Button]:
    voice = TableText(reader, one.head)
    mine = voice.button("hand", "anew", style=MAIN, key="hand-of", table=one.head.name)
    there = [link(voice("button.table-of", table=one.head.name), one.head.link)] if one.head.link else []
    return [mine, *there]


@page_of.register
def mention(scene: MentionScene, reader: Reader, post: str = "") -> PageOfItems:
    """A mention of the person whose play is due, with the deadline."""
    one = scene.line
    voice, holder = TableText(reader, one.head, post), one.head.holders[one.seat]
    mentioned = f"<@{holder.discord_id}>" if holder.discord_id is not None else voice.seat(one.seat)
    told = voice("reminder.mention-last" if one.last else "reminder.mention", mention=mentioned, at=one.deadline)
    return layout(text(told), *rows([voice.button("hand", style=MAIN)]))
