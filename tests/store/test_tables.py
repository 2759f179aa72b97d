from __future__ import annotations

from typing import Any

import pytest

from bot.store import (
    BadRow,
    Conflict,
    NameTaken,
    PlaceRow,
    QueuedRow,
    RecordRow,
    Repeated,
    Retention,
    SeatRow,
    Store,
    Stored,
    TableRow,
)
from tests.store.samples import EMPTY_SEATS, NOW, entry, opened, play, table


async def test_a_table_comes_back_as_it_was_put_in(store: Store) -> None:
    row = table(turn_seat=2, due_at=NOW + 5, hand=3)
    entries = [RecordRow(1, NOW, "open", {"name": "Nanoq ᐊ", "seats": [1, None, True, {"x": 0.5}]})]
    person = await store.person(1, "Aqqaluk")
    seats = [SeatRow(0, person.key, "person"), SeatRow(1, None, "empty")]
    table_id = await store.open_table(row, seats, entries, None)
    assert await store.row(table_id) == row._replace(id=table_id)
    assert await store.tables_of_person(person.key) == [(row._replace(id=table_id), seats[0])]
    assert await store.record(table_id) == entries


async def test_what_is_appended_follows_in_order_with_its_row(store: Store) -> None:
    row = await opened(store)
    after = row._replace(seq=3, stage="playing", turn_seat=1)
    await store.append(after, None, [entry(2), entry(3, cards="7♣")], None)
    assert await store.row(row.id) == after
    assert await store.record(row.id) == [entry(1), entry(2), entry(3, cards="7♣")]
    assert await store.record(row.id, after=2) == [entry(3, cards="7♣")]


async def test_an_interaction_counts_once_over_all_tables(store: Store) -> None:
    row, other = await opened(store), await opened(store)
    after = await play(store, row, 99)
    with pytest.raises(Repeated):
        await play(store, after, 99)
    with pytest.raises(Repeated):
        await play(store, other, 99)
    with pytest.raises(Repeated):
        await store.open_table(table(), [], [entry(1)], 99)
    assert await store.row(row.id) == after
    assert await store.record(other.id) == [entry(1)]


async def test_a_refused_append_does_not_use_up_its_interaction(store: Store) -> None:
    row = await opened(store)
    with pytest.raises(Conflict):
        await play(store, row._replace(seq=0), 99)
    await play(store, row, 99)


@pytest.mark.parametrize("stands", [0, 2, 7])
async def test_an_entry_that_does_not_follow_the_last_one_is_a_conflict(store: Store, stands: int) -> None:
    row = await opened(store)
    with pytest.raises(Conflict) as caught:
        await play(store, row._replace(seq=stands))
    assert caught.value.found == 1
    assert await store.record(row.id) == [entry(1)]


async def test_an_unknown_table_is_a_conflict_with_nothing(store: Store) -> None:
    with pytest.raises(Conflict) as caught:
        await play(store, table(id=404))
    assert caught.value.found is None
    assert await store.row(404) is None
    assert await store.record(404) == []


async def test_entries_must_lead_to_the_row(store: Store) -> None:
    row = await opened(store)
    for entries in ([entry(2)], [entry(3)], [entry(2), entry(4)]):
        with pytest.raises(ValueError, match="do not lead"):
            await store.append(row._replace(seq=4), None, entries, None)


async def test_a_table_begins_with_its_first_entry(store: Store) -> None:
    with pytest.raises(ValueError, match="do not lead"):
        await store.open_table(table(seq=2), [], [entry(2)], None)


async def test_a_row_may_change_without_an_entry(store: Store) -> None:
    row = await opened(store)
    await store.append(row._replace(due_at=5), None, [], None)
    assert await store.row(row.id) == row._replace(due_at=5)


