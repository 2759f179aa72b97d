"""Errors of the bot's own in the making of a message: logged with a number, tried once, and no hindrance to others."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import Mock

import pytest
from discord import Client

from bot.cups import cup_actions
from bot.cups.messages.cup_panel import CupPanelScene
from bot.cups.publishing import competition_publisher
from bot.discord_api.errors import DeliveryError
from bot.discord_api.event_client import DiscordEvents, EventPlan
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit import rendering
from bot.messages.kit.scene import Scene
from bot.messages.table.table import TableScene
from bot.publishing import reminder_clock
from bot.publishing.reminder_cleanup import reminder_entry
from tests.bot.running_bot import HOUR, RunningBot
from tests.cups.test_cup_messages import do, shown, started

REFERENCE = re.compile(r"reference [0-9a-f]{8}")


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition_publisher, "EDIT_PAUSE", 0)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[type[Scene]]:
    """The kinds of scenes that cannot be drawn, since the bot makes a mistake."""
    kinds: set[type[Scene]] = set()
    draw = rendering.draw

    def drawn(scene: Scene, *rest: Any, **more: Any) -> Any:
        if type(scene) in kinds:
            raise ValueError("a mistake of ours")
        return draw(scene, *rest, **more)

    monkeypatch.setattr(rendering, "draw", drawn)
    return kinds


def references(caplog: pytest.LogCaptureFixture) -> int:
    return sum(bool(REFERENCE.search(one.getMessage())) for one in caplog.records)


async def test_a_post_that_cannot_be_drawn_is_tried_once_and_the_others_of_its_table_come(
    bot: RunningBot, broken: set[type[Scene]], caplog: pytest.LogCaptureFixture
) -> None:
    broken.add(TableScene)
    table = await bot.started(11, 12)
    bot.publisher.announce(await bot.tables.existing(table.id), "7", "The bot rests at noon.")
    await bot.shown()
    assert "7" in bot.discord.posts(), "the announcement"
    known = references(caplog)
    for _ in range(3):
        await bot.publisher.sweep()
        await bot.shown()
    assert references(caplog) == known > 0


async def test_a_hand_that_cannot_be_drawn_is_tried_again_when_it_changes_and_not_by_a_sweep(
    bot: RunningBot, broken: set[type[Scene]], caplog: pytest.LogCaptureFixture
) -> None:
    broken.add(HandScene)
    table = await bot.started(11, 12, seats=2)
    await bot.shown()
    known = references(caplog)
    for _ in range(3):
        await bot.publisher.sweep()
        await bot.shown()
    assert (known, references(caplog)) == (2, 2), "once for each of the hands"
    broken.clear()
    for seat in range(2):
        bot.publisher.redraw_hand(table.id, seat)
    await bot.shown()
    assert (bot.discord.posts(11), bot.discord.posts(12)) == (["hand.0"], ["hand.1"])


async def test_a_message_of_a_cup_that_cannot_be_drawn_is_tried_once_and_the_others_come(
    bot: RunningBot, broken: set[type[Scene]], caplog: pytest.LogCaptureFixture
) -> None:
    broken.add(CupPanelScene)
    cup = await started(bot)
    await bot.shown()
    assert shown(bot.discord) == ["round"]
    known = references(caplog)
    for _ in range(3):
        await bot.cup_services.cup_publisher.sweep()
        await bot.shown()
    assert references(caplog) == known
    broken.clear()
    await do(bot, cup, cup_actions.PauseCup(cup.by, "rain"))
    await bot.shown()
    assert "panel" in shown(bot.discord)


async def test_an_event_with_an_impossible_time_is_no_refusal_of_discords() -> None:
    plan = EventPlan("Friday", "", "here", starts=10**18, ends=10**18)
    with pytest.raises((ValueError, OverflowError)) as raised:
        await DiscordEvents(Mock(spec=Client, http=None)).create(1, plan)
    assert not isinstance(raised.value, DeliveryError)


async def test_a_reminder_that_cannot_be_made_is_dropped_and_the_others_come(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, _ = [await bot.started(one, one + 1, seats=2, pace="day") for one in (11, 21)]

    async def made(rendering: Any, line: Any) -> Any:
        return 1 / 0 if line.table_id == first.id else await reminder_entry(rendering, line)

    monkeypatch.setattr(reminder_clock, "reminder_entry", made)
    await bot.shown()
    for hours in (13, 7):  # the call, then the reminder
        bot.time.now += hours * HOUR
        await bot.reminders.act(bot.time.now)
        await bot.shown()
    assert references(caplog) == 1
    assert [post.startswith("reminder") for post in bot.discord.posts()].count(True) == 1
    assert not await bot.store.due_digests(bot.time.now + HOUR)
