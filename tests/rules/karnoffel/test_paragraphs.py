"""The paragraphs of KARNOFFEL one by one, and the worked examples of §12."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from rules.core.cards import cards
from rules.core.contract import Booking, Event, IllegalAction, Lasting, Move, Phase, Play, Shuffle, fact
from rules.karnoffel import game as karnoffel
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.playing import play
from rules.karnoffel.state import KarnoffelState
from tests.rules.karnoffel.tables import PACK, dealt, drawn, put, random_rubber, refused, told

SWEEP = ("2H JH 8C KC", "6H 7C KD 8S", "3H 6C 5H 7S")
"""Three tricks to side 1 from `swept`."""


def swept(**options: str) -> KarnoffelState:
    """A hand in which side 1 has the best of everything; hearts are chosen, seat 0 leads."""
    return drawn("9S 8S 7S\nJH 6H 3H 4H\n8C 7C 6C\n5H KC KD", options=options)


def after_sweep(tricks: int, **options: str) -> KarnoffelState:
    """That hand after side 1 has taken its first tricks."""
    return put(swept(**options), *" ".join(SWEEP[:tricks]).split())


# §2 and §4: the pack, the cut, the deal


def test_2_1_the_pack_has_48_cards_and_no_ace() -> None:
    assert len(set(PACK)) == 48
    assert not any(each.rank == "A" for each in PACK)


@pytest.mark.parametrize(
    ("cut", "dealer"),
    [("KC 5H 9D 3S", 3), ("2C 2S 2H 2D", 3), ("2D 2C 2S 2H", 0), ("7H 7D KD KS", 1), ("QS JC TD QH", 2)],
)
def test_4_1_the_lowest_card_that_is_cut_deals(cut: str, dealer: int) -> None:
    state = karnoffel.apply(karnoffel.start(4, {}), Shuffle(cards(cut)))
    assert not isinstance(state, IllegalAction)
    view = karnoffel.view(state, None)
    assert (view.phase, view.dealer, view.cut) == (Phase.DEAL, dealer, (cards(cut),))


def test_4_2_five_cards_each_one_at_a_time_the_first_face_up() -> None:
    state = karnoffel.start(4, {})
    for shuffle in (cards("2D KC KS KH"), PACK):
        step = karnoffel.apply(state, Shuffle(shuffle))
        assert not isinstance(step, IllegalAction)
        state = step
    hands = karnoffel.dealt_cards(state)
    assert hands[1] == PACK[0:20:4]
    assert hands[0] == PACK[3:20:4]
    assert karnoffel.view(state, None).known == tuple((hand[0],) for hand in hands)
    assert {*karnoffel.view(state, 1).hand} == {*hands[1]}


@pytest.mark.parametrize(
    ("turned", "dealer", "suit", "seat"),
    [("5C 9H 5D KS", 3, "C", 0), ("5C 9H 5D KS", 1, "D", 2), ("TC JS QH KD", 3, "C", 0)],
)
def test_4_3_the_lowest_turned_card_names_the_chosen_suit_c1_to_c3(
    turned: str, dealer: int, suit: str, seat: int
) -> None:
    shown = cards(turned)
    rest = [each for each in PACK if each not in shown]
    state = dealt([[each, *(rest.pop() for _ in range(4))] for each in shown], dealer=dealer)
    view = karnoffel.view(state, None)
    *lying, chosen = view.events
    assert [event.seat for event in lying] == [(dealer + 1 + number) % 4 for number in range(4)]
    assert all(event == Event("turned", event.seat, (shown[event.seat],)) for event in lying)
    assert chosen == Event("chosen", seat, (shown[seat],), lasting=Lasting.HAND)
    assert shown[seat].suit == suit
    assert view.order[0].cards == cards("J" + suit)


def test_4_4_a_turned_card_is_known_until_it_is_played() -> None:
    state = drawn("9S\n6H\n8C\nKD")
    assert karnoffel.view(state, 3).known[0] == cards("2H")
    assert karnoffel.view(put(state, "2H"), 3).known[0] == ()
    assert Event("turned", 0, cards("2H")) in karnoffel.view(put(state, "2H"), 3).events


def test_4_5_the_deal_passes_to_the_left() -> None:
    dealers = [after.dealer for _, action, after in random_rubber(5, {}) if isinstance(action, Shuffle)]
    assert len(dealers) > 5
    assert all((before + 1) % 4 == dealer for before, dealer in itertools.pairwise(dealers[1:]))
    assert dealers[0] == dealers[1]


# §5 and §9: play


def test_5_1_eldest_leads_first_and_then_the_winner_of_the_trick() -> None:
    state = drawn("9S\n6H\n8C\nKS", dealer=1)
    assert karnoffel.turn(state) == 2
    assert karnoffel.turn(put(state, "8C", "KS", "9S", "6H")) == 1


def test_5_2_any_card_may_be_played() -> None:
    state = put(drawn("9S\nKS 8C QD 2H 7H\n8S\nKD"), "9S")
    assert [play.cards for play in karnoffel.legal(state)] == [(each,) for each in cards("7H 2H KS QD 8C")]


@pytest.mark.parametrize(("devil", "count"), [("barred", 4), ("free", 5)])
def test_5_3_the_devil_may_not_be_led_to_the_first_trick_d1_d2_d5(devil: str, count: int) -> None:
    state = drawn("7H\n6H\n8C\nKS", options={"devil": devil})
    assert len(karnoffel.legal(state)) == count
    if devil == "barred":
        assert refused(state, "7H") == fact(KarnoffelFact.DEVIL_BARRED, card=cards("7H")[0])
    else:
        assert karnoffel.view(put(state, "7H"), None).trick == (Play(0, cards("7H")),)


def test_5_3_a_follower_may_play_the_devil_to_the_first_trick_d3() -> None:
    assert karnoffel.view(put(drawn("9S\n7H\n8C\nKS"), "9S", "7H"), None).heading == 0


def test_5_3_the_devil_may_be_led_to_the_second_trick_d4() -> None:
    state = put(drawn("KS 7H\n8S\n9S\nTS"), *"KS 8S 9S TS".split())
    assert karnoffel.turn(state) == 0
    assert karnoffel.view(put(state, "7H"), None).heading == 0


def test_9_there_are_no_moves() -> None:
    step = karnoffel.apply(drawn("9S\n7H\n8C\nKS"), Move(0, "pass"))
    assert step == IllegalAction(fact(KarnoffelFact.NO_SUCH_MOVE, seat=0))


@pytest.mark.parametrize(
    ("play", "seat", "kind"),
    [
        ("6H", 0, KarnoffelFact.NOT_YOUR_CARD),  # H5
        ("9S 2H", 0, KarnoffelFact.NOT_ONE_CARD),  # H6
        ("", 0, KarnoffelFact.NOT_ONE_CARD),
        ("9S 9S", 0, KarnoffelFact.NOT_ONE_CARD),
        ("AS", 0, KarnoffelFact.NOT_IN_PACK),
        ("6H", 1, KarnoffelFact.NOT_YOUR_TURN),
    ],
)
def test_9_refused_plays(play: str, seat: int, kind: KarnoffelFact) -> None:
    assert refused(drawn("9S\n6H\n8C\nKS"), play, seat).kind is kind


# §6: the end of the hand


def test_6_1_the_third_trick_of_a_side_ends_the_hand_h1() -> None:
    state = after_sweep(3)
    view = karnoffel.view(state, 1)
    assert (view.phase, view.turn, view.units, view.scores) == (Phase.DEAL, None, (0, 3), (0, 1))
    assert view.hand_sizes == (2, 2, 2, 2)
    assert refused(state, "4H", 1) == fact(KarnoffelFact.HAND_OVER, hand=1)  # H7


def test_6_1_all_five_tricks_are_played_if_the_table_wants_it_h2() -> None:
    state = after_sweep(3, stop="five")
    assert karnoffel.turn(state) == 1
    for _ in range(8):
        state = put(state, karnoffel.legal(state)[0].cards[0].code)
    view = karnoffel.view(state, None)
    assert (view.phase, view.units, view.scores, view.hand_sizes) == (Phase.DEAL, (0, 5), (0, 1), (0,) * 4)


@pytest.mark.parametrize(("tricks", "ended"), [(1, False), (2, False), (3, True)])
def test_6_2_a_hand_won_is_worth_1_and_only_when_it_is_over(tricks: int, ended: bool) -> None:
    before = after_sweep(tricks - 1)
    account = told(before, *SWEEP[tricks - 1].split())
    assert (account.number, account.units, account.waiting) == (tricks, (0, tricks), (0, 0))
    assert (account.hand_end is not None) is ended
    if account.hand_end is not None:
        assert account.hand_end.why == fact(KarnoffelFact.THREE_TRICKS, side=1, tricks=3)
        assert account.bookings == (Booking(1, 1, 0, 1, None, fact(KarnoffelFact.HAND_WON, side=1)),)
        assert account.outcome is None


def test_10_3_after_five_tricks_it_is_told_how_many_won_the_hand() -> None:
    steps = random_rubber(3, {"stop": "five"})
    ends = [karnoffel.account(*step) for step in steps if isinstance(step[1], Play)]  # type: ignore[arg-type]
    whys = [account.hand_end.why for account in ends if account and account.hand_end and account.hand_end.why]
    assert whys
    assert all(why.kind is KarnoffelFact.MOST_TRICKS and why.about["tricks"] >= 3 for why in whys)


# §7 and §10: the rubber


@pytest.mark.parametrize(("target", "before"), [("5", (4, 4)), ("1", (0, 0)), ("20", (0, 19))])
def test_7_1_the_side_that_reaches_the_target_has_won_h3_h4(target: str, before: tuple[int, int]) -> None:
    start = replace(swept(target=target), scores=before)
    account = told(start, *" ".join(SWEEP).split())
    assert account.outcome is not None
    assert account.outcome.winners == (1,)
    assert account.outcome.why == fact(KarnoffelFact.ON_TARGET, side=1, target=int(target))


def test_7_1_after_the_end_nothing_can_be_done() -> None:
    *_, (_, _, state) = random_rubber(1, {"target": "1"})
    assert refused(state, "9S", 0) == fact(KarnoffelFact.RUBBER_OVER)
    assert karnoffel.apply(state, Shuffle(PACK)) == IllegalAction(fact(KarnoffelFact.RUBBER_OVER))


def test_10_5_after_the_agreed_hands_the_side_with_more_has_won_and_equal_ones_draw() -> None:
    kinds = set()
    for seed in range(20):
        *_, (_, _, state) = random_rubber(seed, {"length": "hands:2", "target": "3"})
        view = karnoffel.view(state, None)
        assert (view.hand_number, sum(view.scores)) == (2, 2)
        assert view.outcome is not None
        assert view.outcome.winners == ((0, 1) if view.scores == (1, 1) else (view.scores.index(2),))
        kinds.add(view.outcome.why.kind)
    assert kinds == {KarnoffelFact.MOST_HANDS, KarnoffelFact.LEVEL}


def test_10_5_the_target_still_ends_it_sooner() -> None:
    *_, (_, _, state) = random_rubber(1, {"length": "hands:20", "target": "1"})
    view = karnoffel.view(state, None)
    assert view.hand_number == 1
    assert view.outcome is not None
    assert view.outcome.why.kind is KarnoffelFact.ON_TARGET


def test_10_the_defaults_come_first() -> None:
    assert {option.name: option.default for option in karnoffel.options} == {
        "target": "5",
        "devil": "barred",
        "stop": "three",
        "talk": "open",
        "length": "rubber",
    }
    assert sorted(map(int, karnoffel.options[0].choices)) == [*range(1, 21)]


@pytest.mark.parametrize(
    ("seats", "options", "kind"),
    [
        (3, {}, KarnoffelFact.SEATS),
        (True, {}, KarnoffelFact.SEATS),
        (4, {"colour": "red"}, KarnoffelFact.UNKNOWN_OPTION),
        (4, {"target": "21"}, KarnoffelFact.UNKNOWN_CHOICE),
    ],
)
def test_10_what_no_table_can_play(seats: int, options: dict[str, str], kind: KarnoffelFact) -> None:
    refusal = karnoffel.check_options(seats, options)
    assert refusal is not None
    assert refusal.why.kind is kind
    with pytest.raises(ValueError, match=kind):
        karnoffel.start(seats, options)


def test_10_4_talk_changes_nothing_that_the_rules_can_see() -> None:
    open_talk = [after for *_, after in random_rubber(2, {})]
    closed = [after for *_, after in random_rubber(2, {"talk": "closed"})]
    assert open_talk == closed


@pytest.mark.parametrize(
    ("options", "about"),
    [({}, 120), ({"target": "1"}, 17), ({"length": "hands:3"}, 50), ({"stop": "five", "target": "1"}, 20)],
)
def test_7_1_a_rubber_has_about_so_many_plays(options: dict[str, str], about: int) -> None:
    assert abs(karnoffel.about_plays(4, options) - about) <= about / 10


@pytest.mark.parametrize(
    ("cards_given", "kind"),
    [
        (PACK[:3], KarnoffelFact.BAD_CUT),
        (cards("AC KC KS KH"), KarnoffelFact.BAD_CUT),
        (cards("KC KC KS KH"), KarnoffelFact.BAD_CUT),
    ],
)
def test_4_1_a_cut_that_there_cannot_be(cards_given: tuple[int, ...], kind: KarnoffelFact) -> None:
    step = karnoffel.apply(karnoffel.start(4, {}), Shuffle(cards_given))  # type: ignore[arg-type]
    assert isinstance(step, IllegalAction)
    assert step.why.kind is kind


def test_2_1_a_deal_is_of_the_whole_pack_between_two_hands() -> None:
    state = after_sweep(3)
    for deck, kind in ((PACK[:47], KarnoffelFact.BAD_SHUFFLE), ((*PACK[:47], PACK[0]), KarnoffelFact.BAD_SHUFFLE)):
        step = karnoffel.apply(state, Shuffle(deck))
        assert isinstance(step, IllegalAction)
        assert step.why.kind is kind
    step = karnoffel.apply(drawn("9S\n6H\n8C\nKD"), Shuffle(PACK))
    assert step == IllegalAction(fact(KarnoffelFact.NOTHING_TO_SHUFFLE))


def test_before_a_deal_there_is_nothing_to_play() -> None:
    state = karnoffel.start(4, {})
    assert refused(state, "9S", 0) == fact(KarnoffelFact.NOT_DEALT)
    assert play(state, 1) == fact(KarnoffelFact.NOT_DEALT)
    assert karnoffel.legal(state) == []


def test_every_paragraph_that_a_fact_cites_has_a_key() -> None:
    assert {kind.paragraph for kind in KarnoffelFact} <= karnoffel.paragraphs.keys()


def test_there_is_no_fifth_seat() -> None:
    with pytest.raises(ValueError, match="no seat 4"):
        karnoffel.view(drawn("9S\n6H\n8C\nKD"), 4)
    with pytest.raises(ValueError, match="no seat 4"):
        karnoffel.consider(drawn("9S\n6H\n8C\nKD"), 4, cards("9S"))
