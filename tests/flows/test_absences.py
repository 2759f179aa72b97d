"""Games over days as people meet them: being away, agreeing to a pause or a pace, seats that open."""

from __future__ import annotations

import pytest

from sandbox import Message, Person, Sandbox, Thread
from simulation.scripted_people import Lobby, opened, players, posts, press_at, resign, taking
from tests.flows.test_privacy import erased

pytestmark = pytest.mark.usefixtures("bot")


class StartedTable:
    """A table of three people at pace day that has started."""

    def __init__(self, box: Sandbox, lobby: Lobby, thread: Thread, company: list[Person]) -> None:
        self.box, self.lobby, self.thread, self.company = box, lobby, thread, company

    async def post(self, text: str) -> Message:
        """The newest post that says so."""
        found = await self.box.until(lambda: posts(self.thread, self.company[0], text))
        message: Message = found[-1]
        return message

    async def says(self, message: Message, text: str) -> None:
        await self.box.until(lambda: text in message.text)


@pytest.fixture
async def table(box: Sandbox) -> StartedTable:
    company = [box.person(name) for name in ("Malik", "Aja", "You")]
    lobby = await opened(box, company[0], box.channel("cards"), 3)
    await lobby.sit_in_order(company)
    terms = (await lobby.press(company[0], "Pace…")).message
    assert terms
    await company[0].select(terms, ["day"], custom_id=f"v1:term:{lobby.id}:pace")
    await lobby.shows("A day for each turn")
    thread = await lobby.start(company[0])
    await box.until(lambda: posts(thread, company[0], "trick 1"))
    return StartedTable(box, lobby, thread, company)


async def test_the_table_pauses_for_who_is_away_if_all_agree(box: Sandbox, table: StartedTable) -> None:
    opener, aja, you = table.company
    assert "unless the others agree" in (await aja.command(table.thread, "away", days=3)).text
    asked = await table.post("Pause the table until then?")
    await table.lobby.shows("**Aja**, away until <t:")
    await table.says(await table.post("trick 1"), "Aja is away until <t:")
    await opener.press(asked, "Agree")
    await you.press(asked, "Agree")
    await table.says(asked, "Agreed.")
    await table.says(await table.post("trick 1"), "Nothing is played until then.")
    assert "Aja is back" in (await aja.command(table.thread, "away", days=0)).text
    await box.until(lambda: "Nothing is played" not in posts(table.thread, opener, "trick 1")[-1].text)


async def test_one_who_disagrees_lets_the_computer_play(table: StartedTable) -> None:
    opener, aja, you = table.company
    for person in (aja, you):
        await person.command(table.thread, "away", days=3)
    asked = await table.post("Pause the table until then?")
    await table.says(asked, "No answer by <t:")
    await table.says(asked, "The clock is stopped until everybody has answered, <t:")
    await opener.press(asked, "Disagree")
    await table.says(asked, "Malik said no, so nothing changes")
    (malik,) = players(table.box, table.lobby, [opener])
    if await table.box.until(lambda: malik.called or posts(table.thread, you, "computer played for")) is True:
        await malik.play()
    await table.post("computer played for")


async def test_where_all_are_away_nothing_is_played_and_who_presses_go_on_is_back(table: StartedTable) -> None:
    _, aja, you = table.company
    for person in table.company:
        await person.command(table.thread, "away", days=3)
    told = await table.post("**Nobody is here now, so the table waits.** Sit here? Press Resume.")
    assert not posts(table.thread, you, "computer played for")
    stranger = table.box.person("Ivalu")
    assert "You have no seat" in (await stranger.press(told, "Resume")).text
    await aja.press(told, "Resume")
    await table.lobby.shows("**Malik**, away until", "**You**, away until")
    await table.box.until(lambda: not posts(table.thread, you, "so the table waits"))
    await table.box.until(lambda: "**Aja**, away until" not in table.lobby.card.text)
    await table.box.until(lambda: not posts(table.thread, you, "is here now, so nothing is played"))


