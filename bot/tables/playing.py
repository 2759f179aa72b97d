"""The actions at a table in play: cut, deal, play, the end of a hand and a rubber; moving and closing a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from bot.ledger.entries import Entries
from bot.tables import actions
from bot.tables.automatic_plays import FORCED, LAST, QUEUED, STOOD_IN, awaits_last_card, is_forced
from bot.tables.deals import ChainedProof, DealProof, SaltedProof, with_plays
from bot.tables.person_statistics import TableStatistics, count_trick, with_deadline
from bot.tables.seat_holders import AFTER_MOVES, Holder, PlayPlace, StandIn
from bot.tables.table import (
    Chain,
    Feat,
    HandDeal,
    HandMoment,
    HandResult,
    Seat,
    Stage,
    Table,
    charge,
    end_refusal,
    handles,
    opener_refusal,
    present_play,
    seats_with,
)
from bot.texts.notices import Notice, Refusal, fact
from rules.core.capabilities import HasGreatMoments, offers
from rules.core.contract import Fact, Gain, Game, IllegalAction, Phase, Play, SeatAction, Shuffle, TrickAccount


@handles(actions.Cut, Stage.PLAYING)
def _cut(table: Table, action: actions.Cut) -> Table | Fact:
    step = table.rules.apply(table.state, Shuffle(action.deck))
    return step.why if isinstance(step, IllegalAction) else replace(table, state=step, cuts=action.number + 1)


@handles(actions.Bind, Stage.PLAYING)
def _bind(table: Table, action: actions.Bind) -> Table:
    return replace(table, chain=Chain(action.secret, action.commitment))


@handles(actions.Bound, Stage.PLAYING)
def _note_binding(table: Table, action: actions.Bound) -> Table | Fact:
    chain = table.chain
    if chain is None or chain.message is not None:
        return fact(Notice.AS_IT_IS, table=table.name)
    return replace(table, chain=chain._replace(message=action.message, link=action.link))


@handles(actions.Unbind, Stage.PLAYING)
def _unbind(table: Table, _: actions.Unbind) -> Table:
    return table if table.chain is None else replace(table, chain=table.chain._replace(is_spent=True))


@handles(actions.Deal, Stage.PLAYING)
def _deal(table: Table, action: actions.Deal) -> Table | Fact:
    before = table.view(None)
    step = table.rules.apply(table.state, Shuffle(action.deck))
    if isinstance(step, IllegalAction):
        return step.why
    number = before.hand_number + 1
    dealt = max(map(len, table.rules.dealt_cards(step)))
    proof: DealProof = SaltedProof(action.salt, action.digest)
    chain = table.chain
    if action.step and chain is not None:
        proof = ChainedProof(chain.commitment, chain.link, action.step, action.key)
        chain = chain._replace(dealt=action.step)
    hand = HandDeal(number, action.deck, proof, before.scores, dealt)
    return replace(table, state=step, hand=hand, chain=chain, ready=frozenset())


@handles(actions.Ready, Stage.PLAYING)
def _note_ready(table: Table, action: actions.Ready) -> Table | Fact:
    if action.by not in table.humans:
        return fact(Refusal.NOT_AT_TABLE, table=table.name)
    if table.paused:
        return table.pause_refusal()
    if table.phase is not Phase.DEAL or table.hand is None or table.hand.number != action.hand:
        return fact(Notice.AS_IT_IS, table=table.name)
    return replace(table, ready=table.ready | {action.by})


@handles(actions.TakeTurn, Stage.PLAYING)
def _play(table: Table, action: actions.TakeTurn) -> Table | Fact:
    if refused := _play_refusal(table, action):
        return refused
    play = action.done
    step = table.rules.apply(table.state, play)
    if isinstance(step, IllegalAction):
        return step.why
    account = table.rules.account(table.state, play, step)
    seats = _charge_time(table, action)
    is_back = table.seats[action.seat].away is not None and seats[action.seat].away is None
    statistics = _count_kept_deadline(table, action)
    hand = _with_play(cast(HandDeal, table.hand), play, action.how, account)
    if account is not None:
        people = [seat.person for seat in seats]
        statistics = count_trick(statistics, people, table.rules, account, _stood_in(hand, account))
    after = replace(
        table,
        state=step,
        seats=seats,
        came_back=table.seq + 1 if is_back else table.came_back,
        missing=None,
        returned=None,
        hand=hand,
        stand_ins=_with_stand_in(table, action),
        last_trick=account or table.last_trick,
        feats=table.feats if account is None else (*table.feats, *_feats(account)),
        statistics=statistics,
    )
    if account is not None and (account.hand_end or account.outcome):
        return _end_hand(table, after, account)
    return after


def _with_play(hand: HandDeal, play: SeatAction, how: str, account: TrickAccount | None) -> HandDeal:
    marked = ((len(hand.plays), how),) if how else ()
    tricks = () if account is None else (account,)
    return replace(hand, plays=(*hand.plays, play), marked=(*hand.marked, *marked), tricks=(*hand.tricks, *tricks))


def timed(hand: HandDeal | None, at: int) -> HandDeal | None:
    """Return a hand with the time of its last action, if that has none yet."""
    if hand is None or len(hand.times) == len(hand.plays):
        return hand
    return replace(hand, times=(*hand.times, at))


def _with_stand_in(table: Table, action: actions.TakeTurn) -> Entries[StandIn]:
    if action.how not in STOOD_IN:
        return table.stand_ins
    place = table.next_place if action.kind else table.next_place._replace(move=AFTER_MOVES)
    return table.stand_ins.with_entry(StandIn(action.seat, place))


def _stood_in(hand: HandDeal, account: TrickAccount) -> frozenset[int]:
    """Return which plays of the trick that has just ended computers made for people."""
    plays = [index for index, done in enumerate(hand.plays) if isinstance(done, Play)]
    plays = plays[len(plays) - len(account.plays) :]
    return frozenset(plays.index(index) for index, how in hand.marked if how in STOOD_IN and index in plays)


def _feats(account: TrickAccount | None) -> Iterator[Feat]:
    """Yield what to remember of a trick."""
    if account is not None:
        for gain in account.gains:
            if gain.is_by_card or gain.is_rare:
                yield Feat(account.hand_number, gain, _earned_at(gain, account))
        yield from (Feat(account.hand_number, booking) for booking in account.bookings if booking.bounced is not None)


def _earned_at(gain: Gain, account: TrickAccount) -> PlayPlace | None:
    """Return the place of the play that earned a gain; None if it is no seat's."""
    by = [index for index, play in enumerate(account.plays) if play.seat == gain.why.about.get("seat")]
    return PlayPlace(account.hand_number, account.number, by[-1]) if by else None


