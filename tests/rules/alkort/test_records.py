"""Records of Alkort: exact round trips, and the check of a running hand whose deck is hidden."""

from __future__ import annotations

import itertools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.alkort import game as alkort
from rules.alkort.facts import AlkortRefusalFact
from rules.core.cards import CARDS, cards
from rules.core.contract import IllegalAction, Imagined, Move, Phase, Play, SeatAction
from rules.notation import NotationError, Record, fold, from_json, public, read, record, to_json, write
from tests.rules.alkort.positions import PACK, SEATS, random_rubber
from tests.rules.alkort.test_properties import seeds, tables

READY = alkort.start(SEATS, {})._replace(dealer=3)
"""A rubber that awaits its first deal; seat 0 is forehand."""


@st.composite
def records(draw: st.DrawFn) -> Record:
    options, stop = draw(tables), draw(st.integers(0, 250))
    done = [action for _, action, _ in itertools.islice(random_rubber(draw(seeds), options), stop)]
    return record(alkort, ["Anna", "Björn", "Dísa", "Einar"], options, done)


@given(records())
@settings(max_examples=25)
def test_text_and_json_round_trips_are_exact(whole: Record) -> None:
    text = write(whole)
    assert read(text) == whole
    assert max(map(len, text.split("\n"))) < 78
    assert from_json(json.loads(json.dumps(to_json(whole)))) == whole


@given(tables, seeds, st.integers(0, 200))
@settings(max_examples=20)
def test_the_fold_of_the_record_equals_the_state(options: dict[str, str], seed: int, stop: int) -> None:
    state, done = alkort.start(SEATS, options), []
    for _, action, after in itertools.islice(random_rubber(seed, options), stop):
        state = after
        done.append(action)
    assert fold(record(alkort, ["a", "b", "c", "d"], options, done)) == state


@given(records())
@settings(max_examples=25)
def test_the_public_part_of_a_running_hand_reads_and_tells_no_card_that_was_not_played(whole: Record) -> None:
    shown = public(whole)
    assert read(write(shown)) == shown == from_json(to_json(shown))
    if whole.hands and whole.hands[-1].scores is None:
        assert shown.hands[-1].deck is None
        assert not any(action.cards for action in shown.hands[-1].plays if isinstance(action, Move))


@given(records(), seeds)
@settings(max_examples=25)
def test_a_hidden_hand_that_was_tampered_with_is_refused_where_it_becomes_impossible(whole: Record, seed: int) -> None:
    chance = random.Random(seed)
    actions: list[SeatAction] = [alkort.face(action) for hand in whole.hands for action in hand.plays][:36]
    for _ in range(min(4, len(actions))):
        at = chance.randrange(len(actions))
        actions[at] = chance.choice(
            [
                actions[at]._replace(seat=chance.randrange(5)),
                Play(actions[at].seat, (chance.choice(CARDS),)),
                actions[chance.randrange(len(actions))],
            ]
        )
    found = alkort.imagine(READY, actions)
    if isinstance(found, Imagined):
        assert len(found.actions) == len(actions)
        return
    at, refusal = found
    assert isinstance(refusal, IllegalAction)
    assert isinstance(alkort.imagine(READY, actions[:at]), Imagined)
    assert alkort.imagine(READY, actions[: at + 1]) == found


# Which hands fit what is known of them


def imagined(*texts: str) -> tuple[int, AlkortRefusalFact] | None:
    """The first impossible one of these actions, by seats from forehand on, and why; None if all are possible."""
    actions: list[SeatAction] = []
    for text in texts:
        by, word = text.split()
        actions.append(Move(int(by), word, hidden=word == "keep") if word.islower() else Play(int(by), cards(word)))
    found = alkort.imagine(READY, actions)
    return None if isinstance(found, Imagined) else (found[0], found[1].why.kind)  # type: ignore[return-value]


def test_who_declined_can_play_nothing_that_counts_against_a_right() -> None:
    assert imagined("1 decline", "0 8C", "1 QC") is None
    assert imagined("1 decline", "0 8C", "1 AC") == (2, AlkortRefusalFact.NOT_YOUR_CARD)


def test_who_took_the_stock_kept_a_card_that_does_not_count_against_the_right() -> None:
    strong, others = PACK[:8], iter(PACK[8:17] + PACK[19:])
    tricks = [[f"0 {card}", *(f"{seat} {next(others)}" for seat in (1, 2, 3))] for card in strong]
    course = ["0 keep", *itertools.chain(*tricks)]
    assert imagined(*course, f"0 {PACK[18]}") is None
    assert imagined(*course, f"0 {PACK[17]}") == (len(course), AlkortRefusalFact.NOT_YOUR_CARD)


def test_a_seat_that_was_passed_over_has_a_card_that_counts() -> None:
    found = alkort.imagine(READY, [Move(2, "decline")])
    assert isinstance(found, Imagined)
    after = alkort.apply(READY, found.shuffle)
    assert not isinstance(after, IllegalAction)
    assert all({*alkort.view(after, seat).hand} & {*PACK[:18]} for seat in (0, 1))


def test_no_more_seats_can_have_had_a_right_than_there_are_cards_for() -> None:
    assert imagined("0 decline", "1 decline") is None
    assert imagined("0 decline", "1 decline", "2 decline") == (2, AlkortRefusalFact.NOT_YOUR_TURN)


def test_the_order_of_asking_holds_with_every_deck() -> None:
    assert imagined("1 decline", "0 decline") == (1, AlkortRefusalFact.EXCHANGE_OVER)
    assert imagined("1 keep", "2 decline") == (1, AlkortRefusalFact.NOT_YOUR_TURN)
    assert imagined("4 decline") == (0, AlkortRefusalFact.NOT_YOUR_TURN)


def test_a_card_that_the_record_names_as_kept_is_the_one_kept() -> None:
    named: list[SeatAction] = [Move(0, "keep", cards("9S")), Play(0, cards("KD"))]
    found = alkort.imagine(READY, named)
    assert isinstance(found, Imagined)
    assert found.actions == tuple(named)
    wrong = alkort.imagine(READY, [Move(0, "keep", cards("KD"))])
    assert isinstance(wrong, tuple)
    assert wrong[0] == 0


def test_a_hand_that_is_over_has_no_hidden_deck() -> None:
    for seed in range(3):
        steps = list(random_rubber(seed, {}))
        last = next(at for at, (_, _, after) in enumerate(steps) if at > 2 and alkort.phase(after) is Phase.DEAL)
        actions = [alkort.face(action) for _, action, _ in steps[2 : last + 1] if isinstance(action, Play | Move)]
        at_end = alkort.imagine(steps[1][0], actions)
        assert not isinstance(at_end, Imagined)
        assert (at_end[0], at_end[1].why.kind) == (len(actions) - 1, AlkortRefusalFact.HAND_OVER)


@pytest.mark.parametrize("token", ["1:keep(8C+8H)", "1:keep", "1:keep>2(8C)", "1:decline(8C)"])
def test_an_answer_that_the_law_does_not_know_is_no_record(token: str) -> None:
    whole = record(alkort, ["a", "b", "c", "d"], {}, [])
    text = write(whole).rstrip() + f"\nCut: 3C KD 2H AC\n\nHand 1: dealer 0\nDeck: hidden\nMoves: {token}\n"
    with pytest.raises(NotationError):
        read(text)
