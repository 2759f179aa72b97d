"""Whatever cannot be done is told, privately, each in its own words; nothing is left without an answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.members.people import PeopleService
from bot.messages.kit.scene import Scene
from bot.messages.kit.ui import PageOfItems, page_of
from bot.messages.learn.rules import RanksScene
from bot.store import DatabaseBusy
from bot.store.sqlite.store import SqliteStore
from bot.tables import deals
from bot.texts.reader import Reader
from cogs import finders, interaction_handler
from rules.core.cards import Card
from sandbox import InjectedFault, Interaction, Message, Person, Sandbox, Thread
from sandbox.world import components, errors
from simulation.scripted_people import (
    PACK,
    Lobby,
    Player,
    cut_for,
    play_buttons,
    play_on,
    players,
    posts,
    press_at,
    result,
    said,
    seated,
    shuffling,
    stacked,
)

SeatedCompany = tuple[Lobby, Thread, list[Player]]

VOORMSI_LED = stacked(["KH 9C 5C 5S", "JC 6C 6S QH", "9S 8C QC 8H", "9D AH JH QD"], leader=0)
"""You (seat 0) lead; Aja, an opponent, holds Toqutsit."""


def lay(monkeypatch: pytest.MonkeyPatch, dealer: int, deck: tuple[Card, ...], seats: int) -> None:
    monkeypatch.setattr(deals, "shuffle", shuffling(cut_for(dealer, seats), deck))


async def table(box: Sandbox, names: str, seats: int) -> SeatedCompany:
    people = [box.person(name) for name in names.split()]
    lobby = await seated(box, people, seats)
    thread = await lobby.start(people[0])
    company = players(box, lobby, people)
    await box.until(lambda: all(player.hand for player in company) and posts(thread, people[0], "trick 1"))
    return lobby, thread, company


def private(answer: Interaction, *texts: str) -> Message:
    """The answer's message, which nobody else sees and which says all this."""
    assert answer.message, answer
    assert answer.message.ephemeral or answer.message.channel.guild_id is None
    for text in texts:
        assert text in answer.text
    return answer.message


async def press_old(person: Person, message: Message, custom_id: str) -> Interaction:
    """Press a button that was in the message when it was last seen."""
    return await person.start_press(message, {"type": 2, "id": 99, "custom_id": custom_id}).first()


@pytest.mark.usefixtures("bot")
async def test_somebody_who_does_not_sit_there_is_told_so(box: Sandbox) -> None:
    lobby, thread, _ = await table(box, "You Aja", 4)
    malik = box.person("Malik")
    trick = posts(thread, malik, "trick 1")[0]
    for answer in (await malik.press(trick, "My hand"), await malik.command(thread, "hand")):
        told = private(answer, f"You aren't at {lobby.name}")
        assert "Resign" not in (await malik.press(told, "More…")).text
    private(await malik.command(thread, "play", cards="7c"), f"You aren't at {lobby.name}")
    private(await press_old(malik, trick, f"v1:resign:{lobby.id}"), f"You aren't at {lobby.name}")
    private(await malik.command(box.channel("general"), "hand"), "You aren't at a table")


