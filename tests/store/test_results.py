"""Results of ended tables: kept for each person, summed up for a server."""

from __future__ import annotations

from bot.store import GameRow, Retention, Store
from tests.store.samples import NOW, entry, opened, result, rubber

GAME = "voormsi"


async def people(store: Store, *names: str) -> list[str]:
    return [(await store.person(number, name)).key for number, name in enumerate(names, 1)]


async def test_the_entry_that_ends_a_table_brings_its_results(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    row = await opened(store, stage="playing")
    rows = [result(row.id, aja), result(row.id, malik, outcome="lost", guild_id=7)]
    over = row._replace(seq=2, stage="over")
    await store.append(over, None, [entry(2)], None, ended=rows)
    assert await store.results(aja, GAME) == rows[:1]
    assert await store.results(malik, GAME, 7) == rows[1:]
    assert await store.results(malik, GAME, 8) == await store.results(malik, "another") == []


async def test_results_stay_when_their_table_is_pruned(store: Store) -> None:
    (aja,) = await people(store, "Aja")
    row = await opened(store, stage="over")
    await store.replace_results(row.id, [result(row.id, aja)])
    assert await store.prune_tables(Retention(0, NOW + 1, None)) == [row.id]
    assert await store.results(aja, GAME) == [result(row.id, aja)]


async def test_erasing_a_person_deletes_their_results_and_no_count_brings_them_back(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    rows = [result(1, aja), result(1, malik)]
    await store.replace_results(1, rows)
    assert (await store.personal_data(aja))["results"][0]["guild_id"] == "7"
    await store.erase(aja)
    assert await store.results(aja, GAME) == []
    await store.replace_results(1, rows)
    assert await store.results(aja, GAME) == []
    assert await store.results(malik, GAME) == rows[1:]


async def test_results_of_a_table_are_replaced(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    await store.replace_results(1, [result(1, aja), result(1, malik)])
    await store.replace_results(2, [result(2, malik)])
    await store.replace_results(1, [result(1, aja, outcome="lost")])
    assert await store.results(aja, GAME) == [result(1, aja, outcome="lost")]
    assert await store.results(malik, GAME) == [result(2, malik)]


async def test_standings_sum_up_what_counts_against_people(store: Store) -> None:
    (aja,) = await people(store, "Aja")
    rows = [
        result(1, aja),
        result(2, aja, outcome="lost", hands=3),
        result(3, aja, outcome="drawn"),
        result(4, aja, size=3, sides=3),
        result(5, aja, rivals=0),
        result(6, aja, outcome=None),
        result(7, aja, guild_id=8),
    ]
    for row in rows:
        await store.replace_results(row.rubber, [row])
    (found,) = await store.standings(7, GAME)
    assert found == (aja, 33, 2, 1, 1, 3.5)
    (four,) = await store.standings(7, GAME, size=4)
    assert four == (aja, 23, 1, 1, 1, 1.5)


async def test_standings_begin_at_a_time_and_with_so_many_hands(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    await store.replace_results(1, [result(1, aja, ended_at=NOW - 1), result(1, malik, ended_at=NOW - 1)])
    await store.replace_results(2, [result(2, malik, hands=3)])
    assert [row.person for row in await store.standings(7, GAME, since=NOW)] == [malik]
    assert [row.person for row in await store.standings(7, GAME, since=NOW, hands=4)] == []
    assert [row.hands for row in await store.standings(7, GAME, hands=11)] == [13]


async def test_who_hides_stands_in_no_standings(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    await store.replace_results(1, [result(1, aja), result(1, malik)])
    await store.change_preferences(aja, {"profile": "hidden"})
    await store.change_preferences(malik, {"profile": "shown"})
    assert [row.person for row in await store.standings(7, GAME)] == [malik]


async def test_ended_tables_are_found_a_few_at_a_time(store: Store) -> None:
    ids = [(await opened(store, stage=stage)).id for stage in ("over", "playing", "closed", "over")]
    assert await store.ended_tables(0, 2) == [ids[0], ids[2]]
    assert await store.ended_tables(ids[2], 2) == [ids[3]]


async def test_what_tables_leave_for_ratings_is_read_in_the_order_of_their_ends(store: Store) -> None:
    rows = [rubber(2), rubber(1, ended_at=NOW + 1)]
    for row in reversed(rows):
        await store.replace_results(row.rubber, [], row)
    await store.replace_results(3, [], rubber(3, guild_id=8))
    assert await store.rubbers(7, GAME) == rows
    assert (await store.count_rubbers(7, GAME), await store.count_rubbers(7, "another")) == (2, 0)


async def test_across_servers_only_what_everybody_wants_counted_is_read(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    for number, guild_id, person in ((1, 7, malik), (2, 8, malik), (3, 8, "somebody else"), (4, 7, None)):
        spells = [(0, aja, 1, 9, False), (1, person, 1, 9, False)]
        row = rubber(number, guild_id=guild_id, ended_at=NOW - number, body={"spells": spells})
        await store.replace_results(number, [result(number, aja)], row)
    await store.change_preferences(aja, {"across": True})
    assert [row.rubber for row in await store.rubbers_across(GAME)] == [4]
    await store.change_preferences(malik, {"across": True})
    assert [row.rubber for row in await store.rubbers_across(GAME)] == [4, 2, 1]
    assert await store.rubbers_across("another") == []


async def test_the_entry_that_ends_a_table_brings_what_it_leaves_for_ratings(store: Store) -> None:
    row = await opened(store, stage="playing")
    await store.append(row._replace(seq=2, stage="over"), None, [entry(2)], None, rubber=rubber(row.id))
    assert await store.rubbers(7, GAME) == [rubber(row.id)]
    await store.replace_results(row.id, [])
    assert await store.rubbers(7, GAME) == []


async def test_only_games_that_one_of_two_has_won_and_the_other_lost_are_decided_between_them(store: Store) -> None:
    aja, malik, ivalu = await people(store, "Aja", "Malik", "Ivalu")
    await store.replace_results(1, [result(1, aja), result(1, malik, outcome="lost")])
    await store.replace_results(2, [result(2, aja, outcome="lost"), result(2, malik)])
    await store.replace_results(3, [result(3, aja), result(3, malik, outcome="lost"), result(3, ivalu)])
    await store.replace_results(4, [result(4, aja), result(4, malik)])  # partners
    await store.replace_results(5, [result(5, aja, outcome="drawn"), result(5, malik, outcome="drawn")])
    await store.replace_results(6, [result(6, aja), result(6, malik, outcome=None)])
    await store.replace_results(7, [result(7, aja, game="alkort"), result(7, malik, game="alkort", outcome="lost")])
    await store.replace_results(8, [result(8, aja), result(8, malik, outcome="lost")])
    assert await store.decided_between(aja, malik, GAME, (NOW, 7)) == (2, 1)
    assert await store.decided_between(malik, aja, GAME, (NOW, 7)) == (1, 2)
    assert await store.decided_between(aja, ivalu, GAME, (NOW, 7)) == (0, 0)
    assert await store.decided_between(aja, malik, GAME, (NOW, 8)) == (3, 1)


async def test_rubbers_after_one_are_those_that_ended_later_and_of_equal_times_the_later_ones(store: Store) -> None:
    rows = [rubber(1, ended_at=NOW + 1), rubber(2), rubber(3), rubber(4, guild_id=8)]
    for row in rows:
        await store.replace_results(row.rubber, [], row)
    assert [row.rubber for row in await store.rubbers(7, GAME)] == [2, 3, 1]
    assert [row.rubber for row in await store.rubbers(7, GAME, (NOW, 2))] == [3, 1]
    assert await store.rubbers(7, GAME, (NOW + 1, 1)) == []


async def test_the_games_of_a_person_begin_with_the_one_played_last_there(store: Store) -> None:
    aja, malik = await people(store, "Aja", "Malik")
    rows = [
        result(1, aja, game="alkort", ended_at=NOW + 2),
        result(2, aja, game="alkort", ended_at=NOW),
        result(3, aja, game="braus", ended_at=NOW + 3, guild_id=8),
        result(4, malik, game="treikort", ended_at=NOW + 9),
    ]
    for row in rows:
        await store.replace_results(row.rubber, [row])
    assert await store.games_played(aja) == [GameRow("braus", 1, NOW + 3), GameRow("alkort", 2, NOW + 2)]
    assert await store.games_played(aja, 7) == [GameRow("alkort", 2, NOW + 2)]


async def test_the_answers_of_a_day_in_a_server_are_those_of_who_has_played_there(store: Store) -> None:
    aja, malik, ivalu = await people(store, "Aja", "Malik", "Ivalu")
    for number, (person, guild) in enumerate(((aja, 7), (aja, 7), (malik, 7), (ivalu, 8))):
        await store.replace_results(number, [result(number, person, guild_id=guild)])
    for person, right in ((aja, True), (malik, False), (ivalu, True)):
        await store.answer_daily(person, "2026-03-04", "1", right)
    assert await store.daily_in_guild("2026-03-04", 7) == (1, 2)
    assert await store.daily_in_guild("2026-03-04", 8) == (1, 1)
    assert await store.daily_in_guild("2026-03-05", 7) == (0, 0)
