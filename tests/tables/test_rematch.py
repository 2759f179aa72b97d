"""Rematches: who sits where, whose press they wait for, and when they start."""

from __future__ import annotations

import pytest

from bot.tables import LoadedTable, actions
from bot.tables.opening import ChannelAccess
from bot.tables.rematch import Again, is_short, seats_again
from bot.tables.seat_holders import Holder
from bot.tables.table import Seat, Stage, Table
from tests.bot.running_bot import RunningBot

AJA, MALIK, IVALU = 11, 12, 13
MEMBER = ChannelAccess(organises=False)
PEOPLE = tuple(Seat(Holder.PERSON, name) for name in "abcd")


async def over(bot: RunningBot, *people: int, seats: int = 2) -> LoadedTable:
    """A table that its opener has closed."""
    table = await bot.started(*people, seats=seats)
    (opener, *_) = await bot.meet(*people)
    await bot.do(table.id, actions.Close(opener))
    return await bot.tables.existing(table.id)


async def again(bot: RunningBot, old: LoadedTable, person: str, how: Again = Again.SAME) -> Table:
    return (await bot.services.opening.rematch(old, person, MEMBER, abs(hash((old.table.id, person, how))), how)).table


def held(table: Table) -> list[str | None]:
    return [seat.person or seat.kept_for for seat in table.seats]


async def test_against_computers_only_it_starts_at_once_without_a_lobby(bot: RunningBot) -> None:
    old = await over(bot, AJA, seats=4)
    (aja,) = await bot.meet(AJA)
    new = await again(bot, old, aja)
    assert (new.stage, held(new)) == (Stage.PLAYING, [aja, None, None, None])
    await bot.shown()
    assert not [one for one in bot.discord.messages.values() if "Join" in str(one)]


@pytest.mark.parametrize(("how", "seats"), [(Again.SAME, [1, 2, 3]), (Again.SIDES, [2, 3, 1])])
async def test_the_computers_are_the_same_in_all_rematches(bot: RunningBot, how: Again, seats: list[int]) -> None:
    old = await over(bot, AJA, seats=4)
    (aja,) = await bot.meet(AJA)
    for _ in range(2):
        before, new = old, await again(bot, old, aja, how)
        await bot.do(new.id, actions.Close(aja))
        old = await bot.tables.existing(new.id)
        (now, _), (then, _) = [await bot.services.people.holders(one.table) for one in (old, before)]
        assert [holder.name for holder in now[1:]] == [then[seat].name for seat in seats]


async def test_with_others_it_waits_for_the_press_of_each_and_then_starts(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK, IVALU, seats=4)
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    lobby = await again(bot, old, malik)
    assert held(lobby) == [aja, malik, ivalu, None], "each in their own seat"
    assert lobby.humans == {malik}
    assert (await again(bot, old, aja)).stage is Stage.LOBBY
    assert (await again(bot, old, ivalu)).stage is Stage.PLAYING


async def test_who_joins_by_the_invitation_starts_it_as_well(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK)
    aja, malik = await bot.meet(AJA, MALIK)
    lobby = await again(bot, old, aja)
    assert (await bot.do(lobby.id, actions.Join(malik))).table.stage is Stage.PLAYING


async def test_it_does_not_start_without_somebody_who_declines(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK, IVALU, seats=4)
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    lobby = await again(bot, old, aja)
    await bot.do(lobby.id, actions.Decline(ivalu))
    assert (await again(bot, old, malik)).stage is Stage.LOBBY
    assert (await bot.do(lobby.id, actions.AddComputer(aja))).table.stage is Stage.LOBBY, "a button does what it says"
    assert (await again(bot, old, malik)).stage is Stage.PLAYING


async def test_who_wants_another_rematch_than_is_asked_for_gets_no_seat_in_it(bot: RunningBot) -> None:
    old = await over(bot, AJA, MALIK)
    aja, malik = await bot.meet(AJA, MALIK)
    lobby = await again(bot, old, aja)
    assert (await again(bot, old, malik, Again.HANDS)).id == lobby.id
    assert (await bot.tables.existing(lobby.id)).table.humans == {aja}
    assert (await again(bot, old, malik)).humans == {aja, malik}


async def test_one_more_hand_is_a_game_of_one_hand_on_the_same_terms(bot: RunningBot) -> None:
    old = await over(bot, AJA)
    (aja,) = await bot.meet(AJA)
    new = await again(bot, old, aja, Again.HANDS)
    assert new.options == {**old.table.options, "length": "hands:1"}
    assert new.terms == old.table.terms


@pytest.mark.parametrize(
    ("game", "options", "short"),
    [
        ("voormsi", {"length": "rubber"}, False),
        ("voormsi", {"length": "hands:1"}, True),
        ("treikort", {"hands": "9"}, False),
        ("treikort", {"hands": "3"}, True),
    ],
)
def test_there_is_no_shorter_game_than_the_shortest(game: str, options: dict[str, str], short: bool) -> None:
    assert is_short(game, options) is short


def test_three_rematches_with_other_sides_give_everybody_each_partner_once() -> None:
    seats, partners = PEOPLE, set()
    for _ in range(3):
        partners.add(seats[2].person)
        seats = tuple(Seat(Holder.PERSON, key) for key in seats_again(seats, how=Again.SIDES))
    assert seats == PEOPLE
    assert partners == {"b", "c", "d"}


def test_the_seat_of_who_is_gone_is_free_wherever_they_would_sit() -> None:
    assert seats_again(PEOPLE, {"b"}, Again.SIDES) == ("a", "c", "d", "")


@pytest.mark.parametrize("blocker", [0, 1])
async def test_without_somebody_blocked_it_waits_with_a_free_seat_and_the_others_keep_theirs(
    bot: RunningBot, blocker: int
) -> None:
    old = await over(bot, AJA, MALIK, IVALU, seats=3)
    aja, malik, ivalu = await bot.meet(AJA, MALIK, IVALU)
    await bot.store.block(*((aja, malik), (malik, aja))[blocker])
    lobby = await again(bot, old, aja)
    assert (lobby.stage, held(lobby)) == (Stage.LOBBY, [aja, None, ivalu])
    assert lobby.seats[1].is_free
    joined = await again(bot, old, ivalu)
    assert (joined.stage, held(joined)) == (Stage.LOBBY, [aja, None, ivalu])
    assert (await bot.do(lobby.id, actions.Start(aja, fill=True))).table.stage is Stage.PLAYING


@pytest.mark.parametrize("blocker", [0, 1])
async def test_who_asks_next_gets_no_seat_beside_whom_they_do_not_play_with(bot: RunningBot, blocker: int) -> None:
    old = await over(bot, AJA, MALIK)
    aja, malik = await bot.meet(AJA, MALIK)
    lobby = await again(bot, old, aja)
    await bot.do(lobby.id, actions.Decline(malik))
    await bot.store.block(*((aja, malik), (malik, aja))[blocker])
    assert (await again(bot, old, malik)).id == lobby.id
    assert (await bot.tables.existing(lobby.id)).table.humans == {aja}
