"""The accounts of tricks, and of plays made or considered: what they do, with reasons (KARNOFFEL §3, §6, §7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Final

from rules.core.capabilities import Beaten, Considered, GreatMoment, SeatFeat, greatest
from rules.core.cards import Card
from rules.core.contract import (
    Booking,
    Fact,
    HandEnd,
    Outcome,
    Play,
    PlayAccount,
    SeatAction,
    TrickAccount,
    fact,
    heading_of,
)
from rules.karnoffel import playing, ranking
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.legality import legal_cards, nothing_to_play, refusal
from rules.karnoffel.options import SEATS, SIDES
from rules.karnoffel.state import KarnoffelState, is_over, plays

WAITING = (0,) * len(SIDES)
"""No points wait: a hand counts when it is over (§6.2)."""
CUDGELLED, TOPPLED, DEVIL_WON, SWEPT = FEATS = ("cudgelled", "toppled", "devil_won", "swept")
"""A Pope, Kaiser or led Devil that headed, beaten with the Karnöffel; a King that headed, beaten with a low card;
a trick won with the Devil; a hand in which the other side took no trick."""
MOMENTS: Final = (SWEPT, CUDGELLED)
"""The kinds of great moments, the greatest first."""
_OVER_ORDINARY: Final = {
    "6": KarnoffelFact.POPE,
    "2": KarnoffelFact.KAISER,
    "3": KarnoffelFact.OVER_STABBER,
    "4": KarnoffelFact.UNDER_STABBER,
    "5": KarnoffelFact.SUIT_STABBER,
}
"""The rank of a beater -> why it beats an ordinary card (§3.4)."""


def account(before: KarnoffelState, action: SeatAction, after: KarnoffelState) -> TrickAccount | None:
    """Return what the trick did that `action` completes; None if it does not complete one."""
    if not isinstance(action, Play) or after.laid:
        return None
    accounts = tuple(play_accounts(before.chosen, (*plays(before), action)))
    is_over = after.turn < 0
    return TrickAccount(
        hand_number=before.hand_number,
        number=sum(after.units),
        sides=SIDES,
        leader=accounts[0].seat,
        plays=accounts,
        winner=heading_of(accounts),
        size=1,
        units=after.units,
        waiting=WAITING,
        scores=after.scores,
        bookings=(_booking(before, after),) if is_over else (),
        hand_end=_hand_end(after) if is_over else None,
        outcome=outcome(after),
        order=ranking.GROUPS[before.chosen],
    )


def _booking(before: KarnoffelState, after: KarnoffelState) -> Booking:
    """The hand that the side has won (§6.2)."""
    side = _winning_side(after)
    why = fact(KarnoffelFact.HAND_WON, side=side)
    return Booking(side, 1, before.scores[side], after.scores[side], None, why)


def _hand_end(after: KarnoffelState) -> HandEnd:
    side = _winning_side(after)
    kind = KarnoffelFact.THREE_TRICKS if after.terms.tricks is None else KarnoffelFact.MOST_TRICKS
    return HandEnd(after.units, False, fact(kind, side=side, tricks=after.units[side]))


def _winning_side(after: KarnoffelState) -> int:
    return after.units.index(max(after.units))


def outcome(state: KarnoffelState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    scores, hands = state.scores, state.hand_number
    sides = tuple(side for side, score in enumerate(scores) if score == max(scores))
    if len(sides) > 1:
        return Outcome(sides, fact(KarnoffelFact.LEVEL, sides=sides, hands=hands, scores=scores))
    (side,) = sides
    if scores[side] == state.terms.target:
        return Outcome(sides, fact(KarnoffelFact.ON_TARGET, side=side, target=scores[side]))
    return Outcome(sides, fact(KarnoffelFact.MOST_HANDS, side=side, hands=hands, scores=scores))


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    feats = [SeatFeat(kind, play.seat) for play in account.plays for kind in _play_feats(play, account)]
    if account.hand_end is not None and 0 in account.units:
        side = account.units.index(max(account.units))
        feats += [SeatFeat(SWEPT, seat) for seat in account.sides[side]]
    return tuple(feats)


def _play_feats(play: PlayAccount, account: TrickAccount) -> Iterator[str]:
    if play.why.kind is KarnoffelFact.DEVIL_LED and account.winner == 0:
        yield DEVIL_WON
    if play.over is None:
        return
    (card,), (beaten,) = play.cards, account.plays[play.over].cards
    if play.why.kind is KarnoffelFact.KARNOFFEL and beaten.suit == card.suit and beaten.rank in "762":
        yield CUDGELLED
    if play.why.kind in (KarnoffelFact.POPE, KarnoffelFact.KAISER) and beaten.rank == "K":
        yield TOPPLED


def play_accounts(chosen: int, plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order."""
    led = on = ranking.PLACES[chosen][plays[0].cards[0]]
    ladder, head = ranking.LADDER_OF[led], 0
    yield PlayAccount(plays[0].seat, plays[0].cards, True, None, _lead(chosen, led))
    for index, play in enumerate(plays[1:], 1):
        place = ranking.PLACES[chosen][play.cards[0]]
        takes = bool(ranking.BITS[place] & ranking.ABOVE[ladder][on])
        kind = _taking_reason(place, on) if takes else _keeping_reason(place, on, ladder)
        about = {"led": ranking.ORDERS[chosen][led]} if kind is KarnoffelFact.OTHER_SUIT else {}
        why = fact(kind, card=ranking.ORDERS[chosen][place], on=ranking.ORDERS[chosen][on], **about)
        yield PlayAccount(play.seat, play.cards, takes, head, why)
        if takes:
            on, head = place, index


