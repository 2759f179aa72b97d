"""The winners of a cup, and the role that they are given."""

from __future__ import annotations

from bot.competitions.cup import Cup, CupStage
from bot.competitions.cup_actions import AwardRole
from bot.competitions.standings import standings


def winners(cup: Cup) -> tuple[str, ...]:
    """Return the keys of the people who have won an ended cup. It may take long for many: run it in a thread."""
    best = standings(cup)[:1] if cup.rounds else []
    return tuple(person for one in best for person in cup.entrants[one.entrant].people)


def award_of(cup: Cup) -> AwardRole | None:
    """Return how the role of an ended cup was given; None: it was not."""
    awards = [
        entry.action for entry in cup.record if isinstance(entry.action, AwardRole) and entry.seq not in cup.undone
    ]
    return awards[-1] if awards else None


def last_given(cup: Cup, role: int) -> tuple[str, ...]:
    """Return to whom a cup gave a role last, also if its end was undone since."""
    awards = (one.action for one in reversed(cup.record) if isinstance(one.action, AwardRole))
    return next((one.given for one in awards if one.role == role and not one.why), ())


def awaits_award(cup: Cup) -> bool:
    """Return whether a cup has ended, and its role is still to be given."""
    return cup.stage is CupStage.ENDED and bool(cup.rules.role) and award_of(cup) is None
