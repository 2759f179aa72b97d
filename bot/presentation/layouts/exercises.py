"""Exercises in private answers: the question, then the explanation of the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.discord_api import custom_ids
from bot.presentation.layouts.ladders import strokes, told_bookings
from bot.presentation.layouts.lessons import exercise_id, title_of, to_list
from bot.presentation.layouts.parts import (
    LADDERS,
    MAIN,
    PLAIN,
    YOURS,
    Button,
    Item,
    PageOfItems,
    button,
    layout,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.trick import finished_plays, plays
from bot.presentation.layouts.why import told_play, told_points
from bot.presentation.lessons.course import QuestionKind
from bot.presentation.lessons.exercises import Choice, Exercise
from bot.presentation.scenes import ExerciseScene, head_of
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.capabilities import Considered
from rules.core.cards import Card
from rules.core.contract import TrickAccount, View

WIDE: Final = 2
"""Choices in a row: two fit beside each other on a phone."""


@page_of.register
def exercise(scene: ExerciseScene, reader: Reader, post: str = "") -> PageOfItems:
    """The question with a button for each choice; once answered, the explanation and buttons to go on."""
    voice = voice_of(scene.exercise, reader)
    title = voice(
        "learn.exercise-title",
        title=title_of(scene.exercise.game, scene.lesson, voice.words),
        number=scene.number,
        count=scene.count,
    )
    if scene.said is None:
        answers = choices(scene.exercise, voice, "learn", scene.lesson, str(scene.number))
        return layout(text(title, *position(scene.exercise, voice)), text(*question(scene.exercise, voice)), *answers)
    next_one = scene.number + 1 if scene.number < scene.count else 0
    right = scene.said == scene.exercise.right
    buttons = [button(voice("learn.next" if next_one else "learn.end"), exercise_id(scene.lesson, next_one), MAIN)]
    if not right:
        buttons.append(button(voice("learn.again"), exercise_id(scene.lesson, scene.number)))
    buttons += [to_rules(scene.topic, voice.words), to_list(voice.words)]
    return answered(scene.exercise, scene.said, title, voice, [*rows(buttons)])


def answered(exercise: Exercise, said: int, title: str, voice: TableText, below: Sequence[Item]) -> PageOfItems:
    """An answered exercise: right or wrong, the explanation, then the items of `below`."""
    right = said == exercise.right
    return layout(
        text(title, *_verdict(exercise, said, voice)),
        text(*_explained(exercise, voice)),
        *below,
        colour=YOURS if right else LADDERS,
    )


def voice_of(exercise: Exercise, reader: Reader) -> TableText:
    """The `TableText` of an exercise's table."""
    return TableText(reader, head_of(exercise), "", exercise.view.sides)


def to_rules(topic: str, words: Translator) -> Button:
    """A button to a topic of the rules page."""
    return button(words("learn.rules"), custom_ids.write("rules", None, topic))


def choices(exercise: Exercise, voice: TableText, verb: str, *args: str) -> list[Item]:
    """A button for each choice, all in the same style."""
    return [
        *rows(
            [
                button(
                    label_of(exercise, one, voice),
                    custom_ids.write(verb, None, *args, str(index)),
                    PLAIN,
                    voice.emoji(one.cards[0]) if len(one.cards) == 1 else None,
                )
                for index, one in enumerate(exercise.choices)
            ],
            WIDE,
        )
    ]


def label_of(exercise: Exercise, one: Choice, voice: TableText) -> str:
    """The label of a choice's button."""
    match exercise.kind:
        case QuestionKind.WINS:
            name = voice.plain[exercise.view.trick[one.value].seat]
            return voice("learn.choice-play", name=name, cards=_short(one.cards, voice))
        case QuestionKind.MAY:
            return _short(one.cards, voice) if one.cards else voice("learn.any")
        case QuestionKind.EARNS:
            return voice.count("learn.points", one.value)
        case QuestionKind.BOOKS:
            return voice("learn.on", score=one.value)


def _short(cards: Sequence[Card], voice: TableText) -> str:
    """Cards for a label: the symbols of a set, since there is no room for the names of its cards."""
    return " ".join(card.symbol for card in cards) if len(cards) > 1 else voice.label(cards[0])


def position(exercise: Exercise, voice: TableText) -> list[str]:
    """The trick so far; for a question about a play (MAY), the player's seat and hand, too."""
    view = exercise.view
    if exercise.kind is QuestionKind.MAY:
        you, hand = voice.seat(_own(view)), voice.cards(view.hand)
        return [
            _company(exercise, voice),
            voice("learn.you-are", name=you),
            *_led(view, voice),
            voice("learn.your-hand", cards=hand),
        ]
    if exercise.side is None or exercise.account is None:
        return plays(view, voice)
    return [_company(exercise, voice), *finished_plays(exercise.account, voice)]


def _own(view: View) -> int:
    assert view.seat is not None, "whoever is asked what to play sits there"
    return view.seat


