"""Seats that are kept for people, and how they are told."""

from __future__ import annotations

import pytest

from bot.ledger.entries import Entries
from bot.publishing.idempotent_sender import EDITED_FOR
from bot.tables import actions
from bot.tables.invitations import KEPT_FOR
from bot.tables.substitution_rules import seats_for
from bot.tables.table import Invitation, InvitationState, Stage, Table
from bot.texts.notices import Refusal
from tests.bot.fake_discord import Crash, FakeDiscord
from tests.bot.running_bot import CHANNEL, HOUR, OPTIONS, WHERE, RunningBot, SetClock, StartBot

AJA, MALIK, IVALU, NUKA = 11, 12, 13, 14


async def invited(bot: RunningBot, *ids: int, seats: int = 4, **terms: str) -> Table:
    """A table opened by Aja, who sits there, with seats kept for these people."""
    aja, *guests = await bot.meet(AJA, *ids)
    table = await bot.open(aja, seats, **terms)
    await bot.do(table.id, actions.Join(aja))
    await bot.do(table.id, actions.Invite(aja, tuple(guests)))
    await bot.shown()
    return await now_at(bot, table)


async def now_at(bot: RunningBot, table: Table) -> Table:
    return (await bot.tables.existing(table.id)).table


def kept(table: Table) -> list[str | None]:
    return [seat.kept_for for seat in table.seats]


def dms(bot: RunningBot, person: int) -> list[str]:
    return [str(one.components) for one in bot.discord.messages.values() if one.channel == person]


async def test_a_kept_seat_is_for_its_person_alone(bot: RunningBot) -> None:
    table = await invited(bot, MALIK, seats=3)
    malik, ivalu, nuka = await bot.meet(MALIK, IVALU, NUKA)
    assert kept(table) == [None, malik, None]
    await bot.do(table.id, actions.Join(ivalu))
    for action in (actions.Join(nuka), actions.Join(nuka, 1), actions.Sit(ivalu, 1), actions.AddComputer(ivalu)):
        refused = (await bot.do(table.id, action)).refused
        assert refused
        assert (refused.kind, refused.about["people"]) == (Refusal.SEAT_KEPT, (malik,))
    await bot.do(table.id, actions.Join(malik))
    after = await now_at(bot, table)
    assert after.seat_of(malik) == 1
    assert kept(after) == [None] * 3
    assert after.invitations[0].state is InvitationState.JOINED


async def test_who_joins_in_another_seat_frees_the_one_kept_for_them(bot: RunningBot) -> None:
    table = await invited(bot, MALIK)
    (malik,) = await bot.meet(MALIK)
    await bot.do(table.id, actions.Join(malik, 3))
    assert kept(await now_at(bot, table)) == [None] * 4


async def test_the_opener_alone_invites_and_no_more_people_than_there_are_seats(bot: RunningBot) -> None:
    table = await invited(bot, seats=2)
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    for by, people, kind in (
        (malik, (ivalu,), Refusal.NOT_OPENER),
        (aja, (malik, ivalu), Refusal.NO_SEATS_TO_KEEP),
    ):
        refused = (await bot.do(table.id, actions.Invite(by, people))).refused
        assert refused
        assert refused.kind is kind


async def test_others_invited_later_leave_the_first_invitations_as_they_are(bot: RunningBot) -> None:
    table = await invited(bot, MALIK)
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    bot.time.now += HOUR // 2
    await bot.do(table.id, actions.Invite(aja, (malik, ivalu)))
    first, second = (await now_at(bot, table)).invitations
    assert first == table.invitations[0]
    assert second.until == first.until + HOUR // 2
    await bot.do(table.id, actions.Invite(aja, (ivalu,)))
    assert [one.state for one in (await now_at(bot, table)).invitations] == ["over", "open"]


