"""Leagues: their records and rows, their messages, and the cups of their divisions."""

from __future__ import annotations

import pytest

from bot.operations.maintenance import prune_all
from bot.store import (
    BadRow,
    Conflict,
    CupPersonRow,
    DivisionKey,
    LeagueRow,
    NameTaken,
    Repeated,
    Retention,
    Store,
    StoredLeague,
)
from tests.store.samples import NOW, act, cup, league, league_mark


async def made(store: Store, **changes: object) -> LeagueRow:
    row = league(**changes)
    return row._replace(id=await store.create_league(row, [act(1)], None))


async def test_a_league_is_read_as_it_was_written(store: Store) -> None:
    row = await made(store)
    after = row._replace(seq=2, stage="over", due_at=NOW + 5)
    await store.append_league(after, [act(2, "storm", "end", by="aja")], None)
    assert await store.league(row.id) == StoredLeague(after, [act(1), act(2, "storm", "end", by="aja")])
    assert await store.league_row(row.id) == after
    assert (await store.league(99), await store.league_row(99)) == (None, None)


async def test_an_action_follows_the_last_one_and_a_press_counts_once(store: Store) -> None:
    row = await made(store)
    with pytest.raises(Conflict):
        await store.append_league(row._replace(seq=3), [act(3)], None)
    await store.append_league(row._replace(seq=2), [act(2)], 5)
    with pytest.raises(Repeated):
        await store.append_league(row._replace(seq=3), [act(3)], 5)
    with pytest.raises(Repeated):
        await store.create_league(league(), [act(1)], 5)


async def test_two_leagues_of_a_guild_have_different_names_unless_one_is_over(store: Store) -> None:
    await made(store, name="Winter")
    with pytest.raises(NameTaken):
        await made(store, name="winter")
    await made(store, name="Winter", guild_id=8)
    row = await made(store, name="Summer")
    await store.append_league(row._replace(seq=2, stage="over"), [act(2)], None)
    again = await made(store, name="Summer")
    assert [one.id for one in await store.leagues(7)] == [again.id, row.id, 1]
    assert again.id in await store.going_leagues()
    assert row.id not in await store.going_leagues()


async def test_due_leagues_come_the_longest_due_first_and_not_of_guilds_out_of_reach(store: Store) -> None:
    late = await made(store, due_at=NOW - 5)
    later = await made(store, due_at=NOW)
    await made(store, due_at=NOW - 9, guild_id=8)
    await made(store, due_at=NOW + 7)
    assert await store.due_leagues(NOW, [8]) == [late.id, later.id]
    assert await store.next_due_league(NOW) == NOW + 7


async def test_a_division_has_one_cup_with_its_people(store: Store) -> None:
    row, key = await made(store), DivisionKey(1, 1, 0)
    (person,) = [(await store.person(1, "Aja")).key]
    assert await store.cup_of_division(*key) is None
    cup_id = await store.create_cup(cup(), [act(1)], None, [CupPersonRow(0, person)], key)
    assert await store.cup_of_division(*key) == cup_id
    assert [one.id for one in await store.cups_of_person(person)] == [cup_id]
    with pytest.raises(BadRow):
        await store.create_cup(cup(), [act(1)], None, [], key)
    other = await store.create_cup(cup(), [act(1)], None, [], key._replace(season=2))
    assert await store.cup_of_division(row.id, 2, 0) == other


async def test_messages_are_known_until_they_are_dropped_and_what_is_shown_never_goes_back(store: Store) -> None:
    row = await made(store)
    await store.put_league_message(league_mark(row.id))
    await store.put_league_message(league_mark(row.id, shown_seq=1))
    assert await store.league_messages(row.id) == [league_mark(row.id, shown_seq=1)]
    assert await store.unshown_leagues() == [row.id]
    await store.raise_league_shown(row.id, 1)
    await store.raise_league_shown(row.id, 0)
    assert await store.unshown_leagues() == []
    await store.drop_league_message(row.id, "season.2")
    assert await store.league_messages(row.id) == []


async def test_people_are_told_for_which_seasons_they_signed_up(store: Store) -> None:
    row = await made(store, name="Winter")
    aja, malik, olga = [
        (await store.person(number, name)).key for number, name in enumerate(("Aja", "Malik", "Olga"), 1)
    ]
    acts = [act(2, verb="open", by=malik), act(3, verb="enter", by=aja), act(4, verb="agree", by=olga)]
    await store.append_league(row._replace(seq=4), acts, None)
    for person, at in ((aja, NOW + 3), (olga, NOW + 4)):
        own = (await store.personal_data(person))["leagues"]
        assert own == [{"league": "Winter", "guild_id": "7", "signed_up_at": at}]
    assert (await store.personal_data(malik))["leagues"] == []


async def test_leagues_go_with_their_guild(store: Store) -> None:
    row = await made(store)
    await store.put_league_message(league_mark(row.id))
    await store.change_guild_preferences(7, {"language": "da"})
    await store.set_present_guilds([8])
    await prune_all(store, Retention(0, NOW, NOW + 1))
    assert (await store.league(row.id), await store.league_messages(row.id)) == (None, [])


async def test_leagues_of_other_games_are_those_not_over_whose_game_is_not_named(store: Store) -> None:
    rows = []
    for game, stage in ((None, "going"), ("gift", "going"), ("gift", "over")):
        rules = {"name": "Winter", "cup": {"name": ""} if game is None else {"name": "", "game": game}}
        row = league(stage=stage)
        rows.append(row._replace(id=await store.create_league(row, [act(1, verb="create", rules=rules)], None)))
    usual, gift, _ = rows
    assert await store.leagues_of_other_games(["voormsi"]) == [(gift, "gift")]
    assert [await store.league_game(one) for one in (usual.id, gift.id, 99)] == [None, "gift", None]


async def test_leagues_that_were_told_to_wait_have_a_message_of_that_kind(store: Store) -> None:
    waiting, other = await made(store), await made(store)
    await store.put_league_message(league_mark(waiting.id, post="waiting.2"))
    await store.put_league_message(league_mark(other.id))
    assert await store.leagues_told_to_wait() == [waiting.id]
