"""The hand in a direct message follows the trick while others play."""

from __future__ import annotations

import pytest

from bot.discord_api.interactions import InteractionTokens
from bot.messages.hand import hand_scene
from bot.publishing import delivery_queues
from bot.runtime.times import HOUR
from bot.tables import deals
from sandbox import Message, Sandbox, Thread
from sandbox.world.components import GALLERY, walk
from simulation.scripted_people import Player, cut_for, players, posts, seated, shuffling, stacked

DEAL = stacked(["KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)
"""You (seat 0) lead."""


@pytest.fixture
async def table(bot: object, box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> tuple[Thread, list[Player]]:
    monkeypatch.setattr(delivery_queues, "AFTER", 0.0)
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), DEAL))
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    lobby = await seated(box, people, 4)
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    await box.until(lambda: company[0].called and all(pictures(player.hand) for player in company))
    await box.until(lambda: posts(thread, people[0], "trick 1"))
    return thread, company


def pictures(message: Message | None) -> list[str]:
    return [file["url"] for file in message.attachments] if message else []


async def test_a_hand_shows_what_the_others_have_played(box: Sandbox, table: tuple[Thread, list[Player]]) -> None:
    thread, (you, _, malik, _) = table
    assert malik.hand
    assert "You: 5♠" not in malik.hand.text
    await you.person.command(thread, "play", cards="5s")
    await box.until(lambda: malik.hand and "You (your partner): 5♠" in malik.hand.text)
    assert "Aja to play" in malik.hand.text


async def test_a_hand_that_follows_keeps_its_picture_without_sending_it_again(
    box: Sandbox, table: tuple[Thread, list[Player]]
) -> None:
    thread, (you, aja, malik, _) = table
    for player, card in ((you, "5s"), (aja, "6c")):
        await player.person.command(thread, "play", cards=card)
    await box.until(lambda: aja.hand and "You: 6♣" in aja.hand.text and pictures(aja.hand))
    before = pictures(aja.hand)
    await malik.person.command(thread, "play", cards="8c")
    await box.until(lambda: aja.hand and "Malik: 8♣" in aja.hand.text)
    assert pictures(aja.hand) == before


async def test_after_a_press_the_picture_shows_the_trick_as_it_grows(
    box: Sandbox, table: tuple[Thread, list[Player]]
) -> None:
    thread, (you, aja, malik, _) = table
    assert you.hand
    await you.person.press(you.hand, "5♠")
    await box.until(lambda: you.hand and pictures(you.hand) and alt_of(you.hand, "You: 5♠, heads the trick"))
    before = pictures(you.hand)
    for player, card, told in ((aja, "6c", "Aja: 6♣"), (malik, "8c", "Malik: 8♣")):
        await player.person.command(thread, "play", cards=card)
        await box.until(lambda told=told: you.hand and alt_of(you.hand, told))  # type: ignore[misc]
        assert pictures(you.hand) != before
        before = pictures(you.hand)


async def test_without_a_token_the_picture_shows_ones_own_cards_alone_and_is_kept(
    box: Sandbox, table: tuple[Thread, list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, (you, aja, malik, _) = table
    assert you.hand
    await you.person.press(you.hand, "5♠")
    await box.until(lambda: you.hand and alt_of(you.hand, "You: 5♠, heads the trick"))
    monkeypatch.setattr(InteractionTokens, "token", lambda *_: None)
    await aja.person.command(thread, "play", cards="6c")
    await box.until(lambda: you.hand and "**Aja: 6♣**, heads the trick" in you.hand.text and pictures(you.hand))
    assert not alt_of(you.hand, "Aja")
    before = pictures(you.hand)
    await malik.person.command(thread, "play", cards="8c")
    await box.until(lambda: you.hand and "Malik (your partner): 8♣" in you.hand.text)
    assert pictures(you.hand) == before


@pytest.mark.parametrize("place", ["in the direct message", "in the thread"])
async def test_the_result_of_a_trick_that_ones_own_play_ended_stays_when_one_plays_on_at_once(
    box: Sandbox, table: tuple[Thread, list[Player]], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    thread, (you, aja, malik, ivalu) = table
    monkeypatch.setattr(hand_scene, "READABLE", HOUR)  # so long that any press comes sooner
    first = ((you, "5s"), (aja, "6c"), (malik, "8c"), (ivalu, "qd"), (aja, "qh"), (malik, "qc"), (ivalu, "jh"))
    for player, card in first:
        await player.person.command(thread, "play", cards=card)
    mine = await box.until(lambda: you.hand if you.called else None)
    if place == "in the thread":
        mine = (await you.person.command(thread, "hand")).message
    await you.person.press(mine, "9♣")
    assert "**You took it with 9♣ · tricks: you 1, they 1**" in mine.text
    await you.person.press(mine, "5♣")
    assert "**You took it with 9♣ · tricks: you 1, they 1**" in mine.text
    for player, card in ((aja, "6s"), (malik, "8h"), (ivalu, "ah")):
        await player.person.command(thread, "play", cards=card)
    await box.until(lambda: "**Ivalu took it with A♥ · tricks: you 1, they 2**" in mine.text)
    assert "· you with 9♣." in mine.text


def alt_of(message: Message, told: str) -> bool:
    """Return whether the alt text of a message's picture says this."""
    shown = (part for part in walk(message.components) if part["type"] == GALLERY)
    return any(told in (item["description"] or "") for part in shown for item in part["items"])
