"""Lessons, their exercises, and the daily trick: private answers, but for the post of the day."""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from bot import custom_ids
from bot.layouts.ladders import strokes, told_bookings
from bot.layouts.parts import (
    LADDERS,
    MAIN,
    PLAIN,
    YOURS,
    Button,
    Item,
    Page,
    button,
    choice,
    layout,
    line,
    menu,
    rows,
    text,
)
from bot.layouts.trick import finished_plays, plays
from bot.layouts.voice import Voice
from bot.layouts.why import told_play, told_points
from bot.lessons.course import Kind
from bot.lessons.exercises import Choice, Exercise
from bot.reader import Reader
from bot.scenes import (
    DailyPostScene,
    DailyScene,
    ExerciseScene,
    HandScene,
    LadderScene,
    LessonLine,
    LessonScene,
    LessonsScene,
    RulesScene,
    Scene,
    Tally,
    TrickScene,
    head_of,
)
from bot.texts import Words, rules_page
from rules.cards import Card
from rules.game import Considered, TrickAccount, View

WIDE: Final = 2
"""Choices a row: two fit beside each other on a phone."""
BAR: Final = 10
FULL: Final = "█"
EMPTY: Final = "░"
NOON: Final = 12 * 3600
"""Seconds: at noon UTC it is the same day nearly everywhere."""


# pictures

Pictured = LessonScene | ExerciseScene | DailyScene | DailyPostScene


def pictured(scene: Pictured) -> Scene | None:
    """The scene of which the picture is shown with this one; None where there is none."""
    match scene:
        case LessonScene():
            return RulesScene(scene.topic, 0, scene.shown) if scene.shown and not scene.finished else None
        case DailyPostScene():
            return _asked(scene.exercise)
    return _asked(scene.exercise) if scene.said is None else _shown(scene.exercise)


def _asked(exercise: Exercise) -> Scene:
    """The position: one's hand where one asks what to play, else the trick."""
    view, head = exercise.view, head_of(exercise)
    if exercise.kind is Kind.MAY:
        return HandScene(head, replace(view, turn=None), dm=False)
    return TrickScene(head, view.hand_number, view.trick_number, view, None)


def _shown(exercise: Exercise) -> Scene:
    """What the answer is about: the finished trick, or what it did to the ladders."""
    account, view, head = exercise.account, exercise.view, head_of(exercise)
    if account is None:
        return _asked(exercise)
    if exercise.kind is Kind.BOOKS:
        return LadderScene(head, view.sides, account.scores, account.waiting, view.target, account, account.hand_number)
    return TrickScene(head, account.hand_number, account.number, None, account)


# the list of lessons


def lessons(scene: LessonsScene, reader: Reader, post: str = "") -> Page:
    """Every lesson with how far one has come, the way on, and a menu to choose another."""
    words = reader.words
    choices = [choice(_title(scene.game, one.name, words), one.name, _done(one, words)) for one in scene.lessons]
    return layout(
        text(words("learn.title"), words("learn.about")),
        text(*[_line(scene.game, one, words) for one in scene.lessons]),
        *rows([*_onward(scene, words), _to_daily(words)]),
        menu(custom_ids.write("learn"), words("learn.menu"), choices),
    )


def _line(game: str, lesson: LessonLine, words: Words) -> str:
    key = "learn.lesson-done" if lesson.done == lesson.size else "learn.lesson-open"
    return words(key, title=_title(game, lesson.name, words), done=lesson.done, count=lesson.size)


def _done(lesson: LessonLine, words: Words) -> str:
    return words("learn.done", done=lesson.done, count=lesson.size)


def _onward(scene: LessonsScene, words: Words) -> Iterator[Button]:
    """To the first lesson that is not done."""
    begun = any(one.done for one in scene.lessons)
    for one in scene.lessons:
        if one.done < one.size:
            label = words("learn.go-on" if begun else "learn.begin", title=_title(scene.game, one.name, words))
            yield button(label, custom_ids.write("learn", None, one.name), MAIN)
            return


def _title(game: str, lesson: str, words: Words) -> str:
    return words(f"{game}.lesson.{lesson}")


