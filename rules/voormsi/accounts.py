"""The accounts of tricks: their plays, points, bookings and feats, with reasons (RULES §9, §10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.core.capabilities import GreatMoment, SeatFeat, greatest
from rules.core.cards import Card
from rules.core.contract import Booking, Gain, HandEnd, Play, PlayAccount, SeatAction, TrickAccount, fact, heading_of
from rules.voormsi import playing, scoring
from rules.voormsi.explain import outcome, play_accounts
from rules.voormsi.facts import BookingFact, DenialFact, GainFact, HandEndFact, OutcomeFact
from rules.voormsi.ranking import ORDER, mask_of
from rules.voormsi.state import State, is_toqutsit_gone, plays, scores, tricks, units, waiting
from rules.voormsi.trick import BARRED, EXECUTED, LOST, SPARED, THREE_ON_EXECUTIONER, THREE_ON_VOORMSI

TOQUTSIT, VOORMSI, THREE = ORDER[0], ORDER[1], ORDER[-1]
OWN_EXECUTION, OWN_LOSS = FEATS = ("executed", "lost")
"""A Voormsi that was executed with Toqutsit; one's own Voormsi that headed a trick which another side won."""
BOUNCE: Final = "bounce"
MOMENTS: Final = (
    OutcomeFact.OWN_VOORMSI, OutcomeFact.ON_TARGET, HandEndFact.ALL_TAKEN, GainFact.THREE_TAKES_TOQUTSIT,
    GainFact.TOQUTSIT_EXECUTES, GainFact.VOORMSI_WINS, BOUNCE,
)  # fmt: skip
"""The kinds of great moments, the greatest first."""


class TrickState(NamedTuple):
    """A finished trick: the states before and after its last play, its plays, and its flags (see `trick`)."""

    before: State
    after: State
    plays: tuple[PlayAccount, ...]
    flags: int

    @property
    def heading(self) -> int:
        return heading_of(self.plays)

    @property
    def winner(self) -> PlayAccount:
        return self.plays[self.heading]

    @property
    def side(self) -> int:
        """The winner's side."""
        return self.side_of(self.winner.seat)

    @property
    def units(self) -> tuple[int, ...]:
        """The units of the hand after the trick, by side."""
        return units(self.after)

    @property
    def is_cut_short(self) -> bool:
        return bool(self.flags & LOST)

    def side_of(self, seat: int) -> int:
        return self.before.terms.side[seat]

    def find(self, card: Card) -> int | None:
        """The index of the play with this card, None if there is none."""
        return next((index for index, play in enumerate(self.plays) if card in play.cards), None)

    def seat(self, card: Card) -> int:
        """The seat that played this card to the trick."""
        return next(play.seat for play in self.plays if card in play.cards)


def account(before: State, action: SeatAction, after: State) -> TrickAccount | None:
    """Return what the trick did that `action` completes or cuts short; None if it does neither."""
    if not isinstance(action, Play) or (after.laid and not after.flags & LOST):
        return None
    laid = (*plays(before), Play(action.seat, tuple(sorted(action.cards, key=ORDER.index))))
    accounts = tuple(play_accounts(before.terms, laid))
    flags = playing.flags_after(before, mask_of(action.cards), accounts[-1].headed)
    trick = TrickState(before, after, accounts, flags)
    gains = () if trick.is_cut_short else tuple(_gains(trick))
    bookings = () if trick.is_cut_short else tuple(_bookings(trick, gains))
    end = _hand_end(trick) if after.turn < 0 else None
    return TrickAccount(
        hand_number=before.hand_number,
        number=tricks(before) + 1,
        sides=before.terms.sides,
        leader=laid[0].seat,
        plays=trick.plays,
        winner=None if trick.is_cut_short else trick.heading,
        size=len(action.cards),
        units=trick.units,
        gains=gains,
        denied=(*_denials(trick), *_losses(trick, gains, bookings)),
        bookings=bookings,
        waiting=waiting(after),
        scores=scores(after),
        shown=tuple(seat for seat, *_ in after.shown[len(before.shown) :]),
        hand_end=end,
        outcome=outcome(after),
    )


def _hand_end(trick: TrickState) -> HandEnd:
    void = _is_void(trick)
    why = fact(HandEndFact.ALL_TAKEN, side=trick.side) if void else None
    return HandEnd(trick.units, void, why, unfinished=trick.is_cut_short or not _is_hand_played(trick.after))


