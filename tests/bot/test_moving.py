"""Calling a table to another channel: it goes on there, whatever became of the old place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.discord_api.errors import ChannelGone
from bot.tables import LoadedTable, actions
from bot.texts.notices import Refusal
from tests.bot.club import CHANNEL, GUILD, Club, Time
from tests.bot.fake_discord import FakeDiscord

AJA, MALIK = 11, 12
ELSEWHERE = 5


async def kept_of(club: Club, table_id: int) -> LoadedTable:
    loaded = await club.tables.get(table_id)
    assert loaded is not None
    return loaded


async def thread_of(club: Club, table_id: int) -> int:
    thread = (await club.table_contexts.place(await kept_of(club, table_id))).thread_id
    assert thread is not None
    return thread


async def moved(club: Club, table_id: int, left: int) -> None:
    (aja,) = await club.meet(AJA)
    answer = await club.do(table_id, actions.Move(aja, ELSEWHERE, left))
    assert answer.refused is None
    await club.shown()


async def test_a_table_goes_on_in_the_other_channel_and_the_old_place_says_so(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    old = await thread_of(club, table.id)
    seq = (await kept_of(club, table.id)).table.seq + 1
    await moved(club, table.id, old)
    new = await thread_of(club, table.id)
    assert new != old
    assert club.discord.posts(CHANNEL) == []
    assert club.discord.posts(ELSEWHERE) == ["lobby"]
    assert club.discord.posts(new) == ["trick:1.1"]
    assert club.discord.posts(old) == ["deal:1", f"moved:{seq}"]
    notice = next(one for one in club.discord.messages.values() if one.post.startswith("moved"))
    assert f"<#{ELSEWHERE}>" in str(notice.components)
    while "trick:1.2" not in club.discord.posts():
        await club.play_on(table.id)
        await club.shown()
    assert "trick:1.2" in club.discord.posts(new)
    assert (await club.store.row(table.id)) == (await kept_of(club, table.id)).row
    await club.die()


@pytest.mark.parametrize("died", [False, True])
async def test_a_deleted_channel_is_no_end_of_a_table(tmp_path: Path, died: bool) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    old = await thread_of(club, table.id)
    gone = {one.id for one in club.discord.messages.values() if one.channel in (old, CHANNEL)}

    def check(what: str) -> None:
        verb, target = what.split()
        if verb != "delete" and target in {str(one) for one in (old, CHANNEL, *gone)}:  # deleting asks for no more
            raise ChannelGone("10003")

    club.discord.before = check
    await club.play_on(table.id)
    await club.shown()
    if died:
        discord, time = club.discord, club.time
        await club.die()
        club = await Club.born(tmp_path / "a.db", discord, time)
        await club.publisher.read_up()
    await moved(club, table.id, old)
    new = await thread_of(club, table.id)
    assert club.discord.posts(ELSEWHERE) == ["lobby"]
    assert "trick:1.1" in club.discord.posts(new)
    await club.die()


def goes(club: Club, *places: int) -> None:
    """From now on these places, and what stands in them, are gone."""
    stood = {one.id: one.channel for one in club.discord.messages.values()}

    def check(what: str) -> None:
        verb, target = what.split()
        place = stood.get(int(target)) if verb in ("edit", "thread") else int(target)
        if verb != "delete" and place in places:
            raise ChannelGone("10003")

    club.discord.before = check


def link_of(club: Club, person: int) -> str:
    """Where the person's hand leads to the table."""
    (hand,) = [one for one in club.discord.messages.values() if one.channel == person]
    links: list[str] = re.findall(rf"https://discord.com/channels/{GUILD}/([0-9/]+)", str(hand.components))
    assert len(links) == 1
    return links[0]


async def test_a_table_whose_thread_is_deleted_goes_on_in_its_channel_at_once(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    old, seq = await thread_of(club, table.id), (await kept_of(club, table.id)).table.seq
    goes(club, old)
    await club.publisher.gone(old)
    await club.shown()
    assert (await kept_of(club, table.id)).table.seq == seq
    assert club.discord.posts(CHANNEL) == ["lobby", "trick:1.1"]
    card = next(one for one in club.discord.messages.values() if one.post == "lobby")
    assert str(old) not in re.findall(r"/channels/[0-9/]+", str(card.components))
    assert [link_of(club, person) for person in (AJA, MALIK)] == [str(CHANNEL)] * 2
    await club.die()


async def test_at_a_table_whose_channel_is_deleted_time_stands_still_and_hands_say_so_at_once(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK, pace="evening")
    await club.shown()
    goes(club, CHANNEL, await thread_of(club, table.id))
    await club.publisher.gone(CHANNEL)
    await club.shown()
    assert (await kept_of(club, table.id)).row.lost_at == club.time.now
    hands = [one for one in club.discord.messages.values() if one.channel in (AJA, MALIK)]
    assert len(hands) == 2
    assert all("/table move" in str(hand.components) for hand in hands)
    await club.die()


@pytest.mark.parametrize("died", [False, True])
async def test_hands_lead_to_where_the_table_was_called(tmp_path: Path, died: bool) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    edits = [one.edits for one in club.discord.messages.values() if one.channel in (AJA, MALIK)]
    assert edits == [0, 0], "what leads to the card leads to the thread on it"
    old = await thread_of(club, table.id)
    if died:
        discord, time = club.discord, club.time
        await club.die()
        club = await Club.born(tmp_path / "a.db", discord, time)
        await club.publisher.read_up()
    await moved(club, table.id, old)
    new = await thread_of(club, table.id)
    (card,) = [one.id for one in club.discord.messages.values() if one.channel == ELSEWHERE]
    assert new == card
    for person in (AJA, MALIK):
        assert link_of(club, person) in (str(new), str(ELSEWHERE), f"{ELSEWHERE}/{card}")
    await club.die()


async def test_only_who_opened_a_table_or_manages_the_server_moves_it(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    (malik,) = await club.meet(MALIK)
    refused = (await club.do(table.id, actions.Move(malik, ELSEWHERE, CHANNEL))).refused
    assert refused is not None
    assert refused.kind is Refusal.NOT_OPENER
    assert (await club.do(table.id, actions.Move(malik, ELSEWHERE, CHANNEL, manager=True))).refused is None
    await club.shown()
    await club.die()


async def test_what_a_slow_lane_knows_of_the_old_place_is_not_written_down(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    place = await club.table_contexts.place(await kept_of(club, table.id))
    await moved(club, table.id, CHANNEL)
    new = await thread_of(club, table.id)
    await club.table_contexts.move(place)
    assert await thread_of(club, table.id) == new
    await club.die()
