"""Positions from text, and short functions to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from rules.core.cards import Card, cards
from rules.core.contract import Action, Fact, IllegalAction, Phase, Play, Shuffle, TrickAccount
from rules.voormsi import game as voormsi
from rules.voormsi.options import terms
from rules.voormsi.playing import deal
from rules.voormsi.state import State, begin

PACK: Final = voormsi.pack


def drawn(
    text: str,
    stock: str = "",
    *,
    scores: tuple[int, ...] = (),
    dealer: int | None = None,
    options: Mapping[str, str] | None = None,
) -> State:
    """A hand just dealt: one line a seat with its cards, seat 0 first; seat 0 leads unless another deals.

    The other cards fill up the hands and the rest of the stock, weakest ordinary cards last.
    """
    rows = [cards(line) for line in text.strip().splitlines()]
    seats = len(rows)
    agreed = terms(seats, options or {})
    leader = (dealer + 1) % seats if dealer is not None else 0
    wanted = cards(stock)
    used = {card for row in rows for card in row} | set(wanted)
    spare = [card for card in PACK if card not in used]
    hands = [list(row) + [spare.pop() for _ in range(agreed.hand_size - len(row))] for row in rows]
    first = [hands[(leader + seat) % seats][number] for number in range(agreed.hand_size) for seat in range(seats)]
    step = deal(begin(agreed, (leader - 1) % seats, scores or [0] * len(agreed.sides)), [*first, *wanted, *spare])
    assert not isinstance(step, IllegalAction), step
    return step


def put(state: State, *plays: str) -> State:
    """The state after these plays, each by the seat whose turn it is."""
    for play in plays:
        step = voormsi.apply(state, Play(state.turn, cards(play)))
        assert not isinstance(step, IllegalAction), (play, step)
        state = step
    return state


def refused(state: State, play: str, seat: int | None = None) -> Fact:
    """The reason why this play (of the seat to play) is refused; the state must be unchanged."""
    step = voormsi.apply(state, Play(state.turn if seat is None else seat, cards(play)))
    assert isinstance(step, IllegalAction), (play, step)
    return step.why


def told(state: State, *plays: str) -> TrickAccount:
    """The account of the trick that the last of these plays completes."""
    before = put(state, *plays[:-1])
    account = voormsi.account(before, Play(before.turn, cards(plays[-1])), put(before, plays[-1]))
    assert account is not None
    return account


def trick(text: str, **options: str) -> TrickAccount:
    """The account of one trick of four players from its plays: `7H KH 7D KS`, sets joined by `+`."""
    plays = [play.replace("+", " ") for play in text.split()]
    return told(drawn("\n".join(plays), options=options), *plays)


def won(text: str, **options: str) -> str:
    """The winning play of one trick of four players."""
    account = trick(text, **options)
    assert account.winner is not None
    return "+".join(card.code for card in account.plays[account.winner].cards)


def legal(state: State) -> set[frozenset[Card]]:
    """The legal plays."""
    return {frozenset(play.cards) for play in voormsi.legal(state)}


def gains(account: TrickAccount) -> dict[str, int]:
    """Points by the kind of gain."""
    return {str(gain.why.kind): gain.points for gain in account.gains}


def denials(account: TrickAccount) -> set[str]:
    """The kinds of denial."""
    return {str(gain.why.kind) for gain in account.denied}


def random_rubber(
    seed: int, seats: int, options: Mapping[str, str], fond_of_sets: float = 0.3
) -> Iterator[tuple[State, Action, State]]:
    """Each step of a random rubber: (state, action, state after it)."""
    chance = random.Random(seed)
    state: State = voormsi.start(seats, options)
    while voormsi.phase(state) is not Phase.OVER:
        plays = voormsi.legal(state)
        action: Action
        if not plays:
            action = Shuffle(tuple(chance.sample(PACK, len(PACK))))
        elif chance.random() < fond_of_sets:
            action = max(plays, key=lambda play: (len(play.cards), chance.random()))
        else:
            action = chance.choice(plays)
        step = voormsi.apply(state, action)
        assert not isinstance(step, IllegalAction)
        yield state, action, step
        state = step