def _gains(trick: TrickState) -> Iterator[Gain]:
    terms, side = trick.before.terms, trick.side
    before, after = units(trick.before)[side], trick.units[side]
    points = scoring.fifth_points(before, after)
    if points:
        why = fact(GainFact.UNITS, side=side, points=points, units=after, first=after - points + 1, last=after)
        yield Gain(side, points, why)
    if scoring.first_five_points(terms.first_five, trick.before.units, side, after):
        yield Gain(side, 1, fact(GainFact.FIRST_FIVE, side=side, points=1, units=after))
    last = trick.heading == terms.plays - 1
    points = scoring.special_points(trick.flags, last)
    if points:
        yield _special(trick, points)


def _special(trick: TrickState, points: int) -> Gain:
    """The gain of a special point (§9.4 to §9.8)."""
    side, seat = trick.side, trick.winner.seat
    if trick.flags & THREE_ON_VOORMSI:
        kind, card, on = GainFact.THREE_TAKES_VOORMSI, THREE, VOORMSI
    elif trick.flags & THREE_ON_EXECUTIONER:
        kind, card, on = GainFact.THREE_TAKES_TOQUTSIT, THREE, TOQUTSIT
    elif trick.flags & EXECUTED:
        kind, card, on = GainFact.TOQUTSIT_EXECUTES, TOQUTSIT, VOORMSI
    else:
        return Gain(side, points, fact(GainFact.VOORMSI_WINS, side=side, points=points, seat=seat, card=VOORMSI))
    why = fact(kind, side=side, points=points, seat=seat, card=card, on=on, of=trick.seat(on))
    return Gain(side, points, why)


def _denials(trick: TrickState) -> Iterator[Gain]:
    """Special points (§9.4 to §9.8) that a player might have expected but that are not earned."""
    if trick.is_cut_short:
        return
    won, seat, side = trick.winner.cards, trick.winner.seat, trick.side
    if VOORMSI in won and (kind := _voormsi_denial(trick)):
        beside = {DenialFact.TOQUTSIT_BESIDE: {"toqutsit": TOQUTSIT}, DenialFact.THREE_BESIDE: {"three": THREE}}
        yield _denial(kind, side, scoring.VOORMSI_WON, seat=seat, card=VOORMSI, **beside.get(kind, {}))
    if TOQUTSIT in won and _is_voormsi_thrown(trick):
        of = trick.seat(VOORMSI)
        yield _denial(DenialFact.VOORMSI_NOT_HEADING, side, scoring.EXECUTION, seat=seat, card=TOQUTSIT, of=of)
    if trick.flags & THREE_ON_EXECUTIONER:
        executioner = trick.seat(TOQUTSIT)
        own = trick.side_of(executioner)
        yield _denial(DenialFact.EXECUTION_CANCELLED, own, scoring.EXECUTION, seat=executioner, card=TOQUTSIT, of=seat)
    if trick.flags & SPARED:
        spared, of = trick.seat(TOQUTSIT), trick.seat(VOORMSI)
        yield _denial(DenialFact.MERCY, trick.side_of(spared), 0, seat=spared, card=TOQUTSIT, on=VOORMSI, of=of)
    if any(laid == (THREE, TOQUTSIT) for laid in trick.winner.laid) and not trick.flags & THREE_ON_EXECUTIONER:
        kind = DenialFact.MERCY_ENDS_THREE if trick.flags & SPARED else DenialFact.THREE_ON_TOQUTSIT
        yield _denial(
            kind, side, scoring.EXECUTIONER_TAKEN, seat=seat, card=THREE, on=TOQUTSIT, of=trick.seat(TOQUTSIT)
        )


def _denial(kind: DenialFact, side: int, missed: int, **about: object) -> Gain:
    return Gain(side, 0, fact(kind, side=side, missed=missed, **about))


def _voormsi_denial(trick: TrickState) -> DenialFact | None:
    """Return why Voormsi earned nothing by winning. That its player held Toqutsit comes last: it reveals a card."""
    if trick.heading == trick.before.terms.plays - 1:
        return DenialFact.VOORMSI_LAST
    if not trick.flags & BARRED:
        return None
    if TOQUTSIT in trick.winner.cards:
        return DenialFact.TOQUTSIT_BESIDE
    if _was_toqutsit_gone(trick):
        return DenialFact.TOQUTSIT_GONE
    return DenialFact.THREE_BESIDE if THREE in trick.winner.cards else DenialFact.TOQUTSIT_HELD


