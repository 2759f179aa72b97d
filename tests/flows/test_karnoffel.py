"""Karnöffel in Discord: a person among computers, four people, and what each of them is sent."""

from __future__ import annotations

import logging
from itertools import cycle
from pathlib import Path

import pytest

from bot import app
from bot.tables.table import Table
from rules import notation
from rules.core.contract import Phase
from sandbox import Interaction, Person, Sandbox, Thread
from sandbox.world import components
from simulation.played_table import bring_back, elsewhere
from simulation.scripted_people import (
    LONG,
    Lobby,
    Player,
    play_buttons,
    play_on,
    players,
    posts,
    press_at,
    result,
    table_now,
    trick_shown,
)
from simulation.seen_cards import cards_in, shown_cards
from tests.flows.attachments import file_of
from tests.flows.conftest import serving, settings_for

CARD = "Karnöffel at table"


async def lobby_of(box: Sandbox, people: list[Person]) -> Lobby:
    """A table of the game, with these people in its first seats and computers in the others."""
    opener, channel = people[0], box.channel("cards")
    answer = await opener.command(channel, "table open", game="Karnöffel")
    assert answer.status == "message", answer.text
    lobby = Lobby(box, await box.until(lambda: next(iter(posts(channel, opener, CARD)), None)))
    await lobby.sit_in_order(people)
    await lobby.fill(opener)
    return lobby


def face_up(table: Table) -> set[str]:
    """The cards that were dealt face up in the hand in play."""
    return {card.code for event in table.rules.view(table.state, None).events for card in event.cards}


@pytest.mark.slow
@pytest.mark.usefixtures("bot")
async def test_a_person_and_three_computers_play_a_rubber_of_five_hands(box: Sandbox, database: Path) -> None:
    you = box.person("You")
    lobby = await lobby_of(box, [you])
    assert "modern reconstruction" in lobby.card.text
    guide = (await you.press(lobby.card, "New here?")).message
    assert guide
    await you.press(guide, "Skip")
    newcomer = await you.press(guide, "Rules in short")
    assert "first side to win 5 hands" in newcomer.text
    assert "Reconstruction" in newcomer.text
    thread = await lobby.start(you)
    (player,) = players(box, lobby, [you])
    await play_on(box, [player], lambda: player.called)
    assert player.hand
    (turned,) = (line for line in player.hand.text.split("\n") if line.startswith("-# Face up: "))
    assert turned.count(" · ") == 3
    assert "you " in turned
    (chosen,) = (line for line in player.hand.text.split("\n") if line.startswith("**Chosen suit: "))
    assert ", by " in chosen
    await play_on(box, [player], lambda: result(thread, you))
    table = table_now(database, lobby.id)
    assert max(table.way[-1]) == 5
    assert "won 5 hands" in "".join(post.text for post in posts(thread, you, "The way there"))
    assert "leads to the code" in (await press_at(thread, you, "Replay", "Deal", "Check the deal")).text
    assert "All hands at that moment" in (await you.command(thread, "replay")).text
    answer = await you.command(thread, "record")
    assert answer.message
    text = await file_of(answer.message, ".txt")
    assert notation.write(notation.read(text)) == text
    assert not box.violations


@pytest.mark.usefixtures("bot")
async def test_the_game_is_called_a_reconstruction_wherever_it_is_offered(box: Sandbox) -> None:
    you, aja, channel = box.person("You"), box.person("Aja"), box.channel("cards")
    games = await you.autocomplete(channel, "table open", {"game": "karn"}, "game")
    assert [(one["name"], one["value"]) for one in games] == [("Karnöffel (a reconstruction)", "Karnöffel")]
    page = (await you.command(channel, "setup")).message
    assert page
    await you.press(page, "Next: how tables run")
    (choice,) = (
        option
        for part in components.walk(page.components)
        for option in part.get("options", ())
        if option["value"] == "karnoffel"
    )
    assert choice["label"] == "Karnöffel (a reconstruction)"
    assert "modern reconstruction" in choice["description"]
    await you.command(channel, "table open", game="Karnöffel")
    (card,) = await box.until(lambda: posts(channel, you, CARD))
    assert "modern reconstruction" in card.text
    assert "Karnöffel (a reconstruction)" in (await aja.command(channel, "tables")).text


