"""Exercises: a position, a question about it, and the answer by the rules; the daily trick is that of a day (UTC)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from bot.lessons.course import Position, QuestionKind, RecordedTrick, course, rubber
from rules import registry
from rules.core.capabilities import Beaten, Considered, HasLessons, HasQuestions, Question, Taught
from rules.core.cards import RANKS, Card
from rules.core.contract import Fact, Play, TrickAccount, View

OFFERED: Final = 3
"""The number of plays or cards offered for MAY and BEATS; the last choice is any of them, or none."""
IN_VAIN: Final = 0.25
"""The share of questions BEATS in which no card offered would beat the heading one, though others would."""
NUMBERS: Final = 4
"""The number of numbers offered; for EARNS they follow one another, and the right one has any place among them."""


class Choice(NamedTuple):
    """A possible answer: `value` is the index of a play (WINS) or a number (EARNS, BOOKS), `cards` what it names.

    For MAY, a choice without `considered` means any of the other choices; for BEATS, one without cards none of them.
    """

    value: int
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None
    """The rules' answer about the play (MAY)."""
    seat: int | None = None
    fact: Fact | None = None
    """The answer in words (ASKS)."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question with its choices; `right` is the index of the right one."""

    kind: QuestionKind
    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    view: View
    """The view shown with the question: for MAY the player's own, for ASKS that of the seat asked, else the public one.

    WINS: no play heads. EARNS, BOOKS, ASKS: the finished trick, with units, waiting points and scores as before it.
    """
    account: TrickAccount | None
    """The account of the trick; None if the question is about a moment before its end."""
    earlier: tuple[Card, ...]
    """The cards played in the hand before the trick, in order."""
    held: tuple[Card, ...]
    """The cards that the trick's winner held beside the winning play (EARNS); empty for the other kinds."""
    side: int | None
    """The side that EARNS and BOOKS ask about."""
    choices: tuple[Choice, ...]
    right: int
    beaten: Beaten | None = None
    """The heading card and all that would beat it (BEATS)."""
    question: Question | None = None
    """The game's own question (ASKS)."""


class _Asked(NamedTuple):
    """The fields of `Exercise` that depend on its kind."""

    view: View
    account: TrickAccount | None
    side: int | None
    choices: tuple[Choice, ...]
    right: int
    held: tuple[Card, ...] = ()
    beaten: Beaten | None = None
    question: Question | None = None


@lru_cache(maxsize=512)
def exercise(of_game: str, kind: QuestionKind, position: Position, lesson: str = "") -> Exercise:
    """The exercise of a lesson on a position; KeyError if there is no such position, ValueError if it does not fit.

    `lesson`: its name, which only ASKS needs.
    """
    found = rubber(of_game, position.rubber)
    trick = found.tricks[position.hand, position.trick]
    earlier = tuple(
        card
        for (hand, number), past in found.tricks.items()
        if hand == position.hand and number < position.trick
        for play in past.plays
        for card in play.cards
    )
    rules = registry.game(of_game)
    assert isinstance(rules, Taught), "a course is about a game that has lessons"
    if kind is QuestionKind.MAY:
        asked = _ask_before(rules, trick, position)
    elif kind is QuestionKind.BEATS:
        asked = _ask_beaters(rules, trick, position)
    elif kind is QuestionKind.ASKS:
        asked = _ask_own(rules, trick, position, lesson)
    else:
        asked = _ask_after(rules, trick, position, kind)
    return Exercise(kind, of_game, found.players, found.options, earlier=earlier, **asked._asdict())


def _ask_own(rules: Taught, trick: RecordedTrick, position: Position, lesson: str) -> _Asked:
    """A question of the game's own: with the hand of the seat asked, or with the finished trick."""
    found = rules.ask(lesson, trick.states, position.at) if isinstance(rules, HasQuestions) else None
    if found is None:
        raise ValueError(f"no question of {lesson}: {position}")
    account = trick.account if found.seat is None else None
    view = rules.view(trick.before[0], found.seat)
    if account is not None:
        shown: dict[str, Any] = {"trick": trick.plays, "heading": account.winner}
    else:
        groups = (
            group._replace(cards=tuple(card for card in group.cards if card in found.hand)) for group in view.order
        )
        shown = {"hand": found.hand, "groups": tuple(group for group in groups if group.cards), "legal": ()}
    choices = tuple(
        Choice(n, answer.cards, seat=answer.seat, fact=answer.fact) for n, answer in enumerate(found.answers)
    )
    view = replace(view, turn=None, to_play=(), moves=(), laid=(), **shown)
    return _Asked(view, account, None, choices, found.right, question=found)


def _ask_beaters(rules: Taught, trick: RecordedTrick, position: Position) -> _Asked:
    """A question about what would beat the heading card: one of three cards, or none of them."""
    state, chance = trick.before[position.at], Random(str(position))
    view = replace(rules.view(state, None), turn=None, to_play=())
    (found,) = rules.beaters(state)
    lying = {card for play in view.trick for card in play.cards}
    right = [] if not found.by or chance.random() < IN_VAIN else [chance.choice(found.by)]
    unable = [card for card in rules.pack if card not in found.by and card not in lying]
    chance.shuffle(unable)
    unable.sort(key=lambda card: RANKS.index(card.rank) <= RANKS.index(found.on.rank))
    offered = [*right, *unable[:1], *chance.sample(unable[1:], OFFERED - 1 - len(right))]
    chance.shuffle(offered)
    choices = (*(Choice(n, (card,)) for n, card in enumerate(offered)), Choice(OFFERED))
    return _Asked(view, None, None, choices, offered.index(right[0]) if right else OFFERED, beaten=found)