async def test_a_table_called_to_another_channel_is_shown_nowhere_yet(store: Store) -> None:
    row = await opened(store)
    await store.put_place(PlaceRow(row.id, row.channel_id, 700, 5))
    await play(store, row._replace(channel_id=80))
    assert await store.place(row.id) == PlaceRow(row.id, 80, None, None)
    await store.put_place(PlaceRow(row.id, row.channel_id, 700, 5))
    assert await store.place(row.id) == PlaceRow(row.id, 80, None, None)
    await store.put_place(PlaceRow(row.id, 80, 800, 6))
    assert await store.place(row.id) == PlaceRow(row.id, 80, 800, 6)
    assert [await store.is_place(thread) for thread in (800, 700)] == [True, False]


async def test_what_a_table_was_opened_with_stays(store: Store) -> None:
    row = await opened(store)
    other = row._replace(name="Seal", guild_id=8, opened_at=1, rematch_of=row.id)
    changed: dict[str, Any] = {
        "stage": "playing",
        "game": "else",
        "language": "da",
        "hand": 2,
        "turn_seat": 1,
        "changed_at": 5,
    }
    await play(store, other._replace(**changed))
    assert await store.row(row.id) == row._replace(**changed, seq=2)


async def test_what_json_cannot_hold_is_refused_before_anything_is_written(store: Store) -> None:
    row = await opened(store)
    for value in (object(), float("nan")):
        with pytest.raises((TypeError, ValueError)):
            await play(store, row, value=value)
    assert await store.record(row.id) == [entry(1)]


async def test_seats_change_with_an_entry_or_stay(store: Store) -> None:
    row = await opened(store)
    person = await store.person(1, "Aqqaluk")
    seats = [SeatRow(0, person.key, "person"), SeatRow(1, None, "computer"), SeatRow(2, None, "empty")]
    after = row._replace(seq=2)
    await store.append(after, seats, [entry(2)], None)
    after = await play(store, after)
    assert await store.tables_of_person(person.key) == [(after, seats[0])]
    gone = after._replace(seq=after.seq + 1)
    await store.append(gone, [SeatRow(0, None, "computer")], [entry(gone.seq)], None)
    assert await store.tables_of_person(person.key) == []


@pytest.mark.parametrize(
    "seat", [SeatRow(0, "nobody", "person"), SeatRow(0, None, "person"), SeatRow(-1, None, "empty")]
)
async def test_a_seat_that_cannot_be_is_refused_with_the_whole_append(store: Store, seat: SeatRow) -> None:
    person = await store.person(1, "Aqqaluk")
    row = await seated(store, person.key)
    with pytest.raises(BadRow):
        await store.append(row._replace(seq=2), [seat], [entry(2)], 5)
    assert await store.row(row.id) == row
    assert await store.tables_of_person(person.key) == [(row, SeatRow(0, person.key, "person"))]


async def test_a_name_is_free_again_when_its_table_is_over(store: Store) -> None:
    row = await opened(store, name="Otter")
    with pytest.raises(NameTaken):
        await opened(store, name="OTTER")
    elsewhere = await opened(store, name="Otter", guild_id=8)
    over = row._replace(stage="over")
    await store.append(over, None, [], None)
    again = await opened(store, name="Otter")
    assert await store.tables_by_name(7, "otter") == [again, over]
    assert await store.tables_by_name(8, "Otter") == [elsewhere]
    assert await store.tables_by_name(7, "Seal") == []
    await store.append(again._replace(stage="closed"), None, [], None)
    assert await store.tables_by_name(7, "Otter") == [again._replace(stage="closed"), over]


async def test_tables_with_room_are_lobbies_with_an_empty_seat_and_tables_with_a_computer(store: Store) -> None:
    async def seated(stage: str, *kinds: str, **changes: Any) -> TableRow:
        person = (await store.person(1, "Aja")).key
        seats = [SeatRow(number, person if kind == "person" else None, kind) for number, kind in enumerate(kinds)]
        row = table(stage=stage, **changes)
        return row._replace(id=await store.open_table(row, seats, [entry(1)], None))

    running = await seated("playing", "person", "computer")
    old, new = await seated("lobby", "person", "empty"), await seated("lobby", "empty", "computer")
    await seated("lobby", "person", "computer")
    await seated("playing", "person", "person")
    await seated("over", "person", "computer")
    await seated("playing", "person", "computer", cup_id=3, match_number=1, match_since=9)
    await seated("lobby", "empty", "empty", guild_id=8)
    assert await store.tables_with_room(7) == [new, old, running]


