"""Rubbers with known decks, plays and results."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple

from rules.core.cards import Card
from rules.core.contract import Phase, Play, Shuffle, TrickAccount
from rules.registry import game

VOORMSI: Any = game("voormsi")
OPTIONS = {option.name: option.default for option in VOORMSI.options}


class EventfulRubber(NamedTuple):
    """The decks in order (the first is for the cut), the plays, and the account of each trick."""

    decks: tuple[tuple[Card, ...], ...]
    plays: tuple[tuple[int, tuple[Card, ...]], ...]
    """(seat, cards)"""
    accounts: tuple[TrickAccount, ...]

    @property
    def has_set_led_and_followed(self) -> bool:
        return any(trick.size > 1 and len(trick.plays) == 4 for trick in self.accounts)

    @property
    def has_execution(self) -> bool:
        """A Voormsi executed by Toqutsit (RULES §9.5)."""
        return any(gain.why.kind == "toqutsit_executes" for trick in self.accounts for gain in trick.gains)

    @property
    def has_bounce(self) -> bool:
        """Points that went past the target (RULES §10.2)."""
        return any(booking.bounced is not None for trick in self.accounts for booking in trick.bookings)


def rubber(seed: int, seats: int = 4) -> EventfulRubber:
    """A random rubber, in which sets are led as often as single cards."""
    chance = random.Random(seed)
    decks: list[tuple[Card, ...]] = []
    plays: list[tuple[int, tuple[Card, ...]]] = []
    accounts: list[TrickAccount] = []
    state = VOORMSI.start(seats, OPTIONS)
    while (phase := VOORMSI.phase(state)) is not Phase.OVER:
        if phase is Phase.PLAY:
            seat, play = VOORMSI.turn(state), _picked(VOORMSI.legal(state), chance)
            plays.append((seat, play.cards))
            before, state = state, VOORMSI.apply(state, play)
            done = VOORMSI.account(before, play, state)
            accounts += [done] if done else []
        else:
            decks.append(tuple(chance.sample(VOORMSI.pack, len(VOORMSI.pack))))
            state = VOORMSI.apply(state, Shuffle(decks[-1]))
    return EventfulRubber(tuple(decks), tuple(plays), tuple(accounts))


def _picked(legal: Sequence[Play], chance: random.Random) -> Play:
    sets = [play for play in legal if len(play.cards) > 1]
    return chance.choice(sets if sets and chance.random() < 0.5 else legal)


def eventful(most: int, seeds: Iterable[int] = count()) -> EventfulRubber:
    """The first rubber of at most `most` plays in which sets are followed, a Voormsi is executed and points bounce."""
    for seed in seeds:
        found = rubber(seed)
        if len(found.plays) <= most and found.has_set_led_and_followed and found.has_execution and found.has_bounce:
            return found
    raise LookupError("none of these rubbers is so eventful")