def _was_toqutsit_gone(trick: TrickState) -> bool:
    """Return whether Toqutsit had been played before the winning play."""
    in_trick = trick.find(TOQUTSIT)
    return is_toqutsit_gone(trick.before) if in_trick is None else in_trick < trick.heading


def _is_voormsi_thrown(trick: TrickState) -> bool:
    """Return whether an opponent had played Voormsi, without it heading, before Toqutsit won the trick (§9.5)."""
    voormsi = trick.find(VOORMSI)
    return (
        voormsi is not None
        and voormsi < trick.heading
        and not trick.plays[voormsi].headed
        and trick.side_of(trick.plays[voormsi].seat) != trick.side
    )


def _bookings(trick: TrickState, gains: tuple[Gain, ...]) -> Iterator[Booking]:
    """The bookings of the trick's losers, then at the end of the hand the winner's (§10.1)."""
    before, after, winner = trick.before, trick.after, trick.side
    if _is_void(trick):
        return
    for side, points in enumerate(waiting(before)):
        if points and side != winner:
            first = before.terms.loser_first and _is_hand_played(after)
            yield _booking(trick, side, points, BookingFact.LOSER_FIRST if first else BookingFact.LOST_TRICK)
    points = waiting(before)[winner] + sum(gain.points for gain in gains)
    if points and _is_hand_played(after) and not _is_forestalled(trick):
        yield _booking(trick, winner, points, BookingFact.HAND_END)


def _booking(trick: TrickState, side: int, points: int, kind: BookingFact) -> Booking:
    before, after = scores(trick.before)[side], scores(trick.after)[side]
    bounced = scoring.climb_to(trick.before.terms.target, before, points).bounced
    return Booking(side, points, before, after, bounced, fact(kind, side=side, points=points))


def _is_forestalled(trick: TrickState) -> bool:
    """Return whether the loser of the last trick, who books first, has won (§11.3)."""
    terms = trick.before.terms
    out = [side for side, score in enumerate(scores(trick.after)) if score == terms.target]
    return terms.loser_first and any(side != trick.side for side in out)


def _is_hand_played(after: State) -> bool:
    """Return whether all cards have been played."""
    return not after.hands and not after.stock


def _is_void(trick: TrickState) -> bool:
    return trick.before.terms.units in trick.units


def _losses(trick: TrickState, gains: tuple[Gain, ...], bookings: tuple[Booking, ...]) -> Iterator[Gain]:
    """Waiting points that are lost: the hand is void (§9.3), or another side has won (§9.6, §10.3)."""
    if trick.after.turn >= 0:
        return
    for side, points in enumerate(waiting(trick.before)):
        waited = points + sum(gain.points for gain in gains if gain.side == side)
        if waited and all(booking.side != side for booking in bookings):
            yield Gain(side, 0, fact(_loss(trick, side), side=side, missed=waited))


def _loss(trick: TrickState, side: int) -> DenialFact:
    """Return why waiting points of a side are lost at the end of a hand."""
    if _is_void(trick):
        return DenialFact.SWEEP
    if not trick.is_cut_short:
        return DenialFact.TOO_LATE
    return DenialFact.LOST_ALL if side == trick.side else DenialFact.WON_UNBOOKED


def feats_of(account: TrickAccount) -> tuple[SeatFeat, ...]:
    """The feats of a finished trick."""
    executed = [gain.why for gain in account.gains if gain.why.kind is GainFact.TOQUTSIT_EXECUTES]
    return *(SeatFeat(OWN_EXECUTION, why.about["seat"]) for why in executed), *_lost_voormsis(account)


def _lost_voormsis(account: TrickAccount) -> Iterator[SeatFeat]:
    if account.winner is None:
        return
    winner = account.plays[account.winner].seat
    (winners,) = (side for side in account.sides if winner in side)
    for play in account.plays:
        if play.headed and VOORMSI in play.cards and play.seat not in winners:
            yield SeatFeat(OWN_LOSS, play.seat)


def moment_of(account: TrickAccount) -> GreatMoment | None:
    """The greatest moment of a finished trick; None if it had none."""
    return greatest(_moments(account), MOMENTS)


def _moments(account: TrickAccount) -> Iterator[GreatMoment]:
    reasons = [gain.why for gain in account.gains]
    reasons += [end.why for end in (account.hand_end, account.outcome) if end is not None and end.why is not None]
    yield from (GreatMoment.told_by(why) for why in reasons if why.kind in MOMENTS)
    yield from (GreatMoment(BOUNCE, booking.side) for booking in account.bookings if booking.bounced is not None)
