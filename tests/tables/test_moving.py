"""Calling a table to another channel: it goes on there, whatever became of the old place."""

from __future__ import annotations

import re

import pytest

from bot.discord_api.errors import ChannelGone
from bot.tables import LoadedTable, actions
from bot.texts.notices import Refusal
from tests.bot.running_bot import CHANNEL, GUILD, RunningBot, StartBot

AJA, MALIK = 11, 12
ELSEWHERE = 5


async def kept_of(bot: RunningBot, table_id: int) -> LoadedTable:
    loaded = await bot.tables.get(table_id)
    assert loaded is not None
    return loaded


async def thread_of(bot: RunningBot, table_id: int) -> int:
    thread = (await bot.table_contexts.place(await kept_of(bot, table_id))).thread_id
    assert thread is not None
    return thread


async def moved(bot: RunningBot, table_id: int, left: int) -> None:
    (aja,) = await bot.meet(AJA)
    answer = await bot.do(table_id, actions.MoveTable(aja, ELSEWHERE, left))
    assert answer.refused is None
    await bot.shown()


async def test_a_table_goes_on_in_the_other_channel_and_the_old_place_says_so(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    old = await thread_of(bot, table.id)
    seq = (await kept_of(bot, table.id)).table.seq + 1
    await moved(bot, table.id, old)
    new = await thread_of(bot, table.id)
    assert new != old
    assert bot.discord.posts(CHANNEL) == []
    assert bot.discord.posts(ELSEWHERE) == ["lobby"]
    assert bot.discord.posts(new) == ["table:1"]
    assert bot.discord.posts(old)[1:] == [f"moved:{seq}"]  # after what binds the deals
    notice = next(one for one in bot.discord.messages.values() if one.post.startswith("moved"))
    assert f"<#{ELSEWHERE}>" in str(notice.components)
    while "table:2" not in bot.discord.posts():
        await bot.play_on(table.id)
        await bot.shown()
    assert "table:2" in bot.discord.posts(new)
    assert (await bot.store.row(table.id)) == (await kept_of(bot, table.id)).row


@pytest.mark.parametrize("died", [False, True])
async def test_a_deleted_channel_is_no_end_of_a_table(start_bot: StartBot, died: bool) -> None:
    bot = await start_bot()
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    old = await thread_of(bot, table.id)
    gone = {one.id for one in bot.discord.messages.values() if one.channel in (old, CHANNEL)}

    def check(what: str) -> None:
        verb, target = what.split()
        if verb != "delete" and target in {str(one) for one in (old, CHANNEL, *gone)}:  # deleting asks for no more
            raise ChannelGone("10003")

    bot.discord.before = check
    await bot.play_on(table.id)
    await bot.shown()
    if died:
        discord, time = bot.discord, bot.time
        await bot.kill()
        bot = await start_bot(discord, time)
        await bot.publisher.read_up()
    await moved(bot, table.id, old)
    new = await thread_of(bot, table.id)
    assert bot.discord.posts(ELSEWHERE) == ["lobby"]
    assert "table:1" in bot.discord.posts(new)


def goes(bot: RunningBot, *places: int) -> None:
    """Delete these places with everything in them."""
    stood = {one.id: one.channel for one in bot.discord.messages.values()}

    def check(what: str) -> None:
        verb, target = what.split()
        place = stood.get(int(target)) if verb in ("edit", "thread") else int(target)
        if verb != "delete" and place in places:
            raise ChannelGone("10003")

    bot.discord.before = check


def link_of(bot: RunningBot, person: int) -> str:
    """The place in a person's hand that leads to the table."""
    (hand,) = [one for one in bot.discord.messages.values() if one.channel == person]
    links: list[str] = re.findall(rf"https://discord.com/channels/{GUILD}/([0-9/]+)", str(hand.components))
    assert len(links) == 1
    return links[0]


async def test_a_table_whose_thread_is_deleted_goes_on_in_its_channel_at_once(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    old, seq = await thread_of(bot, table.id), (await kept_of(bot, table.id)).table.seq
    goes(bot, old)
    await bot.publisher.handle_deletion(old)
    await bot.shown()
    assert (await kept_of(bot, table.id)).table.seq == seq
    assert bot.discord.posts(CHANNEL) == ["lobby", "table:1"]
    card = next(one for one in bot.discord.messages.values() if one.post == "lobby")
    assert str(old) not in re.findall(r"/channels/[0-9/]+", str(card.components))
    assert [link_of(bot, person) for person in (AJA, MALIK)] == [str(CHANNEL)] * 2


async def test_at_a_table_whose_channel_is_deleted_time_stands_still_and_hands_say_so_at_once(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK, pace="evening")
    await bot.shown()
    goes(bot, CHANNEL, await thread_of(bot, table.id))
    await bot.publisher.handle_deletion(CHANNEL)
    await bot.shown()
    assert (await kept_of(bot, table.id)).row.lost_at == bot.time.now
    hands = [one for one in bot.discord.messages.values() if one.channel in (AJA, MALIK)]
    assert len(hands) == 2
    assert all("/table move" in str(hand.components) for hand in hands)


@pytest.mark.parametrize("died", [False, True])
async def test_hands_lead_to_where_the_table_was_called(start_bot: StartBot, died: bool) -> None:
    bot = await start_bot()
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    edits = [one.edits for one in bot.discord.messages.values() if one.channel in (AJA, MALIK)]
    assert edits == [0, 0], "what leads to the card leads to the thread on it"
    old = await thread_of(bot, table.id)
    if died:
        discord, time = bot.discord, bot.time
        await bot.kill()
        bot = await start_bot(discord, time)
        await bot.publisher.read_up()
    await moved(bot, table.id, old)
    new = await thread_of(bot, table.id)
    (card,) = [one.id for one in bot.discord.messages.values() if one.channel == ELSEWHERE]
    assert new == card
    for person in (AJA, MALIK):
        assert link_of(bot, person) in (str(new), str(ELSEWHERE), f"{ELSEWHERE}/{card}")


async def test_only_who_opened_a_table_or_manages_the_server_moves_it(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    (malik,) = await bot.meet(MALIK)
    refused = (await bot.do(table.id, actions.MoveTable(malik, ELSEWHERE, CHANNEL))).refused
    assert refused is not None
    assert refused.kind is Refusal.NOT_OPENER
    assert (await bot.do(table.id, actions.MoveTable(malik, ELSEWHERE, CHANNEL, manager=True))).refused is None
    await bot.shown()


async def test_what_a_slow_lane_knows_of_the_old_place_is_not_written_down(bot: RunningBot) -> None:
    table = await bot.started(AJA, MALIK)
    await bot.shown()
    place = await bot.table_contexts.place(await kept_of(bot, table.id))
    await moved(bot, table.id, CHANNEL)
    new = await thread_of(bot, table.id)
    await bot.table_contexts.move(place)
    assert await thread_of(bot, table.id) == new
