"""The effect of a play before it is made, and the cards that beat the heading play (RULES §3, §5, §6)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.capabilities import CanConsider, Considered
from rules.core.cards import Card, cards
from rules.core.contract import IllegalAction, Phase, Play, Shuffle
from rules.registry import game
from rules.voormsi import game as voormsi
from rules.voormsi.facts import OutcomeFact, PlayFact, PowerFact, RefusalFact
from rules.voormsi.ranking import cards_of, mask_of
from rules.voormsi.state import SHIFTS, State, hand_of
from tests.rules.positions import PACK, drawn, put, told
from tests.rules.test_properties import permuted, positions, tables


def considered(state: State, codes: str, seat: int | None = None) -> Considered:
    return voormsi.consider(state, state.turn if seat is None else seat, cards(codes))


def in_play(seed: int, table: tuple[int, dict[str, str]], most: int) -> list[State]:
    return [state for state in positions(seed, *table, most=most) if state.turn >= 0]


def given_to(state: State, seat: int, play: Sequence[Card]) -> State:
    """The state in which the seat holds these cards beside its own, as far as it does not; nobody else holds them."""
    others = ~(mask_of(play) * sum(1 << shift for shift in SHIFTS))
    return replace(state, hands=state.hands & others | (hand_of(state, seat) | mask_of(play)) << SHIFTS[seat])


# consider


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=20)
def test_what_is_considered_is_what_happens(table: tuple[int, dict[str, str]], seed: int) -> None:
    chance = random.Random(seed)
    for state in in_play(seed, table, 12):
        hand = cards_of(hand_of(state, state.turn))
        for size in range(1, min(4, len(hand)) + 1):
            play = tuple(chance.sample(hand, size))
            found = voormsi.consider(state, state.turn, play)
            step = voormsi.apply(state, Play(state.turn, play))
            if isinstance(step, IllegalAction):
                assert found == Considered(step.why, None)
                continue
            assert found.refused is None
            assert found.play is not None
            account = voormsi.account(state, Play(state.turn, play), step)
            if account is None:
                heading = voormsi.view(step, None).heading
                assert found.play.headed == (heading == len(voormsi.view(state, None).trick))
                assert found.ends is None
            else:
                assert found.play == account.plays[-1]
                assert found.ends == (account.outcome.why if account.outcome else None)


@pytest.mark.slow
@given(tables(), st.integers(0, 10**6))
@settings(max_examples=25)
def test_permuting_what_a_seat_cannot_see_leaves_what_it_considers_equal(
    table: tuple[int, dict[str, str]], seed: int
) -> None:
    chance = random.Random(seed)
    for state in positions(seed, *table, most=20):
        for seat in range(table[0]):
            other = permuted(state, seat, chance)
            plays = [chance.sample(PACK, size) for size in (1, 1, 2)]
            hand = cards_of(hand_of(state, seat))
            plays += [list(play) for size in (1, 2, 3) for play in itertools.combinations(hand[:5], size)]
            for play in plays:
                assert voormsi.consider(other, seat, play) == voormsi.consider(state, seat, play)
        assert voormsi.beaters(permuted(state, None, chance)) == voormsi.beaters(state)


def test_out_of_turn_it_is_said_what_the_play_would_do_if_it_were() -> None:
    state = put(drawn("9C\nKH\nJC\n3D"), "9C")
    found = considered(state, "3D", seat=3)
    assert found.refused is not None
    assert found.refused.kind is RefusalFact.NOT_YOUR_TURN
    assert found.play is not None
    assert found.play.headed
    assert found.play.why.kind is PlayFact.THREE_ADDED
    assert found.play.over == 0


def test_out_of_turn_a_play_that_could_not_be_made_is_refused_for_that() -> None:
    state = put(drawn("9C 9S\nKH\nJC\n3D"), "9C 9S")
    found = considered(state, "3D", seat=3)
    assert found.refused is not None
    assert found.refused.kind is RefusalFact.WRONG_NUMBER
    assert found.play is None


def test_5_5_the_duty_is_told() -> None:
    state = put(drawn("9C\nKH\nJC 5C\n3D"), "9C", "KH")
    refused = considered(state, "5C").refused
    assert refused is not None
    assert refused.kind is RefusalFact.TOQUTSIT_MUST_BE_PLAYED
    play = considered(state, "JC").play
    assert play is not None
    assert play.headed


def test_9_6_a_play_that_loses_the_rubber_is_told_before_it_is_made() -> None:
    state = put(drawn("KH\n5C\nJC\n3D"), "KH", "5C")
    ends = considered(state, "JC").ends
    assert ends is not None
    assert ends.kind is OutcomeFact.OWN_VOORMSI
    assert (ends.about["seat"], ends.about["of"], ends.about["side"]) == (2, 0, 0)
    assert considered(put(drawn("KH\n5C\nJC\n3D")), "JC", seat=2).ends is None


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("voormsi", 4, {"length": "hands:1"}),
        ("voormsi", 2, {"length": "hands:2"}),
        ("alkort", 4, {"target": "5"}),
        ("alkort", 4, {"length": "hands:2"}),
        ("treikort", 3, {"hands": "3"}),
        ("karnoffel", 4, {"length": "hands:2"}),
    ],
)
def test_the_play_that_ends_a_rubber_is_told_before_it_is_made(name: str, seats: int, options: dict[str, str]) -> None:
    rules, chance = game(name), random.Random(1)
    state: Any = rules.start(seats, {option.name: option.default for option in rules.options} | options)
    asked = 0
    while rules.phase(state) is not Phase.OVER:
        if rules.turn(state) is None:
            state = rules.apply(state, Shuffle(tuple(chance.sample(rules.pack, len(rules.pack)))))
            continue
        action = chance.choice(list(rules.legal(state)))
        after = rules.apply(state, action)
        if isinstance(action, Play):
            outcome = rules.view(after, None).outcome
            assert isinstance(rules, CanConsider)
            ends = rules.consider(state, action.seat, action.cards).ends
            assert ends == (outcome.why if outcome else None)
            asked += ends is not None
        state = after
    assert asked == 1


@pytest.mark.parametrize("name", ["voormsi", "alkort", "treikort", "braus", "karnoffel"])
def test_each_view_says_how_many_cards_follow_the_lead_and_none_before(name: str) -> None:
    rules, chance = game(name), random.Random(2)
    seats = rules.seats[-1]
    state: Any = rules.start(seats, {option.name: option.default for option in rules.options})
    followed = set[int | None]()
    for _ in range(200):
        if rules.phase(state) is Phase.OVER:
            break
        if rules.turn(state) is None:
            state = rules.apply(state, Shuffle(tuple(chance.sample(rules.pack, len(rules.pack)))))
            continue
        for seat in (None, *range(seats)):
            view = rules.view(state, seat)
            assert view.follow == (len(view.trick[0].cards) if view.trick else None)
            followed.add(view.follow)
        state = rules.apply(state, chance.choice(list(rules.legal(state))))
    assert {None, 1} <= followed


def test_cards_that_one_does_not_hold_make_no_sense() -> None:
    state = drawn("9C\nKH\nJC\n3D")
    for codes, kind in (
        ("KH", RefusalFact.NOT_YOUR_CARD),
        ("TC", RefusalFact.NOT_IN_PACK),
        ("9C 9C", RefusalFact.SAME_CARD_TWICE),
        ("", RefusalFact.NO_CARDS),
    ):
        found = considered(state, codes, seat=0)
        assert found.refused is not None
        assert (found.refused.kind, found.play) == (kind, None)


def test_before_a_deal_nothing_can_be_considered() -> None:
    refused = voormsi.consider(voormsi.start(4, {}), 0, cards("9C")).refused
    assert refused is not None
    assert refused.kind is RefusalFact.NOT_DEALT


def test_a_seat_that_there_is_not_is_no_seat() -> None:
    with pytest.raises(ValueError, match="no seat 2"):
        voormsi.consider(voormsi.start(2, {}), 2, cards("9C"))


# beaters


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=15)
def test_the_beaters_are_what_takes_the_head_when_played_next(table: tuple[int, dict[str, str]], seed: int) -> None:
    chance = random.Random(seed)
    for state in in_play(seed, table, 15):
        beaten = voormsi.beaters(state)
        view = voormsi.view(state, None)
        assert tuple(one.on for one in beaten) == (view.trick[view.heading].cards if view.heading is not None else ())
        lying = {card for play in view.trick for card in play.cards}
        free = [card for card in PACK if card not in lying]
        for one in beaten:
            assert one.by == tuple(card for card in PACK if card in one.by)
            assert not set(one.by) & lying
        for play in [(card,) for card in free] if view.follow == 1 else _sets(free, view.follow or 0, chance):
            laid = any(
                all(card in one.by for card, one in zip(order, beaten, strict=True))
                for order in itertools.permutations(play)
            )
            assert _heads(state, play) == laid, (view.trick, play)


def _sets(free: list[Card], size: int, chance: random.Random) -> list[tuple[Card, ...]]:
    return [tuple(chance.sample(free, size)) for _ in range(60)] if size else []


def _heads(state: State, play: tuple[Card, ...]) -> bool:
    seat = state.turn
    found = voormsi.consider(given_to(state, seat, play), seat, play)
    if found.play is None:  # the duty forbids it (§5.5)
        assert found.refused is not None
        assert found.refused.kind is RefusalFact.TOQUTSIT_MUST_BE_PLAYED
        found = voormsi.consider(replace(state, hands=mask_of(play) << SHIFTS[seat]), seat, play)
    assert found.play is not None
    return found.play.headed


@pytest.mark.parametrize(
    ("plays", "by", "kind"),
    [
        ("8S", "JC KH 3D", PowerFact.BEATEN_BY_RANK),
        ("8S JC", "KH 3D", PowerFact.BEATEN_BY_EQUAL),
        ("KH", "JC 3D", PowerFact.BEATEN_BY_EQUAL),
        ("7H", "KC 7C 7S 3D", PowerFact.STRONG_SEVEN),
        ("7H 7S", "KC 7C 3D", PowerFact.STRONG_SEVEN),
        ("3D 7H", "KC 7C 7S", PowerFact.STRONG_SEVEN),
        ("7H KC", "KS 3D", PowerFact.CLUB_KING_TOOK),
        ("7H KC 5C", "3D", PowerFact.CLUB_KING_SAFE),
        ("7H KC KS", "3D", PowerFact.SPADE_KING_TOOK),
        ("9C 3D", "", PowerFact.BEATEN_BY_NONE),
    ],
)
def test_3_what_beats_single_cards(plays: str, by: str, kind: PowerFact) -> None:
    (beaten,) = voormsi.beaters(put(drawn("\n".join([*plays.split(), *["5D", "5H", "5S"]][:4])), *plays.split()))
    assert (beaten.by, beaten.why.kind) == (cards(by), kind)


def test_3_2_any_card_beats_a_led_three() -> None:
    (beaten,) = voormsi.beaters(put(drawn("3D\n5D\n5H\n5S"), "3D"))
    assert beaten.by == PACK[:-1]
    assert beaten.why.kind is PowerFact.BEATEN_BY_ALL


@pytest.mark.parametrize(
    ("option", "takes", "kind"),
    [
        ("on_capture", False, PowerFact.BEATEN_BY_RANK),
        ("on_lead_too", True, PowerFact.CLUB_KING_AT_RISK),
    ],
)
def test_11_2_the_king_of_spades_on_a_led_king_of_clubs(option: str, takes: bool, kind: PowerFact) -> None:
    state = put(drawn("KC\n7D\n5H\n5S", options={"spade_king": option}), "KC")
    (beaten,) = voormsi.beaters(state)
    assert (cards("KS")[0] in beaten.by, beaten.why.kind) == (takes, kind)
    (later,) = voormsi.beaters(put(state, "7D"))
    assert (cards("KS")[0] in later.by, later.why.kind) == (False, PowerFact.BEATEN_BY_RANK)


def test_6_2_each_card_of_a_heading_set_is_told_of() -> None:
    state = put(drawn("7D 7H\nKC 7S\n5H 5S\n6C 6D"), "7D 7H", "KC 7S")
    beaten = {one.on.code: (one.by, one.why.kind) for one in voormsi.beaters(state)}
    assert beaten == {
        "KC": (cards("KS 3D"), PowerFact.CLUB_KING_TOOK),
        "7S": (cards("7C 3D"), PowerFact.STRONG_SEVEN),
    }


def test_before_a_lead_there_is_nothing_to_beat() -> None:
    assert voormsi.beaters(drawn("9C\nKH\nJC\n3D")) == ()
    assert voormsi.beaters(voormsi.start(4, {})) == ()


# order and topics


def test_the_order_is_the_whole_pack_in_groups() -> None:
    assert tuple(card for group in voormsi.order for card in group.cards) == voormsi.pack


@pytest.mark.parametrize(
    ("plays", "topics"),
    [
        ("9C 5C QD AH", "order"),
        ("9C 5C KH QD", "order matadors"),
        ("9C KH JC QD", "matadors duty"),
        ("9C 7H 5C QD", "order sevens"),
        ("7H JC 5C QD", "sevens"),
        ("9C 5C 3D QD", "order three-of-diamonds"),
        ("7H KC KS 5C", "sevens black-kings"),
        ("9C+9S AC+AS KH+JC QD+QH", "order matadors sets"),
    ],
)
def test_the_topics_of_a_trick(plays: str, topics: str) -> None:
    rows = [play.replace("+", " ") for play in plays.split()]
    assert voormsi.topics_of(told(drawn("\n".join(rows)), *rows)) == set(topics.split())


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=15)
def test_every_topic_of_a_trick_is_one_of_the_games(table: tuple[int, dict[str, str]], seed: int) -> None:
    for state in in_play(seed, table, 30):
        for play in voormsi.legal(state)[:3]:
            after = voormsi.apply(state, play)
            assert not isinstance(after, IllegalAction)
            account = voormsi.account(state, play, after)
            assert account is None or voormsi.topics_of(account) <= set(voormsi.topics)
