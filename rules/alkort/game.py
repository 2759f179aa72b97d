"""The game Alkort as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from rules.alkort import consider, feats, legality, rubber, topics
from rules.alkort.account import account
from rules.alkort.exchange import KEEP
from rules.alkort.imagine import imagine
from rules.alkort.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.alkort.ranking import ROLL, grouped
from rules.alkort.state import AlkortState, dealt, phase
from rules.alkort.view import view
from rules.core.capabilities import Beaten, Considered, SeatFeat
from rules.core.cards import Card
from rules.core.contract import (
    Group,
    IllegalAction,
    Imagined,
    Move,
    Option,
    Play,
    SeatAction,
    TrickAccount,
    View,
)
from rules.core.paragraphs import paragraph_keys

_SECTIONS: Final = {1: 0, 2: 5, 3: 4, 4: 4, 5: 6, 6: 2, 7: 7, 8: 5, 9: 2, 10: 6, 11: 7, 12: 0, 13: 0}
"""The number of numbered paragraphs in each section of the law."""


class Alkort:
    """The game. Its states are `state.AlkortState`."""

    name = "alkort"
    version = 1
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ROLL
    order: tuple[Group, ...] = grouped(eights=True)
    largest_play = 1
    paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(10,))
    topics: tuple[str, ...] = topics.TOPICS
    feats: tuple[str, ...] = feats.FEATS

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        return check_options(seats, options)

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        return about_plays(seats, options)

    def start(self, seats: int, options: Mapping[str, str]) -> AlkortState:
        return AlkortState(terms(seats, options))

    def phase(self, state: AlkortState) -> StrEnum:
        return phase(state)

    def turn(self, state: AlkortState) -> int | None:
        return state.turn if state.turn >= 0 else None

    apply = staticmethod(rubber.apply)
    legal = staticmethod(legality.legal)

    def view(self, state: AlkortState, seat: int | None) -> View:
        return view(state, seat)

    def face(self, action: SeatAction) -> SeatAction:
        """The card that a seat keeps is private to it (§11.4)."""
        if isinstance(action, Move) and action.kind == KEEP:
            return action._replace(cards=(), hidden=True)
        return action

    def account(self, before: AlkortState, action: SeatAction, after: AlkortState) -> TrickAccount | None:
        return account(before, action, after) if isinstance(action, Play) else None

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        return topics.topics_of(account)

    def feats_of(self, account: TrickAccount) -> tuple[SeatFeat, ...]:
        return feats.feats_of(account)

    def consider(self, state: AlkortState, seat: int, cards: Sequence[Card]) -> Considered:
        return consider.consider(state, seat, cards)

    def beaters(self, state: AlkortState) -> tuple[Beaten, ...]:
        return consider.beaters(state)

    def taking(self, state: AlkortState) -> tuple[Card, ...]:
        return consider.taking(state)

    def imagine(self, state: AlkortState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        return imagine(state, actions)

    def dealt(self, state: AlkortState) -> tuple[tuple[Card, ...], ...]:
        return dealt(state)


GAME: Final = Alkort()
