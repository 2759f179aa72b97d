"""Limits on what one person may change in one cup or league, so that its record grows with its people.

What follows from a change, such as leaving after joining, is not counted: it is never more than the changes.
"""

from __future__ import annotations

from typing import Final

from rpds import HashTrieMap

from bot.cups import cup_actions
from bot.cups.cup_actions import CupAction
from bot.cups.leagues import league_actions
from bot.cups.leagues.league_actions import LeagueAction
from bot.cups.notices import CupRefusal, LeagueRefusal
from bot.texts.notices import fact
from rules.core.contract import Fact

MOST_SIGN_UPS: Final = 20
"""So often may a person join a cup or a season, ask for a partner, or agree."""
MOST_TIMES: Final = 20
"""So often may a person propose, accept, decline or postpone the time of one match."""
MOST_UNDOS: Final = 100
"""So many acts of a cup may be undone: each time, all others are done again."""

ChangeKey = tuple[str | int, ...]
"""The acts that are counted together: those of a person, in a match if there is one; (): of everybody."""
NO_CHANGES: Final[HashTrieMap[ChangeKey, int]] = HashTrieMap()
"""The counts at the beginning, by key."""


def cup_change_key(action: CupAction) -> ChangeKey | None:
    """Return what an action counts for; None: it is not limited."""
    match action:
        case cup_actions.JoinCup(by=by) | cup_actions.AskPartner(by=by) | cup_actions.AgreePartner(by=by):
            return (by,)
        case (
            cup_actions.ProposeTimes(by=by, match=match)
            | cup_actions.AcceptTime(by=by, match=match)
            | cup_actions.DeclineTimes(by=by, match=match)
            | cup_actions.PostponeMatch(by=by, match=match)
        ):
            return (by, match)
        case cup_actions.UndoAct():
            return ()
    return None


def season_change_key(action: LeagueAction) -> ChangeKey | None:
    match action:
        case (
            league_actions.EnterSeason(by=by)
            | league_actions.AskSeasonPartner(by=by)
            | league_actions.AgreeSeasonPartner(by=by)
        ):
            return (by,)
    return None


def with_change(before: HashTrieMap[ChangeKey, int], counted: ChangeKey | None) -> HashTrieMap[ChangeKey, int]:
    return before if counted is None else before.insert(counted, before.get(counted, 0) + 1)


def too_many_in_cup(before: HashTrieMap[ChangeKey, int], action: CupAction) -> Fact | None:
    """Return why somebody may do no more of this in a cup; None: they may."""
    counted = cup_change_key(action)
    done = 0 if counted is None else before.get(counted, 0)
    match counted:
        case () if done >= MOST_UNDOS:
            return fact(CupRefusal.TOO_MANY_UNDONE, most=MOST_UNDOS)
        case (_,) if done >= MOST_SIGN_UPS:
            return fact(CupRefusal.TOO_MANY_SIGN_UPS, most=MOST_SIGN_UPS)
        case (_, number) if done >= MOST_TIMES:
            return fact(CupRefusal.TOO_MANY_TIME_CHANGES, match=number, most=MOST_TIMES)
    return None


def too_many_in_season(before: HashTrieMap[ChangeKey, int], action: LeagueAction) -> Fact | None:
    """Return why a person may sign up, ask or agree no more in a season; None: they may."""
    counted = season_change_key(action)
    is_over = counted is not None and before.get(counted, 0) >= MOST_SIGN_UPS
    return fact(LeagueRefusal.TOO_MANY_SIGN_UPS, most=MOST_SIGN_UPS) if is_over else None
