"""Schedules that stand before a cup begins: the circle of a round robin, and the bracket of a knock-out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from bot.cups.notices import PairingReason
from bot.cups.pairing.contenders import Contender, Pairing, seat_order, why_first
from bot.texts.notices import fact
from rules.core.contract import Fact


def bracket_order(size: int) -> list[int]:
    """Return the seeds, from 1, in the order of the bracket: 1, 8, 4, 5, 2, 7, 3, 6 for eight. `size`: a power of 2."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for above in order for seed in (above, total - above)]
    return order


def first_knock_out_round(seeds: Sequence[Contender]) -> list[Pairing]:
    """Return the first round; `seeds`: the strongest first. The best have byes where the bracket is not full."""
    order = bracket_order(1 << (len(seeds) - 1).bit_length())
    numbers = [contender.number for contender in seeds]
    tables = (
        seat_order([seeds[seed - 1] for seed in sorted(pair) if seed <= len(seeds)])
        for pair in zip(order[::2], order[1::2], strict=True)
    )
    return [Pairing(_numbers(table), why_knock_out(numbers, table, is_first=True)) for table in tables]


def next_knock_out_round(winners: Sequence[Contender | None]) -> list[Pairing]:
    """Return the round after one with these winners, in the order of the bracket; None: a match without a winner.

    Where a round was paired by hand, the last winner of an odd number has nobody to meet.
    """
    pairs = zip_longest(winners[::2], winners[1::2])
    tables = (seat_order([contender for contender in pair if contender is not None]) for pair in pairs)
    return [Pairing(_numbers(table), why_knock_out((), table, is_first=False)) for table in tables]


def why_knock_out(seeds: Sequence[int], table: Sequence[Contender], is_first: bool) -> tuple[Fact, ...]:
    """Return why these contenders meet; `seeds`: the entrants, the strongest first."""
    if not is_first and len(table) < 2:
        return (fact(PairingReason.NO_OPPONENT_LEFT),)
    if not is_first:
        return (fact(PairingReason.WINNERS_MEET), *why_first(table))
    places = tuple(sorted(seeds.index(contender.number) + 1 for contender in table))
    if len(places) == 1:
        return (fact(PairingReason.SEEDED_BYE, seed=places[0]),)
    return (fact(PairingReason.SEEDED, seeds=places), *why_first(table))


def _numbers(table: Sequence[Contender]) -> tuple[int, ...]:
    return tuple(contender.number for contender in table)


def first_matches(rounds: Sequence[Sequence[object]]) -> int:
    """Return how many matches the first round of a bracket has place for; each later one has half as many.

    It is a power of 2, also where rounds that were paired by hand have other numbers of matches.
    """
    widest = max(len(matches) << at for at, matches in enumerate(rounds))
    return 1 << (widest - 1).bit_length()


def round_robin(entrants: Sequence[int], number: int) -> list[Pairing]:
    """Return the pairings of the round `number`, counted from 0; in the second turn seats are swapped."""
    places = len(entrants) + len(entrants) % 2
    turn, circle_round = divmod(number, places - 1)
    about = PairingReason.SECOND_TURN if turn else PairingReason.EVERYBODY_MEETS
    found = []
    for first, second in _circle(places, circle_round):
        there = tuple(entrants[place] for place in (first, second) if place < len(entrants))
        why = fact(about if len(there) == 2 else PairingReason.RESTS, round=number + 1)
        found.append(Pairing(there[::-1] if turn % 2 else there, (why,)))
    return found


def _circle(places: int, number: int) -> list[tuple[int, int]]:
    """Return pairs of places of the circle: the last place stands still, and the others move by one a round.

    Nobody is first more than once more or less often than second.
    """
    moving = places - 1
    still = (number, moving) if number % 2 == 0 else (moving, number)
    pairs = [((number + step) % moving, (number - step) % moving) for step in range(1, places // 2)]
    return [still, *pairs]
