"""Ratings: what a rubber does to whom."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ratings.ratings import COMPUTER_WEIGHT, MOST_STEPS, Rating, rate, rate_all
from bot.tables.results import Rubber, Spell
from tests.ratings.ladder import play, sides_of

NAMES = ("Aja", "Malik", "Inuk", "Paloma", "Nivi", "Pipaluk")
EVEN = dict.fromkeys((*NAMES, None), 25.0)


def rubber(*spells: Spell, winners: tuple[int, ...] = (0,), size: int = 2) -> Rubber:
    """A rubber of three hands, each of which brought the first side a point."""
    sides = sides_of(size)
    return Rubber(1, 7, 1, sides, winners, ((1, *(0 for _ in sides[1:])),) * 3, spells)


def whole(seat: int, person: str | None, hands: int = 3) -> Spell:
    return Spell(seat, person, 1, hands)


def test_who_wins_rises_and_who_loses_falls() -> None:
    after = rate({}, rubber(whole(0, "Aja"), whole(1, "Malik")))
    assert after["Aja"].mu > Rating().mu > after["Malik"].mu


def test_partners_are_rated_as_a_team() -> None:
    after = rate({}, rubber(*(whole(seat, NAMES[seat]) for seat in range(4)), size=4))
    assert after["Aja"].mu == after["Inuk"].mu > after["Malik"].mu == after["Paloma"].mu


def test_a_draw_of_equals_moves_nobody() -> None:
    after = rate({}, rubber(whole(0, "Aja"), whole(1, "Malik"), winners=(0, 1)))
    assert after["Aja"].mu == pytest.approx(Rating().mu) == pytest.approx(after["Malik"].mu)


def test_a_rubber_that_counts_for_nobody_rates_nobody() -> None:
    assert rate({}, rubber(whole(0, "Aja"), whole(1, "Malik"), winners=())) == {}


def test_a_forfeit_is_lost_by_who_let_the_time_pass_and_won_by_nobody() -> None:
    after = rate({}, rubber(whole(0, "Aja")._replace(left=True), whole(1, "Malik"), winners=()))
    assert after.keys() == {"Aja"}
    assert after["Aja"].mu < Rating().mu


def test_who_leaves_has_lost_even_if_their_side_wins() -> None:
    after = rate({}, rubber(Spell(0, "Aja", 1, 1, True), Spell(0, None, 2, 3), whole(1, "Malik")))
    lost = rate({}, rubber(whole(0, "Aja"), whole(1, "Malik"), winners=(1,)))
    assert after["Aja"].mu <= lost["Aja"].mu + 0.01


def test_who_leaves_one_side_for_another_has_lost_and_gains_nothing_there() -> None:
    left, moved = Spell(1, "Aja", 1, 1, True), Spell(0, "Aja", 2, 3)
    after = rate({}, rubber(Spell(0, "Malik", 1, 1, True), left, moved, Spell(1, None, 2, 3)))
    assert after["Aja"].mu < Rating().mu


def test_who_comes_back_to_their_seat_is_rated_by_the_outcome() -> None:
    spells = Spell(0, "Aja", 1, 1, True), Spell(0, None, 2, 2), Spell(0, "Aja", 3, 3), whole(1, "Malik")
    assert rate({}, rubber(*spells))["Aja"].mu > Rating().mu


def test_a_substitute_is_rated_by_the_hands_they_played_and_not_by_the_outcome() -> None:
    spells = Spell(0, "Aja", 1, 1, True), Spell(0, "Inuk", 2, 3), whole(1, "Malik")
    won, lost = (rate({}, rubber(*spells, winners=(side,)))["Inuk"] for side in (0, 1))
    assert won == lost
    assert won.mu > Rating().mu


def test_a_substitute_who_played_no_whole_hand_is_not_moved() -> None:
    after = rate({}, rubber(Spell(0, "Aja", 1, 2, True), Spell(0, "Inuk", 4, 3), whole(1, "Malik")))
    assert after["Inuk"] == Rating()


def test_a_substitute_who_leaves_loses_the_hand() -> None:
    spells = Spell(0, "Aja", 1, 1, True), Spell(0, "Inuk", 2, 1, True), Spell(0, None, 2, 3), whole(1, "Malik")
    assert rate({}, rubber(*spells))["Inuk"].mu < Rating().mu


def test_computers_count_less_and_make_nothing_certain() -> None:
    against_person = rate({}, rubber(whole(0, "Aja"), whole(1, "Malik")))["Aja"]
    against_computer = rate({}, rubber(whole(0, "Aja"), whole(1, None)))["Aja"]
    start = Rating()
    assert 0 < against_computer.mu - start.mu < 2 * COMPUTER_WEIGHT * (against_person.mu - start.mu)
    assert (against_computer.sigma, against_computer.rubbers) == (start.sigma, 0)


def test_sizes_are_rated_apart() -> None:
    assert rate_all([rubber(whole(0, "Aja"), whole(1, "Malik"))]).sizes.keys() == {2}


def _when_behind(scores: tuple[int, ...]) -> bool:
    return max(scores) > max(4, scores[0])


def _never(_: tuple[int, ...]) -> bool:
    return False


@st.composite
def played(draw: st.DrawFn) -> list[Rubber]:
    """Rubbers of any size, in which people leave and come."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    rubbers = []
    for number in range(draw(st.integers(1, 12))):
        size = chance.choice((2, 3, 4))
        people: list[str | None] = list(chance.sample(NAMES, size))
        for seat in range(1, size):
            people[seat] = people[seat] if chance.random() < 0.8 else None
        free = [name for name in NAMES if name not in people]
        begun = (8, *(0 for _ in sides_of(size)[1:])) if chance.random() < 0.3 else None
        comes = (chance.choice(free), 0) if begun else None
        leaves = _when_behind if chance.random() < 0.3 else _never
        rubbers.append(play(chance, number, people, EVEN, scores=begun, comes=comes, leaves=leaves))
    return rubbers


