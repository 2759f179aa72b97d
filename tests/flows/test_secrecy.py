"""Nobody is ever sent a card that is not theirs to know: not in what is shown, not beside it, not in a log."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.discord_api import custom_ids
from bot.runtime.times import DAY
from bot.tables import table_terms
from cogs import interaction_handler, play
from cogs.request import Response
from rules.core.contract import Phase
from sandbox import Sandbox
from sandbox.world import components
from simulation.scripted_people import LONG, play_on, players, posts, resign, rests, result, seated, table_now
from simulation.seen_cards import cards_in, held_so_far, played, shown_cards


@pytest.mark.parametrize(
    ("count", "seats"), [(2, 2), pytest.param(3, 3, marks=pytest.mark.slow), pytest.param(4, 4, marks=pytest.mark.slow)]
)
@pytest.mark.usefixtures("bot")
async def test_no_page_of_anybody_is_sent_a_card_before_it_is_theirs_to_know(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture, count: int, seats: int
) -> None:
    caplog.set_level(logging.INFO)
    for ours in ("bot", "cogs"):
        caplog.set_level(logging.DEBUG, ours)
    people = box.people[:count]
    stranger = box.people[-1] if count < len(box.people) else None
    lobby = await seated(box, people, seats)
    for person in box.people:
        person.open_page()
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    looked, seen, logged = 0, set[str](), list[str]()

    def over() -> bool:
        nonlocal looked, seen
        table = table_now(database, lobby.id)
        if table.phase is Phase.PLAY:
            looked += 1
            for number, person in enumerate(box.people):
                seat = number if number < count else None
                own, unfit = shown_cards(box, person, table, seat)
                seen |= {person.name} if own else set()
                assert not unfit, f"{person.name} was sent {unfit}"
            logged.extend([one.getMessage() for one in caplog.records[len(logged) :]])
            assert not {card for line in logged for card in cards_in(line)} - played(table)
        return bool(posts(thread, people[0], "hand 2, trick 2") or result(thread, people[0]))

    await play_on(box, company, over)
    assert looked > 20
    assert seen == {person.name for person in people}, "this looks for cards where they are shown"
    assert stranger is None or "v1:play:" not in "".join(box.traffic(stranger))


@pytest.mark.usefixtures("bot")
async def test_who_takes_a_seat_is_sent_its_hand_once_it_is_theirs_and_who_held_it_before_sees_it_no_more(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_terms.Pace, "short_patience", DAY)  # nobody is let in by silence
    you, aja, malik = people = [box.person(name) for name in ("You", "Aja", "Malik")]
    lobby = await seated(box, [you, aja], 4)
    thread = await lobby.start(you)
    first, before, after = players(box, lobby, people)
    await play_on(box, [first, before], lambda: posts(thread, you, ", trick 2"))
    await box.until(lambda: before.hand)
    await resign(thread, aja)
    await box.until(lambda: before.hand is None)
    malik.open_page()
    asked = await malik.command(thread, "table substitute", table=lobby.name)
    assert "The other side can say no" in asked.text
    assert "You aren't at" in (await malik.command(thread, "hand", table=lobby.name)).text
    (question,) = await box.until(lambda: posts(thread, you, "Malik would like to take seat 2"))
    assert "You have no seat" in (await malik.press(question, "Agree")).text
    assert after.hand is None
    assert "v1:play:" not in "".join(box.traffic(malik))
    await you.press(question, "Agree")
    await box.until(lambda: "Malik plays on from seat 2" in question.text)
    await play_on(box, [first], lambda: after.called)
    await after.play()
    assert before.hand is None
    assert len(aja.dms) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("drawn_anew", "verb", "told"),
    [("redraw_hand", "play", "Played"), ("_reload_hand", "hand", "no longer have a seat")],
)
@pytest.mark.usefixtures("bot")
async def test_who_loses_the_seat_before_the_hand_is_drawn_anew_sees_no_card_that_came_to_it_since(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch, drawn_anew: str, verb: str, told: str
) -> None:
    drawing, lost = asyncio.Event(), asyncio.Event()
    drawn = getattr(play, drawn_anew)

    async def late(*asked: Any, **more: Any) -> Response:
        drawing.set()
        await lost.wait()
        reply: Response = await drawn(*asked, **more)
        return reply

    monkeypatch.setattr(play, drawn_anew, late)
    you, aja = box.person("You"), box.person("Aja")
    aja.open_page()
    lobby = await seated(box, [aja, you], 2)
    thread = await lobby.start(aja)
    before, stays = players(box, lobby, [aja, you])
    await play_on(box, [stays], lambda: before.called)
    hand = before.hand
    assert hand
    shown = {"type": components.BUTTON, "id": 99, "custom_id": custom_ids.write(verb, lobby.id, post="hand")}
    there = (one for one in components.pressable(hand.components) if f":{verb}:" in one.get("custom_id", ""))
    with monkeypatch.context() as in_a_hurry:
        in_a_hurry.setattr(interaction_handler, "PATIENCE", 0.1)
        await aja.start_press(hand, next(there, shown)).first()  # put off
    await box.until(drawing.is_set)
    await resign(thread, aja)
    held = held_so_far(table_now(database, lobby.id), 0)

    def since() -> set[str]:
        """The cards that have come to the seat since and were not played: nobody there may know them."""
        table = table_now(database, lobby.id)
        return held_so_far(table, 0) - held - played(table) if table.phase is Phase.PLAY and rests(table) else set()

    await play_on(box, [stays], since)
    secret, before_it = since(), len(box.traffic(aja))
    lost.set()
    await box.until(lambda: before.hand is None and told in "".join(box.traffic(aja)[before_it:]), LONG)
    assert not secret & {card for text in box.traffic(aja)[before_it:] for card in cards_in(text)}


@pytest.mark.usefixtures("bot")
async def test_no_press_draws_a_hand_in_a_message_that_others_see(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 2)
    thread = await lobby.start(you)
    await box.until(lambda: all(player.hand for player in players(box, lobby, [you, aja])))
    (public,) = await box.until(lambda: posts(thread, you, "trick 1"))
    before = public.text
    for person in (you, aja):
        pressed = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:take-back:{lobby.id}"}
        answer = await person.start_press(public, pressed).first()
        assert answer.message
        assert answer.message.ephemeral
    assert public.text == before
