"""The courses of all games: their positions can have happened, and what is called right is what the record shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.lessons.course import (
    DAILY,
    Lesson,
    Position,
    QuestionKind,
    RecordedTrick,
    course,
    daily_games,
    rubber,
    rubber_texts,
    taught_games,
)
from bot.lessons.exercises import Exercise, exercise
from bot.messages.kit.rendering import draw
from bot.messages.learn.exercise import ExerciseScene
from bot.texts import in_language, offered_games, rules_page
from bot.texts.reader import Reader
from rules import notation
from rules.core.capabilities import HasQuestions, Question
from rules.core.cards import Card, cards
from rules.registry import GAMES
from tests.messages.faults import faults
from tests.messages.given import buttons, said

every_game = pytest.mark.parametrize("game", offered_games())
steps = pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 20])
"""Every daily trick and rubber, or one in twenty."""
READERS = [Reader(in_language(language, cites=True)) for language in ("en", "da")]


def lessons(game: str, *kinds: QuestionKind) -> list[Lesson]:
    """The lessons with these kinds of questions; with none given, all lessons and the daily tricks."""
    found = [*course(game).lessons.values(), course(game).daily_lesson]
    return [lesson for lesson in found if not kinds or lesson.kind in kinds]


def asked(game: str, kind: QuestionKind, step: int) -> Iterator[tuple[RecordedTrick, Exercise]]:
    for lesson in lessons(game, kind):
        for position in lesson.positions[:: step if lesson.name == DAILY else 1]:
            trick = rubber(game, position.rubber).tricks[position.hand, position.trick]
            yield trick, exercise(game, lesson.kind, position, lesson.name)


def own(game: str, name: str) -> Iterator[tuple[Position, RecordedTrick, Exercise]]:
    """The exercises of a lesson with the game's own question."""
    lesson = course(game).lessons[name]
    for position in lesson.positions:
        trick = rubber(game, position.rubber).tricks[position.hand, position.trick]
        yield position, trick, exercise(game, lesson.kind, position, name)


def question(game: str, lesson: str, states: Sequence[Any], at: int) -> Question | None:
    """The question that the game's lesson asks about these states; `at`: the seat."""
    rules = GAMES[game]
    assert isinstance(rules, HasQuestions)
    return rules.ask(lesson, states, at)


def answer(one: Exercise) -> Any:
    """The right answer: its card, its seat, or its fact."""
    right = one.choices[one.right]
    return right.cards or (right.fact if right.seat is None else right.seat)


def kind_of(one: Exercise) -> str:
    fact = one.choices[one.right].fact
    return "" if fact is None else fact.kind.value


def test_every_game_has_lessons_and_daily_tricks() -> None:
    assert taught_games() == daily_games() == offered_games()


@steps
@every_game
def test_rubbers_are_such_as_can_have_been_played_by_the_usual_rules(game: str, step: int) -> None:
    usual = {option.name: option.default for option in GAMES[game].options}
    for text in list(rubber_texts(game).values())[::step]:
        changed = {name for name, value in notation.read(text).options.items() if usual[name] != value}
        assert changed <= {"length", "hands"}


@every_game
def test_no_position_is_asked_twice_and_no_rubber_is_stored_for_nothing(game: str) -> None:
    positions = [position for lesson in lessons(game) for position in lesson.positions]
    assert [one for one, times in Counter(positions).items() if times > 1] == []
    assert {position.rubber for position in positions} == set(rubber_texts(game))


@every_game
def test_a_year_has_a_trick_for_each_day(game: str) -> None:
    assert len(course(game).daily_lesson.positions) >= 366


@every_game
def test_each_lesson_belongs_to_a_topic_of_the_rules_page(game: str) -> None:
    for language in ("en", "da"):
        topics = rules_page(game, language).topics
        assert {lesson.topic for lesson in lessons(game)} <= set(topics)


