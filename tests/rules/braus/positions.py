"""Positions of Bräus from text, and short functions to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.braus import game as braus
from rules.braus.options import terms
from rules.braus.ranking import mask_of
from rules.braus.state import BrausState, begin
from rules.core.cards import Card, cards
from rules.core.contract import Action, Fact, IllegalAction, Phase, Play, Shuffle, TrickAccount

PACK: Final = braus.pack

DEAL_A: Final = """
JC 8S KH 9C 7C 7S 7H 7D QC
9S 9H AC AS JS 6C 8C TC KC
9D AH AD JH JD 6S 8H TS QS
6H 6D
"""
DEAL_B: Final = """
JC 8S 9S AS JH 6D
KH 9H AD JS 6C 6H KC
9C 9D AH 6S 7C 7D
AC JD 7H 7S
"""
PLAYS_B: Final = (
    *("9S", "KH", "-", "-"),
    *("JS", "AH", "AC", "JC"),
    *("AS", "9H", "9C", "-"),
    "7C+7D",
    *("6S", "JD", "JH", "AD"),
    *("6C", "9D", "-", "8S"),
    *("6D", "6H", "-", "-"),
    "7H+7S",
)
"""The worked hand of deal B, trick by trick."""


def dealt(text: str, *, dealer: int = 3, scores: Sequence[int] = (0, 0), **options: str) -> BrausState:
    """A hand just dealt: one line a seat with its cards, seat 0 first; duds fill the hands up."""
    agreed = terms(len(text.strip().splitlines()), options)
    return after(begin(agreed, dealer, scores), Shuffle(deck(text, dealer)))


def deck(text: str, dealer: int) -> tuple[Card, ...]:
    """The pack that deals these hands."""
    hands = [list(cards(line)) for line in text.strip().splitlines()]
    used = {card for hand in hands for card in hand}
    spare = [card for card in PACK if card not in used]
    size = len(PACK) // len(hands)
    for hand in hands:
        hand += [spare.pop() for _ in range(size - len(hand))]
    first = dealer + 1
    rows = [hands[(first + offset) % len(hands)] for offset in range(len(hands))]
    return tuple(card for row in zip(*rows, strict=True) for card in row)


def late(text: str, *, units: tuple[int, int], leader: int = 0, **options: str) -> BrausState:
    """A hand near its end: one line a seat with all that it still holds; `leader` is on lead."""
    hands = tuple(mask_of(cards(line)) for line in text.strip().splitlines())
    start = begin(terms(len(hands), options), 0)
    return start._replace(hand_number=1, hands=hands, leader=leader, turn=leader, units=units)


def after(state: BrausState, action: Action) -> BrausState:
    step = braus.apply(state, action)
    assert not isinstance(step, IllegalAction), (action, step)
    return step


def play_of(state: BrausState, text: str) -> Play:
    """The play of the seat on turn that is written `7C+7S`, or `-` for a pass."""
    return Play(state.turn, () if text == "-" else cards(text.replace("+", " ")))


def put(state: BrausState, *plays: str) -> BrausState:
    """The state after these plays, each by the seat whose turn it is."""
    for play in plays:
        state = after(state, play_of(state, play))
    return state


def refused(state: BrausState, play: str, seat: int | None = None) -> Fact:
    """The reason why this play (of the seat to play) is refused."""
    wanted = play_of(state, play)
    step = braus.apply(state, wanted if seat is None else wanted._replace(seat=seat))
    assert isinstance(step, IllegalAction), (play, step)
    return step.why


def told(state: BrausState, *plays: str) -> TrickAccount:
    """The account of the trick that the last of these plays completes."""
    before = put(state, *plays[:-1])
    last = play_of(before, plays[-1])
    account = braus.account(before, last, after(before, last))
    assert account is not None
    return account


def legal(state: BrausState) -> set[str]:
    """The legal plays, as text."""
    return {"+".join(card.code for card in play.cards) or "-" for play in braus.legal(state)}


def random_rubber(seed: int, seats: int, options: Mapping[str, str]) -> Iterator[tuple[BrausState, Action, BrausState]]:
    """Each step of a random rubber: (state, action, state after it)."""
    chance = random.Random(seed)
    state = braus.start(seats, options)
    while braus.phase(state) is not Phase.OVER:
        plays = braus.legal(state)
        action: Action = chance.choice(plays) if plays else Shuffle(tuple(chance.sample(PACK, len(PACK))))
        step = after(state, action)
        yield state, action, step
        state = step