def _lead(chosen: int, place: int) -> Fact:
    kinds = {ranking.KARNOFFEL: KarnoffelFact.KARNOFFEL_LED, ranking.DEVIL: KarnoffelFact.DEVIL_LED}
    return fact(kinds.get(ranking.BITS[place], KarnoffelFact.LED), card=ranking.ORDERS[chosen][place])


def _taking_reason(place: int, on: int) -> KarnoffelFact:
    """Return why a card takes the head from another."""
    bit, under = ranking.BITS[place], ranking.BITS[on]
    if bit == ranking.KARNOFFEL:
        return KarnoffelFact.KARNOFFEL
    if bit & ranking.BEATERS:
        return KarnoffelFact.HIGHER_BEATER if under & ranking.BEATERS else _OVER_ORDINARY[ranking.RANK_AT[place]]
    return KarnoffelFact.STABBER_TAKEN if under & ranking.STABBERS else KarnoffelFact.HIGHER_RANK


def _keeping_reason(place: int, on: int, ladder: int) -> KarnoffelFact:
    """Return why a card does not take the head from another; only a Devil that was led ever heads."""
    bit, under = ranking.BITS[place], ranking.BITS[on]
    if under == ranking.KARNOFFEL:
        return KarnoffelFact.KARNOFFEL_STANDS
    if under == ranking.DEVIL:
        return KarnoffelFact.DEVIL_STANDS
    if bit == ranking.DEVIL:
        return KarnoffelFact.DEVIL_NOT_LED
    if bit & ranking.BEATERS:
        return KarnoffelFact.LOWER_BEATER if under & ranking.BEATERS else KarnoffelFact.STABBER_FAILS
    if under & (ranking.POPE | ranking.KAISER):
        return KarnoffelFact.BEATER_STANDS
    if ranking.SUIT_AT[place] != ladder:
        return KarnoffelFact.OTHER_SUIT
    return KarnoffelFact.BEATER_STANDS if under & ranking.STABBERS else KarnoffelFact.LOWER_RANK


def consider(state: KarnoffelState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    if state.turn < 0:
        return Considered(nothing_to_play(state), None)
    play = Play(seat, tuple(cards))
    refused = refusal(replace(state, turn=seat), play)
    if refused is not None:
        return Considered(refused, None)
    *_, made = play_accounts(state.chosen, (*plays(state), play))
    if seat != state.turn:
        return Considered(fact(KarnoffelFact.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: KarnoffelState, play: Play) -> Fact | None:
    """Return why this play of the seat to play would end the rubber at once, None if it would not."""
    after = copy(state)
    playing.play(after, ranking.mask_of(play.cards, state.chosen))
    end = outcome(after)
    return end.why if end else None


def beaters(state: KarnoffelState) -> tuple[Beaten, ...]:
    """Return what beats the card that heads the trick in progress."""
    if not state.laid:
        return ()
    on = state.laid[state.heading]
    lying = sum(ranking.BITS[place] for place in state.laid)
    return (
        Beaten(ranking.ORDERS[state.chosen][on], ranking.cards_of(state.beaters & ~lying, state.chosen), power(state)),
    )


def takers(state: KarnoffelState) -> tuple[tuple[Card, ...], ...]:
    """The plays of the seat to play that would take the head of the trick in progress."""
    if not state.laid:
        return ()
    taking = sum(card for card in legal_cards(state) if card & state.beaters)
    return tuple((card,) for card in ranking.cards_of(taking, state.chosen))


def power(state: KarnoffelState) -> Fact:
    """The fact that says what beats the heading card."""
    order, on = ranking.ORDERS[state.chosen], state.laid[state.heading]
    bit = ranking.BITS[on]
    if bit == ranking.KARNOFFEL:
        return fact(KarnoffelFact.BEATEN_BY_NONE, on=order[on])
    if bit == ranking.DEVIL:
        return fact(KarnoffelFact.BEATEN_BY_KARNOFFEL, on=order[on], karnoffel=order[0])
    if bit & (ranking.POPE | ranking.KAISER):
        return fact(KarnoffelFact.BEATEN_BY_HIGHER, on=order[on])
    if bit & ranking.STABBERS:
        return fact(KarnoffelFact.STABBER_HEADS, on=order[on], led=order[state.laid[0]])
    return fact(KarnoffelFact.ORDINARY_HEADS, on=order[on])


def moment_of(account: TrickAccount) -> GreatMoment | None:
    """The greatest moment of a finished trick; None if it had none."""
    return greatest(_moments(account), MOMENTS)


def _moments(account: TrickAccount) -> Iterator[GreatMoment]:
    for kind, seat in feats_of(account):
        side = next(side for side, seats in enumerate(account.sides) if seat in seats)
        if kind == SWEPT:
            yield GreatMoment(kind, side)
        if kind == CUDGELLED:
            yield GreatMoment(kind, side, seat)
