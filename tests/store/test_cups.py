"""Cups: their records and rows, who has entered, and the tables of their matches."""

from __future__ import annotations

import pytest

from bot.operations.maintenance import prune_all
from bot.store import (
    ActRow,
    BadRow,
    Conflict,
    CupActionRow,
    CupEnd,
    CupPersonRow,
    CupRow,
    EndedCupRow,
    NameTaken,
    PodiumPlace,
    Repeated,
    Retention,
    Store,
    StoredCup,
    WeeklyKey,
)
from tests.store.samples import NOW, act, created, cup, cup_mark, opened, weekly_cup

HOUR = 3_600_000


async def appended(store: Store, row: CupRow, *entries: CupActionRow, **changes: object) -> CupRow:
    after = row._replace(seq=row.seq + len(entries), **changes)  # type: ignore[arg-type]
    await store.append_cup(after, entries, [], None)
    return after


async def test_a_cup_is_read_as_it_was_written(store: Store) -> None:
    row = await created(store)
    after = await appended(store, row, act(2, "storm", "pause", by="aja"), stage="running", due_at=NOW + 5)
    assert await store.cup(row.id) == StoredCup(after, [act(1), act(2, "storm", "pause", by="aja")])
    assert await store.cup_row(row.id) == after
    assert (await store.cup(99), await store.cup_row(99)) == (None, None)


async def test_an_interaction_is_accepted_once_for_tables_and_cups_together(store: Store) -> None:
    await store.create_cup(cup(), [act(1)], 5)
    row = await created(store)
    with pytest.raises(Repeated):
        await store.append_cup(row._replace(seq=2), [act(2)], [], 5)
    with pytest.raises(Repeated):
        await store.create_cup(cup(), [act(1)], 5)
    assert await store.cup_row(row.id) == row


async def test_entries_that_do_not_follow_the_last_are_refused(store: Store) -> None:
    row = await created(store)
    with pytest.raises(Conflict):
        await store.append_cup(row._replace(seq=3), [act(3)], [], None)
    with pytest.raises(ValueError, match="lead"):
        await store.append_cup(row._replace(seq=2), [act(3)], [], None)


async def test_running_cups_are_those_of_a_guild_that_are_not_over(store: Store) -> None:
    rows = [await created(store, stage=stage) for stage in ("sign-up", "running", "ended", "cancelled")]
    await created(store, guild_id=8)
    assert await store.running_cups(7) == rows[:2]
    assert await store.past_cups(7) == [rows[3], rows[2]]


def end(*people: str) -> CupEnd:
    return CupEnd(NOW + 9, 12, (PodiumPlace(3, people), PodiumPlace(0, ("b",))))


async def ended(store: Store, of: CupEnd | None, *people: CupPersonRow) -> CupRow:
    row = (await created(store))._replace(seq=2, stage="ended")
    await store.append_cup(row, [act(2)], people, None, end=of)
    return row


