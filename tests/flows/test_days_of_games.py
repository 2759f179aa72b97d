"""Tables of Treikort and Karnöffel over days: cards queued, turns that a computer makes, seats that change hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.tables import deals
from rules.core.cards import Card, cards
from rules.karnoffel import game as karnoffel
from rules.treikort import game as treikort
from rules.treikort.options import terms
from rules.treikort.state import TreikortState
from sandbox import Message, Person, Sandbox, Thread
from sandbox.world import components
from simulation.scripted_people import posts, resign, said, shuffling, taking
from simulation.seen_cards import cards_in
from tests.flows.conftest import serving, settings_for
from tests.flows.test_deadlines import begun
from tests.flows.test_reminders import HOUR, Ahead, ahead
from tests.flows.test_treikort import CUT, GIVEN, NAMES, deck

__all__ = ["ahead"]

DAY = 24 * HOUR
TURNED = ("JH 7H KS QC 9D", "8H KD 6H 8S TC", "9C 2H QS 5D 4C", "TD 3H 5H QD 9S")
"""Hands of Karnöffel, the turned card first: hearts are chosen, and the first seat leads."""


class GameOfDays(NamedTuple):
    """A game with stacked decks, in which the first seat leads to the first hand."""

    name: str
    seats: int
    cut: tuple[Card, ...]
    dealt: tuple[Card, ...]
    late: str
    """The card that the computer leads for the first seat."""
    hand: str
    """The hand of the second seat."""
    queued: str
    """A card in it that takes the trick."""


@pytest.fixture
async def company(box: Sandbox, database: Path, ahead: Ahead) -> AsyncIterator[list[Person]]:
    """Three people; a computer has the fourth seat."""
    async with serving(box, settings_for(box, database)):
        yield [box.person(name) for name in NAMES]


def first(front: tuple[Card, ...]) -> tuple[Card, ...]:
    """A pack of Karnöffel with these cards in front."""
    return (*front, *(card for card in karnoffel.pack if card not in front))


GAMES = (
    GameOfDays("Treikort", 3, CUT, deck(GIVEN, 2), "8♦", GIVEN[1], "K♦"),
    GameOfDays(
        "Karnöffel",
        4,
        first(cards("KC QC JC 2D")),
        first(tuple(card for dealt in zip(*map(cards, TURNED), strict=True) for card in dealt)),
        "K♠",
        TURNED[1],
        "6♥ Pope",
    ),
)


@pytest.fixture(params=GAMES, ids=lambda one: one.name)
def game(request: pytest.FixtureRequest, ahead: Ahead, monkeypatch: pytest.MonkeyPatch) -> GameOfDays:
    found: GameOfDays = request.param
    monkeypatch.setattr(deals, "shuffle", shuffling(found.cut, found.dealt))
    return found


@pytest.fixture
def pope(ahead: Ahead, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rubbers of Treikort in which the first seat is Pope from the first hand on, and leads to it."""
    monkeypatch.setattr(treikort, "start", lambda seats, options: TreikortState(terms(seats, options), pope=0))
    monkeypatch.setattr(deals, "shuffle", shuffling(CUT, deck(GIVEN, 2)))


def hand_of(person: Person) -> Message:
    """The hand in the direct messages."""
    return next(one for one in reversed(person.dms) if ", hand " in one.text)


async def queue(person: Person, label: str) -> None:
    """Press a card of the hand while others are to play."""
    assert (await person.press(hand_of(person), label)).status == "update"


async def give_back(box: Sandbox, pope: Person, to: Person, code: str) -> None:
    """Choose a card in the menu of the Pope's hand."""
    hint = f"Give a card back to {to.name}…"
    (menu,) = await box.until(lambda: [one for one in menus(hand_of(pope)) if one["placeholder"] == hint])
    await pope.select(hand_of(pope), [code], custom_id=menu["custom_id"])


def menus(hand: Message) -> list[dict[str, Any]]:
    return [part for part in components.pressable(hand.components) if part["type"] in components.SELECTS]


async def taken(box: Sandbox, thread: Thread, of: Person) -> Person:
    """A seat that its person gives up is taken by somebody else; return who holds it then."""
    await resign(thread, of)
    left = (await box.until(lambda: posts(thread, of, f"{of.name} has resigned")))[-1]
    substitute = box.person("Ivalu")
    assert "takes over seat" in (await substitute.press(left, taking(left))).text
    await box.until(lambda: substitute.dms)
    return substitute


