"""A bot with two games: its help, its lessons, its profiles and a server's choice of games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.texts import offered_games
from sandbox import Message, Sandbox
from sandbox.world import components
from simulation.scripted_people import LONG, Lobby, posts
from tests.flows.conftest import serving, settings_for
from tests.toy_game.registration import offered

pytestmark = pytest.mark.usefixtures("several")


@pytest.fixture
def several() -> Iterator[None]:
    with offered():
        yield


@pytest.fixture
async def served(several: None, box: Sandbox, database: Path) -> AsyncIterator[None]:
    async with serving(box, settings_for(box, database)):
        yield


async def lobby_of(box: Sandbox, name: str) -> Lobby:
    you = box.person("You")
    answer = await you.command(box.channel("cards"), "table open", game=name)
    assert answer.status == "message", answer.text
    return Lobby(box, await box.until(lambda: next(iter(posts(box.channel("cards"), you, name)), None)))


def menu_of(message: Message) -> list[str]:
    menu = next(one for one in components.walk(message.components) if one["type"] == components.STRING_SELECT)
    return [option["value"] for option in menu["options"]]


@pytest.mark.usefixtures("served")
async def test_the_rules_are_those_of_the_named_game_else_of_the_servers_first(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    assert "Rules of Voormsi" in (await you.command(channel, "rules")).text
    gift = (await you.command(channel, "rules", game="gift")).message
    assert gift
    assert "Rules of Gift" in gift.text
    assert menu_of(gift) == ["gift.giving", "gift.tricks"]
    await you.select(gift, ["gift.giving"])
    assert "nobody else sees it" in gift.text
    await you.press(gift, "Next")
    assert "Most tricks win" in gift.text
    offered_topics = await you.autocomplete(channel, "rules", {"game": "Gift", "topic": ""}, "topic")
    assert [one["value"] for one in offered_topics] == ["giving", "tricks"]
    assert "nobody else sees it" in (await you.command(channel, "rules", topic="giving", game="Gift")).text
    assert "no game “Chess” here" in (await you.command(channel, "rules", game="Chess")).text


@pytest.mark.usefixtures("served")
async def test_a_number_of_players_that_a_game_does_not_have_is_refused_with_those_that_it_has(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    for game, players, told in (
        ("Alkort", 2, "Alkort is for 4 players, not for 2."),
        ("Voormsi", 6, "Voormsi is for 2, 3 and 4 players, not for 6."),
        ("Gift", 2, "Gift is for 5 and 6 players, not for 2."),
    ):
        assert told in (await you.command(channel, "table open", players=players, game=game)).text
    assert not posts(channel, you, "players")


@pytest.mark.usefixtures("served")
async def test_help_at_a_table_is_about_its_game(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await lobby_of(box, "Gift")
    minute = await you.press(lobby.card, "New here?")
    assert "Gift in a minute" in minute.text
    assert minute.message
    assert "Lesson" not in "".join(minute.message.labels)
    await lobby.join(you)
    await lobby.fill(you)
    thread = await lobby.start(you)
    rules = (await you.command(thread, "rules")).message
    assert rules
    assert "Rules of Gift" in rules.text
    assert "Ace, king, queen, jack, ten, nine." in (await you.press(rules, "Ranks")).text


@pytest.mark.usefixtures("served")
async def test_a_game_without_lessons_says_so_and_is_not_among_those_to_learn(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("general")
    assert "There are no lessons for Gift yet" in (await you.command(channel, "learn", game="Gift")).text
    assert "There are no lessons for Gift yet" in (await you.command(channel, "daily", game="Gift")).text
    for command in ("learn", "daily"):
        names = [one["name"] for one in await you.autocomplete(channel, command, {"game": ""}, "game")]
        assert "Gift" not in names
        assert {"Voormsi", "Alkort"} <= set(names)
    await lobby_of(box, "Gift")
    assert "Learn Voormsi" in (await you.command(box.channel("cards"), "learn")).text


@pytest.mark.usefixtures("served")
async def test_profile_and_standings_count_one_game(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    lobby = await lobby_of(box, "Gift")
    thread = await lobby.start_computers(you)
    await box.until(lambda: posts(thread, you, "most tricks"), LONG)
    for command in ("profile", "standings"):
        assert "Voormsi" in (await you.command(box.channel("general"), command, game="Voormsi")).text
        shown = (await you.command(channel, command, game="Gift")).message
        assert shown
        assert "Gift" in shown.text
    profile = (await you.command(channel, "profile", game="Gift")).message
    assert profile
    await you.press(profile, "All servers")
    assert "Gift" in profile.text


@pytest.mark.usefixtures("served")
async def test_a_server_chooses_its_games(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    page = (await you.command(channel, "setup")).message
    assert page
    await you.press(page, "Next: how tables run")
    assert "**Games**" in page.text
    menu = next(one for one in components.walk(page.components) if one.get("custom_id", "").endswith(":games"))
    assert [option["value"] for option in menu["options"] if option["default"]] == [*offered_games()]
    await you.select(page, ["gift"], custom_id=menu["custom_id"])
    games = await you.autocomplete(channel, "table open", {"game": ""}, "game")
    assert [one["name"] for one in games] == ["Gift"]
    refused = await you.command(channel, "table open", game="Voormsi")
    assert "Only tables of Gift are opened on this server" in refused.text
    await you.command(channel, "table open")
    assert await box.until(lambda: posts(channel, you, "Gift"))
    assert "Rules of Gift" in (await you.command(channel, "rules")).text


@pytest.mark.usefixtures("served")
async def test_lists_of_tables_and_invitations_name_the_game(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await lobby_of(box, "Gift")
    assert "Gift" in (await aja.command(box.channel("general"), "tables")).text
    assert f"**{lobby.name}** on Ilulissat ferry · Gift" in (await you.command(box.channel("general"), "mytables")).text
    await you.command(box.channel("general"), "table open", game="Voormsi", invite=aja)
    await box.until(lambda: any("invites you" in message.text and "Voormsi" in message.text for message in aja.dms))
