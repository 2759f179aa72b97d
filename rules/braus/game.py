"""The game Bräus as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.braus import consider, feats, legality, rubber, topics
from rules.braus.account import account
from rules.braus.imagine import imagine
from rules.braus.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.braus.ranking import GROUPED, ORDER
from rules.braus.state import BrausState, begin, dealt, phase
from rules.braus.view import view
from rules.core.capabilities import Beaten, Considered, SeatFeat
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

_SECTIONS: Final = {1: 0, 2: 6, 3: 3, 4: 4, 5: 6, 6: 3, 7: 5, 8: 2, 9: 0, 10: 4, 11: 6, 12: 0, 13: 0, 14: 0}
"""The number of numbered paragraphs in each section of BRAUS."""


class Braus:
    """The game. Its states are `state.BrausState`."""

    name = "braus"
    version = 1
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ORDER
    order: tuple[Group, ...] = GROUPED
    largest_play = 4
    paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(6, 10))
    topics: tuple[str, ...] = topics.TOPICS
    feats: tuple[str, ...] = feats.FEATS

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        return check_options(seats, options)

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        return about_plays(seats, options)

    def start(self, seats: int, options: Mapping[str, str]) -> BrausState:
        return begin(terms(seats, options))

    def phase(self, state: BrausState) -> Phase:
        return phase(state)

    def turn(self, state: BrausState) -> int | None:
        return state.turn if state.turn >= 0 else None

    apply = staticmethod(rubber.apply)
    legal = staticmethod(legality.legal)

    def view(self, state: BrausState, seat: int | None) -> View:
        return view(state, seat)

    def face(self, action: SeatAction) -> SeatAction:
        return action

    def account(self, before: BrausState, action: SeatAction, after: BrausState) -> TrickAccount | None:
        return account(before, action, after) if isinstance(action, Play) else None

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        return topics.topics_of(account)

    def feats_of(self, account: TrickAccount) -> tuple[SeatFeat, ...]:
        return feats.feats_of(account)

    def consider(self, state: BrausState, seat: int, cards: Sequence[Card]) -> Considered:
        return consider.consider(state, seat, cards)

    def beaters(self, state: BrausState) -> tuple[Beaten, ...]:
        return consider.beaters(state)

    def taking(self, state: BrausState) -> tuple[Card, ...]:
        return consider.taking(state)

    def imagine(self, state: BrausState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        return imagine(state, actions)

    def dealt(self, state: BrausState) -> tuple[tuple[Card, ...], ...]:
        return dealt(state)


GAME: Final = Braus()
