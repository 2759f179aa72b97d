"""Judging one hand from a given deck: a request as data in, a response as data out (BRAUS §R)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.braus import rubber
from rules.braus.legality import legal
from rules.braus.options import OPTIONS, SEATS, SIDES, BrausTerms, check_options, terms
from rules.braus.ranking import PACK, named
from rules.braus.scoring import EndKind
from rules.braus.state import BrausState, begin, plays, seat_of
from rules.core.cards import CODES, Card, card
from rules.core.contract import IllegalAction, MalformedError, Play

JUDGED: Final = frozenset(option.name for option in OPTIONS) - {"length"}
"""The options that a request to the referee may contain."""


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the plays of the request. Raises MalformedError for an invalid one."""
    state = _dealt(request)
    for at, play in enumerate(_list(request, "plays")):
        state = _played(state, play, at)
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> BrausState:
    agreed = _terms(request)
    dealer = _value(request, "dealer")
    if not _is_number(dealer, agreed.seats):
        raise MalformedError(f"dealer: 0..{agreed.seats - 1}")
    before = _list(request, "scores")
    if len(before) != SIDES or not all(_is_number(strokes, agreed.target) for strokes in before):
        raise MalformedError(f"scores: two numbers 0..{agreed.target - 1}")
    step = rubber.deal(begin(agreed, dealer, before), _deck(request))
    if isinstance(step, IllegalAction):
        raise MalformedError(str(step.why))
    return step


def _terms(request: Mapping[str, Any]) -> BrausTerms:
    players = _value(request, "players")
    if type(players) is not int or players not in SEATS:
        raise MalformedError("players: 4 or 6")
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


def _played(state: BrausState, codes: object, at: int) -> BrausState:
    if not isinstance(codes, list) or not all(_is_code(code) for code in codes):
        raise MalformedError("a play is a list of cards", at)
    after = rubber.apply(state, Play(state.turn, tuple(map(card, codes))))
    if isinstance(after, IllegalAction):
        raise MalformedError(str(after.why), at)
    return after


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
