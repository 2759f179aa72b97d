"""Asking before one plays: may I, and what beats this now. Nothing is done by asking."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import deals
from sandbox import Message, Sandbox, Thread
from sandbox.world import components
from simulation.scripted_people import Lobby, Player, cut_for, players, posts, press_at, seated, shuffling, stacked


async def at_the_second_play(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> tuple[Lobby, Thread, list[Player]]:
    """Three people and a computer; the first has led 7♥."""
    lobby, thread, company = await at_the_lead(box, monkeypatch)
    await company[0].person.command(thread, "play", cards="7h")
    await box.until(lambda: company[1].called)
    return lobby, thread, company


async def at_the_lead(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> tuple[Lobby, Thread, list[Player]]:
    """Three people and a computer; the first is to lead."""
    deck = stacked(["7H 5S 9C KH", "JC 6C 6S QH", "KC KS QC 8H", "3D AH JH QD"], leader=0)
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), deck))
    people = [box.person(name) for name in ("You", "Aja", "Malik")]
    lobby = await seated(box, people, 4)
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    await box.until(lambda: company[0].called and all(player.hand for player in company))
    return lobby, thread, company


def menu(message: Message) -> dict[str, Any]:
    (found,) = (part for part in components.pressable(message.components) if part["type"] in components.SELECTS)
    return found


async def asked(player: Player, *codes: str) -> str:
    """Press May I…? in the hand's Help…, choose these cards, and read the answer."""
    question = await player.ask("May I…?")
    assert question.ephemeral
    assert "Asking plays nothing" in question.text
    answer = await player.person.select(question, list(codes), custom_id=menu(question)["custom_id"])
    assert answer.status == "update"
    return question.text


@pytest.mark.usefixtures("bot")
async def test_the_answer_to_may_i_takes_the_place_of_the_question(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, thread, (_, aja, malik) = await at_the_second_play(box, monkeypatch)
    told = await asked(aja, "JC")
    assert "Yes" in told
    assert "would not beat" in told
    assert "§" not in told
    told = await asked(malik, "KC")
    assert "Not yet" in told
    assert "Aja is to play" in told
    assert "would beat You's play" in told
    assert aja.called
    assert "J♣" not in "".join(post.text for post in posts(thread, aja.person, "trick 1"))


@pytest.mark.usefixtures("bot")
async def test_may_before_a_lead_is_answered_to_the_leader_alone(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, (you, aja, _) = await at_the_lead(box, monkeypatch)
    led = await asked(you, "7H")
    assert "Yes" in led
    assert "You would lead" in led
    told = await asked(aja, "JC")
    assert "**Not yet.** You leads" in told
    assert "would lead" not in told


@pytest.mark.usefixtures("bot")
async def test_may_i_says_which_rule_forbids_a_play(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    _, thread, (you, aja, _) = await at_the_second_play(box, monkeypatch)
    assert "plays 1 card" in await asked(aja, "6C", "6S")
    assert "already played to this trick" in await asked(you, "9C")
    question, ivalu = await aja.ask("May I…?"), box.person("Ivalu")
    trick = posts(thread, ivalu, "trick 1")[-1]
    forged = {"type": components.BUTTON, "id": 1, "custom_id": menu(question)["custom_id"]}
    assert "You aren't at" in (await ivalu.start_press(trick, forged).first()).text


@pytest.mark.usefixtures("bot")
async def test_what_beats_this_is_told_to_each_with_the_own_cards_only(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, thread, (_, aja, malik) = await at_the_second_play(box, monkeypatch)
    to_malik = await malik.ask("What beats it?")
    assert "Beaten by: K♣ · 7♣ · 7♠ · 3♦" in to_malik.text
    assert "In your hand: **K♣**" in to_malik.text
    to_aja = await press_at(thread, aja.person, "Ranks", "What beats this?")
    assert "It is your turn." in to_aja.text
    assert "In your hand: nothing" in to_aja.text
    watching = await press_at(thread, box.person("Ivalu"), "Ranks", "What beats this?")
    assert watching.message
    assert watching.message.ephemeral
    assert "Beaten by" in watching.text
    assert "In your hand" not in watching.text


@pytest.mark.usefixtures("bot")
async def test_what_beats_this_can_be_looked_at_again(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    _, thread, (_, aja, _) = await at_the_second_play(box, monkeypatch)
    answer = (await press_at(thread, box.person("Ivalu"), "Ranks", "What beats this?")).message
    assert answer
    await aja.person.command(thread, "play", cards="jc")
    again = await box.person("Ivalu").press(answer, "Refresh")
    assert again.status == "update"
    assert "Next to play: Malik" in answer.text
