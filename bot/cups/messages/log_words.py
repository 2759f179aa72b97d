"""The log of a cup: what organisers did, and what was decided without play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupEntry
from bot.cups.cup_notices import CupNotice, DecisionReason
from bot.cups.cup_rules import Case
from bot.cups.fold import log
from bot.cups.match_decisions import CAUSES
from bot.cups.messages.cup_text import CupHead, page_of_lines, reason_of
from bot.cups.messages.names import EntrantName, entrant_names
from bot.cups.messages.panel_words import why_cancelled
from bot.cups.messages.round_words import place_of
from bot.messages.kit.scene import Scene
from bot.runtime.time_units import SECOND
from bot.texts.notices import fact
from rules.core.contract import Fact


class LogLine(NamedTuple):
    """An act in a cup, named as in the record. A name is "" for erased people; `by` None: by the rules of the cup.

    `number`: of the match, or of the act that was undone. `until` and `at`: seconds since the epoch, 0 if unknown.
    """

    seq: int
    kind: str
    by: str | None
    reason: str
    reasons: tuple[Fact, ...] = ()
    entrants: tuple[EntrantName, ...] = ()
    people: tuple[str, ...] = ()
    score: tuple[int, ...] = ()
    number: int = 0
    until: int = 0
    at: int = 0
    undone: bool = False


@dataclass(frozen=True, slots=True)
class CupLogScene(Scene):
    """A page of what organisers did and what was decided without play, the newest first; pages count from 0."""

    head: CupHead
    lines: tuple[LogLine, ...]
    page: int = 0
    pages: int = 1


ON_A_PAGE: Final = 6


def log_scene(cup: Cup, names: Mapping[str, str], page: int = 0) -> CupLogScene:
    """Return a page of the log, the newest first."""
    shown = page_of_lines(log(cup)[::-1], page, ON_A_PAGE)
    lines = tuple(act_lines(cup, shown.lines, names))
    return CupLogScene(CupHead(cup.id, cup.rules), lines, shown.page, shown.pages)


def log_lines(cup: Cup, names: Mapping[str, str]) -> list[LogLine]:
    """Return the whole log, the oldest first."""
    return act_lines(cup, log(cup), names)


def act_lines(cup: Cup, entries: Iterable[CupEntry], names: Mapping[str, str]) -> list[LogLine]:
    """Return some entries of the record as lines of the log."""
    called = entrant_names(cup, names)
    return [_act_line(cup, entry, names, called) for entry in entries]


def _act_line(cup: Cup, entry: CupEntry, names: Mapping[str, str], called: Mapping[int, EntrantName]) -> LogLine:
    action: Any = entry.action
    by = getattr(action, "by", None)
    reasons = tuple(_reasons(cup, action))
    found = LogLine(
        entry.seq,
        cup_actions.write(action)[0],
        None if by is None else names.get(by, ""),
        "" if reasons else reason_of(action, names),
        reasons,
        people=tuple(names.get(key, "") for key in _people(action)),
        score=getattr(action, "score", ()),
        at=entry.at // SECOND,
        undone=entry.seq in cup.undone,
    )
    return _about_match(cup, action, found, called)


def _reasons(cup: Cup, action: Any) -> Iterator[Fact]:
    """Yield the reasons of what was done by the rules of the cup."""
    match action:
        case cup_actions.DecideMatch(why=why) | cup_actions.ReplayMatch(why=why):
            yield from (fact(DecisionReason(one)) for one in why)
        case cup_actions.CancelCup(by=None):
            yield from filter(None, [why_cancelled(cup, action)])
        case cup_actions.WithdrawEntrant(reason="", case=case):
            yield fact(CAUSES[Case(case)])
        case cup_actions.MissEvent(why=why):
            yield fact(CupNotice(why))


def _people(action: Any) -> Iterator[str]:
    match action:
        case cup_actions.BanPerson(person=person):
            yield person
        case cup_actions.ReplacePartner(out=out, person=person):
            yield from (out, person)
        case cup_actions.EnterLate(people=people):
            yield from people


def _about_match(cup: Cup, action: Any, line: LogLine, called: Mapping[int, EntrantName]) -> LogLine:
    match action:
        case cup_actions.UndoAct(to=undone):
            return line._replace(number=undone)
        case cup_actions.WithdrawEntrant(entrant=entrant):
            return line._replace(entrants=(called[entrant],))
        case cup_actions.MoveDeadline(to=until, match=None):
            return line._replace(until=until // SECOND)
    number = getattr(action, "match", None)
    place = None if number is None else place_of(cup, number)
    until = getattr(action, "deadline", getattr(action, "to", 0)) // SECOND
    if place is None:
        return line._replace(number=number or 0, until=until)
    entrants = tuple(called[one] for one in place.match.entrants)
    return line._replace(number=place.match.number, entrants=entrants, until=until)
