"""Positions of Alkort from text, and short functions to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.alkort import game as alkort
from rules.alkort.options import terms
from rules.alkort.playing import deal
from rules.alkort.ranking import NO_RIGHT, mask_of
from rules.alkort.state import AlkortState
from rules.core.cards import Card, cards
from rules.core.contract import (
    Action,
    Fact,
    IllegalAction,
    Move,
    Phase,
    Play,
    SeatAction,
    Shuffle,
    TrickAccount,
)

PACK: Final = alkort.pack
SEATS: Final = 4
NONE: Final[Mapping[str, str]] = MappingProxyType({})
"""All options as they are by default."""
MEEK: Final = "8C 8H 7S 7D QC KS 9C 4D 3H"
"""A hand with a right to the stock (§13)."""
FOURS: Final = "KC KH QH QS QD 4S 4H 3S 3C"
"""Another one, of other cards."""


def deck_of(hands: Sequence[Sequence[Card]], stock: Sequence[Card], dealer: int) -> tuple[Card, ...]:
    """The order of the pack that deals these hands (by seat)."""
    order = [hands[(dealer + number) % SEATS] for number in range(1, SEATS + 1)]
    return (*(card for start in (0, 3, 6) for hand in order for card in hand[start : start + 3]), *stock)


def drawn(
    text: str = "",
    stock: str = "",
    *,
    dealer: int = 3,
    scores: tuple[int, int] = (0, 0),
    options: Mapping[str, str] = NONE,
) -> AlkortState:
    """A hand just dealt: one line a seat with its cards, seat 0 first; seat 0 is forehand unless another seat deals.

    The other cards fill up the hands in turn, the highest first.
    """
    hands = [list(cards(line)) for line in text.strip().splitlines()]
    hands += [[] for _ in range(SEATS - len(hands))]
    left = list(cards(stock))
    used = {card for some in (*hands, left) for card in some}
    spare = [card for card in PACK if card not in used]
    while any(len(hand) < 9 for hand in hands):
        for hand in hands:
            if len(hand) < 9:
                hand.append(spare.pop(0))
    ready = AlkortState(terms(SEATS, options), scores, dealer=dealer)
    step = deal(ready, deck_of(hands, [*left, *spare], dealer))
    assert not isinstance(step, IllegalAction), step
    return step


def later(state: AlkortState) -> AlkortState:
    """The state as if its leader had won a trick, so that it is not the first."""
    return state._replace(winners=bytes((state.turn,)))


def action(state: AlkortState, text: str, seat: int | None = None) -> SeatAction:
    """The action of the seat to act, or another, that is written as `decline`, `keep 8C` or `8C`."""
    word, *rest = text.split()
    by = state.turn if seat is None else seat
    return Move(by, word, cards(rest)) if word.islower() else Play(by, cards(text))


def put(state: AlkortState, *actions: str) -> AlkortState:
    """The state after these actions, each by the seat whose turn it is."""
    for text in actions:
        step = alkort.apply(state, action(state, text))
        assert not isinstance(step, IllegalAction), (text, step)
        state = step
    return state


def refused(state: AlkortState, text: str, seat: int | None = None) -> Fact:
    """The reason why this action is refused."""
    step = alkort.apply(state, action(state, text, seat))
    assert isinstance(step, IllegalAction), (text, step)
    return step.why


def told(state: AlkortState, *actions: str) -> TrickAccount:
    """The account of the trick that the last of these plays completes."""
    before = put(state, *actions[:-1])
    account = alkort.account(before, action(before, actions[-1]), put(before, actions[-1]))
    assert account is not None
    return account


def trick(text: str, *, first: bool = False, **options: str) -> TrickAccount:
    """The account of one trick from its plays, seat 0 leading; not the first trick unless it is said."""
    state = drawn("\n".join(text.split()), options=options)
    return told(state if first else later(state), *text.split())


def won(text: str, *, first: bool = False, **options: str) -> str:
    """The winning card of one trick."""
    account = trick(text, first=first, **options)
    return account.plays[account.heading].cards[0].code


def kinds(account: TrickAccount) -> list[str]:
    """The kinds of the reasons of a trick's plays."""
    return [str(play.why.kind) for play in account.plays]


def hand_won_by(sides: str, scores: tuple[int, int] = (0, 0), **options: str) -> tuple[AlkortState, list[TrickAccount]]:
    """The state after tricks won by these sides, in order, by seats 0 and 1, and the accounts of the tricks.

    Each winner plays the next card from K♦ down; nobody else has an Ace or a Seven, so nothing beats it.
    """
    lower = iter(PACK[10:21] + PACK[25:41])
    rows: list[list[str]] = [[] for _ in range(SEATS)]
    for number, side in enumerate(sides.ljust(9, "0")):
        for seat in (3, 2, 1, 0):
            rows[seat].append((PACK[number] if seat == int(side) else next(lower)).code)
    state, accounts = drawn("\n".join(map(" ".join, rows)), scores=scores, options=options), []
    for number, _ in enumerate(sides):
        plays = [rows[(state.turn + ahead) % SEATS][number] for ahead in range(SEATS)]
        accounts.append(told(state, *plays))
        state = put(state, *plays)
    return state, accounts


def random_deck(chance: random.Random) -> tuple[Card, ...]:
    """An order of the pack; often with one or two hands that have a right to the stock."""
    deck = chance.sample(PACK, len(PACK))
    rights = chance.choice((0, 0, 1, 1, 2))
    if not rights:
        return tuple(deck)
    meek = [card for card in deck if not mask_of((card,)) & NO_RIGHT]
    hands = [meek[9 * number : 9 * number + 9] for number in range(rights)]
    rest = [card for card in deck if all(card not in hand for hand in hands)]
    hands += [rest[9 * number : 9 * number + 9] for number in range(SEATS - rights)]
    chance.shuffle(hands)
    return deck_of(hands, [card for card in deck if all(card not in hand for hand in hands)], 0)


def random_rubber(seed: int, options: Mapping[str, str]) -> Iterator[tuple[AlkortState, Action, AlkortState]]:
    """Each step of a random rubber: (state, action, state after it)."""
    chance = random.Random(seed)
    state = alkort.start(SEATS, options)
    while alkort.phase(state) is not Phase.OVER:
        possible = alkort.legal(state)
        done: Action = chance.choice(possible) if possible else Shuffle(random_deck(chance))
        step = alkort.apply(state, done)
        assert not isinstance(step, IllegalAction)
        yield state, done, step
        state = step
