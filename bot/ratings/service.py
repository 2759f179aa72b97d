"""Ratings of servers and across them, and reliability, computed from what ended tables have left, and cached."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from cachetools import LRUCache

from bot.ratings.ratings import RatedPeople, Rating, rate_all
from bot.store import RubberPlace, RubberRow, Store
from bot.tables import results

NEUTRAL: Final = 0.9
"""The reliability of somebody of whom nothing is known."""
PRIOR: Final = 20
"""The number of deadlines that the neutral value stands for."""
HALVED_AFTER: Final = 200
"""After this many further deadlines an old one counts half; a missed one, after so many that were kept."""


class Deadlines(NamedTuple):
    """The deadlines that a person had in one rubber, or in several, weighted by age."""

    kept: float = 0
    missed: float = 0

    @property
    def share(self) -> float:
        """The reliability, between 0 and 1."""
        return (self.kept + NEUTRAL * PRIOR) / (self.kept + self.missed + PRIOR)


class Reliability(NamedTuple):
    """The share of deadlines that a person keeps, between 0 and 1, and the number of those that tell it."""

    share: float = NEUTRAL
    known: int = 0


def reliability_of(rubbers: Iterable[Deadlines]) -> Reliability:
    """The reliability after rubbers, the oldest first."""
    total, known = Deadlines(), 0.0
    for rubber in rubbers:
        known += rubber.kept + rubber.missed
        aged, mended = (0.5 ** (later / HALVED_AFTER) for later in (rubber.kept + rubber.missed, rubber.kept))
        total = Deadlines(total.kept * aged + rubber.kept, total.missed * mended + rubber.missed)
    return Reliability(total.share, int(known))


def percent(share: float) -> int:
    """A reliability as people read it."""
    return int(100 * share + 1e-9)


CACHED: Final = 100
"""The number of servers whose ratings are cached: about a KB a person and size."""


class _RatedGuild(NamedTuple):
    """The ratings of a server, the number of rubbers that they were computed of, and the last of these."""

    people: RatedPeople = RatedPeople()
    rubbers: int = 0
    last: RubberPlace = (-1, -1)


class _RatedAcross(NamedTuple):
    """The ratings across servers, and of which rubbers they were computed."""

    rubbers: Sequence[int]
    people: RatedPeople


class RatingService:
    """Ratings are the fold of the rubbers; nothing else is stored of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guilds: LRUCache[tuple[int, str], _RatedGuild] = LRUCache(CACHED)
        self._across: dict[str, _RatedAcross] = {}
        self._lock = asyncio.Lock()

    async def size_ratings(self, guild_id: int, game: str, size: int) -> Mapping[str, Rating]:
        """Return the ratings of everybody in a server at tables of one size, by key."""
        return (await self.rated_people(guild_id, game)).sizes.get(size, {})

    async def reliability(self, person: str, guild_id: int | None, game: str) -> Reliability:
        """Return how a person keeps deadlines in a server (None: in all), before an erasure too; neutral at first."""
        before = await self._store.deadlines_before(person, guild_id, game)
        rows = await self._store.results(person, game, guild_id)
        return reliability_of(Deadlines(*turns) for turns in (*before, *((row.kept, row.missed) for row in rows)))

    async def rated_people(self, guild_id: int | None, game: str) -> RatedPeople:
        """Return the ratings of everybody: in a server, or (None) across all."""
        async with self._lock:
            return await (self._rated_across(game) if guild_id is None else self._rated_in(guild_id, game))

    async def _rated_in(self, guild_id: int, game: str) -> RatedPeople:
        """Return the ratings in a server; if rubbers were only added, the fold goes on from where it was."""
        known, count = (
            self._guilds.get((guild_id, game), _RatedGuild()),
            await self._store.count_rubbers(guild_id, game),
        )
        if known.rubbers != count:
            rows = await self._store.rubbers(guild_id, game, known.last)
            if known.rubbers + len(rows) != count:
                known, rows = _RatedGuild(), await self._store.rubbers(guild_id, game)
            last = (rows[-1].ended_at, rows[-1].rubber) if rows else known.last
            known = _RatedGuild(await _fold(rows, known.people), known.rubbers + len(rows), last)
            self._guilds[guild_id, game] = known
        return known.people

    async def _rated_across(self, game: str) -> RatedPeople:
        """Return the ratings across servers; the rubbers that count change with the wishes of people, too."""
        rows, known = await self._store.rubbers_across(game), self._across.get(game)
        ids = [row.rubber for row in rows]
        if known is None or known.rubbers != ids:
            known = self._across[game] = _RatedAcross(ids, await _fold(rows))
        return known.people


async def _fold(rows: Sequence[RubberRow], before: RatedPeople = RatedPeople()) -> RatedPeople:  # noqa: B008 (a value)
    return await asyncio.to_thread(lambda: rate_all(map(results.read, rows), before))  # many take long
