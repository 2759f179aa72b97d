"""The next moment at which the clock acts in a cup."""

from __future__ import annotations

from bot.cups.appointments import next_moment
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_rules import PUNCTUAL
from bot.cups.match_decisions import hindrances
from bot.cups.rounds import is_played


def due_at(cup: Cup, now: int) -> int | None:
    """Return when something is due, ms since the epoch; None: never, unless the cup changes."""
    if cup.paused:
        return None
    if cup.stage is CupStage.SIGN_UP:
        return starts_at(cup)
    if cup.stage is not CupStage.RUNNING:
        return None
    if not cup.open_matches:
        return max(now, opens_at(cup))
    decides = next(hindrances(cup), None) is not None
    return now if decides else min(next_moment(cup, match) or now for match in cup.open_matches)


def opens_at(cup: Cup) -> int:
    """Return when the next round opens at the earliest, ms since the epoch; 0: at once, or there is none."""
    return 0 if is_played(cup) else cup.rules.opening(len(cup.rounds))


def next_round_at(cup: Cup) -> int:
    """Return when the next round is expected to open, if rounds have fixed times, ms since the epoch; 0: not known.

    It opens later if the round before has matches whose deadlines were moved beyond that.
    """
    opens = cup.rules.opening(len(cup.rounds))
    if not opens or cup.stage is not CupStage.RUNNING or len(cup.rounds) >= cup.total_rounds or is_played(cup):
        return 0
    late = max((match.deadline for match in cup.open_matches), default=0)
    return late if late > opens + cup.rules.round_time // PUNCTUAL else opens


def starts_at(cup: Cup) -> int | None:
    """Return when a cup starts by itself. It does so once: an organiser who has undone a start starts it again."""
    starts = cup.rules.auto_start and cup.rules.sign_up_until and not has_started(cup)
    return cup.rules.sign_up_until if starts else None


def has_started(cup: Cup) -> bool:
    """Return whether a cup has ever started, also if that was undone."""
    return bool(cup.started)


def takes_nobody(cup: Cup, now: int) -> bool:
    """Return whether the time of a sign-up is over."""
    return 0 < cup.rules.sign_up_until <= now and not has_started(cup)


def sign_up_opens_at(cup: Cup, now: int) -> int:
    """Return when a sign-up that has not begun begins; 0: it has."""
    return cup.rules.sign_up_from if now < cup.rules.sign_up_from and not has_started(cup) else 0
