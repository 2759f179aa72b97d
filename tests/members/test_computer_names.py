"""Computers have names: stable, of their own, and nobody's who sits at the table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.members.seat_names import MOST_SEATS, NAMES, computer_name, plain_names
from bot.messages.kit.seat_labels import names_of
from bot.messages.kit.typeface import has
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import in_language
from bot.texts.look_alikes import outline
from rules import registry

TABLES = st.integers(min_value=1, max_value=2**40)
ROBOT = "\N{ROBOT FACE}"


def test_no_game_has_more_seats_than_a_table_has_first_names_for() -> None:
    assert max(max(registry.game(name).seats) for name in registry.GAMES) <= MOST_SEATS
    assert len(set(map(outline, NAMES))) == len(NAMES)


@given(TABLES)
def test_the_computers_of_a_table_begin_with_different_letters(table: int) -> None:
    names = [computer_name(table, seat, ()) for seat in range(MOST_SEATS)]
    assert len({name[0] for name in names}) == MOST_SEATS


@given(TABLES, st.sets(st.sampled_from(NAMES), max_size=MOST_SEATS - 1))
def test_no_computer_has_the_name_of_a_person_at_the_table_or_of_another_computer(table: int, people: set[str]) -> None:
    shouted = {name.upper() for name in people}
    names = [computer_name(table, seat, shouted) for seat in range(MOST_SEATS)]
    assert len({*names, *people}) == MOST_SEATS + len(people)


@given(TABLES, st.integers(0, MOST_SEATS - 1), st.sampled_from(NAMES))
def test_a_person_who_sits_down_renames_only_a_computer_with_their_name(table: int, seat: int, name: str) -> None:
    before, after = computer_name(table, seat, ()), computer_name(table, seat, [name])
    assert (before == after) == (before != name)


def test_a_robot_marks_a_computer_in_texts_and_pictures() -> None:
    holders = (SeatHolder(Holder.PERSON, "Ann", 1), SeatHolder(Holder.COMPUTER, "Nivi"))
    for language in ("en", "da"):
        assert plain_names(in_language(language), holders)[1] == f"Nivi {ROBOT}"
        assert names_of(in_language(language), holders)[1] == f"Nivi {ROBOT}"
    assert has(ROBOT)


def test_a_computer_that_plays_for_somebody_keeps_its_own_short_name() -> None:
    holders = (SeatHolder(Holder.COMPUTER, "Nivi", was="Ann"), SeatHolder(Holder.COMPUTER, "Malu", was="Bo"))
    assert plain_names(in_language("en"), holders) == (f"Nivi {ROBOT}", f"Malu {ROBOT}")
