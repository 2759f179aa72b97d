"""Reminders: of everything that waits for a person, in a DM; of one play, in the table's thread."""

from __future__ import annotations

from bot import custom_ids
from bot.layouts.parts import MAIN, YOURS, Button, Page, button, layout, link, rows, text
from bot.layouts.tables import MOST_TABLES
from bot.layouts.voice import Voice
from bot.reader import Reader
from bot.scenes import MentionScene, Reminded, ReminderScene


def reminder(scene: ReminderScene, reader: Reader, post: str = "") -> Page:
    """A line for each play that is owed, with the ways to its hand and its table."""
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
    voice = Voice(reader, one.head)
    return voice("reminder.line-last" if one.last else "reminder.line", table=voice.table(), at=one.deadline)


def _ways_in(one: Reminded, reader: Reader) -> list[Button]:
    voice = Voice(reader, one.head)
    mine = voice.button("hand", "anew", style=MAIN, key="hand-of", table=one.head.name)
    there = [link(voice("button.table-of", table=one.head.name), one.head.link)] if one.head.link else []
    return [mine, *there]


def mention(scene: MentionScene, reader: Reader, post: str = "") -> Page:
    """Whose play is still waited for, and until when."""
    one = scene.line
    voice, sitter = Voice(reader, one.head, post), one.head.sitters[one.seat]
    mentioned = f"<@{sitter.discord_id}>" if sitter.discord_id is not None else voice.seat(one.seat)
    told = voice("reminder.mention-last" if one.last else "reminder.mention", mention=mentioned, at=one.deadline)
    return layout(text(told), *rows([voice.button("hand", style=MAIN)]))
