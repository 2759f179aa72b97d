"""Judging one hand from a given deck: a request as data in, a response as data out (KARNOFFEL §R)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rules.core.cards import CODES, Card, card
from rules.core.contract import IllegalAction, MalformedError, Play
from rules.karnoffel import rubber
from rules.karnoffel.account import WAITING
from rules.karnoffel.legality import legal
from rules.karnoffel.options import HAND_SIZE, OPTIONS, SEATS, SIDES, KarnoffelTerms, check_options, terms
from rules.karnoffel.outcome import outcome
from rules.karnoffel.ranking import PACK, SUITS, named
from rules.karnoffel.state import KarnoffelState, begin, hand_of, heading_seat, plays, turned

JUDGED: Final = frozenset(option.name for option in OPTIONS) - {"length"}
"""The options that a request to the referee may contain."""
REST: Final = len(PACK) - SEATS * HAND_SIZE


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state, requested = _dealt(request), _list(request, "plays")
    for at, codes in enumerate(requested):
        state = _played(state, codes, at)
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> KarnoffelState:
    agreed = _terms(request)
    dealer = _value(request, "dealer")
    if not _is_number(dealer, SEATS):
        raise MalformedError(f"dealer: 0..{SEATS - 1}")
    before = _list(request, "scores")
    if len(before) != len(SIDES) or not all(_is_number(score, agreed.target) for score in before):
        raise MalformedError(f"scores: {len(SIDES)} numbers 0..{agreed.target - 1}")
    deck = _list(request, "deck")
    if not all(map(_is_code, deck)):
        raise MalformedError("deck: the 48 cards")
    dealt = rubber.deal(begin(agreed, dealer, before), [card(code) for code in deck])
    if isinstance(dealt, IllegalAction):
        raise MalformedError(str(dealt.why))
    return dealt


def _terms(request: Mapping[str, Any]) -> KarnoffelTerms:
    players = _value(request, "players")
    if type(players) is not int or players != SEATS:
        raise MalformedError(f"players: {SEATS}")
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise MalformedError("options: an object")
    for name, choice in options.items():
        if name not in JUDGED or not isinstance(choice, str):
            raise MalformedError(f"options: {name!r} is unknown, or its value is")
    refusal = check_options(players, options)
    if refusal is not None:
        raise MalformedError(str(refusal.why))
    return terms(players, options)


def _played(state: KarnoffelState, codes: object, at: int) -> KarnoffelState:
    if not isinstance(codes, list) or not all(map(_is_code, codes)):
        raise MalformedError("a play is a list of cards", at)
    after = rubber.apply(state, Play(state.turn, tuple(map(card, codes))))
    if isinstance(after, IllegalAction):
        raise MalformedError(str(after.why), at)
    return after


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


def _value(request: Mapping[str, Any], key: str) -> Any:
    if key not in request:
        raise MalformedError(f"{key}: missing")
    return request[key]


def _list(request: Mapping[str, Any], key: str) -> list[Any]:
    value = _value(request, key)
    if not isinstance(value, list):
        raise MalformedError(f"{key}: a list")
    return value


def _is_number(value: object, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _is_code(value: object) -> bool:
    return isinstance(value, str) and value in CODES
