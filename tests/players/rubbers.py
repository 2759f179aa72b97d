"""Rubbers of any game between computers, to look at their choices and their length."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.players import ChoicePosition, SimulatedTable, at_random, shuffled
from players.registry import chooser
from rules.core.cards import Card
from tests.rules.alkort.positions import random_deck


def positions(
    name: str, seats: int, options: Mapping[str, str], seed: int, rubbers: int = 1
) -> Iterator[ChoicePosition]:
    """Every position of rubbers in which all but seat 0 play by chance, as the seat to act sees it.

    In Alkort a right to the stock is rare; here it is frequent.
    """
    for number in range(rubbers):
        choosers = [chooser(name, "steady"), *[at_random(seed + number)] * (seats - 1)]
        yield from SimulatedTable(name, choosers, options).positions(_decks(name, seed + number))


def length(name: str, seats: int, options: Mapping[str, str], seed: int) -> int:
    """The number of plays in a rubber of computers."""
    table, decks = SimulatedTable(name, [chooser(name, "steady")] * seats, options), shuffled(name, seed)
    plays = 0
    while not table.is_over:
        plays += sum(len(account.plays) for account in table.play_hand(decks))
    return plays


def hands(name: str, seats: int, options: Mapping[str, str], seed: int) -> int:
    """The number of hands in a rubber of computers."""
    table, decks = SimulatedTable(name, [chooser(name, "steady")] * seats, options), shuffled(name, seed)
    count = 0
    while not table.is_over:
        count += bool(list(table.play_hand(decks)))
    return count


def _decks(name: str, seed: int) -> Iterator[Sequence[Card]]:
    chance = random.Random(seed)
    return (random_deck(chance) for _ in itertools.count()) if name == "alkort" else shuffled(name, seed)