@every_game
def test_the_right_answer_of_a_lesson_stands_in_different_places_of_the_list(game: str) -> None:
    for lesson in course(game).lessons.values():
        rights = Counter(exercise(game, lesson.kind, one, lesson.name).right for one in lesson.positions)
        assert (lesson.name, max(rights.values()) < len(lesson.positions) - 2) == (lesson.name, True)


@every_game
def test_the_buttons_of_an_exercise_name_no_power_of_a_card(game: str) -> None:
    for lesson in course(game).lessons.values():
        for position in lesson.positions:
            one = exercise(game, lesson.kind, position, lesson.name)
            for reader in READERS:
                labels = [
                    button["label"] for button in buttons(draw(ExerciseScene(one, lesson.name, "", 1, 8), reader))
                ]
                for choice, label in zip(one.choices, labels, strict=True):
                    assert not choice.cards or label.endswith(" ".join(card.symbol for card in choice.cards))


@every_game
def test_the_number_of_buttons_tells_nothing_about_the_answer(game: str) -> None:
    for lesson in lessons(game, QuestionKind.EARNS, QuestionKind.BOOKS, QuestionKind.BEATS):
        found = [exercise(game, lesson.kind, position, lesson.name) for position in lesson.positions]
        assert len({len(one.choices) for one in found}) <= 1 + (lesson.kind is QuestionKind.BOOKS)


@every_game
def test_exercises_are_within_the_limits_and_say_why_with_a_paragraph(game: str) -> None:
    for lesson in course(game).lessons.values():
        for number, position in enumerate(lesson.positions, 1):
            one = exercise(game, lesson.kind, position, lesson.name)
            for reader in READERS:
                scene = ExerciseScene(one, lesson.name, lesson.topic, number, len(lesson.positions))
                shown = buttons(draw(scene, reader))
                assert len({button["label"] for button in shown}) == len(shown) == len(one.choices)
                told = draw(ExerciseScene(one, *(lesson.name, lesson.topic, number, 8), (one.right + 1) % 3), reader)
                assert (position, faults(told)) == (position, [])
                is_free = lesson.kind is QuestionKind.MAY and one.choices[one.right].considered is None
                assert "§" in said(told) or is_free or lesson.kind in (QuestionKind.EARNS, QuestionKind.BOOKS)


@steps
@every_game
def test_who_wins_is_who_leads_to_the_next_trick(game: str, step: int) -> None:
    for trick, one in asked(game, QuestionKind.WINS, step):
        leads = GAMES[game].turn(trick.after)
        assert one.view.heading is None
        if leads is not None and game != "voormsi":  # there a set may be led by who draws
            assert one.view.trick[one.right].seat == leads


@steps
@every_game
def test_of_plays_one_is_legal_or_all_are(game: str, step: int) -> None:
    for trick, one in asked(game, QuestionKind.MAY, step):
        at = next(
            at
            for at, state in enumerate(trick.before)
            if len(GAMES[game].view(state, None).trick) == len(one.view.trick)
        )
        legal = {play.cards for play in GAMES[game].legal(trick.before[at])}
        *offered, any_of_them = one.choices
        possible = [index for index, choice in enumerate(offered) if choice.cards in legal]
        assert possible == ([one.right] if one.right < len(offered) else list(range(len(offered))))
        assert any_of_them.considered is None
        assert len({choice.cards for choice in offered}) == len(offered)


@every_game
def test_a_card_that_is_said_to_beat_the_head_takes_it_when_it_is_played(game: str) -> None:
    """Later plays of the same trick on the same head are compared, too."""
    for trick, one in asked(game, QuestionKind.BEATS, 1):
        assert one.beaten is not None
        *offered, none_of_them = one.choices
        taking = [index for index, choice in enumerate(offered) if choice.cards[0] in one.beaten.by]
        assert taking == ([one.right] if one.right < len(offered) else [])
        assert none_of_them.cards == ()
        for before, play, after in zip(trick.before, trick.plays, (*trick.before[1:], trick.after), strict=True):
            view = GAMES[game].view(before, None)
            if view.trick and view.trick[view.heading or 0].cards == (one.beaten.on,) and play.cards:
                seen = GAMES[game].view(after, None)
                heads = seen.trick[seen.heading or 0].cards if seen.trick else None
                assert heads is None or (heads == play.cards) == (play.cards[0] in one.beaten.by)


