"""Tables of matches in a cup: opened once, started at once, and nobody else decides there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.runtime.settings import read_settings
from bot.tables import actions, table_terms
from bot.tables.actions import CupMatch, TableAction
from bot.tables.cup_tables import seats_to_take
from bot.tables.deadlines import silence_ends, wait_of
from bot.tables.opening import ChannelAccess
from bot.tables.rights import NOBODY, Role, Sight, roles_here, roles_of
from bot.tables.table import Stage, Table
from bot.tables.usage_limits import UsageLimits
from bot.texts.notices import Notice, Refusal, RequestRefused
from tests.bot.running_bot import CHANNEL, GUILD, HOUR, OPTIONS, WHERE, RunningBot

MATCH = CupMatch(cup=3, match=1, since=9)
TERMS = {
    table_terms.PACE: "live",
    table_terms.AT_DEADLINE: table_terms.COMPUTER,
    table_terms.OPENS_AFTER: "0",
    table_terms.FORCED: "on",
}


async def opened(bot: RunningBot, match: CupMatch = MATCH) -> Table:
    """The table of a match of persons 1 and 2, in a cup of person 9."""
    organiser, *people = await bot.meet(9, 1, 2)
    options = {**OPTIONS, "length": "hands:1"}
    action = actions.Open(organiser, "", "voormsi", 1, 2, options, seated=tuple(people), terms=TERMS)
    return await bot.bound((await bot.tables.open_match(action, match, WHERE)).id)


async def test_the_table_of_a_match_is_in_play_when_it_is_opened(bot: RunningBot) -> None:
    table = await opened(bot)
    assert (table.stage, table.match) == (Stage.PLAYING, MATCH)
    assert table.hand is not None
    row = (await bot.tables.existing(table.id)).row
    assert (row.cup_id, row.match_number, row.match_since) == MATCH


async def test_the_first_seat_deals_first(bot: RunningBot) -> None:
    dealers = [(await opened(bot, MATCH._replace(match=number))).view(None).dealer for number in range(8)]
    assert dealers == [0] * 8


async def test_a_table_that_its_cup_has_paused_goes_on_with_it_alone(bot: RunningBot) -> None:
    table = await opened(bot)
    await bot.do(table.id, actions.Propose(table.opener, "pause", manager=True, cup=True))
    person = table.seats[0].person or ""
    for asked in (actions.Resume(person), actions.Propose(person, "pause"), actions.TakeTurn(person, 0, ())):
        refused = (await bot.do(table.id, asked)).refused
        assert refused is not None
        assert refused.kind is Refusal.PAUSED_BY_CUP, asked
    assert not (await bot.do(table.id, actions.Resume(table.opener, manager=True, cup=True))).table.paused
    assert await bot.store.acts(GUILD, 10) == []


async def test_a_match_has_one_table_however_often_it_is_opened(bot: RunningBot) -> None:
    table = await opened(bot)
    assert (await opened(bot)).id == table.id
    assert (await opened(bot, MATCH._replace(since=12))).id != table.id


async def test_a_table_that_was_not_started_when_the_process_ended_is_started_later(bot: RunningBot) -> None:
    organiser, *people = await bot.meet(9, 1, 2)
    action = actions.Open(organiser, "", "voormsi", 1, 2, OPTIONS, seated=tuple(people), terms=TERMS, match=MATCH)
    lobby = await bot.tables.open(action, WHERE, None)
    assert lobby.stage is Stage.LOBBY
    bot.time.now += 100 * HOUR
    await bot.tables.tick(lobby.id)
    table = await opened(bot)
    assert (table.id, table.stage) == (lobby.id, Stage.PLAYING)


ACTS: list[TableAction] = [
    actions.Join("stranger"),
    actions.SetTerm("organiser", table_terms.PACE, "day"),
    actions.Close("organiser", manager=True),
    actions.OpenSeat(0, "organiser", manager=True),
    actions.Admit("organiser", "stranger"),
    actions.Take("stranger"),
    actions.Propose("organiser", table_terms.PACE, "day", manager=True),
]


@pytest.mark.parametrize("action", ACTS, ids=lambda action: type(action).__name__)
async def test_what_the_cup_decides_nobody_else_may_do(bot: RunningBot, action: TableAction) -> None:
    table = await opened(bot)
    refused = (await bot.do(table.id, action)).refused
    assert refused is not None
    assert refused.kind is Refusal.OF_CUP


async def test_who_gave_up_a_seat_may_come_back_to_it_and_nobody_else_takes_it(bot: RunningBot) -> None:
    table, (aja, stranger) = await opened(bot), await bot.meet(1, 5)
    await bot.do(table.id, actions.Resign(aja))
    assert (await bot.do(table.id, actions.Take(stranger))).refused is not None
    assert (await bot.do(table.id, actions.Take(aja))).table.seat_of(aja) == 0


async def test_the_cup_seats_who_replaces_somebody(bot: RunningBot) -> None:
    table, (substitute,) = await opened(bot), await bot.meet(5)
    await bot.do(table.id, actions.OpenSeat(0))
    assert (await bot.do(table.id, actions.Admit(table.opener, substitute, 0, cup=True))).table.seat_of(substitute) == 0


async def test_a_table_of_a_cup_is_not_closed_by_silence(bot: RunningBot) -> None:
    table = await opened(bot)
    for _ in range(8):
        loaded = await bot.tables.existing(table.id)
        bot.time.now = max(loaded.row.deadline_at or 0, loaded.row.due_at or 0, bot.time.now)
        await bot.tables.tick(table.id)
    loaded = await bot.tables.existing(table.id)
    assert loaded.table.rests
    assert silence_ends(loaded.table, wait_of(loaded.row)) is None
    bot.time.now += 100 * HOUR
    await bot.tables.tick(table.id)
    assert (await bot.tables.existing(table.id)).table.stage is Stage.PLAYING


async def test_a_table_that_its_cup_closes_says_so(bot: RunningBot) -> None:
    closed = (await bot.do((await opened(bot)).id, actions.Close(None))).table.closed
    assert closed is not None
    assert closed.kind is Notice.CUP_DECIDED


async def test_a_match_has_no_rematch_and_nobody_has_its_openers_rights(bot: RunningBot) -> None:
    table = await opened(bot)
    assert not roles_of(table, table.opener) & Role.OPENER
    await bot.do(table.id, actions.Close(None))
    with pytest.raises(RequestRefused) as refused:
        await bot.tables.rematch(await bot.tables.existing(table.id), table.opener, None)
    assert refused.value.why.kind is Refusal.OF_CUP


async def test_a_match_that_only_its_players_see_is_nobodys_but_theirs_and_the_organisers(bot: RunningBot) -> None:
    shown, (stranger,) = await opened(bot), await bot.meet(5)
    hidden = replace(shown, private=True)
    side = next(iter(shown.humans))
    assert roles_here(hidden, side, Sight.NOTHING, organises=False) is Role.PLAYER
    assert roles_here(hidden, stranger, Sight.NOTHING, organises=True) is Role.ORGANISER
    assert roles_here(shown, stranger, Sight.CHANNEL, organises=False) is Role.MEMBER
    for person in (stranger, hidden.opener):
        assert roles_here(hidden, person, Sight.CHANNEL, organises=False) is NOBODY


async def test_tables_of_cups_do_not_count_towards_limits(bot: RunningBot) -> None:
    table = await opened(bot)
    settings = read_settings(None, tables_per_person=1, tables_per_server=1)
    await UsageLimits(settings, bot.store, bot.time).check_table(table.opener, GUILD)


async def test_a_table_of_a_cup_is_moved_by_organisers_alone_not_by_who_created_the_cup(bot: RunningBot) -> None:
    table = await opened(bot)
    loaded, there = await bot.tables.existing(table.id), WHERE._replace(channel_id=555)
    with pytest.raises(RequestRefused) as refused:
        await bot.services.opening.move(loaded, table.opener, there, ChannelAccess(organises=False), CHANNEL, 1)
    assert refused.value.why.kind is Refusal.NOT_ORGANISER
    await bot.services.opening.move(loaded, table.opener, there, ChannelAccess(organises=True), CHANNEL, 2)
    assert (await bot.tables.existing(table.id)).row.channel_id == 555


async def test_an_open_seat_is_for_whoever_left_it_alone(bot: RunningBot) -> None:
    table = await opened(bot)
    left = table.seats[1].person or ""
    after = (await bot.do(table.id, actions.Resign(left))).table
    assert list(seats_to_take(after, left)) == [1]
    assert list(seats_to_take(after, "stranger")) == []
    assert list(seats_to_take(replace(after, match=None), "stranger")) == [1]
