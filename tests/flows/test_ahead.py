"""Playing ahead, seats that change hands, a table called elsewhere: as people see it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import deals
from sandbox import Message, Person, Sandbox, Thread
from sandbox.world import components
from simulation.scripted_people import Lobby, Player, cut_for, players, posts, resign, seated, shuffling, stacked

DEAL = stacked(["KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)


@pytest.fixture(autouse=True)
def you_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), DEAL))


async def started(box: Sandbox) -> tuple[Lobby, Thread, list[Player]]:
    """Three people and a computer; the first leads."""
    people = [box.person(name) for name in ("You", "Aja", "Malik")]
    lobby = await seated(box, people, 4)
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    await box.until(lambda: company[0].called and all(player.hand for player in company))
    await box.until(lambda: posts(thread, people[0], "trick 1"))
    return lobby, thread, company


def menu(message: Message) -> dict[str, Any]:
    (found,) = (part for part in components.pressable(message.components) if part["type"] in components.SELECTS)
    return found


async def laid(player: Player, answer: Message, label: str, *codes: str) -> None:
    """Choose cards, then when they are to be played."""
    await player.person.select(answer, list(codes), custom_id=menu(answer)["custom_id"])
    assert (await player.person.press(answer, label)).status == "update"


async def begun(player: Player) -> Message:
    answer = await player.ask("Play ahead…")
    assert answer.ephemeral
    return answer


@pytest.mark.usefixtures("bot")
async def test_a_card_pressed_while_others_play_is_played_at_ones_turn(box: Sandbox) -> None:
    _, thread, (you, aja, _) = await started(box)
    assert aja.hand
    assert (await aja.person.press(aja.hand, "6♣")).status == "update"
    assert "At your turn you play 6♣." in aja.hand.text
    assert not any("6♣" in one.text for one in posts(thread, you.person, ""))
    await you.person.command(thread, "play", cards="5s")
    await box.until(lambda: posts(thread, you.person, "6♣"))


@pytest.mark.usefixtures("bot")
async def test_another_card_takes_the_place_of_the_one_queued_and_the_same_card_takes_it_back(box: Sandbox) -> None:
    _, _, (_, aja, _) = await started(box)
    assert aja.hand
    await aja.person.press(aja.hand, "6♣")
    await aja.person.press(aja.hand, "6♠")
    assert "At your turn you play 6♠." in aja.hand.text
    await aja.person.press(aja.hand, "6♠")
    assert "At your turn" not in aja.hand.text.replace("Press a card now to play it at your turn.", "")


@pytest.mark.usefixtures("bot")
async def test_a_card_queued_only_if_it_wins_is_not_wasted(box: Sandbox) -> None:
    _, thread, (you, aja, _) = await started(box)
    assert aja.hand
    await aja.person.press(aja.hand, "6♣")
    await aja.person.press(aja.hand, "Only if it wins")
    assert "At your turn you play 6♣ if it wins." in aja.hand.text
    await you.person.command(thread, "play", cards="kh")
    await box.until(lambda: aja.called)
    assert "You had queued 6♣ only if it wins, so it wasn't played." in aja.hand.text


@pytest.mark.usefixtures("bot")
async def test_a_card_queued_only_if_it_wins_is_played_when_it_does(box: Sandbox) -> None:
    _, thread, (you, aja, _) = await started(box)
    assert aja.hand
    await aja.person.press(aja.hand, "J♣ Toqutsit")
    await aja.person.press(aja.hand, "Only if it wins")
    await you.person.command(thread, "play", cards="kh")
    await box.until(lambda: posts(thread, you.person, "J♣"))


@pytest.mark.usefixtures("bot")
async def test_a_queued_play_is_made_by_itself_and_seen_by_nobody_before(box: Sandbox) -> None:
    _, thread, (you, aja, malik) = await started(box)
    answer = await begun(aja)
    await laid(aja, answer, "If it wins", "6C", "6S")
    await laid(aja, answer, "If I may", "6C")
    assert "If it wins: 6♣ and 6♠" in answer.text
    await box.until(lambda: aja.hand and "If I may: 6♣" in aja.hand.text)
    for person in (you.person, malik.person):
        seen = [*person.dms, *posts(thread, person, "")]
        assert not any("6♣" in str(one.components) for one in seen)
    await you.person.command(thread, "play", cards="5s")
    await box.until(lambda: posts(thread, you.person, "6♣"))
    await box.until(lambda: aja.hand and "If I may" not in aja.hand.text)


@pytest.mark.usefixtures("bot")
async def test_what_cannot_be_played_is_said_with_the_turn(box: Sandbox) -> None:
    _, thread, (you, aja, _) = await started(box)
    await laid(aja, await begun(aja), "If I may", "6C", "6S")
    await you.person.command(thread, "play", cards="5s")
    await box.until(lambda: aja.called)
    await box.until(lambda: aja.hand and "6♣ and 6♠, couldn't be played" in aja.hand.text)


@pytest.mark.usefixtures("bot")
async def test_a_card_that_one_does_not_hold_is_refused_ahead_of_ones_turn(box: Sandbox) -> None:
    _, _, (_, aja, _) = await started(box)
    assert aja.hand
    button = next(one for one in components.pressable(aja.hand.components) if ":play:" in str(one.get("custom_id")))
    forged = {**button, "custom_id": "v1:play:1:1.0:AS"}
    answer = await aja.person.start_press(aja.hand, forged).first()
    assert "You don't have A♠. Your cards: J♣ Toqutsit, 6♣, 6♠ and Q♥." in answer.text
    assert "At your turn you play" not in aja.hand.text


@pytest.mark.usefixtures("bot")
async def test_only_conditions_that_can_come_true_are_offered(box: Sandbox) -> None:
    _, _, (_, aja, _) = await started(box)
    answer = await begun(aja)
    await aja.person.select(answer, ["6C"], custom_id=menu(answer)["custom_id"])
    labels = [part.get("label") for part in components.pressable(answer.components)]
    assert "If I may" in labels
    assert "If I lead" not in labels


@pytest.mark.usefixtures("bot")
async def test_one_press_takes_back_everything(box: Sandbox) -> None:
    _, thread, (you, aja, _) = await started(box)
    answer = await begun(aja)
    await laid(aja, answer, "If I may", "6C")
    await laid(aja, answer, "If I may", "6S")
    assert (await aja.person.press(answer, "Take back")).status == "update"
    assert "If I may:" not in answer.text
    await box.until(lambda: aja.hand and "If I may:" not in aja.hand.text)
    await you.person.command(thread, "play", cards="5s")
    await box.until(lambda: aja.called)
    pressed = await aja.person.press(answer, "If I may") if "If I may" in str(answer.components) else None
    assert pressed is None or pressed.message


async def taken(box: Sandbox, thread: Thread, by: Person, others: list[Player]) -> None:
    """Take the open seat in the middle of a hand; the others agree."""
    await by.command(thread, "table substitute")
    (question,) = await box.until(lambda: posts(thread, by, f"{by.name} would like to take seat"))
    for other in others:
        await other.person.press(question, "Agree")


@pytest.mark.usefixtures("bot")
async def test_an_old_private_hand_shows_nothing_once_the_seat_is_anothers(box: Sandbox) -> None:
    _, thread, (you, aja, malik) = await started(box)
    private = (await aja.person.command(thread, "hand")).message
    assert private
    assert "6♣" in private.text
    await resign(thread, aja.person)
    await box.until(lambda: any("no longer have your seat" in one.text for one in aja.person.dms))
    await box.until(lambda: "Take my seat back" in private.labels)
    assert "6♣" not in private.text
    ivalu = box.person("Ivalu")
    await taken(box, thread, ivalu, [you, malik])
    await box.until(lambda: any("6♣" in one.text for one in ivalu.dms))
    await box.until(lambda: any("Somebody else has taken your seat" in one.text for one in aja.person.dms))
    assert not any("6♣" in one.text for one in aja.person.dms)
    await box.until(lambda: "Somebody else has taken your seat" in private.text)


@pytest.mark.usefixtures("bot")
async def test_a_table_is_called_to_another_channel(box: Sandbox) -> None:
    lobby, thread, (you, _, _) = await started(box)
    other = box.channel("general")
    answer = await box.person("Aja").start_command(thread, "table move", {"channel": other}).first()
    assert "opened" in answer.text
    assert not posts(other, you.person, lobby.name)
    answer = await you.person.start_command(thread, "table move", {"channel": other}).first()
    assert f"<#{other.id}>" in answer.text
    await box.until(lambda: posts(thread, you.person, "goes on in"))
    await box.until(lambda: posts(other, you.person, lobby.name))
    await box.until(lambda: not posts(thread, you.person, "hand 1, trick 1"))
    assert not posts(lobby.channel, you.person, lobby.name)
