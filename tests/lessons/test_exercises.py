"""Every exercise of the course: its position can have happened, and what is called right is what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest

from bot.lessons.course import Lesson, Position, QuestionKind, course, rubber, rubber_texts
from bot.lessons.exercises import NUMBERS, Exercise, exercise
from bot.lessons.progress import run_of, streak
from rules import notation
from rules.registry import game

COURSE = course("voormsi")
VOORMSI: Any = game("voormsi")
LESSONS = (*COURSE.lessons.values(), COURSE.daily_lesson)


def asked(*kinds: QuestionKind) -> Iterator[tuple[Lesson, Position, Exercise]]:
    for lesson in LESSONS:
        for position in lesson.positions:
            if lesson.kind in kinds:
                yield lesson, position, exercise("voormsi", lesson.kind, position)


@cache
def told(rubber: str) -> dict[tuple[int, int], str]:
    """The tricks of a recorded rubber as its text tells them: `3:9C 0:KH 1:JC 2:5C = 1`."""
    found, hand = dict[tuple[int, int], str](), 0
    for line in rubber_texts("voormsi")[rubber].splitlines():
        if line.startswith("Hand "):
            hand = int(line.split()[1].rstrip(":"))
        number, _, plays = line.partition(". ")
        if number.isdecimal():
            found[hand, int(number)] = plays
    return found


def winner(position: Position) -> int:
    """The index of the play that won the trick, as the record tells it."""
    plays, _, seat = told(position.rubber)[position.hand, position.trick].partition(" = ")
    seats = [play[0] for play in plays.split()]
    last = [index for index, one in enumerate(seats) if one == seat]
    return last[0] if len(last) == 1 else -1


def test_every_rubber_is_one_that_can_have_been_played_by_the_usual_rules() -> None:
    usual = {option.name: option.default for option in VOORMSI.options} | {"length": ""}
    for name, text in rubber_texts("voormsi").items():
        found = notation.read(text)
        assert {**found.options, "length": ""} == usual
        assert name.startswith(f"{len(found.players)}-")


def test_no_position_is_asked_twice_and_no_rubber_is_there_for_nothing() -> None:
    positions = [position for lesson in LESSONS for position in lesson.positions]
    assert [one for one, times in Counter(positions).items() if times > 1] == []
    assert {position.rubber for position in positions} == set(rubber_texts("voormsi"))


def test_who_wins_is_who_won_in_the_record() -> None:
    count = 0
    for _, position, one in asked(QuestionKind.WINS):
        won = winner(position)
        if won >= 0:  # of two players each plays twice
            count += 1
            assert one.right == won
        assert one.account is not None
        assert one.account.winner == one.right
    assert count > 400


def test_the_question_who_wins_does_not_tell_it() -> None:
    for _, _, one in asked(QuestionKind.WINS):
        assert one.view.heading is None
        assert one.view.laid == ()
        assert one.view.turn is None
        assert [choice.cards for choice in one.choices] == [play.cards for play in one.view.trick]


def test_of_the_plays_that_one_may_make_one_is_possible_or_all_are() -> None:
    for _, position, one in asked(QuestionKind.MAY):
        trick = rubber("voormsi", position.rubber).tricks[position.hand, position.trick]
        legal = {play.cards for play in VOORMSI.legal(trick.before[position.at])}
        *offered, any_of_them = one.choices
        possible = [index for index, choice in enumerate(offered) if choice.cards in legal]
        assert possible == ([one.right] if one.right < len(offered) else list(range(len(offered))))
        assert any_of_them.cards == ()
        assert len({choice.cards for choice in one.choices}) == len(one.choices)
        for choice in offered:
            assert choice.considered
            assert (choice.considered.refused is None) == (choice.cards in legal)
        assert one.view.legal == ()


def test_what_is_earned_is_what_the_winners_have_waiting_more_than_before() -> None:
    for _, position, one in asked(QuestionKind.EARNS):
        trick = rubber("voormsi", position.rubber).tricks[position.hand, position.trick]
        after = VOORMSI.apply(trick.before[-1], trick.plays[-1])
        waiting = VOORMSI.view(after, None).waiting[one.side]
        assert one.choices[one.right].value == waiting - one.view.waiting[one.side or 0]


def test_the_ladder_stands_where_the_rules_leave_it() -> None:
    for _, position, one in asked(QuestionKind.BOOKS):
        trick = rubber("voormsi", position.rubber).tricks[position.hand, position.trick]
        after = VOORMSI.apply(trick.before[-1], trick.plays[-1])
        assert one.choices[one.right].value == VOORMSI.view(after, None).scores[one.side]


def test_numbers_are_offered_each_once_in_order() -> None:
    for _, _, one in asked(QuestionKind.EARNS, QuestionKind.BOOKS):
        values = [choice.value for choice in one.choices]
        assert values == sorted(set(values))
        assert len(values) in (3, 4, 5)


def test_as_many_numbers_are_offered_whatever_a_trick_earned() -> None:
    assert {len(one.choices) for _, _, one in asked(QuestionKind.EARNS)} == {NUMBERS}


def test_an_exercise_is_the_same_whenever_it_is_shown() -> None:
    for lesson, position, one in asked(QuestionKind.MAY):
        exercise.cache_clear()
        assert exercise("voormsi", lesson.kind, position) == one


def test_the_cards_played_before_are_those_of_the_hand_and_none_is_left_out() -> None:
    for _, position, one in asked(QuestionKind.EARNS):
        lines = [plays for (_, number), plays in told(position.rubber).items() if number < position.trick]
        codes = [code for plays in lines for play in plays.split(" = ")[0].split() for code in play[2:].split("+")]
        assert position.hand == 1
        assert [card.code for card in one.earlier] == codes


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.name)
def test_the_right_answer_of_a_lesson_stands_in_different_places(lesson: Lesson) -> None:
    rights = Counter(exercise("voormsi", lesson.kind, position).right for position in lesson.positions)
    assert max(rights.values()) < len(lesson.positions) - 2


def test_each_lesson_about_tricks_teaches_its_topic() -> None:
    for name in set(COURSE.lessons) & set(VOORMSI.topics):
        lesson = COURSE.lessons[name]
        found = [exercise("voormsi", lesson.kind, position).account for position in lesson.positions]
        if lesson.kind is QuestionKind.WINS:
            assert all(name in VOORMSI.topics_of(account) for account in found)


def test_two_three_and_four_players_are_in_the_course() -> None:
    seats = Counter(len(one.players) for _, _, one in asked(*QuestionKind))
    assert set(seats) == {2, 3, 4}


def test_the_trick_of_a_day_is_another_every_day_for_a_year() -> None:
    first = date(2026, 1, 1)
    assert len({COURSE.daily_position(first + timedelta(days=day)) for day in range(366)}) == 366


@pytest.mark.parametrize(
    ("days", "in_a_row"),
    [([], 0), (["2026-03-01"], 1), (["2026-02-28"], 0), (["2026-03-01", "2026-02-28", "2026-02-26"], 2)],
)
def test_days_in_a_row_are_counted_back_from_today(days: list[str], in_a_row: int) -> None:
    assert streak(days, date(2026, 3, 1)) == in_a_row


def test_right_answers_in_a_row_end_at_a_wrong_one_and_the_week_shows_each_day() -> None:
    answers = [("2026-03-02", True), ("2026-03-01", True), ("2026-02-28", False), ("2026-02-27", True)]
    week = (None, None, None, True, False, True)
    assert run_of(answers, date(2026, 3, 1)) == (3, 1, (None, *week))
    assert run_of(answers, date(2026, 3, 2)) == (4, 2, (*week, True))
    assert run_of(answers, date(2026, 3, 3))[:2] == (0, 0)


def test_a_position_that_there_is_not_is_an_error() -> None:
    with pytest.raises(KeyError):
        exercise("voormsi", QuestionKind.WINS, Position("9-999", 1, 1))