async def test_fewer_seats_keep_those_that_are_kept(bot: RunningBot) -> None:
    table = await invited(bot, MALIK)
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    for _ in range(2):
        await bot.do(table.id, actions.AddComputer(aja))
    await bot.do(table.id, actions.SetSeats(aja, 2))
    assert kept(await now_at(bot, table)) == [None, malik]
    refused = (await bot.do(table.id, actions.Invite(aja, (malik, ivalu)))).refused
    assert refused


async def test_the_opener_may_start_without_those_who_have_not_answered_and_others_may_not(bot: RunningBot) -> None:
    table = await invited(bot, MALIK)
    aja, ivalu = await bot.meet(AJA, IVALU)
    await bot.do(table.id, actions.Join(ivalu))
    refused = (await bot.do(table.id, actions.Start(ivalu, fill=True))).refused
    assert refused
    assert refused.kind is Refusal.SEAT_KEPT
    await bot.do(table.id, actions.Start(aja, fill=True))
    await bot.shown()
    after = await now_at(bot, table)
    assert after.stage is Stage.PLAYING
    assert after.invitations[0].state is InvitationState.OVER
    assert "no longer kept" in dms(bot, MALIK)[0]


@pytest.mark.parametrize(("pace", "lasts"), [("live", KEPT_FOR), ("day", 24 * HOUR)])
async def test_a_seat_is_kept_for_an_hour_or_a_day_by_the_pace(bot: RunningBot, pace: str, lasts: int) -> None:
    table = await invited(bot, MALIK, pace=pace)
    bot.time.now += lasts - 1
    await bot.tables.tick(table.id)
    assert kept(await now_at(bot, table))[1]
    bot.time.now += 1
    await bot.tables.tick(table.id)
    after = await now_at(bot, table)
    assert kept(after) == [None] * 4
    assert after.stage is (Stage.LOBBY if pace == "live" else Stage.CLOSED), "a lobby is open for a day"


async def test_an_invitation_is_one_dm_that_says_at_last_what_came_of_it(bot: RunningBot) -> None:
    table = await invited(bot, MALIK, IVALU)
    malik, ivalu = await bot.meet(MALIK, IVALU)
    assert [len(dms(bot, one)) for one in (MALIK, IVALU)] == [1, 1]
    assert "join:" in dms(bot, MALIK)[0]
    bot.time.now += EDITED_FOR + 1
    await bot.do(table.id, actions.Join(malik))
    await bot.do(table.id, actions.Decline(ivalu))
    await bot.shown()
    assert len(dms(bot, MALIK)) == 1, "an old message is edited, so that nobody is notified"
    assert "You sit at table" in dms(bot, MALIK)[0]
    assert "declined" in dms(bot, IVALU)[0]


async def test_whom_no_dm_reaches_is_mentioned_once_until_the_answer(bot: RunningBot) -> None:
    bot.discord.closed.add(MALIK)
    table = await invited(bot, MALIK)
    (malik,) = await bot.meet(MALIK)
    mentions = [one for one in bot.discord.messages.values() if one.mention == MALIK]
    assert [one.channel for one in mentions] == [CHANNEL]
    await bot.publisher.sweep()
    await bot.shown()
    assert [one for one in bot.discord.messages.values() if one.mention == MALIK] == mentions
    await bot.do(table.id, actions.Join(malik))
    await bot.shown()
    assert not [one for one in bot.discord.messages.values() if one.mention == MALIK]


async def test_an_invitation_that_is_over_before_it_was_sent_is_not_sent(bot: RunningBot) -> None:
    aja, malik = await bot.meet(AJA, MALIK)
    table = await bot.open(aja)
    await bot.shown()
    bot.discord.before = lambda step: _dies() if step == f"dm {MALIK}" else None
    await bot.do(table.id, actions.Invite(aja, (malik,)))
    await bot.shown()
    bot.discord.before = lambda _: None
    await bot.do(table.id, actions.Invite(aja, ()))
    await bot.publisher.sweep()
    await bot.shown()
    assert dms(bot, MALIK) == []


def _dies() -> None:
    raise Crash


