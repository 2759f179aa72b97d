"""Judging one hand from a given deck: a request as data in, a response as data out (KARNOFFEL §R)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rules.core import request as form
from rules.core.cards import Card, card
from rules.core.contract import MalformedError, Play
from rules.karnoffel import rubber
from rules.karnoffel.account import WAITING
from rules.karnoffel.legality import legal
from rules.karnoffel.options import HAND_SIZE, OPTIONS, SEATS, SIDES, KarnoffelTerms, check_options, terms
from rules.karnoffel.outcome import outcome
from rules.karnoffel.ranking import PACK, SUITS, named
from rules.karnoffel.state import KarnoffelState, begin, hand_of, heading_seat, plays, turned

REST: Final = len(PACK) - SEATS * HAND_SIZE


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _dealt(request)
    for at, codes in enumerate(form.items(request, "plays")):
        state = _played(state, codes, at)
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> KarnoffelState:
    agreed = _terms(request)
    dealer = form.dealer(request, SEATS)
    ready = begin(agreed, dealer, form.scores(request, len(SIDES), agreed.target))
    return form.accepted(rubber.deal(ready, form.deck(request, PACK)))


def _terms(request: Mapping[str, Any]) -> KarnoffelTerms:
    players, options = form.players(request, (SEATS,)), form.options(request, OPTIONS)
    form.require(check_options(players, options))
    return terms(players, options)


def _played(state: KarnoffelState, codes: object, at: int) -> KarnoffelState:
    if not isinstance(codes, list) or not all(map(form.is_code, codes)):
        raise MalformedError("a play is a list of cards", at)
    return form.accepted(rubber.apply(state, Play(state.turn, tuple(map(card, codes)))), at)


def _answer(state: KarnoffelState) -> dict[str, Any]:
    end = outcome(state)
    return {
        "turn": None if state.turn < 0 else state.turn,
        "legal": sorted(_codes(play.cards) for play in legal(state)),
        "heading": heading_seat(state) if state.laid else None,
        "trick": [_codes(play.cards) for play in plays(state)],
        "units": list(state.units),
        "waiting": list(WAITING),
        "scores": list(state.scores),
        "hands": [sorted(_codes(named(hand_of(state, seat), state.chosen))) for seat in range(SEATS)],
        "stock": REST,
        "hand_over": state.turn < 0,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
        "void": False,
        "chosen": SUITS[state.chosen],
        "turned": _codes(turned(state)),
    }


def _codes(some: Iterable[Card]) -> list[str]:
    return [each.code for each in some]
