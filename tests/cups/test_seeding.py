"""Seeds: by rating or by lot, kept in the record."""

from __future__ import annotations

from bot.cups import cup_actions
from bot.cups.cup_actions import JoinCup, StartCup
from bot.cups.cup_rules import EntrantKind
from bot.cups.round_pairing import order_by_rating
from bot.ratings.ratings import Rating
from tests.cups.cups import after, joined, new, rules


def rated(**mu: float) -> dict[str, Rating]:
    return {person: Rating(mu=value) for person, value in mu.items()}


def test_the_strongest_comes_first_and_who_has_no_rating_stands_with_beginners() -> None:
    cup = joined(rules(), 3)
    assert order_by_rating(cup, rated(p0=20, p1=30), "seed") == (1, 2, 0)


def test_a_pair_has_the_mean_of_its_people_also_if_they_find_each_other_at_the_start() -> None:
    of = rules(kind=EntrantKind.PAIRS)
    cup = after(new(of), JoinCup("a"), JoinCup("b"), JoinCup("c", "d"), cup_actions.AgreePartner("d", "c"))
    assert order_by_rating(cup, rated(a=40, b=20, c=26, d=26), "seed") == (0, 2)
    assert order_by_rating(cup, rated(a=40, b=20, c=36, d=36), "seed") == (2, 0)


def test_lots_decide_between_equals_and_a_late_entrant_comes_last() -> None:
    cup = joined(rules(), 20)
    one, other = (order_by_rating(cup, {}, seed) for seed in ("a", "b"))
    assert sorted(one) == sorted(other) == list(range(20))
    assert one != other
    started = after(after(cup, JoinCup("late")), StartCup(None, "a", one))
    assert [entrant.number for entrant in started.seeded_entrants] == [*one, 20]