async def test_a_crash_while_an_invitation_is_sent_sends_it_once(
    start_bot: StartBot,
) -> None:
    discord, time = FakeDiscord(), SetClock()
    bot = await start_bot(discord, time)
    aja, malik = await bot.meet(AJA, MALIK)
    table = await bot.open(aja)
    await bot.shown()
    discord.after = lambda step: _dies() if step == f"send {MALIK}" else None
    await bot.do(table.id, actions.Invite(aja, (malik,)))
    await bot.shown()
    await bot.kill()
    discord.after = lambda _: None
    again = await start_bot(discord, time)
    await again.publisher.sweep()
    await again.shown()
    assert len(dms(again, MALIK)) == 1


async def test_somebody_erased_is_invited_no_more_and_their_seat_is_free(bot: RunningBot) -> None:
    table = await invited(bot, MALIK)
    (person,) = (await bot.store.people(await bot.meet(MALIK))).values()
    await bot.services.erasure.erase(person)
    await bot.shown()
    after = await now_at(bot, table)
    assert kept(after) == [None] * 4
    assert [one.state for one in after.invitations] == ["declined"]
    states = await bot.store.message_states(table.id)
    assert [one for one in states if one.person is not None and one.channel_id is not None] == []


async def private(bot: RunningBot, by: str) -> Table:
    seats = (by, "", "", "")
    action = actions.Open(by, "", "voormsi", 1, 4, OPTIONS, seated=seats, terms={"pace": "live"}, private=True)
    return await bot.tables.open(action, WHERE, None)


async def test_only_invited_people_join_a_private_table_however_long_it_takes_them(bot: RunningBot) -> None:
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    table = await private(bot, aja)
    for action in (actions.Join(ivalu), actions.Sit(ivalu, 2)):
        refused = (await bot.do(table.id, action)).refused
        assert refused
        assert refused.kind is Refusal.PRIVATE_TABLE
    await bot.do(table.id, actions.Invite(aja, (malik,)))
    bot.time.now += 2 * HOUR
    await bot.tables.tick(table.id)
    await bot.do(table.id, actions.Join(malik))
    assert (await now_at(bot, table)).seat_of(malik) == 1


async def test_an_open_seat_of_a_private_table_is_for_people_who_were_invited_or_have_played_there(
    bot: RunningBot,
) -> None:
    aja, malik, ivalu, nuka = await bot.meet(AJA, MALIK, IVALU, NUKA)
    table = await private(bot, aja)
    await bot.do(table.id, actions.Invite(aja, (malik, nuka)))
    await bot.do(table.id, actions.Join(malik))
    await bot.do(table.id, actions.Decline(nuka))
    await bot.do(table.id, actions.Start(aja, fill=True))
    await bot.do(table.id, actions.Resign(malik))
    refused = (await bot.do(table.id, actions.Take(ivalu))).refused
    assert refused
    assert refused.kind is Refusal.PRIVATE_TABLE
    assert seats_for(await now_at(bot, table), ivalu, "") == ()
    assert seats_for(await now_at(bot, table), nuka, "") == (1,)
    await bot.do(table.id, actions.Take(malik))
    assert (await now_at(bot, table)).seat_of(malik) == 1


async def test_the_rematch_of_a_private_table_is_private(bot: RunningBot) -> None:
    (aja,) = await bot.meet(AJA)
    table = await private(bot, aja)
    await bot.do(table.id, actions.Close(aja))
    rematch = await bot.tables.rematch(await bot.tables.existing(table.id), aja, None)
    assert rematch.table.private


def test_only_an_open_invitation_counts() -> None:
    one = Invitation("aja", 0, 1, 0, InvitationState.DECLINED, 3)
    again, ended = one._replace(seq=4, state=InvitationState.OPEN), Entries([one])
    table = Table(1, "Otter", "malik", "voormsi", (), {}, open_invitations=(again,), ended_invitations=ended)
    assert table.invitation_of("aja") == table.invitations[1]
    assert table.invitation_of("nuka") is None
