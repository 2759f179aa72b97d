"""Exercises in private answers: the question, then the explanation of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord_api import custom_ids
from bot.presentation.layouts.ladders import strokes, told_bookings
from bot.presentation.layouts.lessons import exercise_id, title_of, to_list, to_rules
from bot.presentation.layouts.parts import (
    LADDERS,
    MAIN,
    PLAIN,
    YOURS,
    Item,
    PageOfItems,
    Row,
    button,
    layout,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.trick import finished_plays, plays
from bot.presentation.layouts.why import told_plays, told_points
from bot.presentation.lessons.course import QuestionKind
from bot.presentation.lessons.exercises import Choice, Exercise
from bot.presentation.scenes import ExerciseScene, head_of
from bot.texts.reader import Reader

WIDE: Final = 2
"""Choices in a row: two fit beside each other on a phone."""


@page_of.register
def exercise(scene: ExerciseScene, reader: Reader, post: str = "") -> PageOfItems:
    """The question with a button for each choice; once answered, the explanation and buttons to go on."""
    asked, lesson, number, count = scene.exercise, scene.lesson, scene.number, scene.count
    voice = voice_of(asked, reader)
    title = title_of(asked.game, lesson, voice.words)
    title = voice("learn.exercise-title", title=title, number=number, count=count)
    if scene.said is None:
        answers = choices(asked, voice, "learn", lesson, str(number))
        return layout(text(title, *position(asked, voice)), text(*question(asked, voice)), *answers)
    next_one = number + 1 if number < count else 0
    buttons = [
        button(voice("learn.next" if next_one else "learn.end"), exercise_id(lesson, next_one), MAIN),
        *([] if scene.said == asked.right else [button(voice("learn.again"), exercise_id(lesson, number))]),
        to_rules(scene.topic, voice.words),
        to_list(voice.words),
    ]
    return answered(asked, scene.said, title, voice, rows(buttons))


def voice_of(exercise: Exercise, reader: Reader) -> TableText:
    """The `TableText` of an exercise's table."""
    return TableText(reader, head_of(exercise), "", exercise.view.sides)


def answered(exercise: Exercise, said: int, title: str, voice: TableText, below: Sequence[Item]) -> PageOfItems:
    """An answered exercise: right or wrong, the explanation, then the items of `below`."""
    verdict, explained = _verdict(exercise, said, voice), _explained(exercise, voice)
    colour = YOURS if said == exercise.right else LADDERS
    return layout(text(title, *verdict), text(*explained), *below, colour=colour)


def choices(exercise: Exercise, voice: TableText, verb: str, *args: str) -> list[Row]:
    """A button for each choice, all in the same style."""
    buttons = []
    for index, one in enumerate(exercise.choices):
        custom_id = custom_ids.write(verb, None, *args, str(index))
        emoji = voice.emoji(one.cards[0]) if len(one.cards) == 1 else None
        buttons.append(button(label_of(exercise, one, voice), custom_id, PLAIN, emoji))
    return rows(buttons, WIDE)


def label_of(exercise: Exercise, one: Choice, voice: TableText) -> str:
    """The label of a choice's button; it has no room for the names of more than one card, so it has their symbols."""
    cards = " ".join(card.symbol for card in one.cards) if len(one.cards) > 1 else voice.labels(one.cards)
    match exercise.kind:
        case QuestionKind.WINS:
            return voice("learn.choice-play", name=voice.plain[exercise.view.trick[one.value].seat], cards=cards)
        case QuestionKind.MAY:
            return cards or voice("learn.any")
        case QuestionKind.EARNS:
            return voice.count("learn.points", one.value)
        case QuestionKind.BOOKS:
            return voice("learn.on", score=one.value)


def position(exercise: Exercise, voice: TableText) -> list[str]:
    """The trick so far; for a question about a play (MAY), the player's seat and hand, too."""
    view = exercise.view
    partners = ""
    if any(len(side) > 1 for side in view.sides):
        partners = voice("learn.partners", first=voice.side(0), second=voice.side(1))
    if exercise.kind is not QuestionKind.MAY:
        if exercise.side is None or exercise.account is None:
            return plays(view, voice)
        return [partners, *finished_plays(exercise.account, voice)]
    assert view.seat is not None, "whoever is asked what to play sits there"
    stock = voice.count("learn.stock", view.stock) if view.half is not None else ""
    return [
        partners,
        voice("learn.you-are", name=voice.seat(view.seat)),
        *(plays(view, voice) if view.trick else [voice("learn.you-lead"), stock]),
        voice("learn.your-hand", cards=voice.cards(view.hand)),
    ]


