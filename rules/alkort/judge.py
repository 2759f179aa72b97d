"""Judging one hand from a given deck: a request as data in, a response as data out (§R)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.alkort import playing
from rules.alkort.accounts import outcome
from rules.alkort.exchange import DECLINE, KEEP, revealed_cards, shown_cards
from rules.alkort.legality import legal
from rules.alkort.options import OPTIONS, SEATS, SIDES, check_options, terms
from rules.alkort.ranking import ROLL, cards_of
from rules.alkort.state import AlkortState, hand_of, hand_points, laid_off, leader, phase, plays, stock_size, units
from rules.core import request as form
from rules.core.cards import card
from rules.core.contract import MalformedError, Move, Phase, Play, SeatAction


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the actions of the request. Raises MalformedError for an invalid one."""
    state = _deal(request)
    for at, action in enumerate(form.items(request, "plays")):
        state = form.accept(playing.apply(state, _action(state, action, at)), at)
    return _answer(state)


def _deal(request: Mapping[str, Any]) -> AlkortState:
    agreed = form.agreed_terms(request, (SEATS,), OPTIONS, check_options, terms)
    dealer = form.dealer(request, SEATS)
    first, second = form.scores(request, len(SIDES), agreed.target)
    ready = AlkortState(agreed, (first, second), dealer=dealer)
    return form.accept(playing.deal(ready, form.deck(request, ROLL)))


def _action(state: AlkortState, words: object, at: int) -> SeatAction:
    """The action of the seat to act that is written as `["decline"]`, `["keep", CARD]` or `[CARD]`."""
    match words:
        case [str(code)] if code == DECLINE:
            return Move(state.turn, DECLINE)
        case [str(kind), code] if kind == KEEP and form.is_code(code):
            return Move(state.turn, KEEP, (card(code),))
        case [code] if form.is_code(code):
            return Play(state.turn, (card(code),))
    raise MalformedError("an action is [card], [decline] or [keep, card]", at)


def _answer(state: AlkortState) -> dict[str, Any]:
    over, end = state.turn < 0, outcome(state)
    seats = range(SEATS)
    return {
        "turn": None if over else state.turn,
        "phase": Phase.OVER if over else phase(state),
        "legal": sorted(map(_words, legal(state))),
        "heading": (leader(state) + state.heading) % SEATS if state.laid else None,
        "trick": [_words(play) for play in plays(state)],
        "units": list(units(state)),
        "points": list(hand_points(state.winners)) if over else [0, 0],
        "scores": list(state.scores),
        "hands": [form.codes(cards_of(hand_of(state, seat))) for seat in seats],
        "stock": stock_size(state),
        "laid_off": form.codes(cards_of(laid_off(state))),
        "revealed": [form.codes(revealed_cards(state, seat)) for seat in seats],
        "shown": [form.codes(shown_cards(state, seat)) for seat in seats],
        "hand_over": over,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
    }


def _words(action: SeatAction) -> list[str]:
    codes = form.codes(action.cards)
    return [action.kind, *codes] if isinstance(action, Move) else codes
