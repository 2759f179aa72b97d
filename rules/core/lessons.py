"""Plans of lessons: which tricks of played hands suit the exercises of a game; and parts of a game's own questions.

A game has its plan in `rules.<game>.lessons`; `scripts.write_lessons` plays hands and chooses positions by it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from rules.core.capabilities import Answer, Question, Taught
from rules.core.cards import RANKS, Card
from rules.core.contract import Fact, TrickAccount, View

LEAST_HAND: Final = 3
"""The cards from which a question about plays has a choice."""
OFFERED: Final = 3
"""The usual number of cards to choose from in a game's own question."""


class LessonTrick(NamedTuple):
    """A played trick: the game, the number of its rubber, and the public view before it."""

    rules: Taught
    rubber: int
    view: View
    views: tuple[View, ...]
    """The view of the seat to play, before each play."""
    states: tuple[Any, ...]
    """Before each play, and after the last."""
    account: TrickAccount
    dealt: tuple[Any, ...] = ()
    """The states after the deal and after each move before the first trick; empty for the other tricks."""

    @property
    def turns(self) -> int:
        """Return how often the heading play changed."""
        return sum(play.headed for play in self.account.plays)

    @property
    def kinds(self) -> frozenset[str]:
        """The reasons of its plays, gains and denials."""
        why = [play.why for play in self.account.plays]
        why += [gain.why for gain in (*self.account.gains, *self.account.denied)]
        return frozenset(fact.kind.value for each in why for fact in facts_of(each))


def facts_of(why: Fact) -> Iterator[Fact]:
    """A reason, and the reasons of single cards in it for a set."""
    yield why
    for name in ("reasons", "reason"):
        inner = why.about.get(name, ())
        yield from (inner,) if isinstance(inner, Fact) else inner


class Pick(NamedTuple):
    """A trick that suits a lesson: its difficulty, its new points, and the play, side or seat in question."""

    found: LessonTrick
    level: int
    teaches: frozenset[str]
    at: int | None = None
    is_deal: bool = False
    """True if the question is about what comes before the first trick."""

    @property
    def place(self) -> str:
        """The hand and the trick, as the file of positions has them."""
        return f"{self.found.account.hand_number}.{0 if self.is_deal else self.found.account.number}"


Picks = Callable[[LessonTrick], Iterable[Pick]]
AskQuestion = Callable[[str, Sequence[Any], int], Question | None]


class LessonPlan(NamedTuple):
    """A lesson: its name, its kind of question, its topic of the rules page, and the tricks that suit it."""

    name: str
    kind: str
    topic: str
    picks: Picks
    seats: tuple[int, ...]
    """The number of players of each exercise; of daily tricks, those that take part."""
    whole: bool = False
    """True if the exercises are from whole rubbers."""


class Hands(NamedTuple):
    """Rubbers to play: how many with each number of players, with which options, and the share of random plays."""

    many: Mapping[int, int]
    options: Mapping[str, str]
    noise: float


class CoursePlan(NamedTuple):
    """The lessons of a game, easiest first, its daily tricks, and the rubbers to choose positions from."""

    lessons: tuple[LessonPlan, ...]
    daily: LessonPlan
    hands: Hands
    whole: Hands | None = None


def wins(*of_lesson: str, plain: Collection[str] = ()) -> Picks:
    """Pick tricks whose hardest topic is one of these, for the question who wins; none for `plain` reasons alone."""

    def picks(found: LessonTrick) -> Iterator[Pick]:
        topics, new = found.rules.topics_of(found.account), found.kinds.difference(plain)
        if topics and new and max(topics, key=found.rules.topics.index) in of_lesson:
            yield Pick(found, found.turns + 2 * len(topics) + 3 * found.account.size, new)

    return picks


def spread(picks: Picks) -> Picks:
    """Pick the same tricks, such that the first play does not always win."""

    def spreading(found: LessonTrick) -> Iterator[Pick]:
        for pick in picks(found):
            yield pick._replace(teaches=pick.teaches | {f"play {found.account.winner}"})

    return spreading


def in_turns(easiest: str = "") -> Picks:
    """Pick tricks in which the head changed, for the daily trick; not those about the topic `easiest` alone."""

    def picks(found: LessonTrick) -> Iterator[Pick]:
        if found.rules.topics_of(found.account) - {easiest} and found.turns > 1:
            yield Pick(found, 0, frozenset())

    return picks


def plays(suits: Callable[[View], bool]) -> Picks:
    """Pick plays of single cards, where some are refused or none, for the question what may be played."""

    def picks(found: LessonTrick) -> Iterator[Pick]:
        for at, (view, state) in enumerate(zip(found.views, found.states, strict=False)):
            refused = _refusals(found.rules, state, view)
            if len(view.hand) < LEAST_HAND or not suits(view) or (len(refused) < 2 and len(view.legal) < LEAST_HAND):
                continue
            kinds, is_bound = frozenset(refused), len(refused) > 1
            yield Pick(found, 2 * is_bound + len(kinds), kinds | {str(is_bound)}, at)

    return picks


def _refusals(rules: Taught, state: Any, view: View) -> list[str]:
    """The reasons why single cards of the hand are refused."""
    assert view.seat is not None
    said = (rules.consider(state, view.seat, cards).refused for cards in combinations(view.hand, 1))
    return [why.kind.value for why in said if why]


def heads(found: LessonTrick) -> Iterator[Pick]:
    """Heads of the trick, for the question what would beat them."""
    for at in range(1, len(found.account.plays)):
        for head in found.rules.beaters(found.states[at]):
            yield Pick(found, at + len(head.by) // 8, frozenset({head.why.kind.value, head.on.rank}), at)


def asks(ask: AskQuestion, lesson: str, ats: Iterable[int], is_deal: bool = False) -> Picks:
    """Pick tricks, or deals, about which the game has its own question of this lesson. `ask`: as in `HasQuestions`."""
    tried = tuple(ats)

    def picks(found: LessonTrick) -> Iterator[Pick]:
        states = found.dealt if is_deal else found.states
        for at in tried if states else ():
            asked = ask(lesson, states, at)
            if asked is not None:
                right = asked.answers[asked.right]
                kinds = {
                    asked.why.kind.value,
                    asked.asked.kind.value,
                    f"{right.fact and right.fact.kind} {asked.right}",
                }
                yield Pick(found, asked.level, frozenset(kinds), at, is_deal)

    return picks


def is_lead(view: View) -> bool:
    """Return whether the seat leads."""
    return not view.trick


def leads_with(rank: str) -> Callable[[View], bool]:
    """Return the condition that the seat leads and holds a card of the rank."""
    return lambda view: is_lead(view) and any(card.rank == rank for card in view.hand)


def tempting(cards: Iterable[Card]) -> list[Card]:
    """The cards in the order of other games, highest first: the Kings and Queens look strong."""
    return sorted(cards, key=lambda card: (-RANKS.index(card.rank), card))


def card_question(
    asked: Fact, offered: Iterable[Card], right: Card | None, why: Fact, last: Fact | None = None
) -> Question:
    """Return a question with cards to choose from, and `last` after them; that is right if no card is."""
    cards = sorted(offered)
    answers = (*(Answer((card,)) for card in cards), *((Answer(fact=last),) if last else ()))
    return Question(asked, answers, len(cards) if right is None else cards.index(right), why)
