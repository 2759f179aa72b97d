"""Records of Karnöffel: the turned cards of a running hand are public, and the rest of its deck is not."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.cards import cards
from rules.core.contract import Action, Shuffle
from rules.karnoffel import game as karnoffel
from rules.notation import NotationError, NotationFact, Record, fold, from_json, public, read, record, to_json, write
from tests.rules.karnoffel.tables import random_rubber
from tests.rules.karnoffel.test_properties import tables

NAMES: Final = ("Aviaja", "Malik", "Ivalu", "Nuka")


@st.composite
def records(draw: st.DrawFn) -> tuple[Record, Any]:
    """A record that stops anywhere, and the state at its end."""
    options = draw(tables())
    stop = draw(st.integers(2, 60))
    done: list[Action] = []
    state = karnoffel.start(4, options)
    for _, action, after in itertools.islice(random_rubber(draw(st.integers(0, 10**6)), options), stop):
        done.append(action)
        state = after
    return record(karnoffel, NAMES, options, done), state


def running(plays: int) -> Record:
    """A record that stops after so many plays of the first hand."""
    return record(karnoffel, NAMES, {}, [step[1] for step in itertools.islice(random_rubber(6, {}), 2 + plays)])


@given(records())
@settings(max_examples=40)
def test_text_and_json_round_trips_are_exact(made: tuple[Record, Any]) -> None:
    whole, state = made
    assert read(write(whole)) == whole == from_json(json.loads(json.dumps(to_json(whole))))
    assert write(read(write(whole))) == write(whole)
    assert fold(whole) == state


@given(records())
@settings(max_examples=40)
def test_the_public_record_has_the_turned_cards_of_a_running_hand_and_gives_the_public_view(
    made: tuple[Record, Any],
) -> None:
    whole, state = made
    shown = public(whole)
    assert read(write(shown)) == shown == from_json(to_json(shown)) == public(shown)
    assert karnoffel.view(fold(shown), None) == karnoffel.view(state, None)
    if whole.hands and whole.hands[-1].scores is None:
        deck = whole.hands[-1].deck or ()
        assert shown.hands[-1].deck is None
        assert shown.hands[-1].shown == deck[:4] == karnoffel.face_up(Shuffle(deck))


def test_only_a_record_with_shown_cards_of_a_hidden_deck_needs_the_second_version() -> None:
    whole = running(5)
    assert "Notation: 1" in write(whole)
    assert "Notation: 2" in write(public(whole))
    assert "shown" not in to_json(whole)["hands"][0]


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        ("KC KS KH", NotationFact.ILLEGAL),
        ("KC KS KH KH", NotationFact.ILLEGAL),
        ("KC KS KH AD", NotationFact.ILLEGAL),
        ("KC KS KH XX", NotationFact.BAD_CARD),
    ],
)
def test_turned_cards_that_there_cannot_be_are_a_fault_of_the_deck(shown: str, kind: NotationFact) -> None:
    text = write(public(running(0)))
    deck = next(line for line in text.split("\n") if line.startswith("Deck"))
    with pytest.raises(NotationError) as error:
        read(text.replace(deck, f"Deck: {shown} hidden"))
    assert error.value.why.kind is kind
    assert error.value.line == text[: text.index("Deck")].count("\n") + 1


def test_a_deck_that_is_not_hidden_has_no_shown_cards_beside_it() -> None:
    whole = running(3)
    told = to_json(replace(whole, hands=(replace(whole.hands[0], shown=cards("KC KS KH KD")),)))
    with pytest.raises(NotationError) as error:
        from_json(told)
    assert error.value.why.kind is NotationFact.BAD_VALUE


def test_a_game_that_deals_nothing_face_up_shows_no_cards_of_a_hidden_deck() -> None:
    text = "Game: voormsi\nNotation: 2\nPlayer 0: A\nPlayer 1: B\nCut: 9C 9S\n\nHand 1: dealer 1\nDeck: 9C hidden\n"
    with pytest.raises(NotationError) as error:
        read(text)
    assert error.value.why.kind is NotationFact.BAD_VALUE


def test_without_the_turned_cards_a_hidden_deck_is_imagined_that_fits_the_plays() -> None:
    whole = public(running(3))
    text = write(replace(whole, hands=(replace(whole.hands[0], shown=()),)))
    assert "Deck: hidden" in text
    assert read(text).hands[0].plays == whole.hands[0].plays
