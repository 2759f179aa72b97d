"""Ratings by Weng and Lin's Bayesian method (`openskill`): the fold of all rated rubbers, by the time of their ends."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from types import MappingProxyType
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

from bot.tables.results import Rubber

SETTLED_AFTER: Final = 10
"""Rubbers against people after which a rating is no longer provisional."""
SHOWN_AT_FIRST: Final = 1000
"""The points of a new rating."""
COMPUTER_WEIGHT: Final = 0.25
"""The weight of a computer in another seat, where a person has 1."""
POINTS_LOST: Final = 3
"""The points by which a hand is lost in which somebody left."""
POINT_BETA: Final = 3
"""The weight of a point beside that of a rubber: estimated for a race of even sides to nine points."""

_RUBBER: Final = BradleyTerryFull()
_POINT: Final = BradleyTerryFull(beta=POINT_BETA * _RUBBER.beta, tau=0.0)


class Rating(NamedTuple):
    """The estimate of a skill: its mean `mu` and standard deviation `sigma`; `rubbers` against people so far."""

    mu: float = _RUBBER.mu
    sigma: float = _RUBBER.sigma
    rubbers: int = 0

    @property
    def points(self) -> int:
        """The skill as people read it: 1,000 at first."""
        return round(self.mu * SHOWN_AT_FIRST / _RUBBER.mu)


COMPUTER: Final = Rating(mu=_RUBBER.mu, sigma=1.0, rubbers=SETTLED_AFTER)
"""The fixed rating of every computer."""


Ratings = Mapping[str, Rating]
"""By the person's key."""
Teams = tuple[tuple[Rating, ...], ...]


class RatingStep(NamedTuple):
    """The points of a person's rating after a rubber that ended `at` (ms since the epoch)."""

    rubber: int
    at: int
    points: int


MOST_STEPS: Final = 30
"""The last steps of each rating, which are remembered."""


def points_through(steps: Sequence[RatingStep]) -> tuple[int, ...]:
    """The points through the last steps of a rating; from the first one at all, as far as it is remembered."""
    before = (SHOWN_AT_FIRST,) if len(steps) < MOST_STEPS else ()
    return (*before, *(step.points for step in steps))


class RatedPeople(NamedTuple):
    """Ratings by the size of the tables, and then by key; `steps`: the numbers of each one's last `RatingStep`s."""

    sizes: Mapping[int, Ratings] = MappingProxyType({})
    steps: Mapping[tuple[int, str], array[int]] = MappingProxyType({})

    def of(self, person: str) -> dict[int, Rating]:
        """A person's ratings by the size of the tables."""
        return {size: found[person] for size, found in sorted(self.sizes.items()) if person in found}

    def steps_of(self, person: str) -> dict[int, tuple[RatingStep, ...]]:
        """The last steps of a person's ratings, the oldest first, by the size of the tables."""
        found = {size: self.steps[size, person] for size in sorted(self.sizes) if (size, person) in self.steps}
        wide = len(RatingStep._fields)
        return {
            size: tuple(RatingStep._make(numbers[at : at + wide]) for at in range(0, len(numbers), wide))
            for size, numbers in found.items()
        }


def rate_all(rubbers: Iterable[Rubber], before: RatedPeople = RatedPeople()) -> RatedPeople:  # noqa: B008 (a value)
    """The ratings after all rubbers, in whichever order they come; `before`: those after all earlier ones."""
    sizes, steps = {size: dict(found) for size, found in before.sizes.items()}, dict(before.steps)
    longest = MOST_STEPS * len(RatingStep._fields)
    for rubber in sorted(rubbers, key=lambda ended: (ended.ended_at, ended.id)):
        now = sizes.setdefault(rubber.size, {})
        for person, rating in (after := rate(now, rubber)).items():
            step, key = RatingStep(rubber.id, rubber.ended_at, rating.points), (rubber.size, person)
            steps[key] = (steps.get(key, array("q")) + array("q", step))[-longest:]
        now.update(after)
    return RatedPeople(sizes, steps)


def rate(before: Ratings, rubber: Rubber) -> dict[str, Rating]:
    """The new ratings of the people to whom a rubber counts.

    Who began it and stayed is rated by its outcome; who left has lost it; who came later is rated by their hands.
    """
    after: dict[str, Rating] = {}
    starters = dict(rubber.starters())
    for seat, person in starters.items():
        has_stayed = rubber.has_stayed(seat, person)
        if rubber.winners or not has_stayed:
            matches = _outcome(rubber, rubber.side_of(seat)) if has_stayed else _losses(rubber, seat)
            now = before.get(person, Rating())
            moved = _new_rating(_RUBBER, now, rubber, seat, _teams(before, rubber), matches)
            after[person] = moved._replace(rubbers=now.rubbers + _has_met_people(rubber, seat))
    for spell in rubber.spells:
        if spell.person is not None and spell.person not in after and spell.person not in starters.values():
            after[spell.person] = _rate_by_hands(before, rubber, spell.seat, spell.person)
    return after


