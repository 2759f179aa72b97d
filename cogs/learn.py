"""Learning: `/learn`, `/daily`, and their buttons.

The buttons carry a lesson, a number and a choice, or a day, and nothing else.
"""

from __future__ import annotations

import asyncio
from datetime import date

from bot.presentation.lessons.course import Lesson, course
from bot.presentation.lessons.daily import day_of, question_of, topic_of
from bot.presentation.lessons.exercises import exercise
from bot.presentation.new_here import new_here
from bot.presentation.scenes import DailyScene, DailyShareScene, ExerciseScene, LessonLine, LessonScene, LessonsScene
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table
from bot.texts import rules_page
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import command
from cogs.request import Private, Redraw, Request, Response
from cogs.tables import open_table
from rules import registry

GAME = registry.USUAL
UNKNOWN = fact(Refusal.UNKNOWN_BUTTON)


@button("learn")
@command("learn")
async def learn(request: Request) -> Response:
    """Show the list of lessons, or the pressed lesson or exercise, or explain an answer to it."""
    chosen = request.values or request.press.args
    if not chosen:
        solved, lessons = await _solved(request), course(GAME).lessons.values()
        lines = (LessonLine(one.name, len(solved.get(one.name, ())), len(one.positions)) for one in lessons)
        return Redraw(LessonsScene(GAME, tuple(lines)))
    lesson = course(GAME).lessons.get(chosen[0])
    if lesson is None:
        raise RequestRefused(UNKNOWN)
    match _numbers(chosen[1:]):
        case []:
            return Redraw(await _lesson(request, lesson, finished=False))
        case [0]:  # in place of an exercise's number: the lesson is over
            return Redraw(await _lesson(request, lesson, finished=True))
        case [number, *said] if 0 < number <= len(lesson.positions) and len(said) < 2:
            return Redraw(await _exercise(request, lesson, number, *said))
    raise RequestRefused(UNKNOWN)


def _numbers(texts: tuple[str, ...]) -> list[int]:
    if not all(text.isdecimal() and len(text) < 5 for text in texts):
        raise RequestRefused(UNKNOWN)
    return [int(text) for text in texts]


async def _solved(request: Request) -> dict[str, set[int]]:
    return await request.services.learning.solved(request.person.key, GAME)


async def _lesson(request: Request, lesson: Lesson, *, finished: bool) -> LessonScene:
    solved, count = (await _solved(request)).get(lesson.name, set()), len(lesson.positions)
    left = next((number for number in range(1, count + 1) if number not in solved), None)
    names = [*course(GAME).lessons, ""]
    following = names[names.index(lesson.name) + 1]
    pages = rules_page(request.translator.language).topics[lesson.topic].pages
    shown = next((page.shown for page in pages if page.shown), ())
    return LessonScene(GAME, lesson.name, lesson.topic, len(solved), count, left, following, finished, shown)


async def _exercise(request: Request, lesson: Lesson, number: int, said: int | None = None) -> ExerciseScene:
    """Return an exercise, or the explanation of the answer that was given."""
    asked = await asyncio.to_thread(exercise, GAME, lesson.kind, lesson.positions[number - 1])
    if said is not None:
        if said >= len(asked.choices):
            raise RequestRefused(UNKNOWN)
        right = said == asked.right
        await request.services.learning.answer(request.person.key, GAME, lesson, number, right=right)
    return ExerciseScene(asked, lesson.name, lesson.topic, number, len(lesson.positions), said)


@button("new-here")
async def new_here_pressed(request: Request) -> Response:
    """Explain the game in a minute, with a button to play at the table where it was asked.

    Pressed in a hand, which has an argument, it leaves the hand there; the button goes.
    """
    services, person, language = request.services, request.person.key, request.translator.language
    answer = Private if request.press.args else Redraw
    loaded = None if request.press.table is None else await services.tables.get(request.press.table)
    seat = None if loaded is None else loaded.table.seat_of(person)
    if loaded is None or (seat is None and not request.is_at_home_of(loaded)):
        await services.hints.read(GAME, person)
        return answer(new_here(GAME, language))
    table = loaded.table
    await services.hints.read(table.game, person)
    if seat is not None:
        services.publisher.redraw_hand(table.id, seat)
    return answer(new_here(table.game, language, await request.head(loaded), _next_step(table, person)))


def _next_step(table: Table, person: str) -> str:
    """Return the verb of the button with which this person plays at the table; "" if there is none."""
    is_seated = table.seat_of(person) is not None
    if table.stage is Stage.PLAYING:
        return "hand" if is_seated else ""
    if table.stage is not Stage.LOBBY:
        return ""
    return "fill" if is_seated else "join" if any(seat.kind is Holder.EMPTY for seat in table.seats) else ""


@button("just-play")
async def just_play(request: Request) -> Response:
    return await open_table(request)


@button("daily")
@command("daily")
async def daily(request: Request) -> Response:
    """Show today's trick or that of the pressed day, or explain an answer to it."""
    today, day = _days(request)
    said = next(iter(_numbers(request.press.args[1:2])), None)
    asked = await asyncio.to_thread(question_of, day)
    if said is not None and said >= len(asked.choices):
        raise RequestRefused(UNKNOWN)
    result = await request.services.learning.daily(request.person.key, day, today, asked, said)
    return Redraw(DailyScene(asked, topic_of(asked), day, day != today, *(result or ())))


def _days(request: Request) -> tuple[date, date]:
    """Return today and the pressed day (default: today). Raises RequestRefused for a day to come."""
    today = day_of(request.services.now())
    try:
        day = date.fromisoformat(request.argument) if request.argument else today
    except ValueError:
        raise RequestRefused(UNKNOWN) from None
    if day > today:
        raise RequestRefused(UNKNOWN)
    return today, day


@button("daily-share")
async def share_daily(request: Request) -> Response:
    """Show the result of the pressed day, to copy."""
    today, day = _days(request)
    asked = await asyncio.to_thread(question_of, day)
    result = await request.services.learning.daily(request.person.key, day, today, asked, None)
    if result is None or result.run is None:
        raise RequestRefused(UNKNOWN)
    percent = result.tally.percent(asked.right)
    return Private(DailyShareScene(day, result.said == asked.right, percent, result.run))
