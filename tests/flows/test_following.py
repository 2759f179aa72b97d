"""The hand in a direct message follows the trick while others play."""

from __future__ import annotations

import pytest

from bot.publishing import delivery_queues
from bot.tables import deals
from sandbox import Message, Sandbox, Thread
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
