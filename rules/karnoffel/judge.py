"""Judging one hand from a given deck: a request as data in, a response as data out (KARNOFFEL §R)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.core import request as form
from rules.core.contract import Play
from rules.karnoffel import playing
from rules.karnoffel.accounts import WAITING, outcome
from rules.karnoffel.legality import legal
from rules.karnoffel.options import HAND_SIZE, OPTIONS, SEATS, SIDES, check_options, terms
from rules.karnoffel.ranking import PACK, SUITS, cards_of
from rules.karnoffel.state import KarnoffelState, begin, hand_of, heading_seat, plays, turned_cards

REST: Final = len(PACK) - SEATS * HAND_SIZE


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _deal(request)
    for at, codes in enumerate(form.items(request, "plays")):
        state = form.accept(playing.apply(state, Play(state.turn, form.cards(codes, at))), at)
    return _answer(state)


def _deal(request: Mapping[str, Any]) -> KarnoffelState:
    agreed = form.agreed_terms(request, (SEATS,), OPTIONS, check_options, terms)
    dealer = form.dealer(request, SEATS)
    ready = begin(agreed, dealer, form.scores(request, len(SIDES), agreed.target))
    return form.accept(playing.deal(ready, form.deck(request, PACK)))


def _answer(state: KarnoffelState) -> dict[str, Any]:
    end = outcome(state)
    return {
        "turn": None if state.turn < 0 else state.turn,
        "legal": sorted(form.codes(play.cards) for play in legal(state)),
        "heading": heading_seat(state) if state.laid else None,
        "trick": [form.codes(play.cards) for play in plays(state)],
        "units": list(state.units),
        "waiting": list(WAITING),
        "scores": list(state.scores),
        "hands": [form.codes(cards_of(hand_of(state, seat), state.chosen)) for seat in range(SEATS)],
        "stock": REST,
        "hand_over": state.turn < 0,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
        "void": False,
        "chosen": SUITS[state.chosen],
        "turned": [each.code for each in turned_cards(state)],
    }
