"""What is committed gets shown: once, in order, whatever dies in between."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.publishing import publisher
from bot.publishing.messenger import NONCE_KEPT
from bot.store import DatabaseBusy, Stored
from bot.store.sqlite.pruning import Retention
from bot.tables import actions
from bot.tables.table import RecordedAction
from tests.bot.club import CHANNEL, Club, Time
from tests.bot.fake_discord import Crash, FakeDiscord
from tests.bot.gate import Gate

AJA, MALIK, IVALU, NUKA = 11, 12, 13, 14


async def test_a_trick_has_one_message_that_grows_and_becomes_its_result(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA)
    for _ in range(4):
        await club.play_on(table.id)
        await club.shown()
    (thread,) = club.discord.threads
    assert club.discord.posts(thread)[:2] == ["deal:1", "trick:1.1"]
    assert Counter(club.discord.posts(thread))["trick:1.1"] == 1
    await club.die()


async def test_a_hand_is_sent_once_and_not_touched_when_others_play(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK, IVALU, NUKA)
    await club.shown()
    assert all(club.discord.posts(one) == [f"hand.{seat}"] for seat, one in enumerate((AJA, MALIK, IVALU, NUKA)))
    before = {one.id: one.edits for one in club.discord.messages.values()}  # a hand may come before there is a thread
    first = table.turn
    assert first is not None
    await club.play_on(table.id)
    await club.shown()
    now = [one for one in club.discord.messages.values() if one.edits > before.get(one.id, 0)]
    edited = {one.channel for one in now if one.channel != CHANNEL}
    people = (AJA, MALIK, IVALU, NUKA)
    assert edited & set(people) <= {people[first], people[(first + 1) % 4]}
    await club.die()


async def test_who_is_away_gets_a_new_message_at_the_turn_and_the_old_one_goes(tmp_path: Path) -> None:
    time = Time()
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), time)
    table = await club.started(AJA, MALIK, IVALU, NUKA)
    await club.shown()
    before = {one.channel: one.id for one in club.discord.messages.values()}
    time.now += club.notice_after + 1
    await club.play_on(table.id)
    await club.shown()
    second = (AJA, MALIK, IVALU, NUKA)[((table.turn or 0) + 1) % 4]
    after = [one.id for one in club.discord.messages.values() if one.channel == second]
    assert len(after) == 1
    assert after[0] != before[second]
    await club.die()


async def test_closed_dms_lead_to_one_mention_a_turn_in_the_thread(tmp_path: Path) -> None:
    time = Time()
    club = await Club.born(tmp_path / "a.db", FakeDiscord(closed={AJA, MALIK, IVALU, NUKA}), time)
    table = await club.started(AJA, MALIK, IVALU, NUKA)
    await club.shown()
    for _ in range(3):
        time.now += club.notice_after + 1
        await club.play_on(table.id)
        await club.shown()
    (thread,) = club.discord.threads
    calls = [one for one in club.discord.messages.values() if one.mention is not None]
    assert calls
    assert {one.channel for one in calls} == {thread}
    assert max(Counter(one.mention for one in calls).values()) == 1
    await club.die()


async def test_who_was_just_here_is_called_in_the_thread_after_a_while_if_no_dm_tells_them(tmp_path: Path) -> None:
    time = Time()
    club = await Club.born(tmp_path / "a.db", FakeDiscord(closed={AJA, MALIK, IVALU, NUKA}), time)
    table = await club.started(AJA, MALIK, IVALU, NUKA)
    next_one = (AJA, MALIK, IVALU, NUKA)[((table.turn or 0) + 1) % 4]
    await club.people.meet(next_one, "Next", time.now)
    await club.play_on(table.id)
    await club.shown()
    assert next_one not in {one.mention for one in club.discord.messages.values()}
    time.now += club.notice_after + 1
    for _ in range(3):
        await club.publisher.sweep()
        await club.shown()
    assert [one.mention for one in club.discord.messages.values()].count(next_one) == 1
    await club.die()


async def test_a_message_that_somebody_deleted_is_sent_again(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK, IVALU, NUKA)
    await club.shown()
    (thread,) = club.discord.threads
    trick = next(one.id for one in club.discord.messages.values() if one.post == "trick:1.1")
    del club.discord.messages[trick]
    await club.play_on(table.id)
    await club.shown()
    assert club.discord.posts(thread).count("trick:1.1") == 1
    await club.die()


async def test_old_messages_are_sent_anew_and_the_old_ones_deleted(tmp_path: Path) -> None:
    time = Time()
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), time)
    table = await club.started(AJA, MALIK, IVALU, NUKA)
    await club.shown()
    old = next(one.id for one in club.discord.messages.values() if one.post == "trick:1.1")
    time.now += 51 * 60_000
    await club.play_on(table.id)
    await club.shown()
    found = [one.id for one in club.discord.messages.values() if one.post == "trick:1.1"]
    assert len(found) == 1
    assert found != [old]
    await club.die()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    ("later", "remembers"), [(1_000, True), (1_000, False), (NONCE_KEPT + 1, False)], ids=["soon", "without", "late"]
)
async def test_dying_at_any_step_loses_nothing_and_posts_nothing_twice(
    tmp_path: Path, when: str, later: int, remembers: bool
) -> None:
    step = 0
    while True:
        step += 1
        discord, time = FakeDiscord(remembers_nonces=remembers), Time()
        path = tmp_path / f"{step}.db"
        lives = await _live_and_die(path, discord, time, step, when, later)
        posts = Counter(discord.posts())
        twice = {post: count for post, count in posts.items() if count > 1}
        assert not twice, (step, discord.log)
        assert {"lobby", "deal:1", "trick:1.1", "trick:1.2", "hand.0"} <= set(posts), (step, discord.log)
        assert [one.post for one in discord.messages.values() if not one.shows_its_picture] == [], (step, discord.log)
        assert all(one.picture for one in discord.messages.values() if one.post.startswith(("trick", "hand"))), step
        if lives == 1:
            break
    assert step > 10


async def _live_and_die(path: Path, discord: FakeDiscord, time: Time, step: int, when: str, later: int) -> int:
    """Play a trick of computers and a person; die at the step; live again and play on. How many lives it took."""
    crash = _CrashAt(step, when)
    discord.before, discord.after = crash.before, crash.after
    club = await Club.born(path, discord, time)
    table_id = (await club.started(AJA)).id
    plays = 5
    while plays and not crash.dead:
        plays -= 1
        time.now += 31 * 60_000  # so that some messages are sent anew, and Aja is away
        await club.play_on(table_id)
        await club.shown()
    discord.before = discord.after = lambda _: None
    await club.die()
    if not crash.dead:
        return 1
    time.now += later
    club = await Club.born(path, discord, time)
    await club.publisher.sweep()
    await club.shown()
    for _ in range(plays):
        await club.play_on(table_id)
        await club.shown()
    await club.die()
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


async def test_a_hand_that_an_answer_redraws_keeps_the_name_by_which_it_is_found(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA)
    await club.shown()
    hold = club.publisher.hold(table, 0)
    assert club.discord.posts(AJA) == [hold.post]
    await hold.release()
    await club.die()


@pytest.mark.parametrize("step", ["thread", "add 11", "add 12"])
async def test_an_end_while_the_thread_is_opened_leaves_nobody_out_of_it(tmp_path: Path, step: str) -> None:
    discord, time = FakeDiscord(), Time()
    crash = _CrashAt(1, "after")
    discord.after = lambda what: crash.after(what) if what.startswith(step) or crash.dead else None
    club = await Club.born(tmp_path / "a.db", discord, time)
    await club.started(AJA, MALIK)
    await club.shown()
    assert crash.dead
    discord.after = lambda _: None
    await club.die()
    club = await Club.born(tmp_path / "a.db", discord, time)
    await club.publisher.sweep()
    await club.shown()
    await club.die()
    assert list(discord.members.values()) == [{AJA, MALIK}]


async def test_after_a_restart_nobody_who_was_here_a_moment_ago_is_sent_the_hand_anew(tmp_path: Path) -> None:
    discord, time, people = FakeDiscord(), Time(), (AJA, MALIK, IVALU, NUKA)
    club = await Club.born(tmp_path / "a.db", discord, time)
    table = await club.started(*people)
    for _ in range(4):
        await club.play_on(table.id)
    await club.shown()
    hands = {one.id for one in discord.messages.values() if one.channel in people}
    await club.die()
    time.now += club.notice_after // 2
    club = await Club.born(tmp_path / "a.db", discord, time)
    await club.publisher.read_up()
    await club.play_on(table.id)
    await club.shown()
    assert {one.id for one in discord.messages.values() if one.channel in people} == hands
    await club.die()


async def test_after_a_restart_who_has_just_played_at_one_table_is_here_at_every_table(tmp_path: Path) -> None:
    discord, time = FakeDiscord(), Time()
    club = await Club.born(tmp_path / "a.db", discord, time)
    table = await club.started(AJA, seats=2)
    slow = table.id
    if table.turn == 0:
        await club.play_on(slow)
    await club.shown()
    time.now += club.notice_after + 1
    quick = (await club.started(AJA, seats=2)).id
    await club.shown()
    before = [one.id for one in discord.messages.values() if one.channel == AJA]
    await club.die()
    club = await Club.born(tmp_path / "a.db", discord, time)
    await club.publisher.read_up()
    while (loaded := await club.tables.get(slow)) and loaded.table.turn != 0:
        await club.play_on(slow)
        await club.shown()
    assert quick != slow
    assert [one.id for one in discord.messages.values() if one.channel == AJA] == before
    await club.die()


async def test_what_has_been_shown_is_read_once_when_it_is_played_at_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA)
    await club.shown()
    await club.publisher.stop(1)
    await club.die()
    club = await Club.born(tmp_path / "a.db", club.discord, club.time)
    reads: list[int] = []
    read, read_record = club.store.table, club.tables.record

    async def table_read(table_id: int) -> Stored | None:
        reads.append(table_id)
        return await read(table_id)

    async def record(table_id: int) -> list[RecordedAction]:
        reads.append(table_id)
        return await read_record(table_id)

    monkeypatch.setattr(club.store, "table", table_read)
    monkeypatch.setattr(club.tables, "record", record)
    await club.play_on(table.id)
    await club.shown()
    assert reads == [table.id]
    assert await club.store.unshown_tables() == [table.id]
    await club.publisher.sweep()
    assert await club.store.unshown_tables() == []
    await club.die()


async def test_an_ended_table_that_has_been_shown_is_not_read_again_after_a_kill(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA)
    (aja,) = await club.meet(AJA)
    await club.do(table.id, actions.Close(aja))
    await club.shown()
    assert await club.store.unshown_tables() == []
    await club.die()


async def test_of_a_table_that_is_over_nothing_is_kept_at_hand(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    over, other = await club.started(AJA), await club.started(AJA)
    (aja,) = await club.meet(AJA)
    await club.shown()
    assert set(club.publisher.at_hand) == {over.id, other.id}
    await club.do(over.id, actions.Close(aja))
    await club.shown()
    assert club.publisher.at_hand == [other.id]
    await club.die()


async def test_of_tables_that_rest_the_ones_that_rested_longest_are_not_kept_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "REMEMBERED", 2)
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    first, second, third = [await club.started(AJA) for _ in range(3)]
    await club.shown()
    await club.play_on(first.id)
    await club.shown()
    await club.publisher.sweep()
    await club.shown()
    assert set(club.publisher.at_hand) == {third.id, first.id}
    await club.play_on(second.id)
    await club.shown()
    assert all(len(posts) == len(set(posts)) for posts in map(club.discord.posts, club.discord.threads))
    await club.die()


async def test_a_stop_leaves_nothing_behind_that_writes_down_what_has_been_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA)
    (aja,) = await club.meet(AJA)
    await club.shown()
    gate = Gate(club.store.raise_shown_seqs)
    monkeypatch.setattr(club.store, "raise_shown_seqs", gate)
    await club.do(table.id, actions.Close(aja))
    await gate.reached.wait()
    await club.publisher.stop(0)
    assert club.under_way() == []
    await club.die()


async def test_a_start_after_a_kill_repeats_no_edit_older_than_the_last_send(tmp_path: Path) -> None:
    discord, time = FakeDiscord(), Time()
    club = await Club.born(tmp_path / "a.db", discord, time)
    table = await club.started(AJA)
    while "trick:1.3" not in discord.posts():
        await club.play_on(table.id)
        await club.shown()
    await club.die()
    first = next(one for one in discord.messages.values() if one.post == "trick:1.1")
    edits = first.edits
    assert edits > 0
    club = await Club.born(tmp_path / "a.db", discord, time)
    await club.publisher.read_up()
    await club.publisher.sweep()
    await club.shown()
    assert first.edits == edits
    await club.die()


async def test_a_start_shows_a_few_tables_at_once_and_all_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    await club.publisher.stop(1)
    tables = [(await club.started(AJA)).id for _ in range(8)]
    await club.die()
    club = await Club.born(tmp_path / "a.db", club.discord, club.time)
    read, send = club.tables.record, club.discord.send
    under_way: dict[int, set[int]] = {}

    async def record(table_id: int) -> list[RecordedAction]:
        under_way[table_id] = set(club.publisher._lanes.busy)
        return await read(table_id)

    async def slow_send(*what: Any, **more: Any) -> int:
        for _ in range(100):
            await asyncio.sleep(0)
        return await send(*what, **more)

    monkeypatch.setattr("bot.publishing.publisher.SWEPT_AT_ONCE", 3)
    monkeypatch.setattr("bot.publishing.publisher.SWEPT_WITHIN", 60.0)
    monkeypatch.setattr(club.tables, "record", record)
    monkeypatch.setattr(club.discord, "send", slow_send)
    await club.publisher.sweep()
    await club.shown()
    assert under_way.keys() == set(tables)
    assert max(map(len, under_way.values())) == 3
    await club.publisher.sweep()
    assert await club.store.unshown_tables() == []
    await club.die()


async def test_a_table_that_cannot_be_read_for_now_is_shown_by_the_next_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    await club.publisher.stop(1)
    table = await club.started(AJA)
    await club.die()
    club = await Club.born(tmp_path / "a.db", club.discord, club.time)

    async def busy(_: int) -> None:
        raise DatabaseBusy(tmp_path / "a.db", holder="another program")

    with monkeypatch.context() as patched:
        patched.setattr(club.tables, "get", busy)
        await club.publisher.sweep()
    assert await club.store.unshown_tables() == [table.id]
    await club.publisher.sweep()
    await club.shown()
    await club.publisher.sweep()
    assert await club.store.unshown_tables() == []
    assert [record.levelname for record in caplog.records if record.levelno >= logging.WARNING] == ["WARNING"]
    await club.die()


async def test_a_table_that_is_pruned_just_when_it_is_to_be_shown_is_no_mistake(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its lanes are told of it a moment after it is gone from the store."""
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    await club.store.set_present_guilds([])
    asked = list(club.discord.log)
    while await club.tables.remove(Retention(0, None, club.time.now + 1)):
        pass
    for lane in ("public", "seat:0"):
        club.publisher._lanes.wake((table.id, lane))
    await club.shown()
    assert not club.publisher._lanes.busy
    assert club.discord.log == asked
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    await club.die()