HIGHER_THAN_LOW_EIGHTS = set(cards("KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D"))
"""ALKORT §5.1."""


def test_alkort_5_1_the_right_to_the_stock_is_lost_by_each_card_above_the_low_eights() -> None:
    kinds = set()
    for position, trick, one in own("alkort", "stock"):
        dealt = GAMES["alkort"].dealt_cards(trick.before[0])[position.at][:9]
        bars = set(dealt) & HIGHER_THAN_LOW_EIGHTS
        assert answer(one) == tuple(bars) if bars else kind_of(one) == "no_card_bars"
        assert set(one.view.hand) == set(dealt)
        kinds.add(kind_of(one))
    assert kinds == {"", "no_card_bars"}


def test_alkort_5_1_no_question_is_asked_of_a_hand_with_two_cards_that_bar_it_from_the_stock() -> None:
    alkort, met = GAMES["alkort"], set[int]()
    for name in list(rubber_texts("alkort"))[:60]:
        trick = next(iter(rubber("alkort", name).tricks.values()))
        for seat, dealt in enumerate(alkort.dealt_cards(trick.before[0])):
            many = len(HIGHER_THAN_LOW_EIGHTS.intersection(dealt[:9]))
            assert (question("alkort", "stock", trick.before, seat) is None) == (many > 1)
            met.add(many)
    assert met >= {0, 1, 2}


def test_alkort_6_1_the_card_that_is_shown_is_the_one_that_the_partner_sees() -> None:
    for position, trick, one in own("alkort", "showing"):
        seen = GAMES["alkort"].view(trick.states[-1], (position.at + 2) % 4).events
        (shown,) = [event.cards for event in seen if event.kind == "showed" and event.seat == position.at]
        assert answer(one) == shown


def test_alkort_8_4_what_is_scored_is_what_the_score_grows_by() -> None:
    kinds = set()
    for _, trick, one in own("alkort", "points"):
        before, after = (GAMES["alkort"].view(state, None).scores for state in (trick.before[0], trick.after))
        grown = {side: more - less for side, (less, more) in enumerate(zip(before, after, strict=True)) if more > less}
        fact = one.choices[one.right].fact
        assert fact is not None
        assert len(one.choices) == 4
        assert grown == ({} if kind_of(one) == "hand_goes_on" else {fact.about["side"]: fact.about["points"]})
        kinds.add(kind_of(one))
    assert kinds == {"hand_goes_on", "scores"}


def test_treikort_5_1_the_pope_is_who_may_use_the_right_in_the_hand_that_follows() -> None:
    popes = set()
    for _, trick, one in own("treikort", "pope"):
        view = GAMES["treikort"].view(trick.before[0], None)
        is_pope = view.phase == "pope"
        assert answer(one) == view.turn if is_pope else kind_of(one) == "nobody_is_pope"
        popes.add(is_pope)
    assert popes == {True, False}


def test_treikort_5_6_what_is_given_is_what_left_the_hand() -> None:
    for position, trick, one in own("treikort", "gifts"):
        asked_state = next(state for state in trick.states if GAMES["treikort"].view(state, None).phase != "pope")
        before, after = (
            set(GAMES["treikort"].view(state, position.at).hand) for state in (trick.before[0], asked_state)
        )
        assert set(one.choices[one.right].cards) == before - after


def test_treikort_5_6_the_pope_is_not_asked_what_to_give_nor_the_others_what_to_return() -> None:
    for name, asks_pope in (("gifts", False), ("returns", True)):
        for _, trick, _ in own("treikort", name):
            pope = GAMES["treikort"].view(trick.states[0], None).turn
            asked = [question("treikort", name, trick.states, seat) for seat in range(3)]
            assert [one is not None for one in asked] == [(seat == pope) is asks_pope for seat in range(3)]
            assert [one.seat for one in asked if one is not None] == [
                seat for seat in range(3) if (seat == pope) is asks_pope
            ]
            assert [question("treikort", name, trick.states[:1], seat) for seat in range(3)] == [None] * 3


