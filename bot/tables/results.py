"""Results that an ended table leaves: the scores of its hands, one for each person, and a rubber for ratings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.store import DRAWN, LOST, WON, ResultRow, RubberRow
from bot.tables import table_terms
from bot.tables.fold import unfold
from bot.tables.person_statistics import PersonStatistics
from bot.tables.table import Feat, HandResult, RecordedAction, Stage, Table
from bot.texts.notices import Unrated, fact
from rules import registry
from rules.core.contract import Booking, Fact

Scores = tuple[int, ...]


def points_by_hand(way: Sequence[Scores], feats: Sequence[Feat]) -> tuple[Scores, ...]:
    """The points that each hand brought each side, before any bounce; `way`: the scores after each hand."""
    return tuple(_points_by_hand(way, feats))


def _points_by_hand(way: Sequence[Scores], feats: Sequence[Feat]) -> Iterator[Scores]:
    before = (0,) * len(way[0]) if way else ()
    for number, scores in enumerate(way, start=1):
        points = [now - then for now, then in zip(scores, before, strict=True)]
        for feat in feats:
            if feat.hand == number and isinstance(feat.what, Booking) and feat.what.bounced is not None:
                points[feat.what.side] += feat.what.bounced - feat.what.after
        yield tuple(points)
        before = scores


def scores_through(result: HandResult, side: int) -> Scores:
    """The scores of a side from before a hand to after it.

    If it bounced (RULES §10.2), those after each booking are between them, and before a bounce the score beyond the
    target.
    """
    before, after = result.scores_before[side], result.scores[side]
    if not result.has_bounced(side):
        return before, after
    through = [before, *(score for booking in result.bookings_of(side) for score in booking.way[1:])]
    return (*through, after) if through[-1] != after else tuple(through)


def has_lost_points(result: HandResult, side: int) -> bool:
    """Return whether a side lost points that it had already booked (RULES §9.6)."""
    booked = [booking.after for booking in result.bookings_of(side)]
    return result.scores[side] < (booked or [result.scores_before[side]])[-1]


SHORTEST = 1 / 3
"""The part of a whole rubber's usual plays that a rated one has at least."""


def unrated_reason(game: str, seats: int, options: Mapping[str, str], agreed: Mapping[str, str]) -> Fact | None:
    """Return why a table with these options and terms does not count for ratings; None if it does."""
    rules = registry.game(game)
    if rules.about_plays(seats, options) < SHORTEST * rules.about_plays(seats, {}):
        return fact(Unrated.TOO_SHORT)
    if table_terms.read(agreed).pace.play is None:
        return fact(Unrated.NO_DEADLINE)
    return None


def is_rated(table: Table) -> bool:
    """Return whether a table counts for ratings."""
    return table.rated and unrated_reason(table.game, len(table.seats), table.options, table.terms) is None


def counts_among_people(table: Table) -> bool:
    """Return whether a table counts for ratings, and for those of more than one person."""
    people = {tenure.person for tenure in table.tenures if tenure.person is not None}
    return len(people) > 1 and is_rated(table)


class Spell(NamedTuple):
    """The hands that one holder of a seat played whole, from `first` to `last`; `person` None: a computer.

    `last` is below `first` if there is none. `left`: the person gave the seat up, or lost the rubber by a forfeit.
    """

    seat: int
    person: str | None
    first: int
    last: int
    left: bool = False

    @property
    def hands(self) -> int:
        return max(0, self.last - self.first + 1)


class Rubber(NamedTuple):
    """An ended rubber. `sides`: the seats of each; `winners`: the sides that won, () if it counts for nobody.

    `points`: for each hand the points that it brought each side, before any bounce. `spells`: in order.
    """

    id: int
    guild_id: int
    ended_at: int
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    spells: tuple[Spell, ...]

    @property
    def size(self) -> int:
        return sum(map(len, self.sides))

    def side_of(self, seat: int) -> int:
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def spells_of(self, seat: int) -> tuple[Spell, ...]:
        return tuple(spell for spell in self.spells if spell.seat == seat)

    def holder(self, seat: int, hand: int) -> str | None:
        """The person who played a hand whole in a seat; None: a computer, or nobody alone."""
        held = (spell.person for spell in self.spells_of(seat) if spell.first <= hand <= spell.last)
        return next(held, None)

    def starters(self) -> Iterator[tuple[int, str]]:
        """Yield (seat, person) for the people who began the rubber."""
        for seats in self.sides:
            for seat in seats:
                first = self.spells_of(seat)[0]
                if first.person is not None:
                    yield seat, first.person

    def has_stayed(self, seat: int, person: str) -> bool:
        """Return whether a person holds the seat at the end and did not forfeit the rubber."""
        last = self.spells_of(seat)[-1]
        return last.person == person and not last.left


