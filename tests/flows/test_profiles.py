"""Profiles and standings, as people meet them after a rubber."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.runtime.steady_clock import wall
from bot.store.engine import open_store
from bot.tables.results import Rubber, Spell, rubber_row
from rules import registry
from sandbox import Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, play_on, players, result, seated
from tests.flows.conftest import serving, settings_for
from tests.flows.test_settings import choose, my_play
from tests.store import samples

DAY = 24 * 3600 * 1000


async def hands(opener: Person, lobby: Lobby) -> None:
    """Make it a rubber of one hand."""
    options = (await lobby.press(opener, "Options…")).message
    assert options
    await opener.select(options, ["hands:1"], custom_id=f"v1:option:{lobby.id}:length")


async def rubber(box: Sandbox, people: list[Person]) -> None:
    """A rubber of one hand, played to its end."""
    lobby = await seated(box, people, len(people))
    await hands(people[0], lobby)
    thread = await lobby.start(people[0])
    await play_on(box, players(box, lobby, people), lambda: result(thread, people[0]))


async def profile(box: Sandbox, asking: Person, **given: object) -> Message:
    answer = await asking.command(box.channel("general"), "profile", **given)
    assert answer.message
    assert answer.message.ephemeral
    return answer.message


@pytest.mark.usefixtures("bot")
async def test_of_a_member_who_never_used_the_bot_there_is_no_more_to_see_elsewhere(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    theirs = await profile(box, you, person=aja)
    assert "### Aja" in theirs.text
    assert "All servers" not in theirs.labels
    await profile(box, aja)
    theirs = await profile(box, you, person=aja)
    await you.press(theirs, "All servers")
    assert "Only this server" in theirs.labels


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_rubber_stands_in_the_profile_of_both_and_one_of_them_has_won(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    before = await profile(box, you)
    assert "Nothing here yet" in before.text
    await rubber(box, [you, aja])
    mine = await profile(box, you)
    await box.until(lambda: mine.attachments)
    theirs = await profile(box, you, person=aja)
    await box.until(lambda: theirs.attachments)
    assert "### Aja" in theirs.text
    told = mine.text, theirs.text
    assert all("1 hand played" in text for text in told)
    assert sorted("Games won, 2 players: 1 of 1" in text for text in told) in ([False, True], [False, False])
    await you.press(mine, "All servers")
    assert "Only this server" in mine.labels
    await box.until(lambda: "1 hand played" in mine.text)
    await you.press(theirs, "All servers")
    await you.press(theirs, "Only this server")
    assert "All servers" in theirs.labels
    assert box.violations == []


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_who_hides_their_profile_still_sees_it(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await rubber(box, [you, aja])
    theirs = await profile(box, you, person=aja)
    page = await my_play(aja, box)
    await choose(aja, page, "profile", "hidden")
    assert (await profile(box, you, person=aja)).text == "Aja keeps their profile to themselves."
    refused = await you.press(theirs, "All servers")
    assert refused.message
    assert "Aja keeps their profile" in refused.message.text
    own = await profile(box, aja)
    await box.until(lambda: own.attachments)
    assert "1 hand played" in own.text


@pytest.mark.slow
async def test_who_wants_it_has_a_rating_across_servers_once_the_others_want_it_too(
    box: Sandbox, database: Path
) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with await open_store(database, now=wall) as store:
        keys = [(await store.person(person.id, person.name)).key for person in (you, aja)]
        spells = (Spell(0, keys[0], 1, 9), Spell(1, keys[1], 1, 9))
        won = Rubber(1, box.guild.id, wall(), ((0,), (1,)), (0,), ((1, 0),) * 9, spells)
        await store.replace_results(1, [], rubber_row(won, registry.USUAL))
    async with serving(box, settings_for(box, database)):
        await rubber(box, [you, aja])
        mine = await profile(box, you)
        assert "rating at" in mine.text
        for person in (you, aja):
            await you.press(mine, "All servers")
            assert "rating at" not in mine.text
            await you.press(mine, "Only this server")
            await choose(person, await my_play(person, box), "across", "yes")
        await you.press(mine, "All servers")
        assert "rating at" in mine.text


async def with_two_games(box: Sandbox, database: Path) -> Person:
    """Write down that a person has played Alkort, 11 hands, and then Bräus, 12 hands."""
    you = box.person("You")
    async with await open_store(database, now=wall) as store:
        key = (await store.person(you.id, you.name)).key
        for number, game in enumerate(("alkort", "braus"), start=1):
            row = samples.result(number, key, guild_id=box.guild.id, game=game, ended_at=number, hands=10 + number)
            await store.replace_results(number, [row])
    return you


async def test_without_a_game_the_profile_is_of_the_one_that_was_played_last(box: Sandbox, database: Path) -> None:
    you = await with_two_games(box, database)
    async with serving(box, settings_for(box, database)):
        mine = (await profile(box, you)).text
        assert "Bräus" in mine
        assert "12" in mine
        assert "Nothing here yet" in (await profile(box, you, game="treikort")).text


async def test_another_game_is_chosen_in_the_menu_and_stays_when_one_looks_elsewhere(
    box: Sandbox, database: Path
) -> None:
    you = await with_two_games(box, database)
    async with serving(box, settings_for(box, database)):
        mine = await profile(box, you)
        await you.select(mine, ["alkort"], custom_id=f"v1:profile::{you.id}::game")
        assert "Alkort" in mine.text
        await box.until(lambda: mine.attachments and "11 hands played" in mine.text)
        assert "First win" in mine.text
        await you.press(mine, "All servers")
        assert "Alkort" in mine.text
        await you.select(mine, ["braus"], custom_id=f"v1:profile::{you.id}:all:game")
        assert "On all servers · Bräus" in mine.text
        page = await standings(box, you, hands=1)
        assert "Bräus" in page.text, "the game that was played last"
        await you.select(page, ["month.any.1.0.alkort."], custom_id="v1:standings::game")
        assert "Alkort" in page.text


async def standings(box: Sandbox, asking: Person, **given: object) -> Message:
    answer = await asking.command(box.channel("general"), "standings", **given)
    assert answer.message
    assert answer.message.ephemeral
    return answer.message


async def test_the_standings_tell_the_rubbers_won_of_all_those_won_drawn_and_lost(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with await open_store(database, now=wall) as store:
        key = (await store.person(you.id, you.name)).key
        for number, outcome in enumerate(("won", "lost", "drawn", "lost"), start=1):
            row = samples.result(number, key, guild_id=box.guild.id, ended_at=wall(), outcome=outcome)
            await store.replace_results(number, [row])
    async with serving(box, settings_for(box, database)):
        page = await standings(box, you, hands=1)
        await box.until(lambda: page.attachments)
        assert "1 of 4" in page.text


async def test_the_standings_draw_how_the_ratings_of_people_went(box: Sandbox, database: Path) -> None:
    you, aja = box.person("You"), box.person("Aja")
    async with await open_store(database, now=wall) as store:
        keys = [(await store.person(person.id, person.name)).key for person in (you, aja)]
        for number, winner in enumerate((0, 0, 1), start=1):
            at = wall() - (4 - number) * DAY
            spells = (Spell(0, keys[0], 1, 9), Spell(1, keys[1], 1, 9))
            rubber = Rubber(number, box.guild.id, at, ((0,), (1,)), (winner,), ((1, 0),) * 9, spells)
            rows = [samples.result(number, key, guild_id=box.guild.id, ended_at=at, size=2) for key in keys]
            await store.replace_results(number, rows, rubber_row(rubber, registry.USUAL))
    async with serving(box, settings_for(box, database)):
        page = await standings(box, you, hands=1, period="all")
        await box.until(lambda: page.attachments)
        told = page.text.partition("Rating, 2 players · last 8 weeks")[2]
        assert [line.partition(":")[0] for line in told.splitlines()[1:3]] in (["You", "Aja"], ["Aja", "You"])


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_rubber_against_people_stands_in_the_standings_and_menus_change_them(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await rubber(box, [you, aja])
    page = await standings(box, you)
    assert "Nobody is here yet" in page.text
    assert "after 10 hands or more" in page.text
    page = await standings(box, you, hands=1)
    await box.until(lambda: page.attachments)
    assert "1. You" in page.text or "2. You" in page.text
    assert "1. Aja" in page.text or "2. Aja" in page.text
    await you.select(page, ["month.3.1.0.voormsi."], custom_id="v1:standings::size")
    assert "Nobody is here yet" in page.text
    await you.select(page, ["month.2.1.0.voormsi."], custom_id="v1:standings::size")
    await you.select(page, ["all.2.1.0.voormsi."], custom_id="v1:standings::period")
    await box.until(lambda: page.attachments and "1 hand" in page.text)
    assert "All time · 2 players" in page.text
    assert box.violations == []


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_rubbers_against_computers_alone_and_hidden_people_stand_in_no_standings(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await seated(box, [you], 2)
    await hands(you, lobby)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    assert "Nobody is here yet" in (await standings(box, you, hands=1)).text
    await rubber(box, [you, aja])
    await choose(aja, await my_play(aja, box), "profile", "hidden")
    page = await standings(box, you, hands=1)
    await box.until(lambda: page.attachments)
    assert "1. You" in page.text
    assert "Aja" not in page.text


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("asked", ["month", "week.any.1.0", "month.9.1.0", "month.any.x.0", "month.any.1.-1"])
async def test_standings_that_there_are_not_are_refused_in_words(box: Sandbox, asked: str) -> None:
    you = box.person("You")
    page = await standings(box, you)
    custom_id = "v1:standings::" + asked.replace(".", ":")
    answer = await you.start_press(page, {"type": components.BUTTON, "id": 99, "custom_id": custom_id}).first()
    assert answer.status == "message"


@pytest.mark.usefixtures("bot")
async def test_standings_are_those_of_a_server(box: Sandbox) -> None:
    you = box.person("You")
    refused = await you.command(you.open_direct(), "standings", period="season")
    assert "This only works on a server" in refused.text
    assert "This season" in (await standings(box, you, period="season")).text


@pytest.mark.usefixtures("bot")
async def test_whoever_has_left_the_server_has_no_profile_there(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    await profile(box, aja)
    page = await profile(box, you, person=aja)
    aja.leave()
    assert "isn't on this server" in (await profile(box, you, person=aja)).text
    button = {"type": 2, "id": 99, "custom_id": f"v1:profile::{aja.id}:here:voormsi"}
    assert "isn't on this server" in (await you.start_press(page, button).first()).text
