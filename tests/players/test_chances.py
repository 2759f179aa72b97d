"""The chances by which the computers weigh a play: they are those of counting, and all outcomes together make one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest

from players import alkort, chance_to_draw, karnoffel, treikort
from players.karnoffel import _chance_of_trick as chance_of_trick
from players.voormsi import ladder
from players.voormsi.card_worth import best_seven
from players.voormsi.forecast import dangers, forecast, seats_after
from players.voormsi.knowledge import know
from players.voormsi.situation import STEADY, table_of
from players.voormsi.steady import _difference as difference
from rules.alkort.options import terms
from rules.alkort.ranking import PLACES
from rules.alkort.ranking import mask_of as alkort_mask_of
from rules.core.cards import cards, places
from rules.karnoffel.ranking import LADDER_OF, mask_of
from rules.karnoffel.ranking import PLACES as KARNOFFEL_PLACES
from rules.voormsi.ranking import BEATERS, FULL, SEVEN, SEVENS
from rules.voormsi.ranking import cards_of as voormsi_cards_of
from rules.voormsi.ranking import mask_of as voormsi_mask_of
from rules.voormsi.scoring import EXECUTION
from tests.players.positions import position
from tests.players.rubbers import positions

HEARTS = 2
Chance = Callable[[int, int, int], float]
"""The chance that `held` of `count` cards contain one of `good` of them."""


def in_karnoffel(count: int, good: int, held: int) -> float:
    known = karnoffel.CardKnowledge(0, HEARTS, 0, (0,) * 4, (0, held, 0, 0), (1 << count) - 1)
    return karnoffel.chance_held(known, 1, (1 << good) - 1)


def in_treikort(count: int, good: int, held: int) -> float:
    seat = treikort.SeatCards(0, (1 << count) - 1, held)
    return treikort.chance_to_hold(treikort.CardCount(0, 0, 0, (seat,) * 3), 1, (1 << good) - 1)


@pytest.mark.parametrize("chance", [chance_to_draw, in_karnoffel, in_treikort])
def test_a_hand_contains_a_card_as_often_as_in_all_hands_that_there_are(chance: Chance) -> None:
    for count in range(1, 7):
        for good, held in ((good, held) for good in range(count + 1) for held in range(count + 1)):
            hands = list(combinations(range(count), held))
            share = sum(min(hand, default=count) < good for hand in hands) / len(hands)
            assert chance(count, good, held) == pytest.approx(share)


def test_a_hand_contains_two_cards_of_a_set_as_often_as_in_all_hands_that_there_are() -> None:
    for good, held in ((good, held) for good in range(6) for held in range(6)):
        hands = list(combinations(range(5), held))
        share = sum(sum(card < good for card in hand) > 1 for hand in hands) / len(hands)
        assert chance_to_draw(5, good, held, 2) == pytest.approx(share)


def voormsi_forecasts(seats: int) -> Iterator[tuple[list[float], bool]]:
    """The chances of all who may win a trick after a play, and whether only the side that heads has still to play."""
    for view, memory in positions("voormsi", seats, {"length": "hands:2"}, seed=seats):
        table = table_of(view, memory, STEADY)
        for legal in view.legal[::3]:
            heading = table.heading_after(voormsi_mask_of(legal))
            to_play = seats_after(table.known, table.order, heading.order == table.order)
            found = forecast(table.known, heading, to_play, table.order + 1)
            is_ours = all(table.known.side_of[seat] == heading.side for seat in to_play)
            yield [found.stays, *found.taken], is_ours


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_voormsi_somebody_wins_the_trick_and_nobody_takes_it_from_their_own_side_at_the_end(seats: int) -> None:
    count = 0
    for chances, is_ours in voormsi_forecasts(seats):
        assert sum(chances) == pytest.approx(1)
        assert all(-1e-9 <= one <= 1 + 1e-9 for one in chances)
        assert not is_ours or chances[0] == 1
        count += is_ours
    assert count > 20


def test_voormsi_a_seven_wins_for_sure_only_if_nothing_unseen_beats_it() -> None:
    sure = 0
    for view, memory in positions("voormsi", 4, {"length": "hands:4"}, seed=6):
        known = know(view, memory)
        held = places(known.hand & SEVENS)
        chance = best_seven(known)
        beaten = all(known.unseen & BEATERS[SEVEN][place] for place in held)
        assert (chance == 0) if not held else (0 <= chance < 1) if beaten else chance == 1
        sure += bool(held) and not beaten
    assert sure > 5


@pytest.mark.parametrize(
    ("hand", "gone", "held"),
    [("JC", "", 1 / 3), ("KH", "", 1 / 3), ("JC", "KH", 0), ("KH", "JC", 0), ("9C", "", 0)],
)
def test_voormsi_a_last_matador_risks_half_a_ruin_if_the_partner_holds_the_other(
    hand: str, gone: str, held: float
) -> None:
    rest = [each.code for each in voormsi_cards_of(FULL) if each.code not in (hand, "QD", gone)]
    table = table_of(*position(f"{hand} QD", gone=" ".join([*rest[6:], gone])), STEADY)
    left = table.known._replace(hand=voormsi_mask_of(cards(hand)))
    danger = dangers(table, left, table.heading_after(voormsi_mask_of(cards("QD"))), (1, 2, 3), 1)
    assert danger == pytest.approx(STEADY.ruin / 2 * held)


@pytest.mark.parametrize(("others", "ruin"), [(1, STEADY.ruin), (2, 0.0)])
def test_voormsi_a_partner_ruins_a_voormsi_with_its_last_card_alone_and_opponents_execute_it_with_any(
    others: int, ruin: float
) -> None:
    rest = [each.code for each in voormsi_cards_of(FULL) if each.code not in ("JC", "KH", "3D")]
    unseen = 3 * others - 1
    table = table_of(*position("KH", gone=" ".join([*rest[unseen:], "3D"]), others=others), STEADY)
    left, heading = table.known._replace(hand=0), table.heading_after(voormsi_mask_of(cards("KH")))
    held = others / (unseen + 1)
    assert dangers(table, left, heading, (1, 2, 3), 1) == pytest.approx(held * (2 * EXECUTION + ruin))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_voormsi_what_one_side_gains_by_a_trick_the_others_lose(seats: int) -> None:
    for view, memory in positions("voormsi", seats, {"length": "hands:1"}, seed=seats):
        table = table_of(view, memory, STEADY)
        sides = range(len(view.sides))
        tables = [table._replace(known=table.known._replace(side=side)) for side in sides]
        for winner in sides:
            assert sum(difference(each, winner, 1, 1) for each in tables) == pytest.approx(0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_voormsi_what_a_side_can_expect_lies_between_winning_and_losing_the_next_unit(seats: int) -> None:
    race = ladder.race(seats, {})
    for units, waiting, left in product(range(4), range(4), range(1, 5)):
        place = ladder.RaceValue(units, race.target - 5, waiting)
        won = ladder.prospect(ladder.win_trick(place, 1, left, race), left - 1, race)
        lost = ladder.prospect(ladder.RaceValue(units, place.score + waiting, 0), left - 1, race)
        assert min(won, lost) <= ladder.prospect(place, left, race) <= max(won, lost)


def test_alkort_one_side_or_the_other_wins_the_trick_and_a_partner_last_to_play_leaves_it() -> None:
    count = 0
    for view, memory in positions("alkort", 4, {"length": "hands:3"}, seed=4):
        if view.moves:
            continue
        table = alkort.situation_of(view, memory, alkort.STEADY)
        theirs = table._replace(known=table.known._replace(seat=(table.known.seat + 1) % 4))
        for (card,) in view.legal:
            heading = table.heading_after(PLACES[card])
            ours = alkort.forecast(table, heading)
            assert ours.ours + alkort.forecast(theirs, heading).ours == pytest.approx(1)
            assert 0 <= ours.stays <= 1
            is_ours = all(seat % 2 == heading.side for seat in table.to_play)
            assert not is_ours or ours.stays == 1
            count += is_ours and bool(table.to_play)
    assert count > 20


def test_alkort_what_an_opponent_takes_the_partner_after_it_takes_back_as_far_as_it_can() -> None:
    ace, queen = alkort_mask_of(cards("AS")), alkort_mask_of(cards("QS"))
    known = alkort.AlkortKnowledge(0, 0, ace | queen, (1,) * 4, (0, ace, queen, 0), (0,) * 4)
    agreed, heading = terms(4, {}), alkort.AlkortHeading(0, ace | queen)
    table = alkort.AlkortSituation(known, alkort.STEADY, agreed.beaters, agreed.beaters, agreed.ranked, heading, (1, 2))
    will, again = alkort.STEADY.will, alkort.STEADY.again
    assert tuple(alkort.forecast(table, heading)) == pytest.approx((1 - will, 1 - will + again * will))


@pytest.mark.parametrize(("to_play", "stays"), [((1, 2, 3), 1 - alkort.STEADY.over_partner), ((1, 2), 1.0)])
def test_alkort_a_partner_takes_over_now_and_then_only_while_an_opponent_follows(
    to_play: tuple[int, ...], stays: float
) -> None:
    ace, queen = alkort_mask_of(cards("AS")), alkort_mask_of(cards("QS"))
    known = alkort.AlkortKnowledge(0, queen, ace, (1,) * 4, (0, 0, ace, 0), (0,) * 4)
    agreed = terms(4, {})
    heading = alkort.AlkortHeading(0, ace)
    table = alkort.AlkortSituation(
        known, alkort.STEADY, agreed.beaters, agreed.beaters, agreed.ranked, heading, to_play
    )
    assert tuple(alkort.forecast(table, heading)) == pytest.approx((stays, 1.0))


@pytest.mark.parametrize("own", range(4))
@pytest.mark.parametrize(("ahead", "sure"), [(1, 0.0), (2, 1.0), (3, 0.0)])
def test_karnoffel_a_card_is_weak_if_an_opponent_is_known_to_hold_a_better_one_and_not_if_the_partner_is(
    own: int, ahead: int, sure: float
) -> None:
    shown = [0] * 4
    shown[(own + ahead) % 4] = mask_of(cards("JH"), HEARTS)
    known = karnoffel.CardKnowledge(own, HEARTS, mask_of(cards("6H"), HEARTS), tuple(shown), (0,) * 4, 0)
    assert karnoffel.strength(known, KARNOFFEL_PLACES[HEARTS][cards("6H")[0]]) == sure


@pytest.mark.parametrize(
    ("is_ours", "to_play", "chance"),
    [
        (True, (2,), 1.0),
        (True, (1,), 1 - karnoffel.STEADY.opponents),
        (False, (2,), karnoffel.STEADY.partner),
        (True, (1, 2), 1 - karnoffel.STEADY.opponents * (1 - karnoffel.STEADY.partner)),
    ],
)
def test_karnoffel_what_an_opponent_can_take_the_partner_after_it_can_take_back(
    is_ours: bool, to_play: tuple[int, ...], chance: float
) -> None:
    pope, karnoffel_card, king = (mask_of(cards(code), HEARTS) for code in ("6H", "JH", "KH"))
    known = karnoffel.CardKnowledge(0, HEARTS, king, (0, pope, karnoffel_card, 0), (0,) * 4, 0)
    place = KARNOFFEL_PLACES[HEARTS][cards("KH")[0]]
    heading = karnoffel.Lying(place, LADDER_OF[place], is_ours)
    assert chance_of_trick(known, heading, to_play, karnoffel.STEADY) == pytest.approx(chance)