async def test_a_queued_card_is_played_as_soon_as_a_computer_has_played_for_who_is_late(
    box: Sandbox, company: list[Person], ahead: Ahead, game: GameOfDays
) -> None:
    you, aja, *_ = company
    _, thread = await begun(box, company, game.seats, game.name, pace="day")
    await queue(aja, game.queued)
    ahead.by = DAY + HOUR
    (trick,) = await box.until(lambda: posts(thread, you, "Aja had queued this play."))
    assert f" 🤖: {game.late}\n**Aja: {game.queued}**, heads the trick" in said(trick)
    assert "A computer played for You, who ran out of time." in said(trick)


async def test_a_substitute_is_sent_the_seats_hand_and_what_everybody_sees(
    box: Sandbox, company: list[Person], game: GameOfDays
) -> None:
    _, thread = await begun(box, company, game.seats, game.name, pace="day")
    public = cards_in(posts(thread, company[0], "trick 1")[-1].text)
    substitute = await taken(box, thread, company[1])
    assert cards_in(hand_of(substitute).text) == public | set(game.hand.split())


async def test_the_hand_of_who_waits_offers_to_queue_a_card_once_the_pope_has_declined(
    box: Sandbox, company: list[Person], pope: None
) -> None:
    you, aja, malik = company
    await begun(box, company, 3, "Treikort", pace="day")
    assert "Press a card now" not in hand_of(aja).text
    assert "It is not your turn" in (await aja.press(hand_of(aja), "K♦")).text
    help_menu = (await aja.press(hand_of(aja), "Help…")).message
    assert help_menu
    assert "Play ahead…" not in help_menu.labels
    await you.press(hand_of(you), "Don't ask this time")
    await box.until(lambda: all("Press a card now" in hand_of(person).text for person in (aja, malik)))
    assert "may ask for a Seven" not in hand_of(malik).text
    await queue(aja, "K♦")


async def test_a_computer_asks_for_a_pope_who_is_late_and_the_pope_gives_cards_back_in_time(
    box: Sandbox, company: list[Person], ahead: Ahead, pope: None
) -> None:
    you, aja, malik = company
    _, thread = await begun(box, company, 3, "Treikort", pace="day")
    ahead.by = DAY + HOUR
    await box.until(lambda: posts(thread, you, "A computer played for You, who ran out of time."))
    await box.until(lambda: "give a card back" in hand_of(you).text)
    for told in (" 🤖 asked Aja for a Seven", "Malik gave you Q♣", "Due <t:"):
        assert told in hand_of(you).text
    assert "You asked" not in hand_of(you).text
    await give_back(box, you, malik, "8D")
    await give_back(box, you, aja, "8H")
    await box.until(lambda: posts(thread, you, "You to lead."))


async def test_whoever_holds_a_popes_seat_next_is_not_named_as_the_one_who_was_late_or_asked(
    box: Sandbox, company: list[Person], ahead: Ahead, pope: None
) -> None:
    you, _, malik = company
    _, thread = await begun(box, company, 3, "Treikort", pace="day")
    ahead.by = DAY + HOUR
    await box.until(lambda: posts(thread, you, "computer played for You"))
    await taken(box, thread, you)
    (trick,) = await box.until(lambda: posts(thread, malik, "**Ivalu is Pope.**"))
    assert " 🤖 asked Aja for a Seven" in said(trick)
    assert "A computer played for You, who ran out of time." in said(trick)


async def test_10_6_a_substitute_learns_what_the_seat_gave_and_was_given_back(
    box: Sandbox, company: list[Person], pope: None
) -> None:
    you, aja, malik = company
    _, thread = await begun(box, company, 3, "Treikort", pace="day")
    await you.press(hand_of(you), "Ask Aja for a Seven")
    await give_back(box, you, malik, "8D")
    await give_back(box, you, aja, "8H")
    await box.until(lambda: "gave you back 8♥" in hand_of(aja).text)
    substitute = await taken(box, thread, aja)
    told = hand_of(substitute).text
    assert "Aja gave You a Seven: 7♣" in told
    assert "You gave Aja a card back: 8♥" in told
    assert cards_in(told) == {*GIVEN[1].split(), "8H"}


async def test_a_pope_is_offered_both_players_to_ask_before_not_asking(
    box: Sandbox, company: list[Person], pope: None
) -> None:
    await begun(box, company, 3, "Treikort", pace="day")
    assert hand_of(company[0]).labels[:3] == ["Ask Aja for a Seven", "Ask Malik for a Seven", "Don't ask this time"]
