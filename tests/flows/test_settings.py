"""Preferences of people and servers: set in Discord, and obeyed."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tables import deals
from bot.texts import in_language
from sandbox import ActionNotAllowed, Channel, Interaction, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, Player, cut_for, players, seated, shuffling, stacked
from tests.flows.attachments import content
from tests.flows.conftest import serving, settings_for

PLAY = "Next: how you play"


async def mine(person: Person, box: Sandbox) -> Message:
    """The person's settings."""
    answer = await person.command(box.channel("cards"), "settings me")
    assert answer.message, answer
    assert answer.message.ephemeral
    return answer.message


async def my_play(person: Person, box: Sandbox) -> Message:
    """The page about how one plays."""
    page = await mine(person, box)
    await person.press(page, PLAY)
    return page


async def choose(person: Person, page: Message, name: str, value: str, verb: str = "wish") -> Message:
    """Choose in a menu; the page is redrawn in its place."""
    answer = await person.select(page, [value], custom_id=f"v1:{verb}::{name}")
    assert answer.status == "update", answer
    return page


def chosen(page: Message) -> dict[str, list[str]]:
    """Name of each menu -> what stands chosen there."""
    menus = (part for part in components.pressable(page.components) if part["type"] in components.SELECTS)
    return {menu["custom_id"].rpartition(":")[2]: _chosen(menu) for menu in menus}


def _chosen(menu: dict[str, Any]) -> list[str]:
    if menu["type"] in (components.CHANNEL_SELECT, components.ROLE_SELECT, components.USER_SELECT):
        return [str(one["id"]) for one in menu.get("default_values", ())]
    return [option["value"] for option in menu["options"] if option.get("default")]


@pytest.mark.usefixtures("bot")
async def test_the_settings_begin_with_the_defaults_and_show_each_choice_at_once(box: Sandbox) -> None:
    you = box.person("You")
    page = await mine(you, box)
    looks = {"language": ["default"], "card_names": ["default"], "cards": ["pictures"]}
    looks |= {"four_colours": ["no"], "paragraphs": ["no"]}
    assert chosen(page) == looks
    for name, value in (("card_names", "kl"), ("cards", "words"), ("four_colours", "yes"), ("paragraphs", "yes")):
        await choose(you, page, name, value)
        looks[name] = [value]
        assert chosen(page) == looks
    play = {"hands": ["dm"], "confirm": ["never"], "reminders": ["dm"], "profile": ["shown"], "across": ["no"]}
    await you.press(page, PLAY)
    assert chosen(page) == play
    for name, value in (("hands", "request"), ("confirm", "sets"), ("reminders", "none"), ("across", "yes")):
        await choose(you, page, name, value)
        play[name] = [value]
        assert chosen(page) == play
    again = await mine(you, box)
    assert chosen(again) == looks
    await you.press(again, PLAY)
    assert chosen(again) == play


@pytest.mark.usefixtures("bot")
async def test_a_language_is_spoken_as_soon_as_it_is_chosen_and_by_others_not(box: Sandbox) -> None:
    you, aja, cards = box.person("You"), box.person("Aja"), box.channel("cards")
    page = await mine(you, box)
    english = page.text
    await choose(you, page, "language", "da")
    ids = frozenset((one["name"], int(one["id"])) for one in box.commands)
    refused = {code: in_language(code, commands=ids)("refused.no-table-of-yours") for code in ("en", "da")}
    assert (await you.command(cards, "hand")).text == refused["da"]
    assert (await aja.command(cards, "hand")).text == refused["en"]
    await choose(you, page, "language", "default")
    assert page.text == english == (await mine(aja, box)).text
    assert (await you.command(cards, "hand")).text == refused["en"]


@pytest.mark.usefixtures("bot")
async def test_everything_goes_back_to_the_defaults_when_one_is_sure(box: Sandbox) -> None:
    you = box.person("You")
    page = await my_play(you, box)
    before = chosen(page)
    await choose(you, page, "confirm", "always")
    await you.press(page, "Reset…")
    await you.press(page, "Back")
    assert chosen(page)["confirm"] == ["always"]
    await you.press(page, "Reset…")
    await you.press(page, "Yes, reset")
    assert chosen(page) == before


