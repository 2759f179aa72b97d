"""Games with moves: the notation's second version, and what each audience learns, on an invented game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules import registry
from rules.core.contract import Action, IllegalAction, Move, Play, Shuffle
from rules.notation import Record, from_json, public, read, record, to_json, write
from tests.toy_game.gift import game as gift
from tests.toy_game.gift.game import PACK, SEATS, GiftState

PEOPLE = tuple(f"P{seat}" for seat in range(SEATS))
GOLDEN = """\
Game: gift
Notation: 2
Player 0: P0
Player 1: P1
Player 2: P2
Player 3: P3
Player 4: P4
Cut: AC AS AH AD KC

Hand 1: dealer 0
Deck: AC AS AH AD KC KS KH KD QC QS QH QD JC JS JH JD TC TS
  TH TD 9C 9S 9H 9D
Moves: 1:give>2(KC) 2:give>3(QC) 3:give>4(JC) 4:give>0(TC) 0:give>1(AC) 1:decline
1. 1:KS 2:- 3:- 4:- 0:AS = 0
2. 0:AH 1:- 2:- 3:- 4:- = 0
3. 0:AD 1:- 2:- 3:- 4:- = 0
Scores: 3 0 0 0 0

Result: won by 0
"""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, gift.name, gift)


def steps() -> Iterator[tuple[Action, GiftState]]:
    """A hand in which everybody does the first thing that is legal."""
    state = gift.start(SEATS, {})
    while not state.is_over:
        legal = gift.legal(state)
        action = legal[0] if legal else Shuffle(PACK)
        done = gift.apply(state, action)
        assert not isinstance(done, IllegalAction)
        state = done
        yield action, state


def recorded(count: int) -> Record:
    """The record after so many actions, the cut and the deal among them."""
    return record(gift, PEOPLE, {}, [action for action, _ in steps()][:count])


def test_a_record_with_moves_and_passes_is_written_as_version_2_and_read() -> None:
    whole = recorded(100)
    assert write(whole) == GOLDEN
    assert read(GOLDEN) == whole == from_json(to_json(whole))


@pytest.mark.parametrize("count", range(3, 20))
def test_of_a_running_hand_the_gifts_are_hidden_and_the_rest_is_checked(count: int) -> None:
    shown = public(recorded(count))
    text = write(shown)
    assert "(?)" in text
    assert not any(card.code in text.partition("Moves:")[2].partition("\n")[0] for card in PACK)
    assert read(text) == shown == from_json(to_json(shown))


def test_a_gift_is_known_to_its_giver_and_its_receiver_alone() -> None:
    after = [state for _, state in steps()][1 + SEATS]
    for seat in (None, *range(SEATS)):
        for event in gift.view(after, seat).events:
            assert event.hidden is (seat not in (event.seat, event.to))
            assert bool(event.cards) is not event.hidden


def test_every_action_of_a_seat_is_in_its_view_and_no_other() -> None:
    for _, state in steps():
        for seat in range(SEATS):
            found = gift.view(state, seat).actions
            assert found == (tuple(gift.legal(state)) if seat == gift.turn(state) else ())
            assert all(isinstance(one, Move | Play) for one in found)