def question(exercise: Exercise, voice: TableText) -> list[str]:
    """The question, with the facts about the hand that are needed to answer it."""
    match exercise.kind:
        case QuestionKind.WINS:
            return [voice("learn.who-wins")]
        case QuestionKind.MAY:
            return [voice("learn.what-may" if exercise.view.trick else "learn.what-lead")]
        case QuestionKind.EARNS:
            return _points_question(exercise, voice)
        case QuestionKind.BOOKS:
            return _score_question(exercise, voice)


def _points_question(exercise: Exercise, voice: TableText) -> list[str]:
    """The question how many points a trick earns, which may depend on the rest of the winner's hand."""
    view = exercise.view
    assert exercise.side is not None, "points are somebody's"
    side, winner = voice.side(exercise.side), voice.seat(view.trick[view.heading or 0].seat)
    held = voice("learn.holds", name=winner, cards=voice.dotted(exercise.held))
    earlier = voice("learn.earlier", cards=voice.dotted(exercise.earlier))
    return [
        voice.count("learn.before-trick", view.units[exercise.side], side=side),
        held if exercise.held else voice("learn.holds-nothing", name=winner),
        earlier if exercise.earlier else voice("learn.first-trick"),
        voice("learn.how-many", side=side),
    ]


def _score_question(exercise: Exercise, voice: TableText) -> list[str]:
    view, account, side = exercise.view, exercise.account, exercise.side
    assert side is not None, "points are somebody's"
    assert account is not None, "points are of a finished trick"
    assert view.target is not None, "only ladders are asked about"
    score, name = view.scores[side], voice.side(side)
    return [
        voice.count("learn.before-booking", view.waiting[side], side=name, score=score, target=view.target),
        f"```\n{strokes(score, view.target)}\n```",
        *(told_points(account, voice) if account.gains else ()),
        voice("learn.where-stands", side=name),
    ]


def _verdict(exercise: Exercise, said: int, voice: TableText) -> list[str]:
    """Right or wrong; if wrong, the right answer and, for WINS, why the chosen play did not win."""
    right = label_of(exercise, exercise.choices[exercise.right], voice)
    if said == exercise.right:
        return [voice("learn.right", answer=right)]
    wrong = voice("learn.wrong", said=label_of(exercise, exercise.choices[said], voice), answer=right)
    if exercise.kind is not QuestionKind.WINS:
        return [wrong]
    assert exercise.account is not None
    play, *later = exercise.account.plays[said:]
    cards = voice.cards(play.cards)
    if not play.headed:
        return [wrong, voice("learn.never-headed", cards=cards, why=voice.fact(play.why))]
    by = next(after for after in later if after.headed)
    return [wrong, voice("learn.lost-head", cards=cards, by=voice.cards(by.cards), why=voice.fact(by.why))]


def _explained(exercise: Exercise, voice: TableText) -> list[str]:
    """The explanation of the answer, from the game's own account."""
    account, side, target = exercise.account, exercise.side, exercise.view.target
    if exercise.kind is QuestionKind.MAY:
        return _explained_plays(exercise, voice)
    assert account is not None
    if exercise.kind is QuestionKind.WINS:
        return told_plays(account, voice)
    if exercise.kind is QuestionKind.EARNS:
        return told_points(account, voice) or [voice("why.no-points")]
    assert side is not None
    assert target is not None, "only ladders are asked about"
    booked = told_bookings([booking for booking in account.bookings if booking.side == side], voice)
    waiting = account.waiting[side]
    stays = voice.count("learn.stays", waiting, side=voice.side(side)) if waiting else ""
    return [*(booked or [stays]), f"```\n{strokes(account.scores[side], target)}\n```"]


def _explained_plays(exercise: Exercise, voice: TableText) -> list[str]:
    """Return whether each play is legal, why not, and whether it would end the rubber at once."""
    free = exercise.view.trick and not exercise.view.duty and not exercise.choices[exercise.right].cards
    told = [voice(f"{exercise.game}.lesson.free")] if free else []
    for one in exercise.choices:
        if one.considered is None:
            continue
        cards, refused, ends = voice.cards(one.cards), one.considered.refused, one.considered.ends
        if refused is not None:
            told.append(voice("may.no", cards=cards, refusal=voice.fact(refused)))
            continue
        told.append(voice("may.yes", cards=cards))
        if ends is not None:
            told.append(voice("may.ends", why=voice.fact(ends)))
    return told
