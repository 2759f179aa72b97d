"""The breaker by itself: what shuts a place, who may try it again, and whom it tells; the allowance of refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from contextlib import suppress

import pytest
from discord.ui import LayoutView

from bot.discord_api import circuit_breaker
from bot.discord_api.circuit_breaker import (
    FIRST_PAUSE,
    FORGOTTEN_AFTER,
    HINTED,
    LONGEST_PAUSE,
    LONGEST_UNEXPLAINED,
    CircuitBreaker,
)
from bot.discord_api.delivery import Picture
from bot.discord_api.errors import (
    ChannelGone,
    DeliveryError,
    DmsClosed,
    Forbidden,
    Later,
    MessageGone,
    NoPrivateThread,
    ThreadArchived,
    Unexplained,
)
from bot.discord_api.invalid_requests import ANSWERS_ONLY, NOTHING_MORE, WINDOW, InvalidRequestGuard
from bot.runtime.times import DAY, SECOND
from tests.bot.fake_discord import FakePost
from tests.bot.place import FailingPlace
from tests.bot.running_bot import CHANNEL, SetClock

AJA, MALIK = 11, 12
PICTURE = Picture("a.png", b"")


def with_dms_apart(place: FailingPlace) -> FailingPlace:
    """Each person's DM has an id of its own."""
    asked = place.discord.dm

    async def opened(person: int) -> int:
        return 9000 + await asked(person)

    place.discord.dm = opened  # type: ignore[method-assign]
    return place


async def is_open_by_a_hint(place: FailingPlace, person: int, dm: int) -> bool:
    """Return whether a refused DM is tried again soon after the person has acted."""
    place.error = DmsClosed
    with pytest.raises(DmsClosed):
        await place.send(dm)
    place.breaker.note_activity(person)
    place.time.now += FIRST_PAUSE // HINTED
    tried = place.breaker.allows(dm)
    place.time.now += FIRST_PAUSE
    place.error = None
    await place.send(dm)
    return tried


async def test_of_ten_thousand_tries_a_dozen_are_made() -> None:
    place = FailingPlace()
    for _ in range(10_000):
        assert await place.is_refused()
        place.time.now += SECOND
    assert place.asked == 9  # 10,000 s: after 0.5, 1, 2, 4 ... minutes, then every hour
    (rest,) = place.breaker.open_circuits().values()
    assert rest.times == 9


async def test_after_its_pause_one_request_is_made_and_its_success_opens_the_place_for_all() -> None:
    place, opened = FailingPlace(), list[Set[int]]()
    place.breaker.listen(opened.append)
    assert await place.is_refused()
    place.time.now += FIRST_PAUSE
    assert place.breaker.allows(CHANNEL)
    assert await place.is_refused()
    assert not place.breaker.allows(CHANNEL)
    place.time.now += 2 * FIRST_PAUSE
    place.error = None
    await place.send()
    assert opened == [{CHANNEL}]
    assert place.breaker.open_circuits() == {}
    await place.send()
    assert opened == [{CHANNEL}]


async def test_what_is_refused_without_being_asked_is_refused_in_the_same_way() -> None:
    place = FailingPlace()
    for error in (ChannelGone, DmsClosed):
        place.error = error
        assert await place.is_refused(error)
        asked = place.asked
        assert await place.is_refused(error)
        assert place.asked == asked
        place.breaker = CircuitBreaker(place.discord, place.request_guard, place.time)


async def test_a_hint_makes_the_pause_shorter_but_never_ends_it() -> None:
    place = FailingPlace()
    for _ in range(20):
        await place.is_refused()
        place.time.now += LONGEST_PAUSE
    await place.is_refused()
    asked = place.asked
    for _ in range(600):
        place.breaker.hint([CHANNEL])
        await place.is_refused()
        place.time.now += SECOND
    assert place.asked - asked == 600 // (LONGEST_PAUSE // HINTED // SECOND)


async def test_private_threads_are_refused_apart_from_their_channel_and_a_hint_about_it_is_one_for_them() -> None:
    place = FailingPlace()
    place.error = None

    async def opened() -> None:
        await place.breaker.open_own_thread(1, CHANNEL, "Otter", 0, private=True)

    for _ in range(2):
        with pytest.raises(NoPrivateThread):
            await opened()
    assert place.asked == 1
    await place.send()
    place.discord.hides = True
    place.breaker.hint([CHANNEL])
    place.time.now += 30 * SECOND // HINTED
    await opened()
    assert place.breaker.open_circuits() == {}


