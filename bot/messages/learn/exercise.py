"""Exercises in private answers: the question, then the explanation of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.discord_api import custom_ids
from bot.lessons.course import QuestionKind
from bot.lessons.exercises import Choice, Exercise
from bot.messages.hand.consider import beater_lines
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, TableContext, pictured_scene
from bot.messages.kit.table_text import TableText
from bot.messages.learn.lessons import exercise_id, list_button, rules_button, title_of
from bot.messages.score.ladders import LadderScene, strokes, told_bookings
from bot.messages.table.trick import TrickScene, finished_plays, plays
from bot.messages.table.why import told_plays, told_points
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import game_key
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class ExerciseScene(Scene):
    """An exercise of a lesson, private; with `said` (index of a choice), the answer given and the right one."""

    exercise: Exercise
    lesson: str
    topic: str
    """The topic of the rules page that explains it."""
    number: int
    count: int
    said: int | None = None


def head_of(exercise: Exercise) -> TableContext:
    """The context of an exercise's table, which is no real one: nothing can be done there."""
    holders = tuple(SeatHolder(Holder.PERSON, name) for name in exercise.players)
    return TableContext(0, "", exercise.game, holders, exercise.options, "")


WIDE: Final = 2
"""Choices in a row: two fit beside each other on a phone."""