async def test_lists_hold_what_is_running(store: Store) -> None:
    lobby, playing = await opened(store), await opened(store, stage="playing")
    await opened(store, stage="playing", guild_id=8)
    await opened(store, stage="over")
    await opened(store, stage="closed")
    assert await store.running(7) == [lobby, playing]


async def test_tables_of_other_games_are_the_running_ones_whose_game_is_not_named(store: Store) -> None:
    lobby, playing = await opened(store, game="gift"), await opened(store, game="gift", stage="playing", guild_id=8)
    await opened(store, game="gift", stage="over")
    braus = await opened(store, game="braus")
    await opened(store)
    assert await store.tables_of_other_games(["voormsi", "braus"]) == [lobby, playing]
    assert await store.tables_of_other_games(["voormsi"]) == [lobby, playing, braus]


async def test_a_persons_tables_come_with_the_seat_and_the_most_urgent_first(store: Store) -> None:
    key = (await store.person(1, "Aqqaluk")).key
    seat = SeatRow(1, key, "person")
    found = []
    for changes in ({"deadline_at": None}, {"deadline_at": 20}, {"deadline_at": 10}, {"stage": "over"}):
        row = table(**changes)
        found.append(
            row._replace(id=await store.open_table(row, [SeatRow(0, None, "computer"), seat], [entry(1)], None))
        )
    await opened(store)
    assert await store.tables_of_person(key) == [(found[2], seat), (found[1], seat), (found[0], seat)]


async def test_a_table_is_found_by_its_thread_and_its_channel(store: Store) -> None:
    old, new = await opened(store, stage="over"), await opened(store)
    threaded = await opened(store, channel_id=71)
    await store.put_place(PlaceRow(threaded.id, threaded.channel_id, 700, None))
    await store.put_place(PlaceRow(old.id, old.channel_id, None, 5))
    assert await store.tables_in_channel(700) == [(threaded, 700)]
    assert await store.tables_in_channel(71) == [(threaded, 700)]
    assert await store.tables_in_channel(70) == [(new, None), (old, None)]
    assert await store.tables_in_channel(404) == []


async def test_what_is_played_at_a_place_is_found_by_its_thread_and_by_its_channel(store: Store) -> None:
    await opened(store)
    await opened(store, stage="over")
    beside, threaded = await opened(store, stage="playing"), await opened(store, stage="playing")
    await store.put_place(PlaceRow(threaded.id, threaded.channel_id, 700, 5))
    over = await opened(store, channel_id=71, stage="over")
    await store.put_place(PlaceRow(over.id, over.channel_id, 701, None))
    assert await store.tables_played_at(70) == [beside.id, threaded.id]
    assert await store.tables_played_at(700) == [threaded.id]
    assert await store.tables_played_at(71) == await store.tables_played_at(701) == []


async def test_a_place_is_kept_and_replaced(store: Store) -> None:
    row = await opened(store)
    assert await store.place(row.id) == PlaceRow(row.id, 70, None, None)
    await store.put_place(PlaceRow(row.id, row.channel_id, None, 5))
    await store.put_place(PlaceRow(row.id, row.channel_id, 700, 5))
    assert await store.place(row.id) == PlaceRow(row.id, 70, 700, 5)
    assert await store.place(404) is None


async def test_due_tables_come_the_longest_due_first(store: Store) -> None:
    assert await store.next_due() is None
    late, later, _never = await opened(store, due_at=30), await opened(store, due_at=20), await opened(store)
    assert await store.next_due() == 20
    assert await store.due(19) == []
    assert await store.due(30) == [later.id, late.id]
    await store.append(later._replace(due_at=None), None, [], None)
    assert await store.next_due() == 30


