"""Judging one hand from a given deck: a request as data in, a response as data out (RULES §14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.core.cards import CODES, Card, card
from rules.core.contract import IllegalAction, MalformedError, Play
from rules.voormsi import rubber
from rules.voormsi.legality import legal
from rules.voormsi.options import OPTIONS, SEATS, RubberTerms, check_options, terms
from rules.voormsi.outcome import outcome
from rules.voormsi.ranking import ORDER, PACK, named
from rules.voormsi.state import State, begin, hand_of, heading_seat, plays, scores, units, waiting

JUDGED: Final = frozenset(option.name for option in OPTIONS) - {"length"}
"""The options that a request to the referee may contain."""


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _dealt(request)
    for at, play in enumerate(_list(request, "plays")):
        state = _played(state, play, at)
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> State:
    agreed = _terms(request)
    dealer = _number(request, "dealer", agreed.seats)
    before = _list(request, "scores")
    if len(before) != len(agreed.sides) or not all(_is_number(score, agreed.target) for score in before):
        raise MalformedError(f"scores: {len(agreed.sides)} numbers 0..{agreed.target - 1}")
    ready = begin(agreed, dealer, before)
    step = rubber.deal(ready, _deck(request))
    if isinstance(step, IllegalAction):
        raise MalformedError(str(step.why))
    return step


def _terms(request: Mapping[str, Any]) -> RubberTerms:
    players = _value(request, "players")
    if type(players) is not int or players not in SEATS:
        raise MalformedError("players: 2, 3 or 4")
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


def _deck(request: Mapping[str, Any]) -> list[Card]:
    deck = _list(request, "deck")
    if len(deck) != PACK or not all(_is_code(code) for code in deck):
        raise MalformedError("deck: the 36 cards")
    return [card(code) for code in deck]


def _played(state: State, codes: object, at: int) -> State:
    if not isinstance(codes, list) or not codes or not all(_is_code(code) for code in codes):
        raise MalformedError("a play is a list of cards", at)
    if len(set(codes)) != len(codes) or not all(card(code) in ORDER for code in codes):
        raise MalformedError("a play has cards of the pack, none twice", at)
    after = rubber.apply(state, Play(state.turn, tuple(card(code) for code in codes)))
    if isinstance(after, IllegalAction):
        raise MalformedError(str(after.why), at)
    return after


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


def _value(request: Mapping[str, Any], key: str) -> Any:
    if key not in request:
        raise MalformedError(f"{key}: missing")
    return request[key]


def _list(request: Mapping[str, Any], key: str) -> list[Any]:
    value = _value(request, key)
    if not isinstance(value, list):
        raise MalformedError(f"{key}: a list")
    return value


def _number(request: Mapping[str, Any], key: str, end: int) -> int:
    value = _value(request, key)
    if not _is_number(value, end):
        raise MalformedError(f"{key}: 0..{end - 1}")
    return int(value)


def _is_number(value: object, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _is_code(value: object) -> bool:
    return isinstance(value, str) and value in CODES
