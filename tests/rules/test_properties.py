"""Properties of every rubber, by rubbers drawn at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from copy import copy
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.cards import Card, card
from rules.core.contract import Event, FactKind, IllegalAction, Lasting, Phase, Play, Shuffle, TrickAccount
from rules.voormsi import game as voormsi
from rules.voormsi.facts import DenialFact, GainFact, RefusalFact
from rules.voormsi.playing import play
from rules.voormsi.ranking import cards_of, mask_of
from rules.voormsi.state import SHIFTS, AskedHand, State, VoormsiPhase, hand_of, is_toqutsit_gone
from tests.rules.golden import facts_of
from tests.rules.positions import PACK, random_rubber

seats = st.sampled_from(voormsi.seats)


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, dict[str, str]]:
    """A number of seats and options that they can have."""
    number = draw(seats)
    options = {option.name: draw(st.sampled_from(option.choices)) for option in voormsi.options}
    if number == 2:
        options["deal"] = "four"
    return number, options


def positions(seed: int, number: int, options: Mapping[str, str], most: int = 60) -> list[State]:
    """Some states of a random rubber, in all phases."""
    steps = itertools.islice(random_rubber(seed, number, options), 400)
    states = [after for _, _, after in steps]
    return random.Random(seed).sample(states, min(most, len(states)))


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=25)
def test_cards_are_conserved(table: tuple[int, dict[str, str]], seed: int) -> None:
    played: set[object] = set()
    for _, action, after in itertools.islice(random_rubber(seed, *table), 300):
        if isinstance(action, Shuffle):
            played = set()
            continue
        assert not played & set(action.cards)
        played |= set(action.cards)
        hands = [set(cards_of(hand_of(after, seat))) for seat in range(table[0])]
        stock = after.stock
        assert sum(map(len, hands)) + len(played) + stock == len(PACK)
        assert not any(hand & played for hand in hands)
        assert sum(map(len, voormsi.dealt_cards(after))) == len(PACK) - stock


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=20)
def test_every_legal_play_is_accepted_and_every_other_refused_with_a_reason(
    table: tuple[int, dict[str, str]], seed: int
) -> None:
    for state in positions(seed, *table, most=6):
        plays = voormsi.legal(state)
        acts = voormsi.phase(state) in (Phase.PLAY, VoormsiPhase.PROOF)
        assert bool(plays) == acts == (voormsi.turn(state) is not None)
        if voormsi.phase(state) is VoormsiPhase.PROOF:
            plays = []
        may = {frozenset(play.cards) for play in plays}
        assert len(may) == len(plays)
        hand = cards_of(hand_of(state, max(state.turn, 0)))
        foreign = next(each for each in PACK if each not in hand)
        for size in range(1, 5):
            for group in (*itertools.combinations(hand, size), (foreign, *hand[: size - 1])):
                backwards = tuple(reversed(group))
                step = voormsi.apply(state, Play(state.turn, backwards))
                assert isinstance(step, IllegalAction) != (frozenset(group) in may)
                if isinstance(step, IllegalAction):
                    assert isinstance(step.why.kind, RefusalFact)


@given(tables(), st.integers(0, 10**6), st.integers(-3, 7))
@settings(max_examples=25)
def test_nobody_plays_out_of_turn_or_after_the_end(table: tuple[int, dict[str, str]], seed: int, seat: int) -> None:
    for state in positions(seed, *table):
        for each in PACK[:: len(PACK) // 6]:
            if seat != state.turn or state.turn < 0:
                assert isinstance(voormsi.apply(state, Play(seat, (each,))), IllegalAction)


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=25)
def test_permuting_what_a_seat_cannot_see_leaves_its_view_equal(table: tuple[int, dict[str, str]], seed: int) -> None:
    chance = random.Random(seed)
    for state in positions(seed, *table):
        for seat in (None, *range(table[0])):
            assert voormsi.view(permuted(state, seat, chance), seat) == voormsi.view(state, seat)


def permuted(state: State, seat: int | None, chance: random.Random) -> State:
    """The state with the cards that `seat` does not see dealt anew into the same places."""
    number = state.terms.seats
    top = len(PACK) - state.stock
    others = [other for other in range(number) if other != seat]
    unseen = [each for other in others for each in cards_of(hand_of(state, other))]
    unseen += [PACK[place] for place in state.deck[top:]]
    chance.shuffle(unseen)
    hands = hand_of(state, seat) << SHIFTS[seat] if seat is not None else 0
    for other in others:
        size = hand_of(state, other).bit_count()
        hands |= mask_of(unseen[:size]) << SHIFTS[other]
        del unseen[:size]
    deck = state.deck[:top] + bytes(PACK.index(each) for each in unseen)
    return replace(
        state, hands=hands, deck=deck, shown=reshown(state, seat, chance), proofs=reproved(state, seat, chance)
    )


def reproved(state: State, seat: int | None, chance: random.Random) -> tuple[AskedHand, ...]:
    """The hands that could be asked for, with other cards where `seat` has not seen them (§11.4)."""
    return tuple(
        one if one.asker == seat else one._replace(hand=mask_of(chance.sample(PACK, 3))) for one in state.proofs
    )


def reshown(state: State, seat: int | None, chance: random.Random) -> tuple[tuple[int, int, int], ...]:
    """The hands shown in this hand, with other cards where `seat` was not shown them (§11.4)."""
    side = state.terms.side
    return tuple(
        (of, trick, hand if seat is not None and side[of] != side[seat] else mask_of(chance.sample(PACK, 3)))
        for of, trick, hand in state.shown
    )


@pytest.mark.slow
@given(tables(), st.integers(0, 10**6))
@settings(max_examples=25)
def test_what_is_shown_is_the_hand_beside_voormsi_until_the_next_deal(
    table: tuple[int, dict[str, str]], seed: int
) -> None:
    beside: tuple[Card, ...] = ()
    shown: list[Event] = []
    for before, action, after in itertools.islice(random_rubber(seed, table[0], {**table[1], "proof": "shown"}), 400):
        if isinstance(action, Shuffle):
            shown = []
        elif card("KH") in action.cards:
            beside = tuple(each for each in cards_of(hand_of(before, action.seat)) if each not in action.cards)
        account = voormsi.account(before, action, after) if isinstance(action, Play) else None
        if account is not None and any(gain.why.kind is GainFact.VOORMSI_WINS for gain in account.gains):
            winner = account.plays[account.winner or 0].seat
            shown.append(Event("shown", winner, beside, trick=account.number + 1, lasting=Lasting.PLAYED))
        assert account is None or account.shown == tuple(one.seat for one in shown if one.trick == account.number + 1)
        for seat, side in itertools.product(range(table[0]), voormsi.view(after, None).sides):
            if seat in side:
                assert voormsi.view(after, seat).events == tuple(one for one in shown if one.seat not in side)
        assert voormsi.view(after, None).events == ()


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=25)
def test_scores_stay_within_the_ladder_and_on_the_target_only_at_the_end(
    table: tuple[int, dict[str, str]], seed: int
) -> None:
    for _, _, after in itertools.islice(random_rubber(seed, *table), 600):
        view = voormsi.view(after, None)
        assert all(0 <= score <= (view.target or 0) for score in view.scores)
        if view.phase is Phase.OVER:
            assert view.outcome is not None
            assert set(view.waiting) == {0}
        else:
            assert view.target not in view.scores
            assert view.outcome is None


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=40)
def test_the_account_of_every_trick_agrees_with_the_score(table: tuple[int, dict[str, str]], seed: int) -> None:
    for before, action, after in itertools.islice(random_rubber(seed, *table), 400):
        if not isinstance(action, Play):
            continue
        account = voormsi.account(before, action, after)
        public = voormsi.view(after, None)
        assert (account is not None) == (not public.trick or public.outcome is not None)
        if account is not None:
            _agrees(account, before, after)


def _agrees(account: TrickAccount, before: State, after: State) -> None:
    old, new = voormsi.view(before, None), voormsi.view(after, None)
    assert (account.units, account.waiting, account.scores) == (new.units, new.waiting, new.scores)
    assert account.outcome == new.outcome
    lost = {gain.side: gain.why.about["missed"] for gain in account.denied if _is_lost(gain.why.kind)}
    for side in range(len(old.sides)):
        gained = sum(gain.points for gain in account.gains if gain.side == side)
        booked = [booking for booking in account.bookings if booking.side == side]
        points = sum(booking.points for booking in booked)
        assert old.waiting[side] + gained - points - lost.get(side, 0) == new.waiting[side]
        if account.winner is not None:
            assert (booked[0].after if booked else old.scores[side]) == new.scores[side]
        for booking in booked:
            reached = booking.before + booking.points
            assert booking.after == (reached if booking.bounced is None else 2 * (old.target or 0) - reached)
    assert all(why.kind.paragraph == why.paragraph for why in facts_of(account) if isinstance(why.kind, FactKind))


def _is_lost(kind: object) -> bool:
    return kind in (DenialFact.SWEEP, DenialFact.TOO_LATE, DenialFact.LOST_ALL, DenialFact.WON_UNBOOKED)


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=30)
def test_the_play_that_heads_is_the_last_that_took_the_head(table: tuple[int, dict[str, str]], seed: int) -> None:
    for before, action, after in itertools.islice(random_rubber(seed, *table), 300):
        account = voormsi.account(before, action, after) if isinstance(action, Play) else None
        if account is not None and account.winner is not None:
            heads = [index for index, play in enumerate(account.plays) if play.headed]
            assert heads[-1] == account.winner
            assert [account.plays[index].over for index in heads] == [None, *heads[:-1]]
            view = voormsi.view(before, None)
            assert view.heading == max(index for index in heads if index < len(view.trick))


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=20)
def test_toqutsit_is_gone_when_nobody_can_play_it_any_more(table: tuple[int, dict[str, str]], seed: int) -> None:
    gone = False
    for _, action, after in itertools.islice(random_rubber(seed, *table), 300):
        gone = not isinstance(action, Shuffle) and (gone or card("JC") in action.cards)
        if after.hand_number:
            assert is_toqutsit_gone(after) == gone


def test_refused_actions_change_nothing_and_leave_the_state_usable() -> None:
    for state in positions(11, 4, {}):
        before = copy(state)
        voormsi.apply(state, Play(9, (PACK[0],)))
        voormsi.apply(state, Shuffle(PACK[:3]))
        assert play(state, mask_of(PACK) & ~hand_of(state, state.turn)) is not None
        assert state == before


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=40)
def test_a_play_in_place_makes_of_a_copy_what_apply_returns(table: tuple[int, dict[str, str]], seed: int) -> None:
    for before, action, after in itertools.islice(random_rubber(seed, *table), 300):
        if isinstance(action, Play):
            changed = copy(before)
            assert play(changed, mask_of(action.cards)) is None
            assert changed == after
            assert before != after