async def test_another_pace_is_asked_of_whoever_sits_there_now(table: StartedTable) -> None:
    opener, aja, you = table.company
    ivalu = table.box.person("Ivalu")
    await aja.command(table.thread, "table pace", pace="10 min")
    asked = await table.post("another pace: 10 minutes")
    assert "You have no seat" in (await ivalu.press(asked, "Agree")).text
    await resign(table.thread, you)
    left = await table.post("You has resigned")
    await ivalu.press(left, "Take seat 3")
    await table.box.until(lambda: "Take seat 3" not in left.labels)
    assert "Ivalu takes over seat 3" in left.text
    await table.says(asked, "Ivalu")
    await opener.press(asked, "Agree")
    await ivalu.press(asked, "Agree")
    await table.says(asked, "Agreed.")


async def test_the_opener_opens_no_seat_that_has_not_been_silent_and_an_organiser_any(table: StartedTable) -> None:
    opener, aja, _ = table.company
    refused = await opener.command(table.thread, "table kick", seat=2)
    assert "After 3 you can free the seat" in refused.text
    assert "Only Malik" in (await aja.command(table.thread, "table kick", seat=3)).text
    organiser = table.box.person("Ivalu")
    organiser.allow("manage_guild")
    assert "seat is free" in (await organiser.command(table.thread, "table kick", seat=2)).text
    await table.post("Aja's seat is free")
    await table.lobby.shows("the seat is free")


async def test_who_takes_their_own_seat_again_is_back(table: StartedTable) -> None:
    _, aja, _ = table.company
    await resign(table.thread, aja)
    await aja.press(await table.post("Aja has resigned"), "Take seat 2")
    await table.post("Aja is back in seat 2")


async def test_who_was_erased_in_a_hand_takes_no_seat_in_it(table: StartedTable) -> None:
    _, aja, you = table.company
    await erased(table.box, aja)
    left = await table.post("has resigned")
    assert "You have seen cards of this hand" in (await aja.press(left, taking(left))).text
    await resign(table.thread, you)
    assert "takes over seat" in (await table.box.person("Ivalu").press(left, taking(left))).text


def organiser_of(table: StartedTable) -> Person:
    """A person who manages the server and does not play."""
    person = table.box.person("Ivalu")
    person.allow("manage_guild")
    return person


async def test_an_organisers_word_pauses_at_once_and_anybody_who_sits_there_goes_on(table: StartedTable) -> None:
    await press_at(table.thread, organiser_of(table), "More…", "Pause")
    await table.says(await table.post("trick 1"), "This table is paused")
    more = (await table.company[1].press(await table.post("trick 1"), "More…")).message
    assert more
    await table.company[1].press(more, "Resume")
    await table.post("Aja resumed the table")


async def test_an_organiser_is_named_where_they_pause_a_table_and_let_it_go_on(table: StartedTable) -> None:
    ivalu = organiser_of(table)
    assert "Nobody loses time" in (await press_at(table.thread, ivalu, "More…", "Pause")).text
    await table.post("Ivalu would like to pause this table")
    assert "resumed the table" in (await press_at(table.thread, ivalu, "More…", "Resume")).text
    await table.post("Ivalu resumed the table")


async def test_an_organisers_word_comes_before_what_others_are_still_asked(table: StartedTable) -> None:
    ivalu, aja = organiser_of(table), table.company[1]
    assert "asked the others" in (await press_at(table.thread, aja, "More…", "Pause")).text
    asked = await table.post("Aja would like to pause")
    assert "at the new pace" in (await ivalu.command(table.thread, "table pace", pace="three days")).text
    await table.post("Ivalu would like another pace: three days")
    await table.says(asked, "This request no longer applies")
    await table.lobby.shows("Time for a turn: **three days**")


async def test_the_pace_that_holds_already_is_not_asked_of_anybody(table: StartedTable) -> None:
    ivalu, aja = organiser_of(table), table.company[1]
    for person in (aja, ivalu):
        assert "already has this pace" in (await person.command(table.thread, "table pace", pace="24 h")).text
    assert not posts(table.thread, aja, "would like another pace")