def test_treikort_5_7_of_the_cards_offered_only_the_right_one_may_be_returned() -> None:
    for position, trick, one in own("treikort", "returns"):
        moves = next(
            view.moves
            for view in (GAMES["treikort"].view(state, position.at) for state in trick.states)
            if view.phase == "return"
        )
        legal = {move.cards for move in moves}
        assert [choice.cards in legal for choice in one.choices] == [n == one.right for n in range(len(one.choices))]


def test_braus_5_6_the_lead_is_where_the_next_play_came_from() -> None:
    gone_on = set()
    for _, trick, one in own("braus", "on-lead"):
        assert answer(one) == GAMES["braus"].view(trick.after, None).turn
        assert one.account is not None
        gone_on.add(one.account.plays[one.account.winner or 0].seat != answer(one))
    assert gone_on == {True, False}


def test_braus_7_what_is_written_is_what_the_score_grows_by() -> None:
    kinds = set()
    for _, trick, one in own("braus", "ending"):
        before, after = (GAMES["braus"].view(state, None) for state in (trick.before[0], trick.after))
        grown = {
            side: more - less
            for side, (less, more) in enumerate(zip(before.scores, after.scores, strict=True))
            if more > less
        }
        fact = one.choices[one.right].fact
        assert fact is not None
        assert grown == ({fact.about["side"]: fact.about["points"]} if kind_of(one) == "scores" else {})
        assert (kind_of(one) == "hand_goes_on") == after.is_in_hand
        kinds.add(kind_of(one))
        sides = [choice.fact.about["side"] for choice in one.choices if choice.fact and choice.fact.kind == "scores"]
        assert set(sides) == {side for side, units in enumerate(after.units) if units >= 5}
    assert kinds >= {"hand_goes_on", "scores"}


def test_karnoffel_4_3_the_chosen_suit_is_named_by_the_card_that_everybody_is_told() -> None:
    for _, trick, one in own("karnoffel", "chosen-suit"):
        told = GAMES["karnoffel"].view(trick.before[0], None).events
        assert [answer(one)] == [event.cards for event in told if event.kind == "chosen"]
        assert "Chosen suit" not in said(draw(ExerciseScene(one, "chosen-suit", "chosen-suit", 1, 8), READERS[0]))


ROLES = {
    "karnoffel": "the_karnoffel", "devil": "the_devil", "pope": "the_pope", "kaiser": "the_kaiser",
    "over_stabber": "the_over_stabber", "under_stabber": "the_under_stabber", "suit_stabber": "the_suit_stabber",
}  # fmt: skip


def test_karnoffel_1_a_card_is_what_the_order_of_the_hand_calls_it() -> None:
    for _, trick, one in own("karnoffel", "roles"):
        assert one.question is not None
        card: Card = one.question.asked.about["card"]
        order = GAMES["karnoffel"].view(trick.before[0], None).order
        (group,) = [group.name for group in order if card in group.cards]
        assert kind_of(one) == ROLES.get(group, "an_ordinary_card")


def test_karnoffel_5_3_only_what_may_not_be_led_is_the_answer() -> None:
    for position, trick, one in own("karnoffel", "first-lead"):
        legal = set(GAMES["karnoffel"].view(trick.before[0], position.at).legal)
        barred = [choice.cards for choice in one.choices if choice.cards and choice.cards not in legal]
        assert barred == ([answer(one)] if one.choices[one.right].cards else [])


def test_karnoffel_5_3_only_who_leads_is_asked_what_may_not_be_led() -> None:
    for position, trick, _ in own("karnoffel", "first-lead"):
        asked = [question("karnoffel", "first-lead", trick.before, seat) is not None for seat in range(4)]
        assert asked == [seat == position.at for seat in range(4)]
        assert [question("karnoffel", "first-lead", trick.before[1:], seat) for seat in range(4)] == [None] * 4