@pytest.mark.usefixtures("bot")
async def test_a_person_asks_what_a_card_would_do_what_beats_it_and_why(box: Sandbox) -> None:
    you = box.person("You")
    lobby = await lobby_of(box, [you])
    thread = await lobby.start(you)
    (player,) = players(box, lobby, [you])

    def follows() -> bool:
        """True if a card is to be played to another's, after the first trick."""
        return (
            trick_shown(thread, you) > (1, 1)
            and player.called
            and "heads the trick" in posts(thread, you, "trick")[-1].text
        )

    await play_on(box, [player], follows)
    assert player.hand
    code = play_buttons(player.hand)[0].codes[0]
    asked = (await you.select(await player.ask("May I…?"), [code])).text
    assert "you may play" in asked
    assert "It would" in asked
    assert "Heading the trick" in (await player.ask("What beats it?")).text
    assert "won the trick" in (await press_at(thread, you, "Why?")).text
    ranks = (await press_at(thread, you, "Ranks")).text
    assert "Karnöffel: " in ranks
    assert "Pope: " in ranks


class WatchedTable:
    """Four people who play in turn from the direct message, from the private hand, and by command.

    After each play it is looked at what everybody was sent.
    """

    def __init__(self, box: Sandbox, database: Path, lobby: Lobby, thread: Thread) -> None:
        self.box, self.database, self.lobby, self.thread = box, database, lobby, thread
        self.company = players(box, lobby, box.people[:4])
        self.ways = cycle((self.from_message, self.from_private_hand, self.by_command))
        self.looked, self.seen = 0, set[str]()

    async def play_until(self, hand: int, trick: int) -> None:
        """Play until a later trick than this one is shown."""

        def over() -> bool:
            return trick_shown(self.thread, self.box.people[0]) > (hand, trick)

        while not over():
            await self.box.until(lambda: over() or self.called or any(map(elsewhere, self.box.people)), LONG)
            for person in self.box.people:
                await bring_back(self.box, person)
            if self.called and not over():
                await self.play(self.called[0])
                self.look()

    @property
    def called(self) -> list[Player]:
        return [player for player in self.company if player.called]

    async def play(self, player: Player) -> None:
        def told() -> str:
            return player.hand.text if player.hand else ""

        before = told()
        answer = await next(self.ways)(player)
        assert answer.status in ("update", "deferred_update", "message"), answer.text
        await self.box.until(lambda: told() != before, LONG)

    async def from_message(self, player: Player) -> Interaction:
        return await player.play()

    async def from_private_hand(self, player: Player) -> Interaction:
        private = (await player.person.command(self.thread, "hand")).message
        assert private
        return await player.play_from(private)

    async def by_command(self, player: Player) -> Interaction:
        assert player.hand
        choices = [one for one in play_buttons(player.hand) if one.stands_out]
        return await player.person.command(self.thread, "play", cards=player.pick(choices).codes[0])

    def look(self) -> None:
        table = table_now(self.database, self.lobby.id)
        if table.phase is not Phase.PLAY:
            return
        self.looked += 1
        for number, person in enumerate(self.box.people):
            own, unfit = shown_cards(self.box, person, table, number if number < len(self.company) else None)
            self.seen |= {person.name} if own else set()
            assert unfit <= face_up(table), f"{person.name} was sent {unfit}"


@pytest.mark.slow
async def test_four_people_play_in_three_ways_with_the_bot_cut_off_and_nobody_sees_a_hidden_card(
    box: Sandbox, database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "GRACE_SECONDS", 0)
    caplog.set_level(logging.INFO)
    people = box.people[:4]
    for person in people:
        person.open_page()
    async with serving(box, settings_for(box, database)):
        lobby = await lobby_of(box, people)
        company = WatchedTable(box, database, lobby, await lobby.start(people[0]))
        await company.play_until(1, 2)
    async with serving(box, settings_for(box, database)):
        await company.play_until(3, 1)
    assert company.looked > 20
    assert company.seen >= {person.name for person in people}, "this looks for cards where they are shown"
    assert not cards_in("\n".join(record.getMessage() for record in caplog.records))
    assert all(len(person.dms) == 1 for person in people)