@ui.page_of.register
def exercise(scene: ExerciseScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The question with a button for each choice; once answered, the explanation and buttons to go on."""
    asked, lesson, number, count = scene.exercise, scene.lesson, scene.number, scene.count
    texts = texts_of(asked, reader)
    title = title_of(asked.game, lesson, texts.words)
    title = texts("learn.exercise-title", title=title, number=number, count=count)
    if scene.said is None:
        answers = choices(asked, texts, "learn", game_key(asked.game, lesson), str(number))
        return ui.layout(ui.text(title, *position(asked, texts)), ui.text(*question(asked, texts)), *answers)
    next_one = number + 1 if number < count else 0
    buttons = [
        ui.button(texts("learn.next" if next_one else "learn.end"), exercise_id(asked.game, lesson, next_one), ui.MAIN),
        *(
            []
            if scene.said == asked.right
            else [ui.button(texts("learn.again"), exercise_id(asked.game, lesson, number))]
        ),
        rules_button(asked.game, scene.topic, texts.words),
        list_button(asked.game, texts.words),
    ]
    return answered_page(asked, scene.said, title, texts, ui.even_rows(buttons))


def texts_of(exercise: Exercise, reader: Reader) -> TableText:
    return TableText(reader, head_of(exercise), "", exercise.view.sides, order=exercise.view.order)


def answered_page(
    exercise: Exercise, said: int, title: str, texts: TableText, below: Sequence[ui.Item]
) -> ui.PageOfItems:
    """An answered exercise: right or wrong, the explanation, then the items of `below`."""
    verdict, explained = _verdict(exercise, said, texts), _explanation(exercise, texts)
    colour = ui.YOURS if said == exercise.right else ui.LADDERS
    return ui.layout(ui.text(title, *verdict), ui.text(*explained), *below, colour=colour)


def choices(exercise: Exercise, texts: TableText, verb: str, *args: str) -> list[ui.ActionRow]:
    buttons = []
    for index, one in enumerate(exercise.choices):
        custom_id = custom_ids.write(verb, None, *args, str(index))
        emoji = texts.emoji(one.cards[0]) if len(one.cards) == 1 else None
        buttons.append(ui.button(label_of(exercise, one, texts), custom_id, ui.PLAIN, emoji))
    return ui.rows(buttons, WIDE)


def label_of(exercise: Exercise, one: Choice, texts: TableText) -> str:
    """The label of a choice's button: symbols of cards, because the name of one would tell its power."""
    return _in_words(exercise, one, " ".join(card.symbol for card in one.cards), texts)


def answer_of(exercise: Exercise, one: Choice, texts: TableText) -> str:
    """A choice once it is answered: a single card has its name."""
    return (
        _in_words(exercise, one, texts.labels(one.cards), texts)
        if len(one.cards) == 1
        else label_of(exercise, one, texts)
    )


def _in_words(exercise: Exercise, one: Choice, cards: str, texts: TableText) -> str:
    """A choice in words; `cards`: its cards in words."""
    match exercise.kind:
        case QuestionKind.WINS:
            return texts("learn.choice-play", name=texts.plain[exercise.view.trick[one.value].seat], cards=cards)
        case QuestionKind.MAY:
            return texts("learn.any") if one.considered is None else cards or texts("hand.pass")
        case QuestionKind.BEATS:
            return cards or texts("learn.none")
        case QuestionKind.ASKS:
            name = "" if one.seat is None else texts.plain[one.seat]
            return cards or name or (texts.fact(one.fact) if one.fact else "")
        case QuestionKind.EARNS:
            return texts.count("learn.points", one.value)
        case QuestionKind.BOOKS:
            return texts("learn.on", score=one.value)


def position(exercise: Exercise, texts: TableText) -> list[str]:
    """The trick so far; for a question to one seat, its name and hand, too."""
    view = exercise.view
    partners = ""
    if any(len(side) > 1 for side in view.sides):
        partners = texts("learn.partners", first=texts.side(0), second=texts.side(1))
    known = texts.events_of_lessons(view.events)
    if view.seat is not None:
        return [partners, *known, *_own_position(exercise, view.seat, texts)]
    if exercise.kind in (QuestionKind.WINS, QuestionKind.BEATS):
        return [*known, *plays(view, texts)]
    return [partners, *(finished_plays(exercise.account, texts) if exercise.account else ())]


def _own_position(exercise: Exercise, seat: int, texts: TableText) -> list[str]:
    """The seat that is asked, its hand, and for a question about a play the trick so far."""
    view, lead = exercise.view, []
    if exercise.kind is QuestionKind.MAY and not view.trick:
        key = "learn.you-lead-first" if view.trick_number == 1 else "learn.you-lead"
        lead = [texts(key), texts.count("learn.stock", view.stock) if view.half is not None else ""]
    return [
        texts("learn.you-are", name=texts.seat(seat)),
        *(plays(view, texts) if view.trick else lead),
        texts("learn.your-hand", cards=texts.cards(view.hand)),
    ]


def question(exercise: Exercise, texts: TableText) -> list[str]:
    """The question, with the facts about the hand that are needed to answer it."""
    match exercise.kind:
        case QuestionKind.WINS:
            return [texts("learn.who-wins")]
        case QuestionKind.MAY:
            return [texts("learn.what-may" if exercise.view.trick else "learn.what-lead")]
        case QuestionKind.BEATS:
            assert exercise.beaten is not None, "it is about a heading card"
            return [texts("learn.what-beats", card=texts.card(exercise.beaten.on))]
        case QuestionKind.EARNS:
            return _points_question(exercise, texts)
        case QuestionKind.BOOKS:
            return _score_question(exercise, texts)
        case QuestionKind.ASKS:
            asked = exercise.question
            return [texts.fact(fact) for fact in (*asked.told, asked.asked)] if asked else []


def _points_question(exercise: Exercise, texts: TableText) -> list[str]:
    """The question how many points a trick earns, which may depend on the rest of the winner's hand."""
    view = exercise.view
    assert exercise.side is not None, "points are somebody's"
    side, winner = texts.side(exercise.side), texts.seat(view.trick[view.heading or 0].seat)
    held = texts("learn.holds", name=winner, cards=texts.card_list(exercise.held))
    earlier = texts("learn.earlier", cards=texts.card_list(exercise.earlier))
    return [
        texts.count("learn.before-trick", view.units[exercise.side], side=side),
        held if exercise.held else texts("learn.holds-nothing", name=winner),
        earlier if exercise.earlier else texts("learn.first-trick"),
        texts("learn.how-many", side=side),
    ]


def _score_question(exercise: Exercise, texts: TableText) -> list[str]:
    view, account, side = exercise.view, exercise.account, exercise.side
    assert side is not None, "points are somebody's"
    assert account is not None, "points are of a finished trick"
    assert view.target is not None, "only ladders are asked about"
    score, name = view.scores[side], texts.side(side)
    return [
        texts.count("learn.before-booking", view.waiting[side], side=name, score=score, target=view.target),
        f"```\n{strokes(score, view.target)}\n```",
        *(told_points(account, texts) if account.gains else ()),
        texts("learn.where-stands", side=name),
    ]


def _verdict(exercise: Exercise, said: int, texts: TableText) -> list[str]:
    """Right or wrong; if wrong, the right answer and, for WINS, why the chosen play did not win."""
    right = answer_of(exercise, exercise.choices[exercise.right], texts)
    if said == exercise.right:
        return [texts("learn.right", answer=right)]
    wrong = texts("learn.wrong", said=answer_of(exercise, exercise.choices[said], texts), answer=right)
    if exercise.kind is not QuestionKind.WINS:
        return [wrong]
    assert exercise.account is not None
    play, *later = exercise.account.plays[said:]
    cards = texts.cards(play.cards)
    if not play.headed:
        return [wrong, texts("learn.never-headed", cards=cards, why=texts.fact(play.why))]
    by = next(after for after in later if after.headed)
    return [wrong, texts("learn.lost-head", cards=cards, by=texts.cards(by.cards), why=texts.fact(by.why))]


def _explanation(exercise: Exercise, texts: TableText) -> list[str]:
    account, side, target = exercise.account, exercise.side, exercise.view.target
    if exercise.kind is QuestionKind.MAY:
        return _explained_plays(exercise, texts)
    if exercise.beaten is not None:
        return beater_lines(exercise.beaten, exercise.view.order, texts)
    if exercise.question is not None:
        return [texts.fact(exercise.question.why)]
    assert account is not None
    if exercise.kind is QuestionKind.WINS:
        return told_plays(account, texts)
    if exercise.kind is QuestionKind.EARNS:
        return told_points(account, texts) or [texts("why.no-points")]
    assert side is not None
    assert target is not None, "only ladders are asked about"
    booked = told_bookings([booking for booking in account.bookings if booking.side == side], texts)
    waiting = account.waiting[side]
    stays = texts.count("learn.stays", waiting, side=texts.side(side)) if waiting else ""
    return [*(booked or [stays]), f"```\n{strokes(account.scores[side], target)}\n```"]


def _explained_plays(exercise: Exercise, texts: TableText) -> list[str]:
    """Return whether each play is legal, why not, and whether it would end the rubber at once."""
    free = exercise.view.trick and not exercise.view.duty and exercise.choices[exercise.right].considered is None
    told = [texts(f"{exercise.game}.lesson.free")] if free else []
    for choice in exercise.choices:
        if choice.considered is None:
            continue
        cards, refused, ends = texts.cards(choice.cards), choice.considered.refused, choice.considered.ends
        if refused is not None:
            key = "may.no" if choice.cards else "may.no-cards"
            told.append(texts(key, cards=cards, refusal=texts.fact(refused)))
            continue
        told.append(texts("may.yes", cards=cards) if choice.cards else texts("learn.may-pass"))
        if ends is not None:
            told.append(texts("may.ends", why=texts.fact(ends)))
    return told


@pictured_scene.register
def _pictured_scene(scene: ExerciseScene) -> Scene | None:
    return position_of(scene.exercise, answered=scene.said is not None)


def position_of(exercise: Exercise, *, answered: bool) -> Scene | None:
    """The scene that shows the position of an exercise; None if there is none.

    It is the player's hand if the question is what may be played (MAY) or about a hand. Once another question is
    answered, it is the finished trick or, for BOOKS, the ladders after it.
    """
    account, view, head = exercise.account, exercise.view, head_of(exercise)
    if view.seat is not None:
        return HandScene(head, replace(view, turn=None, to_play=()), dm=False)
    if not view.trick:
        return None
    if account is None or not answered:
        return TrickScene(head, view.hand_number, view.trick_number, view, None)
    if exercise.kind is QuestionKind.BOOKS:
        return LadderScene(head, view.sides, account.scores, account.waiting, view.target, account, account.hand_number)
    return TrickScene(head, account.hand_number, account.number, None, account)
