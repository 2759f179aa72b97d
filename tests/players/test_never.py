"""Plays that a partner would resent never happen, whoever sits at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players import Memory
from players.registry import CAREFUL, Choose, chooser
from players.voormsi.heading_play import beaters
from players.voormsi.knowledge import know
from players.voormsi.situation import STEADY, heading_of
from players.voormsi.steady import choose as steady
from rules.core.cards import card
from rules.core.contract import Action, IllegalAction, Move, Phase, Play, Shuffle, View
from rules.voormsi import game as voormsi
from rules.voormsi.ranking import VOORMSI
from tests.players.rubbers import positions
from tests.players.test_legality import TABLES

TOQUTSIT, KING, THREE = card("JC"), card("KH"), card("3D")
LAST = 3
"""Place of the last play in a trick of four."""
SIDES = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 0, 1)}


class ChosenPlay(NamedTuple):
    """A play that `steady` made."""

    before: Any
    memory: Memory
    play: Play

    @property
    def side(self) -> int:
        return SIDES[len(self.view.hand_sizes)][self.play.seat]

    @property
    def view(self) -> View:
        return voormsi.view(self.before, self.play.seat)

    @property
    def alternatives(self) -> Sequence[Play]:
        return [play for play in voormsi.legal(self.before) if isinstance(play, Play) and play != self.play]


def after(state: Any, action: Action) -> Any:
    step = voormsi.apply(state, action)
    assert not isinstance(step, IllegalAction)
    return step


def choices(seats: int, steady_seats: Sequence[int], seed: int, choose: Choose = steady) -> Iterator[ChosenPlay]:
    """The plays of a computer in its seats through a rubber; the other seats play by chance."""
    chance = random.Random(seed)
    state, plays = voormsi.start(seats, {}), list[Play]()
    while voormsi.phase(state) is not Phase.OVER:
        seat = voormsi.turn(state)
        if seat is None:
            plays.clear()
            state = after(state, Shuffle(tuple(chance.sample(voormsi.pack, len(voormsi.pack)))))
            continue
        if seat in steady_seats:
            memory = Memory(tuple(plays))
            play = choose(voormsi.view(state, seat), memory)
            assert isinstance(play, Play)
            yield ChosenPlay(state, memory, play)
        else:
            play = chance.choice([one for one in voormsi.legal(state) if isinstance(one, Play)])
        plays.append(play)
        state = after(state, play)


def robs(choice: ChosenPlay, play: Play) -> bool:
    """Return whether the last play of a trick takes it from the partner without more points waiting for it."""
    view, done = choice.view, voormsi.view(after(choice.before, play), None)
    if done.turn != play.seat:
        return False
    left = [voormsi.view(after(choice.before, other), None) for other in choice.alternatives]
    kept = [other.waiting[choice.side] for other in left if other.turn not in (None, play.seat)]
    return view.phase is done.phase and bool(kept) and done.waiting[choice.side] <= max(kept)


def is_beyond_reach(choice: ChosenPlay) -> bool:
    """Return whether no unseen card beats the heading play; not for Voormsi, where 3♦ earns (§9.7)."""
    known = know(choice.view, choice.memory)
    heading = heading_of(choice.view, known, choice.memory)
    if heading is None or heading.cards & VOORMSI:
        return False
    return not any(wanted & known.unseen for wanted in beaters(heading, LAST))


def is_ruin(choice: ChosenPlay, play: Play) -> bool:
    """Return whether the play ends the rubber by §9.6: Toqutsit on its own side's Voormsi."""
    if TOQUTSIT not in play.cards:
        return False
    outcome = voormsi.view(after(choice.before, play), None).outcome
    return outcome is not None and outcome.why.paragraph == "9.6"


def risk(choice: ChosenPlay, play: Play) -> float:
    """The chance that an opponent who has still to play can beat the play's Voormsi by Toqutsit."""
    if KING not in play.cards or THREE in play.cards:
        return 0.0
    seen = [*choice.view.hand, *(card for one in choice.memory.plays for card in one.cards)]
    done = voormsi.view(after(choice.before, play), None)
    if TOQUTSIT in seen or done.heading is None or done.trick[done.heading] != play:
        return 0.0
    view = choice.view
    foes = {seat for seat in done.to_play if SIDES[len(view.hand_sizes)][seat] != choice.side}
    unseen = len(voormsi.pack) - len(set(seen) | {card for one in view.trick for card in one.cards})
    return sum(view.hand_sizes[seat] for seat in foes) / unseen


