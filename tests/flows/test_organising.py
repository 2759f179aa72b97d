"""Organisers of a server: bans, and the log of what they did."""

from __future__ import annotations

import pytest

from sandbox import ActionNotAllowed, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, opened, posts, press_at, resign, seated
from tests.flows.test_written_numbers import Parts, press

pytestmark = pytest.mark.usefixtures("bot")


def organiser(box: Sandbox) -> Person:
    person = box.person("Ivalu")
    person.allow("manage_guild")
    return person


async def ban(box: Sandbox, by: Person, person: Person, **given: object) -> str:
    return (await by.command(box.channel("general"), "organise ban", person=person, **given)).text


async def page(box: Sandbox, person: Person, command: str) -> Message:
    answer = await person.command(box.channel("general"), command)
    assert answer.message, answer
    assert answer.message.ephemeral
    return answer.message


async def log(box: Sandbox, person: Person) -> str:
    """The text of the organisers' log, opened from the list of bans."""
    return (await person.press(await page(box, person, "organise ban"), "Organisers' log")).text


def menu(message: Message) -> list[dict[str, str]]:
    (found,) = [one["options"] for one in components.walk(message.components) if "options" in one]
    return list(found)


async def running(box: Sandbox, *people: Person) -> Lobby:
    lobby = await seated(box, list(people), len(people))
    thread = await lobby.start(people[0])
    await box.until(lambda: posts(thread, people[0], "trick 1"))
    return lobby


async def test_who_is_banned_opens_no_table_and_sits_down_nowhere_and_is_told_why(box: Sandbox) -> None:
    you, aja, malik, ivalu = (box.person(name) for name in ("You", "Aja", "Malik", "Ivalu"))
    organiser(box)
    lobby = await opened(box, you, box.channel("cards"))
    table = await running(box, you, malik)
    assert table.thread
    await resign(table.thread, malik)
    assert "Aja can't open tables" in await ban(box, ivalu, aja, reason="Left *five* games")
    told = "banned from the tables of this server: Left \\*five\\* games"
    assert told in (await aja.command(box.channel("cards"), "table open")).text
    assert told in (await aja.command(box.channel("cards"), "tables")).text
    assert told in (await lobby.press(aja, "Join")).text
    assert told in (await aja.command(table.channel, "table substitute", table=table.name)).text
    given = await ivalu.command(table.channel, "table substitute", table=table.name, person=aja)
    assert "Aja is banned" in given.text
    assert "aren't" in (await aja.command(box.channel("general"), "mytables")).text


async def test_a_ban_takes_a_person_out_of_lobbies_and_leaves_seats_in_play_to_organisers(box: Sandbox) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    table = await running(box, you, aja)
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.join(aja)
    assert f"Still playing at {table.name}" in await ban(box, ivalu, aja)
    await box.until(lambda: "**Aja**" not in lobby.card.text)
    assert ", hand " in (await aja.command(box.channel("cards"), "hand")).text


async def test_a_ban_withdraws_a_request_for_a_seat(box: Sandbox) -> None:
    you, aja, malik, ivalu = box.person("You"), box.person("Aja"), box.person("Malik"), organiser(box)
    table = await running(box, you, malik)
    thread = table.thread
    assert thread
    await resign(thread, malik)
    await aja.command(thread, "table substitute")
    asked = (await box.until(lambda: posts(thread, you, "would like to take")))[0]
    await ban(box, ivalu, aja)
    await box.until(lambda: "Agree" not in asked.labels)
    assert "takes over seat" not in asked.text


async def test_a_ban_is_lifted_on_the_list_of_bans(box: Sandbox) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    lobby = await opened(box, you, box.channel("cards"))
    assert "Nobody" in (await page(box, ivalu, "organise ban")).text
    await ban(box, ivalu, aja, reason="Rude")
    bans = await page(box, ivalu, "organise ban")
    assert "**Aja**" in bans.text
    assert "by Ivalu: Rude" in bans.text
    await ivalu.select(bans, ["Aja"], custom_id="v1:unban::0")
    assert "Nobody" in bans.text
    await lobby.join(aja)


