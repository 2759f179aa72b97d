"""Names of people: readable, on one line, nobody's but theirs, and never that of a computer."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.members.people import PeopleService
from bot.members.seat_names import LONGEST_NAME, name_of, plain_names
from bot.messages.kit.seat_labels import names_of
from bot.store.engine import open_store
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import escape, in_language, languages
from bot.texts.look_alikes import outline
from tests.bot.running_bot import SetClock

TRICKY = st.one_of(
    st.text(max_size=40),
    st.text("\u202e\u2066\u200b\u200d\u3164\u034f\ufe0f\U000e0041\ue000\u0301\0 Aja3", max_size=40),
    st.sampled_from(["Aja", "aja ", "Aja (seat 2)", "Computer 3", "Nivi \N{ROBOT FACE}", "Former player", "seat 2"]),
)
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}


def is_readable(name: str) -> bool:
    return bool(name.strip()) and not {unicodedata.category(one) for one in name} & UNSEEN


@given(st.lists(TRICKY, min_size=1, max_size=4), st.sampled_from([code for code, _ in languages()]))
def test_whatever_people_call_themselves_each_seat_has_a_name_of_its_own_that_can_be_read(
    given_names: list[str], language: str
) -> None:
    people = [SeatHolder(Holder.PERSON, name_of(name, 1000 + at), 1000 + at) for at, name in enumerate(given_names)]
    assert all(len(one.name) <= LONGEST_NAME for one in people)
    assert all(name_of(one.name, one.discord_id or 0) == one.name for one in people), "a name that was made stays"
    taken_over = SeatHolder(Holder.COMPUTER, was=people[0].name)
    for holders in ([*people, SeatHolder(Holder.COMPUTER)][:4], [taken_over, *people][:4]):
        for shown in (
            plain_names(in_language(language), tuple(holders)),
            names_of(in_language(language), tuple(holders)),
        ):
            assert all(map(is_readable, shown)), shown
            assert len(set(map(outline, shown))) == len(holders), shown
    assert all(is_readable(escape(one.name).replace("@\u200b", "@")) for one in people)


@pytest.mark.parametrize(
    "name",
    [
        *("Computer 3", "computer3", "C O M P U T E R", "Computer\u200b 3", "\u202eComputer 1", "Ｃomputer 2"),
        *("\u0421omputer 3", "Comp\u00fcter", "\N{ROBOT FACE} Malik", "Ledig plads", "Former player"),
    ],
)
def test_a_person_who_is_called_like_what_the_bot_calls_a_seat_stands_in_quotation_marks(name: str) -> None:
    """The names of seats in every language, however they are written."""
    called = name_of(name, 1)
    assert called[0] + called[-1] == "“”"
    assert outline(called) == outline(name)


@pytest.mark.parametrize("name", ["Aja", "Compute", "Aqqa \u2744", "Ímaqa", "阿雅", "Nguyễn", "O'Neill", "🙂"])
def test_an_ordinary_name_is_shown_as_it_is(name: str) -> None:
    assert name_of(name, 1) == name


@pytest.mark.parametrize("name", ["", "\u200b\u200b", "\u202e", "\u3164", "\u0301\u0301", " \t\n"])
def test_a_name_of_which_nothing_can_be_seen_becomes_a_neutral_one(name: str) -> None:
    assert name_of(name, 123_456_789) == "#6789"


def test_a_mountain_of_marks_on_a_letter_is_taken_down() -> None:
    assert len(name_of("A" + "\u0301" * 500, 1)) == 4


async def test_names_that_an_older_version_kept_as_they_were_are_shown_so_as_well(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "a.db", now=SetClock()) as store:
        key = (await store.person(7, "\u202eComputer 1")).key
        people = PeopleService(store)
        assert (await people.rows([key]))[key].name == "“Computer 1”"
        assert (await people.meet(7, "\u202eComputer 1", now=1)).name == "“Computer 1”"


def test_what_turns_the_direction_of_writing_is_gone_from_whatever_people_wrote() -> None:
    """Names of servers, words that they typed: all of it is told by way of `escape`."""
    assert escape("a\u202eb\u2066c\u200bd") == "abcd"
