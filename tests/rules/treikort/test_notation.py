"""Rubbers of Treikort as text and JSON."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.cards import cards
from rules.core.contract import IllegalAction, Imagined, Move, Phase, Play, SeatAction
from rules.notation import Record, fold, from_json, public, read, record, to_json, write
from rules.treikort import game as treikort
from rules.treikort.facts import TreikortFact
from tests.rules.treikort.positions import TABLES, drawn, greedy_rubber

PEOPLE: Final = ("Anna", "Bo", "Computer 1")


@st.composite
def records(draw: st.DrawFn) -> Record:
    options = draw(st.sampled_from(TABLES))
    steps = itertools.islice(greedy_rubber(draw(st.integers(0, 10**6)), options), draw(st.integers(0, 400)))
    return record(treikort, PEOPLE, options, [action for _, action, _ in steps])


@given(records())
@settings(max_examples=15)
def test_text_and_json_round_trips_are_exact(whole: Record) -> None:
    assert read(write(whole)) == whole == from_json(to_json(whole))


def running(seed: int, stop: int) -> Record:
    """A record that stops within the fourth or a later hand."""
    steps = list(itertools.islice(greedy_rubber(seed, {}), 3 * 28 + 1 + stop))
    return record(treikort, PEOPLE, {}, [action for _, action, _ in steps])


@given(st.integers(0, 10**6), st.integers(1, 40))
@settings(max_examples=20)
def test_a_record_with_its_running_hand_hidden_reads_and_is_checked(seed: int, stop: int) -> None:
    whole = running(seed, stop)
    shown = public(whole)
    assert read(write(shown)) == shown == from_json(to_json(shown))
    folded = treikort.view(fold(shown), None)
    true = treikort.view(fold(whole), None)
    assert (folded.trick, folded.units, folded.scores) == (true.trick, true.units, true.scores)


def imagined(actions: Sequence[SeatAction], pope: int = 0) -> Imagined | tuple[int, IllegalAction]:
    """The imagined fourth hand that seat 2 deals, with this Pope."""
    before = drawn("", dealer=1, past=[(9, 0, 0) if pope == 0 else (3, 3, 3)] * 3)._replace(turn=-1, hand_number=3)
    return treikort.imagine(before, actions)


def hidden(to: int) -> Move:
    return Move(0, "return", to=to, hidden=True)


def test_what_a_seat_plays_and_was_not_dealt_was_given_to_it() -> None:
    moves = (Move(0, "ask", to=1), hidden(2), hidden(1))
    found = imagined((*moves, *(Play(seat, cards(code)) for seat, code in ((0, "KD"), (1, "2H"), (2, "QC")))))
    assert isinstance(found, Imagined)
    assert found.actions[1] == Move(0, "return", cards("QC"), 2)


@pytest.mark.parametrize(
    ("actions", "index", "kind"),
    [
        ((Play(0, cards("KD")),), 0, TreikortFact.DECIDE_FIRST),
        ((Move(0, "decline"), Play(0, cards("7D"))), 1, TreikortFact.SEVEN_TOO_EARLY),
        ((Move(0, "decline"), hidden(1)), 1, TreikortFact.NO_SUCH_MOVE),
        ((Move(0, "ask", to=1), hidden(1)), 1, TreikortFact.WRONG_RECEIVER),
        ((Move(0, "ask", to=7),), 0, TreikortFact.ASK_ANOTHER),
        ((Move(0, "ask", to=1), *[hidden(2)] * 3), 2, TreikortFact.WRONG_RECEIVER),
        ((Move(0, "ask", to=1), Move(0, "return", cards("KC"), 2)), 1, TreikortFact.NOT_IN_PACK),
        ((Move(0, "decline"), Play(0, cards("KD")), Play(1, cards("KD"))), 2, TreikortFact.NOT_YOUR_CARD),
        ((Move(0, "decline"), Play(0, cards("KD")), Play(2, cards("2H"))), 2, TreikortFact.NOT_YOUR_TURN),
        ((Move(0, "decline"), Play(0, ())), 1, TreikortFact.NOT_ONE_CARD),
    ],
)
def test_what_cannot_have_been_is_refused(actions: tuple[SeatAction, ...], index: int, kind: TreikortFact) -> None:
    found = imagined(actions)
    assert not isinstance(found, Imagined)
    assert (found[0], found[1].why.kind) == (index, kind)


def test_the_high_giver_plays_one_card_above_its_gift_which_was_given_back() -> None:
    moves = (Move(0, "ask", to=1), hidden(2), hidden(1))
    plays = [Play(seat, cards(code)) for seat, code in ((0, "KD"), (1, "AC"), (2, "QC"))]
    assert isinstance(imagined((*moves, *plays)), Imagined)
    found = imagined((*moves, *plays, Play(2, cards("2S"))))
    assert not isinstance(found, Imagined)
    assert (found[0], found[1].why.kind) == (6, TreikortFact.NOT_YOUR_CARD)


def test_who_gave_no_seven_plays_one_only_if_it_was_given_back() -> None:
    plays = [Play(seat, cards(code)) for seat, code in ((0, "KD"), (1, "7C"), (2, "AC"))]
    assert isinstance(imagined((Move(0, "ask", to=1), hidden(2), hidden(1), *plays)), Imagined)
    found = imagined((Move(0, "ask", to=1), hidden(2), *plays))
    assert not isinstance(found, Imagined)
    assert (found[0], found[1].why.kind) == (3, TreikortFact.NOT_YOUR_CARD)


@given(st.integers(0, 10**6), st.integers(1, 30))
@settings(max_examples=40)
def test_of_a_changed_record_every_prefix_that_fits_is_found(seed: int, stop: int) -> None:
    """Two plays are exchanged: either it still fits, or an action is refused that a fitting deck had let come."""
    chance, whole = random.Random(seed), public(running(seed, stop))
    hand = whole.hands[-1]
    plays = list(hand.plays)
    cut = replace(whole, hands=whole.hands[:-1])
    if len(plays) > 2 and isinstance(plays[-1], Play) and hand.deck is None:
        one, two = chance.sample(range(len(plays)), 2)
        plays[one], plays[two] = plays[two], plays[one]
        state = fold(cut)
        assert treikort.phase(state) is Phase.DEAL
        found = treikort.imagine(state, plays)
        if not isinstance(found, Imagined):
            assert isinstance(treikort.imagine(state, plays[: found[0]]), Imagined)
