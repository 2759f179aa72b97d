"""Refusals by Discord: the table goes on as well as it can, and the people concerned are told."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from bot.discord_api.errors import (
    LONGEST,
    ChannelGone,
    DeliveryError,
    DmsClosed,
    DmsTooFast,
    Forbidden,
    Later,
    MessageGone,
    NoAccess,
    PersonGone,
    Rejected,
    ServerGone,
    ThreadArchived,
    ThreadExists,
    TooLarge,
    TooManyOldEdits,
    Unexplained,
    delivery_error,
)
from bot.publishing import delivery_queues, table_publisher
from bot.tables import actions
from tests.bot.fake_discord import FakeDiscord
from tests.bot.odd_responses import PAGE, PASSING, Odd, coded
from tests.bot.running_bot import CHANNEL, RunningBot, StartBot

AJA, MALIK = 11, 12


@pytest.mark.parametrize(
    ("odd", "ours"),
    [
        (coded(404, 10008), MessageGone),
        (coded(404, 10003), ChannelGone),
        (coded(404, 10004), ServerGone),
        (coded(404, 10014), Rejected),
        (coded(403, 50013), Forbidden),
        (coded(403, 50001), NoAccess),
        (coded(403, 59999), Forbidden),
        (coded(403, 50007), DmsClosed),
        (coded(403, 50278), PersonGone),
        (coded(404, 10007), PersonGone),
        (coded(404, 10013), PersonGone),
        (coded(400, 50083), ThreadArchived),
        (coded(400, 160004), ThreadExists),
        (coded(400, 160006), Rejected),
        (coded(400, 50035), Rejected),
        (coded(400, 40003), DmsTooFast),
        (coded(429, 40003), DmsTooFast),
        (coded(429, 30046), TooManyOldEdits),
        (coded(413, 40005), TooLarge),
        (coded(429, 0), Later),
        (coded(500, 10003), Later),
        (coded(405, 59999), Unexplained),
        (Odd(413), TooLarge),
        (Odd(429), Later),
        (Odd(503), Later),
        (Odd(404), Unexplained),
        (Odd(403, {"code": "10003", "message": "No."}), Unexplained),
        (Odd(403, {"code": [], "message": "No."}), Unexplained),
    ],
    ids=str,
)
def test_every_refusal_is_told_apart(odd: Odd, ours: type[DeliveryError]) -> None:
    assert type(delivery_error(odd.error)) is ours


@pytest.mark.parametrize("odd", PASSING, ids=str)
def test_what_is_no_word_of_discords_own_is_no_fact(odd: Odd) -> None:
    assert isinstance(delivery_error(odd.error), Later)


def test_of_a_page_only_some_words_are_kept() -> None:
    assert len(str(delivery_error(Odd(403, PAGE * 100).error))) == LONGEST


def test_errors_of_our_own_are_not_taken_for_discords() -> None:
    assert delivery_error(KeyError("x")) is None


@pytest.mark.parametrize("error", [TimeoutError(), ConnectionResetError(), aiohttp.ServerDisconnectedError()])
def test_a_request_without_an_answer_is_tried_again(error: Exception) -> None:
    assert isinstance(delivery_error(error), Later)


def refusing(what: str, error: type[DeliveryError]) -> Callable[[str], None]:
    """Refuse every step that begins so."""

    def before(step: str) -> None:
        if step.startswith(what):
            raise error(step)

    return before


def once(what: str, error: type[DeliveryError]) -> Callable[[str], None]:
    """Refuse the first step that begins so."""
    steps: list[str] = []

    def before(step: str) -> None:
        if step.startswith(what):
            steps.append(step)
            if len(steps) == 1:
                raise error(step)

    return before


async def test_somebody_who_cannot_be_added_to_the_thread_stops_nothing(start_bot: StartBot) -> None:
    bot = await start_bot(FakeDiscord(before=refusing("add", Rejected)))
    await bot.started(AJA, MALIK)
    await bot.shown()
    assert "table:1" in bot.discord.posts()


async def test_a_post_that_discord_does_not_take_keeps_none_after_it_back(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    table = await bot.open(aja, seats=2)
    await bot.shown()
    (card,) = bot.discord.messages
    bot.discord.before = once(f"send {card}", Rejected)  # a thread has the id of its message
    for action in (actions.Join(aja), actions.Join(malik), actions.Start(aja)):
        await bot.do(table.id, action)
    asked = await bot.do(table.id, actions.Propose(aja, "pause"))
    await bot.shown()
    assert [post for post in bot.discord.posts(card) if post.startswith("proposal")]
    assert asked.refused is None


async def test_an_edit_that_is_refused_becomes_a_new_message(start_bot: StartBot) -> None:
    bot = await start_bot(FakeDiscord(before=refusing("edit", Rejected)))
    table = await bot.started(AJA, MALIK)
    for _ in range(6):
        await bot.play_on(table.id)
        await bot.shown()
    posts = bot.discord.posts()
    assert posts.count("table:1") == posts.count("lobby") == 1


@pytest.mark.parametrize("error", [DmsClosed, Rejected, Forbidden])
async def test_whose_dms_are_refused_is_told_once_a_hand_in_private(
    start_bot: StartBot, error: type[DeliveryError]
) -> None:
    bot = await start_bot(FakeDiscord(before=refusing(f"dm {AJA}", error)))
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    assert [await bot.publisher.tell_dms_closed(loaded, 0) for _ in range(3)] == [True, False, False]
    assert not await bot.publisher.tell_dms_closed(loaded, 1)


async def test_who_resigned_reads_so_in_the_last_dm(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    (aja,) = await bot.meet(AJA)
    await bot.do(table.id, actions.Resign(aja))
    await bot.shown()
    (dm,) = [one for one in bot.discord.messages.values() if one.channel == AJA]
    assert "play:" not in str(dm.components)
    assert "no longer have your seat" in str(dm.components)
    assert dm.post == "hand.0"


async def test_when_the_table_is_closed_no_dm_offers_a_card_any_more(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    (aja,) = await bot.meet(AJA)
    await bot.do(table.id, actions.Close(aja))
    await bot.shown()
    dms = [one for one in bot.discord.messages.values() if one.channel in (AJA, MALIK)]
    assert len(dms) == 2
    assert not any("play:" in str(one.components) for one in dms)
    assert {one.post for one in dms} == {"hand.0", "hand.1"}


async def test_a_hand_that_discord_was_too_busy_for_is_brought_by_the_sweep(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_queues, "TRIES", ())
    bot = await start_bot(FakeDiscord(before=refusing(f"send {AJA}", Later)))
    await bot.started(AJA, MALIK)
    await bot.shown()
    await bot.publisher.sweep()
    await bot.shown()
    assert bot.discord.posts(AJA) == []
    bot.discord.before = lambda _: None
    await bot.publisher.sweep()
    await bot.shown()
    assert bot.discord.posts(AJA) == ["hand.0"]


async def test_where_every_other_request_breaks_a_table_is_shown_without_longer_and_longer_pauses(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_queues, "TRIES", ())
    bot = await start_bot(FakeDiscord(before=refusing("send", Later)))
    table = await bot.started(AJA)
    for _ in range(4):
        await bot.play_on(table.id)
    await bot.shown()
    assert bot.discord.posts(CHANNEL) == []
    turns = itertools.cycle([True, False])

    def breaks(what: str) -> None:
        if what.startswith("send") and next(turns):
            raise Later("503")

    bot.discord.before = breaks
    monkeypatch.setattr(delivery_queues, "TRIES", (0, 0))
    await bot.publisher.sweep()
    await bot.shown()
    bot.discord.before = refusing("", Later)
    await bot.publisher.sweep()  # which writes down what has been shown
    assert await bot.store.unshown_tables() == []


async def test_a_record_that_cannot_be_read_keeps_no_other_table_from_being_shown(
    start_bot: StartBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    bot = await start_bot(FakeDiscord(before=refusing("send", Later)), path=path)
    (aja,) = await bot.meet(AJA)
    broken, sound = await bot.open(aja), await bot.open(aja)
    await bot.kill()
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE records SET verb = 'nonsense' WHERE table_id = ?", (broken.id,))
    bot = await start_bot(path=path)
    await bot.publisher.sweep()
    await bot.shown()
    assert str(sound.name) in str([one.components for one in bot.discord.messages.values()])


async def test_a_table_that_is_refused_for_good_is_asked_for_less_and_less_often(start_bot: StartBot) -> None:
    bot = await start_bot(FakeDiscord(before=refusing("send 2", Forbidden)))
    aja, malik = await bot.meet(AJA, MALIK)
    table = await bot.open(aja)
    asked = []
    for minute in range(60):
        bot.time.now += 60_000
        before = len(bot.discord.log)
        await bot.publisher.sweep()
        await bot.shown()
        if len(bot.discord.log) > before:
            asked.append(minute)
    gaps = [later - sooner for sooner, later in itertools.pairwise(asked)]
    assert len(asked) < 10
    assert gaps == sorted(gaps)
    bot.discord.before = lambda _: None
    await bot.do(table.id, actions.Join(malik))
    await bot.shown()
    assert bot.discord.posts() == []
    bot.publisher.note_activity(MALIK, CHANNEL)
    await bot.shown()
    assert bot.discord.posts() == ["lobby"]


async def test_a_hand_that_was_refused_comes_when_it_may_though_its_table_has_been_let_go(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_publisher, "REMEMBERED", 0)
    bot = await start_bot(FakeDiscord(closed={AJA}))
    await bot.started(AJA, MALIK)
    while bot.publisher.rendering.outbox.tables():
        await bot.shown()
        bot.time.now += bot.notice_after + 1
        await bot.publisher.sweep()
    bot.discord.closed.clear()
    await bot.people.meet(AJA, f"Person {AJA}", bot.time.now)
    bot.publisher.note_activity(AJA, CHANNEL)
    await bot.shown()
    assert bot.discord.posts(AJA) == ["hand.0"]
