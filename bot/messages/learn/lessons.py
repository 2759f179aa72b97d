"""Private answers about lessons: the list of lessons, and the start and end of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.lessons.course import Lesson, course
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, pictured_scene
from bot.messages.learn.rules import RulesScene
from bot.texts import Translator, game_argument, game_key, rules_page
from bot.texts.reader import Reader
from bot.texts.rules_page import Example


class LessonLine(NamedTuple):
    """A lesson in the list: its name, how many of its exercises the person has solved, and how many there are."""

    name: str
    done: int
    size: int


@dataclass(frozen=True, slots=True)
class LessonsScene(Scene):
    """The lessons of a game, easiest first; private."""

    game: str
    lessons: tuple[LessonLine, ...]
    daily: bool = True
    """True if the game has daily tricks."""


@dataclass(frozen=True, slots=True)
class LessonScene(Scene):
    """A lesson before its exercises or (`finished`) after them; private."""

    game: str
    name: str
    topic: str
    """The topic of the rules page."""
    done: int
    count: int
    next: int | None
    """The number of the first exercise that is not solved; None if all are."""
    following: str
    """The name of the next lesson, "" after the last."""
    finished: bool = False
    shown: tuple[Example, ...] = ()
    """The examples in the picture, row by row, as in `RulesScene`."""


@ui.page_of.register
def lessons(scene: LessonsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """Every lesson with the person's progress, a button to the first one that is not done, and a menu of all."""
    words = reader.words
    choices, lines, buttons = [], [], list[ui.Button]()
    begun = any(lesson.done for lesson in scene.lessons)
    for name, done, count in scene.lessons:
        title = title_of(scene.game, name, words)
        choices.append(ui.choice(title, game_key(scene.game, name), words("learn.done", done=done, count=count)))
        key = "learn.lesson-done" if done == count else "learn.lesson-open"
        lines.append(words(key, title=title, done=done, count=count))
        if done < count and not buttons:
            label = words("learn.go-on" if begun else "learn.begin", title=title)
            buttons.append(ui.button(label, exercise_id(scene.game, name), ui.MAIN))
    return ui.layout(
        ui.text(words("learn.title", game=words(f"{scene.game}.name")), words("learn.about")),
        ui.text(*lines),
        *ui.rows(
            [
                *buttons,
                ui.button(words("button.new-here"), custom_ids.write("new-here", None, *game_argument(scene.game))),
                *([ui.button(words("daily.button"), daily_id(scene.game))] if scene.daily else []),
            ]
        ),
        ui.menu(custom_ids.write("learn"), words("learn.menu"), choices),
    )


def title_of(game: str, lesson: str, words: Translator) -> str:
    return words(f"{game}.lesson.{lesson}")


@ui.page_of.register
def lesson(scene: LessonScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The topic of the lesson from the rules page; at its end, how many exercises are solved."""
    words, done, count = reader.words, scene.done, scene.count
    title = words("learn.lesson-title", title=title_of(scene.game, scene.name, words))
    buttons = ui.rows([*_ways_on(scene, words), list_button(scene.game, words)])
    if scene.finished:
        told = words("learn.finished" if done == count else "learn.missed", done=done, count=count)
        return ui.layout(ui.text(title, told), *buttons, colour=ui.YOURS)
    topic = rules_page(scene.game, words.language).topics[scene.topic]
    return ui.layout(ui.text(title, topic.text), ui.text(words("learn.standing", done=done, count=count)), *buttons)


def _ways_on(scene: LessonScene, words: Translator) -> Iterator[ui.Button]:
    if scene.next is not None:
        key = "learn.start" if not scene.done else "learn.rest" if scene.finished else "learn.resume"
        yield ui.button(words(key), exercise_id(scene.game, scene.name, scene.next), ui.MAIN)
    elif scene.following:
        title = title_of(scene.game, scene.following, words)
        yield ui.button(words("learn.following", title=title), exercise_id(scene.game, scene.following), ui.MAIN)
    if scene.done == scene.count:
        yield ui.button(words("learn.once-more"), exercise_id(scene.game, scene.name, 1))


def exercise_id(game: str, lesson: str, *args: int) -> str:
    """The custom_id of a lesson, or of one of its exercises."""
    return custom_ids.write("learn", None, game_key(game, lesson), *map(str, args))


def daily_id(game: str) -> str:
    """The custom_id of the present day's trick."""
    return custom_ids.write("daily", None, *game_argument(game))


def list_button(game: str, words: Translator) -> ui.Button:
    return ui.button(words("learn.list"), custom_ids.write("learn", None, *game_argument(game)))


def rules_button(game: str, topic: str, words: Translator) -> ui.Button:
    """A button to a topic of the rules page."""
    return ui.button(words("learn.rules"), custom_ids.write("rules", None, game_key(game, topic)))


@pictured_scene.register
def _pictured_scene(scene: LessonScene) -> Scene | None:
    return RulesScene(scene.topic, 0, scene.shown, scene.game) if scene.shown and not scene.finished else None


def lessons_scene(game: str, solved: Mapping[str, Collection[int]]) -> LessonsScene:
    """Return the list of a game's lessons; `solved`: the numbers of the exercises that the person has solved."""
    found = course(game)
    lines = (
        LessonLine(lesson.name, len(solved.get(lesson.name, ())), len(lesson.positions))
        for lesson in found.lessons.values()
    )
    return LessonsScene(game, tuple(lines), found.daily is not None)


def lesson_scene(of: Lesson, solved: Collection[int], language: str, *, finished: bool) -> LessonScene:
    """Return a lesson, or its end; `solved`: the numbers of the exercises in it that the person has solved."""
    count, names = len(of.positions), [*course(of.game).lessons, ""]
    left = next((number for number in range(1, count + 1) if number not in solved), None)
    following = names[names.index(of.name) + 1]
    pages = rules_page(of.game, language).topics[of.topic].pages
    shown = next((page.shown for page in pages if page.shown), ())
    return LessonScene(of.game, of.name, of.topic, len(solved), count, left, following, finished, shown)
