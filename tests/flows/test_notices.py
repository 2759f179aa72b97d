"""Notifications: edits notify nobody, a person who is present is not notified, an absent one once."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.members.people import PeopleService
from bot.publishing import delivery_queues
from bot.tables import deals
from sandbox import InjectedFault, Person, Sandbox, Thread
from sandbox.world import errors
from simulation.scripted_people import Lobby, Player, cut_for, play_on, players, posts, seated, shuffling, stacked
from tests.flows.conftest import serving, settings_for

DEAL = stacked(["KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)


@pytest.fixture(autouse=True)
def you_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), DEAL))


async def started(box: Sandbox, *people: Person) -> tuple[Lobby, Thread, list[Player]]:
    lobby = await seated(box, people, 4)
    thread = await lobby.start(people[0])
    await box.until(lambda: posts(thread, people[0], "trick 1"))
    return lobby, thread, players(box, lobby, people)


def unreached(database: Path) -> list[str]:
    """The seats that the bot has marked as unreachable by DM."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT audience FROM shown WHERE note LIKE '%closed%' ORDER BY audience")
        return [audience for (audience,) in found]


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_rubber_among_people_who_are_there_calls_each_once(box: Sandbox) -> None:
    company = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    lobby, thread, playing = await started(box, *company)
    await play_on(box, playing, lambda: posts(thread, company[0], "hand 2, trick 2"))
    for person in company:
        assert [notice.kind for notice in person.notifications] == ["dm"], "the hand at the deal"
        assert lobby.name in person.notifications[0].text
        assert len([one for one in person.dms if ", hand " in one.text]) == 1


@pytest.fixture
async def away(box: Sandbox, database: Path) -> AsyncIterator[None]:
    """A bot that thinks everybody away at once."""
    async with serving(box, settings_for(box, database, notice_after=0)):
        yield


@pytest.mark.usefixtures("away")
async def test_when_the_turn_comes_to_somebody_away_a_whole_hand_takes_the_place_of_the_last(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    _, thread, (mine, hers) = await started(box, you, aja)
    await box.until(lambda: mine.hand and hers.hand)
    assert (len(you.notifications), len(aja.notifications)) == (1, 1)
    before = hers.hand
    assert mine.hand
    await you.press(mine.hand, "5♣")
    await box.until(lambda: len(aja.notifications) == 2)
    assert before
    await box.until(lambda: before.deleted)
    assert "You: 5♣" in aja.notifications[1].text
    assert "Your turn" in aja.notifications[1].text
    assert "https://discord.com/channels" in str(hers.hand.components if hers.hand else "")
    assert len([one for one in aja.dms if ", hand " in one.text]) == 1
    await box.until(lambda: posts(thread, aja, "Aja to play"))
    assert len(aja.notifications) == 2


@pytest.mark.usefixtures("bot")
async def test_others_plays_leave_a_waiting_hand_alone(box: Sandbox) -> None:
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    _, thread, (you, aja, malik, ivalu) = await started(box, *people)
    await box.until(lambda: all(one.hand for one in (you, aja, malik, ivalu)))
    assert ivalu.hand
    assert malik.hand
    assert not ivalu.hand.edited
    assert not malik.hand.edited
    assert you.hand
    await you.person.press(you.hand, "5♣")
    await box.until(lambda: aja.called)
    assert aja.hand
    await aja.person.press(aja.hand, "6♣")
    await box.until(lambda: malik.called)
    await box.until(lambda: posts(thread, you.person, "Aja: 6♣"))
    assert malik.hand.edited, "its turn has come"
    assert not ivalu.hand.edited


@pytest.mark.usefixtures("away")
async def test_one_whose_dms_are_closed_is_told_once_and_mentioned_in_the_thread(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    aja.close_dms()
    _, thread, (mine, _) = await started(box, you, aja)
    await box.until(lambda: mine.hand and unreached(database) == ["seat:1"])
    first = await aja.command(thread, "hand")
    assert "can't send you direct messages" in first.text
    second = await aja.command(thread, "hand")
    assert "can't send you direct messages" not in second.text
    assert mine.hand
    await you.press(mine.hand, "5♣")
    await box.until(lambda: [one.kind for one in aja.notifications] == ["mention"])
    assert aja.mention in aja.notifications[0].text
    assert not aja.dms
    assert [one.kind for one in you.notifications] == ["dm"]
    call = aja.notifications[0].message
    answer = await aja.press(call, "My hand")
    assert answer.message
    assert "Your turn" in answer.text
    await aja.press(answer.message, "6♣")
    await box.until(lambda: posts(thread, you, "-# **1.** "))


@pytest.mark.usefixtures("bot")
async def test_somebody_without_a_common_server_is_played_with_all_the_same(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    box.faults.add(InjectedFault.refused(errors.no_mutual_guilds(), "/users/@me/channels", method="POST", times=None))
    _, thread, _ = await started(box, you, aja)
    await box.until(lambda: unreached(database) == ["seat:0", "seat:1"])
    hand = await you.command(thread, "hand")
    assert "can't send you direct messages" in hand.text
    assert hand.message
    await you.press(hand.message, "5♣")
    await box.until(lambda: posts(thread, you, "You: 5♣"))


@pytest.mark.usefixtures("bot")
async def test_a_table_does_not_wait_where_direct_messages_are_opened_too_fast(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_queues, "TRIES", (0.1,) * 1000)
    you, aja = box.person("You"), box.person("Aja")
    box.faults.add(InjectedFault.refused(errors.dms_too_fast(), "/users/@me/channels", method="POST", times=None))
    _, thread, (mine, hers) = await started(box, you, aja)
    assert not you.dms
    assert not aja.dms
    hand = (await you.command(thread, "hand")).message
    assert hand
    await you.press(hand, "5♣")
    await box.until(lambda: posts(thread, you, "You: 5♣"))
    box.faults.clear()
    await box.until(lambda: mine.hand and hers.hand)  # they come when Discord takes them


async def test_who_was_there_a_while_ago_is_called_when_the_turn_comes(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with serving(box, settings_for(box, database, notice_after=120)):
        _, _, (mine, hers) = await started(box, you, aja)
        await box.until(lambda: mine.hand and hers.hand)
        long_ago = PeopleService.last_active
        monkeypatch.setattr(PeopleService, "last_active", lambda self, key: (long_ago(self, key) or 0) - 121_000)
        assert mine.hand
        await you.press(mine.hand, "5♣")
        await box.until(lambda: len(aja.notifications) == 2)
    assert len(you.notifications) == 1
