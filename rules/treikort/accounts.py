"""The accounts of tricks, and of plays made or considered: what they do, with reasons (§2, §3, §5 to §8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core.capabilities import Beaten, Considered, GreatMoment, SeatFeat, greatest
from rules.core.cards import Card, mask_at
from rules.core.contract import (
    Fact,
    HandEnd,
    IllegalAction,
    Outcome,
    Play,
    PlayAccount,
    SeatAction,
    TrickAccount,
    fact,
    heading_of,
)
from rules.treikort.facts import TreikortFact
from rules.treikort.legality import nothing_to_do, play_refusal
from rules.treikort.options import HAND_SIZE, SEATS, SIDES, TreikortTerms
from rules.treikort.playing import apply
from rules.treikort.pope import succession
from rules.treikort.ranking import BITS, PLACE_OF, ROLL, SEVENS, cards_of
from rules.treikort.state import TreikortState, hand_of, is_hand_over, is_rubber_over, plays, scores

POPE, SWEPT, CAUGHT = FEATS = ("pope", "swept", "caught")
"""Became Pope; took all tricks of a hand; took Q♣ with a led Seven."""
MOMENTS: Final = (POPE,)
"""The kinds of great moments."""
_ELECTED: Final = (TreikortFact.BECOMES_POPE, TreikortFact.SUCCEEDS_POPE, TreikortFact.POPE_OF_TWO)


def account(before: TreikortState, action: SeatAction, after: TreikortState) -> TrickAccount | None:
    """Return what the trick did that `action` completes; None if it completes none."""
    if not isinstance(action, Play) or after.laid:
        return None
    made = tuple(play_accounts(before.terms, (*plays(before), action)))
    return TrickAccount(
        hand_number=before.hand_number,
        number=sum(after.units),
        sides=SIDES,
        leader=made[0].seat,
        plays=made,
        winner=heading_of(made),
        size=1,
        units=after.units,
        waiting=(0,) * SEATS,
        scores=scores(after),
        hand_end=HandEnd(after.units, False, succession(after.pope, after.past)) if is_hand_over(after) else None,
        outcome=outcome(after),
    )


def outcome(state: TreikortState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_rubber_over(state):
        return None
    reached, hands = scores(state), state.hand_number
    first = tuple(side for side, score in enumerate(reached) if score == max(reached))
    if len(first) == 1:
        return Outcome(first, fact(TreikortFact.MOST_TRICKS, side=first[0], hands=hands, scores=reached))
    return Outcome(first, fact(TreikortFact.LEVEL, sides=first, hands=hands, scores=reached))


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    ended = () if account.hand_end is None else tuple(_hand_feats(account.hand_end))
    return (*_catches(account), *ended)


def _catches(account: TrickAccount) -> Iterator[SeatFeat]:
    lead, *others = account.plays
    if lead.why.kind is TreikortFact.SEVEN_LED and any(ROLL[0] in play.cards for play in others):
        yield SeatFeat(CAUGHT, lead.seat)


def _hand_feats(end: HandEnd) -> Iterator[SeatFeat]:
    if HAND_SIZE in end.units:
        yield SeatFeat(SWEPT, end.units.index(HAND_SIZE))
    if end.why is not None and end.why.kind in _ELECTED:
        yield SeatFeat(POPE, end.why.about["side"])


def play_accounts(terms: TreikortTerms, plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order."""
    at, head = 0, 0
    for index, (seat, cards) in enumerate(plays):
        place = PLACE_OF[cards[0]]
        if not index:
            head = place
            kind = TreikortFact.SEVEN_LED if BITS[place] & SEVENS else TreikortFact.LED
            yield PlayAccount(seat, cards, True, None, fact(kind, card=cards[0]))
            continue
        headed = bool(terms.beaters[head] & BITS[place])
        why = fact(_kind(terms, place, head), card=cards[0], on=ROLL[head])
        yield PlayAccount(seat, cards, headed, at, why)
        if headed:
            at, head = index, place


def _kind(terms: TreikortTerms, place: int, on: int) -> TreikortFact:
    """Return why a later card takes the head from the card that heads, or does not; both by place."""
    card, head = BITS[place], BITS[on]
    if head & SEVENS:
        return TreikortFact.SEVEN_STANDS
    if card & SEVENS:
        return TreikortFact.SEVEN_THROWN
    if terms.beaters[on] & card:
        return TreikortFact.RANK
    if not terms.beaters[place] & head:
        return TreikortFact.EQUAL_RANK if ROLL[place].rank == ROLL[on].rank else TreikortFact.EQUAL_LOW
    return TreikortFact.LOWER_RANK


def consider(state: TreikortState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play this card, and what it would do as the next play of the trick."""
    if seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    if state.turn < 0:
        return Considered(nothing_to_do(state), None)
    play = Play(seat, tuple(cards))
    refused = play_refusal(state._replace(turn=seat), play)
    if refused is not None:
        return Considered(refused, None)
    *_, made = play_accounts(state.terms, (*plays(state), play))
    if seat != state.turn:
        return Considered(fact(TreikortFact.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: TreikortState, play: Play) -> Fact | None:
    """Return why this play of the seat to play would end the rubber (§8.2), None if it would not."""
    after = apply(state, play)
    assert not isinstance(after, IllegalAction)
    end = outcome(after)
    return end.why if end else None


def beaters(state: TreikortState) -> tuple[Beaten, ...]:
    """Return what beats the card that heads the trick in progress; empty before a lead."""
    if not state.laid:
        return ()
    on = state.laid[state.heading]
    by = state.terms.beaters[on]
    kind = TreikortFact.BEATEN_BY_RANK if by else TreikortFact.HIGHEST
    kind = TreikortFact.BEATEN_BY_NONE if BITS[on] & SEVENS else kind
    return (Beaten(ROLL[on], cards_of(by & ~mask_at(state.laid)), fact(kind, on=ROLL[on])),)


def takers(state: TreikortState) -> tuple[tuple[Card, ...], ...]:
    """The plays of the seat to play that would take the head of the trick in progress."""
    if not state.laid:
        return ()
    taking = hand_of(state, state.turn) & state.terms.beaters[state.laid[state.heading]]
    return tuple((card,) for card in cards_of(taking))


def moment_of(account: TrickAccount) -> GreatMoment | None:
    """The greatest moment of a finished trick; None if it had none."""
    return greatest((GreatMoment(feat.kind, feat.seat) for feat in feats_of(account) if feat.kind in MOMENTS), MOMENTS)