async def test_other_places_and_what_is_no_refusal_of_the_place_go_on() -> None:
    place = FailingPlace()
    await place.is_refused()
    place.error = None
    await place.send(MALIK)
    place.error = MessageGone
    with pytest.raises(MessageGone):
        await place.breaker.edit(MALIK, 1, LayoutView())
    place.error = Later
    with pytest.raises(Later):
        await place.send(MALIK)
    assert [*place.breaker.open_circuits()] == [CHANNEL]


async def test_somebody_who_presses_something_is_tried_again_in_their_dms() -> None:
    place = FailingPlace()
    place.error = None
    channel = await place.breaker.dm(AJA)
    place.error = DmsClosed
    with pytest.raises(DmsClosed):
        await place.send(channel)
    place.time.now += FIRST_PAUSE // HINTED
    assert not place.breaker.allows(channel)
    place.breaker.note_activity(AJA)
    assert place.breaker.allows(channel)


async def test_a_clock_that_goes_back_keeps_no_place_shut() -> None:
    place = FailingPlace()
    await place.is_refused()
    place.time.now -= DAY
    assert place.breaker.allows(CHANNEL)


async def test_while_one_request_tries_the_place_nobody_else_does() -> None:
    place, refused_meanwhile = FailingPlace(), list[bool]()
    await place.is_refused()
    place.time.now += FIRST_PAUSE
    place.discord.before = lambda _: refused_meanwhile.append(not place.breaker.allows(CHANNEL))
    await place.send()
    assert refused_meanwhile == [True]


async def test_a_hint_that_comes_while_the_place_is_tried_counts_after_it() -> None:
    place = FailingPlace()
    await place.is_refused()
    place.time.now += FIRST_PAUSE

    def refuse(_: str) -> None:
        place.breaker.hint([CHANNEL])
        raise Forbidden

    place.discord.before = refuse
    await place.is_refused()
    place.time.now += 2 * FIRST_PAUSE // HINTED
    assert place.breaker.allows(CHANNEL)


async def test_a_picture_that_is_refused_shuts_nothing() -> None:
    place = FailingPlace()
    with pytest.raises(Forbidden):
        await place.breaker.send(CHANNEL, LayoutView(), "nonce", picture=PICTURE)
    assert place.breaker.allows(CHANNEL)
    place.error = ThreadArchived
    with pytest.raises(ThreadArchived):
        await place.breaker.send(CHANNEL, LayoutView(), "nonce", picture=PICTURE)
    assert not place.breaker.allows(CHANNEL)


async def test_an_edit_that_is_forbidden_shuts_nothing() -> None:
    place = FailingPlace()
    for error in (Forbidden, MessageGone, ThreadArchived):
        place.error = error
        with pytest.raises(error):
            await place.breaker.edit(CHANNEL, 1, LayoutView())
    assert place.breaker.open_circuits() == {}


async def test_a_place_is_known_since_it_refused_first_and_forgotten_when_nobody_asks_any_more() -> None:
    place = FailingPlace()
    began = place.time.now
    for _ in range(3):
        await place.is_refused()
        place.time.now += 8 * FIRST_PAUSE
    assert place.breaker.open_circuits()[CHANNEL].since == began
    place.time.now = place.breaker.open_circuits()[CHANNEL].until + FORGOTTEN_AFTER
    assert place.breaker.open_circuits() == {}


async def test_where_it_is_refused_nothing_is_deleted() -> None:
    place = FailingPlace()
    await place.is_refused()
    asked = place.asked
    await place.breaker.delete(CHANNEL, 1)
    assert place.asked == asked


async def test_who_is_heard_from_is_tried_again_where_no_dm_could_be_opened_and_in_the_one_that_was() -> None:
    place = with_dms_apart(FailingPlace())
    place.error = DmsClosed
    with pytest.raises(DmsClosed):
        await place.breaker.dm(AJA)
    place.time.now += FIRST_PAUSE // HINTED
    assert not place.breaker.allows(AJA)
    place.breaker.note_activity(AJA)
    assert place.breaker.allows(AJA)
    place.error = None
    dm = await place.breaker.dm(AJA)
    assert not await is_open_by_a_hint(place, AJA + 1, dm)
    assert await is_open_by_a_hint(place, AJA, dm)


async def test_of_as_many_people_as_there_is_room_for_it_is_known_which_dm_is_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(circuit_breaker, "REMEMBERED", 2)
    place = with_dms_apart(FailingPlace())
    place.error = None
    first, _, last = [await place.breaker.dm(person) for person in (1, 2, 3)]
    assert not await is_open_by_a_hint(place, 1, first)
    assert await is_open_by_a_hint(place, 3, last)


