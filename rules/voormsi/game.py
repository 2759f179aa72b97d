"""The game Voormsi as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core.capabilities import Beaten, Climb, Considered, SeatFeat
from rules.core.cards import Card
from rules.core.contract import (
    Group,
    IllegalAction,
    Imagined,
    Option,
    Phase,
    Play,
    SeatAction,
    TrickAccount,
    View,
)
from rules.core.paragraphs import paragraph_keys
from rules.voormsi import consider, feats, legality, rubber, scoring, topics
from rules.voormsi.account import account
from rules.voormsi.imagine import imagine
from rules.voormsi.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.voormsi.ranking import GROUPED, ORDER
from rules.voormsi.state import State, begin, dealt, phase
from rules.voormsi.trick import LARGEST
from rules.voormsi.view import view

_SECTIONS: Final = {1: 0, 2: 5, 3: 6, 4: 4, 5: 6, 6: 5, 7: 3, 8: 0, 9: 8, 10: 5, 11: 6, 12: 3, 13: 0, 14: 0}
"""The number of numbered paragraphs in each section of RULES."""


class Voormsi:
    """The game. Its states are `state.State`."""

    name = "voormsi"
    version = 1
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ORDER
    order: tuple[Group, ...] = GROUPED
    largest_play = LARGEST
    paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(11,))
    topics: tuple[str, ...] = topics.TOPICS
    feats: tuple[str, ...] = feats.FEATS

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        return check_options(seats, options)

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        return about_plays(seats, options)

    def climb(self, seats: int, before: int, points: int) -> Climb:
        return scoring.climb(terms(seats, {}).target, before, points)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        return begin(terms(seats, options))

    def phase(self, state: State) -> Phase:
        return phase(state)

    def turn(self, state: State) -> int | None:
        return state.turn if state.turn >= 0 else None

    apply = staticmethod(rubber.apply)
    legal = staticmethod(legality.legal)

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def face(self, action: SeatAction) -> SeatAction:
        return action

    def account(self, before: State, action: SeatAction, after: State) -> TrickAccount | None:
        return account(before, action, after) if isinstance(action, Play) else None

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        return topics.topics_of(account)

    def feats_of(self, account: TrickAccount) -> tuple[SeatFeat, ...]:
        return feats.feats_of(account)

    def consider(self, state: State, seat: int, cards: Sequence[Card]) -> Considered:
        return consider.consider(state, seat, cards)

    def beaters(self, state: State) -> tuple[Beaten, ...]:
        return consider.beaters(state)

    def taking(self, state: State) -> tuple[Card, ...]:
        return consider.taking(state)

    def imagine(self, state: State, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        return imagine(state, actions)

    def dealt(self, state: State) -> tuple[tuple[Card, ...], ...]:
        return dealt(state)


GAME: Final = Voormsi()
