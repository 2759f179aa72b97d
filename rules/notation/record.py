"""The record of a rubber, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules import registry
from rules.core.capabilities import DealsFaceUp
from rules.core.cards import Card
from rules.core.contract import Action, Game, IllegalAction, Phase, SeatAction, Shuffle


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand of a record. `scores` by side at its end, None while it runs; `deck` None if it is hidden.

    `shown`: the first cards of a hidden deck, if they were dealt face up (`DealsFaceUp`).
    `plays`: every action of a seat in order; where the deck is hidden, private parts of them are, too.
    """

    dealer: int
    deck: tuple[Card, ...] | None
    plays: tuple[SeatAction, ...] = ()
    scores: tuple[int, ...] | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A rubber as it was played. `players` are labels by seat; `cuts` the cards cut, one a seat in each round."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    cuts: tuple[tuple[Card, ...], ...] = ()
    hands: tuple[RecordedHand, ...] = ()
    result: tuple[int, ...] | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


def record(
    game: Game[Any],
    players: Sequence[str],
    options: Mapping[str, str],
    actions: Iterable[Action],
    tags: Mapping[str, str] | None = None,
    hand_tags: Sequence[Mapping[str, str]] = (),
) -> Record:
    """The record of these actions. `hand_tags` by hand, from the first. Raises ValueError for an illegal action."""
    chosen = {option.name: options.get(option.name, option.default) for option in game.options}
    state = game.start(len(players), options)
    cuts: list[tuple[Card, ...]] = []
    hands: list[RecordedHand] = []
    for action in actions:
        phase = game.phase(state)
        state = game.apply(state, action)
        if isinstance(state, IllegalAction):
            raise ValueError(f"{state.why.kind}: {dict(state.why.about)}")
        if not isinstance(action, Shuffle):
            hands[-1] = replace(hands[-1], plays=(*hands[-1].plays, action))
        elif phase is Phase.CUT:
            cuts.append(action.cards[: len(players)])
        else:
            own = hand_tags[len(hands)] if len(hands) < len(hand_tags) else {}
            dealer = game.view(state, None).dealer
            assert dealer is not None
            hands.append(RecordedHand(dealer, action.cards, tags=dict(own)))
        if not isinstance(action, Shuffle) and game.turn(state) is None:
            hands[-1] = replace(hands[-1], scores=game.view(state, None).scores)
    outcome = game.view(state, None).outcome
    result = outcome.winners if outcome else None
    return Record(game.name, tuple(players), chosen, tuple(cuts), tuple(hands), result, dict(tags or {}))


def public(whole: Record) -> Record:
    """The record with the secrets of its running hand (if any) hidden: the part that may leave the program."""
    if not whole.hands or whole.hands[-1].scores is not None:
        return whole
    game, running = registry.game(whole.game), whole.hands[-1]
    shown = running.shown
    if running.deck is not None and isinstance(game, DealsFaceUp):
        shown = game.face_up(Shuffle(running.deck))
    running = replace(running, deck=None, plays=tuple(map(game.face, running.plays)), shown=shown)
    return replace(whole, hands=(*whole.hands[:-1], running))
