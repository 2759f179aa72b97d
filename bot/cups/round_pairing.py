"""The pairings of a cup: the order of its entrants at the start, and each round by its format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.cups import scoring
from bot.cups.cup import Cup, Match
from bot.cups.cup_actions import COMPUTER, StartCup
from bot.cups.cup_rules import SeedOrder
from bot.cups.cup_service import LoadedCup, new_seed
from bot.cups.entering import with_found_partners
from bot.cups.entrants import Entrant, lot
from bot.cups.notices import PairingReason
from bot.cups.pairing import schedules, swiss, threes
from bot.cups.pairing.contenders import Contender, Pairing
from bot.cups.standings import counted_results, knock_out_seeds, standings
from bot.ratings.ratings import Rating
from bot.ratings.service import RatingService
from bot.texts.notices import fact
from rules.core.contract import Fact


def pair_round(cup: Cup) -> list[Pairing]:
    """Return the pairings of the next round, each with its reasons. It may take long for many: run it in a thread."""
    number, known = len(cup.rounds), contenders(cup)
    if cup.rules.is_round_robin:
        return schedules.round_robin([entrant.number for entrant in cup.seeded_entrants], number)
    if not cup.is_knock_out_round(number):
        ranked = _rank(cup, known)
        return threes.pair(ranked) if cup.rules.entrants.table_size == 3 else swiss.pair(ranked)
    if number > cup.rules.swiss_rounds:
        return schedules.next_knock_out_round([_winner(cup, known, match) for match in cup.rounds[-1].matches])
    seeds = knock_out_seeds(cup) if number else [entrant.number for entrant in cup.seeded_entrants if entrant.is_in]
    return schedules.first_knock_out_round([known[number] for number in seeds])


def _winner(cup: Cup, known: dict[int, Contender], match: Match) -> Contender | None:
    won = scoring.winner(match) if match.entrants else None
    return known[won] if won is not None and cup.entrants[won].is_in else None


def _rank(cup: Cup, known: dict[int, Contender]) -> list[Contender]:
    if not cup.rounds:
        return [known[entrant.number] for entrant in cup.seeded_entrants if entrant.is_in]
    return [known[standing.entrant] for standing in standings(cup) if cup.entrants[standing.entrant].is_in]


def contenders(cup: Cup) -> dict[int, Contender]:
    """Return what a pairing has to know of everybody who has played in the cup."""
    points = counted_results(cup).points
    own: dict[int, list[Match]] = {entrant.number: [] for entrant in cup.seeded_entrants}
    for match in cup.matches:
        for entrant in match.people:
            own[entrant].append(match)
    return {entrant: _contender(entrant, matches).with_points(points[entrant]) for entrant, matches in own.items()}


def _contender(entrant: int, matches: Sequence[Match]) -> Contender:
    at_tables = [match for match in matches if len(match.entrants) > 1]
    firsts = [match.entrants[0] == entrant for match in at_tables]
    return Contender(
        entrant,
        met=Counter(opponent for match in at_tables for opponent in match.people if opponent != entrant),
        byes=sum(match.is_bye or COMPUTER in match.entrants for match in matches),
        firsts=sum(firsts),
        was_first=bool(firsts) and firsts[-1],
    )


def reasons(cup: Cup, number: int) -> tuple[Fact, ...]:
    """Return why a match is as it is."""
    at, match = next(
        (at, match) for at, cup_round in enumerate(cup.rounds) for match in cup_round.matches if match.number == number
    )
    if cup.rounds[at].by is not None:
        return (fact(PairingReason.BY_HAND),)
    known = contenders(replace(cup, rounds=cup.rounds[:at]))
    if cup.rules.is_round_robin:
        found = schedules.round_robin([entrant.number for entrant in cup.seeded_entrants], at)
        return next((pairing.reasons for pairing in found if set(pairing.entrants) == set(match.entrants)), ())
    if cup.is_knock_out_round(at):
        return schedules.why_knock_out(
            _bracket_seeds(cup),
            [known[entrant] for entrant in match.entrants],
            at == cup.rules.swiss_rounds,
        )
    table = [known[entrant] for entrant in match.people]
    return threes.why(table, at == 0) if cup.rules.entrants.table_size == 3 else swiss.why(table)


def _bracket_seeds(cup: Cup) -> list[int]:
    if cup.rules.swiss_rounds:
        return knock_out_seeds(cup)
    there = {number for match in cup.rounds[0].matches for number in match.entrants}
    return [entrant.number for entrant in cup.seeded_entrants if entrant.number in there]


async def start_of(loaded: LoadedCup, ratings: RatingService, by: str | None, first: tuple[int, ...] = ()) -> StartCup:
    """Return the start of a cup as it is now; `by` None: by the clock. `first`: entrants seeded by hand."""
    cup, seed = loaded.cup, new_seed()
    if cup.rules.seeds is SeedOrder.LOT:
        return StartCup(by, seed, first)
    known = await ratings.size_ratings(loaded.row.guild_id, cup.rules.game, cup.rules.seats)
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
