"""The rounds of a cup: their matches, why these are paired so, and how some were decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.cups import round_pairing, scoring
from bot.cups.cup import Cup, CupEntry, Match
from bot.cups.cup_actions import AdjustMatch, DecideMatch, ReplayMatch
from bot.cups.cup_notices import DecisionReason
from bot.cups.match_decisions import CAUSES
from bot.cups.messages.cup_text import CupHead, MatchLine, MatchStatus, MatchTable, RoundTitle, page_of_lines
from bot.cups.messages.names import EntrantName, entrant_names
from bot.messages.kit.scene import Scene
from bot.runtime.time_units import SECOND
from bot.texts.notices import fact
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class CupRoundScene(Scene):
    """A page of the matches of a round; pages count from 0."""

    head: CupHead
    title: RoundTitle
    lines: tuple[MatchLine, ...]
    page: int = 0
    pages: int = 1
    dealt: int = 1
    """The number of rounds that there are so far."""

    @property
    def awaits_links(self) -> bool:
        """True if a thread of a table is still to be opened."""
        return any(line.state is MatchStatus.OPEN and line.table and not line.table.link for line in self.lines)


@dataclass(frozen=True, slots=True)
class CupWhyScene(Scene):
    """The reasons for a pairing, private. `seed`: the source of the lots of this pairing."""

    head: CupHead
    title: RoundTitle
    line: MatchLine
    reasons: tuple[Fact, ...]
    seed: str = ""


@dataclass(frozen=True, slots=True)
class CupDecisionScene(Scene):
    """A match that was decided, or begins anew (`state` is open), without having been played to its end.

    `by`: the organiser who decided it, "" if erased, with the `reason`; None: the rules of the cup.
    """

    head: CupHead
    title: RoundTitle
    line: MatchLine
    reasons: tuple[Fact, ...]
    by: str | None = None
    reason: str = ""
    undone: bool = False


ON_A_PAGE: Final = 10


class MatchPlace(NamedTuple):
    """A match, and its round, counted from 0."""

    round: int
    match: Match


def title_of(cup: Cup, at: int) -> RoundTitle:
    """Return the title of the round `at`, counted from 0."""
    matches = len(cup.rounds[at].matches) if cup.is_knock_out_round(at) else 0
    return RoundTitle(at + 1, max(cup.total_rounds, len(cup.rounds)), matches)


def round_scene(
    cup: Cup,
    names: Mapping[str, str],
    tables: Mapping[int, MatchTable],
    at: int | None = None,
    page: int | None = None,
    person: str = "",
) -> CupRoundScene | None:
    """Return a page of a round, from 0; None before the first. Usual: the last round, the page with one's own match."""
    if not cup.rounds:
        return None
    number = len(cup.rounds) - 1 if at is None else min(at, len(cup.rounds) - 1)
    lines = match_lines(cup, number, names, tables, person)
    own = next((place for place, line in enumerate(lines) if line.own), 0) // ON_A_PAGE
    shown = page_of_lines(lines, own if page is None else page, ON_A_PAGE)
    return CupRoundScene(
        CupHead(cup.id, cup.rules), title_of(cup, number), shown.lines, shown.page, shown.pages, len(cup.rounds)
    )


def match_lines(
    cup: Cup, at: int, names: Mapping[str, str], tables: Mapping[int, MatchTable], person: str = ""
) -> list[MatchLine]:
    """Return the matches of a round, without places of a bracket that nobody reached."""
    called, own = entrant_names(cup, names), own_entrant(cup, person)
    matches, appointed = cup.rounds[at].matches, cup.rules.appointments
    return [line_of(match, called, tables, own, appointed=appointed) for match in matches if match.entrants]


def own_entrant(cup: Cup, person: str) -> int | None:
    """Return the entrant of a person who has played in the cup."""
    found = next((one for one in cup.entrants if person and one.seed and person in one.people), None)
    return None if found is None else found.number


def line_of(
    match: Match,
    called: Mapping[int, EntrantName],
    tables: Mapping[int, MatchTable],
    own: int | None = None,
    *,
    appointed: bool = False,
) -> MatchLine:
    """Return a match as a line; `own`: the entrant of the person who asks. `appointed`: it begins at a set time."""
    result = match.result
    best = scoring.winner(match) if result else None
    return MatchLine(
        match.number,
        tuple(called[one] for one in match.entrants),
        _status(match),
        result.score if result else match.score if match.extras else (),
        tuple(one in result.absent for one in match.entrants) if result else (),
        tuple(one == best for one in match.entrants),
        tables.get(match.table) if match.table is not None else None,
        match.deadline // SECOND,
        match.entrants.index(own) if own is not None and own in match.entrants else -1,
        bool(match.extras) and result is None,
        match.appointment.at // SECOND if appointed and not match.extras else None,
    )


def _status(match: Match) -> MatchStatus:
    if not match.entrants:
        return MatchStatus.EMPTY
    if match.is_bye:
        return MatchStatus.BYE
    if match.result is None:
        return MatchStatus.OPEN
    if match.result.reason:
        return MatchStatus.ADJUSTED
    return MatchStatus.DECIDED if was_decided(match.result.why) else MatchStatus.PLAYED


def was_decided(why: tuple[str, ...]) -> bool:
    """Return whether reasons tell of a match that was not played to its end."""
    return bool(set(why) & {*CAUSES.values(), DecisionReason.FORFEIT, DecisionReason.BOTH_LOSE, DecisionReason.REPLAY})


def place_of(cup: Cup, number: int) -> MatchPlace | None:
    """Return the match with this number; None: there is none."""
    at = cup.round_of(number)
    match = None if at is None else cup.rounds[at].match(number)
    return None if at is None or match is None or not match.entrants else MatchPlace(at, match)


def why_scene(cup: Cup, number: int, names: Mapping[str, str]) -> CupWhyScene | None:
    """Return why a match is paired so; None: there is no such match."""
    place = place_of(cup, number)
    if place is None:
        return None
    return CupWhyScene(
        CupHead(cup.id, cup.rules),
        title_of(cup, place.round),
        line_of(place.match, entrant_names(cup, names), {}),
        round_pairing.reasons(cup, number),
        cup.rounds[place.round].seed,
    )


def decision_scene(
    cup: Cup, entry: CupEntry, names: Mapping[str, str], tables: Mapping[int, MatchTable]
) -> CupDecisionScene | None:
    """Return the notice of a decision, as the cup is now; None if the match was simply played, or is no more."""
    action = entry.action
    if not isinstance(action, DecideMatch | ReplayMatch | AdjustMatch):
        return None
    place = place_of(cup, action.match)
    why = () if isinstance(action, AdjustMatch) else action.why
    by = action.by if isinstance(action, AdjustMatch) else None
    if place is None or (by is None and not why):
        return None
    return CupDecisionScene(
        CupHead(cup.id, cup.rules),
        title_of(cup, place.round),
        line_of(place.match, entrant_names(cup, names), tables),
        tuple(fact(DecisionReason(one)) for one in why),
        None if by is None else names.get(by, ""),
        "" if by is None else getattr(action, "reason", ""),
        entry.seq in cup.undone,
    )
