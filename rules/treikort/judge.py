"""Judging one hand from a given deck: a request as data in, a response as data out (§R)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.core.cards import CODES, Card, card
from rules.core.contract import IllegalAction, MalformedError, Move, Play, SeatAction
from rules.treikort.legality import legal
from rules.treikort.options import SEATS, TreikortTerms, check_options, terms
from rules.treikort.outcome import outcome
from rules.treikort.pope import NOBODY, WINDOW, Tricks, tally
from rules.treikort.ranking import ROLL, named
from rules.treikort.rubber import apply, deal
from rules.treikort.state import (
    ASK,
    DECLINE,
    HAND_SIZE,
    RETURN,
    TreikortState,
    hand_of,
    has_seven_passed,
    high_giver,
    is_hand_over,
    phase,
    plays,
    pope_now,
    receiver,
    scores,
)

_SEATS: Final = tuple(str(seat) for seat in range(SEATS))


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """The state of the hand after the actions of the request. Raises MalformedError for an invalid one."""
    state, actions = _dealt(request), _list(request, "plays")
    for at, written in enumerate(actions):
        after = apply(state, _action(state, written, at))
        if isinstance(after, IllegalAction):
            raise MalformedError(str(after.why), at)
        state = after
    return _answer(state)


def _dealt(request: Mapping[str, Any]) -> TreikortState:
    """The hand as it is dealt, by the form of a request (§R.6)."""
    agreed = _terms(request)
    dealer = _number(request, "dealer", 0, SEATS - 1)
    number = _number(request, "hand_number", 1, agreed.hands)
    past = _past(request, number)
    pope = _pope(request, number)
    before = _list(request, "scores")
    known = tally(past)
    if not _are_tricks(before, HAND_SIZE * (number - 1)) or any(map(int.__lt__, before, known)):
        raise MalformedError(f"scores: three numbers with the sum {HAND_SIZE * (number - 1)}, none less than in past")
    earlier = tuple(score - tricks for score, tricks in zip(before, known, strict=True))
    ready = TreikortState(agreed, hand_number=number - 1, earlier=earlier, past=past)
    step = deal(ready, _deck(request), dealer, pope)
    if isinstance(step, IllegalAction):
        raise MalformedError(str(step.why))
    return step


def _terms(request: Mapping[str, Any]) -> TreikortTerms:
    _number(request, "players", SEATS, SEATS)
    options = request.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(choice, str) for choice in options.values()):
        raise MalformedError("options: an object with texts")
    refusal = check_options(SEATS, options)
    if refusal is not None:
        raise MalformedError(str(refusal.why))
    return terms(SEATS, options)


def _past(request: Mapping[str, Any], number: int) -> tuple[Tricks, ...]:
    past, count = _list(request, "past"), min(WINDOW - 1, number - 1)
    if len(past) != count or not all(_are_tricks(hand, HAND_SIZE) for hand in past):
        raise MalformedError(f"past: {count} lists of three numbers with the sum {HAND_SIZE}")
    return tuple(map(tuple, past))


def _pope(request: Mapping[str, Any], number: int) -> int:
    if _value(request, "pope") is None:
        return NOBODY
    pope = _number(request, "pope", 0, SEATS - 1)
    if number <= WINDOW:
        raise MalformedError("pope: null before the fourth hand")
    return pope


def _deck(request: Mapping[str, Any]) -> list[Card]:
    deck = _list(request, "deck")
    if not all(isinstance(code, str) and code in CODES for code in deck):
        raise MalformedError("deck: the 27 cards")
    return [card(code) for code in deck]


def _action(state: TreikortState, written: object, at: int) -> SeatAction:
    """The action of the seat to act (§R.3); whether it is legal is asked later."""
    seat = state.turn
    match written:
        case ["decline"]:
            return Move(seat, DECLINE)
        case ["ask", str(to)] if to in _SEATS:
            return Move(seat, ASK, to=int(to))
        case ["return", str(code)] if code in CODES:
            return Move(seat, RETURN, (card(code),), receiver(state) if state.owed and state.given else None)
        case [str(code)] if code in CODES:
            return Play(seat, (card(code),))
    raise MalformedError("an action is decline, ask and a seat, return and a card, or a card", at)


def _answer(state: TreikortState) -> dict[str, Any]:
    over, end, pope = is_hand_over(state), outcome(state), pope_now(state)
    trick = [_codes(play.cards) for play in plays(state)]
    return {
        "turn": None if over else state.turn,
        "phase": "over" if over else str(phase(state)),
        "legal": sorted(map(_written, legal(state))),
        "heading": plays(state)[state.heading].seat if trick else None,
        "trick": trick,
        "units": list(state.units),
        "scores": list(scores(state)),
        "tally": list(tally(state.past if over else (*state.past, state.units))),
        "pope": None if pope == NOBODY else pope,
        "given": _given(state),
        "hands": [_codes(named(hand_of(state, seat))) for seat in range(SEATS)],
        "hand_over": over,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
    }


def _written(action: SeatAction) -> list[str]:
    if isinstance(action, Play):
        return _codes(action.cards)
    to = [str(action.to)] if action.kind == ASK else []
    return [action.kind, *to, *_codes(action.cards)]


def _given(state: TreikortState) -> list[list[Any]]:
    if not state.given:
        return []
    pope, giver, asked = state.pope, high_giver(state), state.asked
    to_pope = [(giver, pope), *([(asked, pope)] if has_seven_passed(state) else [])]
    ways = [*to_pope, (pope, giver), (pope, asked)]
    return [[one, other, ROLL[place].code] for (one, other), place in zip(ways, state.given, strict=False)]


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


def _number(request: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = _value(request, key)
    if type(value) is not int or not least <= value <= most:
        raise MalformedError(f"{key}: a number from {least} to {most}")
    return value


def _are_tricks(value: object, total: int) -> bool:
    """Return whether this is a list of the tricks of each seat, with this sum."""
    return (
        isinstance(value, list)
        and len(value) == SEATS
        and all(type(count) is int and count >= 0 for count in value)
        and sum(value) == total
    )
