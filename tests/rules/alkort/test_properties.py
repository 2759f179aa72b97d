"""Properties of every rubber of Alkort, by rubbers drawn at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.alkort import game as alkort
from rules.alkort.facts import AlkortRefusalFact
from rules.alkort.state import AlkortPhase, AlkortState
from rules.core.cards import CARDS, Card
from rules.core.contract import (
    Action,
    Event,
    IllegalAction,
    Move,
    Phase,
    Play,
    SeatAction,
    Shuffle,
    TrickAccount,
)
from tests.rules.alkort.positions import PACK, SEATS, random_rubber

seeds = st.integers(0, 10**6)
tables = st.fixed_dictionaries({option.name: st.sampled_from(option.choices) for option in alkort.options})


def positions(seed: int, options: Mapping[str, str], most: int) -> list[AlkortState]:
    """Some states of a random rubber, in all phases; those of the exchange, which are rare, before the others."""
    states = [after for _, _, after in random_rubber(seed, options)]
    rare = [state for state in states if alkort.phase(state) is AlkortPhase.EXCHANGE][: most // 3]
    return rare + random.Random(seed).sample(states, min(most - len(rare), len(states)))


@given(tables, seeds)
@settings(max_examples=25)
def test_a_rubber_ends_since_one_side_scores_in_each_hand(options: dict[str, str], seed: int) -> None:
    *_, (_, _, last) = random_rubber(seed, options)
    view = alkort.view(last, None)
    assert view.target is not None
    assert view.hand_number <= 2 * view.target - 1
    assert view.outcome is not None
    assert max(view.scores) < view.target + 9


@pytest.mark.slow
@given(tables, seeds)
@settings(max_examples=20)
def test_cards_are_conserved(options: dict[str, str], seed: int) -> None:
    played: set[Card] = set()
    for _, action, after in itertools.islice(random_rubber(seed, options), 200):
        if alkort.phase(after) is Phase.DEAL and isinstance(action, Shuffle):
            continue
        played = (
            set() if isinstance(action, Shuffle) else played | ({*action.cards} if isinstance(action, Play) else set())
        )
        hands = [set(alkort.view(after, seat).hand) for seat in range(SEATS)]
        assert not set().union(*hands) & played
        is_taken = alkort.view(after, None).stock == 0
        assert sum(map(len, hands)) + len(played) == 36
        assert sum(map(len, alkort.dealt_cards(after))) == 36 + 8 * is_taken


@given(tables, seeds)
@settings(max_examples=20)
def test_every_legal_action_is_accepted_and_every_other_refused_with_a_reason(
    options: dict[str, str], seed: int
) -> None:
    for state in positions(seed, options, 6):
        may = list(alkort.legal(state))
        assert bool(may) == alkort.view(state, None).is_in_hand == (alkort.turn(state) is not None)
        tried: list[SeatAction] = [Move(seat, "decline") for seat in range(SEATS)]
        for seat, card in itertools.product((-1, *range(SEATS + 1)), CARDS):
            tried += [Play(seat, (card,)), Move(seat, "keep", (card,)), Move(seat, "keep", (card,), to=1)]
            tried += [Play(seat, (card, PACK[0])), Move(seat, "keep", (card,), hidden=True)]
        assert {*may} <= {*tried}
        for action in tried:
            step = alkort.apply(state, action)
            assert isinstance(step, IllegalAction) != (action in may)
            if isinstance(step, IllegalAction):
                assert isinstance(step.why.kind, AlkortRefusalFact)


@given(tables, seeds)
@settings(max_examples=20)
def test_views_agree_with_the_state(options: dict[str, str], seed: int) -> None:
    made = [0] * SEATS
    for _, action, state in itertools.islice(random_rubber(seed, options), 150):
        if isinstance(action, Shuffle):
            made = [0] * SEATS
        else:
            made[action.seat] += 1
        turn = alkort.turn(state)
        public = alkort.view(state, None)
        assert (public.turn, public.phase, public.hand, public.actions) == (turn, alkort.phase(state), (), ())
        assert len(public.to_play) == (SEATS - len(public.trick) if public.phase is Phase.PLAY else 0)
        assert public.trick_number == sum(public.units) + public.is_in_hand
        for seat in range(SEATS):
            view = alkort.view(state, seat)
            assert view.actions == (tuple(alkort.legal(state)) if seat == turn else ())
            assert len(view.hand) == public.hand_sizes[seat]
            assert tuple(card for group in view.groups for card in group.cards) == view.hand
            assert (view.plays_made, view.units, view.scores) == (made[seat], public.units, public.scores)


# Secrecy


def hand_of(seed: int, options: Mapping[str, str], most: int) -> tuple[AlkortState, list[Action]]:
    """The state before a random deal, the deal, and some actions of the hand after it."""
    chance = random.Random(seed)
    steps = list(random_rubber(seed, options))
    starts = [at for at, (before, _, _) in enumerate(steps) if alkort.phase(before) is Phase.DEAL]
    asked = [at for at in starts if alkort.phase(steps[at][2]) is AlkortPhase.EXCHANGE]
    first = chance.choice(asked or starts)
    last = next((at for at in starts if at > first), len(steps))
    return steps[first][0], [action for _, action, _ in steps[first:last]][: 1 + chance.randrange(most)]


def replayed(ready: AlkortState, actions: list[Action]) -> list[AlkortState] | None:
    """The states after each action; None if one is refused."""
    states = []
    for action in actions:
        after = alkort.apply(ready, action)
        if isinstance(after, IllegalAction):
            return None
        states.append(after)
        ready = after
    return states


def highest(hand: tuple[Card, ...]) -> Card:
    return min(hand, key=PACK.index)


def tells_the_same(seat: int | None, ours: list[AlkortState], theirs: list[AlkortState]) -> bool:
    """Return whether two courses of a hand tell a seat the same, by the letter of §11 and not by its views."""
    if [(alkort.phase(state), state.turn) for state in ours] != [(alkort.phase(state), state.turn) for state in theirs]:
        return False
    options = dict(zip((option.name for option in alkort.options), ours[0].terms.options, strict=True))
    for one, other in zip(ours, theirs, strict=True):
        revealed = [answer.seat for answer in one.answers if answer.kept >= 0 and options["proof"] == "shown"]
        if any({*alkort.dealt_cards(one)[taker][:9]} != {*alkort.dealt_cards(other)[taker][:9]} for taker in revealed):
            return False
    if seat is None or options["showing"] == "none":
        return True
    began = next((at for at, state in enumerate(ours) if alkort.phase(state) is Phase.PLAY), None)
    if began is None:
        return True
    hands = [alkort.view(states[began], (seat + 2) % SEATS).hand for states in (ours, theirs)]
    if options["showing"] == "hand":
        return {*hands[0]} == {*hands[1]}
    return highest(hands[0]) == highest(hands[1])


def other_worlds(
    ready: AlkortState, actions: list[Action], seat: int | None, chance: random.Random
) -> list[list[Action]]:
    """Other courses of the hand that tell this seat the same, each some exchanges of unseen cards further."""
    ours = replayed(ready, actions)
    assert ours is not None
    shuffle = actions[0]
    assert isinstance(shuffle, Shuffle)
    seen = {card for action in actions if isinstance(action, Play) for card in action.cards}
    if seat is not None:
        seen |= {*alkort.dealt_cards(ours[-1])[seat]}
    unseen = [card for card in PACK if card not in seen]
    now, found = actions, []
    for _ in range(40):
        one, other = chance.sample(unseen, 2)
        change = {one: other, other: one}
        trial = [
            action
            if isinstance(action, Play)
            else action._replace(cards=tuple(change.get(card, card) for card in action.cards))
            for action in now
        ]
        theirs = replayed(ready, trial)
        if theirs is not None and tells_the_same(seat, ours, theirs):
            now = trial
            found.append(trial)
    return found


def told(ready: AlkortState, actions: list[Action], seat: int | None) -> list[object]:
    """Everything that a seat is told in the course of a hand."""
    states = replayed(ready, actions)
    assert states is not None
    facts: list[object] = []
    for before, action, after in zip([ready, *states], actions, states, strict=False):
        facts.append(alkort.view(after, seat))
        facts.append((alkort.beaters(after), alkort.takers(after) if seat == after.turn else None))
        if not isinstance(action, Shuffle):
            facts.append(action if action.seat == seat else alkort.face(action))
            facts.append(alkort.account(before, action, after))
        if seat is not None:
            facts.append(alkort.legal(after) if seat == after.turn else None)
            facts.append([alkort.consider(after, seat, (card,)) for card in PACK[::3]])
    return facts


@given(tables, seeds)
@settings(max_examples=20)
def test_permuting_what_a_seat_cannot_see_leaves_all_that_it_is_told_equal(options: dict[str, str], seed: int) -> None:
    chance = random.Random(seed)
    ready, actions = hand_of(seed, options, 20)
    for seat in (None, *range(SEATS)):
        for world in other_worlds(ready, actions, seat, chance)[-2:]:
            assert told(ready, world, seat) == told(ready, actions, seat)


def test_there_is_much_to_permute_even_for_a_partner_and_beside_the_stock() -> None:
    found = dict.fromkeys((None, *range(SEATS)), 0)
    kept = 0
    for seed in range(12):
        ready, actions = hand_of(seed, {"showing": "highest", "proof": "vouched"}, 12)
        for seat in found:
            worlds = other_worlds(ready, actions, seat, random.Random(seed))
            found[seat] += bool(worlds)
            kept += any([*map(keeps, world)] != [*map(keeps, actions)] for world in worlds)
    assert min(found.values()) >= 10
    assert kept >= 5


def keeps(action: Action) -> tuple[Card, ...]:
    return action.cards if isinstance(action, Move) else ()


# Accounts


@given(tables, seeds)
@settings(max_examples=25)
def test_accounts_conserve_tricks_and_points(options: dict[str, str], seed: int) -> None:
    units, scores = [0, 0], [0, 0]
    for before, action, after in random_rubber(seed, options):
        account = None if isinstance(action, Shuffle) else alkort.account(before, action, after)
        if account is None:
            continue
        winner = account.plays[account.heading].seat
        units[winner % 2] += 1
        assert account.units == tuple(units)
        assert account.leader == account.plays[0].seat
        assert [play.seat for play in account.plays] == [(account.leader + ahead) % SEATS for ahead in range(SEATS)]
        assert alkort.topics_of(account) <= {*alkort.topics}
        assert {feat.kind for feat in alkort.feats_of(account)} <= {*alkort.feats}
        for gain in account.gains:
            scores[gain.side] += gain.points
        assert account.scores == tuple(scores) == alkort.view(after, None).scores
        assert bool(account.gains) == bool(account.bookings) == (account.hand_end is not None)
        assert account.outcome == alkort.view(after, None).outcome
        _agrees(account)
        if account.hand_end is not None:
            assert account.hand_end.units == account.units
            units = [0, 0]


def _agrees(account: TrickAccount) -> None:
    heads = [at for at, play in enumerate(account.plays) if play.headed]
    assert account.heading == heads[-1]
    for at, play in enumerate(account.plays):
        assert play.over == (None if at == 0 else max(head for head in heads if head < at))
    for booking in account.bookings:
        assert booking.after == booking.before + booking.points


@given(tables, seeds)
@settings(max_examples=20)
def test_what_is_considered_and_taking_is_what_happens(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options, 12):
        seat = alkort.turn(state)
        if seat is None or alkort.phase(state) is not Phase.PLAY:
            continue
        heads = set()
        for card in alkort.view(state, seat).hand:
            found, step = alkort.consider(state, seat, (card,)), alkort.apply(state, Play(seat, (card,)))
            if isinstance(step, IllegalAction):
                assert (found.refused, found.play) == (step.why, None)
                continue
            assert found.refused is None
            assert found.play is not None
            account = alkort.account(state, Play(seat, (card,)), step)
            assert account is None or account.plays[-1] == found.play
            heads |= {card} if found.play.headed else set()
        assert {card for (card,) in alkort.takers(state)} == (heads if state.laid else set())


@given(tables, seeds)
@settings(max_examples=20)
def test_the_beaters_are_what_takes_the_head_when_played_next(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options, 8):
        view = alkort.view(state, None)
        beaten = alkort.beaters(state)
        if view.heading is None:
            assert beaten == ()
            continue
        (one,) = beaten
        assert (one.on,) == view.trick[view.heading].cards
        laid = {card for play in view.trick for card in play.cards}
        assert {*one.by} == {card for card in PACK if card not in laid and _would_head(state, card)}
        assert [*one.by] == sorted(one.by, key=PACK.index)


def _would_head(state: AlkortState, card: Card) -> bool:
    """Return whether the card would take the head if the seat to play held it."""
    given_it = state._replace(hands=state.hands | 1 << 44 * state.turn + PACK.index(card))
    found = alkort.consider(given_it, state.turn, (card,))
    assert found.play is not None
    return found.play.headed


# Events


@given(tables, seeds)
@settings(max_examples=20)
def test_a_seat_sees_what_its_partner_showed_and_opponents_that_it_showed(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options, 10):
        for seat in (None, *range(SEATS)):
            for event in alkort.view(state, seat).events:
                if event.kind == "showed":
                    is_seen = seat is not None and seat % 2 == event.seat % 2
                    assert bool(event.cards) is is_seen is not event.hidden
                    assert event.to == (event.seat + 2) % SEATS
                else:
                    assert event == event._replace(to=None, trick=1)
            assert _is_complete(state, alkort.view(state, seat).events)


def _is_complete(state: AlkortState, events: tuple[Event, ...]) -> bool:
    """Return whether all seats have shown once the play has begun, and none before."""
    shown = [event.seat for event in events if event.kind == "showed"]
    is_due = bool(state.started) and state.terms.showing != "none"
    return sorted(shown) == ([*range(SEATS)] if is_due else [])
