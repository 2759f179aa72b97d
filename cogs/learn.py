"""Learning: `/learn`, `/daily`, `/help` and their buttons, and help to who writes to the bot.

The buttons carry a lesson, a number and a choice, or a day, and nothing else.
"""

from __future__ import annotations

import asyncio
from datetime import date
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.lessons.course import Lesson, course, daily_games, taught_games
from bot.lessons.exercises import Exercise, day_of, exercise, question_of, topic_of
from bot.messages.learn.daily_trick import DailyScene, DailyShareScene
from bot.messages.learn.exercise import ExerciseScene
from bot.messages.learn.guide import SKIP, VERB, guide_of, guide_scene
from bot.messages.learn.lessons import LessonScene, LessonsScene, lesson_scene, lessons_scene
from bot.messages.learn.new_here import HelpScene, NewHereScene, new_here_scene, next_step
from bot.tables import LoadedTable
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts import game_and_name
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import OfferedChoices, choices, command
from cogs.finders import game_names, games_here, known_table, meant_game, pressed_game
from cogs.play import read_codes
from cogs.request import Private, Redraw, Request, Response
from cogs.tables import open_for_friends, play_at_once

UNKNOWN = fact(Refusal.UNKNOWN_BUTTON)


@button("learn", right=GuildRights.ALL, cost=Cost.READ)
async def learn_pressed(request: Request) -> Response:
    """Show the list of lessons, or the pressed lesson or exercise, or explain an answer to it."""
    written, *args = (*(request.values or request.press.args), "")
    game, name = game_and_name(written)
    if not name:
        return Redraw(await _lessons(request, game))
    lesson = course(game).lessons.get(name)
    if lesson is None:
        raise RequestRefused(UNKNOWN)
    match _numbers(tuple(args[:-1])):
        case []:
            return Redraw(await _lesson(request, lesson, finished=False))
        case [0]:  # in place of an exercise's number: the lesson is over
            return Redraw(await _lesson(request, lesson, finished=True))
        case [number, *said] if 0 < number <= len(lesson.positions) and len(said) < 2:
            return Redraw(await _exercise(request, lesson, number, *said))
    raise RequestRefused(UNKNOWN)


@command("learn", right=GuildRights.ALL, cost=Cost.READ)
async def learn(request: Request, game: Line | None = None) -> Response:
    return Private(await _lessons(request, await meant_game(request, game, taught_games())))


@choices("learn", "game")
async def games_to_learn(request: Request, typed: str) -> OfferedChoices:
    return await game_names(request, typed, taught_games())


async def _lessons(request: Request, game: str) -> LessonsScene:
    """Return the list of a game's lessons. Raises RequestRefused for a game without lessons."""
    if not course(game).lessons:
        raise RequestRefused(fact(Refusal.NO_LESSONS, game=request.translator(f"{game}.name")))
    return lessons_scene(game, await _solved_exercises(request, game))


def _numbers(texts: tuple[str, ...]) -> tuple[int, ...]:
    if (numbers := custom_ids.numbers(texts)) is None:
        raise RequestRefused(UNKNOWN)
    return numbers


async def _solved_exercises(request: Request, game: str) -> dict[str, set[int]]:
    return await request.services.learning.solved_exercises(request.person.key, game)


async def _lesson(request: Request, lesson: Lesson, *, finished: bool) -> LessonScene:
    solved = (await _solved_exercises(request, lesson.game)).get(lesson.name, ())
    return lesson_scene(lesson, solved, request.translator.language, finished=finished)


async def _exercise(request: Request, lesson: Lesson, number: int, said: int | None = None) -> ExerciseScene:
    """Return an exercise, or the explanation of the answer that was given."""
    asked = await asyncio.to_thread(exercise, lesson.game, lesson.kind, lesson.positions[number - 1], lesson.name)
    if said is not None:
        if said >= len(asked.choices):
            raise RequestRefused(UNKNOWN)
        right = said == asked.right
        await request.services.learning.answer(request.person.key, lesson, number, right=right)
    return ExerciseScene(asked, lesson.name, lesson.topic, number, len(lesson.positions), said)


@command("help", right=GuildRights.ALL, cost=Cost.READ)
async def show_help(request: Request) -> Response:
    return Private(HelpScene((await games_here(request))[0]))


@button("new-here", right=GuildRights.ALL, cost=Cost.READ)
async def new_here_pressed(request: Request) -> Response:
    """Begin the guided first hand; of a game without one, explain it in a minute.

    Of a table that the person may not know, nothing is told. Pressed in a hand, it leaves the hand there; the button
    goes.
    """
    services, person = request.services, request.person.key
    loaded = await known_table(request, request.press.table)
    game = await pressed_game(request) if loaded is None else loaded.table.game
    answer = Private if request.press.args and request.press.table is not None else Redraw
    await services.hints.read(game, person)
    if loaded is not None and (seat := loaded.table.seat_of(person)) is not None:
        services.publisher.redraw_hand(loaded.table.id, seat)
    if guide_of(game):
        return answer(await asyncio.to_thread(guide_scene, game, request.person.name, 1, loaded and loaded.table.id))
    return answer(await _in_short(request, game, loaded))


