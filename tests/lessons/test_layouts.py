"""Layouts of lessons: within Discord's limits, and complete in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from bot.discord_api import custom_ids
from bot.lessons.course import Position, QuestionKind, course
from bot.lessons.exercises import exercise
from bot.lessons.progress import DailyRun, GuildAnswers, Tally
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.kit.scene import Scene
from bot.messages.learn.daily_trick import DailyPostScene, DailyScene, midnight
from bot.messages.learn.exercise import ExerciseScene, texts_of
from bot.messages.learn.lessons import LessonLine, LessonScene, LessonsScene
from bot.messages.score.ladders import strokes
from bot.texts import in_language
from bot.texts.reader import Reader, emoji_name
from rules.core.cards import CARDS
from tests.messages.faults import faults
from tests.messages.given import buttons, payload, said

COURSE = course("voormsi")
DAY = date(2026, 11, 21)
READERS = [Reader(in_language(language, cites=True)) for language in ("en", "da")]


def exercises(game: str = "voormsi") -> Iterator[ExerciseScene]:
    """Every exercise of every lesson of a game, not answered and with every answer."""
    for lesson in course(game).lessons.values():
        for number, position in enumerate(lesson.positions, 1):
            asked = exercise(game, lesson.kind, position, lesson.name)
            for answer in (None, *range(len(asked.choices))):
                yield ExerciseScene(asked, lesson.name, lesson.topic, number, len(lesson.positions), answer)


def others() -> Iterator[Scene]:
    for done in (0, 3, 8):
        lines = (
            LessonLine(one.name, min(done, len(one.positions)), len(one.positions)) for one in COURSE.lessons.values()
        )
        yield LessonsScene("voormsi", tuple(lines))
    for one in COURSE.lessons.values():
        count = len(one.positions)
        for finished in (False, True):
            yield LessonScene("voormsi", one.name, one.topic, 0, count, 1, "sets", finished)
            yield LessonScene("voormsi", one.name, one.topic, 3, count, 2, "sets", finished)
            yield LessonScene("voormsi", one.name, one.topic, count, count, None, "", finished)
    for position in COURSE.daily_lesson.positions:
        asked = exercise("voormsi", QuestionKind.WINS, position)
        tally = Tally((1234567, 0, 1, 2)[: len(asked.choices)])
        yield DailyPostScene(asked, DAY, asked, tally)
        yield DailyScene(asked, "order", DAY, over=True)
        yield DailyScene(asked, "order", DAY, said=1, tally=tally, run=DailyRun(12, 3, (True,) * 7))


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.words.language)
def test_everything_of_the_lessons_is_within_the_limits(reader: Reader) -> None:
    for scene in (*exercises(), *others()):
        assert (scene, faults(draw(scene, reader, "daily"))) == (scene, [])


def test_a_question_is_asked_with_a_button_for_each_choice_and_nothing_marks_the_right_one() -> None:
    for scene in exercises():
        if scene.said is None:
            shown = buttons(draw(scene, READERS[0]))
            assert len(shown) == len(scene.exercise.choices)
            assert len({one["style"] for one in shown}) == 1
            assert len({one["label"] for one in shown}) == len(shown)


def test_buttons_name_cards_in_words_and_have_their_emoji_beside() -> None:
    emojis = {emoji_name(card): "<:card:123456789012345678>" for card in CARDS}
    for scene in exercises():
        if scene.said is None:
            for one in buttons(draw(scene, Reader(in_language("en"), emojis=emojis))):
                assert "<:" not in one["label"]
                assert ("emoji" in one) == (sum(map(one["label"].count, "♣♠♥♦")) == 1)


def test_buttons_carry_only_the_lesson_the_number_and_the_choice() -> None:
    for scene in exercises():
        if scene.said is None:
            read = [custom_ids.read(one["custom_id"]) for one in buttons(draw(scene, READERS[0]))]
            wanted = [(scene.lesson, str(scene.number), str(index)) for index in range(len(read))]
            assert [press and press.args for press in read] == wanted


def test_a_wrong_answer_names_the_right_one_and_says_why_with_a_paragraph() -> None:
    for scene in exercises():
        if scene.said is not None:
            told = said(draw(scene, READERS[0]))
            assert ("Not quite" in told) == (scene.said != scene.exercise.right)
            assert "§" in told or scene.exercise.kind is not QuestionKind.WINS


def test_an_answered_exercise_is_explained_by_what_its_question_is_about() -> None:
    looked = set()
    for scene in (*exercises(), *exercises("treikort")):
        if scene.said is None:
            continue
        told, asked = said(draw(scene, READERS[0])), scene.exercise
        account, texts = asked.account, texts_of(asked, READERS[0])
        looked.add(asked.kind)
        assert bool(re.search(r"^\d\. ", told, re.MULTILINE)) == (asked.kind is QuestionKind.WINS)
        assert ("Beaten by: " in told) == (asked.kind is QuestionKind.BEATS)
        if asked.kind is QuestionKind.ASKS and asked.question:
            assert texts.fact(asked.question.why) in told
        if asked.kind is QuestionKind.EARNS and account:
            assert all(texts.fact(gain.why) in told for gain in account.gains)
            assert ("No points from this trick" in told) == (not account.gains and not account.denied)
        if asked.kind is QuestionKind.BOOKS and account:
            own = [one for one in account.bookings if one.side == asked.side]
            assert told.count(" booked, ") == len(own)
            assert all(f"from {one.before} to {one.after}" in told or one.bounced for one in own)
            assert asked.side is not None
            assert strokes(account.scores[asked.side], asked.view.target or 0) in told
    assert looked == set(QuestionKind)


def test_where_there_is_no_duty_that_is_said_and_what_would_lose_the_rubber_is_warned_of() -> None:
    told = [
        (scene, said(draw(scene, READERS[0])))
        for scene in exercises()
        if scene.exercise.kind is QuestionKind.MAY and scene.said is not None
    ]
    for scene, text in told:
        free = not scene.exercise.choices[scene.exercise.right].cards and scene.exercise.view.trick
        assert ("§2.5" in text) == bool(free)
        losing = any(one.considered and one.considered.ends for one in scene.exercise.choices)
        assert ("Careful" in text) == losing
    assert any("Careful" in text for _, text in told)


def test_the_picture_of_an_exercise_is_told_with_every_card_that_lies_there() -> None:
    for scene in exercises():
        if picture_of(scene, READERS[0]) is not None:
            told = alt(scene, READERS[0])
            cards = [card for play in scene.exercise.view.trick for card in play.cards]
            shown = scene.exercise.view.hand or cards
            if scene.said is None or scene.exercise.kind is not QuestionKind.BOOKS:
                assert [card for card in shown if card.symbol not in told] == []
            assert scene.said is not None or "wins the trick" not in told
            assert 0 < len(told) <= 1024


def test_the_post_of_the_day_does_not_tell_its_answer() -> None:
    for position in COURSE.daily_lesson.positions:
        told = said(draw(DailyPostScene(exercise("voormsi", QuestionKind.WINS, position), DAY), READERS[0], "daily"))
        assert "§" not in told
        assert "wins the trick**" not in told
        assert "heads" not in told


def test_the_post_of_the_day_is_found_again_by_its_buttons() -> None:
    scene = DailyPostScene(exercise("voormsi", QuestionKind.WINS, COURSE.daily_lesson.positions[0]), DAY)
    found = {custom_ids.post_of(one["custom_id"]) for one in buttons(draw(scene, READERS[0], "daily-2026-11-21"))}
    assert found == {(0, "daily-2026-11-21")}


def test_the_bars_of_a_day_are_as_long_as_their_share() -> None:
    asked = exercise("voormsi", QuestionKind.WINS, COURSE.daily_lesson.positions[0])
    tally = Tally((3, 1, 0, 0)[: len(asked.choices)])
    told = said(draw(DailyScene(asked, "order", DAY, said=0, tally=tally), READERS[0]))
    assert f"{'█' * 8}{'░' * 2}` **75%" in told or f"{'█' * 8}{'░' * 2}` 75%" in told
    assert "**4 answers**" in told
    assert payload(draw(DailyScene(asked, "order", DAY, said=0, tally=tally), READERS[0]))


def test_after_the_answer_one_reads_how_the_server_did_and_when_the_next_trick_comes() -> None:
    asked = exercise("voormsi", QuestionKind.WINS, COURSE.daily_lesson.positions[0])
    scene = DailyScene(
        asked, "order", DAY, said=0, tally=Tally((3, 1, 0, 0)[: len(asked.choices)]), here=GuildAnswers(7, 12)
    )
    told = said(draw(scene, READERS[0]))
    assert "Players of this server: 7 of 12 right." in told
    assert f"The next one comes <t:{midnight(DAY) + 86_400}:R>" in told
    for other in (replace(scene, over=True), replace(scene, here=None), replace(scene, here=GuildAnswers())):
        told = said(draw(other, READERS[0]))
        assert ("The next one" in told) is not other.over
        assert ("Players of this server" in told) is bool(other.here and other.here.total)


@pytest.mark.parametrize(("days", "over", "told"), [(4, False, True), (1, False, False), (4, True, False)])
def test_before_the_answer_one_reads_which_days_it_goes_on_with(days: int, over: bool, told: bool) -> None:
    asked = exercise("voormsi", QuestionKind.WINS, COURSE.daily_lesson.positions[0])
    page = said(draw(DailyScene(asked, "order", DAY, over=over, days=days), READERS[0]))
    assert (f"{days} days in a row" in page) is told


def test_of_who_lost_a_trick_with_nothing_waiting_it_is_not_told_that_they_did_not() -> None:
    for side in (0, 1):
        asked = exercise("voormsi", QuestionKind.BOOKS, Position("4-121", 1, 1, side))
        assert asked.account is not None
        assert asked.account.waiting == (0, 0)
        told = said(draw(ExerciseScene(asked, "ladder", "ladder", 1, 1, asked.right), READERS[0]))
        assert "did not lose this trick" not in told
