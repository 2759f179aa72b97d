"""The end of a rubber as one of its players reads it, with what it means to them."""

from __future__ import annotations

from itertools import pairwise

from bot.members.people import PeopleService
from bot.members.profiles import badges_of, profile_of
from bot.messages.kit.scene import PostContext
from bot.messages.result.own_end import Meeting, OwnEnd, RatingChange
from bot.messages.result.result import FollowingGame, ResultScene, own_result
from bot.ratings.ratings import points_through
from bot.ratings.service import RatingService
from bot.store import ResultRow, ResultStore
from bot.tables import LoadedTable
from bot.tables.table import Table, side_of_seat


class OwnEnds:
    """Builds the ends of rubbers for their players, each as it was when the rubber ended."""

    def __init__(self, store: ResultStore, ratings: RatingService, people: PeopleService) -> None:
        self._store = store
        self._ratings = ratings
        self._people = people

    async def scene(
        self, loaded: LoadedTable, context: PostContext, seat: int, following: FollowingGame | None = None
    ) -> ResultScene:
        """Return the end of a rubber for the holder of a seat."""
        person = loaded.table.seats[seat].person
        own = OwnEnd() if person is None else await self._own_end(loaded, seat, person)
        return own_result(loaded.table, context, seat, own, following)

    async def _own_end(self, loaded: LoadedTable, seat: int, person: str) -> OwnEnd:
        table = loaded.table
        results = await self._store.results(person, table.game)
        number = next((number for number, row in enumerate(results) if row.rubber == table.id), None)
        if number is None or results[number].outcome is None:
            return OwnEnd()
        until = results[: number + 1]
        return OwnEnd(
            await self._rating_change(loaded, person),
            profile_of(until).streak,
            await self._meetings(table, seat, until[-1]),
            tuple(badge.kind for badge in badges_of(until) if badge.rubber == table.id),
        )

    async def _rating_change(self, loaded: LoadedTable, person: str) -> RatingChange | None:
        """Return how the rubber changed a person's rating in its server; None if it did not, or too long ago."""
        table = loaded.table
        rated = await self._ratings.rated_people(loaded.row.guild_id, table.game)
        steps = rated.steps_of(person).get(len(table.seats), ())
        points = points_through(steps)
        known = steps[len(steps) + 1 - len(points) :]  # of the first step that is remembered, what was before is not
        changes = {step.rubber: RatingChange(*pair) for step, pair in zip(known, pairwise(points), strict=True)}
        return changes.get(table.id)

    async def _meetings(self, table: Table, seat: int, result: ResultRow) -> tuple[Meeting, ...]:
        """Return what the person in a seat has against each of their opponents, if they have met before."""
        mine = side_of_seat(table, seat)
        others = [held.person for number, held in enumerate(table.seats) if number not in mine and held.person]
        people = await self._people.rows(others)
        meetings = [
            Meeting(
                people[other].name,
                *await self._store.decided_between(result.person, other, table.game, (result.ended_at, result.rubber)),
            )
            for other in others
            if people[other].name
        ]
        return tuple(meeting for meeting in meetings if meeting.won + meeting.lost > 1)
