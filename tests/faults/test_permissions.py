"""Permissions that moderators take away from the bot in the middle of a hand, and give back."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.operations.doctor import doctor
from bot.operations.doctor import refusal_report as refused_places
from bot.operations.doctor.findings import Finding, Verdict
from bot.runtime.settings import Settings
from sandbox import Message, Sandbox
from simulation.played_table import PlayedTable, played_table
from simulation.scripted_people import LONG, posts
from tests.flows.conftest import serving, settings_for

FEW = 12
"""Requests that Discord may refuse in a test of some plays."""


def refused(box: Sandbox) -> int:
    """The number of refusals so far, as Discord counts them."""
    return sum(entry.status in (401, 403, 429) for entry in box.requests)


async def plays_on_unseen(table: PlayedTable, plays: int = 6) -> None:
    """Everybody plays on from direct messages, and nothing new stands where it is refused."""
    before = table.standing(table.thread)
    for _ in range(plays):
        await table.play()
    assert table.standing(table.thread) == before
    assert table.missing()
    assert refused(table.box) < FEW


def delete_hand_post(table: PlayedTable) -> None:
    """Delete the hand's message in the thread: whoever may not write can still edit one that stands there."""
    table.removes()
    table.box.delete_message(hand_post(table))


async def all_is_shown(table: PlayedTable) -> None:
    """Check that without a play everything missing is posted once and in order, the newest with its deadline."""
    await table.settled()
    table.sound()
    assert re.search(r"<t:\d+:R>", posts(table.thread, table.people[0], "trick ")[-1].text)
    await table.play(2)
    await table.settled()
    table.sound()


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    "permission", ["send_messages_in_threads", pytest.param("view_channel", marks=pytest.mark.slow)]
)
async def test_without_the_right_to_write_people_play_on_and_all_is_shown_when_it_is_back(
    box: Sandbox, database: Path, permission: str
) -> None:
    table = await played_table(box, database, "You Aja", seats=2)
    await table.play(2)
    await table.settled()
    box.permit(table.lobby.channel, **{permission: False})
    delete_hand_post(table)
    await plays_on_unseen(table)
    box.permit(table.lobby.channel, **{permission: True})
    await all_is_shown(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_without_the_right_to_write_in_the_channel_its_thread_goes_on(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja", seats=2)
    box.permit(table.lobby.channel, send_messages=False)
    await table.play(6)
    await table.settled()
    box.permit(table.lobby.channel, send_messages=True)
    await all_is_shown(table)
    assert refused(box) == 0


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_without_the_right_to_open_threads_the_one_that_is_there_goes_on(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja", seats=2)
    box.permit(table.lobby.channel, create_public_threads=False)
    await table.play(6)
    await table.settled()
    table.sound()
    assert refused(box) == 0


def hand_post(table: PlayedTable) -> Message:
    """The newest message of a hand in the thread."""
    shown = sorted(table.thread.messages.values(), key=lambda one: one.id)
    return [one for one in shown if "trick" in one.text][-1]


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_without_the_right_to_attach_files_words_are_posted_and_pictures_again_when_it_is_back(
    box: Sandbox, database: Path
) -> None:
    table = await played_table(box, database, "You Aja", seats=2)
    box.permit(table.lobby.channel, attach_files=False)
    await table.play(4)
    await table.settled()
    assert not hand_post(table).payload["attachments"]
    assert refused(box) < FEW
    box.permit(table.lobby.channel, attach_files=True)
    await table.play(2)
    await table.settled()
    await box.until(lambda: hand_post(table).payload["attachments"], LONG)
    table.sound()


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("archived", [True, False])
async def test_in_a_locked_thread_nothing_is_shown_until_it_is_unlocked(
    box: Sandbox, database: Path, archived: bool
) -> None:
    table = await played_table(box, database, "You Aja", seats=2)
    box.archive(table.thread, locked=True)
    if not archived:
        table.thread.archived = False
        delete_hand_post(table)
    await plays_on_unseen(table)
    box.reopen(table.thread)
    await all_is_shown(table)


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_while_the_thread_is_shut_commands_and_presses_in_it_are_answered(box: Sandbox, database: Path) -> None:
    table = await played_table(box, database, "You Aja", seats=2)
    box.permit(table.lobby.channel, send_messages_in_threads=False)
    delete_hand_post(table)
    await plays_on_unseen(table)
    for player in table.company:
        answer = await player.person.command(table.thread, "hand")
        await box.until(lambda: ", hand " in answer.text, LONG)  # noqa: B023
    called = await table.turn()
    (card, *_) = await called.person.autocomplete(table.thread, "play", {"cards": ""}, "cards")
    answer = await called.person.command(table.thread, "play", cards=card["value"])
    await box.until(lambda: "Played" in answer.text, LONG)
    box.permit(table.lobby.channel, send_messages_in_threads=True)
    await table.settled()


@pytest.mark.slow
async def test_the_doctor_names_the_channel_and_the_right_that_is_missing_there(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refused_places, "EVERY", 0.1)
    settings = settings_for(box, database)
    async with serving(box, settings):
        table = await played_table(box, database, "You Aja", seats=2)
        box.permit(table.lobby.channel, view_channel=False)
        await plays_on_unseen(table)
        findings = await until_told(settings, "cards")
        told = next(one for one in findings if "cards" in one.subject)
        assert told.verdict is Verdict.WRONG
        assert "the bot may not: View Channel" in told.words
        assert "channel's settings" in told.remedy
        box.permit(table.lobby.channel, view_channel=True)
        await all_is_shown(table)
        await until_told(settings, "cards", still=False)


async def until_told(settings: Settings, what: str, *, still: bool = True) -> list[Finding]:
    """The doctor's findings, as soon as they include that place, or no longer do."""
    async with asyncio.timeout(LONG):
        while True:
            findings = [one async for one in doctor.findings(settings)]
            if any(what in one.subject for one in findings) == still:
                return findings
