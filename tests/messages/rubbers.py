"""Random rubbers, and all their scenes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from bot.messages.hand.consider import BeatsScene, ConfirmScene, MayScene
from bot.messages.hand.hand_scene import HandScene, own_cards
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.result.result import ResultScene
from bot.messages.score.ladders import LadderScene
from bot.messages.table.deal import DealtScene, SummaryScene
from bot.messages.table.table import FinishedTrick, TableScene
from bot.messages.table.trick import TrickScene
from bot.messages.table.why import WhyScene
from bot.tables.advice import Advice
from bot.tables.deals import SaltedProof
from bot.tables.playing import greatest_moment
from bot.tables.seat_holders import SeatHolder
from bot.tables.table import HandResult
from bot.texts.notices import AdviceReason, fact
from rules.core.cards import Card, cards
from rules.core.contract import Phase, Play, Shuffle, TrickAccount, View
from rules.registry import game
from tests.messages.given import OPTIONS, head

VOORMSI: Any = game("voormsi")
KINDS: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {}),
    (2, {"proof": "shown", "forced_execution": "mercy"}),
    (3, {"deal": "all", "proof": "shown"}),
    (3, {"spade_king": "on_lead_too"}),
    (4, {}),
    (4, {"deal": "all", "both_out": "loser_first", "forced_execution": "mercy"}),
    (4, {"length": "hands:2"}),
    (3, {"deal": "all", "proof": "shown", "length": "hands:2"}),
)
OFTEN: Final = {1, 6, 7}
"""The kinds that the default run takes, one for each size, one of them to the target; the long one takes all."""
EVERY_KIND: Final = pytest.mark.parametrize(
    ("seats", "changes"),
    [pytest.param(*kind, marks=() if number in OFTEN else pytest.mark.slow) for number, kind in enumerate(KINDS)],
)


@dataclass(frozen=True)
class RubberStep:
    """A rubber after one action: its state, the trick that it finished, the hand's deck, and its tricks so far."""

    state: Any
    account: TrickAccount | None
    deck: tuple[Card, ...]
    tricks: tuple[FinishedTrick, ...] = ()
    _views: dict[int | None, View] = field(default_factory=dict)

    def view(self, seat: int | None) -> View:
        if seat not in self._views:
            self._views[seat] = VOORMSI.view(self.state, seat)
        return self._views[seat]


def options(changes: dict[str, str]) -> dict[str, str]:
    return {**OPTIONS, **changes}


def rubber(seats: int, changes: dict[str, str], seed: int) -> Iterator[RubberStep]:
    """Every moment of a random rubber; sets are led as often as single cards where they are possible."""
    chance = random.Random(seed)
    state = VOORMSI.start(seats, options(changes))
    deck: tuple[Card, ...] = ()
    tricks: tuple[FinishedTrick, ...] = ()
    while (phase := VOORMSI.phase(state)) is not Phase.OVER:
        account = None
        if phase is Phase.PLAY:
            play = _chosen(VOORMSI.legal(state), chance)
            before, state = state, VOORMSI.apply(state, play)
            account = VOORMSI.account(before, play, state)
            tricks += (FinishedTrick(account, (), ()),) if account else ()
        else:
            tricks = ()
            deck = tuple(chance.sample(VOORMSI.pack, 36))
            state = VOORMSI.apply(state, Shuffle(deck))
        yield RubberStep(state, account, deck, tricks)


def _chosen(plays: Any, chance: random.Random) -> Play:
    sizes = sorted({len(play.cards) for play in plays})
    size = chance.choice(sizes)
    found: Play = chance.choice([play for play in plays if len(play.cards) == size])
    return found


def table(seats: int, changes: dict[str, str], holders: tuple[SeatHolder, ...]) -> TableContext:
    return head(holders[:seats], options=options(changes))


def public(moment: RubberStep, of: TableContext) -> Iterator[tuple[str, Scene]]:
    """The public posts of a moment, each with its key."""
    view, account = moment.view(None), moment.account
    if view.phase is Phase.PLAY:
        lying = moment.tricks[-1].account if moment.tricks and not view.trick else None
        trick = TrickScene(of, view.hand_number, view.trick_number, view, lying)
        done = moment.tricks if lying is None else moment.tricks[:-1]
        yield f"table:{view.hand_number}", TableScene(of, view.hand_number, done, trick)
    elif account is not None:
        result = SummaryScene(of, view.sides, view.target, _result(moment, account, of), True)
        hand = account.hand_number
        yield f"table:{hand}", TableScene(of, hand, moment.tricks, None, result)
    if account is not None and account.outcome:
        way = (account.scores,) * account.hand_number
        yield "result", ResultScene(of, view.sides, view.target, account.outcome, account.scores, way)