@button(VERB, right=GuildRights.ALL, cost=Cost.READ)
async def guide_pressed(request: Request) -> Response:
    """Show a trick of the guided hand, what the pressed play did in it, or what comes after the last."""
    written, *codes = (*request.press.args, "")
    game, name = game_and_name(written)
    number, loaded = custom_ids.number(name), await known_table(request, request.press.table)
    if number is None or number > len(guide_of(game)) or (loaded is not None and loaded.table.game != game):
        raise RequestRefused(UNKNOWN)
    if number == SKIP:
        return Redraw(await _in_short(request, game, loaded, guided=True))
    try:
        played = read_codes(codes[0]) if codes[0] else None
    except LookupError:
        raise RequestRefused(UNKNOWN) from None
    return Redraw(
        await asyncio.to_thread(guide_scene, game, request.person.name, number, loaded and loaded.table.id, played)
    )


@button("in-short", right=GuildRights.ALL, cost=Cost.READ)
async def in_short(request: Request) -> Response:
    """Explain a game in a minute, with a button to play at the table where it was asked."""
    loaded = await known_table(request, request.press.table)
    game = await pressed_game(request) if loaded is None else loaded.table.game
    return Private(await _in_short(request, game, loaded))


async def _in_short(request: Request, game: str, loaded: LoadedTable | None, *, guided: bool = False) -> NewHereScene:
    language = request.translator.language
    if loaded is None:
        return new_here_scene(game, language, guided=guided)
    step = next_step(loaded.table, request.person.key)
    return new_here_scene(game, language, await request.head(loaded), step, guided=guided)


@button("play-now", right=GuildRights.ALL, cost=Cost.OPEN)
async def play_now(request: Request) -> Response:
    return await play_at_once(request, await pressed_game(request))


@button("with-friends", right=GuildRights.ALL, cost=Cost.OPEN)
async def with_friends(request: Request) -> Response:
    return await open_for_friends(request, await pressed_game(request))


@button("daily", right=GuildRights.ALL, cost=Cost.READ)
async def daily_pressed(request: Request) -> Response:
    """Show the present day's trick or that of the pressed day, or explain an answer to it."""
    said = next(iter(_numbers(request.press.args[1:2])), None)
    return Redraw(await _daily(request, _pressed_day(request), said))


@command("daily", right=GuildRights.ALL, cost=Cost.READ)
async def daily(request: Request, game: Line | None = None) -> Response:
    """Show the present day's trick."""
    meant = await meant_game(request, game, daily_games())
    return Private(await _daily(request, DayOfGame(meant, day_of(request.services.now())), None))


@choices("daily", "game")
async def games_of_days(request: Request, typed: str) -> OfferedChoices:
    return await game_names(request, typed, daily_games())


class DayOfGame(NamedTuple):
    """A day, and the game whose trick is meant."""

    game: str
    day: date

    async def question(self) -> Exercise:
        return await asyncio.to_thread(question_of, self.day, self.game)


async def _daily(request: Request, wanted: DayOfGame, said: int | None) -> DailyScene:
    """Return the trick of a day. Raises RequestRefused for a game without daily tricks."""
    if course(wanted.game).daily is None:
        raise RequestRefused(fact(Refusal.NO_LESSONS, game=request.translator(f"{wanted.game}.name")))
    today, day, asked = day_of(request.services.now()), wanted.day, await wanted.question()
    if said is not None and said >= len(asked.choices):
        raise RequestRefused(UNKNOWN)
    learning, person, guild_id = request.services.learning, request.person.key, request.interaction.guild_id
    result = await learning.daily(person, day, today, asked, said)
    if result is None:
        days = await learning.days_in_a_row(person, wanted.game, today)
        return DailyScene(asked, topic_of(asked), day, day != today, days=days)
    here = await learning.of_guild(day, wanted.game, guild_id)
    return DailyScene(asked, topic_of(asked), day, day != today, *result, here=here)


def _pressed_day(request: Request) -> DayOfGame:
    """Return the pressed day (default: the present one). Raises RequestRefused for a day to come."""
    today, (game, written) = day_of(request.services.now()), game_and_name(request.argument)
    try:
        day = date.fromisoformat(written) if written else today
    except ValueError:
        raise RequestRefused(UNKNOWN) from None
    if day > today:
        raise RequestRefused(UNKNOWN)
    return DayOfGame(game, day)


@button("daily-share", right=GuildRights.ALL, cost=Cost.READ)
async def share_daily(request: Request) -> Response:
    """Show the result of the pressed day, to copy."""
    wanted = _pressed_day(request)
    scene = await _daily(request, wanted, None)
    if scene.run is None or scene.tally is None:
        raise RequestRefused(UNKNOWN)
    right = scene.exercise.right
    return Private(DailyShareScene(wanted.day, scene.said == right, scene.tally.percent(right), scene.run, wanted.game))
