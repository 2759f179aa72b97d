"""The accounts of tricks, and of plays made or considered: what they do, with reasons (§3, §7, §8, §9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.alkort import playing
from rules.alkort.facts import (
    AlkortBookingFact,
    AlkortDenialFact,
    AlkortGainFact,
    AlkortHandEndFact,
    AlkortOutcomeFact,
    AlkortPlayFact,
    AlkortPowerFact,
    AlkortRefusalFact,
)
from rules.alkort.legality import playable, refusal
from rules.alkort.options import SEATS, SIDES, TRICKS, AlkortTerms
from rules.alkort.ranking import BITS, KINGS, LOW_EIGHTS, PLACES, QUEENS, RANKS, ROLL, SEVENS, THREES, TWOS, cards_of
from rules.alkort.state import NEEDED, AlkortState, hand_points, is_over, plays, units
from rules.core.capabilities import Beaten, Considered, GreatMoment, SeatFeat, greatest_gain
from rules.core.cards import Card, mask_at
from rules.core.contract import (
    Booking,
    Fact,
    Gain,
    HandEnd,
    Outcome,
    Play,
    PlayAccount,
    SeatAction,
    TrickAccount,
    fact,
    heading_of,
)

MUKUR, STROKE, SEVEN, RUBBISH = FEATS = ("mukur", "stroke", "seven", "rubbish")
"""A side's first five tricks, its first six or more; a trick won by a strong Seven; one won by a Two or a Three."""
MOMENTS: Final = (AlkortGainFact.STROKE, AlkortGainFact.MUKUR)
"""The kinds of great moments, the greatest first."""


def account(before: AlkortState, action: SeatAction, after: AlkortState) -> TrickAccount | None:
    """Return what the trick did that `action` completes; None if it completes none."""
    if not isinstance(action, Play) or after.laid:
        return None
    accounts = tuple(play_accounts(before.terms, (*plays(before), action), opening=not before.winners))
    is_end = after.turn < 0
    return TrickAccount(
        hand_number=before.hand_number,
        number=len(after.winners),
        sides=SIDES,
        leader=accounts[0].seat,
        plays=accounts,
        winner=heading_of(accounts),
        size=1,
        units=units(after),
        waiting=(0, 0),
        scores=after.scores,
        gains=(gain_of(after),) if is_end else (),
        denied=tuple(_denials(after.winners)) if is_end else (),
        bookings=(_booking(before, after),) if is_end else (),
        hand_end=HandEnd(units(after), False, _decision(after)) if is_end else None,
        outcome=outcome(after),
    )


def _scoring_side(after: AlkortState) -> int:
    """The side that scores in a hand that is over (§8.4)."""
    return int(units(after)[1] >= NEEDED)


def gain_of(after: AlkortState) -> Gain:
    """The points of a hand that is over, with the reason (§8.4)."""
    side = _scoring_side(after)
    points, tricks = hand_points(after.winners)[side], units(after)[side]
    kind = AlkortGainFact.MOST_TRICKS
    if points > 1:
        kind = AlkortGainFact.MUKUR if points == NEEDED else AlkortGainFact.STROKE
    return Gain(side, points, fact(kind, side=side, points=points, tricks=tricks), is_rare=points > 1)


def _denials(winners: bytes) -> Iterator[Gain]:
    """Five tricks in succession that are not the first five are no múkur (§8.4)."""
    side = winners[-1] & 1
    last = winners[-NEEDED:]
    if len(winners) > NEEDED and winners[0] & 1 != side and all(seat & 1 == side for seat in last):
        yield Gain(side, 0, fact(AlkortDenialFact.NOT_FIRST_FIVE, side=side, missed=NEEDED - 1))


def _booking(before: AlkortState, after: AlkortState) -> Booking:
    side = _scoring_side(after)
    old, new = before.scores[side], after.scores[side]
    return Booking(side, new - old, old, new, None, fact(AlkortBookingFact.HAND_SCORED, side=side, points=new - old))


def _decision(after: AlkortState) -> Fact | None:
    """Return why the hand is over before everything was played (§8.3); None if everything was."""
    side = _scoring_side(after)
    if len(after.winners) == TRICKS:
        return None
    return fact(AlkortHandEndFact.DECIDED, side=side, tricks=units(after)[side])


