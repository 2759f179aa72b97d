"""Private answers about lessons: the list of lessons, and the start and end of each."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord_api import custom_ids
from bot.presentation.layouts.parts import (
    MAIN,
    YOURS,
    Button,
    PageOfItems,
    button,
    choice,
    layout,
    menu,
    page_of,
    rows,
    text,
)
from bot.presentation.scenes import LessonLine, LessonScene, LessonsScene
from bot.texts import Translator, rules_page
from bot.texts.reader import Reader


@page_of.register
def lessons(scene: LessonsScene, reader: Reader, post: str = "") -> PageOfItems:
    """Every lesson with the person's progress, a button to go on, and a menu to choose another."""
    words = reader.words
    choices = [choice(title_of(scene.game, one.name, words), one.name, _done(one, words)) for one in scene.lessons]
    return layout(
        text(words("learn.title"), words("learn.about")),
        text(*[_line(scene.game, one, words) for one in scene.lessons]),
        *rows([*_onward(scene, words), _to_daily(words)]),
        menu(custom_ids.write("learn"), words("learn.menu"), choices),
    )


def _line(game: str, lesson: LessonLine, words: Translator) -> str:
    key = "learn.lesson-done" if lesson.done == lesson.size else "learn.lesson-open"
    return words(key, title=title_of(game, lesson.name, words), done=lesson.done, count=lesson.size)


def _done(lesson: LessonLine, words: Translator) -> str:
    return words("learn.done", done=lesson.done, count=lesson.size)


def _onward(scene: LessonsScene, words: Translator) -> Iterator[Button]:
    """The button to the first lesson that is not done, if there is one."""
    begun = any(one.done for one in scene.lessons)
    for one in scene.lessons:
        if one.done < one.size:
            label = words("learn.go-on" if begun else "learn.begin", title=title_of(scene.game, one.name, words))
            yield button(label, custom_ids.write("learn", None, one.name), MAIN)
            return


def title_of(game: str, lesson: str, words: Translator) -> str:
    """The title of a lesson."""
    return words(f"{game}.lesson.{lesson}")


@page_of.register
def lesson(scene: LessonScene, reader: Reader, post: str = "") -> PageOfItems:
    """The topic of the lesson from the rules page; at its end, how many exercises are solved."""
    words = reader.words
    title = words("learn.lesson-title", title=title_of(scene.game, scene.name, words))
    standing = words("learn.standing", done=scene.done, count=scene.count)
    if scene.finished:
        told = words(
            "learn.finished" if scene.done == scene.count else "learn.missed", done=scene.done, count=scene.count
        )
        return layout(text(title, told), *rows([*_ways_on(scene, words), to_list(words)]), colour=YOURS)
    topic = rules_page(words.language).topics[scene.topic]
    return layout(text(title, topic.text), text(standing), *rows([*_ways_on(scene, words), to_list(words)]))


def _ways_on(scene: LessonScene, words: Translator) -> Iterator[Button]:
    if scene.next is not None:
        key = "learn.start" if not scene.done else "learn.rest" if scene.finished else "learn.resume"
        yield button(words(key), exercise_id(scene.name, scene.next), MAIN)
    elif scene.following:
        title = title_of(scene.game, scene.following, words)
        yield button(words("learn.following", title=title), custom_ids.write("learn", None, scene.following), MAIN)
    if scene.done == scene.count:
        yield button(words("learn.once-more"), exercise_id(scene.name, 1))


def exercise_id(lesson: str, *args: int) -> str:
    """The custom_id of a lesson, or of one of its exercises."""
    return custom_ids.write("learn", None, lesson, *map(str, args))


def to_list(words: Translator) -> Button:
    """A button to the list of lessons."""
    return button(words("learn.list"), custom_ids.write("learn"))


def _to_daily(words: Translator) -> Button:
    return button(words("daily.button"), custom_ids.write("daily"))
