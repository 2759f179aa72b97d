"""A private hand in the thread follows the table while its token is valid; the direct message is quiet meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.publishing import delivery_queues
from bot.publishing.seat_messages import SeatMessages
from sandbox import Message, Sandbox
from sandbox.world import errors
from sandbox.world.faults import InjectedFault
from simulation.counted_rubbers import PrivatePlayer, all_shown
from simulation.scripted_people import anything, is_called, posts, press_at, seated
from tests.flows.conftest import serving, settings_for
from tests.flows.test_settings import choose, my_play

ELSEWHERE = "with the hand that you have opened there"


@pytest.fixture
async def company(bot: object, box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> list[PrivatePlayer]:
    monkeypatch.setattr(delivery_queues, "AFTER", 0.0)
    people = box.people[:2]
    lobby = await seated(box, people, 2)
    thread = await lobby.start(people[0])
    company = [PrivatePlayer(box, person, lobby.name, anything(seat), thread) for seat, person in enumerate(people)]
    await box.until(lambda: any(player.called for player in company))
    await all_shown(box)
    return company


async def turn(box: Sandbox, company: list[PrivatePlayer]) -> PrivatePlayer:
    """Let the person on turn play in private; return that person."""
    player = next(one for one in company if one.called)
    await player.play()
    await all_shown(box)
    return player


def dm(player: PrivatePlayer) -> Message:
    return next(one for one in reversed(player.person.dms) if not one.ephemeral)


async def test_a_private_hand_says_by_itself_that_it_is_ones_turn(box: Sandbox, company: list[PrivatePlayer]) -> None:
    first = await turn(box, company)
    assert first.own
    assert not is_called(first.own)
    private, before = first.own.id, [file["url"] for file in first.own.attachments]
    while not first.called:
        await turn(box, company)
    assert first.own.id == private
    assert is_called(first.own)
    assert [file["url"] for file in first.own.attachments] not in ([], before)


async def test_the_message_of_who_plays_in_private_has_no_cards_until_it_is_asked_for_them(
    box: Sandbox, company: list[PrivatePlayer]
) -> None:
    player = await turn(box, company)
    hand = dm(player)
    assert ELSEWHERE in hand.text
    assert not hand.attachments
    await player.person.press(hand, "My hand")
    await all_shown(box)
    assert player.hand is not None
    assert player.hand.id == hand.id
    assert hand.attachments
    while not player.called:
        await turn(box, company)
    assert is_called(hand), "its own press has brought a token, so it follows again"
    assert player.own
    assert is_called(player.own)


async def test_a_question_about_a_play_stays_in_a_private_hand_while_something_happens_at_the_table(
    box: Sandbox, company: list[PrivatePlayer]
) -> None:
    player = next(one for one in company if one.called)
    await choose(player.person, await my_play(player.person, box), "confirm", "always")
    await player.play()
    await all_shown(box)
    assert player.thread
    asked = player.person.sees(player.thread)[-1]
    other = next(one.person for one in company if one is not player)
    await press_at(player.thread, other, "More…", "Pause")
    await all_shown(box)
    assert asked.labels == ["Play", "Back"]


async def test_of_two_private_hands_the_earlier_one_goes(box: Sandbox, company: list[PrivatePlayer]) -> None:
    player = await turn(box, company)
    before = player.own
    assert before
    assert player.thread
    answer = await player.person.command(player.thread, "hand")
    assert answer.message
    await box.until(lambda: before.deleted)
    assert not answer.message.deleted


@pytest.mark.parametrize("refusal", [errors.invalid_webhook_token(), errors.unknown_webhook()], ids=["over", "unknown"])
async def test_a_private_hand_that_cannot_be_edited_gives_way_to_the_direct_message(
    box: Sandbox, company: list[PrivatePlayer], refusal: errors.ApiError
) -> None:
    player = await turn(box, company)
    box.faults.add(InjectedFault.refused(refusal, "/webhooks/", times=None))
    while not player.called:
        await turn(box, company)
    assert player.hand is not None
    assert is_called(player.hand)


async def test_somebody_who_has_gone_away_is_called_by_a_message_with_their_hand(
    box: Sandbox, company: list[PrivatePlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await turn(box, company)
    before = dm(player)
    monkeypatch.setattr(SeatMessages, "is_here", lambda *_: False)
    while not player.called:
        await turn(box, company)
    assert player.hand is not None
    assert player.hand.id != before.id
    assert is_called(player.hand)


async def test_after_a_restart_the_direct_message_shows_the_hand_again(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_queues, "AFTER", 0.0)
    people = box.people[:2]
    async with serving(box, settings_for(box, database)):
        lobby = await seated(box, people, 2)
        thread = await lobby.start(people[0])
        company = [PrivatePlayer(box, person, lobby.name, anything(seat), thread) for seat, person in enumerate(people)]
        await box.until(lambda: any(player.called for player in company))
        await all_shown(box)
        player = await turn(box, company)
        assert ELSEWHERE in dm(player).text
    async with serving(box, settings_for(box, database)):
        await box.until(lambda: player.hand is not None)


async def test_a_private_hand_of_a_table_that_was_closed_has_no_cards_left(
    box: Sandbox, company: list[PrivatePlayer]
) -> None:
    player = await turn(box, company)
    opener, private = company[0].person, player.own
    assert private
    assert player.thread
    more = (await opener.press(posts(player.thread, opener, "hand 1, trick")[-1], "More…")).message
    assert more
    sure = (await opener.press(more, "Close")).message
    assert sure
    await opener.press(sure, "Yes, close the table")
    await box.until(lambda: "is closed" in private.text)
    assert "Strongest first" not in private.text
