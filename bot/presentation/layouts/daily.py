"""The daily trick: private answers, and its post in a channel."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date
from typing import Final

from bot.discord_api import custom_ids
from bot.presentation.layouts.exercises import answered, choices, label_of, position, question, to_rules, voice_of
from bot.presentation.layouts.lessons import to_list
from bot.presentation.layouts.parts import MAIN, Item, PageOfItems, button, layout, line, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.lessons.exercises import Exercise
from bot.presentation.scenes import DailyPostScene, DailyScene, Tally
from bot.texts.reader import Reader

BAR: Final = 10
FULL: Final = "█"
EMPTY: Final = "░"
NOON: Final = 12 * 3600
"""Seconds after midnight. At noon UTC the date is the same nearly everywhere."""


@page_of.register
def daily(scene: DailyScene, reader: Reader, post: str = "") -> PageOfItems:
    """The daily trick: the question or, once answered, the explanation and how many people chose each answer."""
    voice = voice_of(scene.exercise, reader)
    title = voice("daily.title", day=_day(scene.day, voice))
    if scene.said is None:
        answers = choices(scene.exercise, voice, "daily", scene.day.isoformat())
        told = voice("daily.over") if scene.over else voice("daily.once")
        return layout(
            text(title, *position(scene.exercise, voice)), text(*question(scene.exercise, voice), told), *answers
        )
    tally = text(*_tallied(scene.exercise, scene.tally, voice)) if scene.tally and scene.tally.total else text()
    streak = text(voice.count("daily.streak", scene.streak) if scene.streak > 1 else "")
    buttons = rows([to_rules(scene.topic, voice.words), to_list(voice.words)])
    below = [part for part in (tally, streak) if part.content]
    return answered(scene.exercise, scene.said, title, voice, [*below, *buttons])


@page_of.register
def daily_post(scene: DailyPostScene, reader: Reader, post: str = "") -> PageOfItems:
    """The daily trick as a post in a channel; everybody answers in private."""
    voice = voice_of(scene.exercise, reader)
    label = button(voice("daily.answer"), custom_ids.write("daily", 0, scene.day.isoformat(), post=post), MAIN)
    return layout(
        text(voice("daily.title", day=_day(scene.day, voice)), *position(scene.exercise, voice)),
        text(*question(scene.exercise, voice)),
        *rows([label, button(voice("learn.button"), custom_ids.write("learn", 0, post=post))]),
        *_day_before(scene, reader),
    )


def _day_before(scene: DailyPostScene, reader: Reader) -> Iterator[Item]:
    if scene.before is None or scene.tally is None or not scene.tally.total:
        return
    voice = voice_of(scene.before, reader)
    right = scene.before.choices[scene.before.right]
    yield line()
    yield text(
        voice.count(
            "daily.yesterday",
            scene.tally.total,
            answer=label_of(scene.before, right, voice),
            percent=scene.tally.percent(scene.before.right),
        )
    )


def _day(day: date, voice: TableText) -> str:
    return voice("daily.day", stamp=calendar.timegm(day.timetuple()) + NOON)


def _tallied(exercise: Exercise, tally: Tally, voice: TableText) -> Iterator[str]:
    """A bar for each choice, as long as the share of people who made it."""
    yield voice.count("daily.answers", tally.total)
    for index, one in enumerate(exercise.choices):
        percent = tally.percent(index)
        bar = FULL * round(percent * BAR / 100) + EMPTY * (BAR - round(percent * BAR / 100))
        key = "daily.bar-right" if index == exercise.right else "daily.bar"
        yield voice(key, bar=bar, percent=percent, answer=label_of(exercise, one, voice))
