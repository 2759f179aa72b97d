"""Pictures reach people: with posts and hands at once, after the words where a press was answered, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.presentation.scenes import HandScene
from bot.publishing import queue_pause
from bot.publishing.hands import hand_scene
from bot.publishing.messenger import NO_FILES_FOR
from bot.publishing.seats import Redrawn
from bot.tables.table import Table
from bot.texts import Translator
from bot.texts.notices import Notice, fact
from rules.core.contract import Fact
from tests.bot.club import GUILD, Club, Time
from tests.bot.fake_discord import FakeDiscord, Posted
from tests.bot.gate import Gate

AJA, MALIK, IVALU, NUKA = PEOPLE = 11, 12, 13, 14


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    yield club
    await club.die()


def hand_of(club: Club, person: int) -> Posted:
    (message,) = [one for one in club.discord.messages.values() if one.channel == person]
    return message


def trick(club: Club) -> Posted:
    return next(one for one in club.discord.messages.values() if one.post == "trick:1.1")


async def scene_of(club: Club, table: Table, seat: int, *notes: Fact) -> HandScene:
    loaded = await club.tables.get(table.id)
    assert loaded is not None
    return hand_scene(loaded, (await club.table_contexts.of(loaded)), seat, dm=True, notes=notes)


async def redraw(club: Club, table: Table, seat: int, *notes: Fact) -> HandScene:
    """As a press in a DM does: the message is drawn anew, in words, while its lane is kept still."""
    hold = club.publisher.hold(table, seat)
    message = hand_of(club, PEOPLE[seat])
    scene = await scene_of(club, table, seat, *notes)
    message.picture = None
    reader = await club.people.reader((await club.meet(PEOPLE[seat]))[0], "en")
    await hold.release(Redrawn(scene, reader, message.id))
    return scene


async def test_posts_and_hands_are_sent_and_edited_with_their_pictures(club: Club) -> None:
    table = await club.started(*PEOPLE)
    await club.shown()
    assert trick(club).picture is not None
    assert all(hand_of(club, person).picture is not None for person in PEOPLE)
    before = trick(club).picture
    await club.play_on(table.id)
    await club.shown()
    assert trick(club).picture not in (None, before)
    assert [one for one in club.discord.messages.values() if not one.shows_its_picture] == []


async def test_a_hand_that_an_answer_has_drawn_in_words_gets_its_picture_by_an_edit(club: Club) -> None:
    table = await club.started(*PEOPLE)
    await club.shown()
    edits = hand_of(club, AJA).edits
    await redraw(club, table, 0)
    await club.shown()
    assert hand_of(club, AJA).picture is not None
    assert hand_of(club, AJA).edits == edits + 1
    await club.publisher.sweep()
    await club.shown()
    assert hand_of(club, AJA).edits == edits + 1


async def test_what_an_answer_said_on_top_of_the_hand_stays_when_the_picture_comes(club: Club) -> None:
    table = await club.started(*PEOPLE)
    await club.shown()
    note = fact(Notice.AS_IT_IS, table=table.name)
    await redraw(club, table, 0, note)
    await club.shown()
    assert Translator().fact("voormsi", note) in repr(hand_of(club, AJA).components)
    assert hand_of(club, AJA).picture is not None


async def test_an_end_between_the_words_and_the_picture_heals_by_itself(tmp_path: Path) -> None:
    discord, time = FakeDiscord(), Time()
    club = await Club.born(tmp_path / "b.db", discord, time)
    table = await club.started(*PEOPLE)
    await club.shown()
    seat = table.turn
    assert seat is not None
    hold = club.publisher.hold(table, seat)
    await club.play_on(table.id)
    hand_of(club, PEOPLE[seat]).picture = None  # the answer is out, and the process dies before it releases the lane
    await club.die()
    assert hold.post == f"hand.{seat}"
    club = await Club.born(tmp_path / "b.db", discord, time)
    await club.publisher.read_up()
    await club.publisher.sweep()
    await club.shown()
    assert hand_of(club, PEOPLE[seat]).picture is not None
    await club.die()


async def test_where_files_are_not_allowed_the_words_go_out_and_files_are_tried_again_later(club: Club) -> None:
    discord = club.discord
    table = await club.started(*PEOPLE)
    await club.shown()
    (thread,) = discord.threads
    discord.no_files.add(thread)
    discord.log.clear()
    await club.play_on(table.id)
    await club.shown()
    assert trick(club).picture is None
    assert trick(club).shows_its_picture
    discord.log.clear()
    await club.play_on(table.id)
    await club.shown()
    assert [what for what in discord.log if what == f"edit {trick(club).id}"] == [f"edit {trick(club).id}"]
    discord.no_files.clear()
    club.time.now += NO_FILES_FOR + 1
    await club.play_on(table.id)
    await club.shown()
    assert trick(club).picture is not None


async def test_a_picture_that_cannot_be_drawn_keeps_no_post_back(club: Club) -> None:
    club.pictures.broken = True
    await club.started(*PEOPLE)
    await club.shown()
    assert trick(club).picture is None
    assert all(hand_of(club, person).shows_its_picture for person in PEOPLE)
    edits = [one.edits for one in club.discord.messages.values()]
    await club.publisher.sweep()
    await club.shown()
    assert [one.edits for one in club.discord.messages.values()] == edits


async def test_who_wants_words_gets_no_picture_in_private_and_everybody_one_in_public(club: Club) -> None:
    (aja,) = await club.meet(AJA)
    await club.people.wish(aja, "cards", "words")
    await club.started(*PEOPLE)
    await club.shown()
    assert hand_of(club, AJA).picture is None
    assert hand_of(club, MALIK).picture is not None
    assert trick(club).picture is not None


async def test_who_asks_for_hands_gets_none_and_is_called_in_the_thread_when_away(club: Club) -> None:
    for person in await club.meet(*PEOPLE):
        await club.people.wish(person, "hands", "request")
    table = await club.started(*PEOPLE)
    await club.shown()
    for _ in range(2):
        club.time.now += club.notice_after + 1
        await club.play_on(table.id)
        await club.shown()
    assert [one for one in club.discord.messages.values() if one.channel in PEOPLE] == []
    (thread,) = club.discord.threads
    called = [one for one in club.discord.messages.values() if one.mention is not None]
    assert {one.channel for one in called} == {thread}


async def test_a_wish_that_has_changed_is_met_at_the_next_occasion(club: Club) -> None:
    (aja,) = await club.meet(AJA)
    table = await club.started(AJA, seats=2)
    await club.shown()
    await club.people.wish(aja, "cards", "words")
    while (loaded := await club.tables.get(table.id)) and loaded.table.turn == 0:
        await club.play_on(table.id)
    await club.play_on(table.id)
    await club.shown()
    assert hand_of(club, AJA).picture is None


async def test_a_server_without_threads_has_its_tables_in_the_channel(club: Club) -> None:
    await club.guilds.wish(GUILD, "place", "channel")
    await club.started(*PEOPLE)
    await club.shown()
    assert not club.discord.threads
    assert "trick:1.1" in club.discord.posts()


async def test_a_server_that_wants_hands_only_gets_no_tricks_also_when_it_wants_them_later(club: Club) -> None:
    await club.guilds.wish(GUILD, "posted", "hands")
    table = await club.started(*PEOPLE)
    while (loaded := await club.tables.get(table.id)) and loaded.table.view(None).trick_number < 3:
        await club.play_on(table.id)
    await club.shown()
    assert not [post for post in club.discord.posts() if post.startswith(("trick", "ladder"))]
    assert "deal:1" in club.discord.posts()
    await club.guilds.wish(GUILD, "posted", "tricks")
    await club.play_on(table.id)
    await club.shown()
    assert [post for post in club.discord.posts() if post.startswith("trick")] == ["trick:1.3"]


async def test_an_answer_waits_for_the_edit_that_its_hand_is_in_so_that_it_is_not_undone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_pause, "STILL_WITHIN", 60.0)
    table = await club.started(*PEOPLE)
    await club.shown()
    edit = Gate(club.discord.edit)
    monkeypatch.setattr(club.discord, "edit", edit)
    await redraw(club, table, 0)
    await edit.reached.wait()
    hold = club.publisher.hold(table, 0)
    waiting = asyncio.ensure_future(hold.still())
    await asyncio.sleep(0)
    assert not waiting.done()
    edit.open()
    await waiting
    await hold.release()


async def test_a_hand_that_an_edit_and_an_answer_drew_at_once_is_shown_anew(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_pause, "STILL_WITHIN", 0.0)
    table = await club.started(*PEOPLE)
    await club.shown()
    edit = Gate(club.discord.edit)
    monkeypatch.setattr(club.discord, "edit", edit)
    await redraw(club, table, 0)
    await edit.reached.wait()
    edits = hand_of(club, AJA).edits
    hold = club.publisher.hold(table, 0)
    await hold.still()
    reader = await club.people.reader((await club.meet(AJA))[0], "en")
    await hold.release(Redrawn(await scene_of(club, table, 0), reader, hand_of(club, AJA).id))
    edit.open()
    await club.shown()
    assert hand_of(club, AJA).edits == edits + 1
