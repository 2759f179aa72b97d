"""Positions of Karnöffel from text, and short functions to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.core.cards import Card, card, cards
from rules.core.contract import Action, Fact, IllegalAction, Phase, Play, Shuffle, TrickAccount
from rules.karnoffel import game as karnoffel
from rules.karnoffel.options import HAND_SIZE, SEATS, terms
from rules.karnoffel.playing import deal
from rules.karnoffel.state import AROUND, KarnoffelState, begin

PACK: Final = karnoffel.pack


def dealt(
    hands: Sequence[Sequence[Card]],
    *,
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
    options: Mapping[str, str] | None = None,
) -> KarnoffelState:
    """A hand just dealt; the first card of each seat is turned."""
    order = AROUND[(dealer + 1) % SEATS]
    first = [hands[seat][number] for number in range(HAND_SIZE) for seat in order]
    deck = [*first, *(each for each in PACK if each not in first)]
    state = deal(begin(terms(SEATS, options or {}), dealer, scores), deck)
    assert not isinstance(state, IllegalAction), state
    return state


def drawn(text: str, chosen: str = "H", **changes: object) -> KarnoffelState:
    """A hand just dealt: one line a seat with some of its cards; the deuce of the chosen suit is turned.

    Seat 0 leads unless another deals, and has the deuce unless another does. All hands are filled up with plain cards.
    """
    rows = [list(cards(line)) for line in text.strip().splitlines()]
    deuce = card("2" + chosen)
    if not any(deuce in row for row in rows):
        rows[0].append(deuce)
    used = {each for row in rows for each in row}
    spare = [card(rank + suit) for rank in "89765T4" for suit in "CSHD" if suit != chosen]
    spare = [each for each in spare if each not in used]
    for row in rows:
        turned = deuce if deuce in row else spare.pop(0)
        row[:] = [turned, *(each for each in row if each != turned)]
    for row in rows:
        row += [spare.pop() for _ in range(HAND_SIZE - len(row))]
    return dealt(rows, **changes)  # type: ignore[arg-type]


def put(state: KarnoffelState, *plays: str) -> KarnoffelState:
    """The state after these plays, each by the seat whose turn it is."""
    for play in plays:
        step = karnoffel.apply(state, Play(state.turn, cards(play)))
        assert not isinstance(step, IllegalAction), (play, step)
        state = step
    return state


def refused(state: KarnoffelState, play: str, seat: int | None = None) -> Fact:
    """The reason why this play (of the seat to play) is refused."""
    step = karnoffel.apply(state, Play(state.turn if seat is None else seat, cards(play)))
    assert isinstance(step, IllegalAction), (play, step)
    return step.why


def told(state: KarnoffelState, *plays: str) -> TrickAccount:
    """The account of the trick that the last of these plays completes."""
    before = put(state, *plays[:-1])
    account = karnoffel.account(before, Play(before.turn, cards(plays[-1])), put(before, plays[-1]))
    assert account is not None
    return account


def trick(text: str, **options: str) -> TrickAccount:
    """The account of the first trick, from its plays; hearts are chosen, seat 0 leads."""
    return told(drawn("\n".join(text.split()), options=options), *text.split())


def won(account: TrickAccount) -> str:
    """The winning card."""
    (winner,) = account.plays[account.heading].cards
    return winner.code


def random_rubber(seed: int, options: Mapping[str, str]) -> Iterator[tuple[KarnoffelState, Action, KarnoffelState]]:
    """Each step of a random rubber: (state, action, state after it)."""
    chance = random.Random(seed)
    state = karnoffel.start(SEATS, options)
    while karnoffel.phase(state) is not Phase.OVER:
        plays = karnoffel.legal(state)
        action: Action = chance.choice(plays) if plays else Shuffle(tuple(chance.sample(PACK, len(PACK))))
        step = karnoffel.apply(state, action)
        assert not isinstance(step, IllegalAction)
        yield state, action, step
        state = step
