"""A newcomer's first table, and what they are told there once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables import deals
from sandbox import Message, Sandbox
from simulation.scripted_people import LONG, PACK, Player, cut_for, players, seated, shuffling
from tests.flows.conftest import serving, settings_for

HEADS = "**Heads** the trick"


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), PACK))


async def called(box: Sandbox, player: Player) -> Message:
    """The direct message with the hand, when it is the player's turn."""
    await box.until(lambda: player.called and not (player.hand and player.hand.loading))
    assert player.hand
    return player.hand


@pytest.mark.usefixtures("bot")
async def test_the_first_hand_leads_to_the_introduction_which_takes_its_button_away(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    await lobby.start(you)
    (player,) = players(box, lobby, [you])
    hand = await called(box, player)
    shown = (await you.press(hand, "New here?")).message
    assert shown
    assert shown.ephemeral
    assert "Your first hand" in shown.text
    await you.press(shown, "Skip")
    assert shown.id != hand.id
    await box.until(lambda: "New here?" not in hand.labels)
    minute = (await you.press(hand, "Rules")).message
    assert minute
    assert "Voormsi in a minute" in minute.text
    assert "Your turn" in hand.text
    await you.press(shown, "My hand")
    assert ", hand 1" in shown.text
    assert "New here?" not in shown.labels


@pytest.mark.usefixtures("bot")
async def test_who_reads_the_introduction_in_the_lobby_is_not_offered_it_again(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 4)
    await lobby.press(aja, "New here?")
    await lobby.start(you)
    first, second = players(box, lobby, [you, aja])
    await box.until(lambda: first.hand and second.hand)
    assert first.hand
    assert second.hand
    assert ["New here?" in hand.labels for hand in (first.hand, second.hand)] == [True, False]


async def test_what_heads_means_is_told_in_the_first_trick_and_in_no_other(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with serving(box, settings_for(box, database)):
        lobby = await seated(box, [you, box.person("Aja")], 4)
        await lobby.start(you)
        first, second = players(box, lobby, [you, box.person("Aja")])
        await called(box, first)
        await first.play()
        assert HEADS in (await called(box, second)).text
        await box.until(lambda: first.hand and HEADS in first.hand.text)
        await second.play()
    told: dict[str, list[bool]] = {first.person.name: [], second.person.name: []}
    async with serving(box, settings_for(box, database)):
        for _ in range(6):
            await box.until(lambda: first.called or second.called, LONG)
            player = first if first.called else second
            told[player.person.name].append(HEADS in (await called(box, player)).text)
            await player.play()
    assert all(told.values())
    assert not any(told["Aja"] + told["You"])