async def test_an_organiser_who_is_banned_organises_nothing_and_does_not_lift_the_ban(box: Sandbox) -> None:
    malik, ivalu = box.person("Malik"), organiser(box)
    hosts = box.world.add_role(box.guild, "Hosts")
    box.guild.members[malik.id].role_ids.append(hosts.id)
    box.offer("organise", malik)
    setup = (await ivalu.command(box.channel("general"), "setup")).message
    assert setup
    await ivalu.select(setup, [hosts.id], custom_id="v1:server-wish::organisers")
    bans = await page(box, malik, "organise ban")
    assert "Malik can't open tables" in await ban(box, ivalu, malik)
    (hashed,) = [option["value"] for option in menu(await page(box, ivalu, "organise ban"))]
    answer = await press(malik, bans, Parts("unban", "", ("0",), (hashed,)))
    assert "Only organisers" in answer.text
    assert "Only organisers" in (await malik.command(box.channel("general"), "organise ban")).text
    assert "**Malik**" in (await page(box, ivalu, "organise ban")).text


async def test_a_ban_holds_for_who_erases_themselves_and_comes_back(box: Sandbox) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    lobby = await opened(box, you, box.channel("cards"))
    await ban(box, ivalu, aja, reason="Rude")
    asked = (await aja.command(box.channel("general"), "privacy", what="erase")).message
    assert asked
    await aja.press(asked, "Yes, erase everything")
    refused = (await lobby.press(aja, "Join")).text
    assert "banned from the tables of this server. " in refused
    bans = await page(box, ivalu, "organise ban")
    assert "Former player" in bans.text
    assert "Rude" not in bans.text


async def test_a_ban_holds_in_its_server_alone(box: Sandbox) -> None:
    aja, ivalu = box.person("Aja"), organiser(box)
    other = box.add_server("Elsewhere", [aja], ["lounge"])
    await ban(box, ivalu, aja)
    opening = await aja.command(next(iter(other.channels.values())), "table open")
    assert "is open" in opening.text


async def test_nobody_bans_themselves_and_nobody_who_manages_the_server(box: Sandbox) -> None:
    aja, ivalu = box.person("Aja"), organiser(box)
    aja.allow("manage_guild")
    assert "not yourself" in await ban(box, ivalu, ivalu)
    assert "Aja has Manage Server" in await ban(box, ivalu, aja)


async def test_bans_and_the_log_are_for_organisers(box: Sandbox) -> None:
    malik, aja = box.person("Malik"), box.person("Aja")
    with pytest.raises(ActionNotAllowed, match="no command /organise"):
        await ban(box, malik, aja)
    box.offer("organise", malik)
    assert "Only organisers" in await ban(box, malik, aja)
    assert "Only organisers" in (await malik.command(box.channel("general"), "organise ban")).text


async def test_the_log_tells_what_organisers_did_on_whom_and_not_what_players_did(box: Sandbox) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    assert "Nothing yet" in await log(box, ivalu)
    table = await running(box, you, aja)
    await ivalu.command(table.channel, "table kick", table=table.name, seat=2)
    await ban(box, ivalu, aja, reason="Rude")
    setup = await page(box, ivalu, "setup")
    await ivalu.select(setup, ["managers"], custom_id="v1:server-wish::openers")
    assert table.thread
    await press_at(table.thread, ivalu, "More…", "Close", "Yes, close the table")
    told = await log(box, ivalu)
    acts = [
        f"Ivalu closed {table.name}",
        "Ivalu changed a setting: **Who may open tables**",
        "Ivalu banned Aja: Rude",
        f"Ivalu freed Aja's seat at {table.name}",
    ]
    places = [told.index(act) for act in acts]
    assert places == sorted(places)
    assert told.count("<t:") == len(acts)


async def test_an_organiser_pauses_and_closes_a_running_table_by_its_card_in_the_channel(box: Sandbox) -> None:
    you, aja, ivalu = box.person("You"), box.person("Aja"), organiser(box)
    table = await running(box, you, aja)
    assert table.thread
    theirs = (await press_at(table.channel, box.person("Malik"), "More…")).message
    assert theirs
    assert not {"Pause", "Resign…", "Close"} & {*theirs.labels}
    assert "Nobody loses time" in (await press_at(table.channel, ivalu, "More…", "Pause")).text
    await box.until(lambda: posts(table.thread or table.channel, you, "This table is paused"))
    assert "resumed the table" in (await press_at(table.channel, ivalu, "More…", "Resume")).text
    await press_at(table.channel, ivalu, "More…", "Close", "Yes, close the table")
    await table.shows("was closed by Ivalu")
