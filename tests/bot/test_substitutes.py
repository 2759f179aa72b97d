"""Seats that change hands: whoever holds one has its cards in a DM of their own, and nobody else keeps any."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing.messenger import EDITED_FOR, NONCE_KEPT
from bot.tables import actions
from bot.tables.table import Table
from tests.bot.club import Club, Time
from tests.bot.fake_discord import Crash, FakeDiscord

AJA, MALIK, IVALU = 11, 12, 13


def told(discord: FakeDiscord, person: int) -> str:
    """Everything that stands in somebody's DMs."""
    return str([one.components for one in discord.messages.values() if one.channel == person])


def offers_cards(discord: FakeDiscord, person: int) -> bool:
    return "play:" in told(discord, person)


async def table_of(club: Club, table_id: int) -> Table:
    loaded = await club.tables.get(table_id)
    assert loaded is not None
    return loaded.table


async def test_who_takes_a_seat_gets_its_cards_and_who_had_it_keeps_none(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    aja, ivalu = await club.meet(AJA, IVALU)
    await club.do(table.id, actions.Resign(aja))
    await club.shown()
    assert not offers_cards(club.discord, AJA)
    assert "no longer hold your seat" in told(club.discord, AJA)
    await club.do(table.id, actions.Take(ivalu))
    await club.shown()
    assert offers_cards(club.discord, IVALU)
    assert not offers_cards(club.discord, AJA)
    assert "Somebody else has taken your seat" in told(club.discord, AJA)
    assert len([one for one in club.discord.messages.values() if one.channel in (AJA, IVALU)]) == 2
    await club.die()


async def test_the_hand_of_who_is_to_play_names_who_holds_each_seat_now(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK, seats=2)
    await club.shown()
    while (await table_of(club, table.id)).turn != 0 or "Last trick" not in told(club.discord, AJA):
        await club.play_on(table.id)
        await club.shown()
    assert "Person 12" in told(club.discord, AJA)
    malik, ivalu = await club.meet(MALIK, IVALU)
    await club.do(table.id, actions.Resign(malik))
    await club.do(table.id, actions.Take(ivalu))
    await club.shown()
    assert "Person 13" in told(club.discord, AJA)
    assert "Person 12" not in told(club.discord, AJA)
    await club.die()


async def test_who_returns_finds_the_hand_where_it_was(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    (aja,) = await club.meet(AJA)
    for action in (actions.OpenSeat(0), actions.Take(aja)):
        await club.do(table.id, action)
        await club.shown()
    assert offers_cards(club.discord, AJA)
    assert len([one for one in club.discord.messages.values() if one.channel == AJA]) == 1
    await club.die()


async def test_an_answer_that_redraws_the_hand_of_who_lost_the_seat_is_taken_back(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    hold = club.publisher.hold(await table_of(club, table.id), 0)
    aja, ivalu = await club.meet(AJA, IVALU)
    await club.do(table.id, actions.Resign(aja))
    await club.do(table.id, actions.Take(ivalu))
    await hold.release()
    await club.shown()
    assert offers_cards(club.discord, IVALU)
    assert not offers_cards(club.discord, AJA)
    await club.die()


async def test_one_whose_dms_are_closed_holds_up_nobody(tmp_path: Path) -> None:
    club = await Club.born(tmp_path / "a.db", FakeDiscord(), Time())
    table = await club.started(AJA, MALIK)
    await club.shown()
    aja, ivalu = await club.meet(AJA, IVALU)
    club.time.now += EDITED_FOR
    club.discord.closed.add(AJA)
    await club.do(table.id, actions.Resign(aja))
    await club.do(table.id, actions.Take(ivalu))
    await club.shown()
    assert offers_cards(club.discord, IVALU)
    await club.die()


class _Dies:
    def __init__(self, step: int, when: str) -> None:
        self.left, self.when, self.dead = step, when, False

    def at(self, when: str) -> None:
        self.left -= self.when == when
        self.dead = self.dead or self.left <= 0
        if self.dead:
            raise Crash


async def _change_hands(path: Path, discord: FakeDiscord, time: Time, step: int, when: str, later: int) -> bool:
    """Aja's seat goes to Ivalu in the middle of a hand; the process dies at a step. Whether it died."""
    club = await Club.born(path, discord, time)
    table_id = (await club.started(AJA, MALIK)).id
    await club.shown()
    aja, ivalu = await club.meet(AJA, IVALU)
    dies = _Dies(step, when)
    discord.before, discord.after = lambda _: dies.at("before"), lambda _: dies.at("after")
    time.now += 31 * 60_000
    await club.play_on(table_id)
    await club.shown()
    await club.do(table_id, actions.Resign(aja))
    await club.shown()
    time.now += 31 * 60_000  # now messages are sent anew
    await club.do(table_id, actions.Take(ivalu))
    await club.shown()
    discord.before = discord.after = lambda _: None
    await club.die()
    time.now += later
    club = await Club.born(path, discord, time)
    await club.publisher.read_up()
    await club.publisher.sweep()
    await club.shown()
    await club.die()
    return dies.dead


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("later", [1_000, NONCE_KEPT + 1])
async def test_dying_at_any_step_shows_nobody_anothers_cards(tmp_path: Path, when: str, later: int) -> None:
    step = 0
    while True:
        step += 1
        discord, time = FakeDiscord(remembers_nonces=later < NONCE_KEPT), Time()
        died = await _change_hands(tmp_path / f"{step}.db", discord, time, step, when, later)
        assert offers_cards(discord, IVALU), (step, discord.log)
        assert not offers_cards(discord, AJA), (step, discord.log)
        for person in (AJA, MALIK, IVALU):
            assert len([one for one in discord.messages.values() if one.channel == person]) == 1, (step, discord.log)
        if not died:
            break
    assert step > 6