async def test_ended_cups_are_listed_with_how_they_ended_as_far_as_it_is_stored(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    old, new = await ended(store, None), await ended(store, end(aja), CupPersonRow(3, aja))
    await created(store, stage="cancelled")
    await created(store, stage="ended", guild_id=8)
    assert await store.ended_cups(7, aja) == [
        EndedCupRow(new.id, new.name, 70, True, end(aja)),
        EndedCupRow(old.id, old.name, 70, False, None),
    ]
    await store.put_cup_end(old.id, 1, end("z"))
    assert [one.end for one in await store.ended_cups(7, "nobody")] == [end(aja), None], "something was done since"
    await store.put_cup_end(old.id, 2, end("z"))
    assert [one.end for one in await store.ended_cups(7, "nobody")] == [end(aja), end("z")]


async def test_how_a_cup_ended_goes_with_whatever_is_done_in_it_unless_it_is_said_anew(store: Store) -> None:
    row = await ended(store, end("a"))
    await store.append_cup(row._replace(seq=3), [act(3)], [], None, end=end("z"))
    assert [one.end for one in await store.ended_cups(7, "")] == [end("z")]
    await appended(store, row._replace(seq=3), act(4), stage="running")
    await appended(store, row._replace(seq=4), act(5), stage="ended")
    assert [one.end for one in await store.ended_cups(7, "")] == [None]


async def test_a_person_is_told_of_the_cups_of_which_they_are_among_the_best(store: Store) -> None:
    aja, malik = [(await store.person(number, name)).key for number, name in enumerate(("Aja", "Malik"), 1)]
    row = await ended(store, end(aja), CupPersonRow(3, aja), CupPersonRow(4, malik))
    assert (await store.personal_data(aja))["podiums"] == [{"cup": row.name, "guild_id": "7", "ended_at": NOW + 9}]
    assert (await store.personal_data(malik))["podiums"] == []


async def test_a_person_finds_the_running_cups_that_they_have_entered(store: Store) -> None:
    aja, malik = [(await store.person(number, name)).key for number, name in enumerate(("Aja", "Malik"), 1)]
    row, over = await created(store), await created(store, stage="ended")
    for one in (row, over):
        await store.append_cup(one._replace(seq=2), [act(2)], [CupPersonRow(0, aja), CupPersonRow(3, aja)], None)
    assert await store.cups_of_person(aja) == [row._replace(seq=2)]
    assert await store.cups_of_person(malik) == []


async def test_due_cups_come_the_longest_due_first_and_not_of_guilds_out_of_reach(store: Store) -> None:
    late = await created(store, due_at=NOW - 5)
    later = await created(store, due_at=NOW)
    lost = await created(store, due_at=NOW - 9, guild_id=8)
    await created(store, due_at=NOW + 7)
    assert await store.due_cups(NOW, [8]) == [late.id, later.id]
    assert await store.due_cups(NOW) == [lost.id, late.id, later.id]
    assert await store.next_due_cup(NOW) == NOW + 7
    assert await store.next_due_cup(NOW + 7) is None


async def test_an_outage_is_owed_to_the_cups_that_are_played_until_it_is_paid(store: Store) -> None:
    row = await created(store, stage="running")
    signing, elsewhere = await created(store), await created(store, stage="running", guild_id=8)
    await store.credit(NOW + HOUR, NOW + 3 * HOUR, 7)
    await store.credit(NOW + 4 * HOUR, NOW + 5 * HOUR)
    assert [(await store.cup_row(one.id)) for one in (row, signing, elsewhere)] == [
        row._replace(owed=3 * HOUR),
        signing,
        elsewhere._replace(owed=HOUR),
    ]
    await store.append_cup(row._replace(seq=2), [act(2)], [], None, paid=2 * HOUR)
    assert await store.cup_row(row.id) == row._replace(seq=2, owed=HOUR)


async def test_a_clock_that_was_set_is_owed_to_the_cups_that_are_played(store: Store) -> None:
    row = await created(store, stage="running", due_at=NOW + HOUR)
    await store.shift(-HOUR, NOW)
    assert await store.cup_row(row.id) == row._replace(owed=-HOUR, due_at=NOW)


async def test_a_match_has_one_table_since_an_entry(store: Store) -> None:
    row = await opened(store, stage="playing", cup_id=3, match_number=1, match_since=9)
    again = await opened(store, cup_id=3, match_number=1, match_since=12)
    assert await store.table_of_match(3, 1, 9) == row
    assert await store.table_of_match(3, 2, 9) is None
    with pytest.raises(BadRow):
        await opened(store, cup_id=3, match_number=1, match_since=9)
    assert await store.running_tables_of_cup(3) == [row, again]


async def test_the_messages_of_a_cup_are_kept_each_in_its_last_state(store: Store) -> None:
    row, other = await created(store), await created(store, name="Sunday")
    for mark in (cup_mark(row.id), cup_mark(row.id, post="round:1"), cup_mark(other.id)):
        await store.put_cup_message(mark)
    shown = cup_mark(row.id, message_id=9, sent_at=NOW, shown_seq=1)
    await store.put_cup_message(shown)
    assert sorted(await store.cup_messages(row.id)) == [shown, cup_mark(row.id, post="round:1")]
    await store.drop_cup_message(row.id, "panel")
    assert await store.cup_messages(row.id) == [cup_mark(row.id, post="round:1")]
    assert await store.cup_messages(other.id) == [cup_mark(other.id)]


async def test_a_cup_is_unshown_until_its_last_entry_is_shown(store: Store) -> None:
    row = await created(store)
    assert await store.unshown_cups() == [row.id]
    await store.raise_cup_shown(row.id, 1)
    assert await store.unshown_cups() == []
    await store.append_cup(row._replace(seq=2), [act(2)], [], None)
    await store.raise_cup_shown(row.id, 1)
    assert await store.unshown_cups() == [row.id]
    await store.raise_cup_shown(row.id, 2)
    await store.raise_cup_shown(row.id, 1)
    assert await store.unshown_cups() == []


async def test_unfinished_are_running_cups_and_those_with_running_tables(store: Store) -> None:
    running, over, done = [await created(store, stage=stage) for stage in ("running", "ended", "ended")]
    await opened(store, stage="playing", cup_id=over.id, match_number=1, match_since=9)
    await opened(store, stage="over", cup_id=done.id, match_number=1, match_since=9)
    assert await store.unfinished_cups() == [running.id, over.id]


async def test_a_person_is_told_of_their_cups_and_what_was_written_about_them(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    row = await created(store, name="Friday")
    entries = [act(2, "insults", "ban", by="malik", person=aja), act(3, "storm", "pause", by=aja)]
    await store.append_cup(row._replace(seq=3), entries, [CupPersonRow(0, aja)], None)
    told = await store.personal_data(aja)
    assert told["cup_people"] == [
        {"cup": "Friday", "guild_id": "7", "stage": "sign-up", "opened_at": NOW, "entrant": 0}
    ]
    assert told["cup_acts"] == [{"cup": "Friday", "at": NOW + 2, "verb": "ban", "reason": "insults"}]


async def test_what_was_written_about_an_erased_person_goes_and_the_record_stays(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    row = await created(store)
    entries = [
        act(2, "insults", "ban", by="malik", person=aja),
        act(3, "ill", "withdraw", by="malik", entrant=0),
        act(4, "tired", "withdraw", by="malik", entrant=1),
        act(5, "storm", "pause", by=aja),
    ]
    await store.append_cup(row._replace(seq=5), entries, [CupPersonRow(0, aja)], None)
    await store.erase(aja)
    await store.append_cup(row._replace(seq=6), [act(6)], [CupPersonRow(2, aja)], None)
    found = await store.cup(row.id)
    assert found is not None
    assert [one.reason for one in found.record] == ["", "", "", "tired", "storm", ""]
    assert await store.cups_of_person(aja) == []


async def test_cups_stay_until_their_guild_goes(store: Store) -> None:
    row, there = await created(store, stage="ended", guild_id=7, changed_at=1), await created(store, guild_id=8)
    for guild in (7, 8):
        await store.change_guild_preferences(guild, {"language": "da"})
    assert (await prune_all(store, Retention(0, NOW, None))).guilds == 0
    assert await store.cup_row(row.id) == row
    await store.set_present_guilds([8])
    await prune_all(store, Retention(0, NOW, NOW + 1))
    assert await store.cup(row.id) is None
    assert await store.cup_row(there.id) == there
    assert (await created(store)).id > there.id


async def test_a_running_cup_has_its_name_alone_in_its_guild(store: Store) -> None:
    first = await created(store, name="Påske")
    with pytest.raises(NameTaken):
        await created(store, name="PÅSKE")
    await created(store, name="Påske", guild_id=8)
    over = await appended(store, first, act(2), stage="cancelled")
    await created(store, name="påske")
    with pytest.raises(NameTaken):
        await appended(store, over, act(3), stage="sign-up")
    assert await store.cup_row(first.id) == over


async def test_a_cup_being_made_is_kept_for_each_person_and_goes_with_them(store: Store) -> None:
    aja, malik = [(await store.person(number, name)).key for number, name in enumerate(("Aja", "Malik"), 1)]
    assert await store.cup_draft(7, aja) is None
    await store.put_cup_draft(7, aja, {"name": "Friday"})
    await store.put_cup_draft(7, aja, {"name": "Saturday"})
    await store.put_cup_draft(7, malik, {"name": "Sunday"})
    assert await store.cup_draft(7, aja) == {"name": "Saturday"}
    assert await store.cup_draft(8, aja) is None
    await store.drop_cup_draft(7, malik)
    assert await store.cup_draft(7, malik) is None
    await store.erase(aja)
    assert await store.cup_draft(7, aja) is None


async def test_weekly_cups_come_when_due_move_unless_they_changed_and_go_with_their_template(store: Store) -> None:
    aja = (await store.person(1, "Aja")).key
    for row in (
        weekly_cup(aja, due_at=NOW + 7),
        weekly_cup(aja, guild_id=8),
        weekly_cup(aja, guild_id=9, due_at=NOW - 1),
    ):
        await store.put_weekly_cup(row)
    assert [row.guild_id for row in await store.due_weekly_cups(NOW)] == [9, 8]
    assert [row.guild_id for row in await store.due_weekly_cups(NOW, [9])] == [8]
    assert await store.next_due_weekly_cup(NOW) == NOW + 7
    moved = weekly_cup(aja, starts_at=NOW + 9, due_at=NOW + 8, cup_id=3)
    await store.move_weekly_cup(moved, NOW)
    await store.move_weekly_cup(weekly_cup(aja), NOW)
    assert await store.weekly_cups(7) == [moved]
    await store.move_weekly_cup(moved, NOW, ActRow(7, NOW, aja, "weekly-hidden", about="Friday"))
    assert await store.acts(7, 9) == []
    act = ActRow(7, NOW, aja, "weekly-unseen", about="Friday")
    await store.move_weekly_cup(moved._replace(unseen=1), NOW + 9, act)
    assert [row.unseen for row in await store.weekly_cups(7)] == [1]
    assert await store.acts(7, 9) == [act]
    await store.drop_cup_template(7, "Friday")
    await store.move_weekly_cup(moved, NOW + 9)
    assert await store.weekly_cups(7) == []
    await store.drop_weekly_cup(8, "Friday")
    assert await store.weekly_cups(8) == []


async def test_a_start_of_a_template_has_one_cup(store: Store) -> None:
    key = WeeklyKey("Friday", NOW)
    assert await store.cup_of_week(7, *key) is None
    cup_id = await store.create_cup(cup(), [act(1)], None, [], key)
    assert await store.cup_of_week(7, *key) == cup_id
    with pytest.raises(BadRow):
        await store.create_cup(cup(), [act(1)], None, [], key)
    await store.create_cup(cup(guild_id=8), [act(1)], None, [], key)


async def test_a_guild_keeps_rules_under_their_names(store: Store) -> None:
    await store.put_cup_template(7, "Friday", {"most": 8})
    await store.put_cup_template(7, "Friday", {"most": 12})
    await store.put_cup_template(7, "Easter", {})
    assert list((await store.cup_templates(7)).items()) == [("Easter", {}), ("Friday", {"most": 12})]
    assert await store.cup_templates(8) == {}
    assert await store.drop_cup_template(7, "Friday")
    assert not await store.drop_cup_template(7, "Friday")


async def of_game(store: Store, game: str | None, **changes: object) -> CupRow:
    row = cup(**changes)
    rules = {"name": row.name} if game is None else {"name": row.name, "game": game}
    return row._replace(id=await store.create_cup(row, [act(1, verb="create", rules=rules)], None))


async def test_cups_of_other_games_are_the_running_ones_whose_game_is_not_named(store: Store) -> None:
    usual, gift = await of_game(store, None), await of_game(store, "gift")
    braus = await of_game(store, "braus", stage="running", guild_id=8)
    await of_game(store, "gift", stage="ended")
    assert await store.cups_of_other_games(["voormsi", "braus"]) == [(gift, "gift")]
    assert await store.cups_of_other_games(["voormsi"]) == [(gift, "gift"), (braus, "braus")]
    assert [await store.cup_game(one) for one in (usual.id, gift.id, 99)] == [None, "gift", None]


async def test_a_cup_owes_what_it_is_told_to_with_a_value_for_the_next_process(store: Store) -> None:
    row = await of_game(store, "gift", stage="running")
    await store.credit(NOW + 10, NOW + 30)
    await store.owe_cups({row.id: 50, 99: 7}, {"cups suspended": "{}"})
    assert await store.cup_row(row.id) == row._replace(owed=50)
    assert await store.get_value("cups suspended") == "{}"


async def test_cups_that_were_told_to_wait_have_a_message_of_that_kind(store: Store) -> None:
    waiting, other, ended = [await created(store, stage=stage) for stage in ("running", "running", "ended")]
    for row in (waiting, ended):
        await store.put_cup_message(cup_mark(row.id, post="waiting.1"))
    await store.put_cup_message(cup_mark(other.id, post="panel.1"))
    assert await store.cups_told_to_wait() == [waiting.id]