@pytest.mark.usefixtures("bot")
async def test_who_asks_for_something_of_a_game_before_its_start_is_shown_the_way_to_the_lobby(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await seated(box, [you], 2)
    answers = {command: await you.command(box.channel("general"), command) for command in ("hand", "record", "replay")}
    for verb in ("beats", "ladder", "resign", "deal"):
        answers[verb] = await press_old(you, lobby.card, f"v1:{verb}:{lobby.id}")
    for command, one in answers.items():
        answer = one.message
        assert answer
        assert f"{lobby.name} has not started yet" in answer.text, command
        links = [one["url"] for one in components.walk(answer.components) if "url" in one]
        there = f"https://discord.com/channels/{box.guild.id}/{box.channel('cards').id}/{lobby.card.id}"
        assert links == [there], command


@pytest.mark.usefixtures("bot")
async def test_out_of_turn_a_typed_card_is_refused(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, thread, (_, aja) = await table(box, "You Aja", 4)
    private(await aja.person.command(thread, "play", cards="6c"), "turn")


@pytest.mark.usefixtures("bot")
async def test_out_of_turn_the_one_choice_says_so_and_leads_to_the_same_answer(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, thread, (_, aja) = await table(box, "You Aja", 4)
    for typed in ("", "6c", "x" * 200):
        (choice,) = await aja.person.autocomplete(thread, "play", {"cards": typed}, "cards")
        assert choice["name"] == "It is not your turn: You is to play."
        private(await aja.person.command(thread, "play", cards=choice["value"]), "It is not your turn")


@pytest.mark.usefixtures("bot")
async def test_more_is_not_typed_than_a_play_can_take(box: Sandbox) -> None:
    _, thread, (you, _) = await table(box, "You Aja", 4)
    with pytest.raises(errors.ActionNotAllowed):
        await you.person.command(thread, "play", cards="7c " * 2000)


@pytest.mark.usefixtures("bot")
async def test_cards_of_others_and_wrong_numbers_are_refused(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, thread, (you, aja) = await table(box, "You Aja", 4)
    private(await you.person.command(thread, "play", cards="jc"), "J♣ Toqutsit")
    private(await you.person.command(thread, "play", cards="5c 9c"), "rank")
    private(await you.person.command(thread, "play", cards="gibberish"), "can't find a card", "gibberish")
    assert you.hand
    await you.person.press(you.hand, "5♣ · 5♠")
    await box.until(lambda: aja.called)
    private(await aja.person.command(thread, "play", cards="6c"), "2 cards")


@pytest.mark.usefixtures("bot")
async def test_toqutsit_must_be_played_on_an_opponents_voormsi(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, _, (you, aja) = await table(box, "You Aja", 4)
    assert you.hand
    await you.person.press(you.hand, "K♥ Voormsi")
    await box.until(lambda: aja.called)
    assert aja.hand
    assert [way.label for way in play_buttons(aja.hand) if way.stands_out] == ["J♣ Toqutsit"]
    private(await aja.person.press(aja.hand, "6♣"), "J♣ Toqutsit", "must", "K♥ Voormsi")
    answer = await aja.person.press(aja.hand, "J♣ Toqutsit")
    assert answer.status == "update"
    assert "J♣ Toqutsit" not in aja.hand.labels


@pytest.mark.usefixtures("bot")
async def test_with_two_players_too_large_a_lead_is_refused(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    yours = "9C 9S 9H 9D JC KH 8S 3D AC AS AH 5C 5S 5H 5D 6C 6S 6H".split()
    hers = [card.code for card in PACK if card.code not in yours]
    drawn = [code for both in zip(yours[4:], hers[4:], strict=True) for code in both]
    lay(monkeypatch, 1, stacked([" ".join(yours[:4]), " ".join(hers[:4])], 0, " ".join(drawn)), 2)
    _, thread, (you, aja) = await table(box, "You Aja", 2)
    for cards in ("9c 9s 9h 9d", "jc kh 8s 3d", "ac as ah", "5s 5h 5d"):
        await box.until(lambda: you.called)
        private(await you.person.command(thread, "play", cards=cards), "Played")
        await box.until(lambda: aja.called)
        await aja.play()
    await box.until(lambda: you.called)
    private(await you.person.command(thread, "play", cards="6c 6s 6h"), "at most 2 cards")


@pytest.mark.usefixtures("bot")
async def test_an_old_button_shows_the_table_as_it_is(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, _, (you, _) = await table(box, "You Aja", 4)
    hand = you.hand
    assert hand
    nine = next(way.custom_id for way in play_buttons(hand) if way.label == "9♣")
    await you.person.press(hand, "5♣")
    answer = await press_old(you.person, hand, nine)
    assert answer.status == "update"
    assert "moved on" in hand.text
    assert "5♣" not in [way.label for way in play_buttons(hand)]
    assert "9♣" in [way.label for way in play_buttons(hand)]


@pytest.mark.usefixtures("bot")
async def test_a_button_of_a_hand_opened_early_is_good_when_its_turn_comes(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, thread, (you, aja) = await table(box, "You Aja", 4)
    early = (await aja.person.command(thread, "hand")).message
    assert early
    assert you.hand
    await you.person.press(you.hand, "5♣")
    await box.until(lambda: aja.called)
    answer = await aja.person.press(early, "6♣")
    assert "Played: 6♣" in answer.text
    await box.until(lambda: all("6♣" not in message.text for message in aja.person.dms))


@pytest.mark.usefixtures("bot")
async def test_the_same_press_delivered_twice_is_played_once(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    lobby, thread, (you, _) = await table(box, "You Aja", 4)
    dispatch, sent = box.world.sessions.dispatch, list[tuple[Any, ...]]()

    def twice(event: str, data: Any, *rest: Any) -> Any:
        if event == "INTERACTION_CREATE":
            sent.append((event, data, *rest))
            dispatch(event, data, *rest)
        return dispatch(event, data, *rest)

    monkeypatch.setattr(box.world.sessions, "dispatch", twice)
    answer = await you.person.command(thread, "play", cards="5c")
    assert "5♣" in answer.text
    await box.until(lambda: posts(thread, you.person, "You: 5♣"))
    assert sent
    trick = posts(thread, you.person, f"{lobby.name}, hand 1, trick 1")[-1]
    assert said(trick).count("You:") == 1


@pytest.mark.usefixtures("bot")
async def test_two_quick_presses_of_one_button_play_one_card(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, thread, (you, _) = await table(box, "You Aja", 4)
    hand = you.hand
    assert hand
    five = next(way.custom_id for way in play_buttons(hand) if way.label == "5♣")
    answers = await asyncio.gather(*(press_old(you.person, hand, five) for _ in range(2)))
    assert [answer.status for answer in answers] == ["update", "update"]
    await box.until(lambda: posts(thread, you.person, "You: 5♣"))


@pytest.mark.usefixtures("bot")
async def test_a_closed_table_and_an_unknown_one_are_told_apart(box: Sandbox) -> None:
    lobby, thread, (you, aja) = await table(box, "You Aja", 4)
    sure = (await press_at(thread, you.person, "More…", "Close")).message
    assert sure
    hand = aja.hand
    assert hand
    early = play_buttons(hand)[0].custom_id
    private(await press_old(aja.person, lobby.card, f"v1:close:{lobby.id}"), "who opened")
    await you.person.press(sure, "Yes, close the table")
    await box.until(lambda: posts(thread, aja.person, f"{lobby.name} was closed by You"))
    closed = f"{lobby.name} is closed"
    private(await aja.person.command(thread, "hand", table=lobby.name), closed)
    await box.until(lambda: aja.hand is None and closed in hand.text)
    private(await press_old(aja.person, hand, early), closed)
    private(await aja.person.command(thread, "play", cards="7c"), closed)
    private(await aja.person.command(thread, "hand", table="Unicorn"), "no such table")
    private(await press_old(aja.person, lobby.card, "v1:hand:4711"), "no such table")


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_at_a_table_that_is_over_nothing_is_played(box: Sandbox) -> None:
    lobby = await seated(box, [box.person("You")], 2)
    options = (await lobby.press(box.person("You"), "Options…")).message
    assert options
    you = box.person("You")
    parts = components.pressable(options.components)
    length = next(part["custom_id"] for part in parts if part["custom_id"].endswith(":length"))
    await you.select(options, ["hands:1"], custom_id=length)
    thread = await lobby.start(you)
    (player,) = players(box, lobby, [you])
    await box.until(lambda: player.hand)
    hand = player.hand
    assert hand
    early = play_buttons(hand)[0].custom_id
    await play_on(box, [player], lambda: result(thread, you))
    private(await press_old(you, hand, early), f"The game at {lobby.name} is over")
    private(await you.command(thread, "play", cards="7c"), f"The game at {lobby.name} is over")


@pytest.mark.usefixtures("bot")
async def test_a_button_of_another_version_is_answered(box: Sandbox) -> None:
    lobby, _, (you, _) = await table(box, "You Aja", 4)
    for custom_id in ("v1:dance:1", "v0:play:1:x", "something else", "v1:play:1:x:y", "v1:set:1:", "v1:sit:1"):
        answer = await press_old(you.person, lobby.card, custom_id)
        assert answer.status == "message", custom_id
        private(answer)
    private(await press_old(you.person, lobby.card, "v1:dance:1"), "out of date")


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("on purpose")


@pytest.mark.usefixtures("bot")
async def test_an_error_of_ours_is_answered_with_a_reference_that_is_logged(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, forgiven: set[str]
) -> None:
    _, thread, (you, _) = await table(box, "You Aja", 4)
    monkeypatch.setattr(finders, "roles_here", broken)
    forgiven.add("reference")
    text = private(await you.person.command(thread, "hand"), "went wrong", "reference").text
    reference = text.rsplit("reference ", 1)[1].split()[0].strip(".")
    assert any(reference in record.getMessage() and record.exc_info for record in caplog.records)


@pytest.mark.usefixtures("bot")
async def test_a_command_of_a_former_version_is_answered(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    _, thread, (you, _) = await table(box, "You Aja", 4)
    dispatch = box.world.sessions.dispatch

    def renamed(event: str, data: Any, *rest: Any) -> Any:
        if event == "INTERACTION_CREATE":
            data["data"]["name"] = "dance"
        return dispatch(event, data, *rest)

    monkeypatch.setattr(box.world.sessions, "dispatch", renamed)
    private(await you.person.command(thread, "hand"), "is out of date")


@pytest.mark.usefixtures("bot")
async def test_an_answer_that_cannot_be_drawn_is_an_error_of_ours_too(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, forgiven: set[str]
) -> None:
    _, thread, (you, _) = await table(box, "You Aja", 4)

    def page(scene: Scene, reader: Reader, post: str) -> PageOfItems:
        if isinstance(scene, RanksScene):
            raise LookupError("this page cannot be drawn")
        return page_of(scene, reader, post)

    monkeypatch.setattr(interaction_handler, "page_of", page)
    forgiven.add("reference")
    private(await press_at(thread, you.person, "Ranks"), "went wrong", "reference")


@pytest.mark.usefixtures("bot")
async def test_when_the_store_is_busy_the_card_is_still_in_the_hand(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, forgiven: set[str], database: Path
) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, _, (you, aja) = await table(box, "You Aja", 4)
    append = SqliteStore.append

    async def busy(*_: object, **__: object) -> None:
        raise DatabaseBusy(database, holder="another program")

    monkeypatch.setattr(SqliteStore, "append", busy)
    forgiven.add("did not take it")
    assert you.hand
    private(await you.person.press(you.hand, "5♣"), "try again")
    monkeypatch.setattr(SqliteStore, "append", append)
    answer = await you.person.press(you.hand, "5♣")
    assert answer.status == "update"
    await box.until(lambda: aja.called)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("error", [DatabaseBusy(Path("voormsi.db"), holder="another program"), ValueError("no JSON")])
async def test_what_was_done_is_told_when_ones_wishes_cannot_be_read_after_it(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, forgiven: set[str], error: Exception
) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, _, (you, aja) = await table(box, "You Aja", 4)
    reader = PeopleService.reader
    asked: list[str] = []

    async def once(people: PeopleService, key: str, language: str) -> Reader:
        asked.append(key)
        if key == asked[0] and asked.count(key) == 2:
            monkeypatch.setattr(PeopleService, "reader", reader)
            raise error
        return await reader(people, key, language)

    assert you.hand
    monkeypatch.setattr(PeopleService, "reader", once)
    forgiven.add("could not be read again")
    answer = await you.person.press(you.hand, "5♣")
    assert answer.status == "update"
    await box.until(lambda: aja.called)
    await box.until(lambda: you.hand and you.hand.attachments)  # by its lane, which is held no more


@pytest.mark.usefixtures("bot")
async def test_a_slow_store_defers_the_answer_and_the_play_is_acknowledged_after_it(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, thread, (you, aja) = await table(box, "You Aja", 4)
    append = SqliteStore.append

    async def slow(self: SqliteStore, *args: Any, **conditions: Any) -> None:
        await asyncio.sleep(0.5)
        await append(self, *args, **conditions)

    monkeypatch.setattr(SqliteStore, "append", slow)
    monkeypatch.setattr(interaction_handler, "PATIENCE", 0.1)
    assert you.hand
    answer = await you.person.press(you.hand, "5♣")
    assert answer.status == "deferred_update"
    await box.until(lambda: you.hand and "5♣" not in you.hand.labels)
    await box.until(lambda: aja.called)
    answer = await aja.person.command(thread, "play", cards="6c")
    assert answer.status == "deferred"
    await box.until(lambda: "Played: 6♣" in answer.text)


@pytest.mark.usefixtures("bot")
async def test_an_interaction_that_discord_has_given_up_is_let_go(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card is played all the same, and the hand follows by an edit."""
    lay(monkeypatch, 3, VOORMSI_LED, 4)
    _, _, (you, aja) = await table(box, "You Aja", 4)
    box.faults.add(InjectedFault.refused(errors.unknown_interaction(), "/callback", method="POST"))
    assert you.hand
    pressed = asyncio.ensure_future(you.person.press(you.hand, "5♣"))
    await box.until(lambda: aja.called)
    await box.until(lambda: you.hand and "5♣" not in you.hand.labels)
    pressed.cancel()
    await asyncio.gather(pressed, return_exceptions=True)
