"""Guided tricks: what a newcomer meets first, laid out by hand and played by the real rules.

The newcomer holds seat 0; all others play what is written, as far as they may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.core.cards import Card, cards
from rules.core.contract import Fact, Game, IllegalAction, Move, Phase, Play, SeatAction, Shuffle, TrickAccount
from rules.core.options import usual_seats

NEWCOMER: Final = 0
DECLINE: Final = "decline"
"""The move of a seat that does without what the game's law offers it before the first trick."""


class GuidedTrick(NamedTuple):
    """A trick of the guided hand; cards as in records.

    `before`, `after`: what the seats before and after the newcomer play. `earlier`: the trick before it, led by the
    seat `opens`; the newcomer's card of it is not in `hand`.
    """

    name: str
    hand: str
    before: str = ""
    after: str = ""
    earlier: str = ""
    opens: int = NEWCOMER


class _Script(NamedTuple):
    """The cards that each seat plays to the earlier trick, before the newcomer, and after."""

    earlier: Mapping[int, Card]
    before: Mapping[int, Card]
    after: Mapping[int, Card]


def _script(trick: GuidedTrick, seats: int) -> _Script:
    before, after, earlier = cards(trick.before), cards(trick.after), cards(trick.earlier)
    return _Script(
        {(trick.opens + n) % seats: card for n, card in enumerate(earlier)},
        {(NEWCOMER - len(before) + n) % seats: card for n, card in enumerate(before)},
        {NEWCOMER + 1 + n: card for n, card in enumerate(after)},
    )


def seats_of(game: Game[Any]) -> int:
    """Return how many play in the guided hand."""
    return usual_seats(game.seats)


def begin(game: Game[Any], trick: GuidedTrick) -> Any:
    """Return the state in which the newcomer is to play."""
    seats = seats_of(game)
    script = _script(trick, seats)
    opens = trick.opens if script.earlier else next(iter(script.before), NEWCOMER)
    held = {seat: _cards_of(script, seat, trick) for seat in range(seats)}
    state = _dealt(game, _cut(game, game.start(seats, {}), (opens - 1) % seats), held)
    while game.phase(state) is not Phase.PLAY:
        state = _done(game, state, _declining(game.legal(state)))
    for seat, card in (*script.earlier.items(), *script.before.items()):
        state = _done(game, state, Play(seat, (card,)))
    return state


def finish(game: Game[Any], trick: GuidedTrick, state: Any, played: Sequence[Card]) -> TrickAccount | Fact:
    """Return the account of the trick after the newcomer's play; the reason if they may not make it."""
    script = _script(trick, seats_of(game)).after
    action: SeatAction = Play(NEWCOMER, tuple(played))
    refused = game.apply(state, action)
    if isinstance(refused, IllegalAction):
        return refused.why
    while True:
        after = _done(game, state, action)
        if (account := game.account(state, action, after)) is not None:
            return account
        state, legal = after, game.legal(after)
        written = {Play(seat, (card,)) for seat, card in script.items()}
        action = next((action for action in legal if action in written), legal[0])


def _cards_of(script: _Script, seat: int, trick: GuidedTrick) -> list[Card]:
    """The cards that a seat is dealt, in order; those of the shown trick come first."""
    shown = cards(trick.hand) if seat == NEWCOMER else ()
    of_seat = (plays[seat] for plays in (script.before, script.after, script.earlier) if seat in plays)
    return [*shown, *of_seat]


def _declining(legal: Sequence[SeatAction]) -> SeatAction:
    return next((action for action in legal if isinstance(action, Move) and action.kind == DECLINE), legal[0])


def _cut(game: Game[Any], state: Any, dealer: int) -> Any:
    """Return the state after a cut by which this seat deals."""
    for start in range(len(game.pack)):
        after = game.apply(state, Shuffle((*game.pack[start:], *game.pack[:start])))
        if game.phase(after) is Phase.DEAL and game.view(after, None).dealer == dealer:
            return after
    raise ValueError(f"no cut of {game.name} lets seat {dealer} deal")


def _dealt(game: Game[Any], state: Any, held: Mapping[int, Sequence[Card]]) -> Any:
    """Return the state after a deal that gives these cards to the seats, and weak ones beside them."""
    probe = game.dealt_cards(_done(game, state, Shuffle(game.pack)))
    taken = {card for of_seat in held.values() for card in of_seat}
    by_strength = [card for group in game.order for card in group.cards if card in game.pack]
    weak = [card for card in dict.fromkeys((*reversed(by_strength), *game.pack)) if card not in taken]
    deck: dict[int, Card] = {}
    for seat, places in enumerate(probe):
        own = [*held[seat], *weak[: len(places) - len(held[seat])]]
        weak = [card for card in weak if card not in own]
        deck |= {game.pack.index(place): card for place, card in zip(places, own, strict=True)}
    left = iter(weak)
    order = (deck[n] if n in deck else next(left) for n in range(len(game.pack)))
    return _done(game, state, Shuffle(tuple(order)))


def _done(game: Game[Any], state: Any, action: Shuffle | SeatAction) -> Any:
    after = game.apply(state, action)
    if isinstance(after, IllegalAction):
        raise ValueError(f"a guided trick of {game.name} is not played so: {after.why}")
    return after
