"""The strength of a computer, compared with players that choose at random.

    uv run python -m benchmarks.players [--hands 1000] [--rubbers 100] [--seats 2 3 4] [--deal four] [--seed 1]

A deal is played once for each side, with the computer on that side and the rival on the others, every hand from 0 to 0.
*Points a hand*: the points that a side booked in it, before any bounce. A void hand counts nothing (§9.3), and a side
that loses the rubber by §9.6 loses the points that it booked. A deal's figure is the computer's points less its rivals'
(their mean with three players), averaged over the sides. Printed are the mean over deals and its 95 % interval.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from players.memory import Memory
from players.registry import Choose, chooser
from rules.core.cards import Card
from rules.core.contract import Game, IllegalAction, Phase, Play, SeatAction, Shuffle, TrickAccount, View
from rules.registry import game

VOORMSI: Final = "voormsi"


class Estimate(NamedTuple):
    """A mean, and half the width of its 95 % interval."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.margin:.2f}"


def estimate(samples: Sequence[float]) -> Estimate:
    return Estimate(statistics.fmean(samples), 1.96 * statistics.stdev(samples) / len(samples) ** 0.5)


class Timed:
    """A chooser that measures its thinking time and counts its choices."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.seconds = 0.0
        self.choices = 0

    def __call__(self, view: View, memory: Memory) -> SeatAction:
        begun = time.perf_counter()
        play = self._choose(view, memory)
        self.seconds += time.perf_counter() - begun
        self.choices += 1
        return play

    @property
    def microseconds(self) -> float:
        return 1e6 * self.seconds / self.choices


def at_random(seed: int) -> Choose:
    """A chooser that takes every legal play with equal probability."""
    chance = random.Random(seed)

    def choose(view: View, memory: Memory) -> Play:
        assert view.seat is not None
        return Play(view.seat, chance.choice(view.legal))

    return choose


class SimulatedTable:
    """A rubber played by choosers in its seats, with decks from outside."""

    def __init__(self, choosers: Sequence[Choose], options: Mapping[str, str]) -> None:
        self._game: Game[Any] = game(VOORMSI)
        self._choosers = choosers
        self._options = options
        self._state = self._game.start(len(choosers), options)
        self._plays: list[Play] = []

    @property
    def is_over(self) -> bool:
        return self._game.phase(self._state) is Phase.OVER

    @property
    def public(self) -> View:
        return self._game.view(self._state, None)

    def play_hand(self, decks: Iterator[Sequence[Card]]) -> Iterator[TrickAccount]:
        """Cut if necessary, deal, and play the hand out."""
        self._plays.clear()
        while self._game.phase(self._state) in (Phase.CUT, Phase.DEAL):
            self._do(Shuffle(tuple(next(decks))))
        while self._game.phase(self._state) is Phase.PLAY:
            account = self._play()
            if account is not None:
                yield account

    def _play(self) -> TrickAccount | None:
        seat = self._game.turn(self._state)
        assert seat is not None
        view = self._game.view(self._state, seat)
        play = self._choosers[seat](view, Memory(tuple(self._plays), self._options))
        assert isinstance(play, Play), "Voormsi has no moves"
        before = self._state
        self._plays.append(play)
        self._do(play)
        return self._game.account(before, play, self._state)

    def _do(self, action: Shuffle | Play) -> None:
        after = self._game.apply(self._state, action)
        if isinstance(after, IllegalAction):
            raise ValueError(f"{action}: {after.why}")
        self._state = after


def shuffled(seed: int) -> Iterator[Sequence[Card]]:
    """Endless packs in random orders."""
    chance = random.Random(seed)
    pack = list(game(VOORMSI).pack)
    while True:
        yield chance.sample(pack, len(pack))


def points(accounts: Iterator[TrickAccount], sides: int) -> list[int]:
    """The points of each side in a hand, as this benchmark counts them."""
    total = [0] * sides
    for account in accounts:
        for booking in account.bookings:
            total[booking.side] += booking.points
        if account.winner is None and account.outcome is not None:
            return [booked if side in account.outcome.winners else 0 for side, booked in enumerate(total)]
        if account.hand_end is not None and account.hand_end.void:
            return [0] * sides
    return total


def seated(seats: int, side: int, ours: Choose, theirs: Choose) -> list[Choose]:
    """The choosers of all seats: `ours` in the seats of `side`, `theirs` in the others."""
    sides = 3 if seats == 3 else 2
    return [ours if seat % sides == side else theirs for seat in range(seats)]


def lead_over_rivals(totals: Sequence[float], side: int) -> float:
    others = [total for other, total in enumerate(totals) if other != side]
    return totals[side] - statistics.fmean(others)


def hands(count: int, seats: int, ours: Choose, theirs: Choose, options: Mapping[str, str], seed: int) -> Estimate:
    """Points a hand of `ours` over `theirs`, with the same deals for every side."""
    sides = 3 if seats == 3 else 2
    samples = []
    for number in range(count):
        leads = []
        for side in range(sides):
            table = SimulatedTable(seated(seats, side, ours, theirs), options)
            totals = points(table.play_hand(shuffled(seed * 1_000_003 + number)), sides)
            leads.append(lead_over_rivals(totals, side))
        samples.append(statistics.fmean(leads))
    return estimate(samples)


def rubbers(count: int, seats: int, ours: Choose, theirs: Choose, options: Mapping[str, str], seed: int) -> Estimate:
    """The share of rubbers that `ours` wins, with the same decks for every side; a draw is shared."""
    sides = 3 if seats == 3 else 2
    samples = []
    for number in range(count):
        shares = []
        for side in range(sides):
            table = SimulatedTable(seated(seats, side, ours, theirs), options)
            decks = shuffled(seed * 1_000_003 + number)
            while not table.is_over:
                for _ in table.play_hand(decks):
                    pass
            outcome = table.public.outcome
            assert outcome is not None
            shares.append((side in outcome.winners) / len(outcome.winners))
        samples.append(statistics.fmean(shares))
    return estimate(samples)


Measure = Callable[[int, int, Choose, Choose, Mapping[str, str], int], Estimate]


def main() -> None:
    parser = argparse.ArgumentParser(description="Computers beside one that plays by chance.")
    parser.add_argument("--level", default="steady")
    parser.add_argument("--hands", type=int, default=1000, help="deals, each played once for every side")
    parser.add_argument("--rubbers", type=int, default=100, help="rubbers, each played once for every side")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--deal", choices=("four", "all"), default="four", help="all: three and four players only")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    options = {"deal": asked.deal}
    for seats in asked.seats:
        ours, theirs = Timed(chooser(VOORMSI, asked.level)), Timed(at_random(asked.seed))
        ahead = hands(asked.hands, seats, ours, theirs, options, asked.seed)
        won = rubbers(asked.rubbers, seats, ours, theirs, options, asked.seed)
        print(f"{seats} players: {ahead} points a hand over chance ({asked.hands} deals, every side)", end="; ")
        print(f"wins {100 * won.mean:.1f} ± {100 * won.margin:.1f} % of {asked.rubbers} rubbers", end="; ")
        print(f"{ours.microseconds:.0f} µs a choice (chance: {theirs.microseconds:.1f} µs)")


if __name__ == "__main__":
    main()