def may_ruin(choice: ChosenPlay, play: Play) -> bool:
    """Return whether the play loses the rubber (§9.6), or may: Voormsi is the last card, the partner has another."""
    left = [card for card in choice.view.hand if card not in play.cards]
    is_last = len(choice.view.hand_sizes) == 4 and not choice.view.stock and left == [KING]
    return is_last or is_ruin(choice, play)


@pytest.mark.parametrize("steady_seats", [(0, 2), (1, 2), pytest.param((0, 1, 2, 3), marks=pytest.mark.slow)])
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_the_last_to_play_never_takes_its_partners_trick_for_nothing(steady_seats: tuple[int, ...], seed: int) -> None:
    for choice in choices(4, steady_seats, seed):
        view = choice.view
        if len(view.trick) != LAST or view.heading is None:
            continue
        if view.trick[view.heading].seat % 2 == choice.side:
            assert not robs(choice, choice.play)


@pytest.mark.slow
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_a_partners_play_that_no_unseen_card_beats_is_left_alone(seed: int) -> None:
    for choice in choices(4, (0, 1, 2, 3), seed):
        view = choice.view
        if len(view.trick) != LAST - 1 or view.heading != 0 or not is_beyond_reach(choice):
            continue
        if voormsi.view(after(choice.before, choice.play), None).heading != 0:
            assert all(voormsi.view(after(choice.before, other), None).heading != 0 for other in choice.alternatives)


@pytest.mark.parametrize("seats", [2, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_toqutsit_never_falls_on_its_own_sides_voormsi_by_choice(seats: int, seed: int) -> None:
    for choice in choices(seats, (0, 2, 3)[: seats - 1], seed):
        if is_ruin(choice, choice.play):
            assert all(is_ruin(choice, other) for other in choice.alternatives)


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_who_plays_for_a_person_never_exposes_voormsi_to_toqutsit_by_choice(seats: int, seed: int) -> None:
    for choice in choices(seats, range(seats), seed, chooser("voormsi", CAREFUL)):
        if risk(choice, choice.play) > 0:
            assert all(risk(choice, other) > 0 or may_ruin(choice, other) for other in choice.alternatives)


def is_thrown_away(choice: ChosenPlay, play: Play) -> bool:
    """Return whether the play spends Voormsi, Toqutsit or 3♦ on a trick in which something else is better."""
    if not {TOQUTSIT, KING, THREE}.intersection(play.cards):
        return False
    if len(choice.view.trick) + 1 == choice.view.trick_plays:
        return voormsi.turn(after(choice.before, play)) != play.seat
    done = voormsi.view(after(choice.before, play), None)
    return done.heading is None or done.trick[done.heading] != play


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_who_plays_for_a_person_throws_away_none_of_their_three_best_cards_by_choice(seats: int, seed: int) -> None:
    for choice in choices(seats, range(seats), seed, chooser("voormsi", CAREFUL)):
        holds_both = {TOQUTSIT, KING}.issubset(choice.view.hand)  # one of them may have to fall on the other
        if is_thrown_away(choice, choice.play) and not holds_both:
            others = [play for play in choice.alternatives if not {TOQUTSIT, KING, THREE}.intersection(play.cards)]
            assert all(may_ruin(choice, other) for other in others), (choice.view, choice.play)


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_voormsi_is_exposed_by_choice_only_where_an_execution_is_unlikely(seats: int, seed: int) -> None:
    for choice in choices(seats, range(seats), seed):
        if risk(choice, choice.play) > STEADY.risk:
            assert all(risk(choice, other) > STEADY.risk or may_ruin(choice, other) for other in choice.alternatives)


@pytest.mark.parametrize(("seats", "options"), [table[1:] for table in TABLES if table[0] == "voormsi"])
def test_the_computer_sees_the_same_play_head_the_trick_as_the_game_does(seats: int, options: dict[str, str]) -> None:
    count = 0
    for view, memory in positions("voormsi", seats, options, seed=30 + seats, rubbers=4):
        heading = heading_of(view, know(view, memory), memory)
        assert (heading.order if heading else None) == view.heading
        count += heading is not None
    assert count > 100


def test_it_never_asks_to_see_a_hand_which_it_would_not_use() -> None:
    asked = positions("voormsi", 3, {"proof": "asked", "length": "hands:6"}, seed=3)
    answers = [steady(view, memory) for view, memory in asked if view.moves]
    assert answers
    assert all(isinstance(answer, Move) and answer.kind == "decline" for answer in answers)
