from __future__ import annotations

from bot.store import DailyRow, HintRow, PersonRow, Retention, SeatRow, Store
from tests.store.samples import NOW, entry, mark, opened


async def test_a_change_leaves_the_other_wishes_as_they_are(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    assert await store.preferences(key) == {}
    assert await store.change_preferences(key, {"language": "da"}) == {"language": "da"}
    assert await store.change_preferences(key, {"cards": "words"}) == {"language": "da", "cards": "words"}
    assert await store.change_preferences(key, {"language": None}) == {"cards": "words"}
    assert await store.preferences(key) == {"cards": "words"}
    assert await store.change_preferences(key, {"cards": None}) == {}


async def test_a_wish_that_is_taken_back_before_any_was_said_leaves_none(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    assert await store.change_preferences(key, {"language": None}) == {}


async def test_a_server_keeps_its_wishes_until_it_is_erased(store: Store) -> None:
    await store.change_guild_preferences(7, {"channels": [70, 71]})
    await store.change_guild_preferences(8, {"language": "da"})
    await store.put_daily(DailyRow(7, "2025-11-21", 70, None))
    await store.set_guild_left(7, NOW)
    assert await store.guild_preferences(7) == {"channels": [70, 71]}
    await store.prune_guilds(Retention(0, None, NOW + 1))
    assert (await store.guild_preferences(7), await store.daily(7, "2025-11-21")) == ({}, None)
    assert await store.guild_preferences(8) == {"language": "da"}


async def test_guilds_that_removed_the_bot_are_found_as_long_as_their_tables_run(store: Store) -> None:
    row = await opened(store, guild_id=7)
    for guild_id in (7, 8):
        await store.set_guild_left(guild_id, NOW)
    assert await store.left_guilds() == [7]
    await store.append(row._replace(stage="closed"), None, [], None)
    assert await store.left_guilds() == []
    await store.set_guild_left(7, None)
    assert await store.guild_preferences(7) == {}


async def test_the_locale_of_a_person_is_the_last_that_was_seen(store: Store) -> None:
    first = await store.person(1, "Aja", "da")
    assert first == PersonRow(first.key, 1, "Aja", "da")
    assert await store.person(1, "Aja") == first
    assert (await store.person(1, "Aja ❄")).locale == "da"
    assert (await store.person(1, "Aja ❄", "en-GB")).locale == "en-GB"
    assert (await store.people([first.key]))[first.key].locale == "en-GB"


async def test_an_exercise_keeps_the_last_answer(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    await store.put_exercise(key, "sevens", 2, correct=False)
    await store.put_exercise(key, "order", 1, correct=True)
    await store.put_exercise(key, "sevens", 2, correct=True)
    assert await store.exercises(key) == [("order", 1, True, NOW), ("sevens", 2, True, NOW)]


async def test_a_hint_is_kept_once_for_each_game(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    first, other = HintRow("voormsi", "heads", 3, 1, 0), HintRow("toy", "heads", 4, 1, 2)
    await store.put_hints(key, [first, other])
    assert sorted(await store.hints(key)) == [other, first]
    await store.put_hints(key, [first._replace(hand=2)])
    assert sorted(await store.hints(key)) == [other, first._replace(hand=2)]


async def test_an_erased_person_is_given_no_hint(store: Store) -> None:
    key = (await store.person(1, "Aja")).key
    await store.erase(key)
    await store.put_hints(key, [HintRow("voormsi", "heads", 3, 1, 0)])
    assert await store.hints(key) == []


async def test_the_daily_trick_keeps_the_first_answer(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    await store.answer_daily(aja, "2025-11-21", "2", correct=True)
    await store.answer_daily(aja, "2025-11-21", "3", correct=False)
    await store.answer_daily(malik, "2025-11-22", "1", correct=False)
    assert await store.daily_answer(aja, "2025-11-21") == "2"
    stored = {"day": "2025-11-21", "choice": "2", "correct": 1, "at": NOW}
    assert (await store.personal_data(aja))["daily_answers"] == [stored]
    assert await store.daily_answer(malik, "2025-11-21") is None
    await store.answer_daily(malik, "2025-11-21", "2", correct=True)
    assert await store.daily_tally("2025-11-21") == {"2": 2}
    assert await store.daily_tally("2025-11-23") == {}


async def test_the_days_that_a_person_answered_are_told_newest_first(store: Store) -> None:
    aja, malik = [(await store.person(number, f"Person {number}")).key for number in (1, 2)]
    for day in ("2025-11-21", "2025-12-01", "2025-11-30"):
        await store.answer_daily(aja, day, "2", correct=day != "2025-11-30")
    told = [("2025-12-01", True), ("2025-11-30", False), ("2025-11-21", True)]
    assert await store.daily_answers(aja) == told
    assert await store.daily_answers(malik) == []


async def test_a_server_is_shown_one_trick_a_day(store: Store) -> None:
    await store.put_daily(DailyRow(7, "2025-11-21", 70, None))
    await store.put_daily(DailyRow(7, "2025-11-21", 70, 700))
    assert await store.daily(7, "2025-11-21") == DailyRow(7, "2025-11-21", 70, 700)
    assert await store.daily(7, "2025-11-22") is None


async def known(store: Store) -> str:
    """The key of a person of whom everything there can be is stored."""
    key = (await store.person(1, "Aja", "da")).key
    await store.change_preferences(key, {"language": "da"})
    await store.put_exercise(key, "sevens", 2, correct=True)
    await store.block(key, (await store.person(2, "Malik")).key)
    await store.put_hints(key, [HintRow("voormsi", "heads", 3, 1, 0)])
    await store.answer_daily(key, "2025-11-21", "2", correct=True)
    row = await opened(store)
    await store.append(row._replace(seq=2), [SeatRow(0, key, "person")], [entry(2)], None)
    return key


async def test_everything_about_a_person_can_be_told(store: Store) -> None:
    key = await known(store)
    told_of = await opened(store, name="Raven")
    await store.put_message_states(
        mark(told_of.id, audience="seat:0", post="hand", channel_id=501, message_id=9, person=key)
    )
    await store.put_message_states(
        mark(told_of.id, audience="seat:1", post="hand", channel_id=502, message_id=9, person="other")
    )
    told = await store.personal_data(key)
    (seat,) = told.pop("seats")
    assert (seat["seat"], seat["guild_id"], seat["stage"]) == (0, "7", "lobby")
    assert told == {
        "key": key,
        "discord_id": "1",
        "met_at": NOW,
        "locale": "da",
        "names": [{"name": "Aja"}],
        "wishes": {"language": "da"},
        "exercises": [{"lesson": "sevens", "number": 2, "correct": 1, "at": NOW}],
        "hints": [{"game": "voormsi", "hint": "heads", "rubber": 3, "hand": 1, "trick": 0, "at": NOW}],
        "daily_answers": [{"day": "2025-11-21", "choice": "2", "correct": 1, "at": NOW}],
        "queue": [],
        "digests": [],
        "results": [],
        "acts": [],
        "conduct": [],
        "bans": [],
        "organised": [],
        "cup_people": [],
        "cup_drafts": [],
        "organisers": [],
        "weekly_cups": [],
        "cup_acts": [],
        "leagues": [],
        "podiums": [],
        "blocks": [{"discord_id": "2", "at": NOW}],
        "messages": [{"table": told_of.name, "post": "hand", "channel_id": "501", "message_id": "9", "sent_at": None}],
    }
    assert await store.personal_data("nobody") == {}


async def test_what_is_theirs_alone_is_erased_with_a_person(store: Store) -> None:
    key = await known(store)
    await store.erase(key)
    told = await store.personal_data(key)
    assert len(told.pop("seats")) == 1
    assert {name for name, value in told.items() if value} == {"key", "met_at"}
