"""Pictures reach people: with posts and hands at once, after the words where a press was answered, or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.messages.hand.hand_scene import HandScene, hand_scene
from bot.messages.kit import rendering
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import PageOfItems, page_of
from bot.publishing import seat_messages
from bot.publishing.idempotent_sender import NO_FILES_FOR
from bot.publishing.seat_messages import Redrawn
from bot.tables.table import Table
from bot.texts import Translator
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from rules.core.contract import Fact
from tests.bot.fake_discord import FakeDiscord, FakePost
from tests.bot.read_gate import ReadGate
from tests.bot.running_bot import GUILD, RunningBot, SetClock, StartBot

AJA, MALIK, IVALU, NUKA = PEOPLE = 11, 12, 13, 14
READER = Reader(Translator())


def hand_of(bot: RunningBot, person: int) -> FakePost:
    (message,) = [one for one in bot.discord.messages.values() if one.channel == person]
    return message


def trick(bot: RunningBot) -> FakePost:
    return next(one for one in bot.discord.messages.values() if one.post == "table:1")


async def scene_of(bot: RunningBot, table: Table, seat: int, *notes: Fact) -> HandScene:
    loaded = await bot.tables.get(table.id)
    assert loaded is not None
    scene = hand_scene(loaded, (await bot.table_contexts.context(loaded)), seat, dm=True, notes=notes)
    person = loaded.table.seats[seat].person
    return scene if person is None else await bot.services.hints.add_hints(loaded.table, scene, person, READER)


async def redraw(bot: RunningBot, table: Table, seat: int, *notes: Fact) -> HandScene:
    """Do as a press in a DM does: draw the message anew, in words, while its queue is paused."""
    hold = bot.publisher.pause_hand(table, seat)
    message = hand_of(bot, PEOPLE[seat])
    scene = await scene_of(bot, table, seat, *notes)
    message.picture = None
    reader = await bot.people.reader((await bot.meet(PEOPLE[seat]))[0], "en")
    await hold.release(Redrawn(scene, reader, message.id, page_of(scene, reader, hold.post)))
    return scene


async def test_posts_and_hands_are_sent_and_edited_with_their_pictures(bot: RunningBot) -> None:
    table = await bot.started(*PEOPLE)
    await bot.shown()
    assert trick(bot).picture is not None
    assert all(hand_of(bot, person).picture is not None for person in PEOPLE)
    before = trick(bot).picture
    await bot.play_on(table.id)
    await bot.shown()
    assert trick(bot).picture not in (None, before)
    assert [one for one in bot.discord.messages.values() if not one.shows_its_picture] == []


async def test_a_hand_that_an_answer_has_drawn_in_words_gets_its_picture_by_an_edit(bot: RunningBot) -> None:
    table = await bot.started(*PEOPLE)
    await bot.shown()
    edits = hand_of(bot, AJA).edits
    await redraw(bot, table, 0)
    await bot.shown()
    assert hand_of(bot, AJA).picture is not None
    assert hand_of(bot, AJA).edits == edits + 1
    await bot.publisher.sweep()
    await bot.shown()
    assert hand_of(bot, AJA).edits == edits + 1


async def test_the_layout_of_an_answer_is_used_again_when_its_picture_comes(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await bot.started(*PEOPLE)
    await bot.shown()
    built: list[Scene] = []

    def page(scene: Scene, reader: Reader, post: str) -> PageOfItems:
        built.append(scene)
        return page_of(scene, reader, post)

    monkeypatch.setattr(rendering, "page_of", page)
    await redraw(bot, table, 0)
    await bot.shown()
    assert hand_of(bot, AJA).picture is not None
    assert built == []


async def test_what_an_answer_said_on_top_of_the_hand_stays_when_the_picture_comes(bot: RunningBot) -> None:
    table = await bot.started(*PEOPLE)
    await bot.shown()
    note = fact(Notice.AS_IT_IS, table=table.name)
    await redraw(bot, table, 0, note)
    await bot.shown()
    assert Translator().fact("voormsi", note) in repr(hand_of(bot, AJA).components)
    assert hand_of(bot, AJA).picture is not None


async def test_an_end_between_the_words_and_the_picture_heals_by_itself(start_bot: StartBot, tmp_path: Path) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time, path=tmp_path / "b.db")
    table = await bot.started(*PEOPLE)
    await bot.shown()
    seat = table.turn
    assert seat is not None
    hold = bot.publisher.pause_hand(table, seat)
    await bot.play_on(table.id)
    hand_of(bot, PEOPLE[seat]).picture = None  # the answer is out, and the process dies before it releases the lane
    await bot.kill()
    assert hold.post == f"hand.{seat}"
    bot = await start_bot(discord, time, path=tmp_path / "b.db")
    await bot.publisher.read_up()
    await bot.publisher.sweep()
    await bot.shown()
    assert hand_of(bot, PEOPLE[seat]).picture is not None


async def test_where_files_are_not_allowed_the_words_go_out_and_files_are_tried_again_later(bot: RunningBot) -> None:
    discord = bot.discord
    table = await bot.started(*PEOPLE)
    await bot.shown()
    (thread,) = discord.threads
    discord.no_files.add(thread)
    discord.log.clear()
    await bot.play_on(table.id)
    await bot.shown()
    assert trick(bot).picture is None
    assert trick(bot).shows_its_picture
    discord.log.clear()
    await bot.play_on(table.id)
    await bot.shown()
    assert [what for what in discord.log if what == f"edit {trick(bot).id}"] == [f"edit {trick(bot).id}"]
    discord.no_files.clear()
    bot.time.now += NO_FILES_FOR + 1
    await bot.play_on(table.id)
    await bot.shown()
    assert trick(bot).picture is not None


async def test_a_picture_that_cannot_be_drawn_keeps_no_post_back(bot: RunningBot) -> None:
    bot.pictures.broken = True
    await bot.started(*PEOPLE)
    await bot.shown()
    assert trick(bot).picture is None
    assert all(hand_of(bot, person).shows_its_picture for person in PEOPLE)
    edits = [one.edits for one in bot.discord.messages.values()]
    await bot.publisher.sweep()
    await bot.shown()
    assert [one.edits for one in bot.discord.messages.values()] == edits


async def test_who_wants_words_gets_no_picture_in_private_and_everybody_one_in_public(bot: RunningBot) -> None:
    (aja,) = await bot.meet(AJA)
    await bot.people.change_preference(aja, "cards", "words")
    await bot.started(*PEOPLE)
    await bot.shown()
    assert hand_of(bot, AJA).picture is None
    assert hand_of(bot, MALIK).picture is not None
    assert trick(bot).picture is not None


async def test_who_asks_for_hands_gets_none_and_is_called_in_the_thread_when_away(bot: RunningBot) -> None:
    for person in await bot.meet(*PEOPLE):
        await bot.people.change_preference(person, "hands", "request")
    table = await bot.started(*PEOPLE)
    await bot.shown()
    for _ in range(2):
        bot.time.now += bot.notice_after + 1
        await bot.play_on(table.id)
        await bot.shown()
    assert [one for one in bot.discord.messages.values() if one.channel in PEOPLE] == []
    (thread,) = bot.discord.threads
    called = [one for one in bot.discord.messages.values() if one.mention is not None]
    assert {one.channel for one in called} == {thread}


async def test_a_wish_that_has_changed_is_met_at_the_next_occasion(bot: RunningBot) -> None:
    (aja,) = await bot.meet(AJA)
    table = await bot.started(AJA, seats=2)
    await bot.shown()
    await bot.people.change_preference(aja, "cards", "words")
    while (loaded := await bot.tables.get(table.id)) and loaded.table.turn == 0:
        await bot.play_on(table.id)
    await bot.play_on(table.id)
    await bot.shown()
    assert hand_of(bot, AJA).picture is None


async def test_a_server_without_threads_has_its_tables_in_the_channel(bot: RunningBot) -> None:
    await bot.guilds.change_preference(GUILD, "place", "channel")
    await bot.started(*PEOPLE)
    await bot.shown()
    assert not bot.discord.threads
    assert "table:1" in bot.discord.posts()


async def test_a_server_that_wants_hands_only_gets_no_tricks_also_when_it_wants_them_later(bot: RunningBot) -> None:
    await bot.guilds.change_preference(GUILD, "posted", "hands")
    table = await bot.started(*PEOPLE)
    while (loaded := await bot.tables.get(table.id)) and loaded.table.view(None).trick_number < 3:
        await bot.play_on(table.id)
    await bot.shown()
    assert "table:1" not in bot.discord.posts()
    await bot.guilds.change_preference(GUILD, "posted", "tricks")
    await bot.play_on(table.id)
    await bot.shown()
    assert "table:1" in bot.discord.posts()


async def test_an_answer_waits_for_the_edit_that_its_hand_is_in_so_that_it_is_not_undone(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_messages, "STILL_WITHIN", 60.0)
    table = await bot.started(*PEOPLE)
    await bot.shown()
    edit = ReadGate(bot.discord.edit)
    monkeypatch.setattr(bot.discord, "edit", edit)
    await redraw(bot, table, 0)
    await edit.reached.wait()
    hold = bot.publisher.pause_hand(table, 0)
    waiting = asyncio.ensure_future(hold.still())
    await asyncio.sleep(0)
    assert not waiting.done()
    edit.open()
    await waiting
    await hold.release()


async def test_a_hand_that_an_edit_and_an_answer_drew_at_once_is_shown_anew(
    bot: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_messages, "STILL_WITHIN", 0.0)
    table = await bot.started(*PEOPLE)
    await bot.shown()
    edit = ReadGate(bot.discord.edit)
    monkeypatch.setattr(bot.discord, "edit", edit)
    await redraw(bot, table, 0)
    await edit.reached.wait()
    edits = hand_of(bot, AJA).edits
    hold = bot.publisher.pause_hand(table, 0)
    await hold.still()
    reader = await bot.people.reader((await bot.meet(AJA))[0], "en")
    await hold.release(Redrawn(await scene_of(bot, table, 0), reader, hand_of(bot, AJA).id))
    edit.open()
    await bot.shown()
    assert hand_of(bot, AJA).edits == edits + 1
