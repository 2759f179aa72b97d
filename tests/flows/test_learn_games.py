"""Lessons and daily tricks of each game, as people meet them."""

from __future__ import annotations

import pytest

from bot.discord_api import custom_ids
from bot.lessons.course import course
from bot.lessons.exercises import exercise
from bot.texts import in_language, offered_games
from rules.registry import USUAL
from sandbox import Sandbox

WORDS = in_language("en")
others = pytest.mark.parametrize("game", [game for game in offered_games() if game != USUAL])


@pytest.mark.usefixtures("bot")
@others
async def test_the_last_lesson_of_a_game_is_solved_and_counted_for_this_game_alone(box: Sandbox, game: str) -> None:
    you, channel, lesson = box.person("You"), box.channel("general"), [*course(game).lessons.values()][-1]
    page = (await you.command(channel, "learn", game=WORDS(f"{game}.name"))).message
    assert page
    await you.select(page, [lesson.id])
    await you.press(page, "Start")
    count = len(lesson.positions)
    for number, position in enumerate(lesson.positions, 1):
        assert f"{number} of {count}" in page.text
        right = exercise(game, lesson.kind, position, lesson.name).right
        await you.press(page, custom_id=custom_ids.write("learn", None, lesson.id, str(number), str(right)))
        assert "Right!" in page.text
        await you.press(page, "Next" if number < count else "Finish")
    assert f"You have solved all {count}" in page.text
    await you.press(page, "All lessons")
    assert f"✅ {WORDS(f'{game}.lesson.{lesson.name}')} · {count} of {count}" in page.text
    assert "✅" not in (await you.command(channel, "learn", game=WORDS(f"{USUAL}.name"))).text


@pytest.mark.usefixtures("bot")
@others
async def test_each_game_has_a_trick_of_the_day_that_is_answered_once(box: Sandbox, game: str) -> None:
    you, channel = box.person("You"), box.channel("general")
    page = (await you.command(channel, "daily", game=WORDS(f"{game}.name"))).message
    assert page
    shown = page.text
    await you.press(page, page.labels[0])
    assert "**1 answer**" in page.text
    again = (await you.command(channel, "daily", game=WORDS(f"{game}.name"))).message
    assert again
    assert "**1 answer**" in again.text
    await you.press(again, "Copy result")
    usual = (await you.command(channel, "daily", game=WORDS(f"{USUAL}.name"))).message
    assert usual
    assert "answer**" not in usual.text
    assert usual.text != shown


@pytest.mark.usefixtures("bot")
async def test_the_buttons_of_a_game_are_about_it_also_where_the_server_plays_another(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    you.allow("manage_guild")
    setup = (await you.command(channel, "setup")).message
    assert setup
    await you.press(setup, "Next: how tables run")
    await you.select(setup, ["alkort"], custom_id="v1:server-wish::games")
    assert "Learn Alkort" in (await you.command(channel, "learn")).text
    page = (await you.command(channel, "learn", game="Voormsi")).message
    assert page
    await you.press(page, "New here?")
    await you.press(page, "Skip")
    assert "exactly 9 points" in page.text