def _ask_after(rules: Taught, trick: RecordedTrick, position: Position, kind: QuestionKind) -> _Asked:
    """A question about a finished trick."""
    account = trick.account
    if account is None or account.winner is None:
        raise ValueError(f"a trick that nobody won: {position}")
    shown: dict[str, Any] = {"trick": trick.plays, "laid": (), "turn": None, "to_play": ()}
    if kind is QuestionKind.WINS:
        view = replace(rules.view(trick.before[-1], None), heading=None, **shown)
        choices = tuple(Choice(index, play.cards) for index, play in enumerate(trick.plays))
        return _Asked(view, account, None, choices, account.winner)
    view = replace(rules.view(trick.before[0], None), heading=account.winner, **shown)
    if kind is QuestionKind.BOOKS:
        return _ask_score(account, view, position.at)
    won = trick.plays[account.winner]
    side = next(side for side, seats in enumerate(view.sides) if won.seat in seats)
    earned = account.points_for(side)
    least = max(0, earned - Random(str(trick.plays)).randrange(NUMBERS))
    offered = tuple(Choice(points) for points in range(least, least + NUMBERS))
    hand = rules.view(trick.before[account.winner], won.seat).hand
    return _Asked(view, account, side, offered, earned - least, tuple(card for card in hand if card not in won.cards))


def _ask_score(account: TrickAccount, view: View, side: int) -> _Asked:
    """A question about a score. Wrong choices are typical errors: booked too early, too much, or without a bounce."""
    before, waiting, after = view.scores[side], view.waiting[side], account.scores[side]
    assert view.target is not None, "only ladders are asked about"
    waited = before + waiting
    likely = (before, waited, waited + account.points_for(side), view.target, after + 1, after - 1, after + 2)
    others = [number for number in dict.fromkeys(likely) if number >= 0 and number != after]
    offered = sorted([after, *others[: NUMBERS - 1]])
    return _Asked(view, account, side, tuple(map(Choice, offered)), offered.index(after))


def _ask_before(rules: Taught, trick: RecordedTrick, position: Position) -> _Asked:
    """A question about what may be played: one of three plays, or any of them if all are legal."""
    state, seat = trick.before[position.at], trick.plays[position.at].seat
    view = rules.view(state, seat)
    offered, right = _offer(rules, state, view, seat, Random(str(position)))
    choices = tuple(Choice(index, cards, rules.consider(state, seat, cards)) for index, cards in enumerate(offered))
    return _Asked(replace(view, legal=()), None, None, (*choices, Choice(len(choices))), right)


def _offer(rules: Taught, state: Any, view: View, seat: int, chance: Random) -> tuple[list[tuple[Card, ...]], int]:
    """Three plays, and the index of the right choice: the only legal play, or 3 (any of them) if all are legal."""
    possible = [play.cards for play in rules.legal(state) if isinstance(play, Play)]
    refused = _tempting_plays(rules, state, view, seat, chance)
    if len(refused) < OFFERED - 1:
        offered = chance.sample([cards for cards in possible if len(cards) == len(possible[0])], OFFERED)
        return sorted(offered, key=possible.index), OFFERED
    size = max(map(len, possible)) if view.follow is None else view.follow
    right = chance.choice([cards for cards in possible if len(cards) == size] or possible)
    offered = [right, *refused[: OFFERED - 1]]
    chance.shuffle(offered)
    return offered, offered.index(right)


def _is_refused_for(duty: Fact, considered: Considered) -> bool:
    return considered.refused is not None and considered.refused.kind is duty.kind


def _tempting_plays(rules: Taught, state: Any, view: View, seat: int, chance: Random) -> list[tuple[Card, ...]]:
    """Plays that the rules refuse, for as many different reasons as possible; plays of the size to follow first."""
    only, *others = view.legal
    is_single = view.follow == 1 or not others or view.sizes == (1, 1)
    every = [
        cards
        for size in range(1, 2 if is_single else rules.largest_play + 1)
        for cards in combinations(view.hand, size)
    ]
    if view.duty is not None and _is_refused_for(view.duty, rules.consider(state, seat, ())):
        every.append(())  # a pass that would be possible without the duty
    if not others:
        every += [cards for size in range(2, len(only)) for cards in combinations(only, size)]
    chance.shuffle(every)
    by_reason: dict[str, list[tuple[Card, ...]]] = {}
    for cards in every:
        refused = rules.consider(state, seat, cards).refused
        if refused is not None:
            by_reason.setdefault(refused.kind, []).append(cards)
    found = sorted(by_reason.values(), key=lambda plays: len(plays[0]) != view.follow)
    return [plays[turn] for turn in range(OFFERED) for plays in found if turn < len(plays)]


def question_of(day: date, game: str = registry.USUAL) -> Exercise:
    """The exercise of a day, of a game that has daily tricks."""
    found = course(game)
    return exercise(game, found.daily_lesson.kind, found.daily_position(day))


def topic_of(asked: Exercise) -> str:
    """The topic of the rules page that explains the hardest subject in a daily trick."""
    found, rules = course(asked.game), registry.game(asked.game)
    if asked.account is None or not isinstance(rules, HasLessons):
        return found.daily_lesson.topic
    topics = rules.topics_of(asked.account)
    taught = [name for name in rules.topics if name in topics and name in found.lessons]
    return found.lessons[taught[-1]].topic if taught else found.daily_lesson.topic


def day_of(now: int) -> date:
    """The day (UTC) at a time in ms since the epoch."""
    return datetime.fromtimestamp(now / 1000, UTC).date()
