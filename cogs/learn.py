"""Learning: `/learn`, `/daily`, and their buttons.

The buttons carry a lesson, a number and a choice, or a day, and nothing else.
"""

from __future__ import annotations

import asyncio
from datetime import date

import discord
from discord.ext import commands

from bot.app import Bot
from bot.presentation.lessons.course import Course, Lesson, course
from bot.presentation.lessons.daily import day_of, question_of, said_of, streak, tally_of, topic_of
from bot.presentation.lessons.exercises import Exercise, exercise
from bot.presentation.scenes import DailyScene, ExerciseScene, LessonLine, LessonScene, LessonsScene, Scene
from bot.texts import rules_page
from bot.texts.examples import Example
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import command
from cogs.request import Redraw, Request, Response
from cogs.respond import respond
from rules import registry

GAME = registry.USUAL
END = 0
"""Replaces an exercise's number when the lesson is over."""


@button("learn")
async def learn(request: Request) -> Response:
    """Show the list of lessons, or the pressed lesson or exercise, or explain an answer to it."""
    chosen = request.values or request.press.args
    lesson = course(GAME).lessons.get(chosen[0]) if chosen else None
    numbers = _numbers(chosen[1:])
    if (chosen and lesson is None) or numbers is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    scene = await (_lessons(request) if lesson is None else _within(request, lesson, numbers))
    if scene is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    return Redraw(scene)


def _numbers(texts: tuple[str, ...]) -> list[int] | None:
    """Read the numbers of a custom_id; None if it is not ours."""
    return [int(text) for text in texts] if all(text.isdecimal() and len(text) < 5 for text in texts) else None


async def _lessons(request: Request) -> LessonsScene:
    done = await _done(request)
    lines = (
        LessonLine(one.name, len(done.get(one.name, ())), len(one.positions)) for one in _course().lessons.values()
    )
    return LessonsScene(GAME, tuple(lines))


def _course() -> Course:
    return course(GAME)


async def _done(request: Request) -> dict[str, set[int]]:
    """Return the exercises that the person has solved, by lesson, without those of a former version."""
    done: dict[str, set[int]] = {}
    for row in await request.services.store.exercises(request.person.key):
        lesson = _course().lessons.get(row.lesson)
        if row.correct and lesson is not None and row.number <= len(lesson.positions):
            done.setdefault(row.lesson, set()).add(row.number)
    return done


async def _within(request: Request, lesson: Lesson, numbers: list[int]) -> Scene | None:
    """Return the scene of a lesson, of one of its exercises or of an answer to it; None if there is no such thing."""
    match numbers:
        case []:
            return await _lesson(request, lesson, finished=False)
        case [0]:
            return await _lesson(request, lesson, finished=True)
        case [number, *said] if number <= len(lesson.positions) and len(said) < 2:
            asked = await asyncio.to_thread(exercise, GAME, lesson.kind, lesson.positions[number - 1])
            if said and said[0] >= len(asked.choices):
                return None
            scene = ExerciseScene(asked, lesson.name, lesson.topic, number, len(lesson.positions), *said)
            if said:
                await _note(request, lesson, number, said[0] == asked.right)
            return scene
    return None


async def _note(request: Request, lesson: Lesson, number: int, right: bool) -> None:
    """Store the result of an exercise. A solved one stays solved."""
    if right or number not in (await _done(request)).get(lesson.name, ()):
        await request.services.store.put_exercise(request.person.key, lesson.name, number, right)


async def _lesson(request: Request, lesson: Lesson, finished: bool) -> LessonScene:
    done, count = (await _done(request)).get(lesson.name, set()), len(lesson.positions)
    left = (number for number in range(1, count + 1) if number not in done)
    names = [*_course().lessons, ""]
    late_pictures = names[names.index(lesson.name) + 1]
    shown = _examples(lesson.topic, request.translator.language)
    return LessonScene(
        GAME, lesson.name, lesson.topic, len(done), count, next(left, None), late_pictures, finished, shown
    )


def _examples(topic: str, language: str) -> tuple[Example, ...]:
    """Return the first picture of a topic on the rules page."""
    return next((page.shown for page in rules_page(language).topics[topic].pages if page.shown), ())


# The daily trick


@button("daily")
async def daily(request: Request) -> Response:
    """Show today's trick or that of the pressed day, or explain an answer to it."""
    day, said = _day_and_choice(request.press.args) if request.press.args else (_today(request), None)
    if day is None or day > _today(request):
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    asked = await asyncio.to_thread(question_of, day)
    if said is not None and said >= len(asked.choices):
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    return Redraw(await _daily(request, day, asked, said))


def _day_and_choice(args: tuple[str, ...]) -> tuple[date | None, int | None]:
    """Read the day and the choice from a custom_id; no day if it is not ours."""
    numbers = _numbers(args[1:2])
    try:
        day = date.fromisoformat(args[0])
    except ValueError:
        return None, None
    return (None, None) if numbers is None else (day, numbers[0] if numbers else None)


def _today(request: Request) -> date:
    return day_of(request.services.now())


async def _daily(request: Request, day: date, asked: Exercise, said: int | None) -> DailyScene:
    """Only the person's first answer on the day itself counts; later ones are only explained."""
    store, over, topic = request.services.store, day != _today(request), topic_of(asked)
    if said is not None and not over:
        await store.answer_daily(request.person.key, day.isoformat(), str(said), said == asked.right)
    answered = await store.daily_answer(request.person.key, day.isoformat())
    stands = None if answered is None else said_of(answered.choice, asked)
    said = said if stands is None else stands
    if said is None:
        return DailyScene(asked, topic, day, over)
    tally = tally_of(asked, await store.daily_tally(day.isoformat()))
    in_a_row = 0 if over else streak(await store.days_answered(request.person.key), day)
    return DailyScene(asked, topic, day, over, said, tally, in_a_row)


class Learn(commands.Cog):
    """`/learn` and `/daily`."""

    @command("learn")
    async def learn(self, interaction: discord.Interaction[Bot]) -> None:
        await respond(interaction, learn)

    @command("daily")
    async def daily(self, interaction: discord.Interaction[Bot]) -> None:
        await respond(interaction, daily)


async def setup(bot: Bot) -> None:
    await bot.add_cog(Learn())
