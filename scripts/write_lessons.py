"""`python -m scripts.write_lessons`: play many hands, and pick the positions of the lessons from them.

It writes `bot/presentation/lessons/voormsi/`: rubbers as records, and for each lesson the places in them, easiest
first. Solutions are not written: the rules give them when an exercise is shown. The same seed gives the same files.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

from players.memory import Memory
from players.voormsi.steady import choose
from rules import notation
from rules.core.contract import Action, Booking, Fact, IllegalAction, Phase, Play, Shuffle, TrickAccount, View
from rules.voormsi.game import GAME

FOLDER = Path(__file__).parents[1] / "bot" / "presentation" / "lessons" / "voormsi"
NAMES = ("Nivi", "Aja", "Malik", "Ivalu")
HANDS = {4: 2500, 3: 1200, 2: 1000}
"""The number of hands played to choose from, by number of players."""
RUBBERS = 40
"""The number of whole rubbers played for each number of players."""
NOISE = 0.3
"""The share of random plays; the others are good ones."""
A_LESSON = 8
DAYS = 400


class Found(NamedTuple):
    """A played trick: the number of its rubber, and the public view before it."""

    rubber: int
    view: View
    views: tuple[View, ...]
    """The view of the seat to play, before each play."""
    states: tuple[Any, ...]
    account: TrickAccount

    @property
    def hardest(self) -> str:
        return max(GAME.topics_of(self.account), key=GAME.topics.index)

    @property
    def kinds(self) -> frozenset[str]:
        """The reasons of its plays, gains and denials."""
        why = [play.why for play in self.account.plays]
        why += [gain.why for gain in (*self.account.gains, *self.account.denied)]
        return frozenset(one.kind.value for each in why for one in (each, *_inner(each)))


def _inner(why: Fact) -> Iterator[Fact]:
    for name in ("reasons", "reason"):
        inner = why.about.get(name, ())
        yield from (inner,) if isinstance(inner, Fact) else inner


class Pick(NamedTuple):
    """A trick that fits a lesson: its difficulty, its new points, and the play or side in question."""

    found: Found
    level: int
    teaches: frozenset[str]
    at: int = 0


class Wanted(NamedTuple):
    """A lesson: its name, kind and topic of the rules page, the tricks that fit, and its exercises."""

    name: str
    kind: str
    topic: str
    picks: Callable[[Found], Iterable[Pick]]
    seats: tuple[int, ...]
    """The number of players of each exercise."""


# playing


def played(seats: int, options: dict[str, str], chance: random.Random, noise: float) -> list[Action]:
    """Play a rubber. Return its actions."""
    state, done, plays = GAME.start(seats, options), list[Action](), list[Play]()
    while (phase := GAME.phase(state)) is not Phase.OVER:
        action: Action
        if phase is Phase.PLAY:
            action = _by_chance(state, chance) if chance.random() < noise else _well(state, plays, options)
            plays.append(action)
        else:
            plays, action = [], Shuffle(tuple(chance.sample(GAME.pack, len(GAME.pack))))
        state = after(state, action)
        done.append(action)
    return done


def after(state: Any, action: Action) -> Any:
    """The state after a legal action."""
    after = GAME.apply(state, action)
    assert not isinstance(after, IllegalAction)
    return after


def _by_chance(state: Any, chance: random.Random) -> Play:
    """A random play; sets are as likely as single cards where they are possible."""
    plays = GAME.legal(state)
    size = chance.choice(sorted({len(play.cards) for play in plays}))
    return chance.choice([play for play in plays if len(play.cards) == size])


def _well(state: Any, plays: list[Play], options: dict[str, str]) -> Play:
    turn = GAME.turn(state)
    return choose(GAME.view(state, turn), Memory(tuple(plays), options))


def tricks(number: int, seats: int, options: dict[str, str], actions: Iterable[Action]) -> Iterator[Found]:
    """The tricks of a rubber, without void ones."""
    state, views, states, first = GAME.start(seats, options), list[View](), list[Any](), None
    for action in actions:
        before, state = state, after(state, action)
        account = None
        if isinstance(action, Play):
            first = first or GAME.view(before, None)
            views.append(GAME.view(before, action.seat))
            states.append(before)
            account = GAME.account(before, action, state)
        if account is not None and first is not None:
            if account.winner is not None:
                yield Found(number, first, tuple(views), tuple(states), account)
            views, states, first = [], [], None


# tricks that fit a lesson


def wins(topic: str) -> Callable[[Found], Iterator[Pick]]:
    """Pick tricks whose hardest topic is this one."""

    def picks(found: Found) -> Iterator[Pick]:
        topics = GAME.topics_of(found.account)
        plain = {"led", "rank", "lower_rank", "set_led", "set_laid", "set_not_covered"}
        if topics and found.hardest == topic and found.kinds - plain:
            yield Pick(found, _turns(found.account) + 2 * len(topics) + 3 * found.account.size, found.kinds - plain)

    return picks


def _turns(account: TrickAccount) -> int:
    """Return how often the heading play changed."""
    return sum(play.headed for play in account.plays)


def with_matadors(found: Found) -> Iterator[Pick]:
    """Tricks in which matadors meet each other, or meet a card that is nearly one."""
    near = frozenset(card.code for play in found.account.plays for card in play.cards) & {"JC", "KH", "8S", "9C"}
    for pick in wins("matadors")(found):
        if found.account.size == 1 and len(near) > 1:
            yield pick._replace(level=_turns(found.account) + 2 * len(near), teaches=pick.teaches | near)


def in_order(found: Found) -> Iterator[Pick]:
    """Tricks of single cards by the plain order; they are harder if neither the first nor the last card wins."""
    account = found.account
    if GAME.topics_of(account) == {"order"} and account.size == 1:
        ranks = frozenset(play.cards[0].rank for play in account.plays)
        inner = account.winner not in (0, len(account.plays) - 1)
        yield Pick(found, _turns(account) + inner + (len(ranks) < len(account.plays)), found.kinds | ranks)


def two_halves(found: Found) -> Iterator[Pick]:
    """Tricks of two players in which the second half changed the head."""
    if _turns(found.account) > 1 and any(play.headed for play in found.account.plays[2:]):
        topics = GAME.topics_of(found.account)
        yield Pick(found, _turns(found.account) + 2 * len(topics), found.kinds | topics)


def bound(found: Found) -> Iterator[Pick]:
    """Plays that follow, with and without the duty; a set may be of any cards."""
    for at, view in enumerate(found.views):
        if view.follow is None or len(view.hand) < 3:
            continue
        duty = len(view.legal) < comb(len(view.hand), view.follow)
        voormsi = any(card.code == "KH" for play in view.trick for card in play.cards)
        toqutsit = any(card.code == "JC" for card in view.hand)
        what = f"{'duty' if duty else 'free'} {view.follow} {voormsi} {toqutsit} {len(view.legal) == 1}"
        if duty or (voormsi and toqutsit) or chance_of(found, 40):
            yield Pick(found, view.follow + 3 * duty + voormsi + toqutsit, frozenset({what}), at)


def leads(found: Found) -> Iterator[Pick]:
    """Leads of sets, with combinations that cannot be led."""
    view, state = found.views[0], found.states[0]
    sizes = {len(cards) for cards in view.legal}
    if len(sizes) > 1 and len(view.hand) > 2:
        kinds = frozenset().union(*(_refusals(state, view, size) for size in (2, 3, 4)))
        special = frozenset(card.code for play in view.legal if len(play) > 1 for card in play) & {"KH", "JC", "8S"}
        yield Pick(found, max(sizes) + 2 * len(kinds) + 2 * len(special), kinds | special | {f"of {max(sizes)}"})


def too_large(found: Found) -> Iterator[Pick]:
    """Leads of two players that are refused as too large to finish."""
    for pick in leads(found):
        if "lead_too_large" in pick.teaches:
            yield pick


def _refusals(state: Any, view: View, size: int) -> frozenset[str]:
    """The reasons why plays of this size are refused."""
    assert view.seat is not None
    said = (GAME.consider(state, view.seat, cards).refused for cards in combinations(view.hand, size))
    return frozenset(why.kind.value for why in said if why)


def earns(found: Found) -> Iterator[Pick]:
    """Tricks that earn points by feats, or nearly; early enough in the hand to look through the tricks before."""
    account = found.account
    side = _winners(found)
    feats = frozenset(gain.why.kind.value for gain in (*account.gains, *account.denied)) - {"units"}
    before = found.view.trick_number
    ours = all(gain.side == side for gain in account.gains)
    if ours and account.hand_end is None and (feats or chance_of(found, 60)):
        units = {f"units {found.view.units[side]}"} if account.gains or found.view.units[side] == 3 else set[str]()
        if before < 8 and (units or feats):
            yield Pick(found, 2 * len(account.gains) + 2 * len(account.denied) + account.size, feats | units)


def _winners(found: Found) -> int:
    assert found.account.winner is not None
    seat = found.account.plays[found.account.winner].seat
    return next(side for side, seats in enumerate(found.view.sides) if seat in seats)


def books(what: str) -> Callable[[Found], Iterator[Pick]]:
    """Pick tricks by their effect on waiting points of a side: it "books", "bounces", "lands" or "waits"."""

    def picks(found: Found) -> Iterator[Pick]:
        if found.account.hand_end and found.account.hand_end.void:
            return
        for side, waiting in enumerate(found.view.waiting):
            booking = next((one for one in found.account.bookings if one.side == side), None)
            if not waiting or (booking is not None and booking.points != waiting):
                continue
            does, level = _booked(booking, found.view.target or 0)
            if does == what and (found.account.outcome is None or does == "lands"):
                yield Pick(found, level + waiting, frozenset({f"{does} {waiting}"}), side)

    return picks


def _booked(booking: Booking | None, target: int) -> tuple[str, int]:
    """The effect of a booking on the waiting points, and its difficulty."""
    if booking is None:
        return "waits", 2
    if booking.bounced is not None:
        return "bounces", 6 + booking.bounced - target
    return ("lands", 4) if booking.after == target else ("books", 0)


def chance_of(found: Found, many: int) -> bool:
    """True for one trick in `many`, the same ones every time."""
    return hash((found.rubber, found.view.trick_number)) % many == 0


COURSE = (
    Wanted("order", "wins", "order", in_order, (4, 4, 3, 4, 4, 3, 4, 4)),
    Wanted("matadors", "wins", "matadors", with_matadors, (4, 4, 3, 4, 4, 3, 4, 4)),
    Wanted("sevens", "wins", "sevens", wins("sevens"), (4, 4, 3, 4, 4, 3, 4, 4)),
    Wanted("three-of-diamonds", "wins", "three-of-diamonds", wins("three-of-diamonds"), (4, 4, 3, 4, 4, 3, 4, 4)),
    Wanted("black-kings", "wins", "black-kings", wins("black-kings"), (4, 4, 3, 4, 4, 3, 4, 4)),
    Wanted("sets", "wins", "sets", wins("sets"), (4, 4, 3, 4, 4, 3, 4, 4)),
    Wanted("duty", "may", "duty", bound, (4, 4, 3, 4, 2, 3, 4, 4)),
    Wanted("leads", "may", "sets", leads, (4, 3, 4, 4, 4)),
    Wanted("leads", "may", "sets", too_large, (2, 2, 2)),
    Wanted("second-half", "wins", "two-players", two_halves, (2,) * 8),
    Wanted("points", "earns", "points", earns, (4, 4, 3, 4, 2, 3, 4, 4)),
    Wanted("ladder", "books", "ladder", books("books"), (4, 3)),
    Wanted("ladder", "books", "ladder", books("waits"), (4,)),
    Wanted("ladder", "books", "ladder", books("lands"), (4,)),
    Wanted("ladder", "books", "ladder", books("bounces"), (4, 4, 3, 2)),
)


# choosing


def chosen(wanted: Wanted, pool: dict[int, list[Found]], taken: set[tuple[int, int]]) -> list[Pick]:
    """Picks that teach as many different points as possible, easiest first."""
    picks: list[Pick] = []
    for seats, count in Counter(wanted.seats).items():
        suiting = [pick for found in pool[seats] for pick in wanted.picks(found) if _place(pick) not in taken]
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


def _place(pick: Pick) -> tuple[int, int]:
    return pick.found.rubber, 100 * pick.found.view.hand_number + pick.found.view.trick_number


class Archive:
    """All played rubbers, by number."""

    def __init__(self) -> None:
        self._rubbers: dict[int, tuple[int, dict[str, str], list[Action]]] = {}

    def play(self, many: int, seats: int, length: str, chance: random.Random, noise: float) -> list[Found]:
        found: list[Found] = []
        for _ in range(many):
            options = {"length": length}
            actions = played(seats, options, chance, noise)
            number = len(self._rubbers)
            self._rubbers[number] = (seats, options, actions)
            found += tricks(number, seats, options, actions)
        return found

    def seats(self, number: int) -> int:
        return self._rubbers[number][0]

    def text(self, number: int) -> str:
        seats, options, actions = self._rubbers[number]
        return notation.write(notation.record(GAME, NAMES[:seats], options, actions))


def of_days(found: list[Found], numbers: list[int], taken: set[tuple[int, int]], chance: random.Random) -> list[Pick]:
    """Tricks for the daily trick: from the rubbers already in use, then from as many others as necessary."""
    order = {number: place for place, number in enumerate(numbers)}
    suiting = [
        Pick(one, 0, frozenset())
        for one in found
        if GAME.topics_of(one.account) - {"order"} and _turns(one.account) > 1
    ]
    free = [pick for pick in suiting if _place(pick) not in taken]
    free.sort(key=lambda pick: order.get(pick.found.rubber, len(order) + pick.found.rubber))
    days = free[:DAYS]
    chance.shuffle(days)
    return days


def write() -> None:
    """Play, choose, and write both files."""
    chance = random.Random(36)
    archive = Archive()
    pool = {seats: archive.play(many, seats, "hands:1", chance, NOISE) for seats, many in HANDS.items()}
    pool = {seats: [one for one in found if one.account.outcome is None] for seats, found in pool.items()}
    whole = {seats: archive.play(RUBBERS, seats, "rubber", chance, NOISE / 3) for seats in HANDS}
    taken: set[tuple[int, int]] = set()
    lessons: dict[tuple[str, str, str], list[Pick]] = {}
    for wanted in COURSE:
        picks = chosen(wanted, whole if wanted.kind == "books" else pool, taken)
        lesson = lessons.setdefault((wanted.name, wanted.kind, wanted.topic), [])
        lesson[:] = sorted([*lesson, *picks], key=lambda pick: pick.level)
    numbers = sorted({pick.found.rubber for picks in lessons.values() for pick in picks})
    lessons["daily", "wins", "order"] = of_days([*pool[4], *pool[3]], numbers, taken, chance)
    _write(archive, lessons)


def _write(archive: Archive, lessons: dict[tuple[str, str, str], list[Pick]]) -> None:
    numbers = sorted({pick.found.rubber for picks in lessons.values() for pick in picks})
    counted: Counter[int] = Counter()
    names = {}
    for number in numbers:
        seats = archive.seats(number)
        counted[seats] += 1
        names[number] = f"{seats}-{counted[seats]:03}"
    FOLDER.mkdir(exist_ok=True)
    rubbers = [f"## {names[number]}\n{archive.text(number)}" for number in numbers]
    about = "Rubbers that computers played, in the notation of rules/notation. Made by scripts/write_lessons.py.\n\n"
    (FOLDER / "rubbers.txt").write_text(about + "\n".join(rubbers), encoding="utf-8")
    parts = [
        "\n".join([" ".join(("lesson", *lesson)), *(_line(pick, names, lesson[1]) for pick in picks)])
        for lesson, picks in lessons.items()
    ]
    about = "Places in rubbers.txt: hand.trick, and a play (may) or side (books). Made by scripts/write_lessons.py."
    (FOLDER / "positions.txt").write_text("\n\n".join([about, *parts]) + "\n", encoding="utf-8")


def _line(pick: Pick, names: dict[int, str], kind: str) -> str:
    account = pick.found.account
    at = f" {pick.at}" if kind in ("may", "books") else ""
    return f"{names[pick.found.rubber]} {account.hand_number}.{account.number}{at}"


if __name__ == "__main__":
    write()