@settings(max_examples=40)
@given(played(), st.randoms(use_true_random=False))
def test_recomputing_gives_the_running_numbers_in_whatever_order_rows_come(
    rubbers: list[Rubber], chance: random.Random
) -> None:
    running: dict[int, dict[str, Rating]] = {}
    for one in rubbers:
        book = running.setdefault(one.size, {})
        book.update(rate(book, one))
    shuffled = chance.sample(rubbers, len(rubbers))
    found = rate_all(shuffled).sizes
    assert found == running


@settings(max_examples=40)
@given(played(), st.integers(0, 30))
def test_a_fold_that_goes_on_is_the_whole_fold(rubbers: list[Rubber], cut: int) -> None:
    rubbers.sort(key=lambda one: (one.ended_at, one.id))
    assert rate_all(rubbers[cut:], rate_all(rubbers[:cut])) == rate_all(rubbers)


@settings(max_examples=40)
@given(played())
def test_the_steps_of_a_rating_end_with_it_in_the_order_of_the_rubbers(rubbers: list[Rubber]) -> None:
    found = rate_all(rubbers)
    ends = {one.id: one.ended_at for one in rubbers}
    for size, ratings in found.sizes.items():
        for person, rating in ratings.items():
            steps = found.steps_of(person)[size]
            assert steps[-1].points == rating.points
            assert len(steps) <= MOST_STEPS
            assert [step.at for step in steps] == sorted(ends[step.rubber] for step in steps)


def test_of_many_steps_the_last_are_kept() -> None:
    rubbers = [rubber(whole(0, "Aja"), whole(1, "Malik"))._replace(id=n, ended_at=n) for n in range(MOST_STEPS + 5)]
    steps = rate_all(rubbers).steps_of("Aja")[2]
    assert [step.rubber for step in steps] == [*range(5, MOST_STEPS + 5)]


@settings(max_examples=40)
@given(played(), st.randoms(use_true_random=False))
def test_rubbers_of_other_people_change_nothing_for_mine(rubbers: list[Rubber], chance: random.Random) -> None:
    others = [play(chance, number, ["Else", "Other"], {"Else": 25.0, "Other": 25.0}) for number in range(100, 104)]
    mixed = [one._replace(ended_at=chance.randint(0, 12)) for one in others]
    mine, all_of_them = rate_all(rubbers).sizes, rate_all([*rubbers, *mixed]).sizes
    for size, ratings in mine.items():
        assert {name: all_of_them[size][name] for name in ratings} == ratings


@settings(max_examples=40)
@given(played())
def test_ratings_stay_finite_and_only_of_people_who_played(rubbers: list[Rubber]) -> None:
    people = {spell.person for one in rubbers for spell in one.spells}
    for ratings in rate_all(rubbers).sizes.values():
        assert ratings.keys() <= people
        assert all(0 < one.sigma <= Rating().sigma + 1 and abs(one.mu) < 1000 for one in ratings.values())
