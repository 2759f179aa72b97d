"""Legality: the plays that are possible, and why others are not (BRAUS §5, §9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.braus.facts import BrausRefusal
from rules.braus.options import SEATS
from rules.braus.ranking import LIVE, ORDER, SEVENS, card_of, cards_above, cards_of, mask_of
from rules.braus.state import BrausState, heading_card, is_over, must_lay, plays, seat_of
from rules.core.cards import Card, places
from rules.core.contract import Fact, Play, fact

_SINGLES: Final = tuple(tuple(Play(seat, (card,)) for card in ORDER) for seat in range(max(SEATS)))
"""For each seat and each place: that card as a play."""


def legal(state: BrausState) -> Sequence[Play]:
    """Every play of the seat to play, strongest first (§9)."""
    turn = state.turn
    if turn < 0:
        return ()
    hand = state.hands[turn]
    if not state.trick and hand & SEVENS:
        return [Play(turn, cards_of(hand & SEVENS))]
    may = hand & cards_above(state.trick[state.heading]) if state.trick else hand & LIVE
    singles = _SINGLES[turn]
    return [singles[place] for place in places(may)] or [Play(turn, ())]


def refusal(state: BrausState, play: Play) -> Fact | None:
    """Return why this play is not possible; None if it is."""
    seat = play.seat
    if state.turn < 0:
        return nothing_to_play(state)
    if seat != state.turn:
        return fact(BrausRefusal.NOT_YOUR_TURN, seat=seat, turn=state.turn)
    cards = mask_of(play.cards)
    if cards & ~state.hands[seat] or cards.bit_count() != len(play.cards):
        return _cards_refusal(state.hands[seat], play)
    return _follow_refusal(state, cards) if state.trick else _lead_refusal(state, cards)


def never_playable(state: BrausState, seat: int, cards: Sequence[Card], leads: bool | None) -> Fact | None:
    """Return why a seat that is not on turn cannot play these cards next, whatever others play before (§5).

    The heading card only rises, so what does not beat it now cannot be played to this trick.
    """
    mask, on_turn = mask_of(cards), state._replace(turn=seat)
    if mask & ~state.hands[seat] or mask.bit_count() != len(cards):
        return _cards_refusal(state.hands[seat], Play(seat, tuple(cards)))
    if state.trick and seat not in (play.seat for play in plays(state)):
        return _follow_refusal(on_turn, mask)
    if leads or (mask & SEVENS and leads is None):
        return _lead_refusal(on_turn._replace(trick=()), mask)
    return (
        fact(BrausRefusal.SEVEN_ONLY_ON_LEAD, card=cards_of(mask & SEVENS)[0])
        if mask & SEVENS
        else _single_refusal(mask)
    )


def nothing_to_play(state: BrausState) -> Fact:
    """Return why no seat can play now."""
    if is_over(state):
        return fact(BrausRefusal.RUBBER_OVER)
    number = state.hand_number
    return fact(BrausRefusal.HAND_OVER, hand=number) if number else fact(BrausRefusal.NOT_DEALT)


def duty(state: BrausState) -> Fact | None:
    """Return what the rules demand of the seat to play: its Sevens (§5.2) or a higher card (§5.4); None if nothing."""
    seat = state.turn
    if not state.trick:
        sevens = cards_of(must_lay(state, seat))
        return fact(BrausRefusal.SEVENS_FIRST, card=sevens[0], cards=sevens) if sevens else None
    higher = cards_of(state.hands[seat] & cards_above(heading_card(state)))
    return fact(BrausRefusal.MUST_BEAT, card=higher[-1], cards=higher, **_heading_details(state)) if higher else None


def is_automatic(state: BrausState) -> bool:
    """Return whether the seat to play must pass or lay Sevens, which tells nothing besides itself (§11.4)."""
    seat = state.turn
    if not state.trick:
        return bool(must_lay(state, seat))
    return not state.hands[seat] & cards_above(heading_card(state))


def _cards_refusal(hand: int, play: Play) -> Fact:
    """Return the first reason why a seat that holds `hand` can never play these cards."""
    for at, card in enumerate(play.cards):
        if card not in ORDER:
            return fact(BrausRefusal.NOT_IN_PACK, card=card)
        if card in play.cards[:at]:
            return fact(BrausRefusal.SAME_CARD_TWICE, card=card)
        if not mask_of((card,)) & hand:
            return fact(BrausRefusal.NOT_YOUR_CARD, card=card, seat=play.seat)
    raise AssertionError("these cards are held")


def _lead_refusal(state: BrausState, cards: int) -> Fact | None:
    """Return why the seat on lead may not play these cards of its hand; None if it may (§5.2, §5.3)."""
    if must_lay(state, state.turn):
        return None if cards == must_lay(state, state.turn) else duty(state)
    if not cards:
        return fact(BrausRefusal.MUST_LEAD, seat=state.turn)
    return _single_refusal(cards)


def _follow_refusal(state: BrausState, cards: int) -> Fact | None:
    """Return why the seat may not play these cards of its hand to the trick; None if it may (§5.4)."""
    if cards & SEVENS:
        return fact(BrausRefusal.SEVEN_ONLY_ON_LEAD, card=cards_of(cards & SEVENS)[0])
    why = _single_refusal(cards) if cards else None
    if why is not None or cards & cards_above(heading_card(state)):
        return why
    must = duty(state)
    if must is None and cards:
        return fact(BrausRefusal.MUST_PASS, card=card_of(cards), **_heading_details(state))
    return must


def _single_refusal(cards: int) -> Fact | None:
    """Return why these cards are not one live card; None if they are."""
    if cards & ~LIVE:
        return fact(BrausRefusal.DUD, card=cards_of(cards & ~LIVE)[0])
    return fact(BrausRefusal.ONE_CARD, given=cards.bit_count()) if cards.bit_count() > 1 else None


def _heading_details(state: BrausState) -> dict[str, object]:
    """The heading card and its seat, as a fact tells them."""
    return {"on": card_of(heading_card(state)), "of": seat_of(state, state.heading)}