async def test_after_a_hint_whoever_waits_is_told_once_the_pause_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_PAUSE", HINTED)
    place, told = FailingPlace(), asyncio.Queue[Set[int]]()
    place.breaker.listen(told.put_nowait)
    place.error = ChannelGone
    await place.is_refused(ChannelGone)
    for _ in range(3):
        place.breaker.hint([CHANNEL])
    async with asyncio.timeout(30):
        assert await told.get() == {CHANNEL}
    assert told.empty()


# Over all


def test_refusals_are_counted_as_discord_counts_them_and_for_ten_minutes() -> None:
    time = SetClock()
    request_guard = InvalidRequestGuard(time)
    for status, scope in ((403, None), (401, None), (429, "user"), (429, "global"), (429, "shared"), (404, None)):
        request_guard.count(status, scope)
    assert request_guard.refused == 4
    time.now += WINDOW // 2
    request_guard.count(403)
    assert request_guard.refused == 5
    time.now += WINDOW // 2
    assert request_guard.refused == 1
    time.now -= DAY
    assert request_guard.refused == 0


async def test_after_too_many_refusals_only_answers_are_sent_and_after_more_nothing() -> None:
    place = FailingPlace()
    place.error = None
    for _ in range(ANSWERS_ONLY):
        place.request_guard.count(403)
    with pytest.raises(Later) as raised:
        await place.send()
    assert not raised.value.asked
    assert place.asked == 0
    assert place.request_guard.asks
    for _ in range(NOTHING_MORE - ANSWERS_ONLY):
        place.request_guard.count(429)
    assert not place.request_guard.asks
    place.time.now += WINDOW
    await place.send()


def test_a_next_life_goes_on_counting() -> None:
    time = SetClock()
    first, second = InvalidRequestGuard(time), InvalidRequestGuard(time)
    for _ in range(7):
        first.count(403)
    second.resume(first.counts())
    second.count(403)
    assert second.refused == 8


def test_what_a_former_life_counted_is_added_to_what_this_one_has() -> None:
    time = SetClock()
    first, second = InvalidRequestGuard(time), InvalidRequestGuard(time)
    first.count(403)
    second.count(403)
    second.resume(first.counts())
    assert second.refused == 2


# What Discord itself has said nothing against


async def test_a_place_that_is_refused_without_a_word_of_discords_rests_but_never_for_long() -> None:
    place = FailingPlace()
    place.error = Unexplained
    for _ in range(20):
        assert await place.is_refused(Unexplained)
        assert not place.breaker.allows(CHANNEL)
        place.time.now += LONGEST_UNEXPLAINED
    assert place.asked == 20


async def test_when_the_cause_is_known_its_pause_begins_anew() -> None:
    place = FailingPlace()
    place.error = Unexplained
    for _ in range(6):
        await place.is_refused(Unexplained)
        place.time.now += LONGEST_UNEXPLAINED
    place.error = Forbidden
    await place.is_refused()
    place.time.now += FIRST_PAUSE
    assert place.breaker.allows(CHANNEL)


@pytest.mark.parametrize("error", [None, MessageGone])
async def test_any_answer_of_discords_opens_a_place_and_others_are_tried_soon(
    error: type[DeliveryError] | None,
) -> None:
    place, told = FailingPlace(), list[Set[int]]()
    place.breaker.listen(told.append)
    place.error = Unexplained
    for one in (CHANNEL, AJA):
        for _ in range(5):
            with pytest.raises(Unexplained):
                await place.send(one)
            place.time.now += LONGEST_UNEXPLAINED
    await place.is_refused(Unexplained)
    place.error = error
    with suppress(MessageGone):
        await place.breaker.edit(AJA, 1, LayoutView())
    assert [*place.breaker.open_circuits()] == [CHANNEL]
    assert told == [{AJA}]
    place.time.now += LONGEST_UNEXPLAINED // HINTED
    assert place.breaker.allows(CHANNEL)


async def test_a_deletion_is_put_off_where_nothing_is_explained() -> None:
    place = FailingPlace()
    place.error = Unexplained
    await place.is_refused(Unexplained)
    with pytest.raises(Unexplained):
        await place.breaker.delete(CHANNEL, 1)
    assert place.asked == 1


async def test_who_takes_no_dms_still_has_what_stands_there_edited_and_deleted() -> None:
    place = FailingPlace()
    place.error = DmsClosed
    await place.is_refused(DmsClosed)
    place.error = None
    message = place.discord.messages[1] = FakePost(1, CHANNEL, [], "nonce")
    await place.breaker.edit(CHANNEL, 1, LayoutView())
    assert message.edits == 1
    await place.breaker.delete(CHANNEL, 1)
    assert place.discord.messages == {}
    assert not place.breaker.allows(CHANNEL)
