"""The daily trick: private answers, and its post in a channel."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date
from typing import Final

from bot.discord_api import custom_ids
from bot.presentation.layouts.exercises import answered, choices, label_of, position, question, voice_of
from bot.presentation.layouts.lessons import to_list, to_rules
from bot.presentation.layouts.parts import MAIN, Item, PageOfItems, button, layout, line, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import DailyPostScene, DailyScene
from bot.texts.reader import Reader

BAR: Final = 10
FULL: Final = "█"
EMPTY: Final = "░"
NOON: Final = 12 * 3600
"""Seconds after midnight. At noon UTC the date is the same nearly everywhere."""


@page_of.register
def daily(scene: DailyScene, reader: Reader, post: str = "") -> PageOfItems:
    """The daily trick: the question or, once answered, the explanation and how many people chose each answer."""
    asked = scene.exercise
    voice = voice_of(asked, reader)
    title = _title(scene.day, voice)
    if scene.said is None:
        answers = choices(asked, voice, "daily", scene.day.isoformat())
        told = voice("daily.over" if scene.over else "daily.once")
        return layout(text(title, *position(asked, voice)), text(*question(asked, voice), told), *answers)
    streak = voice.count("daily.streak", scene.streak) if scene.streak > 1 else ""
    buttons = rows([to_rules(scene.topic, voice.words), to_list(voice.words)])
    return answered(asked, scene.said, title, voice, [text(*_tallied(scene, voice)), text(streak), *buttons])


def _title(day: date, voice: TableText) -> str:
    return voice("daily.title", day=voice("daily.day", stamp=calendar.timegm(day.timetuple()) + NOON))


def _tallied(scene: DailyScene, voice: TableText) -> Iterator[str]:
    """A bar for each choice, as long as the share of people who made it; nothing if nobody has answered."""
    asked, tally = scene.exercise, scene.tally
    if tally is None or not tally.total:
        return
    yield voice.count("daily.answers", tally.total)
    for index, one in enumerate(asked.choices):
        percent = tally.percent(index)
        filled = round(percent * BAR / 100)
        key = "daily.bar-right" if index == asked.right else "daily.bar"
        bar, answer = FULL * filled + EMPTY * (BAR - filled), label_of(asked, one, voice)
        yield voice(key, bar=bar, percent=percent, answer=answer)


@page_of.register
def daily_post(scene: DailyPostScene, reader: Reader, post: str = "") -> PageOfItems:
    """The daily trick as a post in a channel; everybody answers in private."""
    asked, before, tally = scene.exercise, scene.before, scene.tally
    voice = voice_of(asked, reader)
    answer = button(voice("daily.answer"), custom_ids.write("daily", 0, scene.day.isoformat(), post=post), MAIN)
    day_before: list[Item] = []
    if before is not None and tally is not None and tally.total:
        right, percent = before.choices[before.right], tally.percent(before.right)
        label = label_of(before, right, voice_of(before, reader))
        day_before = [line(), text(voice.count("daily.yesterday", tally.total, answer=label, percent=percent))]
    return layout(
        text(_title(scene.day, voice), *position(asked, voice)),
        text(*question(asked, voice)),
        *rows([answer, button(voice("learn.button"), custom_ids.write("learn", 0, post=post))]),
        *day_before,
    )
