"""Properties of every rubber of Bräus, by rubbers drawn at random."""

from __future__ import annotations

import itertools
import random
from collections import Counter

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.braus import game as braus
from rules.braus.facts import BrausFact, BrausRefusal
from rules.braus.ranking import LIVE, OUTCOME_CARD, SEVENS, cards_of, mask_of
from rules.braus.state import BrausState
from rules.core.contract import Action, IllegalAction, Imagined, Phase, Play, Shuffle, TrickAccount
from rules.notation import from_json, public, read, record, to_json, write
from tests.rules.braus.positions import PACK, after, random_rubber
from tests.rules.golden import facts_of

BrausTable = tuple[int, dict[str, str]]
BrausStep = tuple[BrausState, Action, BrausState]
seeds = st.integers(0, 10**6)
tables = st.tuples(
    st.sampled_from(braus.seats),
    st.fixed_dictionaries({one.name: st.sampled_from(one.choices) for one in braus.options}),
)


def steps(seed: int, table: BrausTable, most: int = 150) -> list[BrausStep]:
    return list(itertools.islice(random_rubber(seed, *table), most))


def some(seed: int, table: BrausTable, most: int) -> list[BrausState]:
    """Some states of a random rubber, in all phases."""
    states = [state for _, _, state in steps(seed, table)]
    return random.Random(seed).sample(states, min(most, len(states)))


def hands(seed: int, table: BrausTable) -> list[tuple[BrausState, list[BrausStep]]]:
    """The first hands of a random rubber: the state before the deal, and the steps after it."""
    found: list[tuple[BrausState, list[BrausStep]]] = []
    for step in steps(seed, table):
        before, action, _ = step
        if isinstance(action, Play):
            found[-1][1].append(step)
        elif braus.phase(before) is Phase.DEAL:
            found.append((before, []))
    return found


@given(tables, seeds)
@settings(max_examples=30)
def test_every_random_rubber_ends_with_a_result(table: BrausTable, seed: int) -> None:
    *_, (_, _, last) = random_rubber(seed, *table)
    view = braus.view(last, None)
    assert view.outcome is not None
    most = max(view.scores)
    assert view.outcome.winners == tuple(side for side, score in enumerate(view.scores) if score == most)
    assert most >= int(table[1]["target"]) or table[1]["length"] == f"hands:{view.hand_number}"


@given(tables, seeds)
@settings(max_examples=30)
def test_cards_are_conserved_and_duds_stay(table: BrausTable, seed: int) -> None:
    for _, play_steps in hands(seed, table):
        gone = 0
        for _, action, state in play_steps:
            gone |= mask_of(action.cards)
            held = [cards_of(hand) for hand in state.hands]
            assert Counter((*itertools.chain(*held), *cards_of(gone))) == Counter(PACK)
            assert not gone & ~(LIVE | SEVENS)
            assert tuple(map(len, held)) == braus.view(state, None).hand_sizes


@given(tables, seeds)
@settings(max_examples=30)
def test_every_legal_play_is_accepted_and_every_other_refused_with_a_reason(table: BrausTable, seed: int) -> None:
    for state in some(seed, table, most=5):
        may = {frozenset(play.cards) for play in braus.legal(state)}
        assert bool(may) == (braus.phase(state) is Phase.PLAY)
        held = cards_of(state.hands[max(state.turn, 0)]) if state.hands else ()
        foreign = next(card for card in PACK if card not in held)
        for size in range(5):
            for group in (*itertools.combinations(held, size), (*held[: size - 1], foreign)):
                step = braus.apply(state, Play(state.turn, tuple(reversed(group))))
                assert isinstance(step, IllegalAction) == (frozenset(group) not in may)
                assert not isinstance(step, IllegalAction) or isinstance(step.why.kind, BrausRefusal)


@given(tables, seeds, st.integers(-3, 9))
@settings(max_examples=30)
def test_nobody_plays_out_of_turn_or_after_the_end(table: BrausTable, seed: int, seat: int) -> None:
    for state in some(seed, table, most=30):
        for cards in ((), PACK[:1], PACK[18:19], PACK[18:22]):
            if seat != state.turn or state.turn < 0:
                assert isinstance(braus.apply(state, Play(seat, cards)), IllegalAction)


@given(tables, seeds)
@settings(max_examples=20)
def test_what_a_seat_cannot_see_changes_nothing_of_what_it_is_told(table: BrausTable, seed: int) -> None:
    chance = random.Random(seed)
    for before, action, state in chance.sample(steps(seed, table), 8):
        for seat in (None, *range(table[0])):
            other = permuted(state, seat, chance)
            view = braus.view(state, seat)
            assert braus.view(other, seat) == view
            assert braus.beaters(other) == braus.beaters(state)
            if seat is None:
                continue
            for cards in ((), *((card,) for card in view.hand), *view.legal):
                assert braus.consider(other, seat, cards) == braus.consider(state, seat, cards)
            if isinstance(action, Play) and action.seat == seat and state.turn >= 0:
                moved = permuted(before, seat, chance)
                assert braus.legal(moved) == braus.legal(before)
                assert braus.account(moved, action, after(moved, action)) == braus.account(before, action, state)


