"""Seeds: the order of the entrants at the start of a cup, by their ratings or by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.cups.cup import Cup
from bot.cups.cup_actions import StartCup
from bot.cups.cup_rules import SeedOrder
from bot.cups.cup_service import LoadedCup, new_seed
from bot.cups.entering import with_found_partners
from bot.cups.entrants import Entrant, lot
from bot.ratings.ratings import Rating
from bot.ratings.service import RatingService


class Seeding:
    """Makes the start of cups."""

    def __init__(self, ratings: RatingService) -> None:
        self._ratings = ratings

    async def start(self, loaded: LoadedCup, by: str | None, first: tuple[int, ...] = ()) -> StartCup:
        """Return the start of a cup as it is now; `by` None: by the clock. `first`: entrants seeded by hand."""
        cup, seed = loaded.cup, new_seed()
        if cup.rules.seeds is SeedOrder.LOT:
            return StartCup(by, seed, first)
        known = await self._ratings.at_size(loaded.row.guild_id, cup.rules.game, cup.rules.seats)
        others = (number for number in order_by_rating(cup, known, seed) if number not in first)
        return StartCup(by, seed, (*first, *others))


def order_by_rating(cup: Cup, known: Mapping[str, Rating], seed: str) -> tuple[int, ...]:
    """Return the entrants, the strongest first; lots decide between equal ones. `known`: ratings by people's keys."""
    entrants = with_found_partners(cup).complete
    ranked = sorted(entrants, key=lambda entrant: (-_rating_of(entrant, known), lot(seed, entrant.number)))
    return tuple(entrant.number for entrant in ranked)


def _rating_of(entrant: Entrant, known: Mapping[str, Rating]) -> float:
    """Return the mean rating of an entrant's people; who has none has that of a beginner."""
    ratings: Sequence[Rating] = [known.get(person, Rating()) for person in entrant.people]
    return sum(rating.mu for rating in ratings) / len(ratings)
