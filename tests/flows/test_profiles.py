"""Profiles and standings, as people meet them after a rubber."""

from __future__ import annotations

import pytest

from sandbox import Message, Person, Sandbox
from simulation.players import play_on, players, result, seated
from tests.flows.test_settings import choose, my_play


async def rubber(box: Sandbox, people: list[Person]) -> None:
    """A rubber of one hand, played to its end."""
    lobby = await seated(box, people, len(people))
    options = (await lobby.press(people[0], "Options…")).message
    assert options
    await people[0].select(options, ["hands:1"], custom_id=f"v1:option:{lobby.id}:length")
    thread = await lobby.start(people[0])
    await play_on(box, players(box, lobby, people), lambda: result(thread, people[0]))


async def profile(box: Sandbox, asking: Person, **given: object) -> Message:
    answer = await asking.command(box.channel("general"), "profile", **given)
    assert answer.message
    assert answer.message.ephemeral
    return answer.message


@pytest.mark.usefixtures("bot")
async def test_a_rubber_stands_in_the_profile_of_both_and_one_of_them_has_won(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    before = await profile(box, you)
    assert "Nothing to count yet" in before.text
    await rubber(box, [you, aja])
    mine = await profile(box, you)
    await box.until(lambda: mine.attachments)
    theirs = await profile(box, you, person=aja)
    await box.until(lambda: theirs.attachments)
    assert "### Aja" in theirs.text
    told = mine.text, theirs.text
    assert all("1 hand played" in text for text in told)
    assert sorted("Rubbers won, 2 players: 1 of 1" in text for text in told) in ([False, True], [False, False])
    await you.press(mine, "All servers")
    assert "Only this server" in mine.labels
    await box.until(lambda: "1 hand played" in mine.text)
    await you.press(theirs, "All servers")
    await you.press(theirs, "Only this server")
    assert "All servers" in theirs.labels
    assert box.violations == []


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