async def test_the_card_of_a_table_shows_the_pace_that_has_been_agreed(table: StartedTable) -> None:
    malik, aja, you = table.company
    await malik.command(table.thread, "table pace", pace="12 h + 1 day")
    asked = await table.post("Malik would like another pace")
    await aja.press(asked, "Agree")
    await you.press(asked, "Agree")
    await table.lobby.shows("Time for a turn: **12 hours, and 1 day in reserve**")


async def resigned(table: StartedTable, person: Person) -> Message:
    """The post that says so."""
    await resign(table.thread, person)
    return await table.post(f"{person.name} has resigned")


async def test_without_a_number_one_takes_ones_own_seat_again(table: StartedTable) -> None:
    _, aja, you = table.company
    await resigned(table, aja)
    await resigned(table, you)
    assert "is back in seat 3" in (await you.command(table.thread, "table substitute")).text


async def test_there_is_nothing_to_open_where_no_person_sits(table: StartedTable) -> None:
    opener, aja, you = table.company
    await resigned(table, you)
    assert "There is no person in seat 3" in (await opener.command(table.thread, "table kick", seat=3)).text
    assert "There is no person in seat 8" in (await opener.command(table.thread, "table kick", seat=8)).text
    assert "Only Malik" in (await aja.command(table.thread, "table kick", seat=3)).text


async def test_who_is_not_away_is_not_back(table: StartedTable) -> None:
    aja = table.company[1]
    assert "You are not away" in (await aja.command(table.thread, "away", days=0)).text
    await resigned(table, aja)
    assert not posts(table.thread, aja, "Aja is back")


async def test_a_play_that_a_computer_made_in_an_open_seat_stays_the_computers(table: StartedTable) -> None:
    trick = await table.post("to lead")
    first = next(person for person in table.company if f"{person.name} to lead" in trick.text)
    left = await resigned(table, first)
    await table.box.until(lambda: "heads the trick" in posts(table.thread, first, "trick 1")[-1].text)
    await table.box.person("Ivalu").press(left, taking(left))
    await table.post("Ivalu takes over seat")
    told = posts(table.thread, first, "trick 1")[-1].text.split("\n")
    plays = [line for line in told if "heads the trick" in line]
    assert plays
    assert all("\N{ROBOT FACE}" in line and "Ivalu" not in line for line in plays)


async def test_who_has_just_joined_the_server_is_seated_in_mid_hand_by_an_organiser_alone(table: StartedTable) -> None:
    malik, aja, you = table.company
    left = await resigned(table, aja)
    nuka = table.box.add_person("Nuka")
    nuka.join()
    for asked in (await nuka.press(left, taking(left)), await nuka.command(table.thread, "table substitute")):
        assert "You joined this server less than 24 hours ago" in asked.text
    for person in (nuka, malik):
        refused = await person.command(table.thread, "table substitute", person=you)
        assert "Only organisers who don't play" in refused.text
    assert not nuka.dms
    organiser = organiser_of(table)
    assert "already has a seat" in (await organiser.command(table.thread, "table substitute", person=you)).text
    assert "Nuka" in (await organiser.command(table.thread, "table substitute", person=nuka)).text
    await table.post("Nuka takes over seat 2")
    await table.box.until(lambda: nuka.dms)


@pytest.mark.usefixtures("bot")
async def test_where_only_whole_hands_are_posted_who_leaves_is_said_all_the_same(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    you.allow("manage_guild")
    setup = (await you.command(box.channel("cards"), "setup")).message
    assert setup
    await you.press(setup, "Next: how tables run")
    await you.select(setup, ["hands"], custom_id="v1:server-wish::posted")
    lobby = await opened(box, you, box.channel("cards"), 3)
    await lobby.sit_in_order([you, aja])
    await lobby.fill(you)
    thread = await lobby.start(you)
    await box.until(lambda: you.dms and aja.dms)
    assert not posts(thread, you, ", trick ")
    await resign(lobby.channel, aja)
    (told,) = await box.until(lambda: posts(thread, you, "Aja has resigned"))
    assert "Take seat 2" in told.labels