def rubber_row(rubber: Rubber, game: str) -> RubberRow:
    """The row of a rubber."""
    body = {"sides": rubber.sides, "winners": rubber.winners, "points": rubber.points, "spells": rubber.spells}
    return RubberRow(rubber.id, rubber.guild_id, game, rubber.size, rubber.ended_at, body)


def read(row: RubberRow) -> Rubber:
    """The rubber of a row."""
    body = row.body
    return Rubber(
        row.rubber,
        row.guild_id,
        row.ended_at,
        tuple(map(tuple, body["sides"])),
        tuple(body["winners"]),
        tuple(map(tuple, body["points"])),
        tuple(Spell(*spell) for spell in body["spells"]),
    )


ENDED: Final = (Stage.OVER, Stage.CLOSED)


def results_of(table: Table, guild_id: int, at: int) -> list[ResultRow]:
    """The results of a table that ended at `at` (ms since the epoch); none if it never began.

    The outcome belongs to who holds a seat at the end, everything else to who played it.
    """
    if table.state is None:
        return []
    sides = table.view(None).sides
    outcomes = dict(_outcomes(table))
    rows = []
    for person in table.statistics.keys() | outcomes.keys():
        counts, seat = table.statistics.get(person, PersonStatistics()), table.seat_of(person)
        own = next((side for side in sides if seat in side), ())
        rivals = sum(holder.person is not None for number, holder in enumerate(table.seats) if number not in own)
        rows.append(
            ResultRow(
                rubber=table.id,
                person=person,
                guild_id=guild_id,
                game=table.game,
                size=len(table.seats),
                sides=len(sides),
                rivals=rivals,
                ended_at=at,
                outcome=outcomes.get(person),
                **counts._asdict(),
            )
        )
    return sorted(rows)


def _outcomes(table: Table) -> Iterator[tuple[str, str]]:
    """Yield (person, outcome) for whom the rubber counts: nobody wins by a forfeit or at a closed table."""
    if table.stage is not Stage.OVER:
        return
    if table.forfeited is not None:
        if (loser := table.seats[table.forfeited].person) is not None:
            yield loser, LOST
        return
    view = table.view(None)
    winners = view.outcome.winners if view.outcome else ()
    for side, seats in enumerate(view.sides):
        outcome = LOST if side not in winners else DRAWN if len(winners) > 1 else WON
        yield from ((person, outcome) for seat in seats if (person := table.seats[seat].person) is not None)


def ended_table(table_id: int, entries: Iterable[RecordedAction]) -> tuple[Table, int] | None:
    """A table as it ended by its record, and when; None if it has not. Raises ValueError if the record is invalid."""
    entries = list(entries)
    for entry, table in zip(entries, unfold(table_id, entries), strict=True):
        if table.stage in ENDED:
            return table, entry.at
    return None


def rubber_of(table: Table, guild_id: int, at: int) -> Rubber | None:
    """The rubber of a table that ended at `at` (ms since the epoch); None if it does not count for ratings."""
    if table.stage not in ENDED or table.state is None or not any(tenure.person for tenure in table.tenures):
        return None
    if not is_rated(table):
        return None
    view = table.view(None)
    has_outcome = table.stage is Stage.OVER and table.forfeited is None and view.outcome is not None
    winners = view.outcome.winners if has_outcome and view.outcome else ()
    points = points_by_hand(table.way, table.feats)
    return Rubber(table.id, guild_id, at, view.sides, tuple(winners), points, tuple(_spells(table)))


def rubber_row_of(table: Table, guild_id: int, at: int) -> RubberRow | None:
    """The same as a row of the store."""
    rubber = rubber_of(table, guild_id, at)
    return None if rubber is None else rubber_row(rubber, table.game)


def _spells(table: Table) -> Iterator[Spell]:
    """The spells of all seats. A hand during or right after which a seat changed was played whole by neither holder."""
    closer = table.closed.about.get("person") if table.closed else None
    for seat in range(len(table.seats)):
        held = [tenure for tenure in table.tenures if tenure.seat == seat]
        for index, tenure in enumerate(held):
            following = held[index + 1] if index + 1 < len(held) else None
            first = tenure.hand + 1 if index else 1
            last = following.hand - 1 if following else len(table.way)
            ends_it = table.forfeited == seat or (closer is not None and closer == tenure.person)
            left = tenure.person is not None and (following is not None or ends_it)
            yield Spell(seat, tenure.person, first, last, left)
