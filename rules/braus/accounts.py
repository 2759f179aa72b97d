"""The accounts of tricks, and of plays made or considered: what they do, with reasons (BRAUS §2, §5 to §8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.braus.facts import (
    BrausBooking,
    BrausDenial,
    BrausGain,
    BrausHandEnd,
    BrausOutcome,
    BrausPlay,
    BrausPower,
    BrausRefusal,
)
from rules.braus.legality import legal, nothing_to_play, refusal
from rules.braus.playing import FIVE, SIX, EndKind, HandScore, apply, hand_score
from rules.braus.ranking import OUTCOME_CARD, SEVENS, are_one_rank, card_of, cards_above, cards_of, mask_of
from rules.braus.state import BrausState, heading_card, is_over, outcome_card_seat, plays, trick_number
from rules.core.capabilities import Beaten, Considered, GreatMoment, SeatFeat, greatest_gain
from rules.core.cards import Card
from rules.core.contract import (
    Booking,
    Fact,
    Gain,
    HandEnd,
    IllegalAction,
    LaidCard,
    Outcome,
    Play,
    PlayAccount,
    SeatAction,
    TrickAccount,
    fact,
    heading_of,
)

CLUB_KING = card_of(OUTCOME_CARD)
JAN, KING, FOUR_SEVENS = FEATS = ("jan", "king", "four_sevens")
"""A jan of one's side; a stroke by the outcome card in one's hand; four Sevens in one play."""
MOMENTS: Final = (BrausGain.JAN,)
"""The kinds of great moments."""


def account(before: BrausState, action: SeatAction, after: BrausState) -> TrickAccount | None:
    """Return what the trick did that `action` completes, or the Sevens that it lays; None if the trick goes on."""
    if not isinstance(action, Play) or after.trick:
        return None
    done = (*plays(before), Play(action.seat, cards_of(mask_of(action.cards))))
    accounts = tuple(play_accounts(done))
    scored = hand_score(after)
    return TrickAccount(
        hand_number=before.hand_number,
        number=trick_number(before),
        sides=before.terms.sides,
        leader=done[0].seat,
        plays=accounts,
        winner=heading_of(accounts),
        size=sum(after.units) - sum(before.units),
        units=after.units,
        waiting=(0, 0),
        scores=after.scores,
        gains=() if scored is None else tuple(gains(after, scored)),
        denied=() if scored is None else tuple(_denials(after, scored)),
        bookings=() if scored is None else tuple(_bookings(before, after, scored)),
        hand_end=None
        if scored is None
        else HandEnd(after.units, scored.side is None, why_over(after, scored), scored.side),
        outcome=outcome(after),
    )


def gains(after: BrausState, scored: HandScore) -> Iterator[Gain]:
    """The strokes of a hand that is over, with the reason (§7)."""
    side = scored.side
    if side is None:
        return
    kind = {EndKind.JAN: BrausGain.JAN, EndKind.SIX: BrausGain.SIX, EndKind.KING: BrausGain.KING}[scored.kind]
    shown = {"seat": outcome_card_seat(after), "card": CLUB_KING} if kind is BrausGain.KING else {}
    why = fact(kind, side=side, points=scored.strokes, units=after.units[side], **shown)
    yield Gain(side, scored.strokes, why, is_rare=kind is BrausGain.JAN)


def _denials(after: BrausState, scored: HandScore) -> Iterator[Gain]:
    """The strokes that a side with five tricks did not get (§7.3)."""
    if max(after.units) >= SIX:
        return
    kind = BrausDenial.KING_ELSEWHERE
    if after.terms.five_all and after.units != (FIVE, FIVE):
        kind = BrausDenial.NOT_FIVE_ALL
    for side, units in enumerate(after.units):
        if units == FIVE and side != scored.side:
            yield Gain(side, 0, fact(kind, side=side, missed=1, units=units, card=CLUB_KING))


def _bookings(before: BrausState, after: BrausState, scored: HandScore) -> Iterator[Booking]:
    side = scored.side
    if side is not None:
        why = fact(BrausBooking.HAND_OVER, side=side, points=scored.strokes)
        yield Booking(side, scored.strokes, before.scores[side], after.scores[side], None, why)


def why_over(after: BrausState, scored: HandScore) -> Fact:
    """The reason for the end of a hand. It does not tell whether a Seven is still held (§11.5)."""
    if scored.kind in (EndKind.JAN, EndKind.SIX):
        assert scored.side is not None
        return fact(BrausHandEnd.SIX_TRICKS, side=scored.side, units=after.units[scored.side])
    is_void = scored.side is None
    if after.terms.dead:
        kind = BrausHandEnd.NO_LIVE_CARD_VOID if is_void else BrausHandEnd.NO_LIVE_CARD
    else:
        kind = BrausHandEnd.NOBODY_SCORES if is_void else BrausHandEnd.NOTHING_LEFT
    return fact(kind, units=after.units)


def outcome(state: BrausState) -> Outcome | None:
    """The winners and the reason; None while the rubber goes on."""
    if not is_over(state):
        return None
    scores, target = state.scores, state.terms.target
    most = max(scores)
    first = tuple(side for side, strokes in enumerate(scores) if strokes == most)
    if most >= target:
        return Outcome(first, fact(BrausOutcome.ON_TARGET, side=first[0], target=target))
    hands = state.hand_number
    if len(first) == 1:
        return Outcome(first, fact(BrausOutcome.MOST_STROKES, side=first[0], hands=hands, scores=scores))
    return Outcome(first, fact(BrausOutcome.LEVEL, sides=first, hands=hands, scores=scores))


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    return tuple(_feats(account))


def _feats(account: TrickAccount) -> Iterator[SeatFeat]:
    for play in account.plays:
        if mask_of(play.cards) == SEVENS:
            yield SeatFeat(FOUR_SEVENS, play.seat)
    for gain in account.gains:
        if gain.why.kind is BrausGain.JAN:
            yield from (SeatFeat(JAN, seat) for seat in account.sides[gain.side])
        if gain.why.kind is BrausGain.KING:
            yield SeatFeat(KING, gain.why.about["seat"])


def play_accounts(plays: Sequence[Play]) -> Iterator[PlayAccount]:
    """The account of each play of a trick, in order, or of a laying of Sevens."""
    over: int | None = None
    for index, play in enumerate(plays):
        headed = bool(play.cards)
        laid = () if over is None or not headed else (LaidCard(play.cards[0], plays[over].cards[0]),)
        yield PlayAccount(play.seat, play.cards, headed, over, _why(play, None if over is None else plays[over]), laid)
        over = index if headed else over


def _why(play: Play, under: Play | None) -> Fact:
    """The reason of a play; `under`: the heading play, None for a lead."""
    cards = mask_of(play.cards)
    if cards & SEVENS:
        return fact(BrausPlay.SEVENS_LAID, cards=play.cards, units=len(play.cards))
    if under is None:
        return fact(BrausPlay.LED, card=play.cards[0])
    (on,) = under.cards
    if not cards:
        return fact(BrausPlay.PASSED, on=on)
    kind = BrausPlay.SUIT if are_one_rank(cards, mask_of(under.cards)) else BrausPlay.RANK
    return fact(kind, card=play.cards[0], on=on)


def consider(state: BrausState, seat: int, cards: Sequence[Card]) -> Considered:
    """Return whether this seat may play these cards, and what they would do as the next play of the trick."""
    if seat not in range(state.terms.seats):
        raise ValueError(f"no seat {seat} of {state.terms.seats}")
    if state.turn < 0:
        return Considered(nothing_to_play(state), None)
    refused = refusal(state._replace(turn=seat), Play(seat, tuple(cards)))
    if refused is not None:
        return Considered(refused, None)
    play = Play(seat, cards_of(mask_of(cards)))
    *_, made = play_accounts((*plays(state), play))
    if seat != state.turn:
        return Considered(fact(BrausRefusal.NOT_YOUR_TURN, seat=seat, turn=state.turn), made)
    return Considered(None, made, _end(state, play))


def _end(state: BrausState, play: Play) -> Fact | None:
    """Return why this play would end the rubber by a sixth trick (§6.1), None if it would not.

    An end by §6.2 is not told before: who holds the outcome card is secret.
    """
    after = apply(state, play)
    assert not isinstance(after, IllegalAction)
    over = outcome(after)
    return over.why if over is not None and max(after.units) >= SIX else None


def beaters(state: BrausState) -> tuple[Beaten, ...]:
    """Return what beats the heading card (§2.3)."""
    heading = heading_card(state)
    if not heading:
        return ()
    higher, on = cards_above(heading), card_of(heading)
    why = fact(BrausPower.BEATEN_BY_RANK if higher else BrausPower.BEATEN_BY_NONE, on=on)
    return (Beaten(on, cards_of(higher), why),)


def takers(state: BrausState) -> tuple[tuple[Card, ...], ...]:
    """The plays of the seat to play that would take the head; in this game every card that may be played does."""
    return tuple(play.cards for play in legal(state) if play.cards) if state.trick else ()


def moment_of(account: TrickAccount) -> GreatMoment | None:
    """The greatest moment of a finished trick; None if it had none."""
    return greatest_gain(account, MOMENTS)
