"""Invitations: whoever opens a table invites people, and seats are kept for them."""

from __future__ import annotations

import pytest

from sandbox import InjectedFault, Interaction, Message, Person, Sandbox
from simulation.scripted_people import Lobby, Player, opened, play_on, players, posts
from tests.flows.test_blocks import block


async def invite(lobby: Lobby, by: Person, *people: Person) -> Interaction:
    menu = (await lobby.press(by, "Invite…")).message
    assert menu
    return await by.select(menu, [person.id for person in people])


async def invitation(box: Sandbox, person: Person) -> Message:
    found: Message = await box.until(lambda: next((one for one in person.dms if "invites you" in one.text), None))
    return found


@pytest.mark.usefixtures("bot")
async def test_who_is_invited_joins_from_their_direct_message(box: Sandbox) -> None:
    you, aja, malik, ivalu = (box.person(name) for name in ("You", "Aja", "Malik", "Ivalu"))
    lobby = await opened(box, you, box.channel("cards"), 3)
    await invite(lobby, you, aja)
    await lobby.shows("2. *kept for Aja* until")
    dm = await invitation(box, aja)
    assert f"You invites you to table {lobby.name}" in dm.text
    await lobby.join(malik)
    assert "is kept for Aja" in (await lobby.press(ivalu, "Join")).text
    assert lobby.name not in (await ivalu.command(box.channel("general"), "tables")).text
    answer = await aja.press(dm, "Join")
    assert answer.status == "update", answer.text
    assert f"You sit at table {lobby.name}" in dm.text
    await lobby.shows("2. **Aja**", "3. **Malik**")


@pytest.mark.usefixtures("bot")
async def test_the_list_of_tables_begins_with_those_where_a_seat_is_kept(box: Sandbox) -> None:
    you, malik, aja = (box.person(name) for name in ("You", "Malik", "Aja"))
    await opened(box, malik, box.channel("cards"), 3)
    lobby = await opened(box, you, box.channel("cards"), 3)
    await invite(lobby, you, aja)
    await lobby.shows("kept for Aja")
    listed = (await aja.command(box.channel("general"), "tables")).text
    assert "You · a seat is kept for you" in listed
    assert listed.index(f"**{lobby.name}**") < listed.index("Malik · 2 seats free")


@pytest.mark.usefixtures("bot")
async def test_who_declines_frees_the_seat(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 2)
    await invite(lobby, you, aja)
    dm = await invitation(box, aja)
    await aja.press(dm, "Decline")
    assert "You've declined" in dm.text
    await lobby.shows("2. *free*")
    assert "You aren't invited" in (await press_as_it_was(aja, dm, lobby, "decline")).text


async def press_as_it_was(person: Person, message: Message, lobby: Lobby, verb: str) -> Interaction:
    """Press a button that the message no longer has."""
    part = {"type": 2, "id": 1, "custom_id": f"v1:{verb}:{lobby.id}"}
    return await person.start_press(message, part).first()


