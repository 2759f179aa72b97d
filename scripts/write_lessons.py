"""`python -m scripts.write_lessons alkort`: play many hands of a game, and pick the positions of its lessons from them.

It writes `bot/lessons/<game>/`: rubbers as records, and for each lesson the places in them, easiest
first, as the plan in `rules.<game>.lessons` wishes. Solutions are not written: the rules give them when an exercise is
shown.

The same seed gives the same files, as long as the rules, the plans and the computers that play are the same. The stored
files of a game may be older than its computer: those of Voormsi are, and a new run would choose other exercises.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from players import Memory
from players.registry import LEVELS, chooser
from rules import notation
from rules.core.capabilities import Taught
from rules.core.contract import Action, Game, IllegalAction, Move, Phase, Play, SeatAction, Shuffle, View
from rules.core.lessons import CoursePlan, Hands, LessonPlan, LessonTrick, Pick
from rules.registry import GAMES

LESSONS: Final = Path(__file__).parents[1] / "bot" / "lessons"
NAMES: Final = ("Nivi", "Aja", "Malik", "Ivalu", "Pipaluk", "Inuk")
DAYS: Final = 400
SEED: Final = 36

Pool = dict[int, list[LessonTrick]]
"""The played tricks by number of players."""


# playing


def played(
    rules: Game[Any], seats: int, options: Mapping[str, str], chance: random.Random, noise: float
) -> list[Action]:
    """Play a rubber. Return its actions."""
    state, done, plays = rules.start(seats, options), list[Action](), list[Play]()
    while (turn := rules.turn(state)) is not None or rules.phase(state) is not Phase.OVER:
        action: Action
        if turn is None:
            plays, action = [], Shuffle(tuple(chance.sample(rules.pack, len(rules.pack))))
        else:
            action = _chosen_action(rules, state, turn, Memory(tuple(plays), options), chance, noise)
            plays += [action] if isinstance(action, Play) else []
        state = after(rules, state, action)
        done.append(action)
    return done


def after(rules: Game[Any], state: Any, action: Action) -> Any:
    """The state after a legal action."""
    after = rules.apply(state, action)
    assert not isinstance(after, IllegalAction)
    return after


def _chosen_action(
    rules: Game[Any], state: Any, turn: int, memory: Memory, chance: random.Random, noise: float
) -> SeatAction:
    """A play by chance with the probability `noise`, else the computer's; moves are always the computer's."""
    legal = rules.legal(state)
    plays = [action for action in legal if isinstance(action, Play)]
    if plays and chance.random() < noise:
        return _by_chance(plays, chance)
    return chooser(rules.name, LEVELS[0])(rules.view(state, turn), memory)


def _by_chance(plays: list[Play], chance: random.Random) -> Play:
    """A random play; sets are as likely as single cards where they are possible."""
    size = chance.choice(sorted({len(play.cards) for play in plays}))
    return chance.choice([play for play in plays if len(play.cards) == size])


def tricks(rules: Taught, number: int, state: Any, actions: Iterable[Action]) -> Iterator[LessonTrick]:
    """The tricks of a rubber that begins with `state`, without void ones."""
    views, states, dealt, first = list[View](), list[Any](), list[Any](), None
    for action in actions:
        before, state = state, after(rules, state, action)
        if not isinstance(action, Play):
            dealt = [*dealt, state] if isinstance(action, Move) else [state]
            continue
        first = first or rules.view(before, None)
        views.append(rules.view(before, action.seat))
        states.append(before)
        account = rules.account(before, action, state)
        if account is not None:
            if account.winner is not None:
                yield LessonTrick(rules, number, first, tuple(views), (*states, state), account, tuple(dealt))
            views, states, dealt, first = [], [], [], None


# choosing


def chosen(wanted: LessonPlan, pool: Pool, taken: set[tuple[int, str]]) -> list[Pick]:
    """Picks that teach as many different points as possible, easiest first."""
    picks: list[Pick] = []
    for seats, count in Counter(wanted.seats).items():
        suiting = [pick for found in pool[seats] for pick in wanted.picks(found) if _place(pick) not in taken]
        assert suiting, f"no hand that was played suits the lesson {wanted.name}"
        for _ in range(count):
            taught = Counter(one for pick in picks for one in pick.teaches)
            best = max(suiting, key=lambda pick: _newness(pick, taught, picks))
            suiting = [pick for pick in suiting if _place(pick) != _place(best)]
            taken.add(_place(best))
            picks.append(best)
    return sorted(picks, key=lambda pick: pick.level)


def _newness(pick: Pick, taught: Counter[str], picks: list[Pick]) -> tuple[float, float]:
    """A sort key: higher for points taught less often, then for a level that no pick has."""
    new = sum(1 / (1 + taught[one]) ** 2 for one in pick.teaches) / (1 + len(pick.teaches)) ** 0.5
    return (round(new, 6), -sum(other.level == pick.level for other in picks))


def _place(pick: Pick) -> tuple[int, str]:
    return pick.found.rubber, pick.place


class Archive:
    """All played rubbers of a game, by number."""

    def __init__(self, rules: Taught) -> None:
        self._rules = rules
        self._rubbers: dict[int, tuple[int, Mapping[str, str], list[Action]]] = {}

    def play(self, hands: Hands, chance: random.Random) -> Pool:
        return {seats: list(self._tricks(many, seats, hands, chance)) for seats, many in hands.many.items()}

    def _tricks(self, many: int, seats: int, hands: Hands, chance: random.Random) -> Iterator[LessonTrick]:
        for _ in range(many):
            actions, number = played(self._rules, seats, hands.options, chance, hands.noise), len(self._rubbers)
            self._rubbers[number] = (seats, hands.options, actions)
            yield from tricks(self._rules, number, self._rules.start(seats, hands.options), actions)

    def seats(self, number: int) -> int:
        return self._rubbers[number][0]

    def text(self, number: int) -> str:
        seats, options, actions = self._rubbers[number]
        return notation.write(notation.record(self._rules, NAMES[:seats], options, actions))


def of_days(
    plan: LessonPlan, pool: Pool, numbers: list[int], taken: set[tuple[int, str]], chance: random.Random
) -> list[Pick]:
    """Tricks for the daily trick: from the rubbers already in use, then from as many others as necessary."""
    order = {number: place for place, number in enumerate(numbers)}
    found = (one for seats in plan.seats for one in pool[seats])
    free, places = list[Pick](), set(taken)
    for pick in (pick for one in found for pick in plan.picks(one)):
        if _place(pick) not in places:
            places.add(_place(pick))
            free.append(pick)
    free.sort(key=lambda pick: order.get(pick.found.rubber, len(order) + pick.found.rubber))
    days = free[:DAYS]
    chance.shuffle(days)
    return days


def write(game: str) -> None:
    """Play, choose, and write both files of a game."""
    plan: CoursePlan = import_module(f"rules.{game}.lessons").COURSE
    rules = GAMES[game]
    assert isinstance(rules, Taught)
    chance, archive = random.Random(SEED), Archive(rules)
    pool = archive.play(plan.hands, chance)
    pool = {seats: [one for one in found if one.account.outcome is None] for seats, found in pool.items()}
    whole = archive.play(plan.whole, chance) if plan.whole else {}
    taken: set[tuple[int, str]] = set()
    lessons: dict[tuple[str, str, str], list[Pick]] = {}
    for wanted in plan.lessons:
        picks = chosen(wanted, whole if wanted.whole else pool, taken)
        lesson = lessons.setdefault((wanted.name, wanted.kind, wanted.topic), [])
        lesson[:] = sorted([*lesson, *picks], key=lambda pick: pick.level)
    numbers = sorted({pick.found.rubber for picks in lessons.values() for pick in picks})
    daily = plan.daily
    lessons[daily.name, daily.kind, daily.topic] = of_days(daily, pool, numbers, taken, chance)
    _write(LESSONS / game, archive, lessons)


def _write(folder: Path, archive: Archive, lessons: dict[tuple[str, str, str], list[Pick]]) -> None:
    numbers = sorted({pick.found.rubber for picks in lessons.values() for pick in picks})
    counted: Counter[int] = Counter()
    names = {}
    for number in numbers:
        seats = archive.seats(number)
        counted[seats] += 1
        names[number] = f"{seats}-{counted[seats]:03}"
    folder.mkdir(exist_ok=True)
    rubbers = [f"## {names[number]}\n{archive.text(number)}" for number in numbers]
    about = "Rubbers that computers played, in the notation of rules/notation. Made by scripts/write_lessons.py.\n\n"
    (folder / "rubbers.txt").write_text(about + "\n".join(rubbers), encoding="utf-8")
    parts = [
        "\n".join([" ".join(("lesson", *lesson)), *(_line(pick, names) for pick in picks)])
        for lesson, picks in lessons.items()
    ]
    about = "Places in rubbers.txt: hand.trick, and a play (may) or side (books). Made by scripts/write_lessons.py."
    (folder / "positions.txt").write_text("\n\n".join([about, *parts]) + "\n", encoding="utf-8")


def _line(pick: Pick, names: dict[int, str]) -> str:
    at = "" if pick.at is None else f" {pick.at}"
    return f"{names[pick.found.rubber]} {pick.place}{at}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", choices=GAMES)
    for name in parser.parse_args().games:
        write(name)
