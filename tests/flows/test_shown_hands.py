"""Hands shown to the opponents, and to nobody else, with the option `proof: shown` (RULES §11.4)."""

from __future__ import annotations

import pytest

from bot.tables import deals
from sandbox import Interaction, Person, Sandbox
from simulation.scripted_people import cut_for, opened, posts, press_at, resign, shuffling, stacked, taking
from tests.flows.attachments import content

pytestmark = pytest.mark.usefixtures("bot")

HANDS = ["KH 9C 5C 5S", "6C 6S QH 5H", "9S 8C QC 8H", "9D AH JH QD"]
"""You (seat 0) lead Voormsi; Toqutsit lies in the stock."""
HELD = ("9♣", "5♣", "5♠")
SHOWN = "won a trick with Voormsi and shows you the hand"


async def file_of(answer: Interaction) -> str:
    """The files of an answer, as text."""
    assert answer.message
    return "\n".join([await content(file) for file in answer.message.attachments])


def sees_hand(person: Person) -> bool:
    """Return whether the hand is in a person's direct messages."""
    return any(SHOWN in one.text for one in person.dms)


async def test_a_hand_that_is_shown_is_seen_by_the_opponents_alone(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = stacked(HANDS, leader=0, stock="JC AC AS KS")
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), deck))
    you, aja, malik, ivalu = people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    nivi = box.add_person("Nivi")
    nivi.join(box.guild)
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.sit_in_order(people)
    menus = (await lobby.press(you, "Options…")).message
    assert menus
    await you.press(menus, "Rare cases…")
    await you.select(menus, ["shown"], custom_id=f"v1:option:{lobby.id}:proof")
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    for person, card in zip(people, ("kh", "6c", "8c", "qd"), strict=True):
        await person.command(thread, "play", cards=card)
    (told,) = await box.until(lambda: posts(thread, nivi, "has shown the opponents"))
    assert not any(card in told.text for card in HELD)
    await box.until(lambda: sees_hand(aja) and sees_hand(ivalu))
    assert all(card in aja.dms[-1].text for card in HELD)
    assert not sees_hand(malik)
    assert not sees_hand(you)
    for person, is_shown in ((aja, True), (ivalu, True), (malik, False), (nivi, False)):
        assert (SHOWN in (await person.press(told, "My hand")).text) is is_shown
        answers = [await person.command(thread, "replay")]
        answers += [await press_at(thread, person, label) for label in ("Why?", "Ladder")]
        assert not any(card in answer.text for card in HELD for answer in answers)
        record = await file_of(await person.command(thread, "record"))
        assert not any(code in record for code in ("5C", "5S"))  # 9C was cut
    await resign(thread, aja)
    left = await box.until(lambda: posts(thread, nivi, "has resigned"))
    assert "less than 24 hours ago" in (await nivi.press(left[0], taking(left[0]))).text
    organiser = box.add_person("Nuka")
    organiser.join(box.guild)
    organiser.allow("manage_guild")
    await organiser.command(thread, "table substitute", person=nivi)
    await box.until(lambda: sees_hand(nivi) and not sees_hand(aja))


async def test_a_hand_that_is_asked_for_is_seen_by_the_one_who_asks(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = stacked(HANDS, leader=0, stock="JC AC AS KS")
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), deck))
    you, aja, _, ivalu = people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.sit_in_order(people)
    menus = (await lobby.press(you, "Options…")).message
    assert menus
    await you.press(menus, "Rare cases…")
    await you.select(menus, ["asked"], custom_id=f"v1:option:{lobby.id}:proof")
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    for person, card in zip(people, ("kh", "6c", "8c", "qd"), strict=True):
        await person.command(thread, "play", cards=card)
    await box.until(lambda: posts(thread, you, "Aja may ask to see the hand"))
    early = await you.command(thread, "play", cards="9c")
    assert "It is not your turn: Aja is to play." in early.text
    hand = (await aja.command(thread, "hand")).message
    assert hand
    await aja.press(hand, "Don't ask")
    await box.until(lambda: posts(thread, you, "Ivalu may ask to see the hand"))
    hand = (await ivalu.command(thread, "hand")).message
    assert hand
    await ivalu.press(hand, "Ask to see You's hand")
    (told,) = await box.until(lambda: posts(thread, aja, "Ivalu asked to see the hand that You held"))
    assert not any(card in told.text for card in HELD)
    for person in people:
        seen = (await person.command(thread, "hand")).text
        assert ("shows it only to you" in seen) is (person is ivalu)
        assert person is you or all((card in seen) is (person is ivalu) for card in HELD)
        record = await file_of(await person.command(thread, "record"))
        assert "0:KH" in record
        assert not any(code in record for code in ("5C", "5S"))
    await you.command(thread, "play", cards="9c")
    await box.until(lambda: posts(thread, you, "trick 2"))