def permuted(state: BrausState, seat: int | None, chance: random.Random) -> BrausState:
    """The state with the cards that `seat` does not see dealt anew; after a hand the outcome card stays."""
    if not state.hands:
        return state
    fixed = OUTCOME_CARD if state.turn < 0 else 0
    unseen = [card for other, hand in enumerate(state.hands) if other != seat for card in cards_of(hand & ~fixed)]
    chance.shuffle(unseen)
    new = []
    for other, hand in enumerate(state.hands):
        size = 0 if other == seat else (hand & ~fixed).bit_count()
        new.append(hand if other == seat else mask_of(unseen[:size]) | hand & fixed)
        del unseen[:size]
    return state._replace(hands=tuple(new), deck=bytes(chance.sample(state.deck, len(state.deck))))


@given(tables, seeds)
@settings(max_examples=20)
def test_accounts_conserve_tricks_and_strokes(table: BrausTable, seed: int) -> None:
    for _, play_steps in hands(seed, table):
        units, number = [0, 0], 0
        for before, action, state in play_steps:
            account = braus.account(before, action, state)  # type: ignore[arg-type]
            assert (account is None) == bool(state.trick)
            if account is None:
                continue
            number += 1
            assert account.number == number == braus.view(before, None).trick_number
            assert account.winner is not None
            units[account.plays[account.winner].seat % 2] += account.size
            assert account.units == state.units == tuple(units)
            _agrees(account, before, state)


def _agrees(account: TrickAccount, before: BrausState, state: BrausState) -> None:
    assert (account.scores, account.outcome) == (state.scores, braus.view(state, None).outcome)
    assert (account.hand_end is not None) == (state.turn < 0)
    for side in range(2):
        gained = account.points_for(side)
        assert gained == sum(one.points for one in account.bookings if one.side == side)
        assert before.scores[side] + gained == account.scores[side]
    assert len(account.gains) <= 1
    assert account.hand_end is None or account.hand_end.void == (not account.gains)
    for why in facts_of(account):
        assert isinstance(why.kind, BrausFact)
        assert why.kind.paragraph == why.paragraph
        assert why.paragraph in braus.paragraphs


@given(tables, seeds)
@settings(max_examples=30)
def test_views_agree_with_what_was_played(table: BrausTable, seed: int) -> None:
    for _, play_steps in hands(seed, table):
        made = Counter[int]()
        for before, action, state in play_steps:
            assert isinstance(action, Play)
            public_before = braus.view(before, None)
            assert public_before.turn == public_before.to_play[0] == action.seat
            assert len(public_before.trick) + len(public_before.to_play) == public_before.trick_plays == table[0]
            made[action.seat] += 1
            for seat in range(table[0]):
                view = braus.view(state, seat)
                assert view.plays_made == made[seat]
                assert view.actions == (tuple(braus.legal(state)) if seat == state.turn else ())
                assert tuple(card for group in view.groups for card in group.cards) == view.hand
            if state.trick:
                view = braus.view(state, None)
                heading = [index for index, play in enumerate(view.trick) if play.cards][-1]
                assert (view.heading, view.follow) == (heading, 1)


@given(tables, seeds)
@settings(max_examples=30)
def test_every_running_hand_can_be_imagined_from_its_public_part(table: BrausTable, seed: int) -> None:
    chance = random.Random(seed)
    for start, play_steps in hands(seed, table)[:3]:
        plays = [action for _, action, _ in play_steps if isinstance(action, Play)]
        running = sum(state.turn >= 0 for _, _, state in play_steps)
        for count in (0, running, chance.randint(0, running)):
            found = braus.imagine(start, plays[:count])
            assert isinstance(found, Imagined)
            assert found.actions == tuple(plays[:count])
            state = after(start, found.shuffle)
            for play in plays[:count]:
                state = after(state, play)
            assert braus.phase(state) is Phase.PLAY


@example(table=(4, {}), seed=523)  # the play that ends the hand is followed by others
@given(tables, seeds)
@settings(max_examples=20)
def test_of_an_impossible_hand_the_first_impossible_play_is_named(table: BrausTable, seed: int) -> None:
    chance = random.Random(seed)
    start, play_steps = hands(seed, table)[0]
    plays = [action for _, action, state in play_steps if isinstance(action, Play) and state.turn >= 0]
    at = chance.randrange(len(plays))
    cards = chance.choice([(), tuple(chance.sample(PACK, 2)), (chance.choice(PACK),)])
    plays[at] = Play(chance.choice([plays[at].seat, chance.randint(-1, 7)]), cards)
    found = braus.imagine(start, plays)
    if isinstance(found, Imagined):
        state = after(start, found.shuffle)
        for play in plays:
            state = after(state, play)
        return
    index, refusal = found
    assert at <= index < len(plays)
    assert isinstance(refusal.why.kind, BrausRefusal)
    assert isinstance(braus.imagine(start, plays[:index]), Imagined)


@given(tables, seeds, st.integers(0, 200))
@settings(max_examples=30)
def test_a_record_of_any_moment_is_written_and_read_the_same(table: BrausTable, seed: int, count: int) -> None:
    actions = [action for _, action, _ in random_rubber(seed, *table)][:count]
    whole = record(braus, [f"P{seat}" for seat in range(table[0])], table[1], actions)
    for one in (whole, public(whole)):
        assert read(write(one)) == one == from_json(to_json(one))


def test_a_shuffle_is_not_among_the_legal_actions() -> None:
    state = braus.start(4, {})
    assert braus.legal(state) == ()
    assert braus.turn(after(state, Shuffle(PACK))) is None