# one lesson


def lesson(scene: LessonScene, reader: Reader, post: str = "") -> Page:
    """What the lesson is about, from the rules page; or, when all is solved, that it is."""
    words = reader.words
    title = words("learn.lesson-title", title=_title(scene.game, scene.name, words))
    standing = words("learn.standing", done=scene.done, count=scene.count)
    if scene.finished:
        told = words(
            "learn.finished" if scene.done == scene.count else "learn.missed", done=scene.done, count=scene.count
        )
        return layout(text(title, told), *rows([*_ways_on(scene, words), _to_list(words)]), colour=YOURS)
    topic = rules_page(words.language).topics[scene.topic]
    return layout(text(title, topic.text), text(standing), *rows([*_ways_on(scene, words), _to_list(words)]))


def _ways_on(scene: LessonScene, words: Words) -> Iterator[Button]:
    if scene.next is not None:
        key = "learn.start" if not scene.done else "learn.rest" if scene.finished else "learn.resume"
        yield button(words(key), _exercise_id(scene.name, scene.next), MAIN)
    elif scene.following:
        title = _title(scene.game, scene.following, words)
        yield button(words("learn.following", title=title), custom_ids.write("learn", None, scene.following), MAIN)
    if scene.done == scene.count:
        yield button(words("learn.once-more"), _exercise_id(scene.name, 1))


def _exercise_id(lesson: str, *args: int) -> str:
    return custom_ids.write("learn", None, lesson, *map(str, args))


def _to_list(words: Words) -> Button:
    return button(words("learn.list"), custom_ids.write("learn"))


def _to_daily(words: Words) -> Button:
    return button(words("daily.button"), custom_ids.write("daily"))


# an exercise


def exercise(scene: ExerciseScene, reader: Reader, post: str = "") -> Page:
    """The question with a button for each choice; once answered, what is right and why, and the way on."""
    voice = _voice(scene.exercise, reader)
    title = voice(
        "learn.exercise-title",
        title=_title(scene.exercise.game, scene.lesson, voice.words),
        number=scene.number,
        count=scene.count,
    )
    if scene.said is None:
        answers = _choices(scene.exercise, voice, "learn", scene.lesson, str(scene.number))
        return layout(text(title, *_position(scene.exercise, voice)), text(*_question(scene.exercise, voice)), *answers)
    next_one = scene.number + 1 if scene.number < scene.count else 0
    right = scene.said == scene.exercise.right
    buttons = [button(voice("learn.next" if next_one else "learn.end"), _exercise_id(scene.lesson, next_one), MAIN)]
    if not right:
        buttons.append(button(voice("learn.again"), _exercise_id(scene.lesson, scene.number)))
    buttons += [_to_rules(scene.topic, voice.words), _to_list(voice.words)]
    return _answered(scene.exercise, scene.said, title, voice, [*rows(buttons)])


def _answered(exercise: Exercise, said: int, title: str, voice: Voice, below: Sequence[Item]) -> Page:
    right = said == exercise.right
    return layout(
        text(title, *_verdict(exercise, said, voice)),
        text(*_explained(exercise, voice)),
        *below,
        colour=YOURS if right else LADDERS,
    )


def _voice(exercise: Exercise, reader: Reader) -> Voice:
    return Voice(reader, head_of(exercise), "", exercise.view.sides)


def _to_rules(topic: str, words: Words) -> Button:
    return button(words("learn.rules"), custom_ids.write("rules", None, topic))


def _choices(exercise: Exercise, voice: Voice, verb: str, *args: str) -> list[Item]:
    """A button for each choice, all alike."""
    return [
        *rows(
            [
                button(
                    _label(exercise, one, voice),
                    custom_ids.write(verb, None, *args, str(index)),
                    PLAIN,
                    voice.emoji(one.cards[0]) if len(one.cards) == 1 else None,
                )
                for index, one in enumerate(exercise.choices)
            ],
            WIDE,
        )
    ]


