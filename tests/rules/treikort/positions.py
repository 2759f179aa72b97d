"""Hands of Treikort from text, and short functions to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.core.cards import Card, cards
from rules.core.contract import Action, Fact, IllegalAction, Move, Phase, Play, SeatAction, Shuffle, TrickAccount
from rules.treikort import game as treikort
from rules.treikort.options import terms
from rules.treikort.playing import deal
from rules.treikort.state import DEALT_TO, TreikortState

PACK: Final = treikort.pack
TABLES: Final[tuple[dict[str, str], ...]] = (
    {},
    {"opening_seven": "strong", "hands": "6"},
    {"low_ranks": "equal", "hands": "12"},
    {"opening_seven": "strong", "low_ranks": "equal", "hands": "3"},
)


def deck(hands: Sequence[Sequence[Card]], dealer: int = 2) -> tuple[Card, ...]:
    """The pack in the order by which these hands are dealt."""
    order = [PACK[0]] * len(PACK)
    for seat, hand in enumerate(hands):
        for at, card in zip(DEALT_TO[(seat - dealer - 1) % 3], hand, strict=True):
            order[at] = card
    return tuple(order)


def drawn(
    text: str,
    *,
    dealer: int = 2,
    pope: int = -1,
    past: Sequence[tuple[int, ...]] = (),
    options: Mapping[str, str] | None = None,
) -> TreikortState:
    """A hand just dealt: one line a seat with its cards, seat 0 first; seat 0 leads unless another deals.

    The other cards fill up the hands, the lowest ones first. `past`: the tricks of the hands before it.
    """
    rows = [cards(line) for line in text.split("\n")]
    rows += [()] * (3 - len(rows))
    spare = [card for card in PACK if all(card not in row for row in rows)]
    hands = [[*row, *(spare.pop() for _ in range(9 - len(row)))] for row in rows]
    before = TreikortState(terms(3, options or {}), hand_number=len(past), past=tuple(past))
    after = deal(before, deck(hands, dealer), dealer, pope)
    assert not isinstance(after, IllegalAction)
    return after


def do(state: TreikortState, *actions: SeatAction) -> TreikortState:
    """The state after these actions."""
    for action in actions:
        after = treikort.apply(state, action)
        assert not isinstance(after, IllegalAction), (action, after)
        state = after
    return state


def put(state: TreikortState, codes: str) -> TreikortState:
    """The state after these cards were played, each by the seat whose turn it is."""
    for card in cards(codes):
        state = do(state, Play(state.turn, (card,)))
    return state


def ask(state: TreikortState, seat: int) -> TreikortState:
    return do(state, Move(state.turn, "ask", to=seat))


def give_back(state: TreikortState, codes: str) -> TreikortState:
    """The state after the Pope gave these cards back, each to the seat to which he owes the next one."""
    for card in cards(codes):
        (to,) = {one.to for one in treikort.legal(state) if isinstance(one, Move)}
        state = do(state, Move(state.turn, "return", (card,), to))
    return state


def refused(state: TreikortState, action: Action) -> Fact:
    """The reason why this action is refused."""
    after = treikort.apply(state, action)
    assert isinstance(after, IllegalAction), action
    return after.why


def told(state: TreikortState, codes: str) -> TrickAccount:
    """The account of the trick that the last of these plays completes."""
    *first, last = codes.split()
    before = put(state, " ".join(first))
    play = Play(before.turn, cards(last))
    account = treikort.account(before, play, do(before, play))
    assert account is not None
    return account


def trick(codes: str, **options: str) -> TrickAccount:
    """The account of a second trick, which seat 0 leads, from its three plays."""
    rows = codes.split()
    spare = [card.code for card in PACK if card.code not in rows]
    first = [spare[0], *spare[-2:]]
    text = "\n".join(map(" ".join, zip(rows, first, strict=True)))
    return told(put(drawn(text, options=options), " ".join(first)), codes)


def won(codes: str, **options: str) -> str:
    """The card that wins a trick, not the first of a hand, of these three plays."""
    account = trick(codes, **options)
    assert account.winner is not None
    (card,) = account.plays[account.winner].cards
    return card.code


def random_rubber(seed: int, options: Mapping[str, str]) -> Iterator[tuple[TreikortState, Action, TreikortState]]:
    """Each step of a random rubber: (state, action, state after it)."""
    chance = random.Random(seed)
    state = treikort.start(3, options)
    while treikort.phase(state) is not Phase.OVER:
        legal = treikort.legal(state)
        action = chance.choice(legal) if legal else Shuffle(tuple(chance.sample(PACK, len(PACK))))
        after = treikort.apply(state, action)
        assert not isinstance(after, IllegalAction)
        yield state, action, after
        state = after


def greedy_rubber(seed: int, options: Mapping[str, str]) -> Iterator[tuple[TreikortState, Action, TreikortState]]:
    """The same, but seat 0 plays its highest card and the others their lowest, so that seat 0 soon is Pope."""
    chance = random.Random(seed)
    state = treikort.start(3, options)
    while treikort.phase(state) is not Phase.OVER:
        legal = treikort.legal(state)
        action: Action = Shuffle(tuple(chance.sample(PACK, len(PACK))))
        if legal:
            action = chance.choice(legal) if isinstance(legal[0], Move) else legal[-1 if state.turn else 0]
        after = treikort.apply(state, action)
        assert not isinstance(after, IllegalAction)
        yield state, action, after
        state = after
