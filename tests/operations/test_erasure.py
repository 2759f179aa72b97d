"""Erasing a person: what is left of them at tables, and what a crash in the middle leaves to the next start."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.operations import erasure_log
from bot.operations.erasure import ErasureService
from bot.runtime.times import HOUR
from bot.store import PersonRow
from bot.tables import actions
from bot.tables.lobby import COMPUTER
from bot.tables.rematch import seats_again
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage
from bot.texts.notices import Refusal, RequestRefused, fact
from tests.bot.fake_discord import FakeDiscord
from tests.bot.running_bot import RunningBot, SetClock, StartBot

AJA, MALIK, IVALU = 11, 12, 13


@asynccontextmanager
async def life(
    start_bot: StartBot, discord: FakeDiscord, time: SetClock
) -> AsyncIterator[tuple[RunningBot, ErasureService]]:
    here = await start_bot(discord, time)
    try:
        yield here, here.services.erasure
        await here.shown()
    finally:
        await here.kill()


async def met(here: RunningBot, discord_id: int) -> PersonRow:
    return await here.people.meet(discord_id, f"Person {discord_id}", here.time())


async def test_running_seats_open_lobby_seats_are_free_and_a_new_key_is_nobody_there(start_bot: StartBot) -> None:
    async with life(start_bot, FakeDiscord(), SetClock()) as (here, erasing):
        aja = await met(here, AJA)
        running = await here.started(AJA, MALIK)
        lobby = await here.open((await met(here, MALIK)).key)
        await here.do(lobby.id, actions.Join(aja.key))
        await erasing.erase(aja)
        (seat, *_), (free, *_) = [(await here.tables.existing(one.id)).table.seats for one in (running, lobby)]
        assert (seat.kind, seat.open, free.kind) == (Holder.COMPUTER, True, Holder.EMPTY)
        again_here = await met(here, AJA)
        assert again_here.key != aja.key
        refused = (await here.do(running.id, actions.Return(again_here.key))).refused
        assert refused is not None
        assert refused.kind is Refusal.NOT_SEATED


@pytest.mark.parametrize("crashed", [False, True])
async def test_the_lobbies_that_an_erased_person_opened_close(start_bot: StartBot, crashed: bool) -> None:
    discord, time = FakeDiscord(), SetClock()
    async with life(start_bot, discord, time) as (here, erasing):
        aja, malik = await met(here, AJA), await met(here, MALIK)
        own, other = await here.open(aja.key), await here.open(malik.key)
        running = await here.started(AJA, MALIK)
        await here.do(own.id, actions.Join(malik.key))
        await (here.store.erase(aja.key) if crashed else erasing.erase(aja))
    async with life(start_bot, discord, time) as (here, erasing):
        await erasing.finish()
        stages = [(await here.tables.existing(one.id)).table.stage for one in (own, other, running)]
        assert stages == [Stage.CLOSED, Stage.LOBBY, Stage.PLAYING]
        back = await met(here, AJA)
        assert await here.store.tables_opened_by(back.key) == [running.id], "it still counts as theirs"


async def test_who_is_erased_again_and_again_is_told_when_they_may_be_the_next_time(start_bot: StartBot) -> None:
    async with life(start_bot, FakeDiscord(), SetClock()) as (here, erasing):
        for _ in range(2):
            await erasing.erase(await met(here, AJA))
        aja = await met(here, AJA)
        with pytest.raises(RequestRefused) as refused:
            await erasing.erase(aja)
        assert refused.value.why == fact(Refusal.ERASED_OFTEN, at=-(-(here.time() + HOUR) // 1000))
        assert (await here.store.people([aja.key]))[aja.key].discord_id == AJA
        await erasing.erase(await met(here, MALIK))


async def test_what_a_crash_left_is_given_up_at_the_next_start(start_bot: StartBot) -> None:
    discord, time = FakeDiscord(), SetClock()
    async with life(start_bot, discord, time) as (here, _):
        aja = await met(here, AJA)
        table = await here.started(AJA, MALIK)
        await here.store.erase(aja.key)
    async with life(start_bot, discord, time) as (here, erasing):
        await erasing.finish()
        assert (await here.tables.existing(table.id)).table.seats[0].open
        assert await here.store.seats_of_erased() == []


async def test_who_was_erased_is_erased_again_when_the_database_is_an_older_one(
    start_bot: StartBot, tmp_path: Path
) -> None:
    discord, time = FakeDiscord(), SetClock()
    async with life(start_bot, discord, time) as (here, _):
        aja = await met(here, AJA)
        table = await here.started(AJA, MALIK)
    erasure_log.note(tmp_path / "a.db", AJA, time())
    time.now += 1000
    async with life(start_bot, discord, time) as (here, erasing):
        await erasing.erase_again()
        await erasing.finish()
        assert (await here.tables.existing(table.id)).table.seats[0].open
        assert (await here.store.people([aja.key]))[aja.key].discord_id is None


@pytest.mark.parametrize("crashed", [False, True])
async def test_a_seat_for_which_an_erased_person_has_asked_is_not_given_to_them(
    start_bot: StartBot, crashed: bool
) -> None:
    discord, time = FakeDiscord(), SetClock()
    async with life(start_bot, discord, time) as (here, erasing):
        table = await here.started(AJA, MALIK, pace="live")
        ivalu = await met(here, IVALU)
        await here.do(table.id, actions.Resign((await met(here, AJA)).key))
        assert (await here.do(table.id, actions.Take(ivalu.key))).table.pending is not None
        await (here.store.erase(ivalu.key) if crashed else erasing.erase(ivalu))
    async with life(start_bot, discord, time) as (here, erasing):
        await erasing.finish()
        assert (await here.tables.existing(table.id)).table.pending is None


async def test_where_the_hand_stands_of_a_seat_that_was_left_before_is_let_go_of_too(start_bot: StartBot) -> None:
    discord, time = FakeDiscord(), SetClock()
    async with life(start_bot, discord, time) as (here, erasing):
        aja, ivalu = await met(here, AJA), await met(here, IVALU)
        table, crashed = await here.started(AJA, MALIK), await here.started(AJA, MALIK)
        await here.shown()
        for one in (table, crashed):
            await here.do(one.id, actions.Resign(aja.key))
            await here.do(one.id, actions.Take(ivalu.key))
        await here.shown()
        messages = {(one["channel_id"], one["table"]) for one in (await here.store.personal_data(aja.key))["messages"]}
        assert messages == {(str(AJA), table.name), (str(AJA), crashed.name)}
        await erasing.erase(aja)
        await here.shown()
        await here.publisher.sweep()
        await here.shown()
        for one in (table, crashed):
            assert {row.channel_id for row in await here.store.message_states(one.id)}.isdisjoint({AJA})
        assert await here.store.shown_to_erased() == []


async def test_what_a_crash_left_of_a_seat_that_was_left_before_is_let_go_of_at_the_next_start(
    start_bot: StartBot,
) -> None:
    discord, time = FakeDiscord(), SetClock()
    async with life(start_bot, discord, time) as (here, _):
        aja = await met(here, AJA)
        table = await here.started(AJA, MALIK)
        await here.shown()
        await here.do(table.id, actions.Resign(aja.key))
        await here.shown()
        await here.publisher.sweep()
        await here.store.erase(aja.key)
        assert await here.store.shown_to_erased() == [table.id]
    async with life(start_bot, discord, time) as (here, erasing):
        await erasing.finish()
        await here.shown()
        assert await here.store.shown_to_erased() == []
        assert AJA not in {row.channel_id for row in await here.store.message_states(table.id)}


async def test_a_card_does_not_name_who_only_opened_its_table_and_was_erased(start_bot: StartBot) -> None:
    discord = FakeDiscord()
    async with life(start_bot, discord, SetClock()) as (here, erasing):
        aja = await met(here, AJA)
        await here.open(aja.key)
        await here.shown()
        assert "Person 11" in str([one.components for one in discord.messages.values()])
        await erasing.erase(aja)
        await here.shown()
        assert "Person 11" not in str([one.components for one in discord.messages.values()])


async def test_what_changes_at_a_table_does_not_name_who_left_it_before_and_was_erased(start_bot: StartBot) -> None:
    discord = FakeDiscord()
    async with life(start_bot, discord, SetClock()) as (here, erasing):
        malik = await met(here, MALIK)
        table = await here.started(AJA, MALIK, IVALU)
        await here.shown()
        await here.do(table.id, actions.Propose(malik.key, "pause"))
        await here.do(table.id, actions.Resign(malik.key))
        await here.shown()
        name = f"Person {MALIK}"

        def named() -> set[str]:
            return {one.post.partition(":")[0] for one in discord.messages.values() if name in str(one.components)}

        assert named() == {"lobby", "proposal", "table", "hand.0", "hand.2"}
        await erasing.erase(malik)
        await here.shown()
        assert named() == set()


async def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(
    start_bot: StartBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with life(start_bot, FakeDiscord(), SetClock()) as (here, erasing):
        aja = await met(here, AJA)
        broken, sound = await here.started(AJA, MALIK), await here.started(AJA, MALIK)
        submit = here.tables.submit

        async def breaks(table_id: int, action: actions.TableAction, interaction_id: int | None = None) -> object:
            if table_id == broken.id:
                raise ValueError("a record that is none")
            return await submit(table_id, action, interaction_id)

        monkeypatch.setattr(here.tables, "submit", breaks)
        await erasing.erase(aja)
        assert f"table {broken.id}" in caplog.text
        assert (await here.tables.existing(sound.id)).table.seats[0].open


async def test_nobody_is_erased_who_could_come_back_with_a_backup(start_bot: StartBot, tmp_path: Path) -> None:
    async with life(start_bot, FakeDiscord(), SetClock()) as (here, erasing):
        aja = await met(here, AJA)
        log = erasure_log.log_of(tmp_path / "a.db")
        log.mkdir()
        with pytest.raises(OSError, match="directory"):
            await erasing.erase(aja)
        assert (await here.store.people([aja.key]))[aja.key].name
        log.rmdir()
        await erasing.erase(aja)
        assert log.is_file()


async def test_in_a_rematch_the_seat_of_who_was_erased_is_free(start_bot: StartBot) -> None:
    async with life(start_bot, FakeDiscord(), SetClock()) as (here, erasing):
        aja, malik = await met(here, AJA), await met(here, MALIK)
        table = await here.started(AJA, MALIK)
        await here.do(table.id, actions.Close(aja.key))
        await erasing.erase(aja)
        new = await here.tables.rematch(await here.tables.existing(table.id), malik.key, None)
        assert not hasattr(new, "kind"), new
        assert [seat.kind for seat in new.table.seats[:2]] == [Holder.EMPTY, Holder.PERSON]
        assert new.table.seats[0].is_free
        assert seats_again(table.seats, {aja.key, malik.key}) == ("", "", COMPUTER, COMPUTER)


async def test_what_was_kept_in_memory_of_a_person_is_let_go_of(start_bot: StartBot) -> None:
    async with life(start_bot, FakeDiscord(), SetClock()) as (here, erasing):
        aja = await met(here, AJA)
        await here.people.change_preference(aja.key, "language", "da")
        await erasing.erase(aja)
        assert here.people.last_active(aja.key) is None
        assert (await here.people.preferences(aja.key)).language == ""
        assert (await here.people.rows([aja.key]))[aja.key] == PersonRow(aja.key, None, "")
