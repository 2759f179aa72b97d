"""The lobby's whole life."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.members.seat_names import computer_name
from sandbox import Interaction, Message, Sandbox
from sandbox.api import posting
from sandbox.world import components
from simulation.scripted_people import Lobby, opened, posts, seated
from tests.flows.conftest import serving, settings_for
from tests.flows.test_reminders import HOUR, Ahead, ahead

__all__ = ["ahead"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.usefixtures("bot")
async def test_a_table_opens_with_its_opener_and_as_many_seats_as_wanted(box: Sandbox, players: int) -> None:
    lobby = await opened(box, box.person("You"), box.channel("cards"), players)
    assert lobby.card.text.count("*free*") == players - 1
    assert lobby.card.labels[0].startswith("Shorter: 3 hands, ")
    assert lobby.card.labels[1:] == ["Join", "Play now", "New here?", "More…"]
    assert "1. **You**" in lobby.card.text


@pytest.mark.usefixtures("bot")
async def test_people_join_and_leave(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 3)
    await lobby.join(you, aja)
    assert "1. **You**" in lobby.card.text
    assert "2. **Aja**" in lobby.card.text
    await lobby.press(you, "Leave")
    await lobby.shows("1. *free*", "2. **Aja**")
    assert "Leave" not in (await lobby.more(you)).labels


@pytest.mark.usefixtures("bot")
async def test_one_joins_once_and_a_full_table_takes_nobody(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    lobby = await opened(box, you, box.channel("cards"), 2)
    await lobby.join(you, aja)
    assert "Join" not in lobby.card.labels
    answer = await malik.start_press(lobby.card, {"type": 2, "id": 1, "custom_id": f"v1:join:{lobby.id}"}).first()
    assert "full" in answer.text
    assert answer.message
    assert answer.message.ephemeral


@pytest.mark.usefixtures("bot")
async def test_a_chosen_seat_is_taken_and_one_swaps_with_a_computer(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"))
    await sit(lobby, "You", "Seat 3")
    await lobby.shows("3. **You**")
    await lobby.press(you, "Add computer")
    await lobby.shows(f"1. {computer(lobby, 0)}")
    answer = await sit(lobby, "You", "Seat 1")
    assert "seat 1" in answer
    await lobby.shows("1. **You**", f"3. {computer(lobby, 2)}")
    await lobby.join(aja)
    assert "Seat 1 is taken" in await sit(lobby, "Aja", "Seat 1")
    assert "already sit" in await sit(lobby, "Aja", "Seat 2")


def computer(lobby: Lobby, seat: int) -> str:
    """The name of the computer in a seat, as texts show it."""
    return f"{computer_name(lobby.id, seat, ())} \N{ROBOT FACE}"


async def sit(lobby: Lobby, name: str, choice: str) -> str:
    """Choose a seat in the menu behind Seat…; what is answered."""
    person = lobby.box.person(name)
    menu = await lobby.press(person, "Seat…")
    assert menu.message
    label = next(option for option in menu.text.splitlines() if option.startswith(choice))
    answer = await person.select(menu.message, [label])
    return answer.text


@pytest.mark.usefixtures("bot")
async def test_computers_come_and_go(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"))
    assert "Add computer" not in (await lobby.more(aja)).labels
    await lobby.fill(you)
    assert "Add computer" not in (await lobby.more(you)).labels
    assert "The computer in seat 4" in await remove(lobby, "You", "Seat 4")
    await lobby.shows("4. *free*", f"3. {computer(lobby, 2)}")


async def remove(lobby: Lobby, name: str, choice: str) -> str:
    """Choose whom to remove in the menu behind More…; what is answered."""
    person = lobby.box.person(name)
    menu = await lobby.press(person, "Remove a player…")
    assert menu.message
    label = next(option for option in menu.text.splitlines() if option.startswith(choice))
    answer = await person.select(menu.message, [label])
    return answer.text


@pytest.mark.usefixtures("bot")
async def test_the_opener_alone_removes_somebody(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"))
    await lobby.join(you, aja)
    assert not {"Options…", "Remove a player…"} & set((await lobby.more(aja)).labels)
    assert "Aja no longer sits" in await remove(lobby, "You", "Seat 3")
    await lobby.shows("3. *free*")


@pytest.mark.usefixtures("bot")
async def test_the_opener_sets_options_and_seats(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await opened(box, you, box.channel("cards"), 4)
    as_opened = lobby.card.text
    menus = (await lobby.press(you, "Options…")).message
    assert menus
    assert {"deal", "length"} <= _named(menus)
    await you.press(menus, "Rare cases…")
    assert _named(menus) == {"spade_king", "both_out", "proof", "forced_execution"}
    await choose(lobby, menus, ":option:", "both_out", "loser_first")
    assert "both_out" in _named(menus), "the page of the option is shown again"
    await you.press(menus, "Back")
    await choose(lobby, menus, ":option:", "deal", "all")
    await box.until(lambda: lobby.card.text != as_opened)
    dealt_out = lobby.card.text
    await choose(lobby, menus, ":seats:", "", "2")
    await box.until(lambda: lobby.card.text.count("*free*") == 1)
    await box.until(lambda: lobby.card.text.count("\n") < dealt_out.count("\n"))
    deal = next(part for part in _menus(menus) if part["custom_id"].endswith("deal"))
    assert [option["value"] for option in deal["options"]] == ["four"], "two players have no other choice"


@pytest.mark.usefixtures("bot")
async def test_what_was_opened_in_the_lobby_leads_to_the_table_once_it_has_started_or_goes(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 4)
    options, more = (await lobby.press(you, "Options…")).message, await lobby.more(you)
    joined = (await lobby.press(aja, "Join")).message
    left = (await lobby.press(box.person("Malik"), "Join")).message
    assert options
    assert joined
    assert left
    await box.person("Malik").press(left, "Leave")
    await lobby.press(you, "Play now")
    for menu in (more, joined):
        await box.until(lambda menu=menu: "has started." in menu.text)  # type: ignore[misc]
        assert menu.labels == ["My hand", "Go to the table"]
    await box.until(lambda: not {options.id, left.id} & lobby.channel.messages.keys())
    assert (await aja.press(joined, "My hand")).status == "update"


@pytest.mark.usefixtures("bot")
async def test_what_was_opened_in_a_lobby_goes_when_it_is_closed(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await opened(box, you, box.channel("cards"), 4)
    more, options = await lobby.more(you), (await lobby.press(you, "Options…")).message
    sure = (await you.press(more, "Close")).message
    assert options
    assert sure
    await you.press(sure, "Yes, close the table")
    await box.until(lambda: options.id not in lobby.channel.messages)


def _named(message: Message) -> set[str]:
    """The options of the menus."""
    return {part["custom_id"].split("@")[0].rsplit(":", 1)[1] for part in _menus(message)}


def _menus(message: Message) -> list[dict[str, Any]]:
    return [part for part in components.pressable(message.components) if part["type"] in components.SELECTS]


async def choose(lobby: Lobby, menus: Message, verb: str, name: str, value: str) -> None:
    menu = next(part for part in _menus(menus) if verb in part["custom_id"] and part["custom_id"].endswith(name))
    found = next(option["value"] for option in menu["options"] if option["value"] == value)
    answer = await lobby.box.person("You").select(menus, [found], custom_id=menu["custom_id"])
    assert answer.status == "update", answer.text


@pytest.mark.usefixtures("bot")
async def test_computers_take_the_empty_seats_and_the_rubber_starts_with_one_press(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 4)
    await lobby.join(aja)
    assert (await lobby.press(you, "Play now")).status == "deferred_update"
    await lobby.shows("The game is on", "1. **You**", "3. **Aja**", f"4. {computer(lobby, 3)}")


@pytest.mark.usefixtures("bot")
async def test_where_others_sit_their_opener_is_asked_before_computers_take_the_free_seats(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 4)
    await lobby.join(aja)
    waits = await lobby.press(aja, "Play now")
    assert "I've asked You" in waits.text
    assert waits.message
    message = waits.message
    asked = await box.until(lambda: next(iter(posts(lobby.channel, you, "Aja would like to start")), None))
    assert f"<@{you.id}>" in asked.text
    assert "has been asked" in (await lobby.press(aja, "Play now")).text
    assert not box.threads
    await you.press(asked, "Play now")
    await lobby.shows("The game is on")
    await box.until(lambda: not asked.labels and message.id not in lobby.channel.messages)


@pytest.mark.usefixtures("bot")
async def test_who_sits_already_is_told_where_and_can_choose_a_partner_with_one_press(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    lobby = await opened(box, you, box.channel("cards"), 4)
    await lobby.join(aja, malik)
    assert "3. **Aja**" in lobby.card.text, "the first friend is a partner"
    menu = (await lobby.press(you, "Join")).message
    assert menu
    assert "seat 1" in menu.text
    assert "Your partner: **Aja**" in menu.text
    await you.press(menu, "Play with Malik")
    await lobby.shows("3. **Malik**", "2. **Aja**")
    assert "Your partner: **Malik**" in menu.text
    assert "Play with Aja" in menu.labels


@pytest.mark.usefixtures("bot")
async def test_a_quick_game_is_chosen_with_one_press_and_undone_with_another(box: Sandbox) -> None:
    you, aja = box.person("You"), box.person("Aja")
    lobby = await opened(box, you, box.channel("cards"), 4)
    quick = lobby.card.labels[0]
    assert "Only You" in (await lobby.press(aja, quick)).text
    await lobby.press(you, quick)
    await lobby.shows("3 hands at most")
    assert lobby.card.labels[0].startswith("Longer: whole game, ")
    await lobby.press(you, lobby.card.labels[0])
    await box.until(lambda: lobby.card.labels[0] == quick)


@pytest.mark.usefixtures("bot")
async def test_a_table_of_computers_only_asks_before_it_starts(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await opened(box, you, box.channel("cards"), 3)
    await lobby.press(you, "Leave")
    await lobby.shows("1. *free*")
    sure = await lobby.press(you, "Play now")
    assert "Only computers would play" in sure.text
    assert not box.threads
    assert sure.message
    assert "has started" in (await you.press(sure.message, "Yes, start")).text
    await lobby.shows("The game is on")


@pytest.mark.usefixtures("bot")
async def test_the_start_opens_a_thread_on_the_card_with_those_seated_in_it(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    lobby = await seated(box, [you, aja], 4)
    assert "aren't at" in (await lobby.press(malik, "Play now")).text
    thread = await lobby.start(aja)
    assert thread.name == lobby.name
    await box.until(lambda: {you.id, aja.id} <= set(thread.members))
    assert malik.id not in thread.members
    await box.until(lambda: posts(thread, malik, "trick 1") and you.dms and aja.dms)
    await lobby.shows("The game is on")
    assert lobby.card.labels == ["My hand", "More…", "Go to the table"]
    assert "started already" in (await start_again(lobby)).text


async def start_again(lobby: Lobby) -> Interaction:
    """Press a Start that was on the screen when the table started."""
    data = {"type": 2, "id": 7, "custom_id": f"v1:start:{lobby.id}@lobby"}
    return await lobby.box.person("You").start_press(lobby.card, data).first()


@pytest.mark.usefixtures("bot")
async def test_the_opener_closes_the_lobby_and_others_do_not(box: Sandbox) -> None:
    aja, malik = box.person("Aja"), box.person("Malik")
    lobby = await opened(box, aja, box.channel("cards"))
    assert "Close" not in (await lobby.more(malik)).labels
    sure = await lobby.press(aja, "Close")
    assert sure.message
    answer = await aja.press(sure.message, "Yes, close the table")
    assert f"{lobby.name} was closed" in answer.text
    await lobby.shows("closed by Aja")
    assert "Join" not in lobby.card.labels


@pytest.mark.usefixtures("bot")
async def test_somebody_who_manages_the_server_closes_the_lobby(box: Sandbox) -> None:
    aja, malik = box.person("Aja"), box.person("Malik")
    malik.allow("manage_guild")
    lobby = await opened(box, aja, box.channel("cards"))
    sure = await lobby.press(malik, "Close")
    assert sure.message
    await malik.press(sure.message, "Yes, close the table")
    await lobby.shows("closed by Malik")


async def test_a_lobby_that_nobody_starts_closes_by_itself_with_a_word(
    box: Sandbox, database: Path, ahead: Ahead
) -> None:
    async with serving(box, settings_for(box, database, lobby_hours=24)):
        you = box.person("You")
        lobby = await opened(box, you, box.channel("cards"))
        ahead.by = 25 * HOUR
        (card,) = await box.until(lambda: posts(lobby.channel, you, "is closed"))
        assert "Nobody started" in card.text
        assert "Join" not in card.labels
        await box.until(lambda: posts(lobby.channel, you, lobby.name) == [card])


@pytest.mark.usefixtures("bot")
async def test_missing_permissions_are_named_before_a_table_opens(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    box.permit(channel, send_messages=False, read_message_history=False)
    answer = await you.command(channel, "table open", players=4)
    assert "Send Messages" in answer.text
    assert "Read Message History" in answer.text
    assert f"<#{channel.id}>" in answer.text
    assert not [one for one in you.sees(channel) if not one.ephemeral]


@pytest.mark.usefixtures("bot")
async def test_threads_that_may_be_opened_but_not_written_in_are_named_too(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    box.permit(channel, send_messages_in_threads=False)
    answer = await you.command(channel, "table open", players=4)
    assert "Send Messages in Threads" in answer.text


@pytest.mark.usefixtures("bot")
async def test_where_threads_are_not_allowed_the_table_is_played_in_the_channel(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    box.permit(channel, create_public_threads=False)
    lobby = await seated(box, [you], 4)
    await lobby.press(you, "Play now")
    await box.until(lambda: posts(channel, you, "trick 1") and you.dms)
    assert not box.threads


@pytest.mark.usefixtures("bot")
async def test_in_a_thread_the_table_is_played_in_that_thread(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    second = await opened(box, you, thread, 2)
    await second.join(you)
    await second.fill(you)
    await second.press(you, "Play now")
    await box.until(lambda: posts(thread, you, f"{second.name}, hand 1, trick 1"))
    assert len(box.threads) == 1


@pytest.mark.usefixtures("bot")
async def test_a_lobby_card_that_somebody_deletes_comes_back_with_the_next_change(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    lobby = await opened(box, you, channel)
    options = (await lobby.press(you, "Options…")).message
    assert options
    posting.delete(box.world, lobby.card)
    await choose(lobby, options, ":seats:", "", "3")
    await box.until(lambda: posts(channel, you, lobby.name))
    card = posts(channel, you, lobby.name)[0]
    assert card.text.count("*free*") == 2


@pytest.mark.usefixtures("bot")
async def test_rules_and_help_at_a_table_speak_of_its_options(box: Sandbox) -> None:
    you, channel = box.person("You"), box.channel("cards")
    answer = await you.command(channel, "table open", game="Alkort")
    assert answer.status == "message", answer.text
    lobby = Lobby(box, await box.until(lambda: next(iter(posts(channel, you, "Alkort")), None)))
    menus = (await lobby.press(you, "Options…")).message
    assert menus
    await choose(lobby, menus, ":option:", "target", "21")
    await choose(lobby, menus, ":option:", "low_eights", "rubbish")
    guide = (await you.press(lobby.card, "New here?")).message
    assert guide
    await you.press(guide, "Skip")
    assert "21 points win" in guide.text
    assert "21 points win" in (await you.press(guide, "Rules in short")).text
    page = (await you.command(channel, "rules", topic="order", game="Alkort")).message
    assert page
    assert "10. Low Eights" not in (await you.press(page, "Ranks")).text
    assert "Your table plays differently: Low Eights: rubbish · Points to win: 21" in page.text.replace("**", "")
    await you.press(page, "Next ▶")
    assert "Your table plays differently" in page.text, "also on the page beside it"