@pytest.mark.usefixtures("bot")
async def test_a_table_is_opened_with_a_seat_kept_for_somebody(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    answer = await you.command(box.channel("cards"), "table open", players=2, invite=aja)
    assert "a seat is kept for Aja" in answer.text
    dm = await invitation(box, aja)
    await aja.press(dm, "Join")
    await box.until(lambda: any("2. **Aja**" in one.text for one in you.sees(box.channel("cards"))))


@pytest.mark.usefixtures("bot")
async def test_who_takes_no_direct_messages_is_mentioned_in_the_channel_once(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    aja.close_dms()
    lobby = await opened(box, you, box.channel("cards"), 2)
    await invite(lobby, you, aja)

    def calls() -> list[Message]:
        return [one for one in aja.sees(lobby.channel) if f"<@{aja.id}>" in one.text]

    call = (await box.until(calls))[0]
    assert call.payload["mentions"]
    await aja.press(call, "Join")
    await lobby.shows("2. **Aja**")
    await box.until(lambda: not calls())


@pytest.mark.usefixtures("bot")
async def test_nobody_invites_bots_or_people_with_whom_there_is_a_block(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    await block(box, aja, you)
    await block(box, you, malik)
    lobby = await opened(box, you, box.channel("cards"))
    for person in (aja, malik):
        assert f"{person.name} can't be invited" in (await invite(lobby, you, person)).text
    assert "kept" not in lobby.card.text
    assert aja.dms == []
    refused = await you.command(box.channel("cards"), "table open", invite=aja)
    assert "Aja can't be invited" in refused.text


@pytest.mark.usefixtures("bot")
async def test_nobody_invites_themselves(box: Sandbox) -> None:
    you = box.person("You")
    cards = box.channel("cards")
    assert "You can't invite yourself." in (await you.command(cards, "table open", invite=you)).text
    lobby = await opened(box, you, cards)
    assert "You can't invite yourself." in (await invite(lobby, you, you)).text
    assert you.dms == []


@pytest.mark.usefixtures("bot")
async def test_the_menu_shows_who_is_invited_and_taking_them_out_ends_it(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    lobby = await opened(box, you, box.channel("cards"))
    await invite(lobby, you, aja, malik)
    dm = await invitation(box, aja)
    menu = (await lobby.press(you, "Invite…")).message
    assert menu
    chosen = menu.menu(custom_id=f"v1:invited:{lobby.id}", placeholder=None)["default_values"]
    assert {int(one["id"]) for one in chosen} == {aja.id, malik.id}
    await invite(lobby, you, malik)
    await box.until(lambda: "no longer kept" in dm.text)
    await lobby.shows("*kept for Malik*")
    assert "kept for Aja" not in lobby.card.text
    assert "Invite…" not in (await lobby.more(aja)).labels


@pytest.mark.usefixtures("bot")
async def test_who_is_invited_and_has_blocked_somebody_there_is_asked_in_the_direct_message(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    await block(box, aja, malik)
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.join(malik)
    await invite(lobby, you, aja)
    dm = await invitation(box, aja)
    await aja.press(dm, "Join")
    assert "you've blocked" in dm.text
    await aja.press(dm, "Join anyway")
    await lobby.shows("**Aja**")
    assert box.violations == []


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_not_listed_and_says_whom_it_is_for(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    answer = await you.command(box.channel("cards"), "table open", players=2, private=True)
    assert "only people whom you invite can join" in answer.text
    card = await box.until(
        lambda: next((one for one in you.sees(box.channel("cards")) if "Private:" in one.text), None)
    )
    lobby = Lobby(box, card)
    assert "only people whom You invites can join" in (await lobby.press(malik, "Join")).text
    await invite(lobby, you, aja)
    dm = await invitation(box, aja)
    assert "until" not in dm.text, "the seat is kept as long as the lobby is open"
    for person, lists in ((malik, False), (aja, True)):
        assert (lobby.name in (await person.command(box.channel("general"), "tables")).text) is lists
    await aja.press(dm, "Join")
    await lobby.shows("2. **Aja**")
    assert box.violations == []


async def private_game(box: Sandbox) -> tuple[Lobby, list[Player]]:
    """A private table of You and Aja that has begun."""
    you, aja = box.person("You"), box.person("Aja")
    await you.command(box.channel("cards"), "table open", players=2, private=True)
    lobby = Lobby(box, await box.until(lambda: next(iter(posts(box.channel("cards"), you, "Private:")), None)))
    await invite(lobby, you, aja)
    await aja.press(await invitation(box, aja), "Join")
    await lobby.shows("2. **Aja**")
    await lobby.press(you, "Play now")
    company = players(box, lobby, [you, aja])
    await box.until(lambda: all(player.hand for player in company))
    return lobby, company


@pytest.mark.usefixtures("bot")
async def test_a_private_table_is_played_in_a_thread_that_only_its_people_see(box: Sandbox) -> None:
    lobby, company = await private_game(box)
    [thread] = box.threads
    assert (thread.name, thread.private, thread.invitable) == (lobby.name, True, False)
    await play_on(box, company, lambda: posts(thread, company[0].person, "hand 1"))
    assert set(thread.members) == {box.world.bot.id, *(one.person.id for one in company)}
    assert not box.world.sees(thread, box.person("Malik").id)


@pytest.mark.usefixtures("bot")
async def test_a_private_thread_whose_answer_is_lost_is_opened_once(box: Sandbox) -> None:
    box.faults.add(InjectedFault.cut("/threads$", method="POST", late=True, times=5))
    _, company = await private_game(box)
    await play_on(box, company, lambda: box.threads and posts(box.threads[0], company[0].person, "hand 1"))
    assert len(box.threads) == 1


@pytest.mark.usefixtures("bot")
async def test_a_private_thread_that_is_deleted_is_replaced_by_another(box: Sandbox) -> None:
    lobby, company = await private_game(box)
    await box.until(lambda: posts(box.threads[0], company[0].person, "hand 1"))
    box.delete_channel(box.threads[0])
    await play_on(box, company, lambda: box.threads and posts(box.threads[0], company[0].person, "hand 1"))
    assert box.threads[0].private
    assert not posts(lobby.channel, company[0].person, "hand 1")
