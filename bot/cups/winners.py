"""The winners of a cup, and the role that they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cups import scoring
from bot.cups.cup import Cup, CupEntry, CupStage, Match
from bot.cups.cup_actions import AwardRole, EndCup
from bot.cups.standings import Standing, standings
from bot.store import CupEnd, PodiumPlace

PODIUM: Final = 3
"""So many of the best are named at the end."""


def winners(cup: Cup) -> tuple[str, ...]:
    """Return the keys of the people who have won an ended cup. It may take long for many: run it in a thread."""
    return tuple(person for standing in podium(cup, 1) for person in cup.entrants[standing.entrant].people)


def podium(cup: Cup, most: int) -> list[Standing]:
    """Return the winner and who comes next, so many at most, with places from 1 on; nobody if nobody has won.

    Those who play no more, and stand above who has won, are left out.
    """
    places = standings(cup)
    won = _winner(cup, places)
    first = next((at for at, standing in enumerate(places) if standing.entrant == won), len(places))
    return [standing._replace(place=place) for place, standing in enumerate(places[first:][:most], 1)]


def end_of(cup: Cup) -> CupEnd | None:
    """Return how a cup has ended, for the hall of fame; None: it has not. It may take long for many."""
    if cup.stage is not CupStage.ENDED:
        return None
    best = (cup.entrants[standing.entrant] for standing in podium(cup, PODIUM))
    places = tuple(PodiumPlace(entrant.number, entrant.people) for entrant in best)
    return CupEnd(ended_at(cup), len(cup.seeded_entrants), places)


def ended_at(cup: Cup) -> int:
    """Return when a cup ended last, in ms since the epoch; 0: never."""
    last = last_end(cup)
    return 0 if last is None else last.at


def last_end(cup: Cup) -> CupEntry | None:
    """Return the entry by which a cup ended last, also if that was undone since; None: it never ended."""
    return next((entry for entry in reversed(cup.record) if isinstance(entry.action, EndCup)), None)


def _winner(cup: Cup, places: Sequence[Standing]) -> int | None:
    """Return the entrant who has won, as things are: whoever is out has not, and nor has anybody if nobody came."""
    knock_out = cup.decided_rounds[cup.rules.swiss_rounds :] if cup.rules.is_knock_out else ()
    if knock_out:
        going_on = [scoring.winner(match) for match in knock_out[-1].matches if match.entrants]
        left = [number for number in going_on if number is not None and cup.entrants[number].is_in]
        return left[0] if len(left) == 1 else None
    best = next((standing for standing in places if cup.entrants[standing.entrant].is_in), None)
    return best.entrant if best is not None and best.points and was_contested(cup) else None


def was_contested(cup: Cup) -> bool:
    """Return whether anybody came to a match of the rounds that are over: byes alone bring nobody anything."""
    return any(_has_come(match) for cup_round in cup.decided_rounds for match in cup_round.matches)


def _has_come(match: Match) -> bool:
    return len(match.entrants) > 1 and match.result is not None and bool(set(match.people) - {*match.result.absent})


def award_of(cup: Cup) -> AwardRole | None:
    """Return how the role was given for the present end of a cup; None: it was not."""
    end = last_end(cup)
    if end is None or end.seq in cup.undone:
        return None
    since = (entry for entry in reversed(cup.record) if entry.seq > end.seq)
    awards = (entry.action for entry in since if isinstance(entry.action, AwardRole) and entry.seq not in cup.undone)
    return next((award for award in awards if award.end in (0, end.seq)), None)


def last_given(cup: Cup, role: int) -> tuple[str, ...]:
    """Return to whom a cup gave a role last, also if its end was undone since."""
    awards = (entry.action for entry in reversed(cup.record) if isinstance(entry.action, AwardRole))
    return next((award.given for award in awards if award.role == role and not award.why), ())


def awaits_award(cup: Cup) -> bool:
    """Return whether a cup has ended, and its role is still to be given."""
    return cup.stage is CupStage.ENDED and bool(cup.rules.role) and award_of(cup) is None
