"""Scenes: everything that one message shows, for one audience.

A scene is built from a *view* (RULES §12), never from a game's state, and holds nothing that its audience may not know.
`bot.messages.kit.rendering` turns scenes into Discord's components; the publisher compares scenes to find out what
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import NamedTuple

from bot.tables.seat_holders import PlayPlace, SeatHolder
from bot.texts.agreed_options import Agreement
from bot.texts.notices import Notice, fact
from rules.core.contract import Fact

MOST_TRICKS = 1_000
"""More tricks than a hand of any game has."""
NEW_HERE = "new-here"
"""The hint that leads to the introduction to a game; a verb, too."""


class Scene:
    """Everything that one message shows, for one audience."""

    __slots__ = ()


@singledispatch
def pictured_scene(scene: Scene) -> Scene | None:
    """The scene whose picture is shown with a scene, by the function registered for its class: its own without one.

    None: no picture is shown.
    """
    return scene


class RoundTitle(NamedTuple):
    """A round of a cup, counted from 1. `matches` of a knock-out round, which name it; 0: another round."""

    number: int
    rounds: int
    matches: int = 0


class MatchHead(NamedTuple):
    """The match that a table plays: the id and the name of its cup, and the round."""

    cup: int
    name: str
    round: RoundTitle


class PastHolder(NamedTuple):
    """The player of a seat from the play or move `since` on, before `until`: a holder, or a computer for one."""

    seat: int
    since: PlayPlace
    until: PlayPlace
    holder: SeatHolder
    stands_in: bool = False
    """True for a computer that acted for a person who held the seat."""


@dataclass(frozen=True, slots=True)
class TableContext:
    """The facts about a table that all its scenes need."""

    table: int
    name: str
    game: str
    holders: tuple[SeatHolder, ...]
    options: Mapping[str, str]
    link: str
    """The URL of the table's thread (or channel), "" before it starts."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """The time for a play and what happens at the deadline (`bot.tables.table_terms`)."""
    of_cup: bool = False
    """True if it belongs to a match of a cup."""
    cup_pause: str | None = None
    """The reason why the organisers have paused the table's cup, "" if that is not told; None: they have not."""
    match: MatchHead | None = None
    """The match of a cup that it plays; None also if the cup is not known."""
    past: tuple[PastHolder, ...] = ()
    """The computers that played for somebody who held a seat, then those who held one before its present holder."""

    def player(self, seat: int, place: PlayPlace) -> SeatHolder:
        """Return who made a play in a seat, or held it then."""
        return next((past.holder for past in self._past_of(seat, place)), self.holders[seat])

    def holder(self, seat: int, place: PlayPlace) -> SeatHolder:
        """Return who held a seat then, whoever acted for them."""
        return next((past.holder for past in self._past_of(seat, place) if not past.stands_in), self.holders[seat])

    def _past_of(self, seat: int, place: PlayPlace) -> Iterator[PastHolder]:
        return (past for past in self.past if past.seat == seat and past.since <= place < past.until)

    def holders_at(self, seat: int, place: PlayPlace) -> tuple[SeatHolder, ...]:
        """Return the holders, for one seat with who made a play."""
        return self.with_holder(seat, self.player(seat, place))

    def with_holder(self, seat: int, holder: SeatHolder) -> tuple[SeatHolder, ...]:
        """Return the holders, with another one of one seat."""
        return (*self.holders[:seat], holder, *self.holders[seat + 1 :])

    def at_end(self, hand: int) -> TableContext:
        """Return the context with those who held the seats when a hand ended."""
        last = PlayPlace(hand, MOST_TRICKS)
        return self if not self.past else self._reseat(self.player(seat, last) for seat in range(len(self.holders)))

    def _reseat(self, holders: Iterable[SeatHolder]) -> TableContext:
        found = tuple(holders)
        return self if found == self.holders else replace(self, holders=found)

    def at_trick(self, hand: int, trick: int, seats: Iterable[int]) -> TableContext:
        """Return the context with those who made the plays of a trick; `seats`: of these plays, in order."""
        if not self.past:
            return self
        holders = list(self.holders)
        for number, seat in enumerate(seats):
            holders[seat] = self.player(seat, PlayPlace(hand, trick, number))
        return self._reseat(holders)


def agreement_of(head: TableContext) -> Agreement:
    """The terms of a table."""
    return Agreement(head.game, head.options, len(head.holders))


class PostContext(NamedTuple):
    """The input of a scene beside the table's state: names, the link to the thread, deadlines."""

    head: TableContext
    holders: Mapping[str, SeatHolder]
    """Everybody named at the table, by key."""
    deadline: int | None = None
    """The deadline of the play that the table waits for, seconds since the epoch; with what is left in reserve."""
    reserve: int | None = None
    """The time that is left in reserve for that play, in ms; None at a pace without a reserve."""
    silence_ends: int | None = None
    """The time when silence closes the table or agrees to a proposal, seconds since the epoch."""
    next_deal: int | None = None
    """The time of the next deal, seconds since the epoch; None while it is not known."""
    waited: int = 0
    """The time that the person on turn has used, in ms."""

    def with_deadlines(self, deadline: int | None, silence_ends: int | None) -> PostContext:
        """Return the context with these moments, given in ms since the epoch."""
        due, ends = (None if ms is None else ms // 1000 for ms in (deadline, silence_ends))
        return self._replace(deadline=due, silence_ends=ends)

    def named_fact(self, what: Fact) -> Fact:
        """Return a fact with names in place of the key of its person, or of its people, if it has any."""
        if not what.about.keys() & {"person", "people"}:
            return what
        about = dict(what.about)
        keys = about.pop("people", None)
        name = self._name_of(about.pop("person")) if keys is None else tuple(map(self._name_of, keys))
        return what._replace(about={**about, "name": name})

    def _name_of(self, person: str) -> str | Fact:
        holder = self.holders[person]
        return fact(Notice.FORMER) if holder.erased else holder.name
