"""The process goes away in the middle, cleanly or not, and comes back: nothing is lost, nothing is shown twice."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import app
from sandbox import InjectedFault, Person, Sandbox, Thread
from simulation.scripted_people import (
    LONG,
    Lobby,
    opened,
    play_buttons,
    play_on,
    players,
    posts,
    record,
    result,
    seated,
    trick_shown,
)
from tests.flows.conftest import serving, settings_for
from tests.flows.test_rubbers import is_whole, one_message_a_hand


@contextlib.asynccontextmanager
async def life(box: Sandbox, database: Path, **given: object) -> AsyncIterator[None]:
    """The bot until the block ends."""
    async with serving(box, settings_for(box, database, **given)):
        yield


async def test_after_a_restart_the_same_messages_go_on_and_old_buttons_work(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with life(box, database):
        lobby = await seated(box, [you, aja], 4)
        thread = await lobby.start(you)
        company = players(box, lobby, [you, aja])
        await play_on(box, company, lambda: trick_shown(thread, you) > (1, 3))
        called = await box.until(lambda: next((one for one in company if one.called), None))
    hand, before = called.hand, [one.id for one in posts(thread, you, lobby.name)]
    dms = [one.id for one in (*you.dms, *aja.dms)]
    assert hand
    async with life(box, database):
        answer = await called.person.press(
            hand, custom_id=next(way for way in play_buttons(hand) if way.stands_out).custom_id
        )
        assert answer.status == "update"
        assert answer.message is hand
        await box.until(lambda: trick_shown(thread, you) > (1, 4) or any(one.called for one in company))
        assert [one.id for one in posts(thread, you, lobby.name)][: len(before)] == before
        assert [one.id for one in (*you.dms, *aja.dms)] == dms
        await play_on(box, company, lambda: result(thread, you) or trick_shown(thread, you) > (2, 3))
    one_message_a_hand(thread, you)


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands")
async def test_a_press_made_while_nobody_is_there_fails_and_works_afterwards(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with life(box, database):
        lobby = await seated(box, [you], 2)
        thread = await lobby.start(you)
        (player,) = players(box, lobby, [you])
        await box.until(lambda: player.called)
    async with life(box, database):
        answer = await player.play()
        assert answer.status == "update"
        await play_on(box, [player], lambda: result(thread, you))


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands")
async def test_computers_go_on_after_a_restart_without_a_press(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with life(box, database, computer_delay=0.05):
        lobby = await opened(box, you, box.channel("cards"))
        thread = await lobby.start_computers(you)
        await box.until(lambda: trick_shown(thread, you) > (1, 2), LONG)
    async with life(box, database):
        await box.until(lambda: result(thread, you), LONG)
    is_whole(database, lobby)
    one_message_a_hand(thread, you)


def longer(thread: Thread, reader: Person, database: Path, lobby: Lobby) -> Callable[[], object]:
    """Return whether the rubber is over, or a dozen entries longer than now."""
    enough = len(record(database, lobby.id)) + 12
    return lambda: result(thread, reader) or len(record(database, lobby.id)) > enough


@pytest.mark.slow
async def test_cut_off_again_and_again_everything_is_shown_once(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No grace: what is being sent is cut off, so that its fate is not known."""
    monkeypatch.setattr(app, "GRACE_SECONDS", 0)
    you, aja = box.person("You"), box.person("Aja")
    async with life(box, database):
        lobby = await seated(box, [you, aja], 3)
        thread = await lobby.start(you)
    company = players(box, lobby, [you, aja])
    lives = 0
    while not result(thread, you):
        lives += 1
        assert lives < 200
        async with life(box, database):
            await play_on(box, company, longer(thread, you, database, lobby))
    async with life(box, database):
        await box.until(lambda: ": game over" in lobby.card.text)
        await box.until(lambda: all("game over" in person.dms[-1].text for person in (you, aja)))
    assert lives > 3
    is_whole(database, lobby)
    one_message_a_hand(thread, you)
    nothing_twice(thread, you)
    for person in (you, aja):
        assert len(person.dms) == 1


def nothing_twice(thread: Thread, reader: Person) -> None:
    """No post is there twice."""
    titles = [one.text.splitlines()[0] for one in posts(thread, reader, "###")]
    assert {title for title, count in Counter(titles).items() if count > 1} == set()


@pytest.mark.slow
async def test_a_send_that_was_done_but_not_answered_is_not_done_twice(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with life(box, database):
        lobby = await seated(box, [you], 2)
        box.faults.add(InjectedFault.server_error("/channels/.*/messages$", method="POST", late=True, times=3))
        thread = await lobby.start(you)
        (player,) = players(box, lobby, [you])
        await play_on(box, [player], lambda: result(thread, you))
        box.faults.clear()
    one_message_a_hand(thread, you)
    nothing_twice(thread, you)


async def test_a_lobby_survives_a_restart(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with life(box, database):
        lobby = await seated(box, [you], 3)
    async with life(box, database):
        assert "**You**" in (await lobby.press(aja, "Seat…")).text
        thread = await lobby.start(you)
        await box.until(lambda: posts(thread, you, "trick 1"))


@pytest.mark.slow
async def test_the_gateway_drops_and_the_game_goes_on(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with life(box, database):
        lobby = await seated(box, [you], 2)
        thread = await lobby.start(you)
        (player,) = players(box, lobby, [you])
        await box.until(lambda: player.called)
        await box.drop_gateway()
        await box.until(lambda: box.bot_online)
        await play_on(box, [player], lambda: result(thread, you))


async def test_nothing_draws_pictures_after_a_stop(box: Sandbox, database: Path) -> None:
    before = set(threading.enumerate())
    async with life(box, database):
        lobby = await seated(box, [box.person("You")], 2)
        await lobby.start(box.person("You"))
        drawing = await box.until(lambda: {one for one in painters() if one not in before})
    for thread in drawing:
        await asyncio.to_thread(thread.join, LONG)
    assert not set(painters()) - before


def painters() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("pictures")]
