"""Lessons and the trick of the day, as people meet them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import app
from bot.discord_api import custom_ids
from bot.lessons.course import course
from bot.lessons.exercises import Exercise, exercise
from bot.store.engine import open_store
from sandbox import Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import opened, posts
from tests.flows.conftest import serving, settings_for

COURSE = course("voormsi")
NOON = 1_795_262_400_000
"""A noon in Coordinated Universal Time, ms."""


def asked(lesson: str, number: int) -> Exercise:
    found = COURSE.lessons[lesson]
    return exercise("voormsi", found.kind, found.positions[number - 1])


def ways(message: Message, verb: str) -> list[str]:
    """The custom_ids of a message that do `verb`."""
    found = [part["custom_id"] for part in components.pressable(message.components) if "custom_id" in part]
    return [one for one in found if (custom_ids.read(one) or custom_ids.Press("", None, ())).verb == verb]


async def answered(you: Person, message: Message, number: int, right: bool) -> None:
    """Answer the exercise that is shown."""
    wanted = asked("sevens", number).right
    choice = wanted if right else (wanted + 1) % len(asked("sevens", number).choices)
    answer = await you.press(message, custom_id=custom_ids.write("learn", None, "sevens", str(number), str(choice)))
    assert answer.status == "update"


@pytest.mark.usefixtures("bot")
async def test_a_lesson_is_gone_through_with_one_mistake_which_is_explained(box: Sandbox) -> None:
    you = box.person("You")
    page = (await you.command(box.channel("general"), "learn")).message
    assert page
    assert page.ephemeral
    await you.select(page, ["sevens"])
    assert "**strong**" in page.text
    await you.press(page, "Start")
    count = len(COURSE.lessons["sevens"].positions)
    for number in range(1, count + 1):
        assert f"The Sevens · {number} of {count}" in page.text
        await answered(you, page, number, right=number != 2)
        assert ("Not quite" in page.text) == (number == 2)
        assert "won the trick" in page.text
        assert "§" not in page.text
        await you.press(page, "Next" if number < count else "Finish")
    assert f"You have solved {count - 1} of {count}" in page.text
    await you.press(page, "Try the others")
    assert f"The Sevens · 2 of {count}" in page.text
    await answered(you, page, 2, right=True)
    await you.press(page, "All lessons")
    assert f"✅ The Sevens · {count} of {count}" in page.text


async def test_progress_is_kept_over_a_restart_and_old_messages_go_on(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with serving(box, settings_for(box, database)):
        page = (await you.command(box.channel("general"), "learn")).message
        assert page
        await you.select(page, ["sevens"])
        await you.press(page, "Start")
        await answered(you, page, 1, right=True)
        await box.until(lambda: "Next" in page.labels and any("trick" in one["filename"] for one in page.attachments))
    async with serving(box, settings_for(box, database)):
        await you.press(page, "Next")
        assert "The Sevens · 2 of" in page.text
        again = await you.command(box.channel("general"), "learn")
        assert "The Sevens · 1 of" in again.text
        await box.until(lambda: page.attachments)


@pytest.mark.usefixtures("bot")
async def test_the_trick_of_the_day_counts_the_first_answer_of_each(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    page = (await you.command(box.channel("general"), "daily")).message
    assert page
    first, second, *_ = ways(page, "daily")
    await you.press(page, custom_id=first)
    assert "**1 answer**" in page.text
    assert "won the trick" in page.text
    other = (await you.command(box.channel("general"), "daily")).message
    assert other
    assert "**1 answer**" in other.text
    theirs = (await aja.command(box.channel("general"), "daily")).message
    assert theirs
    assert "answer**" not in theirs.text
    await aja.press(theirs, custom_id=second)
    assert "**2 answers**" in theirs.text
    assert theirs.text.count("50%") == 2


@pytest.mark.usefixtures("bot")
async def test_the_result_of_the_day_is_copied_without_the_answer(box: Sandbox) -> None:
    you = box.person("You")
    page = (await you.command(box.channel("general"), "daily")).message
    assert page
    choices = page.labels
    assert "Copy result" not in choices
    await you.press(page, custom_id=ways(page, "daily")[0])
    shown = await you.press(page, "Copy result")
    assert shown.message
    assert shown.message.ephemeral
    block = shown.message.text.partition("```\n")[2].partition("\n```")[0]
    title, week, verdict = block.splitlines()
    assert title.startswith("Voormsi · trick of the day · 20")
    assert week.startswith("⬜" * 6)
    assert week.endswith(verdict[0])
    assert "100%" in verdict or "0%" in verdict
    assert not any(choice in block for choice in choices)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "custom_id",
    [
        "v1:learn::castling", "v1:learn::sevens:99", "v1:learn::sevens:1:9", "v1:learn::sevens:x",
        "v1:learn::sevens:1:1:1", "v1:daily::yesterday", "v1:daily::2999-01-01", "v1:daily::2026-01-01:9",
        "v1:daily::2026-01-01:x",
        "v1:daily-share::2026-01-01", "v1:daily-share::2999-01-01", "v1:daily-share::no",
    ],
)  # fmt: skip
async def test_a_button_for_what_there_is_not_is_answered_in_words(box: Sandbox, custom_id: str) -> None:
    you = box.person("You")
    page = (await you.command(box.channel("general"), "learn")).message
    assert page
    shown = page.text
    answer = await you.start_press(page, {"type": components.BUTTON, "id": 99, "custom_id": custom_id}).first()
    assert answer.status == "message"
    assert answer.message is not page
    assert page.text == shown


@pytest.mark.usefixtures("bot")
async def test_the_trick_of_a_day_gone_by_is_explained_and_not_counted(box: Sandbox) -> None:
    you = box.person("You")
    page = (await you.command(box.channel("general"), "learn")).message
    assert page
    for custom_id, told in (("v1:daily::2026-01-01", "Closed"), ("v1:daily::2026-01-01:0", "won the trick")):
        answer = await you.start_press(page, {"type": components.BUTTON, "id": 99, "custom_id": custom_id}).first()
        assert answer.status == "update"
        assert told in page.text
    assert "answers**" not in page.text


@pytest.mark.slow
async def test_a_server_that_wishes_it_is_posted_the_trick_of_the_day_once_over_restarts(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "DAILY_SECONDS", 0.05)
    monkeypatch.setattr(app, "now", lambda: NOON)
    channel, you = box.channel("general"), box.person("You")
    async with await open_store(database, now=app.now) as store:
        await store.change_guild_preferences(channel.guild_id, {"daily": channel.id})
    for _ in range(2):
        async with serving(box, settings_for(box, database)):
            post = await box.until(lambda: next((one for one in you.sees(channel) if not one.ephemeral), None))
            answer = await you.press(post, "Answer")
            page = answer.message
            assert page
            assert page.ephemeral
            assert (await you.press(post, "Lessons")).status == "message"
    (only,) = [one for one in you.sees(channel) if not one.ephemeral]
    assert "Who wins this trick?" in only.text
    assert only.attachments


@pytest.mark.usefixtures("bot")
async def test_a_newcomer_plays_three_tricks_laid_out_and_then_the_real_game(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 3)
    told = (await lobby.press(aja, "New here?")).message
    assert told
    for taking in ("9♦", "3♦"):
        await aja.press(told, taking)
        assert "**You: " in told.text
        assert told.labels == ["Next"]
        await aja.press(told, "Next")
    await aja.press(told, "A♠")
    assert "must" in told.text
    assert "3 of 3" in told.text
    await aja.press(told, "J♣ Toqutsit")
    await aja.press(told, "Next")
    assert "exactly 12 points" in told.text
    assert told.labels == ["Join", "Rules in short", "Lesson 1"]
    assert "exactly 12" in (await aja.press(told, "Rules in short")).text
    assert "seat 2" in (await aja.press(told, "Join")).text
    await lobby.shows("2. **Aja**")


@pytest.mark.usefixtures("bot")
async def test_who_skips_the_guided_hand_plays_at_once(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 3)
    await lobby.join(aja)
    told = (await lobby.press(aja, "New here?")).message
    assert told
    await aja.press(told, "Skip")
    assert "I've asked You" in (await aja.press(told, "Play now")).text


@pytest.mark.usefixtures("bot")
async def test_who_learns_without_a_table_opens_one_by_playing_now(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    lessons = (await you.command(channel, "learn")).message
    assert lessons
    told = (await you.press(lessons, "New here?")).message
    assert told
    await you.press(told, "Skip")
    assert "has started" in (await you.press(told, "Play now")).text
    await box.until(lambda: posts(channel, you, "The game is on"))


@pytest.mark.usefixtures("bot")
async def test_help_is_three_buttons_to_play_to_learn_and_to_what_waits(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    page = (await you.command(channel, "help")).message
    assert page
    assert page.ephemeral
    assert page.labels == ["Play now", "New here?", "My tables"]
    await you.press(page, "New here?")
    assert "1 of 3" in page.text
    again = (await you.command(channel, "help")).message
    assert again
    assert "You aren't at a table" in (await you.press(again, "My tables")).text