def outcome(state: AlkortState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    scores, target, hands = state.scores, state.terms.target, state.hand_number
    winners = tuple(side for side, score in enumerate(scores) if score == max(scores))
    if max(scores) >= target:
        return Outcome(winners, fact(AlkortOutcomeFact.ON_TARGET, side=winners[0], target=target))
    if len(winners) > 1:
        return Outcome(winners, fact(AlkortOutcomeFact.LEVEL, sides=winners, hands=hands, scores=scores))
    return Outcome(winners, fact(AlkortOutcomeFact.MOST_POINTS, side=winners[0], hands=hands, scores=scores))


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    return *_winner_feats(account), *_side_feats(account)


def _winner_feats(account: TrickAccount) -> Iterator[SeatFeat]:
    won = account.plays[account.heading]
    if won.why.kind is AlkortPlayFact.SEVEN_LED:
        yield SeatFeat(SEVEN, won.seat)
    if won.why.kind in (AlkortPlayFact.TWO_TAKES, AlkortPlayFact.THREE_TAKES):
        yield SeatFeat(RUBBISH, won.seat)


def _side_feats(account: TrickAccount) -> Iterator[SeatFeat]:
    for gain in account.gains:
        if gain.why.kind in (AlkortGainFact.MUKUR, AlkortGainFact.STROKE):
            kind = MUKUR if gain.why.kind is AlkortGainFact.MUKUR else STROKE
            yield from (SeatFeat(kind, seat) for seat in account.sides[gain.side])


class AlkortTarget(NamedTuple):
    """The target of a play: the heading card and the card led, by place, and what beats the heading card (a mask)."""

    on: int
    led: int
    beaters: int


def play_accounts(terms: AlkortTerms, plays: Sequence[Play], opening: bool) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order; `opening`: it is the first trick of a hand."""
    beaters = terms.opening_beaters if opening else terms.beaters
    led = PLACES[plays[0].cards[0]]
    yield PlayAccount(plays[0].seat, plays[0].cards, True, None, _lead_fact(led, beaters))
    heading, at = AlkortTarget(led, led, beaters[led]), 0
    for index, play in enumerate(plays[1:], 1):
        place = PLACES[play.cards[0]]
        headed = bool(BITS[place] & heading.beaters)
        kind = _taking_reason(terms, place, heading.on) if headed else _keeping_reason(terms, place, heading, beaters)
        about = {"card": ROLL[place], "on": ROLL[heading.on]}
        if kind is AlkortPlayFact.TOO_LATE:
            about["led"] = ROLL[led]
        yield PlayAccount(play.seat, play.cards, headed, at, fact(kind, **about))
        if headed:
            heading, at = AlkortTarget(place, led, beaters[place]), index


def _lead_fact(led: int, beaters: Sequence[int]) -> Fact:
    kind = AlkortPlayFact.LED
    if BITS[led] & SEVENS:
        kind = AlkortPlayFact.WORTHLESS_SEVEN_LED if beaters[led] else AlkortPlayFact.SEVEN_LED
    return fact(kind, card=ROLL[led])


def _taking_reason(terms: AlkortTerms, place: int, on: int) -> AlkortPlayFact:
    if BITS[place] & TWOS:
        return AlkortPlayFact.TWO_TAKES
    if BITS[place] & THREES:
        return AlkortPlayFact.THREE_TAKES
    if BITS[on] & SEVENS:
        return AlkortPlayFact.RANKED_ON_SEVEN
    return AlkortPlayFact.HIGHER_RANK if BITS[on] & terms.ranked else AlkortPlayFact.RANKED_ON_RUBBISH


def _keeping_reason(terms: AlkortTerms, place: int, heading: AlkortTarget, beaters: Sequence[int]) -> AlkortPlayFact:
    bit, under = BITS[place], BITS[heading.on]
    if not heading.beaters and under & SEVENS:
        return AlkortPlayFact.STRONG_SEVEN_STANDS
    if bit & SEVENS:
        return AlkortPlayFact.SEVEN_NOT_LED
    if bit & terms.ranked:
        return AlkortPlayFact.EQUAL_RANK if are_equal(bit, under) else AlkortPlayFact.LOWER_RANK
    if bit & LOW_EIGHTS:
        return AlkortPlayFact.LOW_EIGHT
    is_late = bit & (TWOS | THREES) and bit & beaters[heading.led] and not under & terms.ranked
    return AlkortPlayFact.TOO_LATE if is_late else AlkortPlayFact.RUBBISH


def are_equal(bit: int, other: int) -> bool:
    """Return whether two cards are of one rank (§2.2)."""
    both = bit | other
    return any(both & rank == both for rank in RANKS)


def consider(state: AlkortState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(SEATS):
        raise ValueError(f"no seat {seat} of {SEATS}")
    play, before = Play(seat, tuple(cards)), plays(state)
    refused = refusal(state if state.turn < 0 else state._replace(turn=seat), play)
    if refused is not None:
        return Considered(refused, None)
    *_, made = play_accounts(state.terms, (*before, play), opening=not state.winners)
    if seat != state.turn:
        return Considered(fact(AlkortRefusalFact.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: AlkortState, play: Play) -> Fact | None:
    """Return why this play of the seat to play would end the rubber at once (§9.1), None if it would not."""
    end = outcome(playing.play(state, PLACES[play.cards[0]]))
    return end.why if end else None


def beaters(state: AlkortState) -> tuple[Beaten, ...]:
    """Return what beats the card that heads the trick in progress; empty before a lead."""
    if not state.laid:
        return ()
    on = state.laid[state.heading]
    return (Beaten(ROLL[on], cards_of(state.beaters & ~mask_at(state.laid)), _power(state, on)),)


def takers(state: AlkortState) -> tuple[tuple[Card, ...], ...]:
    """The plays of the seat to play that would take the head of the trick; empty before a lead."""
    return tuple((card,) for card in cards_of(playable(state) & state.beaters)) if state.laid else ()


def _power(state: AlkortState, on: int) -> Fact:
    bit = BITS[on]
    if bit & state.terms.ranked:
        kind = AlkortPowerFact.BEATEN_BY_HIGHER if state.beaters else AlkortPowerFact.HIGHEST
    elif bit & SEVENS and not state.beaters:
        kind = AlkortPowerFact.BEATEN_BY_NONE
    elif bit & KINGS:
        kind = AlkortPowerFact.BEATEN_BY_TWOS
    else:
        kind = AlkortPowerFact.BEATEN_BY_THREES if bit & QUEENS else AlkortPowerFact.BEATEN_BY_RANKED
    return fact(kind, on=ROLL[on])


def moment_of(account: TrickAccount) -> GreatMoment | None:
    """The greatest moment of a finished trick; None if it had none."""
    return greatest_gain(account, MOMENTS)
