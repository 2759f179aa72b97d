"""The game Karnöffel as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

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
    Shuffle,
    TrickAccount,
    View,
)
from rules.karnoffel import consider, feats, imagine, legality, rubber, topics
from rules.karnoffel.account import account
from rules.karnoffel.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.karnoffel.ranking import BY_RANK, PACK
from rules.karnoffel.state import KarnoffelState, begin, dealt, phase
from rules.karnoffel.view import view

_NUMBERED: Final = {2: 2, 3: 7, 4: 5, 5: 3, 6: 2, 7: 2, 8: 2, 9: 0, 10: 5, 11: 5}
"""The number of numbered paragraphs in each section that states the rules."""
PARAGRAPHS: Final = tuple(
    paragraph
    for section, count in _NUMBERED.items()
    for paragraph in (
        *((f"{section}",) if section in (9, 10) else ()),
        *(f"{section}.{number}" for number in range(1, count + 1)),
    )
)


class Karnoffel:
    """The game. Its states are `state.KarnoffelState`."""

    name = "karnoffel"
    version = 1
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = PACK
    order: tuple[Group, ...] = BY_RANK
    largest_play = 1
    paragraphs: Mapping[str, str] = {paragraph: f"karnoffel.{paragraph}" for paragraph in PARAGRAPHS}
    topics: tuple[str, ...] = topics.TOPICS
    feats: tuple[str, ...] = feats.FEATS

    def check_options(self, seats: int, options: Mapping[str, str]) -> IllegalAction | None:
        return check_options(seats, options)

    def about_plays(self, seats: int, options: Mapping[str, str]) -> int:
        return about_plays(seats, options)

    def start(self, seats: int, options: Mapping[str, str]) -> KarnoffelState:
        return begin(terms(seats, options))

    def phase(self, state: KarnoffelState) -> Phase:
        return phase(state)

    def turn(self, state: KarnoffelState) -> int | None:
        return state.turn if state.turn >= 0 else None

    apply = staticmethod(rubber.apply)
    legal = staticmethod(legality.legal)

    def view(self, state: KarnoffelState, seat: int | None) -> View:
        return view(state, seat)

    def face(self, action: SeatAction) -> SeatAction:
        return action

    def account(self, before: KarnoffelState, action: SeatAction, after: KarnoffelState) -> TrickAccount | None:
        return account(before, action, after) if isinstance(action, Play) else None

    def topics_of(self, account: TrickAccount) -> frozenset[str]:
        return topics.topics_of(account)

    def feats_of(self, account: TrickAccount) -> tuple[SeatFeat, ...]:
        return feats.feats_of(account)

    def consider(self, state: KarnoffelState, seat: int, cards: Sequence[Card]) -> Considered:
        return consider.consider(state, seat, cards)

    def beaters(self, state: KarnoffelState) -> tuple[Beaten, ...]:
        return consider.beaters(state)

    def taking(self, state: KarnoffelState) -> tuple[Card, ...]:
        return consider.taking(state)

    def imagine(self, state: KarnoffelState, actions: Sequence[SeatAction]) -> Imagined | tuple[int, IllegalAction]:
        return imagine.imagine(state, actions)

    def face_up(self, shuffle: Shuffle) -> tuple[Card, ...]:
        return shuffle.cards[:SEATS]

    def imagine_dealt(
        self, state: KarnoffelState, shown: Sequence[Card], actions: Sequence[SeatAction]
    ) -> Imagined | tuple[int, IllegalAction]:
        return imagine.imagine_dealt(state, shown, actions)

    def dealt(self, state: KarnoffelState) -> tuple[tuple[Card, ...], ...]:
        return dealt(state)


GAME: Final = Karnoffel()