def _led(view: View, voice: TableText) -> list[str]:
    if not view.trick:
        stock = voice.count("learn.stock", view.stock) if view.half is not None else ""
        return [voice("learn.you-lead"), stock]
    return plays(view, voice)


def _company(exercise: Exercise, voice: TableText) -> str:
    """The partnerships, if there are any."""
    sides = exercise.view.sides
    if len(sides) == len(exercise.players):
        return ""
    return voice("learn.partners", first=voice.side(0), second=voice.side(1))


def question(exercise: Exercise, voice: TableText) -> list[str]:
    """The question, with the facts about the hand that are needed to answer it."""
    view = exercise.view
    match exercise.kind:
        case QuestionKind.WINS:
            return [voice("learn.who-wins")]
        case QuestionKind.MAY:
            return [voice("learn.what-may" if view.trick else "learn.what-lead")]
    assert exercise.side is not None, "points are somebody's"
    assert exercise.account is not None, "points are of a finished trick"
    side = voice.side(exercise.side)
    if exercise.kind is QuestionKind.EARNS:
        earlier = voice("learn.earlier", cards=voice("list.dot").join(map(voice.label, exercise.earlier)))
        before = voice.count("learn.before-trick", view.units[exercise.side], side=side)
        earlier = earlier if exercise.earlier else voice("learn.first-trick")
        return [before, _held(exercise, voice), earlier, voice("learn.how-many", side=side)]
    score, waiting = view.scores[exercise.side], view.waiting[exercise.side]
    assert view.target is not None, "only ladders are asked about"
    return [
        voice.count("learn.before-booking", waiting, side=side, score=score, target=view.target),
        f"```\n{strokes(score, view.target)}\n```",
        *(told_points(exercise.account, voice) if exercise.account.gains else ()),
        voice("learn.where-stands", side=side),
    ]


def _held(exercise: Exercise, voice: TableText) -> str:
    """The rest of the winner's hand, which may decide the points."""
    winner = voice.seat(exercise.view.trick[exercise.view.heading or 0].seat)
    if not exercise.held:
        return voice("learn.holds-nothing", name=winner)
    return voice("learn.holds", name=winner, cards=voice("list.dot").join(map(voice.label, exercise.held)))


def _verdict(exercise: Exercise, said: int, voice: TableText) -> list[str]:
    """Right or wrong; if wrong, the right answer and, for WINS, why the chosen play did not win."""
    right = label_of(exercise, exercise.choices[exercise.right], voice)
    if said == exercise.right:
        return [voice("learn.right", answer=right)]
    wrong = voice("learn.wrong", said=label_of(exercise, exercise.choices[said], voice), answer=right)
    return [wrong, _mistake(exercise.account, said, voice) if exercise.kind is QuestionKind.WINS else ""]


def _mistake(account: TrickAccount | None, said: int, voice: TableText) -> str:
    """Return why the chosen play did not win."""
    assert account is not None
    play = account.plays[said]
    if not play.headed:
        return voice("learn.never-headed", cards=voice.cards(play.cards), why=voice.fact(play.why))
    by = next(after for after in account.plays[said + 1 :] if after.headed)
    return voice("learn.lost-head", cards=voice.cards(play.cards), by=voice.cards(by.cards), why=voice.fact(by.why))


def _explained(exercise: Exercise, voice: TableText) -> list[str]:
    """The explanation of the answer, from the game's own account."""
    account = exercise.account
    if exercise.kind is QuestionKind.MAY:
        free = exercise.view.trick and not exercise.view.duty and not exercise.choices[exercise.right].cards
        told = [line for one in exercise.choices if one.considered for line in _may(one, one.considered, voice)]
        return [voice(f"{exercise.game}.lesson.free"), *told] if free else told
    assert account is not None
    if exercise.kind is QuestionKind.WINS:
        return [told_play(play, index, account, voice) for index, play in enumerate(account.plays)]
    if exercise.kind is QuestionKind.EARNS:
        return told_points(account, voice) or [voice("why.no-points")]
    assert exercise.side is not None
    booked = [booking for booking in account.bookings if booking.side == exercise.side]
    waiting = account.waiting[exercise.side]
    stays = voice.count("learn.stays", waiting, side=voice.side(exercise.side)) if waiting else ""
    assert exercise.view.target is not None, "only ladders are asked about"
    ladder = strokes(account.scores[exercise.side], exercise.view.target)
    return [*(told_bookings(booked, voice) or [stays]), f"```\n{ladder}\n```"]


def _may(one: Choice, considered: Considered, voice: TableText) -> Iterator[str]:
    """Tell whether a play is legal, why not, and whether it would end the rubber at once."""
    if considered.refused is not None:
        yield voice("may.no", cards=voice.cards(one.cards), refusal=voice.fact(considered.refused))
        return
    yield voice("may.yes", cards=voice.cards(one.cards))
    if considered.ends is not None:
        yield voice("may.ends", why=voice.fact(considered.ends))
