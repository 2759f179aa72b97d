"""Fifty presses at once of what is limited: never one too many is done, and every press is answered."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from sandbox import Interaction, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, opened, posts, press_at, seated
from tests.flows.conftest import serving, settings_for
from tests.flows.test_cup_commands import organiser, typed

AT_ONCE: Final = 50
OPEN: Final = "SELECT count(*) FROM tables WHERE stage = 'lobby' AND name <> ?"
RUNNING: Final = "SELECT count(*) FROM tables WHERE stage = 'playing' AND name <> ?"
CUPS: Final = "SELECT count(*) FROM cups WHERE name <> ?"
LEAGUES: Final = "SELECT count(*) FROM leagues WHERE name <> ?"
KEPT: Final = "SELECT count(*) FROM conduct WHERE kind LIKE 'contact%' AND kind <> ?"


class LimitRace(NamedTuple):
    """An act that is done many times at once, with its settings and its limit; `counted` asks the database."""

    does: Callable[[Sandbox, Person, Lobby, int], Awaitable[Interaction]]
    counted: str
    most: int
    settings: dict[str, int]


async def just_play(box: Sandbox, by: Person, lobby: Lobby, _: int) -> Interaction:
    return await by.start_press(lobby.card, {"type": 2, "id": 1, "custom_id": "v1:with-friends:"}).first()


async def open_table(box: Sandbox, by: Person, lobby: Lobby, _: int) -> Interaction:
    return await by.start_command(lobby.channel, "table open", {}).first()


async def open_sign_up(box: Sandbox, by: Person, lobby: Lobby, number: int) -> Interaction:
    return await by.start_command(lobby.channel, "organise open-sign-up", {"name": f"Cup {number}"}).first()


async def create_league(box: Sandbox, by: Person, lobby: Lobby, number: int) -> Interaction:
    given = {"name": f"League {number}", "divisions": "4"}
    return await by.start_command(lobby.channel, "organise league", given).first()


async def invite_at_opening(box: Sandbox, by: Person, lobby: Lobby, _: int) -> Interaction:
    return await by.start_command(lobby.channel, "table open", {"invite": box.person("Aja")}).first()


RACES: Final = {
    "just play, by person": LimitRace(just_play, OPEN, 10, {"tables_per_person": 10}),
    "open, by person": LimitRace(open_table, OPEN, 10, {"tables_per_person": 10}),
    "open, by server": LimitRace(open_table, OPEN, 7, {"tables_per_server": 8}),
    "open, by hour": LimitRace(open_table, OPEN, 6, {"openings_per_hour": 6}),
    "cups of a server": LimitRace(open_sign_up, CUPS, 3, {"cups_per_server": 3}),
    "cups, by hour": LimitRace(open_sign_up, CUPS, 2, {"openings_per_hour": 6}),
    "leagues of a server": LimitRace(create_league, LEAGUES, 3, {"cups_per_server": 3}),
    "invitations of a stranger": LimitRace(invite_at_opening, KEPT, 1, {"contacts_per_hour": 5}),
    "presses of a class": LimitRace(open_table, OPEN, 4, {"joins_per_minute": 8}),
}


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
async def test_of_fifty_at_once_none_is_one_too_many_and_all_are_answered(
    box: Sandbox, database: Path, race: LimitRace
) -> None:
    ivalu, malik = organiser(box), box.person("Malik")
    async with serving(box, settings_for(box, database, **race.settings)):
        lobby = await opened(box, malik, box.channel("cards"))
        if race.does is open_sign_up:
            await ivalu.start_command(lobby.channel, "organise create", {"name": "Friday", "hands": 1}).first()
        answers = await asyncio.gather(*(race.does(box, ivalu, lobby, number) for number in range(AT_ONCE)))
        assert {one.status for one in answers} <= {"message", "deferred", "deferred_update", "update"}, answers
    assert found(database, race.counted, lobby.name) == race.most


async def test_of_fifty_rematches_at_once_one_table_is_opened(box: Sandbox, database: Path) -> None:
    you, malik = box.person("You"), box.person("Malik")
    async with serving(box, settings_for(box, database, joins_per_minute=0)):
        lobby = await seated(box, [you, malik], 2)
        thread = await lobby.start(you)
        await box.until(lambda: posts(thread, you, "trick 1"))
        await press_at(thread, you, "More…", "Close", "Yes, close the table")
        await lobby.shows("is closed")
        rematch = {"type": components.BUTTON, "id": 1, "custom_id": f"v1:rematch:{lobby.id}"}
        await at_once(lambda: you.start_press(lobby.card, rematch), lambda: malik.start_press(lobby.card, rematch))
    assert found(database, RUNNING, lobby.name) == 1


async def test_of_fifty_presses_that_make_one_drafted_cup_one_is_made(box: Sandbox, database: Path) -> None:
    ivalu = organiser(box)
    async with serving(box, settings_for(box, database, openings_per_hour=0, joins_per_minute=0)):
        draft = (await typed(box, ivalu, "organise create", name="Friday", hands=1)).message
        assert draft
        button = draft.button("Create the cup")
        await at_once(lambda: ivalu.start_press(draft, button))
    assert found(database, CUPS, "") == 1


async def test_of_fifty_seasons_opened_at_once_one_is(box: Sandbox, database: Path) -> None:
    ivalu, cards = organiser(box), box.channel("cards")
    async with serving(box, settings_for(box, database, openings_per_hour=0, joins_per_minute=0)):
        await typed(box, ivalu, "organise league", name="Winter", divisions="4")
        await typed(box, ivalu, "organise season", act="cancel", reason="snow")
        await at_once(lambda: ivalu.start_command(cards, "organise season", {"act": "open"}))
    assert found(database, "SELECT count(*) FROM league_actions WHERE verb = ?", "open") == 2


async def at_once(*acts: Callable[[], Interaction]) -> None:
    """Do fifty of these acts in turn, before any is answered; all are."""
    answers = await asyncio.gather(*(act().first() for _ in range(AT_ONCE // len(acts)) for act in acts))
    assert {one.status for one in answers} <= {"message", "deferred", "deferred_update", "update"}, answers


def found(database: Path, counted: str, without: str) -> int:
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute(counted, (without,)).fetchone()[0])


async def test_who_is_banned_while_they_join_sits_nowhere(box: Sandbox, database: Path) -> None:
    ivalu, malik, aja = organiser(box), box.person("Malik"), box.person("Aja")
    async with serving(box, settings_for(box, database)):
        lobbies = [await opened(box, malik, box.channel("cards")) for _ in range(12)]
        joins = [aja.start_press(one.card, one.card.button("Join")).first() for one in lobbies]
        ban = ivalu.start_command(box.channel("cards"), "organise ban", {"person": aja}).first()
        await asyncio.gather(*joins[:6], ban, *joins[6:])
    seated = "SELECT count(*) FROM seats JOIN names ON person = holder WHERE name = ?"
    assert found(database, seated, "Aja") == 0
