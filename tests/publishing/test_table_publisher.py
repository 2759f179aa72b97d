"""Everything committed is shown once and in order, wherever the process dies in between."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.publishing import table_publisher
from bot.publishing.idempotent_sender import EDITED_FOR, NONCE_KEPT
from bot.store import DatabaseBusy, Retention, Stored
from bot.tables import actions
from bot.tables.table import RecordedAction
from rules.core.contract import Phase
from tests.bot.fake_discord import EVERY_STEP, Crash, FakeDiscord
from tests.bot.read_gate import ReadGate
from tests.bot.running_bot import CHANNEL, RunningBot, SetClock, StartBot

AJA, MALIK, IVALU, NUKA = 11, 12, 13, 14


async def test_a_hand_has_one_message_in_the_thread_that_grows(bot: RunningBot) -> None:
    table = await bot.started(AJA)
    for _ in range(4):
        await bot.play_on(table.id)
        await bot.shown()
    (thread,) = bot.discord.threads
    assert bot.discord.posts(thread)[1:] == ["table:1"]


async def test_a_hand_is_sent_once_and_not_touched_when_others_play(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await bot.shown()
    assert all(bot.discord.posts(one) == [f"hand.{seat}"] for seat, one in enumerate((AJA, MALIK, IVALU, NUKA)))
    before = {one.id: one.edits for one in bot.discord.messages.values()}  # a hand may come before there is a thread
    first = table.turn
    assert first is not None
    await bot.play_on(table.id)
    await bot.shown()
    now = [one for one in bot.discord.messages.values() if one.edits > before.get(one.id, 0)]
    edited = {one.channel for one in now if one.channel != CHANNEL}
    people = (AJA, MALIK, IVALU, NUKA)
    assert edited & set(people) <= {people[first], people[(first + 1) % 4]}


async def test_who_is_away_gets_a_new_message_at_the_turn_and_the_old_one_goes(start_bot: StartBot) -> None:
    time = SetClock()
    bot = await start_bot(FakeDiscord(), time)
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await bot.shown()
    before = {one.channel: one.id for one in bot.discord.messages.values()}
    time.now += bot.notice_after + 1
    await bot.play_on(table.id)
    await bot.shown()
    second = (AJA, MALIK, IVALU, NUKA)[((table.turn or 0) + 1) % 4]
    after = [one.id for one in bot.discord.messages.values() if one.channel == second]
    assert len(after) == 1
    assert after[0] != before[second]


async def test_closed_dms_lead_to_one_mention_a_turn_in_the_thread(start_bot: StartBot) -> None:
    time = SetClock()
    bot = await start_bot(FakeDiscord(closed={AJA, MALIK, IVALU, NUKA}), time)
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await bot.shown()
    for _ in range(3):
        time.now += bot.notice_after + 1
        await bot.play_on(table.id)
        await bot.shown()
    (thread,) = bot.discord.threads
    calls = [one for one in bot.discord.messages.values() if one.mention is not None]
    assert calls
    assert {one.channel for one in calls} == {thread}
    assert max(Counter(one.mention for one in calls).values()) == 1


async def test_who_was_just_here_is_called_in_the_thread_after_a_while_if_no_dm_tells_them(start_bot: StartBot) -> None:
    time = SetClock()
    bot = await start_bot(FakeDiscord(closed={AJA, MALIK, IVALU, NUKA}), time)
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    next_one = (AJA, MALIK, IVALU, NUKA)[((table.turn or 0) + 1) % 4]
    await bot.people.meet(next_one, "Next", time.now)
    await bot.play_on(table.id)
    await bot.shown()
    assert next_one not in {one.mention for one in bot.discord.messages.values()}
    time.now += bot.notice_after + 1
    for _ in range(3):
        await bot.publisher.sweep()
        await bot.shown()
    assert [one.mention for one in bot.discord.messages.values()].count(next_one) == 1


async def test_a_message_that_somebody_deleted_is_sent_again(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await bot.shown()
    (thread,) = bot.discord.threads
    trick = next(one.id for one in bot.discord.messages.values() if one.post == "table:1")
    del bot.discord.messages[trick]
    await bot.play_on(table.id)
    await bot.shown()
    assert bot.discord.posts(thread).count("table:1") == 1


async def test_old_messages_are_sent_anew_and_the_old_ones_deleted(start_bot: StartBot) -> None:
    time = SetClock()
    bot = await start_bot(FakeDiscord(), time)
    table = await bot.started(AJA, MALIK, IVALU, NUKA)
    await bot.shown()
    old = next(one.id for one in bot.discord.messages.values() if one.post == "table:1")
    time.now += 51 * 60_000
    await bot.play_on(table.id)
    await bot.shown()
    found = [one.id for one in bot.discord.messages.values() if one.post == "table:1"]
    assert len(found) == 1
    assert found != [old]


@pytest.mark.parametrize("people", [(AJA,), (AJA, MALIK)])
async def test_the_end_of_a_hand_takes_the_place_of_an_old_message_only_for_whoever_is_alone(
    start_bot: StartBot, people: tuple[int, ...]
) -> None:
    time = SetClock()
    bot = await start_bot(FakeDiscord(), time)
    table = await bot.started(*people)
    while table.phase is not Phase.DEAL or table.hand is None:
        await bot.shown()
        before = {one.id for one in bot.discord.messages.values() if one.channel == AJA}
        time.now += EDITED_FOR + 1
        await bot.play_on(table.id)
        table = (await bot.tables.existing(table.id)).table
    await bot.shown()
    after = {one.id for one in bot.discord.messages.values() if one.channel == AJA}
    assert (after == before) == (len(people) > 1)


@EVERY_STEP
@pytest.mark.parametrize(
    ("first", "later", "remembers", "when"),
    [
        pytest.param(1, 1_000, True, "after", id="soon-after"),
        pytest.param(3, NONCE_KEPT + 1, False, "before", id="late-before"),
        pytest.param(1, 1_000, True, "before", id="soon-before", marks=pytest.mark.slow),
        pytest.param(2, 1_000, False, "before", id="without-before", marks=pytest.mark.slow),
        pytest.param(2, 1_000, False, "after", id="without-after", marks=pytest.mark.slow),
        pytest.param(3, NONCE_KEPT + 1, False, "after", id="late-after", marks=pytest.mark.slow),
    ],
)
async def test_dying_at_any_step_loses_nothing_and_posts_nothing_twice(
    start_bot: StartBot, tmp_path: Path, when: str, first: int, later: int, remembers: bool, every: int
) -> None:
    for step in count(min(first, every), every):
        discord, time = FakeDiscord(remembers_nonces=remembers), SetClock()
        lives = await _live_and_die(start_bot, tmp_path / f"{step}.db", discord, time, step, when, later)
        posts = Counter(discord.posts())
        twice = {post: count for post, count in posts.items() if count > 1}
        assert not twice, (step, discord.log)
        assert {"lobby", "table:1", "hand.0"} <= set(posts), (step, discord.log)
        assert [one.post for one in discord.messages.values() if not one.shows_its_picture] == [], (step, discord.log)
        assert all(one.picture for one in discord.messages.values() if one.post.startswith(("table", "hand"))), step
        if lives == 1:
            break
    assert step > 10


async def _live_and_die(
    start_bot: StartBot, path: Path, discord: FakeDiscord, time: SetClock, step: int, when: str, later: int
) -> int:
    """Play a trick of computers and a person; die at the step; live again and play on. How many lives it took."""
    crash = _CrashAt(step, when)
    discord.before, discord.after = crash.before, crash.after
    bot = await start_bot(discord, time, path=path)
    table_id = (await bot.started(AJA)).id
    plays = 5
    while plays and not crash.dead:
        plays -= 1
        time.now += 31 * 60_000  # so that some messages are sent anew, and Aja is away
        await bot.play_on(table_id)
        await bot.shown()
    discord.before = discord.after = lambda _: None
    await bot.kill()
    if not crash.dead:
        return 1
    time.now += later
    bot = await start_bot(discord, time, path=path)
    await bot.publisher.sweep()
    await bot.shown()
    for _ in range(plays):
        await bot.play_on(table_id)
        await bot.shown()
    await bot.kill()
    return 2


class _CrashAt:
    """Dies before or after a step is done; a dead process does nothing more."""

    def __init__(self, step: int, when: str) -> None:
        self.left = step
        self.when = when
        self.dead = False

    def before(self, _: str) -> None:
        self._count("before")

    def after(self, _: str) -> None:
        self._count("after")

    def _count(self, when: str) -> None:
        if self.when == when:
            self.left -= 1
        self.dead = self.dead or self.left <= 0
        if self.dead:
            raise Crash


async def test_a_hand_that_an_answer_redraws_keeps_the_name_by_which_it_is_found(bot: RunningBot) -> None:
    table = await bot.started(AJA)
    await bot.shown()
    hold = bot.publisher.pause_hand(table, 0)
    assert bot.discord.posts(AJA) == [hold.post]
    await hold.release()


@pytest.mark.parametrize("step", ["thread", "add 11", "add 12"])
async def test_an_end_while_the_thread_is_opened_leaves_nobody_out_of_it(start_bot: StartBot, step: str) -> None:
    discord, time = FakeDiscord(), SetClock()
    crash = _CrashAt(1, "after")
    discord.after = lambda what: crash.after(what) if what.startswith(step) or crash.dead else None
    bot = await start_bot(discord, time)
    await bot.started(AJA, MALIK)
    await bot.shown()
    assert crash.dead
    discord.after = lambda _: None
    await bot.kill()
    bot = await start_bot(discord, time)
    await bot.publisher.sweep()
    await bot.shown()
    await bot.kill()
    assert list(discord.members.values()) == [{AJA, MALIK}]


async def test_after_a_restart_nobody_who_was_here_a_moment_ago_is_sent_the_hand_anew(start_bot: StartBot) -> None:
    discord, time, people = FakeDiscord(), SetClock(), (AJA, MALIK, IVALU, NUKA)
    bot = await start_bot(discord, time)
    table = await bot.started(*people)
    for _ in range(4):
        await bot.play_on(table.id)
    await bot.shown()
    hands = {one.id for one in discord.messages.values() if one.channel in people}
    await bot.kill()
    time.now += bot.notice_after // 2
    bot = await start_bot(discord, time)
    await bot.publisher.read_up()
    await bot.play_on(table.id)
    await bot.shown()
    assert {one.id for one in discord.messages.values() if one.channel in people} == hands


async def test_after_a_restart_who_has_just_played_at_one_table_is_here_at_every_table(start_bot: StartBot) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time)
    table = await bot.started(AJA, seats=2)
    slow = table.id
    if table.turn == 0:
        await bot.play_on(slow)
    await bot.shown()
    time.now += bot.notice_after + 1
    quick = (await bot.started(AJA, seats=2)).id
    await bot.shown()
    before = [one.id for one in discord.messages.values() if one.channel == AJA]
    await bot.kill()
    bot = await start_bot(discord, time)
    await bot.publisher.read_up()
    while (loaded := await bot.tables.get(slow)) and loaded.table.turn != 0:
        await bot.play_on(slow)
        await bot.shown()
    assert quick != slow
    assert [one.id for one in discord.messages.values() if one.channel == AJA] == before


async def test_what_has_been_shown_is_read_once_when_it_is_played_at_after_a_restart(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await start_bot()
    table = await bot.started(AJA)
    await bot.shown()
    await bot.publisher.stop(1)
    await bot.kill()
    bot = await start_bot(bot.discord, bot.time)
    reads: list[int] = []
    read, read_record = bot.store.table, bot.tables.record

    async def table_read(table_id: int) -> Stored | None:
        reads.append(table_id)
        return await read(table_id)

    async def record(table_id: int) -> list[RecordedAction]:
        reads.append(table_id)
        return await read_record(table_id)

    monkeypatch.setattr(bot.store, "table", table_read)
    monkeypatch.setattr(bot.tables, "record", record)
    await bot.play_on(table.id)
    await bot.shown()
    assert reads == [table.id]
    assert await bot.store.unshown_tables() == [table.id]
    await bot.publisher.sweep()
    assert await bot.store.unshown_tables() == []


async def test_an_ended_table_that_has_been_shown_is_not_read_again_after_a_kill(bot: RunningBot) -> None:
    table = await bot.started(AJA)
    (aja,) = await bot.meet(AJA)
    await bot.do(table.id, actions.Close(aja))
    await bot.shown()
    assert await bot.store.unshown_tables() == []


async def test_of_a_table_that_is_over_nothing_is_kept_at_hand(bot: RunningBot) -> None:
    over, other = await bot.started(AJA), await bot.started(AJA)
    (aja,) = await bot.meet(AJA)
    await bot.shown()
    assert set(bot.publisher.rendering.outbox.tables()) == {over.id, other.id}
    await bot.do(over.id, actions.Close(aja))
    await bot.shown()
    assert bot.publisher.rendering.outbox.tables() == [other.id]


async def test_of_tables_that_rest_the_ones_that_rested_longest_are_not_kept_at_hand(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_publisher, "REMEMBERED", 2)
    first, second, third = [await bot.started(AJA) for _ in range(3)]
    await bot.shown()
    for played in (second, third, first):
        await bot.play_on(played.id)
        await bot.shown()
    await bot.publisher.sweep()
    await bot.shown()
    assert set(bot.publisher.rendering.outbox.tables()) == {third.id, first.id}
    await bot.play_on(second.id)
    await bot.shown()
    assert all(len(posts) == len(set(posts)) for posts in map(bot.discord.posts, bot.discord.threads))


async def test_a_stop_leaves_nothing_behind_that_writes_down_what_has_been_shown(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await bot.started(AJA)
    (aja,) = await bot.meet(AJA)
    await bot.shown()
    gate = ReadGate(bot.store.raise_shown_seqs)
    monkeypatch.setattr(bot.store, "raise_shown_seqs", gate)
    await bot.do(table.id, actions.Close(aja))
    await gate.reached.wait()
    await bot.publisher.stop(0)
    assert bot.under_way() == []


async def test_a_start_after_a_kill_repeats_no_edit_older_than_the_last_send(start_bot: StartBot) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time)
    table = await bot.started(AJA)
    while "table:2" not in discord.posts():
        await bot.play_on(table.id)
        await bot.shown()
    await bot.kill()
    first = next(one for one in discord.messages.values() if one.post == "table:1")
    edits = first.edits
    assert edits > 0
    bot = await start_bot(discord, time)
    await bot.publisher.read_up()
    await bot.publisher.sweep()
    await bot.shown()
    assert first.edits == edits


async def test_a_start_shows_a_few_tables_at_once_and_all_in_the_end(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await start_bot()
    tables = [(await bot.started(AJA)).id for _ in range(8)]
    await bot.publisher.stop(1)
    for table_id in tables:
        await bot.play_on(table_id)
    await bot.kill()
    bot = await start_bot(bot.discord, bot.time)
    read, send = bot.tables.record, bot.discord.send
    under_way: dict[int, set[int]] = {}

    async def record(table_id: int) -> list[RecordedAction]:
        under_way[table_id] = set(bot.publisher._queues.busy_tables)
        return await read(table_id)

    async def slow_send(*what: Any, **more: Any) -> int:
        for _ in range(100):
            await asyncio.sleep(0)
        return await send(*what, **more)

    monkeypatch.setattr("bot.publishing.table_publisher.SWEPT_AT_ONCE", 3)
    monkeypatch.setattr("bot.publishing.table_publisher.SWEPT_WITHIN", 60.0)
    monkeypatch.setattr(bot.tables, "record", record)
    monkeypatch.setattr(bot.discord, "send", slow_send)
    await bot.publisher.sweep()
    await bot.shown()
    assert under_way.keys() == set(tables)
    assert max(map(len, under_way.values())) == 3
    await bot.publisher.sweep()
    assert await bot.store.unshown_tables() == []


async def test_a_table_that_cannot_be_read_for_now_is_shown_by_the_next_sweep(
    start_bot: StartBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot = await start_bot()
    await bot.publisher.stop(1)
    table = await bot.started(AJA)
    await bot.kill()
    bot = await start_bot(bot.discord, bot.time)

    async def busy(_: int) -> None:
        raise DatabaseBusy(tmp_path / "a.db", holder="another program")

    with monkeypatch.context() as patched:
        patched.setattr(bot.tables, "get", busy)
        await bot.publisher.sweep()
    assert await bot.store.unshown_tables() == [table.id]
    await bot.publisher.sweep()
    await bot.shown()
    await bot.publisher.sweep()
    assert await bot.store.unshown_tables() == []
    assert [record.levelname for record in caplog.records if record.levelno >= logging.WARNING] == ["WARNING"]


async def test_a_table_that_is_pruned_just_when_it_is_to_be_shown_is_no_mistake(
    bot: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    """Its lanes are told of it a moment after it is gone from the store."""
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    await bot.store.set_present_guilds([])
    asked = list(bot.discord.log)
    while await bot.tables.remove(Retention(0, None, bot.time.now + 1)):
        pass
    for lane in (None, 0):
        bot.publisher._queues.wake((table.id, lane))
    await bot.shown()
    assert not bot.publisher._queues.busy_tables
    assert bot.discord.log == asked
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