@pytest.mark.usefixtures("bot")
async def test_what_is_stored_about_one_is_told_in_a_file(box: Sandbox) -> None:
    you = box.person("You")
    page = await my_play(you, box)
    await choose(you, page, "confirm", "sets")
    answer = await you.press(page, "What you store about me")
    assert answer.message
    assert answer.message.ephemeral
    (file,) = answer.message.attachments
    assert file["filename"] == "voormsi-about-you.json"
    told = json.loads(await content(file))
    assert (told["discord_id"], told["wishes"]) == (str(you.id), {"confirm": "sets"})


async def test_wishes_outlive_the_process(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    async with serving(box, settings_for(box, database)):
        await choose(you, await my_play(you, box), "confirm", "sets")
    async with serving(box, settings_for(box, database)):
        assert chosen(await my_play(you, box))["confirm"] == ["sets"]


# Servers


async def servers(person: Person, box: Sandbox) -> Interaction:
    return await person.command(box.channel("general"), "setup")


async def server_page(person: Person, box: Sandbox) -> Message:
    """The settings of the server, for somebody who may manage it from now on."""
    person.allow("manage_guild")
    page = (await servers(person, box)).message
    assert page
    assert page.ephemeral
    return page


async def tables_page(person: Person, box: Sandbox) -> Message:
    """The page of these settings about how tables run."""
    page = await server_page(person, box)
    await person.press(page, "Next: how tables run")
    return page


async def tell(person: Person, page: Message, name: str, *values: Any) -> None:
    """Choose in a menu of the server's."""
    answer = await person.select(page, list(values), custom_id=f"v1:server-wish::{name}")
    assert answer.status == "update", answer


async def opening(person: Person, box: Sandbox, channel: str) -> str:
    return (await person.command(box.channel(channel), "table open", players=4)).text


@pytest.mark.usefixtures("bot")
async def test_the_settings_of_a_server_are_for_who_may_manage_it(box: Sandbox) -> None:
    malik, aja = box.person("Malik"), box.person("Aja")
    with pytest.raises(ActionNotAllowed):  # Discord does not offer it
        await servers(malik, box)
    page = await server_page(aja, box)
    await tell(aja, page, "openers", "managers")
    assert chosen(page)["openers"] == ["managers"]
    for role in [*box.guild.members[aja.id].role_ids]:
        box.guild.members[aja.id].role_ids.remove(role)
    refused = await aja.select(page, ["everyone"], custom_id="v1:server-wish::openers")
    assert "Manage Server" in refused.text
    assert "only organisers can open" in await opening(malik, box, "cards")


@pytest.mark.usefixtures("bot")
async def test_in_a_direct_message_there_is_no_server_to_set_up(box: Sandbox) -> None:
    you = box.person("You")
    with pytest.raises(ActionNotAllowed):
        await you.command(you.open_direct(), "setup")
    refused = await named_pace(you, you.open_direct(), "Lunch", "15 min")
    assert "only works on a server" in refused.text


@pytest.mark.usefixtures("bot")
async def test_tables_open_only_where_the_server_wishes(box: Sandbox) -> None:
    you, malik, cards = box.person("You"), box.person("Malik"), box.channel("cards")
    page = await server_page(you, box)
    assert chosen(page)["channels"] == []
    await tell(you, page, "channels", cards)
    assert chosen(page)["channels"] == [str(cards.id)]
    assert f"<#{cards.id}>" in await opening(malik, box, "general")
    lobby = await seated(box, [malik], 4)
    thread = await lobby.start(malik)
    assert "is open" in (await malik.command(thread, "table open", players=2)).text
    await tell(you, page, "channels")
    assert "is open" in await opening(malik, box, "general")


@pytest.mark.usefixtures("bot")
async def test_a_channel_that_is_gone_forbids_nothing(box: Sandbox) -> None:
    you, cards = box.person("You"), box.channel("cards")
    await tell(you, await server_page(you, box), "channels", cards)
    box.delete_channel(cards)
    assert "is open" in await opening(you, box, "general")
    assert chosen(await server_page(you, box))["channels"] == []


@pytest.mark.usefixtures("bot")
async def test_new_tables_speak_the_language_of_the_server(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    await tell(you, await server_page(you, box), "language", "da")
    await you.command(box.channel("cards"), "table open", players=4)
    join = in_language("da")("button.join")
    await box.until(lambda: any(join in one.labels for one in you.sees(box.channel("cards"))))
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        assert db.execute("SELECT language FROM tables").fetchone() == ("da",)


@pytest.mark.usefixtures("bot")
async def test_the_daily_trick_gets_no_channel_in_which_the_bot_may_not_post(box: Sandbox) -> None:
    you, cards, general = box.person("You"), box.channel("cards"), box.channel("general")
    page = await tables_page(you, box)
    box.permit(cards, send_messages=False)
    refused = await you.select(page, [cards], custom_id="v1:server-wish::daily")
    assert "Send Messages" in refused.text
    assert chosen(await tables_page(you, box))["daily"] == []
    await tell(you, page, "daily", general)
    assert chosen(page)["daily"] == [str(general.id)]
    await tell(you, page, "daily")
    assert chosen(page)["daily"] == []


@pytest.mark.usefixtures("bot")
async def test_it_is_noted_when_the_club_is_taken_out_of_a_server(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    await tell(you, await server_page(you, box), "language", "da")
    box.remove_bot()

    def left() -> list[tuple[int | None]]:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
            return db.execute("SELECT left_at FROM servers WHERE left_at IS NOT NULL").fetchall()

    await box.until(left)


# How cards are shown


def has_pictures(message: Message) -> bool:
    """Return whether a message shows cards by anything but words: files, pictures, emojis."""
    parts = components.walk(message.components)
    drawn = any(part["type"] == components.GALLERY or "emoji" in part for part in parts)
    return bool(message.attachments) or drawn or "<:" in message.text


@pytest.mark.usefixtures("bot")
async def test_who_wants_words_alone_gets_no_pictures_and_no_emojis(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    you, player = await dealt(box, monkeypatch)
    await box.until(lambda: has_pictures(hand(player)))
    await choose(you, await mine(you, box), "cards", "words")
    answer = await you.command(box.threads[0], "hand")
    assert answer.message
    assert not has_pictures(answer.message)
    await you.press(hand(player), "9♣")
    await box.until(lambda: "3 cards" in hand(player).text)
    assert not has_pictures(hand(player))


# Asking before a play


async def dealt(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> tuple[Person, Player]:
    """A table of two at which You lead from three fives and a nine."""
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(1, 2), stacked(["5C 5S 5H 9C", "9S QC 8C AH"], leader=0)))
    you = box.person("You")
    lobby = await seated(box, [you, box.person("Aja")], 2)
    await lobby.start(you)
    player = players(box, lobby, [you])[0]
    await box.until(lambda: player.called)
    return you, player


def hand(player: Player) -> Message:
    """The hand, or what stands in its place, in the direct messages."""
    return player.person.dms[-1]


def held(message: Message) -> int:
    """The number of cards that a hand has buttons for."""
    ids = [str(part["custom_id"]) for part in components.pressable(message.components) if "custom_id" in part]
    return sum(bool(re.search(r":play:.*:[^-:]+$", one)) for one in ids)


async def asks(person: Person, box: Sandbox, when: str) -> None:
    await choose(person, await my_play(person, box), "confirm", when)


@pytest.mark.usefixtures("bot")
async def test_before_a_play_one_is_asked_and_may_go_back(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    you, player = await dealt(box, monkeypatch)
    await asks(you, box, "always")
    message = hand(player)
    before = message.text
    await you.press(message, "9♣")
    assert "Play 9♣" in message.text
    assert message.labels == ["Play", "Back"]
    await you.press(message, "Back")
    await box.until(lambda: message.text == before)
    await you.press(message, "9♣")
    await you.press(message, "Play")
    await box.until(lambda: "You: 9♣" in message.text)
    assert "9♣" not in message.labels


@pytest.mark.usefixtures("bot")
async def test_only_sets_are_asked_about_where_that_is_wished(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    you, player = await dealt(box, monkeypatch)
    await asks(you, box, "sets")
    message = hand(player)
    await you.press(message, "5♣ · 5♥")
    assert "Play 5♣ and 5♥" in message.text
    await you.press(message, "Back")
    await you.press(message, "9♣")
    await box.until(lambda: "3 cards" in message.text)


@pytest.mark.usefixtures("bot")
async def test_a_command_is_asked_about_in_private(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    you, player = await dealt(box, monkeypatch)
    await asks(you, box, "sets")
    answer = await you.command(box.threads[0], "play", cards="5c 5h")
    assert answer.message
    assert answer.message.ephemeral
    assert "Play 5♣ and 5♥" in answer.text
    await you.press(answer.message, "Play")
    assert "2 cards" in answer.text
    await box.until(lambda: held(hand(player)) == 2)


@pytest.mark.usefixtures("bot")
async def test_a_question_that_is_too_late_is_answered_with_the_hand_as_it_is(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    you, player = await dealt(box, monkeypatch)
    await asks(you, box, "always")
    first = await you.command(box.threads[0], "play", cards="9c")
    second = await you.command(box.threads[0], "play", cards="5h")
    assert first.message
    assert second.message
    await you.press(first.message, "Play")
    await you.press(second.message, "Play")
    assert in_language("en")("news.as-it-is") in second.text
    await box.until(lambda: held(hand(player)) == 3)


@pytest.mark.usefixtures("bot")
async def test_what_may_not_be_played_is_not_asked_about(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    you, player = await dealt(box, monkeypatch)
    await asks(you, box, "always")
    answer = await you.command(box.threads[0], "play", cards="5c 9c")
    assert answer.status == "message"
    assert "Play 5♣" not in answer.text
    assert player.hand
    assert {"9♣", "5♣", "5♠", "5♥"} <= set(player.hand.labels)


async def named_pace(person: Person, channel: Channel, name: str, time: str) -> Interaction:
    return await person.start_command(channel, "settings pace", {"name": name, "time": time}).first()


@pytest.mark.usefixtures("bot")
async def test_the_name_of_a_pace_of_a_servers_own_is_shown_without_what_nobody_sees_in_it(box: Sandbox) -> None:
    you, cards = box.person("You"), box.channel("cards")
    made = None
    for name, time in (("\u202eSl\u200bow\u2066", "2 days"), ("\u200b", "15 min")):
        made = (await named_pace(you, cards, name, time)).message
    assert made
    assert chosen(made)["paces"] == ["Slow", "15 min"]


@pytest.mark.usefixtures("bot")
async def test_a_server_has_paces_of_its_own_that_lobbies_offer_by_name(box: Sandbox) -> None:
    you, aja, cards = box.person("You"), box.person("Aja"), box.channel("cards")
    assert "Manage Server" in (await named_pace(aja, cards, "Lunch", "15 min")).text
    page = await tables_page(you, box)
    assert "/settings pace" in page.text
    assert "can't read “soon” as a time" in (await named_pace(you, cards, "Lunch", "soon")).text
    await named_pace(you, cards, "Lunch", "15 min + 1 h")
    await named_pace(you, cards, "Slow", "2 days")
    made = (await named_pace(you, cards, "Midday", "15 min + 1 h")).message
    assert made
    assert chosen(made)["paces"] == ["Slow", "Midday"]
    offered = await aja.autocomplete(cards, "table open", {"pace": "mid"}, "pace")
    assert offered == [{"name": "Midday: 15 minutes, and 1 hour in reserve", "value": "900+3600"}]
    assert "can't read “whenever” as a time" in (await aja.command(cards, "table open", pace="whenever")).text
    assert "is open" in (await aja.command(cards, "table open", pace="midday")).text
    card = await box.until(lambda: next((one for one in aja.sees(cards) if "at table" in one.text), None))
    assert "15 minutes, and 1 hour in reserve (with friends) · " in card.text
    terms = (await Lobby(box, card).press(aja, "Pace…")).message
    assert terms
    assert chosen(terms)["pace"] == ["900+3600"]
    await aja.select(terms, ["Slow"], custom_id=terms.components[0]["components"][2]["components"][0]["custom_id"])
    await box.until(lambda: "2 days (with friends) · " in card.text)
    await tell(you, made, "paces", "Midday")
    assert chosen(await tables_page(you, box))["paces"] == ["Midday"]
    await tell(you, made, "paces")
    assert "paces" not in chosen(await tables_page(you, box))
