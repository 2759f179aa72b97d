"""Properties of every rubber of Karnöffel, by rubbers drawn at random."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import replace
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.cards import Card
from rules.core.contract import IllegalAction, Imagined, Phase, Play, SeatAction, Shuffle
from rules.karnoffel import game as karnoffel
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.options import SIDES, TO_WIN
from rules.karnoffel.playing import play
from rules.karnoffel.ranking import FULL, cards_of, mask_of
from rules.karnoffel.state import SHIFTS, KarnoffelState, hand_of, turned_cards
from tests.rules.karnoffel.tables import PACK, random_rubber

AUDIENCES = (None, 0, 1, 2, 3)
seeds = st.integers(0, 10**6)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, str]:
    """Options of a table; its rubber is short."""
    options = {option.name: draw(st.sampled_from(option.choices)) for option in karnoffel.options}
    return {**options, "target": draw(st.sampled_from("123"))}


def positions(seed: int, options: dict[str, str], most: int) -> list[KarnoffelState]:
    """Some states of a random rubber, in all phases."""
    states = [after for *_, after in random_rubber(seed, options)]
    return random.Random(seed).sample(states, min(most, len(states)))


@given(tables(), seeds)
@settings(max_examples=25)
def test_a_rubber_ends_with_the_target_or_after_its_hands(options: dict[str, str], seed: int) -> None:
    *_, (_, _, state) = random_rubber(seed, options)
    view = karnoffel.view(state, None)
    assert view.outcome is not None
    assert max(view.scores) == int(options["target"]) or options["length"] == f"hands:{view.hand_number}"
    assert sum(view.scores) == view.hand_number


@given(tables(), seeds)
@settings(max_examples=15)
def test_exactly_the_legal_plays_are_accepted(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options, 15):
        legal = karnoffel.legal(state)
        assert bool(legal) == (karnoffel.phase(state) is Phase.PLAY)
        for seat in range(4):
            for each in PACK:
                step = karnoffel.apply(state, Play(seat, (each,)))
                assert isinstance(step, IllegalAction) != (Play(seat, (each,)) in legal)
                assert not isinstance(step, IllegalAction) or isinstance(step.why.kind, KarnoffelFact)


@given(tables(), seeds)
@settings(max_examples=15)
def test_refused_plays_change_nothing_and_plays_in_place_do_what_apply_does(options: dict[str, str], seed: int) -> None:
    for before, action, after in random_rubber(seed, options):
        if isinstance(action, Play):
            changed = copy(before)
            assert play(changed, FULL & ~hand_of(before, action.seat)) is not None
            assert play(changed, mask_of(PACK, 0) & hand_of(before, (action.seat + 1) % 4)) is not None
            assert changed == before
            assert play(changed, mask_of(action.cards, before.chosen)) is None
            assert changed == after


@given(tables(), seeds)
@settings(max_examples=20)
def test_cards_and_tricks_are_conserved(options: dict[str, str], seed: int) -> None:
    gone: set[Card] = set()
    for before, action, after in random_rubber(seed, options):
        if isinstance(action, Shuffle):
            gone = set()
            continue
        gone |= {*action.cards}
        held = [{*cards_of(hand_of(after, seat), after.chosen)} for seat in range(4)]
        dealt = {*chain(*karnoffel.dealt_cards(after))}
        assert sum(map(len, held)) + len(gone) == len(dealt) == 20
        assert gone.union(*held) == dealt
        account = karnoffel.account(before, action, after)
        if account is None:
            assert after.units == before.units
            continue
        assert account.winner is not None
        winner = account.plays[account.winner].seat
        gained = [now - then for now, then in zip(account.units, before.units, strict=True)]
        assert gained == [winner in side for side in SIDES]
        assert karnoffel.turn(after) == (None if account.hand_end else winner)
        assert {card for one in account.plays for card in one.cards} == {*action.cards} | {
            card for one in karnoffel.view(before, None).trick for card in one.cards
        }
        enough = max(account.units) == TO_WIN if options["stop"] == "three" else sum(account.units) == 5
        assert (account.hand_end is not None) is enough


@given(tables(), seeds)
@settings(max_examples=15)
def test_views_agree_with_the_state(options: dict[str, str], seed: int) -> None:
    for before, action, after in random_rubber(seed, options):
        for seat in AUDIENCES:
            view = karnoffel.view(after, seat)
            assert view.turn == karnoffel.turn(after)
            assert view.actions == (tuple(karnoffel.legal(after)) if seat == after.turn else ())
            assert len(view.trick) + len(view.to_play) == (4 if view.phase is Phase.PLAY else 0)
            assert [card for group in view.groups for card in group.cards] == [*view.hand]
            if view.heading is not None:
                (beaten,) = karnoffel.beaters(after)
                assert view.trick[view.heading].cards == (beaten.on,)
            if seat is not None:
                made = karnoffel.view(before, seat).plays_made if isinstance(action, Play) else 0
                assert view.plays_made == made + (action.seat == seat if isinstance(action, Play) else 0)
                assert view.hand_sizes[seat] == len(view.hand)
                assert {*view.known[seat]} <= {*view.hand} if view.known else not view.hand


@given(tables(), seeds)
@settings(max_examples=20)
def test_permuting_what_a_seat_cannot_see_leaves_all_that_it_is_told_equal(options: dict[str, str], seed: int) -> None:
    chance = random.Random(seed)
    for state in positions(seed, options, 15):
        for seat in AUDIENCES:
            other = permuted(state, seat, chance)
            assert karnoffel.view(other, seat) == karnoffel.view(state, seat)
            assert karnoffel.beaters(other) == karnoffel.beaters(state)
            if seat is not None:
                for each in (*cards_of(hand_of(state, seat), state.chosen), *chance.sample(PACK, 3)):
                    assert karnoffel.consider(other, seat, (each,)) == karnoffel.consider(state, seat, (each,))
                if seat == state.turn:
                    assert karnoffel.legal(other) == karnoffel.legal(state)
                    assert karnoffel.takers(other) == karnoffel.takers(state)
                    for one in karnoffel.legal(state):
                        accounts = [karnoffel.account(each, one, after(each, one)) for each in (state, other)]
                        assert accounts[0] == accounts[1]


def after(state: KarnoffelState, action: SeatAction) -> KarnoffelState:
    step = karnoffel.apply(state, action)
    assert not isinstance(step, IllegalAction)
    return step


def permuted(state: KarnoffelState, seat: int | None, chance: random.Random) -> KarnoffelState:
    """The state with the cards that `seat` does not see dealt anew into the same places."""
    if not state.hand_number:
        return state
    shown = mask_of(turned_cards(state), state.chosen)
    others = [other for other in range(4) if other != seat]
    kept = [hand_of(state, other) & shown if other != seat else hand_of(state, other) for other in range(4)]
    played = {card for hand in karnoffel.dealt_cards(state) for card in hand} - {
        card for other in range(4) for card in cards_of(hand_of(state, other), state.chosen)
    }
    seen = played | {*cards_of(sum(kept) | shown, state.chosen)}
    unseen = [each for each in PACK if each not in seen]
    chance.shuffle(unseen)
    for other in others:
        for _ in range(hand_of(state, other).bit_count() - kept[other].bit_count()):
            kept[other] |= mask_of([unseen.pop()], state.chosen)
    first = bytes(state.deck[:4])
    rest = [number for number in state.deck if number not in first]
    chance.shuffle(rest)
    hands = sum(hand << shift for hand, shift in zip(kept, SHIFTS, strict=True))
    return replace(state, hands=hands, deck=first + bytes(rest))


@given(tables(), seeds)
@settings(max_examples=20)
def test_what_is_considered_is_what_happens(options: dict[str, str], seed: int) -> None:
    for before, action, after in random_rubber(seed, options):
        if not isinstance(action, Play):
            continue
        found = karnoffel.consider(before, action.seat, action.cards)
        assert found.refused is None
        assert found.play is not None
        assert found.play.headed == (not before.laid or action.cards in karnoffel.takers(before))
        account = karnoffel.account(before, action, after)
        assert found.ends == (account.outcome.why if account and account.outcome else None)
        if account is not None:
            assert account.plays[-1] == found.play
            assert karnoffel.topics_of(account) <= {*karnoffel.topics}
            assert {feat.kind for feat in karnoffel.feats_of(account)} <= {*karnoffel.feats}
        following = (action.seat + 1) % 4
        for card in karnoffel.view(before, following).hand[-1:]:
            early = karnoffel.consider(before, following, (card,))
            assert early.refused is not None
            assert early.refused.kind in (KarnoffelFact.NOT_YOUR_TURN, KarnoffelFact.DEVIL_BARRED)


@given(tables(), seeds)
@settings(max_examples=20)
def test_a_deck_is_imagined_for_every_running_hand(options: dict[str, str], seed: int) -> None:
    start, plays = karnoffel.start(4, options), list[SeatAction]()
    for before, action, after in random_rubber(seed, options):
        if isinstance(action, Shuffle):
            start, plays = before, []
            continue
        plays.append(action)
        if after.turn < 0:
            continue
        for found in (
            karnoffel.imagine(start, plays),
            karnoffel.imagine_dealt(start, _deck(after)[:4], plays),
        ):
            assert isinstance(found, Imagined)
            assert found.actions == (*plays,)


def _deck(state: KarnoffelState) -> tuple[Card, ...]:
    return tuple(Card(number) for number in state.deck)


def test_of_plays_that_there_cannot_be_the_first_is_told() -> None:
    *_, (start, _, _) = (step for step in random_rubber(4, {}) if isinstance(step[1], Shuffle))
    eldest = (start.dealer + 2) % 4
    plays = [Play(eldest, (PACK[0],)), Play((eldest + 1) % 4, (PACK[0],))]
    found = karnoffel.imagine(start, plays)
    assert isinstance(found, tuple)
    assert not isinstance(found, Imagined)
    assert (found[0], found[1].why.kind) == (1, KarnoffelFact.NOT_YOUR_CARD)
