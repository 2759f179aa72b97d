"""Rights to open, move and repeat tables, by every command and button."""

from __future__ import annotations

import pytest

from bot.members.preferences import Openers
from bot.runtime.settings import read_settings
from bot.tables import LoadedTable, Location, actions
from bot.tables.opening import ChannelAccess, NewTable, TableOpening
from bot.tables.table import Table
from bot.tables.usage_limits import UsageLimits
from bot.texts.notices import Notice, Refusal, RequestRefused
from tests.bot.running_bot import CHANNEL, GUILD, WHERE, RunningBot

AJA, MALIK = 11, 12
ELSEWHERE, THREAD, GONE = 3, 4, 5
MEMBER, MANAGER = ChannelAccess(organises=False), ChannelAccess(organises=True)


async def refusal(bot: RunningBot, access: ChannelAccess = MEMBER, where: Location = WHERE, seats: int = 4) -> object:
    """Why Aja may not open a table; None if she may."""
    (aja,) = await bot.meet(AJA)
    try:
        await bot.services.opening.open(aja, where, access, None, NewTable(seats=seats))
    except RequestRefused as refused:
        return refused.why.kind
    return None


async def over(bot: RunningBot, *people: int) -> LoadedTable:
    """A table that its people have left."""
    table = await bot.started(*people, seats=2)
    (opener, *_) = await bot.meet(*people)
    await bot.do(table.id, actions.Close(opener))
    return await loaded(bot, table)


async def loaded(bot: RunningBot, table: Table) -> LoadedTable:
    found = await bot.tables.get(table.id)
    assert found is not None
    return found


async def test_everybody_opens_tables_until_a_server_lets_only_its_managers(bot: RunningBot) -> None:
    assert await refusal(bot) is None
    await bot.guilds.change_preference(GUILD, "openers", Openers.MANAGERS)
    assert await refusal(bot) is Refusal.MANAGERS_OPEN
    assert await refusal(bot, MANAGER) is None


async def test_a_server_names_the_channels_of_its_tables_and_a_thread_is_part_of_its_channel(bot: RunningBot) -> None:
    await bot.guilds.change_preference(GUILD, "channels", [CHANNEL])
    assert await refusal(bot) is None
    for access in (MEMBER, MANAGER, MEMBER._replace(parent_id=GONE)):
        assert await refusal(bot, access, WHERE._replace(channel_id=ELSEWHERE)) is Refusal.TABLES_ELSEWHERE
    assert await refusal(bot, MEMBER._replace(parent_id=CHANNEL), WHERE._replace(channel_id=THREAD)) is None


async def test_a_channel_that_is_gone_keeps_no_table_from_opening(bot: RunningBot) -> None:
    await bot.guilds.change_preference(GUILD, "channels", [GONE])
    assert await refusal(bot) is Refusal.TABLES_ELSEWHERE
    assert await refusal(bot, MEMBER._replace(known={CHANNEL, ELSEWHERE})) is None


async def test_where_the_bot_cannot_show_a_table_none_is_opened(bot: RunningBot) -> None:
    assert await refusal(bot, MANAGER._replace(lacking=("view_channel",))) is Refusal.MISSING_PERMISSIONS


async def test_a_game_has_no_table_of_nine(bot: RunningBot) -> None:
    assert await refusal(bot, seats=9) is Refusal.SEATS_OF_GAME


async def test_one_press_opens_one_table(bot: RunningBot) -> None:
    (aja,) = await bot.meet(AJA)
    await bot.services.opening.open(aja, WHERE, MEMBER, 77, NewTable())
    with pytest.raises(RequestRefused) as refused:
        await bot.services.opening.open(aja, WHERE, MEMBER, 77, NewTable())
    assert refused.value.why.kind is Notice.PLAYED_BEFORE
    assert len(await bot.store.running(GUILD)) == 1


async def test_limits_hold_for_opening_and_for_a_rematch_that_nobody_has_opened(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK)
    aja, malik = await bot.meet(AJA, MALIK)
    limits = UsageLimits(read_settings(None, tables_per_person=1), bot.store, bot.time)
    opening = TableOpening(bot.store, bot.tables, bot.guilds, limits)
    await opening.open(aja, WHERE, MEMBER, 1, NewTable())
    with pytest.raises(RequestRefused) as refused:
        await opening.rematch(old, aja, MEMBER, 2)
    assert refused.value.why.kind is Refusal.TABLES_OF_PERSON
    new = await opening.rematch(old, malik, MEMBER, 3)
    assert (await opening.rematch(old, aja, MEMBER, 4)).table.id == new.table.id, "it is open, so that she may come"


async def test_in_a_rematch_the_seat_of_who_is_banned_is_free(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK)
    aja, malik = await bot.meet(AJA, MALIK)
    await bot.store.ban(GUILD, malik, aja, "Rude")
    new = await bot.services.opening.rematch(old, aja, MEMBER, 1)
    assert [seat.person for seat in new.table.seats] == [aja, None]
    assert new.table.seats[1].is_free


async def test_a_rematch_is_for_who_was_seated_and_by_the_preferences_of_the_server(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK)
    aja, stranger = await bot.meet(AJA, 13)
    await bot.guilds.change_preference(GUILD, "channels", [ELSEWHERE])
    for person, access, kind in (
        (stranger, MANAGER, Refusal.NOT_AT_TABLE),
        (aja, MANAGER, Refusal.TABLES_ELSEWHERE),
    ):
        with pytest.raises(RequestRefused) as refused:
            await bot.services.opening.rematch(old, person, access, 1)
        assert refused.value.why.kind is kind
    assert await bot.store.rematch_of(old.table.id) is None
    assert await bot.services.opening.rematch(old, aja, MANAGER._replace(parent_id=ELSEWHERE), 1)


async def test_a_table_moves_only_where_one_could_be_opened(bot: RunningBot) -> None:
    table = await loaded(bot, await bot.started(AJA, seats=2))
    (aja,) = await bot.meet(AJA)
    await bot.guilds.change_preference(GUILD, "channels", [CHANNEL, ELSEWHERE])
    there = WHERE._replace(channel_id=ELSEWHERE)
    for where, access, kind in (
        (WHERE._replace(channel_id=GONE), MEMBER, Refusal.TABLES_ELSEWHERE),
        (there._replace(guild_id=GUILD + 1), MEMBER, Refusal.NOT_HERE),
        (WHERE, MEMBER, Refusal.MOVED_ALREADY),
        (there, MEMBER._replace(writes=False), Refusal.MAY_NOT_WRITE),
        (there, MEMBER._replace(lacking=("send_messages",)), Refusal.MISSING_PERMISSIONS),
    ):
        with pytest.raises(RequestRefused) as refused:
            await bot.services.opening.move(table, aja, where, access, CHANNEL, 1)
        assert refused.value.why.kind is kind
    (stranger,) = await bot.meet(13)
    with pytest.raises(RequestRefused) as refused:
        await bot.services.opening.move(table, stranger, there, MEMBER, CHANNEL, 1)
    assert refused.value.why.kind is Refusal.NOT_OPENER
    await bot.services.opening.move(table, aja, there, MEMBER, CHANNEL, 1)
    assert (await loaded(bot, table.table)).row.channel_id == ELSEWHERE
