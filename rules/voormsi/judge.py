"""Judging one hand from a given deck: a request as data in, a response as data out (RULES §14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.core import request as form
from rules.core.contract import MalformedError, Play
from rules.voormsi import playing
from rules.voormsi.explain import outcome
from rules.voormsi.legality import legal
from rules.voormsi.options import OPTIONS, SEATS, check_options, terms
from rules.voormsi.ranking import ORDER, cards_of
from rules.voormsi.state import State, begin, hand_of, heading_seat, plays, scores, units, waiting

_PACK: Final = frozenset(ORDER)


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _deal(request)
    for at, play in enumerate(form.items(request, "plays")):
        state = _play(state, play, at)
    return _answer(state)


def _deal(request: Mapping[str, Any]) -> State:
    agreed = form.agreed_terms(request, SEATS, OPTIONS, check_options, terms)
    dealer = form.dealer(request, agreed.seats)
    agreed = agreed._replace(asked=False)  # a request has plays only
    ready = begin(agreed, dealer, form.scores(request, len(agreed.sides), agreed.target))
    return form.accept(playing.deal(ready, form.deck(request, ORDER)))


def _play(state: State, codes: object, at: int) -> State:
    cards = form.cards(codes, at)
    if not cards or len(set(cards)) != len(cards) or not _PACK.issuperset(cards):
        raise MalformedError("a play has cards of the pack, none twice", at)
    return form.accept(playing.apply(state, Play(state.turn, cards)), at)


def _answer(state: State) -> dict[str, Any]:
    over = state.turn < 0
    end = outcome(state)
    return {
        "turn": None if over else state.turn,
        "legal": sorted(form.codes(play.cards) for play in legal(state)),
        "heading": heading_seat(state) if state.size else None,
        "trick": [form.codes(play.cards) for play in plays(state)],
        "units": list(units(state)),
        "waiting": list(waiting(state)),
        "scores": list(scores(state)),
        "hands": [form.codes(cards_of(hand_of(state, seat))) for seat in range(state.terms.seats)],
        "stock": state.stock,
        "hand_over": over,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
        "void": over and state.terms.units in units(state),
    }
