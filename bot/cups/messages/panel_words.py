"""The panel of a cup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.cups import durations
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import CancelCup, PauseCup
from bot.cups.cup_notices import CupRefusal
from bot.cups.messages.cup_text import CupHead, RoundTitle, reason_of
from bot.cups.messages.names import EntrantName, entrant_names
from bot.cups.messages.round_words import title_of
from bot.cups.next_due import opens_at
from bot.cups.winners import PODIUM, podium
from bot.messages.kit.scene import Scene
from bot.runtime.time_units import SECOND
from bot.texts.notices import fact
from rules.core.contract import Fact


class PanelStage(StrEnum):
    """The stage of a cup, as its panel shows it."""

    SIGN_UP = "sign-up"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    CANCELLED = "cancelled"


class SignedUp(NamedTuple):
    """The numbers of those who have a place, wait for one, look for a partner, and have checked in."""

    size: int
    waiting: int = 0
    looking: int = 0
    checked_in: int = 0


class RoundProgress(NamedTuple):
    """The round that is played. `deadline` of its last open match, seconds since the epoch; None: none is open."""

    title: RoundTitle
    open: int
    matches: int
    deadline: int | None


@dataclass(frozen=True, slots=True)
class CupPanelScene(Scene):
    """The message of a cup in a channel. `round_time` and `whole_time` in ms."""

    head: CupHead
    stage: PanelStage
    signed_up: SignedUp
    round_time: int
    whole_time: int
    signing_up: bool = False
    """True before the start, also while paused."""
    starts_at: int = 0
    """Seconds since the epoch; 0: when an organiser starts it."""
    progress: RoundProgress | None = None
    winners: tuple[EntrantName, ...] = ()
    by: str | None = None
    """The organiser who paused or cancelled the cup, "" if erased; None: nobody."""
    reason: str = ""
    why: Fact | None = None
    """The reason why the cup was cancelled by itself."""
    opens_at: int = 0
    """The time at which the next round opens, seconds since the epoch; 0: at once, or a round is played."""


def panel_scene(cup: Cup, names: Mapping[str, str]) -> CupPanelScene:
    """Return the panel of a cup. `names`: of people, by their keys."""
    called = entrant_names(cup, names)
    best = podium(cup, PODIUM) if cup.stage is CupStage.ENDED else []
    act = _stopped_by(cup)
    by = act.by if act else None
    return CupPanelScene(
        CupHead(cup.id, cup.rules),
        _stage(cup),
        _numbers(cup),
        cup.rules.round_time,
        durations.whole(cup.rules, max(len(cup.seeded) or len(cup.signed_up), cup.rules.least)),
        cup.stage is CupStage.SIGN_UP,
        cup.rules.sign_up_until // SECOND if cup.stage is CupStage.SIGN_UP else 0,
        progress(cup),
        tuple(called[one.entrant] for one in best),
        None if by is None else names.get(by, ""),
        reason_of(act, names) if by is not None else "",
        why_cancelled(cup, act) if isinstance(act, CancelCup) else None,
        opens_at(cup) // SECOND if cup.stage is CupStage.RUNNING and not cup.open_matches else 0,
    )


def _stage(cup: Cup) -> PanelStage:
    is_running = cup.stage in (CupStage.SIGN_UP, CupStage.RUNNING)
    return PanelStage.PAUSED if cup.paused and is_running else PanelStage(cup.stage)


def _stopped_by(cup: Cup) -> PauseCup | CancelCup | None:
    """Return the act that paused or cancelled the cup."""
    acts: dict[PanelStage, type[PauseCup | CancelCup]] = {PanelStage.PAUSED: PauseCup, PanelStage.CANCELLED: CancelCup}
    wanted = acts.get(_stage(cup))
    for entry in reversed(cup.record if wanted else ()):
        action = entry.action
        if wanted and isinstance(action, wanted) and entry.seq not in cup.undone:
            return action
    return None


def why_cancelled(cup: Cup, act: CancelCup) -> Fact | None:
    """Return why the clock cancelled a cup; None: an organiser did."""
    if act.by is not None:
        return None
    return fact(CupRefusal(act.reason), count=len(cup.complete), least=cup.rules.least, most=cup.rules.most)


def _numbers(cup: Cup) -> SignedUp:
    if cup.stage is not CupStage.SIGN_UP:
        return SignedUp(len(cup.seeded))
    here = cup.signed_up
    looking = sum(len(one.people) < cup.rules.entrants.people for one in cup.active)
    return SignedUp(len(here), len(cup.waiting_list), looking, sum(one.checked_in for one in here))


def progress(cup: Cup) -> RoundProgress | None:
    """Return how far the last round is; None before the first, and once the cup is over."""
    if not cup.rounds or cup.stage is not CupStage.RUNNING:
        return None
    at = len(cup.rounds) - 1
    matches = [match for match in cup.rounds[at].matches if len(match.entrants) > 1]
    deadline = max((match.deadline // SECOND for match in cup.open_matches), default=None)
    return RoundProgress(title_of(cup, at), len(cup.open_matches), len(matches), deadline)
