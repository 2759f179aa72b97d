"""People as they are: with names that format and mention, in other languages, quick with their fingers, gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandbox import Sandbox
from simulation.scripted_people import opened, play_on, players, posts, result, said, seated, table_now, trick_shown
from tests.flows.conftest import serving, settings_for
from tests.flows.test_invitations import invite

LOUD = "@everyone **<@1>** `x` https://example.org/a_b_c"


@pytest.mark.slow
async def test_names_format_nothing_and_mention_nobody(database: Path) -> None:
    async with Sandbox(people=("You", LOUD, "_a_" * 10)) as box, serving(box, settings_for(box, database)):
        you, loud, long = box.people
        lobby = await opened(box, you, box.channel("cards"), 3)
        for person in box.people:
            await lobby.press(person, "Join")
        await box.until(lambda: "*free*" not in lobby.card.text)
        options = (await lobby.press(you, "Options…")).message
        assert options
        await you.select(options, ["hands:2"], custom_id=f"v1:option:{lobby.id}:length")
        thread = await lobby.start(you)
        company = players(box, lobby, [you, loud, long])
        await play_on(box, company, lambda: result(thread, you))
        for message in (*you.sees(thread), *you.sees(lobby.channel)):
            assert not message.payload["mention_everyone"]
            assert not message.payload["mentions"]
            assert "@everyone" not in said(message)
            assert "https://example" not in said(message)
        assert box.violations == []
        assert box.unsupported == []


@pytest.mark.parametrize("locale", ["da", "pt-BR", "ja"])
@pytest.mark.usefixtures("bot")
async def test_whoever_reads_another_language_is_answered_all_the_same(box: Sandbox, locale: str) -> None:
    you = box.person("You")
    you.locale = locale
    lobby = await seated(box, [you], 2)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    for command in ("hand", "rules", "record", "mytables"):
        answer = await you.command(thread, command)
        assert answer.message
        assert answer.message.ephemeral


@pytest.mark.usefixtures("bot")
async def test_a_nickname_of_one_server_is_shown_in_no_other(box: Sandbox) -> None:
    you, aja, malik, general = box.person("You"), box.person("Aja"), box.person("Malik"), box.channel("general")
    away = box.add_server("Nuuk harbour", [you, aja, malik], ["pier"])
    pier = next(iter(away.channels.values()))
    for person in (aja, malik):
        box.guild.members[person.id].nick = "Mayor of Ilulissat"
    you.allow("manage_guild", guild=box.guild)
    lobby = await opened(box, you, box.channel("cards"), 4)
    await lobby.press(aja, "Join")
    await invite(lobby, you, malik)
    await lobby.shows("**Aja**", "kept for Malik")
    for command in ("organise ban", "block", "profile"):
        assert "Malik" in (await you.command(general, command, person=malik)).text
    await malik.command(general, "mytables")
    there = await opened(box, aja, pier, 2)
    await there.shows("1. **Aja**")
    everywhere = [there.card.text, lobby.card.text, *(one.text for person in (aja, malik) for one in person.dms)]
    everywhere += [(await you.command(you.open_direct(), "block")).text, (await you.command(pier, "block")).text]
    assert "Malik" in everywhere[-1]
    assert not any("Mayor" in text for text in everywhere)


@pytest.mark.usefixtures("bot")
async def test_four_who_join_at_once_get_four_seats(box: Sandbox, database: Path) -> None:
    people = [box.person(name) for name in ("You", "Aja", "Malik", "Ivalu")]
    lobby = await opened(box, people[0], box.channel("cards"), 4)
    await asyncio.gather(*(lobby.press(person, "Join") for person in people for _ in range(2)))
    await lobby.shows(*(f"**{person.name}**" for person in people))
    assert len({seat.person for seat in table_now(database, lobby.id).seats}) == 4


@pytest.mark.usefixtures("bot")
async def test_somebody_who_leaves_the_server_keeps_nobody_from_playing(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you, aja], 4)
    thread = await lobby.start(you)
    company = players(box, lobby, [you, aja])
    await play_on(box, company, lambda: trick_shown(thread, you) >= (1, 2))
    aja.leave()
    await play_on(box, company[:1], lambda: table_now(database, lobby.id).turn == 1)
    await box.until(lambda: posts(thread, you, "Aja to "))
    private = (await you.command(thread, "hand")).message
    assert private
    assert ", hand " in private.text
