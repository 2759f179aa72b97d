"""Judging one hand from a given deck: a request as data in, a response as data out (BRAUS §R)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.braus import playing
from rules.braus.legality import legal
from rules.braus.options import OPTIONS, SEATS, SIDES, check_options, terms
from rules.braus.ranking import ORDER, cards_of
from rules.braus.state import BrausState, begin, plays, seat_of
from rules.core import request as form
from rules.core.contract import Play


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _deal(request)
    for at, codes in enumerate(form.items(request, "plays")):
        state = form.accept(playing.apply(state, Play(state.turn, form.cards(codes, at))), at)
    return _answer(state)


def _deal(request: Mapping[str, Any]) -> BrausState:
    agreed = form.agreed_terms(request, SEATS, OPTIONS, check_options, terms)
    dealer = form.dealer(request, agreed.seats)
    ready = begin(agreed, dealer, form.scores(request, SIDES, agreed.target))
    return form.accept(playing.deal(ready, form.deck(request, ORDER)))


def _answer(state: BrausState) -> dict[str, Any]:
    scored = playing.hand_score(state)
    won = [side for side, strokes in enumerate(state.scores) if scored and strokes >= state.terms.target]
    return {
        "turn": None if scored else state.turn,
        "legal": sorted(form.codes(play.cards) for play in legal(state)),
        "heading": seat_of(state, state.heading) if state.trick else None,
        "trick": [form.codes(play.cards) for play in plays(state)],
        "units": list(state.units),
        "waiting": [0, 0],
        "scores": list(state.scores),
        "hands": [form.codes(cards_of(hand)) for hand in state.hands],
        "stock": 0,
        "hand_over": scored is not None,
        "rubber_over": bool(won),
        "winners": won,
        "void": scored is not None and scored.kind is playing.EndKind.NONE,
        "end": str(scored.kind) if scored else None,
    }
