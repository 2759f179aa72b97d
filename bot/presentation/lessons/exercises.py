"""Exercises: a position, a question about it, and the answer by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from bot.presentation.lessons.course import Position, QuestionKind
from bot.presentation.lessons.rubbers import RecordedTrick, rubber
from rules.core.capabilities import Considered, Taught
from rules.core.cards import Card
from rules.core.contract import Play, TrickAccount, View
from rules.registry import game

OFFERED: Final = 3
"""How many plays are offered for MAY; the last choice is any of them."""
NUMBERS: Final = 4
"""How many numbers are offered, for EARNS more if the answer is higher."""


class Choice(NamedTuple):
    """A possible answer: `value` is the index of a play (WINS) or a number (EARNS, BOOKS), `cards` a play (WINS, MAY).

    For MAY, a choice without cards means any of the other choices.
    """

    value: int
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None
    """The rules' answer about the play (MAY)."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question with its choices; `right` is the index of the right one."""

    kind: QuestionKind
    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    view: View
    """The view shown with the question: for MAY the player's own, for the other kinds the public one.

    WINS: no play heads. EARNS, BOOKS: the finished trick, with units, waiting points and scores as before it.
    """
    account: TrickAccount | None
    """The account of the trick; None for MAY."""
    earlier: tuple[Card, ...]
    """The cards played in the hand before the trick, in order."""
    held: tuple[Card, ...]
    """The cards that the trick's winner held beside the winning play (EARNS); empty for the other kinds."""
    side: int | None
    """The side that EARNS and BOOKS ask about."""
    choices: tuple[Choice, ...]
    right: int


@lru_cache(maxsize=512)
def exercise(of_game: str, kind: QuestionKind, position: Position) -> Exercise:
    """The exercise on a position; KeyError if there is no such position, ValueError if it does not fit the question."""
    found = rubber(of_game, position.rubber)
    trick = found.tricks[position.hand, position.trick]
    earlier = tuple(
        card
        for (hand, number), past in found.tricks.items()
        if hand == position.hand and number < position.trick
        for play in past.plays
        for card in play.cards
    )
    rules = game(of_game)
    assert isinstance(rules, Taught), "a course is about a game that has lessons"
    asked = (
        _asked_before(rules, trick, position)
        if kind is QuestionKind.MAY
        else _asked_after(rules, trick, position, kind)
    )
    return Exercise(kind, of_game, found.players, found.options, earlier=earlier, **asked._asdict())


class _Asked(NamedTuple):
    """The fields of `Exercise` that depend on its kind."""

    view: View
    account: TrickAccount | None
    side: int | None
    choices: tuple[Choice, ...]
    right: int
    held: tuple[Card, ...] = ()


def _asked_after(rules: Taught, trick: RecordedTrick, position: Position, kind: QuestionKind) -> _Asked:
    """A question about a finished trick."""
    account = trick.account
    if account is None or account.winner is None:
        raise ValueError(f"a trick that nobody won: {position}")
    if kind is QuestionKind.WINS:
        last = rules.view(trick.before[-1], None)
        view = replace(last, trick=trick.plays, laid=(), heading=None, turn=None, to_play=())
        choices = tuple(Choice(index, play.cards) for index, play in enumerate(trick.plays))
        return _Asked(view, account, None, choices, account.winner)
    first = rules.view(trick.before[0], None)
    view = replace(first, trick=trick.plays, laid=(), heading=account.winner, turn=None, to_play=())
    return _earns(rules, trick, account, view) if kind is QuestionKind.EARNS else _books(account, view, position.at)


def _earns(rules: Taught, trick: RecordedTrick, account: TrickAccount, view: View) -> _Asked:
    assert account.winner is not None
    seat, cards = trick.plays[account.winner]
    side = next(side for side, seats in enumerate(view.sides) if seat in seats)
    earned = account.earned(side)
    offered = range(max(NUMBERS, earned + 1))
    hand = rules.view(trick.before[account.winner], seat).hand
    held = tuple(card for card in hand if card not in cards)
    return _Asked(view, account, side, tuple(map(Choice, offered)), earned, held)


def _books(account: TrickAccount, view: View, side: int) -> _Asked:
    """A question about a score. Wrong choices are typical errors: booked too early, too much, or without a bounce."""
    before, waiting, after = view.scores[side], view.waiting[side], account.scores[side]
    earned = account.earned(side)
    assert view.target is not None, "only ladders are asked about"
    likely = (before, before + waiting, before + waiting + earned, view.target, after + 1, after - 1, after + 2)
    others = [number for number in dict.fromkeys(likely) if number >= 0 and number != after]
    offered = sorted([after, *others[: NUMBERS - 1]])
    return _Asked(view, account, side, tuple(map(Choice, offered)), offered.index(after))


def _asked_before(rules: Taught, trick: RecordedTrick, position: Position) -> _Asked:
    """A question about what may be played: one of three plays, or any of them if all are legal."""
    state = trick.before[position.at]
    seat = trick.plays[position.at].seat
    view = rules.view(state, seat)
    offered, right = _offered(rules, state, view, Random(str(position)))
    choices = tuple(Choice(index, cards, rules.consider(state, seat, cards)) for index, cards in enumerate(offered))
    return _Asked(replace(view, legal=()), None, None, (*choices, Choice(len(choices))), right)


def _offered(rules: Taught, state: Any, view: View, chance: Random) -> tuple[list[tuple[Card, ...]], int]:
    """Three plays, and the index of the right choice: the only legal play, or 3 (any of them) if all are legal."""
    possible = [play.cards for play in rules.legal(state) if isinstance(play, Play)]
    refused = _tempting(rules, state, view, chance)
    largest = max(map(len, possible))
    if len(refused) < OFFERED - 1:
        offered = chance.sample([cards for cards in possible if len(cards) == len(possible[0])], OFFERED)
        return sorted(offered, key=possible.index), OFFERED
    right = chance.choice([cards for cards in possible if len(cards) == (view.follow or largest)])
    offered = [right, *refused[: OFFERED - 1]]
    chance.shuffle(offered)
    return offered, offered.index(right)


def _tempting(rules: Taught, state: Any, view: View, chance: Random) -> list[tuple[Card, ...]]:
    """Plays that the rules refuse, for as many different reasons as possible; plays of the size to follow first."""
    assert view.seat is not None
    sizes = (view.follow,) if view.follow == 1 else range(1, rules.largest_play + 1)
    every = [cards for size in sizes for cards in combinations(view.hand, size)]
    chance.shuffle(every)
    kinds: dict[str, list[tuple[Card, ...]]] = {}
    for cards in every:
        refused = rules.consider(state, view.seat, cards).refused
        if refused is not None:
            kinds.setdefault(refused.kind, []).append(cards)
    found = sorted(kinds.values(), key=lambda plays: len(plays[0]) != view.follow)
    return [plays[turn] for turn in range(OFFERED) for plays in found if turn < len(plays)]
