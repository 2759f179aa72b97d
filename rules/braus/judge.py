"""Judging one hand from a given deck: a request as data in, a response as data out (BRAUS §R)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.braus import rubber
from rules.braus.legality import legal
from rules.braus.options import OPTIONS, SEATS, SIDES, BrausTerms, check_options, terms
from rules.braus.ranking import ORDER, named
from rules.braus.scoring import EndKind
from rules.braus.state import BrausState, begin, plays, seat_of
from rules.core import request as form
from rules.core.cards import Card, card
from rules.core.contract import MalformedError, Play


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _dealt(request)
    for at, play in enumerate(form.items(request, "plays")):
        state = _played(state, play, at)
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> BrausState:
    agreed = _terms(request)
    dealer = form.dealer(request, agreed.seats)
    ready = begin(agreed, dealer, form.scores(request, SIDES, agreed.target))
    return form.accepted(rubber.deal(ready, form.deck(request, ORDER)))


def _terms(request: Mapping[str, Any]) -> BrausTerms:
    players, options = form.players(request, SEATS), form.options(request, OPTIONS)
    form.require(check_options(players, options))
    return terms(players, options)


def _played(state: BrausState, codes: object, at: int) -> BrausState:
    if not isinstance(codes, list) or not all(map(form.is_code, codes)):
        raise MalformedError("a play is a list of cards", at)
    return form.accepted(rubber.apply(state, Play(state.turn, tuple(map(card, codes)))), at)


def _answer(state: BrausState) -> dict[str, Any]:
    scored = rubber.hand_score(state)
    won = [side for side, strokes in enumerate(state.scores) if scored and strokes >= state.terms.target]
    return {
        "turn": None if scored else state.turn,
        "legal": sorted(_codes(play.cards) for play in legal(state)),
        "heading": seat_of(state, state.heading) if state.trick else None,
        "trick": [_codes(play.cards) for play in plays(state)],
        "units": list(state.units),
        "waiting": [0, 0],
        "scores": list(state.scores),
        "hands": [_codes(named(hand)) for hand in state.hands],
        "stock": 0,
        "hand_over": scored is not None,
        "rubber_over": bool(won),
        "winners": won,
        "void": scored is not None and scored.kind is EndKind.NONE,
        "end": str(scored.kind) if scored else None,
    }


def _codes(some: Sequence[Card]) -> list[str]:
    return sorted(card.code for card in some)
