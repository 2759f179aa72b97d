"""The game Treikort as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

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
from rules.treikort import consider, feats, legality, rubber, topics
from rules.treikort.account import account
from rules.treikort.imagine import imagine
from rules.treikort.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.treikort.ranking import GROUPED, ROLL
from rules.treikort.state import TreikortState, dealt, phase
from rules.treikort.view import view

_NUMBERED: Final = {1: 0, 2: 4, 3: 3, 4: 4, 5: 8, 6: 3, 7: 0, 8: 2, 9: 3, 10: 7, 11: 0, 12: 0, 13: 0}
"""The number of numbered paragraphs in each section of the law."""
PARAGRAPHS: Final = tuple(
    paragraph
    for section, count in _NUMBERED.items()
    for paragraph in (
        *(() if count and section != 9 else (f"{section}",)),
        *(f"{section}.{number}" for number in range(1, count + 1)),
    )
)


class Treikort:
    """The game. Its states are `state.TreikortState`."""

    name = "treikort"
    version = 1
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ROLL
    order: tuple[Group, ...] = GROUPED[False]
    largest_play = 1
    paragraphs: Mapping[str, str] = {paragraph: f"treikort.{paragraph}" for paragraph in PARAGRAPHS}
    topics: tuple[str, ...] = topics.TOPICS
    feats: tuple[str, ...] = feats.FEATS

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        return check_options(seats, options)

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        return about_plays(seats, options)

    def start(self, seats: int, options: Mapping[str, str]) -> TreikortState:
        return TreikortState(terms(seats, options))

    def phase(self, state: TreikortState) -> StrEnum:
        return phase(state)

    def turn(self, state: TreikortState) -> int | None:
        return state.turn if state.turn >= 0 else None

    apply = staticmethod(rubber.apply)
    legal = staticmethod(legality.legal)

    def view(self, state: TreikortState, seat: int | None) -> View:
        return view(state, seat)

    def face(self, action: SeatAction) -> SeatAction:
        return action._replace(cards=(), hidden=True) if isinstance(action, Move) and action.cards else action

    def account(self, before: TreikortState, action: SeatAction, after: TreikortState) -> TrickAccount | None:
        return account(before, action, after) if isinstance(action, Play) else None

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        return topics.topics_of(account)

    def feats_of(self, account: TrickAccount) -> tuple[SeatFeat, ...]:
        return feats.feats_of(account)

    def consider(self, state: TreikortState, seat: int, cards: Sequence[Card]) -> Considered:
        return consider.consider(state, seat, cards)

    def beaters(self, state: TreikortState) -> tuple[Beaten, ...]:
        return consider.beaters(state)

    def taking(self, state: TreikortState) -> tuple[Card, ...]:
        return consider.taking(state)

    def imagine(self, state: TreikortState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        return imagine(state, actions)

    def dealt(self, state: TreikortState) -> tuple[tuple[Card, ...], ...]:
        return dealt(state)


GAME: Final = Treikort()
