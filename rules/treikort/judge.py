"""Judging one hand from a given deck: a request as data in, a response as data out (§R)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.core import request as form
from rules.core.cards import CODES, card
from rules.core.contract import MalformedError, Move, Play, SeatAction
from rules.treikort.accounts import outcome
from rules.treikort.legality import legal
from rules.treikort.options import HAND_SIZE, OPTIONS, SEATS, check_options, terms
from rules.treikort.playing import apply, deal
from rules.treikort.pope import NOBODY, WINDOW, Tricks, tally
from rules.treikort.ranking import ROLL, cards_of
from rules.treikort.state import (
    ASK,
    DECLINE,
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
    state = _deal(request)
    for at, written in enumerate(form.items(request, "plays")):
        state = form.accept(apply(state, _action(state, written, at)), at)
    return _answer(state)


def _deal(request: Mapping[str, Any]) -> TreikortState:
    """The hand as it is dealt, by the form of a request (§R.6)."""
    agreed = form.agreed_terms(request, (SEATS,), OPTIONS, check_options, terms)
    dealer = form.dealer(request, SEATS)
    number = form.number(request, "hand_number", 1, agreed.hands)
    past = _past(request, number)
    pope = _pope(request, number)
    before = form.items(request, "scores")
    known = tally(past)
    if not _are_tricks(before, HAND_SIZE * (number - 1)) or any(map(int.__lt__, before, known)):
        raise MalformedError(f"scores: three numbers with the sum {HAND_SIZE * (number - 1)}, none less than in past")
    earlier = tuple(score - tricks for score, tricks in zip(before, known, strict=True))
    ready = TreikortState(agreed, hand_number=number - 1, earlier=earlier, past=past)
    return form.accept(deal(ready, form.deck(request, ROLL), dealer, pope))


def _past(request: Mapping[str, Any], number: int) -> tuple[Tricks, ...]:
    past, count = form.items(request, "past"), min(WINDOW - 1, number - 1)
    if len(past) != count or not all(_are_tricks(hand, HAND_SIZE) for hand in past):
        raise MalformedError(f"past: {count} lists of three numbers with the sum {HAND_SIZE}")
    return tuple(map(tuple, past))


def _pope(request: Mapping[str, Any], number: int) -> int:
    if form.value(request, "pope") is None:
        return NOBODY
    pope = form.number(request, "pope", 0, SEATS - 1)
    if number <= WINDOW:
        raise MalformedError("pope: null before the fourth hand")
    return pope


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
    trick = [form.codes(play.cards) for play in plays(state)]
    return {
        "turn": None if over else state.turn,
        "phase": "over" if over else str(phase(state)),
        "legal": sorted(map(_write, legal(state))),
        "heading": plays(state)[state.heading].seat if trick else None,
        "trick": trick,
        "units": list(state.units),
        "scores": list(scores(state)),
        "tally": list(tally(state.past if over else (*state.past, state.units))),
        "pope": None if pope == NOBODY else pope,
        "given": _given_cards(state),
        "hands": [form.codes(cards_of(hand_of(state, seat))) for seat in range(SEATS)],
        "hand_over": over,
        "rubber_over": end is not None,
        "winners": list(end.winners) if end else [],
    }


def _write(action: SeatAction) -> list[str]:
    if isinstance(action, Play):
        return form.codes(action.cards)
    to = [str(action.to)] if action.kind == ASK else []
    return [action.kind, *to, *form.codes(action.cards)]


def _given_cards(state: TreikortState) -> list[list[Any]]:
    if not state.given:
        return []
    pope, giver, asked = state.pope, high_giver(state), state.asked
    to_pope = [(giver, pope), *([(asked, pope)] if has_seven_passed(state) else [])]
    ways = [*to_pope, (pope, giver), (pope, asked)]
    return [[one, other, ROLL[place].code] for (one, other), place in zip(ways, state.given, strict=False)]


def _are_tricks(value: object, total: int) -> bool:
    """Return whether this is a list of the tricks of each seat, with this sum."""
    return (
        isinstance(value, list)
        and len(value) == SEATS
        and all(type(count) is int and count >= 0 for count in value)
        and sum(value) == total
    )
