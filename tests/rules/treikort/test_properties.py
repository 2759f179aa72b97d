"""Properties of every rubber of Treikort, by rubbers drawn at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.cards import mask_at
from rules.core.contract import IllegalAction, Move, Phase, Play, SeatAction, Shuffle
from rules.treikort import game as treikort
from rules.treikort.state import SHIFTS, TreikortState, hand_of, has_seven_passed, high_giver, is_hand_over
from tests.rules.treikort.positions import PACK, TABLES, do, greedy_rubber, random_rubber

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 10**6)
SEATS = (None, 0, 1, 2)


def positions(seed: int, options: Mapping[str, str], most: int = 40) -> list[TreikortState]:
    """Some states of a random rubber and of one with a Pope; every state in which the Pope acts among them."""
    chance = random.Random(seed)
    steps = [*random_rubber(seed, options), *greedy_rubber(seed, options)]
    states = [after for _, _, after in steps]
    pope = [state for state in states if state.turn >= 0 and state.owed]
    played = [state for state in states if state.pope >= 0 and not state.owed]
    return [
        *pope,
        *chance.sample(played, min(most // 2, len(played))),
        *chance.sample(states, min(most // 2, len(states))),
    ]


@given(tables, seeds)
@settings(max_examples=10)
def test_random_play_ends_and_every_trick_is_somebodys(options: dict[str, str], seed: int) -> None:
    tricks = [0, 0, 0]
    for before, action, after in greedy_rubber(seed, options):
        account = None if isinstance(action, Shuffle) else treikort.account(before, action, after)
        if account is not None:
            assert account.winner is not None
            tricks[account.plays[account.winner].seat] += 1
            assert account.winner == max(index for index, play in enumerate(account.plays) if play.headed)
            assert (account.units, account.scores) == (after.units, treikort.view(after, None).scores)
            assert account.outcome == treikort.view(after, None).outcome
    assert treikort.phase(after) is Phase.OVER
    assert tuple(tricks) == treikort.view(after, None).scores
    assert sum(tricks) == 9 * after.terms.hands


@given(tables, seeds)
@settings(max_examples=10)
def test_cards_are_conserved(options: dict[str, str], seed: int) -> None:
    played: list[int] = []
    for _, action, after in greedy_rubber(seed, options):
        if isinstance(action, Shuffle):
            played = []
        elif isinstance(action, Play):
            played += action.cards
        if after.hand_number:
            held = [card for seat in range(3) for card in treikort.view(after, seat).hand]
            assert sorted([*held, *played]) == sorted(PACK)


@given(tables, seeds)
@settings(max_examples=8)
def test_the_views_agree_with_the_state(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options):
        public = treikort.view(state, None)
        assert (public.hand, public.actions) == ((), ())
        for seat in range(3):
            view = treikort.view(state, seat)
            assert view.actions == (tuple(treikort.legal(state)) if seat == treikort.turn(state) else ())
            assert (view.turn, view.phase, view.trick) == (treikort.turn(state), treikort.phase(state), public.trick)
            assert len(view.hand) == public.hand_sizes[seat]
            assert [card for group in view.groups for card in group.cards] == list(view.hand)
        if public.phase is Phase.PLAY:
            assert len(public.trick) + len(public.to_play) == 3
            assert public.to_play[0] == public.turn


@given(tables, seeds)
@settings(max_examples=6)
def test_every_legal_action_is_accepted_and_every_other_refused_with_a_reason(
    options: dict[str, str], seed: int
) -> None:
    for state in positions(seed, options, most=8):
        legal = set(treikort.legal(state))
        assert len(legal) == len(treikort.legal(state))
        seats = range(3)
        moves = [Move(seat, kind, to=to) for seat in seats for kind in ("ask", "decline") for to in SEATS]
        returns = [Move(seat, "return", (card,), to) for seat in seats for card in PACK for to in SEATS]
        plays = [Play(seat, (card,)) for seat in seats for card in PACK]
        actions: list[SeatAction] = [*moves, *returns, *plays, Play(0, ())]
        for action in actions:
            after = treikort.apply(state, action)
            assert isinstance(after, IllegalAction) is not (action in legal)
            if isinstance(after, IllegalAction):
                assert after.why.paragraph in treikort.paragraphs


@given(tables, seeds)
@settings(max_examples=8)
def test_a_seat_has_made_as_many_actions_as_its_view_says(options: dict[str, str], seed: int) -> None:
    made = [0, 0, 0]
    for _, action, after in greedy_rubber(seed, options):
        if isinstance(action, Shuffle):
            made = [0, 0, 0]
        else:
            made[action.seat] += 1
        assert [treikort.view(after, seat).plays_made for seat in range(3)] == made


def permuted(state: TreikortState, seat: int | None, chance: random.Random) -> TreikortState:
    """The state with other cards wherever `seat` does not see them: in hands, in the deck, among those that passed."""
    others = [other for other in range(3) if other != seat]
    unseen = [place for other in others for place in range(27) if hand_of(state, other) >> place & 1]
    chance.shuffle(unseen)
    hands = hand_of(state, seat) << SHIFTS[seat] if seat is not None else 0
    for other in others:
        size = hand_of(state, other).bit_count()
        hands |= mask_at(unseen[:size]) << SHIFTS[other]
        del unseen[:size]
    own = set(treikort.dealt_cards(state)[seat]) if seat is not None else set()
    spare = chance.sample([place for place in state.deck if PACK[place] not in own], len(state.deck) - len(own))
    deck = bytes(place if PACK[place] in own else spare.pop() for place in state.deck)
    return state._replace(hands=hands, deck=deck, given=regiven(state, seat, chance))


def regiven(state: TreikortState, seat: int | None, chance: random.Random) -> bytes:
    """The cards that passed in this hand, with others for those that `seat` neither gave nor got."""
    if is_hand_over(state) or seat == state.pope or not state.given:
        return state.given
    ways = [high_giver(state), *([state.asked] if has_seven_passed(state) else []), high_giver(state), state.asked]
    seen = {at for at, other in enumerate(ways) if other == seat}
    return bytes(place if at in seen else chance.randrange(27) for at, place in enumerate(state.given))


@given(tables, seeds)
@settings(max_examples=10)
def test_permuting_what_a_seat_cannot_see_leaves_what_it_is_told_equal(options: dict[str, str], seed: int) -> None:
    chance = random.Random(seed)
    for state in positions(seed, options):
        for seat in SEATS:
            other = permuted(state, seat, chance)
            assert treikort.view(other, seat) == treikort.view(state, seat)
            assert treikort.beaters(other) == treikort.beaters(state)
            if seat is None:
                continue
            for card in chance.sample(PACK, 5):
                assert treikort.consider(other, seat, (card,)) == treikort.consider(state, seat, (card,))
                for action in (Play(seat, (card,)), Move(seat, "return", (card,), (seat + 1) % 3)):
                    one, two = treikort.apply(state, action), treikort.apply(other, action)
                    assert isinstance(one, IllegalAction) == isinstance(two, IllegalAction)
                    assert not isinstance(one, IllegalAction) or one == two
            if state.turn == seat:
                assert treikort.legal(other) == treikort.legal(state)
                assert treikort.takers(other) == treikort.takers(state)
                for able in treikort.legal(state):
                    accounts = [treikort.account(each, able, do(each, able)) for each in (state, other)]
                    assert accounts[0] == accounts[1]


@given(tables, seeds)
@settings(max_examples=10)
def test_which_card_the_pope_returns_is_told_to_its_receiver_alone(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options, most=0):
        returns = [one for one in treikort.legal(state) if isinstance(one, Move) and one.cards]
        for one, two in itertools.pairwise(returns):
            first, second = treikort.apply(state, one), treikort.apply(state, two)
            assert not isinstance(first, IllegalAction)
            assert not isinstance(second, IllegalAction)
            assert treikort.face(one) == treikort.face(two)
            for seat in (None, *({0, 1, 2} - {one.seat, one.to})):
                assert treikort.view(first, seat) == treikort.view(second, seat)
            assert treikort.view(first, one.to) != treikort.view(second, one.to)


@given(tables, seeds)
@settings(max_examples=8)
def test_what_is_considered_is_what_happens(options: dict[str, str], seed: int) -> None:
    for state in positions(seed, options, most=10):
        seat = max(state.turn, 0)
        heads = []
        for card in PACK:
            found, step = treikort.consider(state, seat, (card,)), treikort.apply(state, Play(seat, (card,)))
            if isinstance(step, IllegalAction):
                assert (found.refused, found.play) == (step.why, None)
                continue
            assert found.refused is None
            assert found.play is not None
            heads += [card] if found.play.headed and state.laid else []
            account = treikort.account(state, Play(seat, (card,)), step)
            assert account is None or account.plays[-1] == found.play
        assert treikort.takers(state) == tuple((card,) for card in heads)
        assert all(set(heads) <= set(one.by) for one in treikort.beaters(state))