def _play_refusal(table: Table, action: actions.TakeTurn) -> Fact | None:
    """Return why the person may not make this play now, the rules of the game aside; None if they may."""
    seat = table.seats[action.seat]
    if action.by is None:
        came_again = table.is_alone and table.returned == action.seat  # older records have a computer's play then
        is_absent = table.missing == action.seat or seat.away is not None or came_again
        needs_no_press = seat.kind is Holder.COMPUTER or is_absent
        may = {FORCED: is_forced, LAST: awaits_last_card}.get(action.how, lambda _: needs_no_press)
        return None if may(table) else fact(Refusal.NOT_AT_TABLE, table=table.name)
    if table.paused:
        return table.pause_refusal()
    if seat.person != action.by:
        return fact(Refusal.NOT_AT_TABLE, table=table.name)
    if action.hand is not None and (action.hand, action.nth) != present_play(table, action.seat):
        return fact(Notice.AS_IT_IS, table=table.name)
    return fact(Refusal.BETWEEN_HANDS, table=table.name) if table.phase in (Phase.CUT, Phase.DEAL) else None


def _charge_time(table: Table, action: actions.TakeTurn) -> tuple[Seat, ...]:
    """Return the seats after a play, with its time charged. A person who presses is no longer away."""
    if action.by is None:
        return table.seats
    seat = charge(table, action.seat, action.took)
    seat = seat._replace(missed=0, away=seat.away if action.how == QUEUED else None)
    return seats_with(table, action.seat, seat)


def _count_kept_deadline(table: Table, action: actions.TakeTurn) -> TableStatistics:
    """Return the statistics after a play, which keeps a deadline if there is one."""
    if action.by is None or not table.has_deadlines:
        return table.statistics
    return with_deadline(table.statistics, action.by, is_kept=True)


def _end_hand(before: Table, after: Table, account: TrickAccount) -> Table:
    hand = cast(HandDeal, after.hand)
    result = HandResult(
        number=hand.number,
        dealer=cast(int, before.view(None).dealer),
        dealt=before.rules.dealt_cards(before.state),  # the last trick draws nothing
        dealt_first=hand.dealt,
        units=account.units,
        void=bool(account.hand_end and account.hand_end.void),
        why=account.hand_end.why if account.hand_end else None,
        winner=account.hand_end.winner if account.hand_end else None,
        unfinished=bool(account.hand_end and account.hand_end.unfinished),
        outcome=account.outcome,
        scores_before=hand.scores_before,
        scores=account.scores,
        deck=hand.deck,
        proof=hand.proof,
        bookings=tuple(booking for trick in hand.tricks for booking in trick.bookings),
        gains=tuple(gain for trick in hand.tricks for gain in trick.gains),
        moment=greatest_moment(before.rules, hand.tricks),
    )
    stage = Stage.OVER if account.outcome else Stage.PLAYING
    plays = with_plays(after.plays_digest, hand.plays)
    return replace(after, last_hand=result, way=(*after.way, account.scores), stage=stage, plays_digest=plays)


def greatest_moment(game: Game[Any], tricks: Sequence[TrickAccount]) -> HandMoment | None:
    """Return the greatest moment of a hand, of several the last."""
    if not offers(game, HasGreatMoments):
        return None
    found = [HandMoment(trick.number, what) for trick in reversed(tricks) if (what := game.moment_of(trick))]
    return min(found, key=lambda moment: game.great_moments.index(moment.what.kind), default=None)


@handles(actions.MoveTable)
def _move(table: Table, action: actions.MoveTable) -> Table | Fact:
    return _organiser_refusal(table, action) or replace(table, channel=action.channel)


@handles(actions.Close)
def _close(table: Table, action: actions.Close) -> Table | Fact:
    if refused := _organiser_refusal(table, action):
        return refused
    if action.by is not None:
        return replace(table, stage=Stage.CLOSED, closed=fact(Notice.CLOSED, table=table.name, person=action.by))
    why = (
        Notice.EXPIRED if table.stage is Stage.LOBBY else Notice.ALL_LEFT if table.match is None else Notice.CUP_DECIDED
    )
    return replace(table, stage=Stage.CLOSED, closed=fact(why, table=table.name))


def _organiser_refusal(table: Table, action: actions.MoveTable | actions.Close) -> Fact | None:
    """Return why the person may not move or close the table; None if they, or the clock, may."""
    if table.stage in (Stage.OVER, Stage.CLOSED):
        return end_refusal(table)
    may = action.by is None or action.manager or action.by == table.opener
    return None if may else opener_refusal(table)
