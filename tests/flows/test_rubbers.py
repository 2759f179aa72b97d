"""Whole rubbers, played by scripted people through every door."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables import actions, deals
from bot.tables.table import Stage
from rules.core.contract import Phase
from sandbox import Message, Person, Sandbox, Thread
from simulation.scripted_people import (
    LONG,
    Lobby,
    PlayButton,
    Player,
    cut_for,
    is_called,
    play_on,
    players,
    posts,
    record,
    resign,
    result,
    said,
    seated,
    set_menu,
    sets_first,
    shuffling,
    stacked,
    table_now,
    taking,
    trick_shown,
)
from tests.flows.conftest import serving, settings_for

NAMES = ("You", "Aja", "Malik", "Ivalu")


def one_card(choices: Sequence[PlayButton]) -> PlayButton:
    return min(choices, key=lambda way: len(way.codes))


def people(box: Sandbox, count: int) -> list[Person]:
    return [box.person(name) for name in NAMES[:count]]


def is_whole(database: Path, lobby: Lobby) -> None:
    """The record tells of a rubber that came to its end."""
    table = table_now(database, lobby.id)
    assert table.stage is Stage.OVER
    assert table.last_trick
    assert table.last_trick.outcome


@pytest.mark.usefixtures("two_hands", "bot")
async def test_four_people_play_from_their_direct_messages(box: Sandbox, database: Path) -> None:
    await play_from_direct_messages(box, database, 4, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "seats"), [(1, 2), (4, 4), (1, 4), (2, 2), (3, 3)])
@pytest.mark.usefixtures("bot")
async def test_people_play_a_rubber_from_their_direct_messages(
    box: Sandbox, database: Path, count: int, seats: int
) -> None:
    await play_from_direct_messages(box, database, count, seats)


async def play_from_direct_messages(box: Sandbox, database: Path, count: int, seats: int) -> None:
    company = people(box, count)
    lobby = await seated(box, company, seats)
    thread = await lobby.start(company[0])
    made = await play_on(box, players(box, lobby, company), lambda: result(thread, company[0]))
    assert made > 0
    is_whole(database, lobby)
    one_message_a_hand(thread, company[0])
    await lobby.shows(": game over")


def one_message_a_hand(thread: Thread, reader: Person) -> None:
    """Every hand once, in order, with its tricks."""
    hands = [one for one in posts(thread, reader, ": hand ") if " is over\n" in one.text]
    numbers = [re.search(r"hand (\d+) is over", one.text) for one in hands]
    assert [int(number[1]) for number in numbers if number] == list(range(1, len(hands) + 1))
    for hand in hands:
        tricks = [int(number) for number in re.findall(r"^-# \*\*(\d+)\.\*\*", hand.text, re.MULTILINE)]
        assert tricks == list(range(1, len(tricks) + 1))


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands", "bot")
async def test_a_rubber_is_played_from_the_private_hand_alone(box: Sandbox, database: Path) -> None:
    (you,) = company = people(box, 1)
    you.close_dms()
    lobby = await seated(box, company, 2)
    thread = await lobby.start(you)
    player = players(box, lobby, company)[0]
    table = re.escape(f"### {lobby.name}, hand")
    while True:
        growing = await box.until(lambda: result(thread, you) or _waits_for(thread, you, table), LONG)
        if result(thread, you):
            break
        hand = (await you.press(growing, "My hand")).message
        assert hand
        assert hand.ephemeral
        while is_called(hand):
            answer = await player.play_from(hand)
            assert answer.status == "update"
            assert answer.message is hand
    is_whole(database, lobby)


def _waits_for(thread: Thread, person: Person, title: str) -> object:
    newest = [one for one in posts(thread, person, "trick") if re.match(title, one.text)][-1:]
    return next((one for one in newest if re.search(rf"\*\*{person.name} to (lead|play)", one.text)), None)


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands", "bot")
async def test_a_rubber_is_played_by_typing_in_the_thread(box: Sandbox, database: Path) -> None:
    (you,) = company = people(box, 1)
    lobby = await seated(box, company, 3)
    thread = await lobby.start(you)
    player = players(box, lobby, company)[0]
    typed = 0
    while True:
        await box.until(lambda: player.called or result(thread, you), LONG)
        if result(thread, you):
            break
        offered = await you.autocomplete(thread, "play", {"cards": ""}, "cards")
        assert offered, player.hand and player.hand.text
        chosen = offered[typed % len(offered)]
        text = chosen["value"] if typed % 2 else chosen["name"]  # people type what they read, or choose
        answer = await you.command(thread, "play", cards=text)
        assert answer.message
        assert answer.message.ephemeral
        assert "Played:" in answer.text, (text, answer.text)
        typed += 1
        # the hand in the direct messages follows
        await box.until(lambda: not player.called or table_now(database, lobby.id).turn == 0 or result(thread, you))
        await box.until(lambda: _dm_is_current(player, database, lobby.id), LONG)
    is_whole(database, lobby)
    assert typed


def _dm_is_current(player: Player, database: Path, table_id: int) -> bool:
    """The direct message has the hand that the record says, and calls when it is its turn."""
    table = table_now(database, table_id)
    if table.phase is not Phase.PLAY or player.hand is None or table.turn not in (0, None):
        return table.stage is Stage.OVER
    view = table.view(0)
    return player.called and f":{view.hand_number}.{view.plays_made}" in str(player.hand.components)


@pytest.mark.usefixtures("bot")
async def test_autocomplete_narrows_card_by_card(box: Sandbox) -> None:
    you, aja, malik = people(box, 3)
    lobby = await seated(box, [you, aja, malik], 3)
    options = (await lobby.press(you, "Options…")).message
    assert options
    menu = next(part["custom_id"] for part in _selects(options) if part["custom_id"].endswith(":deal"))
    await you.select(options, ["all"], custom_id=menu)
    thread = await lobby.start(you)
    company = players(box, lobby, [you, aja, malik])
    leader = await box.until(lambda: next((one for one in company if one.called), None))
    everything = await leader.person.autocomplete(thread, "play", {"cards": ""}, "cards")
    assert len(everything) > 12, "the sets are offered too"
    first = everything[0]["value"].split()[0]
    narrowed = await leader.person.autocomplete(thread, "play", {"cards": first + " "}, "cards")
    assert all(first in choice["value"].split() for choice in narrowed)
    assert await leader.person.autocomplete(thread, "play", {"cards": "nonsense"}, "cards") == []


def _selects(message: object) -> list[dict[str, str]]:
    from sandbox.world import components

    return [part for part in components.pressable(message.components) if part["type"] in components.SELECTS]  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.usefixtures("bot")
async def test_everything_is_dealt_out_and_sets_are_led_and_followed(box: Sandbox, database: Path, seats: int) -> None:
    company = people(box, 2)
    lobby = await seated(box, company, seats)
    options = (await lobby.press(company[0], "Options…")).message
    assert options
    chosen = {"deal": "all", "length": "hands:2", "proof": "shown", "spade_king": "on_lead_too"}
    for name, value in chosen.items():
        if name == "proof":
            await company[0].press(options, "Rare cases…")
        menu = next(part["custom_id"] for part in _selects(options) if part["custom_id"].endswith(f":{name}"))
        answer = await company[0].select(options, [value], custom_id=menu)
        assert answer.status == "update", answer.text
    thread = await lobby.start(company[0])
    playing = [Player(box, person, lobby.name, sets_first) for person in company]
    await play_on(box, playing, lambda: result(thread, company[0]))
    is_whole(database, lobby)
    table = table_now(database, lobby.id)
    assert table.options["deal"] == "all"
    last = posts(thread, company[0], "hand 2 is over")[-1]
    assert len(re.findall(r"score \d+ → \d+", said(last))) == len(table.view(None).sides)
    turns = [one.action for one in record(database, lobby.id) if isinstance(one.action, actions.TakeTurn)]
    assert any(len(turn.cards) > 1 for turn in turns), "no set was played"


@pytest.mark.usefixtures("bot")
async def test_two_players_see_the_second_half_of_a_trick(box: Sandbox) -> None:
    company = people(box, 2)
    lobby = await seated(box, company, 2)
    thread = await lobby.start(company[0])
    playing = players(box, lobby, company)

    def halfway() -> Player | None:
        return next((one for one in playing if one.called and one.hand and "Second round" in one.hand.text), None)

    await play_on(box, playing, halfway)
    called = halfway()
    assert called
    assert called.hand
    other = "Aja" if called.person.name == "You" else "You"
    told = f"{called.person.name} heads, so {called.person.name} plays third and {other} fourth"
    assert f"Second round: {told}" in called.hand.text
    await box.until(lambda: posts(thread, called.person, told))


@pytest.mark.slow
@pytest.mark.usefixtures("two_hands", "bot")
async def test_several_tables_go_on_at_once_each_with_its_own_hand(box: Sandbox, database: Path) -> None:
    you, aja = people(box, 2)
    first, second = await seated(box, [you, aja], 2), await seated(box, [aja, you], 2, "general")
    threads = [await first.start(you), await second.start(aja)]
    company = [*players(box, first, [you, aja]), *players(box, second, [aja, you])]
    await play_on(box, company, lambda: all(result(thread, you) for thread in threads))
    for lobby in (first, second):
        is_whole(database, lobby)
    assert len(you.dms) == 2
    await box.until(lambda: all("game over" in one.text for one in you.dms))


@pytest.mark.usefixtures("one_hand", "bot")
async def test_the_message_that_one_plays_from_says_who_won_and_offers_another_game(box: Sandbox) -> None:
    (you,) = people(box, 1)
    lobby = await seated(box, [you], 2)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    (end,) = await box.until(lambda: [one for one in you.dms if "game over" in one.text])
    assert "won!" in end.text
    assert "Go to the table" in end.labels
    assert "Rematch" in end.labels


async def test_last_cards_play_themselves_and_everybody_reads_who_won_the_hand(
    box: Sandbox, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(7)
    monkeypatch.setattr(deals, "shuffle", lambda pack, *_: tuple(chance.sample(pack, len(pack))))
    async with serving(box, settings_for(box, database, last_card_delay=0, hand_pause=600)):
        company = people(box, 4)
        lobby = await seated(box, company, 4)
        thread = await lobby.start(company[0])

        def has_one_card_each() -> bool:
            return 0 < sum(table_now(database, lobby.id).view(None).hand_sizes) <= 4

        singly = [replace(player, pick=one_card) for player in players(box, lobby, company)]
        await play_on(box, singly, has_one_card_each)
        await box.until(lambda: posts(thread, company[0], "hand 1 is over"), LONG)
        await box.until(lambda: all("won hand 1, " in person.dms[-1].text for person in company), LONG)
        last = table_now(database, lobby.id).hand
        assert last
        assert [how for _, how in last.marked] == ["last"] * 4


@pytest.mark.usefixtures("one_hand", "bot")
async def test_the_end_of_a_rubber_is_shown_in_the_channel_and_can_be_copied_and_replayed(box: Sandbox) -> None:
    you, aja = people(box, 2)
    lobby = await seated(box, [you], 2)
    thread = await lobby.start(you)
    await play_on(box, players(box, lobby, [you]), lambda: result(thread, you))
    await lobby.shows(": game over", "won!")
    assert len(lobby.card.attachments) == 1
    assert lobby.card.labels == ["Rematch", "Replay", "Share", "Go to the table"]
    copied = (await you.press(lobby.card, "Share")).message
    assert copied
    assert copied.ephemeral
    assert re.search(r"```\nVoormsi · (won|lost|a draw,) \d–\d · [🟩🟨⬛]+\n```", copied.text)
    assert re.search(r"```\nVoormsi · \d–\d · [🟩🟨⬛]+\n```", (await aja.press(lobby.card, "Share")).text)
    assert "trick" in (await aja.press(lobby.card, "Replay")).text


@pytest.mark.usefixtures("two_hands", "bot")
async def test_somebody_resigns_and_a_computer_plays_on_marked_so(box: Sandbox, database: Path) -> None:
    you, aja = people(box, 2)
    lobby = await seated(box, [you, aja], 4)
    thread = await lobby.start(you)
    company = players(box, lobby, [you, aja])
    await play_on(box, company, lambda: trick_shown(thread, you) > (1, 2))
    await resign(thread, aja)
    await box.until(lambda: posts(thread, you, "Aja has resigned"))
    await lobby.shows("\N{ROBOT FACE} for Aja · the seat is free")
    await play_on(box, company[:1], lambda: result(thread, you))
    is_whole(database, lobby)
    assert "\N{ROBOT FACE}" in posts(thread, you, "is over")[0].text


@pytest.mark.usefixtures("one_hand", "bot")
async def test_when_the_last_person_has_resigned_the_table_waits_for_one(box: Sandbox, database: Path) -> None:
    you, aja = people(box, 2)
    lobby = await seated(box, [you], 3)
    thread = await lobby.start(you)
    await box.until(lambda: posts(thread, you, "trick 1"))
    more = (await you.press(posts(thread, you, "trick 1")[0], "More…")).message
    assert more
    await you.press(more, "Resign")
    (left,) = await box.until(lambda: posts(thread, aja, "It closes <t:"))
    await aja.press(left, taking(left))
    await play_on(box, players(box, lobby, [aja]), lambda: result(thread, you))
    is_whole(database, lobby)


@pytest.mark.usefixtures("bot")
async def test_who_plays_from_direct_messages_reads_there_how_the_last_trick_ended(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = stacked(["5C 6C 9C AC", "5S 6S 9S AS", "5H 6H 9H AH", "5D 6D 9D AD"], leader=0)
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), usual))
    you = box.person("You")
    lobby = await seated(box, [you], 4)
    thread = await lobby.start(you)
    (player,) = players(box, lobby, [you])
    told_in = re.compile(r"\*\*(.*) took it with .*\*\*")
    await play_on(box, [player], lambda: player.called and player.hand and told_in.search(player.hand.text))
    assert player.hand
    told = told_in.search(player.hand.text)
    assert told
    name = {"You": "You", "Your partner": "\N{ROBOT FACE}"}.get(told[1], told[1])
    await box.until(
        lambda: any(name in line for post in posts(thread, you, "trick 2") for line in lines_of_tricks(post))
    )


def lines_of_tricks(post: Message) -> list[str]:
    """The lines about finished tricks."""
    return re.findall(r"-# \*\*\d+\.\*\* (.*)", post.text)


@pytest.mark.usefixtures("bot")
async def test_a_set_is_led_and_followed_by_a_button_and_cards_that_are_none_are_told_why_not(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = stacked(["5C 5S 9C KH", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(3, 4), deck))
    you, aja = people(box, 2)
    lobby = await seated(box, [you, aja], 4)
    thread = await lobby.start(you)
    mine, hers = players(box, lobby, [you, aja])
    await box.until(lambda: mine.called)
    assert mine.hand
    wrong = await you.command(thread, "play", cards="5c 9c")
    assert wrong.status == "message"
    assert "rank" in wrong.text
    led = await you.press(mine.hand, "5♣ · 5♠")
    assert led.status == "update"
    await box.until(lambda: hers.called)
    assert hers.hand
    assert "**Your turn: 2 cards.**" in hers.hand.text
    assert not set_menu(hers.hand)
    await aja.press(hers.hand, "6♣ · 6♠ ✓")
    await box.until(lambda: posts(thread, you, "Aja: 6♣ and 6♠"))


@pytest.mark.usefixtures("two_hands")
async def test_the_next_hand_announces_itself_in_hand_and_thread_and_one_press_of_each_deals_it(
    box: Sandbox, database: Path
) -> None:
    async with serving(box, settings_for(box, database, last_card_delay=0, hand_pause=600)):
        you, aja, malik = people(box, 3)
        lobby = await seated(box, [you, aja, malik], 4)
        thread = await lobby.start(you)
        await play_on(box, players(box, lobby, [you, aja, malik]), lambda: posts(thread, you, "hand 1 is over"))
        for person in (you, aja):
            await box.until(lambda person=person: "Deal now" in person.dms[-1].labels, LONG)  # type: ignore[misc]
            assert "or the next hand is dealt <t:" in person.dms[-1].text
        await you.press(you.dms[-1], "Deal now")
        assert "You're ready. The next hand is dealt when the others are" in you.dms[-1].text
        assert "Deal now" not in you.dms[-1].labels
        (ended,) = posts(thread, you, "hand 1 is over")
        assert "or the next hand is dealt <t:" in ended.text
        assert "You aren't at" in (await box.person("Ivalu").press(ended, "Deal now")).text
        assert "You're ready. The next hand is dealt when the others are" in (await aja.press(ended, "Deal now")).text
        await box.until(lambda: "Deal now" not in aja.dms[-1].labels)
        assert table_now(database, lobby.id).view(None).hand_number == 1
        assert (await malik.press(ended, "Deal now")).status == "deferred_update"
        await box.until(lambda: posts(thread, you, "hand 2, trick 1"), LONG)
        assert "next hand" not in ended.text
        assert ended.labels == ["Replay"]
