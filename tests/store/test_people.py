from __future__ import annotations

import asyncio
import re

from bot.store import PersonRow, SeatRow, Store
from bot.store.sql.people import TO_CLEAN
from tests.store.samples import entry, mark, now, opened, table


async def test_a_person_keeps_one_random_key_and_todays_name(store: Store) -> None:
    first = await store.person(123456, "Aqqaluk")
    again = await store.person(123456, "Aqqa ❄")
    assert re.fullmatch("[0-9a-f]{16}", first.key)
    assert again == PersonRow(first.key, 123456, "Aqqa ❄")
    assert (await store.person(654321, "Aqqaluk")).key != first.key


async def test_a_person_met_twice_at_once_is_one(store: Store) -> None:
    met = await asyncio.gather(*(store.person(1, f"name {number}") for number in range(20)))
    assert len({person.key for person in met}) == 1


async def test_people_are_found_by_their_keys(store: Store) -> None:
    one, two, _other = [await store.person(number, f"name {number}") for number in range(3)]
    assert await store.people([one.key, two.key, "nobody"]) == {one.key: one, two.key: two}
    assert await store.people([]) == {}


async def test_a_stranger_is_not_known_and_neither_is_an_erased_person(store: Store) -> None:
    person = await store.person(1, "Aqqaluk")
    assert await store.known_person(1) == person
    assert await store.known_person(2) is None
    await store.erase(person.key)
    assert await store.known_person(1) is None


async def test_those_are_erased_for_whom_id_and_time_of_meeting_say_so(store: Store) -> None:
    for discord_id in (1, 2):
        await store.person(discord_id, "Aja")
    assert await store.erase_where(lambda discord_id, met_at: discord_id == 1 and met_at <= now()) == 1
    assert await store.known_person(1) is None
    assert await store.known_person(2) is not None


async def test_an_erased_person_leaves_a_key_that_means_nobody(store: Store) -> None:
    person = await store.person(1, "Aqqaluk")
    row = await opened(store)
    await store.append(row._replace(seq=2), [SeatRow(0, person.key, "person")], [entry(2, who=person.key)], None)
    await store.erase(person.key)
    assert await store.people([person.key]) == {person.key: PersonRow(person.key, None, "")}
    assert await store.seats_of_erased() == [(row.id, 0, person.key)]
    assert await store.record(row.id, after=1) == [entry(2, who=person.key)]
    assert (await store.person(1, "Aqqaluk")).key != person.key


async def test_where_the_hands_of_an_erased_person_were_shown_goes_but_of_tables_that_run(store: Store) -> None:
    """The publisher still has to take the cards out of the messages of those, and lets go of them then."""
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    both = [SeatRow(0, aja, "person"), SeatRow(1, malik, "person")]
    over, running = await opened(store), await opened(store)
    for row, stage in ((over, "over"), (running, "playing")):
        await store.append(row._replace(seq=2, stage=stage), both, [entry(2)], None)
        for seat, channel in ((0, 501), (1, 502)):
            await store.put_message_states(
                mark(row.id, audience=f"seat:{seat}", post="hand", channel_id=channel, message_id=9)
            )
    await store.erase(aja)
    shown = {
        (row.id, one.audience): one.channel_id for row in (over, running) for one in await store.message_states(row.id)
    }
    assert shown == {
        (over.id, "seat:0"): None,
        (over.id, "seat:1"): 502,
        (running.id, "seat:0"): 501,
        (running.id, "seat:1"): 502,
    }


async def test_where_the_hands_were_shown_of_somebody_erased_who_took_a_seat_later_goes_too(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    over = await opened(store)
    await store.append(over._replace(seq=2, stage="over"), [SeatRow(0, aja, "person")], [entry(2)], None)
    await store.put_message_states(mark(over.id, audience="seat:0", post="hand", channel_id=None, message_id=None))
    await store.put_message_states(mark(over.id, audience="seat:0", post="hand:13", channel_id=501, message_id=9))
    await store.erase(aja)
    assert [(one.channel_id, one.message_id) for one in await store.message_states(over.id)] == [
        (None, None),
        (None, None),
    ]


async def test_where_the_hands_were_shown_of_somebody_erased_who_left_the_seat_goes_and_no_others(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    over = await opened(store)
    await store.append(over._replace(seq=2, stage="over"), [SeatRow(0, malik, "person")], [entry(2)], None)
    await store.put_message_states(
        mark(over.id, audience="seat:0", post="hand", channel_id=501, message_id=9, person=aja)
    )
    await store.put_message_states(
        mark(over.id, audience="seat:0", post="hand:13", channel_id=502, message_id=8, person=malik)
    )
    await store.erase(aja)
    shown = [(one.channel_id, one.message_id) for one in await store.message_states(over.id)]
    assert shown == [(None, None), (502, 8)]


async def test_the_seats_of_erased_people_at_running_tables_are_found(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    running, over = await opened(store), await opened(store, stage="over")
    for row in (running, over):
        await store.append(row._replace(seq=2), [SeatRow(1, key, "person")], [entry(2)], None)
    assert await store.seats_of_erased() == []
    await store.erase(key)
    assert await store.seats_of_erased() == [(running.id, 1, key)]


async def test_the_lobbies_that_an_erased_person_opened_are_found(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    rows = [(aja, "lobby"), (aja, "playing"), (aja, "closed"), (malik, "lobby")]
    tables = [await store.open_table(table(stage=stage), [], [entry(1, by=key)], None) for key, stage in rows]
    assert await store.lobbies_of_erased() == []
    await store.erase(aja)
    assert await store.lobbies_of_erased() == [(tables[0], aja)]


async def test_the_files_are_clean_after_an_erasure(store: Store) -> None:
    person = await store.person(1, "Aja")
    await store.put_value(TO_CLEAN, "what a kill has left")
    await store.erase(person.key)
    assert await store.get_value(TO_CLEAN) is None
    assert await store.clean(), "nothing is left to do"
