"""A table of Alkort for tests: its stacked decks, and people who answer about the stock and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.alkort.ranking import ROLL
from rules.core.cards import Card, cards
from sandbox import Interaction, Message, Person, Sandbox
from sandbox.world import components
from simulation.scripted_people import Lobby, Player, anything, posts

HANDS = (
    "8C 8H 7S 7D QC KS 9C 4D 3H",
    "KD AC JC 6C 2C 3C 9S 4S QS",
    "2H AS JS 6S 2S 3S KC QH 7C",
    "4C AH JH 6H 2D 3D KH QD 7H",
)
"""Seat 0 has the only right to the stock, and leads."""
STOCK = "8S 9H 9D AD JD 6D 8D 4H"


def stacked_deck(hands: Sequence[str] = HANDS, stock: str = STOCK) -> tuple[Card, ...]:
    """A deck that deals these hands to seats 0 to 3, if seat 3 deals (§4.3)."""
    dealt = [cards(hand) for hand in hands]
    rounds = [card for start in (0, 3, 6) for hand in dealt for card in hand[start : start + 3]]
    return (*rounds, *cards(stock))


def cut() -> tuple[Card, ...]:
    """A pack with which seat 3 cuts the lowest card."""
    front = cards("KD 2H 4C QD")
    return (*front, *(card for card in ROLL if card not in front))


async def alkort_table(box: Sandbox, people: Sequence[Person]) -> Lobby:
    """A lobby of Alkort opened by the first of `people`, with all of them seated and computers in the other seats."""
    channel = box.channel("cards")
    answer = await people[0].command(channel, "table open", game="Alkort")
    assert answer.status == "message", answer.text
    card = await box.until(lambda: next(iter(posts(channel, people[0], "Alkort at table")), None))
    lobby = Lobby(box, card)
    await lobby.sit_in_order(people)
    await lobby.fill(people[0])
    return lobby


def move_menu(hand: Message) -> dict[str, Any] | None:
    """The menu of the card to keep, while its reader is asked about the stock."""
    menus = (part for part in components.pressable(hand.components) if part["type"] in components.SELECTS)
    return next((part for part in menus if part["custom_id"].startswith("v1:move:")), None)


class AlkortPlayer(Player):
    """A person who takes the stock whenever they may, keeps a card of theirs, and plays the highlighted cards."""

    async def play_from(self, hand: Message) -> Interaction:
        menu = move_menu(hand)
        if menu is None:
            return await super().play_from(hand)
        return await self.person.select(hand, [menu["options"][0]["value"]], custom_id=menu["custom_id"])


def alkort_players(box: Sandbox, lobby: Lobby, people: Sequence[Person]) -> list[AlkortPlayer]:
    return [AlkortPlayer(box, person, lobby.name, anything(number)) for number, person in enumerate(people)]
