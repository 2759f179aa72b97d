"""The daily trick: private answers, and its post in a channel."""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.discord_api import custom_ids
from bot.lessons.course import QuestionKind
from bot.lessons.exercises import Exercise
from bot.lessons.progress import DailyRun, GuildAnswers, Tally
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, pictured_scene
from bot.messages.kit.table_text import TableText
from bot.messages.learn.exercise import answer_of, answered_page, choices, position, position_of, question, texts_of
from bot.messages.learn.lessons import list_button, rules_button
from bot.texts import game_argument, game_key
from bot.texts.reader import Reader
from rules import registry


@dataclass(frozen=True, slots=True)
class DailyScene(Scene):
    """The daily trick for one person, before the answer or (`said`, index of a choice, and `tally`) after it.

    `over`: whether the day is past and answers no longer count. `run`: the person's tricks up to that day, if their
    answer counts. `days`: those in a row up to the day before, which an answer continues. `here`: how the people of the
    server did.
    """

    exercise: Exercise
    topic: str
    day: date
    over: bool = False
    said: int | None = None
    tally: Tally | None = None
    run: DailyRun | None = None
    days: int = 0
    here: GuildAnswers | None = None


@dataclass(frozen=True, slots=True)
class DailyShareScene(Scene):
    """A person's result in the daily trick, to copy: it does not tell the answer."""

    day: date
    right: bool
    percent: int
    """The share of right answers among all."""
    run: DailyRun
    game: str = registry.USUAL


@dataclass(frozen=True, slots=True)
class DailyPostScene(Scene):
    """The daily trick as a post in a channel, without its answer, and the result of the day before."""

    exercise: Exercise
    day: date
    before: Exercise | None = None
    tally: Tally | None = None
    """The answers of the day before."""
    here: GuildAnswers | None = None
    """Those of the people of the server."""


BAR: Final = 10
FULL: Final = "█"
EMPTY: Final = "░"
MARKS: Final[Mapping[bool | None, str]] = {True: "✅", False: "❌", None: "⬜"}
"""A day: answered right, wrong, or not."""
NOON: Final = 12 * 3600
"""Seconds after midnight. At noon UTC the date is the same nearly everywhere."""


@ui.page_of.register
def daily(scene: DailyScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The daily trick: the question or, once answered, the explanation and how many people chose each answer."""
    asked = scene.exercise
    texts = texts_of(asked, reader)
    title = _title(scene.day, texts)
    if scene.said is None:
        answers = choices(asked, texts, "daily", _day(asked, scene.day))
        told = texts("daily.over" if scene.over else "daily.once")
        run = texts.count("daily.go-on", scene.days) if scene.days > 1 and not scene.over else ""
        return ui.layout(ui.text(title, *position(asked, texts)), ui.text(*question(asked, texts), run, told), *answers)
    share = [ui.button(texts("daily.share"), custom_ids.write("daily-share", None, _day(asked, scene.day)))]
    buttons = ui.rows(
        [
            *(share if scene.run else ()),
            rules_button(asked.game, scene.topic, texts.words),
            list_button(asked.game, texts.words),
        ]
    )
    following = "" if scene.over else texts("daily.next", at=midnight(scene.day + timedelta(days=1)))
    others = ui.text(told_here(scene.here, texts), _streaks(scene, texts), following)
    below: list[ui.Item] = [ui.text(*_tally_lines(scene, texts)), others, *buttons]
    return answered_page(asked, scene.said, title, texts, below)


def midnight(day: date) -> int:
    """The beginning of a day (UTC), seconds since the epoch."""
    return calendar.timegm(day.timetuple())


def told_here(here: GuildAnswers | None, texts: TableText) -> str:
    """The answers of the people of the server in words; "" where there are none."""
    return texts.count("daily.here", here.total, right=here.right) if here and here.total else ""


def _streaks(scene: DailyScene, texts: TableText) -> str:
    """The days in a row, and how many of them were right; nothing about a day that is past."""
    run = scene.run
    if run is None or scene.over or run.streak < 2:
        return ""
    right = texts.count("daily.right", run.right) if run.right > 1 else ""
    return f"{texts.count('daily.streak', run.streak)} {right}".rstrip()


def _day(asked: Exercise, day: date) -> str:
    """The day as an argument of custom_ids."""
    return game_key(asked.game, day.isoformat())


def _title(day: date, texts: TableText) -> str:
    return texts("daily.title", day=texts("daily.day", stamp=midnight(day) + NOON))


def _tally_lines(scene: DailyScene, texts: TableText) -> Iterator[str]:
    """A bar for each choice, as long as the share of people who made it; nothing if nobody has answered."""
    asked, tally = scene.exercise, scene.tally
    if tally is None or not tally.total:
        return
    yield texts.count("daily.answers", tally.total)
    for index, one in enumerate(asked.choices):
        percent = tally.percent(index)
        filled = round(percent * BAR / 100)
        key = "daily.bar-right" if index == asked.right else "daily.bar"
        bar, answer = FULL * filled + EMPTY * (BAR - filled), answer_of(asked, one, texts)
        yield texts(key, bar=bar, percent=percent, answer=answer)


@ui.page_of.register
def daily_share(scene: DailyShareScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The result to copy, as a block of code: Discord shows a button that copies it."""
    words, run = reader.words, scene.run
    shared = [
        words("daily.shared-title", game=words(f"{scene.game}.name"), day=scene.day.isoformat()),
        "".join(MARKS[right] for right in run.week),
        words("daily.shared-right" if scene.right else "daily.shared-wrong", percent=scene.percent),
        words.count("daily.shared-streak", run.streak) if run.streak > 1 else "",
    ]
    block = "\n".join(line for line in shared if line)
    return ui.layout(ui.text(f"```\n{block}\n```", words("daily.share-hint")), colour=ui.YOURS)


@ui.page_of.register
def daily_post(scene: DailyPostScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The daily trick as a post in a channel; everybody answers in private."""
    asked, before, tally = scene.exercise, scene.before, scene.tally
    texts = texts_of(asked, reader)
    answer = ui.button(texts("daily.answer"), custom_ids.write("daily", 0, _day(asked, scene.day), post=post), ui.MAIN)
    day_before: list[ui.Item] = []
    if before is not None and tally is not None and tally.total:
        right, percent = before.choices[before.right], tally.percent(before.right)
        label = answer_of(before, right, texts_of(before, reader))
        key = "daily.yesterday" if before.kind is QuestionKind.WINS else "daily.yesterday-answer"
        yesterday = texts.count(key, tally.total, answer=label, percent=percent)
        day_before = [ui.line(), ui.text(yesterday, told_here(scene.here, texts))]
    return ui.layout(
        ui.text(_title(scene.day, texts), *position(asked, texts)),
        ui.text(*question(asked, texts)),
        *ui.rows(
            [
                answer,
                ui.button(texts("learn.button"), custom_ids.write("learn", 0, *game_argument(asked.game), post=post)),
            ]
        ),
        *day_before,
    )


@pictured_scene.register
def _pictured_scene(scene: DailyScene) -> Scene | None:
    return position_of(scene.exercise, answered=scene.said is not None)


@pictured_scene.register
def _pictured_in_post(scene: DailyPostScene) -> Scene | None:
    return position_of(scene.exercise, answered=False)