WIN, LEVEL, LOSS = 1, 2, 3


class Comparison(NamedTuple):
    """A side beside another, whose rank is `LEVEL`; `times`: how often it counts."""

    rival: int
    rank: int
    times: float = 1


def _outcome(rubber: Rubber, own: int) -> list[Comparison]:
    """The matches that a rubber's outcome decided; sides that lost together did not decide theirs."""
    if own not in rubber.winners:
        return [Comparison(side, LOSS) for side in rubber.winners]
    others = (side for side in range(len(rubber.sides)) if side != own)
    return [Comparison(side, LEVEL if side in rubber.winners else WIN) for side in others]


def _losses(rubber: Rubber, seat: int, times: float = 1) -> list[Comparison]:
    others = _others(rubber, seat)
    return [Comparison(side, LOSS, times / len(others)) for side in others]


def _points(points: Sequence[int], own: int) -> list[Comparison]:
    """A match for each point: who scored beat the others in it, who did not score are not compared.

    So the score at which a hand began, or broke off, changes nothing.
    """
    others = [side for side in range(len(points)) if side != own]
    won = [Comparison(side, WIN, points[own]) for side in others]
    return won + [Comparison(side, LOSS, points[side]) for side in others]


def _rate_by_hands(before: Ratings, rubber: Rubber, seat: int, person: str) -> Rating:
    """The rating of a person who came later; the hand in which they left is lost."""
    now, own = before.get(person, Rating()), rubber.side_of(seat)
    hands: list[tuple[int, list[Comparison]]] = []
    for spell in (tenure for tenure in rubber.spells_of(seat) if tenure.person == person):
        played = range(spell.first, spell.last + 1)
        hands += [(hand, _points(rubber.points[hand - 1], own)) for hand in played]
        hands += [(spell.last + 1, _losses(rubber, seat, POINTS_LOST))] if spell.left else []
    for hand, matches in hands:
        now = _new_rating(_POINT, now, rubber, seat, _teams(before, rubber, hand), matches)
    return now._replace(rubbers=now.rubbers + (bool(hands) and _has_met_people(rubber, seat)))


def _others(rubber: Rubber, seat: int) -> tuple[int, ...]:
    return tuple(side for side in range(len(rubber.sides)) if side != rubber.side_of(seat))


def _has_met_people(rubber: Rubber, seat: int) -> bool:
    """Return whether a person held a seat of another side at any time."""
    return any(_was_held(rubber, other) for side in _others(rubber, seat) for other in rubber.sides[side])


def _was_held(rubber: Rubber, seat: int) -> bool:
    return any(spell.person is not None for spell in rubber.spells_of(seat))


def _teams(before: Ratings, rubber: Rubber, hand: int | None = None) -> Teams:
    """The ratings of each side's seats: of their holders in one hand, else of all their holders by hands played."""
    return tuple(
        tuple(
            _seat(before, rubber, seat) if hand is None else _holder(before, rubber.holder(seat, hand))
            for seat in seats
        )
        for seats in rubber.sides
    )


def _holder(before: Ratings, person: str | None) -> Rating:
    return COMPUTER if person is None else before.get(person, Rating())


def _seat(before: Ratings, rubber: Rubber, seat: int) -> Rating:
    """The mean of a seat's holders, weighted by hands."""
    spells = rubber.spells_of(seat)
    hands = sum(spell.hands for spell in spells)
    if not hands:
        return _holder(before, spells[0].person)
    held = [(spell.hands / hands, _holder(before, spell.person)) for spell in spells]
    variance = sum(share * rating.sigma**2 for share, rating in held)
    return Rating(sum(share * rating.mu for share, rating in held), sqrt(variance))


def _new_rating(
    model: BradleyTerryFull, now: Rating, rubber: Rubber, seat: int, teams: Teams, matches: Sequence[Comparison]
) -> Rating:
    """The rating of a person in a seat after matches with other sides."""
    own = rubber.side_of(seat)
    nth, weight, against_people = rubber.sides[own].index(seat), _weight(rubber, seat), _has_met_people(rubber, seat)
    seated = (*teams[own][:nth], now, *teams[own][nth + 1 :])
    mu, sigma = now.mu, now.sigma
    for match in matches:
        sides = [
            [model.rating(mu=rating.mu, sigma=rating.sigma) for rating in team] for team in (seated, teams[match.rival])
        ]
        after = model.rate(sides, ranks=[match.rank, LEVEL])[0][nth]
        mu += weight * match.times * (after.mu - now.mu)
        sigma *= (after.sigma / now.sigma) ** (weight * match.times * against_people)
    return now._replace(mu=mu, sigma=sigma)


def _weight(rubber: Rubber, seat: int) -> float:
    """The weight of a rubber in a seat: less with each computer."""
    others = [_was_held(rubber, other) for seats in rubber.sides for other in seats if other != seat]
    return sum(1 if held else COMPUTER_WEIGHT for held in others) / len(others)