def _label(exercise: Exercise, one: Choice, voice: Voice) -> str:
    match exercise.kind:
        case Kind.WINS:
            name = voice.plain[exercise.view.trick[one.value].seat]
            return voice("learn.choice-play", name=name, cards=_short(one.cards, voice))
        case Kind.MAY:
            return _short(one.cards, voice) if one.cards else voice("learn.any")
        case Kind.EARNS:
            return voice.count("learn.points", one.value)
        case Kind.BOOKS:
            return voice("learn.on", score=one.value)


def _short(cards: Sequence[Card], voice: Voice) -> str:
    """Cards for a label, which has no room for the names that they have."""
    return " ".join(card.symbol for card in cards) if len(cards) > 1 else voice.label(cards[0])


def _position(exercise: Exercise, voice: Voice) -> list[str]:
    """The trick as it lies, and of a hand of one's own what is in it."""
    view = exercise.view
    if exercise.kind is Kind.MAY:
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


def _led(view: View, voice: Voice) -> list[str]:
    if not view.trick:
        stock = voice.count("learn.stock", view.stock) if view.half is not None else ""
        return [voice("learn.you-lead"), stock]
    return plays(view, voice)


def _company(exercise: Exercise, voice: Voice) -> str:
    """Who plays with whom, where somebody does."""
    sides = exercise.view.sides
    if len(sides) == len(exercise.players):
        return ""
    return voice("learn.partners", first=voice.side(0), second=voice.side(1))


def _question(exercise: Exercise, voice: Voice) -> list[str]:
    view = exercise.view
    match exercise.kind:
        case Kind.WINS:
            return [voice("learn.who-wins")]
        case Kind.MAY:
            return [voice("learn.what-may" if view.trick else "learn.what-lead")]
    assert exercise.side is not None, "points are somebody's"
    assert exercise.account is not None, "points are of a finished trick"
    side = voice.side(exercise.side)
    if exercise.kind is Kind.EARNS:
        earlier = voice("learn.earlier", cards=voice("list.dot").join(map(voice.label, exercise.earlier)))
        before = voice.count("learn.before-trick", view.units[exercise.side], side=side)
        earlier = earlier if exercise.earlier else voice("learn.first-trick")
        return [before, _held(exercise, voice), earlier, voice("learn.how-many", side=side)]
    score, waiting = view.scores[exercise.side], view.waiting[exercise.side]
    return [
        voice.count("learn.before-booking", waiting, side=side, score=score, target=view.target),
        f"```\n{strokes(score, view.target)}\n```",
        *(told_points(exercise.account, voice) if exercise.account.gains else ()),
        voice("learn.where-stands", side=side),
    ]


def _held(exercise: Exercise, voice: Voice) -> str:
    """What the winner has left, of which the points may depend."""
    winner = voice.seat(exercise.view.trick[exercise.view.heading or 0].seat)
    if not exercise.held:
        return voice("learn.holds-nothing", name=winner)
    return voice("learn.holds", name=winner, cards=voice("list.dot").join(map(voice.label, exercise.held)))


def _verdict(exercise: Exercise, said: int, voice: Voice) -> list[str]:
    """Right, or not: then what the choice does, and what is right."""
    right = _label(exercise, exercise.choices[exercise.right], voice)
    if said == exercise.right:
        return [voice("learn.right", answer=right)]
    wrong = voice("learn.wrong", said=_label(exercise, exercise.choices[said], voice), answer=right)
    return [wrong, _mistake(exercise.account, said, voice) if exercise.kind is Kind.WINS else ""]


def _mistake(account: TrickAccount | None, said: int, voice: Voice) -> str:
    """Why this play did not win."""
    assert account is not None
    play = account.plays[said]
    if not play.headed:
        return voice("learn.never-headed", cards=voice.cards(play.cards), why=voice.fact(play.why))
    by = next(after for after in account.plays[said + 1 :] if after.headed)
    return voice("learn.lost-head", cards=voice.cards(play.cards), by=voice.cards(by.cards), why=voice.fact(by.why))