async def test_old_interactions_can_be_forgotten(store: Store) -> None:
    row = await opened(store)
    after = await play(store, row, 99)
    await store.prune_interactions(Retention(NOW, None, None))
    with pytest.raises(Repeated):
        await play(store, after, 99)
    await store.prune_interactions(Retention(NOW + 1, None, None))
    await play(store, after, 99)


async def seated(store: Store, key: str, **changes: Any) -> TableRow:
    """A table at which a person sits, who has opened it, too."""
    row = table(**changes)
    seats = [SeatRow(0, key, "person"), SeatRow(1, None, "empty")]
    return row._replace(id=await store.open_table(row, seats, [entry(1, by=key)], None))


async def test_a_table_comes_whole_with_its_record_and_its_queue(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    row = await play(store, await seated(store, key))
    queue = [QueuedRow(0, key, 1, 2, rank, "any", card) for rank, card in enumerate(("7C", "8C"))]
    await store.put_queue(row.id, queue[:1])
    await store.put_queue(row.id, queue[::-1])
    assert await store.table(row.id) == Stored(row, [entry(1, by=key), entry(2)], queue)
    await store.append(row, None, [], None, [])
    assert await store.table(row.id) == Stored(row, [entry(1, by=key), entry(2)], [])
    assert await store.table(404) is None


async def test_rows_come_of_the_tables_that_there_are(store: Store) -> None:
    one, other = await opened(store), await opened(store, stage="closed")
    assert sorted(await store.rows([other.id, 404, one.id])) == [one, other]
    assert await store.rows([]) == []


async def test_tables_are_counted_by_stage(store: Store) -> None:
    for stage in ("lobby", "playing", "playing", "closed"):
        await opened(store, stage=stage)
    assert await store.stages() == {"lobby": 1, "playing": 2, "over": 0, "closed": 1}


async def test_running_tables_are_found_by_who_opened_them(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    row = await seated(store, aja)
    await seated(store, aja, stage="over")
    await seated(store, malik)
    assert await store.tables_opened_by(aja) == [row.id]


async def test_tables_of_one_name_are_found_in_all_guilds_the_newest_first(store: Store) -> None:
    old, new = await opened(store, name="Otter", stage="over"), await opened(store, name="otter", guild_id=8)
    assert await store.tables_named("OTTER") == [new, old]


async def test_of_several_rematches_the_newest_that_runs_is_found(store: Store) -> None:
    row = await opened(store, stage="over")
    await opened(store, stage="closed", rematch_of=row.id)
    assert await store.rematch_of(row.id) is None
    rematches = [await opened(store, rematch_of=row.id) for _ in range(2)]
    assert await store.rematch_of(row.id) == rematches[-1]


async def test_tables_in_play_that_wait_for_an_answer_are_found(store: Store) -> None:
    row = await opened(store, stage="playing", silent_since=NOW, silent_until=NOW + 5)
    await opened(store, stage="lobby", silent_since=NOW, silent_until=NOW + 5)
    await opened(store, stage="playing")
    assert await store.tables_awaiting_answers() == [row.id]


async def test_who_has_acted_lately_is_found_with_the_last_time(store: Store) -> None:
    row = await opened(store)
    for by in ("aja", "malik", "aja", None):
        row = await play(store, row, by=by)
    assert await store.active_since(NOW + 3) == {"malik": NOW + 3, "aja": NOW + 4}
    assert await store.active_since(NOW + 4) == {"aja": NOW + 4}


async def test_running_tables_of_all_guilds_are_listed_with_their_seats(store: Store) -> None:
    second, first = [await opened(store, guild_id=guild, stage="playing") for guild in (2, 1)]
    await opened(store, guild_id=1, stage="over")
    listed = await store.running_with_seats()
    assert [row for row, _ in listed] == [first, second]
    assert [seats for _, seats in listed] == [EMPTY_SEATS, EMPTY_SEATS]
