"""The strength of the computers, compared with players that choose at random.

    uv run python -m benchmarks.players [--game voormsi] [--hands 1000] [--rubbers 100] [--options deal=all]

A deal is played once for each side, with the computer on that side and the rival on the others, every hand from 0 to 0.
*Points a hand*: what a side scores in it, by the game's own count, before any bounce. A void hand counts nothing, and a
side that loses the rubber by a single card (RULES §9.6) loses what it scored. A deal's figure is the computer's points
less its rivals' (their mean with more than two sides), averaged over the sides. Printed are, for each game and number
of seats, the mean over deals with its 95 % interval, the share of rubbers won, and the time of a choice.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from benchmarks.argument_types import whole
from players import Memory
from players.registry import LEVELS, Choose, chooser
from rules.core.cards import Card
from rules.core.contract import Action, Game, IllegalAction, Phase, Play, SeatAction, Shuffle, TrickAccount, View
from rules.registry import GAMES, game


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
    """A chooser that takes every legal action with equal probability."""
    chance = random.Random(seed)

    def choose(view: View, memory: Memory) -> SeatAction:
        return chance.choice(view.actions)

    return choose


class ChoicePosition(NamedTuple):
    """A choice at a table: what the seat to act sees and remembers."""

    view: View
    memory: Memory


class SimulatedTable:
    """A rubber played by choosers in its seats, with decks from outside."""

    def __init__(self, name: str, choosers: Sequence[Choose], options: Mapping[str, str]) -> None:
        self._game: Game[Any] = game(name)
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
        self._deal(decks)
        while self._game.turn(self._state) is not None:
            account = self._act(self._position())
            if account is not None:
                yield account

    def positions(self, decks: Iterator[Sequence[Card]]) -> Iterator[ChoicePosition]:
        """Every choice of the rubber, before it is made."""
        while not self.is_over:
            self._deal(decks)
            while self._game.turn(self._state) is not None:
                yield (position := self._position())
                self._act(position)

    def _deal(self, decks: Iterator[Sequence[Card]]) -> None:
        self._plays.clear()
        while self._game.phase(self._state) in (Phase.CUT, Phase.DEAL):
            self._do(Shuffle(tuple(next(decks))))

    def _position(self) -> ChoicePosition:
        view = self._game.view(self._state, self._game.turn(self._state))
        return ChoicePosition(view, Memory(tuple(self._plays), self._options))

    def _act(self, position: ChoicePosition) -> TrickAccount | None:
        assert position.view.seat is not None
        action = self._choosers[position.view.seat](*position)
        if isinstance(action, Play):
            self._plays.append(action)
        before = self._state
        self._do(action)
        return self._game.account(before, action, self._state)

    def _do(self, action: Action) -> None:
        after = self._game.apply(self._state, action)
        if isinstance(after, IllegalAction):
            raise ValueError(f"{action}: {after.why}")
        self._state = after


def shuffled(name: str, seed: int) -> Iterator[Sequence[Card]]:
    """Endless packs of a game in random orders."""
    chance = random.Random(seed)
    pack = game(name).pack
    while True:
        yield chance.sample(pack, len(pack))


class Contest(NamedTuple):
    """A game in which one chooser plays against others, with the same decks for every side."""

    game: str
    seats: int
    ours: Choose
    theirs: Choose
    options: Mapping[str, str] = MappingProxyType({})
    seed: int = 1

    def hands(self, count: int) -> Estimate:
        """Points a hand of `ours` over `theirs`."""
        return estimate([statistics.fmean(self._leads(number)) for number in range(count)])

    def rubbers(self, count: int) -> Estimate:
        """The share of rubbers that `ours` wins; a draw is shared."""
        return estimate([statistics.fmean(self._shares(number)) for number in range(count)])

    def _leads(self, number: int) -> Iterator[float]:
        for side, table in enumerate(self._tables()):
            totals = points(table.play_hand(self._decks(number)))
            yield totals[side] - statistics.fmean(totals[:side] + totals[side + 1 :])

    def _shares(self, number: int) -> Iterator[float]:
        for side, table in enumerate(self._tables()):
            decks = self._decks(number)
            while not table.is_over:
                for _ in table.play_hand(decks):
                    pass
            outcome = table.public.outcome
            assert outcome is not None
            yield (side in outcome.winners) / len(outcome.winners)

    def _tables(self) -> Iterator[SimulatedTable]:
        """For each side a new table at which `ours` has its seats."""
        rules = game(self.game)
        for side in rules.view(rules.start(self.seats, self.options), None).sides:
            choosers = [self.ours if seat in side else self.theirs for seat in range(self.seats)]
            yield SimulatedTable(self.game, choosers, self.options)

    def _decks(self, number: int) -> Iterator[Sequence[Card]]:
        return shuffled(self.game, self.seed * 1_000_003 + number)


def points(accounts: Iterable[TrickAccount]) -> list[int]:
    """The points of each side in the first hand of a rubber, as this benchmark counts them."""
    done = list(accounts)
    last = done[-1]
    total = list(last.scores)
    for booking in (booking for account in done for booking in account.bookings):
        if booking.bounced is not None:
            total[booking.side] += booking.bounced - booking.after
    if last.hand_end is not None and last.hand_end.void:
        return [0] * len(total)
    if last.outcome is not None and last.winner is None:
        return [score if side in last.outcome.winners else 0 for side, score in enumerate(total)]
    return total


def contests(asked: argparse.Namespace) -> Iterator[Contest]:
    """A contest for each game and number of seats that the options allow."""
    options = dict(asked.options)
    for name in asked.game:
        for seats in game(name).seats:
            if game(name).check_options(seats, options) is None:
                ours, theirs = Timed(chooser(name, asked.level)), Timed(at_random(asked.seed))
                yield Contest(name, seats, ours, theirs, options, asked.seed)


def option(text: str) -> tuple[str, str]:
    name, is_given, value = text.partition("=")
    if not is_given:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name, value


def main() -> None:
    parser = argparse.ArgumentParser(description="Computers beside one that plays by chance.")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[0])
    parser.add_argument("--hands", type=whole(2), default=1000, help="deals, each played once for every side")
    parser.add_argument("--rubbers", type=whole(2), default=100, help="rubbers, each played once for every side")
    parser.add_argument(
        "--options", nargs="+", type=option, default=[], metavar="NAME=VALUE", help="options of the tables"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if not (found := list(contests(asked))):
        parser.error("no number of seats of these games has these options")
    for contest in found:
        ahead, won = contest.hands(asked.hands), contest.rubbers(asked.rubbers)
        assert isinstance(contest.ours, Timed)
        print(
            f"{contest.game}, {contest.seats} players: {ahead} points a hand over chance ({asked.hands} deals)",
            end="; ",
        )
        print(f"wins {100 * won.mean:.1f} ± {100 * won.margin:.1f} % of {asked.rubbers} rubbers", end="; ")
        print(f"{contest.ours.microseconds:.0f} µs a choice", flush=True)


if __name__ == "__main__":
    main()