def _result(moment: RubberStep, account: TrickAccount, of: TableContext) -> HandResult:
    void = account.hand_end is not None and account.hand_end.void
    dealt = VOORMSI.dealt_cards(moment.state)
    first = 4 if of.options["deal"] == "four" else len(dealt[0])
    bookings = tuple(booking for trick in moment.tricks for booking in trick.account.bookings)
    first_of = {booking.side: booking for booking in reversed(bookings)}
    before = tuple(first_of[side].before if side in first_of else score for side, score in enumerate(account.scores))
    return HandResult(
        account.hand_number,
        0,
        dealt,
        first,
        account.units,
        void,
        before,
        account.scores,
        moment.deck,
        SaltedProof("ab" * 32, "0f" * 32),
        bookings=bookings,
        gains=tuple(gain for trick in moment.tricks for gain in trick.account.gains),
        unfinished=bool(account.hand_end and account.hand_end.unfinished),
        outcome=account.outcome,
        moment=greatest_moment(VOORMSI, [trick.account for trick in moment.tricks]),
    )


def private(moment: RubberStep, of: TableContext) -> Iterator[tuple[int, Scene]]:
    """The private scenes: the deal, the ladders, each seat's hand in its DM and elsewhere, the reasons for a trick."""
    view, account = moment.view(None), moment.account
    if account is not None:
        hand = account.hand_number
        yield 0, LadderScene(of, view.sides, account.scores, account.waiting, view.target, account, hand)
        if account.hand_end or account.outcome:
            yield 0, SummaryScene(of, view.sides, view.target, _result(moment, account, of), True)
            yield from hands_over(moment, account, of)
    elif view.phase is Phase.PLAY and not view.trick:
        yield 0, DealtScene(of, view, "0f" * 32, "")
    for seat in range(len(of.holders)):
        view = moment.view(seat)
        yield seat, HandScene(of, view, True, results=results(moment, seat))
        if view.turn != seat:
            yield seat, HandScene(of, own_cards(view), True, now=view)
        yield seat, HandScene(of, view, False, may_ask=view.is_own_turn, advice=advice(moment, seat))
        yield seat, WhyScene(of, moment.account)
        yield seat, beats_scene(moment, of, seat)
        yield seat, MayScene(of, view)
        yield from ((seat, may_scene(moment, of, seat, asked)) for asked in (view.hand[:1], view.hand[:4]) if asked)


def advice(moment: RubberStep, seat: int) -> Advice | None:
    """The last action of a seat on turn, with all that may be said for one; None if others are to play."""
    for action in moment.view(seat).actions[-1:]:
        considered = VOORMSI.consider(moment.state, seat, action.cards) if isinstance(action, Play) else None
        return Advice(action, considered, tuple(map(fact, AdviceReason)))
    return None


def results(moment: RubberStep, seat: int) -> tuple[TrickAccount, ...]:
    """The last trick, as long as a seat has not played to the next one."""
    has_played = any(play.seat == seat for play in moment.view(None).trick)
    return () if has_played else tuple(trick.account for trick in moment.tricks[-1:])


def hands_over(moment: RubberStep, account: TrickAccount, of: TableContext) -> Iterator[tuple[int, HandScene]]:
    """The end of a hand in the message of each seat."""
    for seat in range(len(of.holders)):
        view = moment.view(seat)
        end = SummaryScene(of, view.sides, view.target, _result(moment, account, of), True)
        yield seat, HandScene(of, own_cards(view), True, results=(account,), ended=end)


def beats_scene(moment: RubberStep, of: TableContext, seat: int | None) -> BeatsScene:
    view = moment.view(seat)
    heading = None if view.heading is None else view.trick[view.heading]
    return BeatsScene(of, heading, VOORMSI.beaters(moment.state), view.turn, seat, view.hand)


def may_scene(moment: RubberStep, of: TableContext, seat: int, asked: tuple[Card, ...]) -> MayScene:
    return MayScene(of, moment.view(seat), asked, VOORMSI.consider(moment.state, seat, asked))


def confirm_scenes(moment: RubberStep, of: TableContext) -> Iterator[ConfirmScene]:
    """The confirmations for the seat to play: for its first legal play, and for one of the largest."""
    view = moment.view(moment.view(None).turn)
    for wanted in {view.legal[0], max(view.legal, key=len)} if view.legal else ():
        considered = VOORMSI.consider(moment.state, moment.state.turn, wanted)
        yield ConfirmScene(of, view, wanted, considered)


def first_trick(plays: str) -> TrickAccount:
    """The account of the first trick of a hand with four players, in which seat 0 leads."""
    played = [cards(play.split(",")) for play in plays.split()]
    state = VOORMSI.start(4, options({}))
    order = sorted(VOORMSI.pack, key=VOORMSI.pack.index)
    cut = [order[0], order[2], order[7], order[20]]
    state = VOORMSI.apply(state, Shuffle((*cut, *[card for card in order if card not in cut])))
    used = {card for play in played for card in play}
    rest = iter([card for card in order if card not in used])
    hands = [[*play, *(next(rest) for _ in range(4 - len(play)))] for play in played]
    deck = [hands[seat][round_] for round_ in range(4) for seat in range(4)]
    state = VOORMSI.apply(state, Shuffle((*deck, *rest)))
    account: TrickAccount | None = None
    for seat, play in enumerate(played):
        before, state = state, VOORMSI.apply(state, Play(seat, play))
        account = VOORMSI.account(before, Play(seat, play), state)
    assert account is not None
    return account
