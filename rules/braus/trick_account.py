"""The account of a finished trick or of Sevens laid: its plays, and what the end of a hand brought (BRAUS §5 to §8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.braus.explain import play_accounts
from rules.braus.facts import BrausBooking, BrausDenial, BrausGain, BrausHandEnd
from rules.braus.outcome import outcome
from rules.braus.playing import hand_score
from rules.braus.ranking import OUTCOME_CARD, card_of, mask_of, named
from rules.braus.scoring import FIVE, SIX, EndKind, HandScore
from rules.braus.state import BrausState, outcome_card_seat, plays, trick_number
from rules.core.contract import Booking, Fact, Gain, HandEnd, Play, SeatAction, TrickAccount, heading_of
from rules.core.facts import fact

KING = card_of(OUTCOME_CARD)


def account(before: BrausState, action: SeatAction, after: BrausState) -> TrickAccount | None:
    """Return what the trick did that `action` completes, or the Sevens that it lays; None if the trick goes on."""
    if not isinstance(action, Play) or after.trick:
        return None
    done = (*plays(before), Play(action.seat, named(mask_of(action.cards))))
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
        denied=() if scored is None else tuple(_denied(after, scored)),
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
    shown = {"seat": outcome_card_seat(after), "card": KING} if kind is BrausGain.KING else {}
    why = fact(kind, side=side, points=scored.strokes, units=after.units[side], **shown)
    yield Gain(side, scored.strokes, why, is_rare=kind is BrausGain.JAN)


def _denied(after: BrausState, scored: HandScore) -> Iterator[Gain]:
    """The strokes that a side with five tricks did not get (§7.3)."""
    if max(after.units) >= SIX:
        return
    kind = BrausDenial.KING_ELSEWHERE
    if after.terms.five_all and after.units != (FIVE, FIVE):
        kind = BrausDenial.NOT_FIVE_ALL
    for side, units in enumerate(after.units):
        if units == FIVE and side != scored.side:
            yield Gain(side, 0, fact(kind, side=side, missed=1, units=units, card=KING))


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