def _explained(exercise: Exercise, voice: Voice) -> list[str]:
    """Why it is so, in the words of the game's own account."""
    account = exercise.account
    if exercise.kind is Kind.MAY:
        free = exercise.view.trick and not exercise.choices[exercise.right].cards
        told = [line for one in exercise.choices if one.considered for line in _may(one, one.considered, voice)]
        return [voice(f"{exercise.game}.lesson.free"), *told] if free else told
    assert account is not None
    if exercise.kind is Kind.WINS:
        return [told_play(play, index, account, voice) for index, play in enumerate(account.plays)]
    if exercise.kind is Kind.EARNS:
        return told_points(account, voice) or [voice("why.no-points")]
    assert exercise.side is not None
    booked = [booking for booking in account.bookings if booking.side == exercise.side]
    stays = voice.count("learn.stays", account.waiting[exercise.side], side=voice.side(exercise.side))
    ladder = strokes(account.scores[exercise.side], exercise.view.target)
    return [*(told_bookings(booked, voice) or [stays]), f"```\n{ladder}\n```"]


def _may(one: Choice, considered: Considered, voice: Voice) -> Iterator[str]:
    """Whether a play is possible, why not, and what would come of it at once."""
    if considered.refused is not None:
        yield voice("may.no", cards=voice.cards(one.cards), refusal=voice.fact(considered.refused))
        return
    yield voice("may.yes", cards=voice.cards(one.cards))
    if considered.ends is not None:
        yield voice("may.ends", why=voice.fact(considered.ends))


# the daily trick


def daily(scene: DailyScene, reader: Reader, post: str = "") -> Page:
    """The trick of a day: the question; once answered, why, and how many said what."""
    voice = _voice(scene.exercise, reader)
    title = voice("daily.title", day=_day(scene.day, voice))
    if scene.said is None:
        answers = _choices(scene.exercise, voice, "daily", scene.day.isoformat())
        told = voice("daily.over") if scene.over else voice("daily.once")
        return layout(
            text(title, *_position(scene.exercise, voice)), text(*_question(scene.exercise, voice), told), *answers
        )
    tally = text(*_tallied(scene.exercise, scene.tally, voice)) if scene.tally and scene.tally.total else text()
    streak = text(voice.count("daily.streak", scene.streak) if scene.streak > 1 else "")
    buttons = rows([_to_rules(scene.topic, voice.words), _to_list(voice.words)])
    below = [part for part in (tally, streak) if part.content]
    return _answered(scene.exercise, scene.said, title, voice, [*below, *buttons])


def daily_post(scene: DailyPostScene, reader: Reader, post: str = "") -> Page:
    """The trick of the day for everybody in a channel; each answers in private."""
    voice = _voice(scene.exercise, reader)
    label = button(voice("daily.answer"), custom_ids.write("daily", 0, scene.day.isoformat(), post=post), MAIN)
    return layout(
        text(voice("daily.title", day=_day(scene.day, voice)), *_position(scene.exercise, voice)),
        text(*_question(scene.exercise, voice)),
        *rows([label, button(voice("learn.button"), custom_ids.write("learn", 0, post=post))]),
        *_day_before(scene, reader),
    )


def _day_before(scene: DailyPostScene, reader: Reader) -> Iterator[Item]:
    if scene.before is None or scene.tally is None or not scene.tally.total:
        return
    voice = _voice(scene.before, reader)
    right = scene.before.choices[scene.before.right]
    yield line()
    yield text(
        voice.count(
            "daily.yesterday",
            scene.tally.total,
            answer=_label(scene.before, right, voice),
            percent=scene.tally.percent(scene.before.right),
        )
    )


def _day(day: date, voice: Voice) -> str:
    return voice("daily.day", stamp=calendar.timegm(day.timetuple()) + NOON)


def _tallied(exercise: Exercise, tally: Tally, voice: Voice) -> Iterator[str]:
    """A bar for each choice, as wide as it was often made."""
    yield voice.count("daily.answers", tally.total)
    for index, one in enumerate(exercise.choices):
        percent = tally.percent(index)
        bar = FULL * round(percent * BAR / 100) + EMPTY * (BAR - round(percent * BAR / 100))
        key = "daily.bar-right" if index == exercise.right else "daily.bar"
        yield voice(key, bar=bar, percent=percent, answer=_label(exercise, one, voice))
