"""Deals that a posted code binds: any other deck, cut, key, message or play before them is caught."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables import deals
from bot.tables.deal_proofs import COMMITMENT, KEY, MESSAGE, STEP, DealFault, proofs
from bot.tables.deals import DealPlace, shuffle
from rules import notation
from rules.core.cards import Card, cards
from rules.core.contract import Play, Shuffle
from rules.registry import GAMES
from simulation.proved_games import ProvedGame, proved_game

pytestmark = pytest.mark.usefixtures("fair_decks")

SECRET = "00112233445566778899aabbccddeeff" * 2
PLACE = DealPlace(7, 1, 1234567890123456789, deals.NO_PLAYS)
DRAWN = 40


def test_each_key_of_a_chain_is_the_hash_of_the_next_one() -> None:
    assert deals.key(SECRET, deals.LENGTH).hex() == SECRET
    assert deals.commitment(SECRET) == deals.key(SECRET, 0).hex()
    for step in (1, 2, 500, deals.LENGTH):
        assert deals.hash_times(deals.key(SECRET, step), 1) == deals.key(SECRET, step - 1)
        assert deals.hash_times(deals.key(SECRET, step), step).hex() == deals.commitment(SECRET)


def test_every_order_is_as_likely_as_the_others() -> None:
    pack, key = cards("9C KH 7S"), bytes(32)
    found = Counter(shuffle(pack, deals.deal_numbers(key, PLACE._replace(hand=hand))) for hand in range(6_000))
    assert found.keys() == set(permutations(pack))
    assert all(abs(times - 1_000) < 150 for times in found.values())


def test_a_word_above_the_last_whole_multiple_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter((2**64 - 1, 2**64 - 1, 5))  # 2**64 - 1 is a multiple of 3, the first of no whole three
    monkeypatch.setattr(deals, "_words", lambda *_: words)
    assert deals.deal_numbers(bytes(32), PLACE)(3) == 2
    assert next(words, None) is None


def test_cut_and_deal_and_each_place_have_orders_of_their_own() -> None:
    pack, key = GAMES["voormsi"].pack, deals.key(SECRET, 1)
    places = [PLACE, *OTHERS]
    drawn = [deals.deal_numbers(key, place) for place in places]
    drawn += [deals.cut_numbers(key, PLACE, number) for number in range(3)]
    drawn.append(deals.deal_numbers(deals.key(SECRET, 2), PLACE))
    assert len({shuffle(pack, below) for below in drawn}) == len(drawn) == 9


OTHERS = (
    PLACE._replace(table=8),
    PLACE._replace(hand=2),
    PLACE._replace(message=PLACE.message + 1),
    PLACE._replace(plays="0f" * 32),
)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_deals_of_random_games_of_every_kind_check_out(game: str) -> None:
    for number in range(3):
        played = proved_game(game, random.Random(number), number)
        found = proofs(played.record)
        assert [proof for proof in found if proof.faults or not proof.is_public] == []
        assert {(proof.posted, proof.message) for proof in found} == set(played.posted)


@pytest.mark.slow
def test_the_deals_of_dozens_of_random_games_check_out() -> None:
    chance = random.Random(2)
    for number in range(50):
        played = proved_game(sorted(GAMES)[number % len(GAMES)], chance, number)
        assert not [proof for proof in proofs(played.record) if proof.faults or not proof.is_public]


@cache
def long_game() -> ProvedGame:
    """A game of some hands with one chain."""
    chance = random.Random(9)
    while True:
        played = proved_game("voormsi", chance)
        if len(played.record.hands) >= 4 and len(played.posted) == 1 and len(played.record.players) > 2:
            return played


def flipped(text: str, bit: int) -> str:
    """Hex digits with one bit changed."""
    return (int(text, 16) ^ 1 << bit % (4 * len(text))).to_bytes(len(text) // 2, "big").hex()


def with_tag(name: str, change: Callable[[str], str], hand: int) -> notation.Record:
    record = long_game().record
    changed = replace(record.hands[hand], tags={**record.hands[hand].tags, name: change(record.hands[hand].tags[name])})
    return replace(record, hands=(*record.hands[:hand], changed, *record.hands[hand + 1 :]))


def faults_of(record: notation.Record, hand: int) -> set[DealFault]:
    return set(proofs(record)[hand].faults)


HANDS = st.integers(0, 3)


@settings(max_examples=DRAWN)
@given(HANDS, st.integers(0, 255))
def test_each_bit_of_a_key_and_of_the_code_is_needed(hand: int, bit: int) -> None:
    changed_key = with_tag(KEY, lambda key: flipped(key, bit), hand)
    assert faults_of(changed_key, hand) >= {DealFault.CODE, DealFault.DECK}
    assert DealFault.CODE in faults_of(with_tag(COMMITMENT, lambda code: flipped(code, bit), hand), hand)


@settings(max_examples=DRAWN)
@given(HANDS, st.integers(0, 59))
def test_each_bit_of_the_messages_id_is_needed(hand: int, bit: int) -> None:
    changed = with_tag(MESSAGE, lambda message: str(int(message) ^ 1 << bit), hand)
    assert DealFault.DECK in faults_of(changed, hand)
    assert hand == 0 or DealFault.STEP in faults_of(changed, hand)


@settings(max_examples=DRAWN)
@given(HANDS, st.data())
def test_each_card_of_a_deck_has_its_place(hand: int, data: st.DataObject) -> None:
    record = long_game().record
    deck = list(record.hands[hand].deck or ())
    one, other = data.draw(st.lists(st.integers(0, len(deck) - 1), min_size=2, max_size=2, unique=True))
    deck[one], deck[other] = deck[other], deck[one]
    changed = replace(record.hands[hand], deck=tuple(deck))
    changed_record = replace(record, hands=(*record.hands[:hand], changed, *record.hands[hand + 1 :]))
    assert faults_of(changed_record, hand) == {DealFault.DECK}


@settings(max_examples=DRAWN)
@given(HANDS, st.data())
def test_each_play_of_the_hands_before_is_needed(hand: int, data: st.DataObject) -> None:
    record = long_game().record
    plays = list(record.hands[hand].plays)
    changed = data.draw(st.integers(0, len(plays) - 1))
    plays[changed] = Play((plays[changed].seat + 1) % 4, plays[changed].cards)
    other = replace(record.hands[hand], plays=tuple(plays))
    found = proofs(replace(record, hands=(*record.hands[:hand], other, *record.hands[hand + 1 :])))
    faults = [set(proof.faults) for proof in found]
    assert faults[: hand + 1] == [set()] * (hand + 1)
    assert all(one == {DealFault.DECK} for one in faults[hand + 1 :])


def test_another_cut_is_caught() -> None:
    record = long_game().record
    cut: Sequence[Card] = record.cuts[-1]
    other = next(card for card in GAMES["voormsi"].pack if card not in cut)
    changed = replace(record, cuts=(*record.cuts[:-1], (*cut[:-1], other)))
    assert faults_of(changed, 0) == {DealFault.CUT}


@pytest.mark.parametrize("step", ["1", "3", "0", "1001", "x", ""])
def test_no_key_of_a_chain_is_used_twice_or_left_out(step: str) -> None:
    assert proofs(with_tag(STEP, lambda _: step, 1))[1].faults


def test_the_first_cut_of_a_cup_is_the_first_by_which_seat_0_deals() -> None:
    game, key = GAMES["voormsi"], deals.key(SECRET, 1)
    passed_over = 0
    for table in range(8):
        place = PLACE._replace(table=table)
        orders = [shuffle(game.pack, deals.cut_numbers(key, place, number)) for number in range(50)]
        start = game.start(4, {})
        dealers = [game.view(game.apply(start, Shuffle(order)), None).dealer for order in orders]
        right = next(index for index, dealer in enumerate(dealers) if dealer in (0, None))
        assert deals.cut(game, start, orders.__getitem__, 0, for_first=True) == (right, orders[right])
        assert deals.cut(game, start, orders.__getitem__, 0, for_first=False) == (0, orders[0])
        passed_over += right
    assert passed_over > 0
