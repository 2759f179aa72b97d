"""The heading play of a trick: what beats it, and what it is worth if it wins."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.cards import places
from rules.voormsi.ranking import BEATERS, THREE, TOQUTSIT, VOORMSI
from rules.voormsi.scoring import EXECUTION, EXECUTIONER_TAKEN, VOORMSI_TAKEN, VOORMSI_WON
from rules.voormsi.trick import beats, kind_after, kind_led


class Attempt(NamedTuple):
    """A play that may be laid on a trick."""

    order: int
    """Its index in the trick."""
    side: int
    cards: int
    """As a mask of the ranking."""
    exposed: bool
    """True if Voormsi in it could, as far as is known, still be executed, so that it can earn its point (§9.4)."""


class HeadingPlay(NamedTuple):
    """The heading play, as the later plays have to beat it."""

    order: int
    side: int
    cards: int
    kind: int
    """The kind of the trick, as in `rules.voormsi.ranking`."""
    prize: int
    """The points for its side if it wins as it is (§9.4 to §9.8)."""

    @property
    def has_executed(self) -> bool:
        return bool(self.cards & TOQUTSIT) and self.prize >= EXECUTION


def first_heading(attempt: Attempt, spade_king_on_lead: bool) -> HeadingPlay:
    """The heading play after a lead."""
    kind = kind_led(attempt.cards, spade_king_on_lead)
    return HeadingPlay(0, attempt.side, attempt.cards, kind, _voormsi_prize(attempt))


def next_heading(attempt: Attempt, heading: HeadingPlay) -> HeadingPlay | None:
    """The attempt as the new heading play, None if it does not beat the present one (§6)."""
    if not _takes(attempt, heading):
        return None
    prize = _voormsi_prize(attempt) + _capture_prize(attempt, heading)
    return HeadingPlay(attempt.order, attempt.side, attempt.cards, kind_after(heading.kind, attempt.cards), prize)


def betrays(attempt: Attempt, heading: HeadingPlay) -> bool:
    """Return whether Toqutsit would beat this heading Voormsi of its own side, which loses the rubber (§9.6, §6.4)."""
    is_voormsi = bool(heading.cards & VOORMSI)
    return is_voormsi and attempt.cards & (TOQUTSIT | THREE) == TOQUTSIT and _takes(attempt, heading)


def beaters(heading: HeadingPlay, order: int) -> tuple[int, ...]:
    """The mask of all cards that beat each heading card, strongest first, in the trick's play `order`."""
    row = _row(heading, order)
    return tuple(row[place] for place in places(heading.cards))


def _row(heading: HeadingPlay, order: int) -> tuple[int, ...]:
    return BEATERS[heading.kind + (order == heading.order + 1)]


def _takes(attempt: Attempt, heading: HeadingPlay) -> bool:
    return beats(attempt.cards, heading.cards, _row(heading, attempt.order))


def _voormsi_prize(attempt: Attempt) -> int:
    return VOORMSI_WON if attempt.exposed and attempt.cards & VOORMSI and not attempt.cards & THREE else 0


def _capture_prize(attempt: Attempt, heading: HeadingPlay) -> int:
    """The points for beating a heading Voormsi, or, which only 3♦ can, a Toqutsit that has executed one.

    A play that `betrays` earns nothing, but no points make up for it.
    """
    if heading.cards & VOORMSI:
        executes = attempt.cards & TOQUTSIT and attempt.side != heading.side
        return EXECUTION if executes else VOORMSI_TAKEN
    return EXECUTIONER_TAKEN if heading.has_executed else 0
