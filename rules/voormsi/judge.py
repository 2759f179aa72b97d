"""Judging one hand from a given deck: a request as data in, a response as data out (RULES §14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import request as form
from rules.core.cards import Card, card
from rules.core.contract import MalformedError, Play
from rules.voormsi import rubber
from rules.voormsi.legality import legal
from rules.voormsi.options import OPTIONS, SEATS, RubberTerms, check_options, terms
from rules.voormsi.outcome import outcome
from rules.voormsi.ranking import ORDER, named
from rules.voormsi.state import State, begin, hand_of, heading_seat, plays, scores, units, waiting


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _dealt(request)
    for at, play in enumerate(form.items(request, "plays")):
        state = _played(state, play, at)
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> State:
    agreed = _terms(request)
    dealer = form.dealer(request, agreed.seats)
    ready = begin(agreed, dealer, form.scores(request, len(agreed.sides), agreed.target))
    return form.accepted(rubber.deal(ready, form.deck(request, ORDER)))


def _terms(request: Mapping[str, Any]) -> RubberTerms:
    players, options = form.players(request, SEATS), form.options(request, OPTIONS)
    form.require(check_options(players, options))
    return terms(players, options)


def _played(state: State, codes: object, at: int) -> State:
    if not isinstance(codes, list) or not codes or not all(form.is_code(code) for code in codes):
        raise MalformedError("a play is a list of cards", at)
    if len(set(codes)) != len(codes) or not all(card(code) in ORDER for code in codes):
        raise MalformedError("a play has cards of the pack, none twice", at)
    return form.accepted(rubber.apply(state, Play(state.turn, tuple(map(card, codes)))), at)


def _answer(state: State) -> dict[str, Any]:
    over = state.turn < 0
    end = outcome(state)
    return {
        "turn": None if over else state.turn,
        "legal": sorted(_codes(play.cards) for play in legal(state)),
        "heading": heading_seat(state) if state.size else None,
        "trick": [_codes(play.cards) for play in plays(state)],
        "units": list(units(state)),
        "waiting": list(waiting(state)),
        "scores": list(scores(state)),
        "hands": [_codes(named(hand_of(state, seat))) for seat in range(state.terms.seats)],
        "stock": state.stock,
        "hand_over": over,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
        "void": over and state.terms.units in units(state),
    }


def _codes(some: Sequence[Card]) -> list[str]:
    return sorted(card.code for card in some)
