"""Responses of which nothing may be concluded: the table is shown as if there had been none, once they are over."""

from __future__ import annotations

import pytest

from bot.discord_api.circuit_breaker import LONGEST_UNEXPLAINED
from bot.publishing import delivery_queues
from bot.publishing.posts import LOBBY, posts_of_actions
from bot.tables.fold import unfold
from bot.tables.table import Table
from tests.bot.fake_discord import FakeDiscord
from tests.bot.odd_responses import PASSING, Odd, answering, coded, unreadable
from tests.bot.running_bot import CHANNEL, RunningBot, StartBot

AJA, MALIK = 11, 12
STEPS = ("send", "edit", "thread", "add", "dm", "send find", "delete", "")
"""The requests to Discord; the last stands for all."""
AT_START = ("thread", "add", "dm")
"""The requests that are made only when a table begins."""
ODD = (Odd(403), Odd(404), coded(404, 0), Odd(400), coded(403, 40333), Odd(401), Odd(405), Odd(403))
ONE_OF_EACH = tuple(zip(STEPS, ODD, strict=True))
TWO_STEPS_EACH = [
    (STEPS[(number + further) % len(STEPS)], odd) for number, odd in enumerate(PASSING) for further in (0, 3)
]


@pytest.fixture(autouse=True)
def nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn retries off, so that only the sweep sends what was postponed."""
    monkeypatch.setattr(delivery_queues, "TRIES", ())


async def plays(bot: RunningBot, table: Table, times: int) -> None:
    """People play, each after having been away, so that hands are sent anew; one of the tricks grows old."""
    for _ in range(times):
        bot.time.now += bot.notice_after + 1
        await bot.play_on(table.id)
        await bot.shown()


async def swept(bot: RunningBot) -> None:
    """Wait as long as any pause lasts, and return what is shown by then."""
    for _ in range(4):
        bot.time.now += LONGEST_UNEXPLAINED
        await bot.publisher.sweep()
        await bot.shown()


async def expected(bot: RunningBot, table: Table) -> list[str]:
    """The posts of the record that are shown in the thread, in their order."""
    record = await bot.tables.record(table.id)
    done = zip((entry.action for entry in record), unfold(table.id, record), strict=True)
    keys = (post.key for changed in posts_of_actions(done) for post in changed)
    return [key for key in dict.fromkeys(keys) if key != LOBBY]


async def is_as_if_nothing_had_been(bot: RunningBot, table: Table) -> None:
    """Every post once, in the thread; one hand for each person; and time runs."""
    (thread,) = bot.discord.threads
    shown = [post for post in bot.discord.posts(thread) if not post.startswith("call")]
    assert shown == await expected(bot, table)
    assert bot.discord.posts(CHANNEL) == [LOBBY]
    assert {person: bot.discord.posts(person) for person in (AJA, MALIK)} == {AJA: ["hand.0"], MALIK: ["hand.1"]}
    assert bot.discord.members == {thread: {AJA, MALIK}}
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    assert (loaded.row.lost_at, bot.publisher.shut) == (None, {})


async def table_is_sound_after(start_bot: StartBot, step: str, odd: Odd) -> None:
    """A table at which a fault strikes for some plays, long enough for pauses to grow; then it is over."""
    bot = await start_bot()
    fault, struck = answering(odd, *step.split()), list[str]()

    def strikes(what: str) -> None:
        try:
            fault(what)
        except Exception:
            struck.append(what)
            raise

    bot.discord.before = strikes if step in AT_START else lambda _: None
    table = await bot.started(AJA, MALIK, seats=2)
    await bot.shown()
    await plays(bot, table, 3)
    bot.discord.before = strikes
    await plays(bot, table, 4)
    assert struck
    bot.discord.before = lambda _: None
    await swept(bot)
    await is_as_if_nothing_had_been(bot, table)
    await plays(bot, table, 3)
    await is_as_if_nothing_had_been(bot, table)


@pytest.mark.parametrize(("step", "odd"), ONE_OF_EACH, ids=str)
async def test_after_odd_responses_the_table_is_shown_as_if_there_had_been_none(
    start_bot: StartBot, step: str, odd: Odd
) -> None:
    await table_is_sound_after(start_bot, step, odd)


@pytest.mark.slow
@pytest.mark.parametrize(("step", "odd"), TWO_STEPS_EACH, ids=str)
async def test_after_any_odd_response_to_anything_the_table_is_shown_as_if_there_had_been_none(
    start_bot: StartBot, step: str, odd: Odd
) -> None:
    await table_is_sound_after(start_bot, step, odd)


@pytest.mark.parametrize("step", ["send", "edit"])
async def test_what_was_done_although_its_response_cannot_be_read_stands_once(start_bot: StartBot, step: str) -> None:
    bot = await start_bot(FakeDiscord(after=unreadable(step)))
    table = await bot.started(AJA, MALIK, seats=2)
    await bot.shown()
    await plays(bot, table, 4)
    bot.discord.after = lambda _: None
    await swept(bot)
    await is_as_if_nothing_had_been(bot, table)
