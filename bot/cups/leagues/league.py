"""A league as it stands: its seasons, and who plays in which division."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from rpds import HashTrieMap

from bot.cups.change_limits import NO_CHANGES, ChangeKey
from bot.cups.cup_rules import EntrantKind
from bot.cups.leagues import divisions
from bot.cups.leagues.divisions import Places, everybody_in, people_in
from bot.cups.leagues.league_actions import LeagueAction, Tables
from bot.cups.leagues.league_rules import LeagueKind, LeagueRules
from bot.cups.leagues.season_sign_up import NO_SIGN_UP, PartnerRequest, SeasonSignUp
from bot.cups.notices import LeagueRefusal
from bot.ledger.entries import Entries, Entry, Handlers
from bot.texts.notices import fact
from rules.core.contract import Fact


class LeagueStage(StrEnum):
    GOING = "going"
    OVER = "over"


class SeasonStage(StrEnum):
    SIGN_UP = "sign-up"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"


class Season(NamedTuple):
    """`until`: the end of the sign-up. `divisions`: who plays where, since the start.

    `cups`: of the divisions, None: not created yet; of a series, those that count. `tables`: at the end. `since`: the
    entry that opened it. `early`: an organiser closed or cancelled it. `closed`: the entry
    that closed it; 0: none. `winners`: of the divisions at the end, as in `CloseSeason`.
    """

    number: int
    since: int
    stage: SeasonStage
    until: int = 0
    sign_up: SeasonSignUp = NO_SIGN_UP
    divisions: Tables = ()
    cups: tuple[int | None, ...] = ()
    tables: Tables = ()
    first_round: int = 0
    early: bool = False
    closed: int = 0
    winners: tuple[str, ...] | None = None

    @property
    def unwon(self) -> frozenset[int]:
        """The divisions that nobody has won, counted from 0: nobody goes up from them, and nobody down."""
        return frozenset(at for at, won in enumerate(self.winners or ()) if not won)

    @property
    def entrants(self) -> tuple[str, ...]:
        """The entrants who signed up, and people without a partner, in this order."""
        return self.sign_up.entrants

    @property
    def partner_requests(self) -> tuple[PartnerRequest, ...]:
        """The requests for partners that wait for an answer, the oldest first."""
        return self.sign_up.requests

    @property
    def people(self) -> frozenset[str]:
        """Everybody who signed up."""
        return frozenset(everybody_in(self.entrants))

    def entrant_of(self, person: str) -> str | None:
        return self.sign_up.entrant_of(person)

    @property
    def known_cups(self) -> tuple[int, ...]:
        return tuple(cup for cup in self.cups if cup is not None)


LeagueEntry = Entry[LeagueAction]
NO_ENTRIES: Final = Entries[LeagueEntry]()


@dataclass(frozen=True, slots=True)
class League:
    """`record`: all entries. `changes`: how often what `change_limits` names was done in the last season."""

    id: int
    by: str
    rules: LeagueRules
    stage: LeagueStage = LeagueStage.GOING
    seasons: tuple[Season, ...] = ()
    record: Entries[LeagueEntry] = NO_ENTRIES
    changes: HashTrieMap[ChangeKey, int] = field(default=NO_CHANGES, compare=False)

    @property
    def seq(self) -> int:
        return len(self.record)

    @property
    def is_series(self) -> bool:
        return self.rules.kind is LeagueKind.SERIES

    @property
    def is_of_pairs(self) -> bool:
        return self.rules.cup.entrants is EntrantKind.PAIRS

    @property
    def is_of_threes(self) -> bool:
        return self.rules.cup.entrants is EntrantKind.THREES

    @property
    def running_season(self) -> Season | None:
        return self._last_in(SeasonStage.RUNNING)

    @property
    def sign_up_season(self) -> Season | None:
        return self._last_in(SeasonStage.SIGN_UP)

    @property
    def ended_season(self) -> Season | None:
        """The last season that has ended."""
        return self._last_in(SeasonStage.ENDED)

    def _last_in(self, stage: SeasonStage) -> Season | None:
        return next((season for season in reversed(self.seasons) if season.stage is stage), None)

    def has_had(self, person: str) -> bool:
        """Return whether a person has ever signed up."""
        return any(season.entrant_of(person) is not None for season in self.seasons)

    def season(self, number: int) -> Season | None:
        return self.seasons[number - 1] if 1 <= number <= len(self.seasons) else None

    @property
    def kept_places(self) -> Tables:
        """For whom a place in each division is kept, by the last season that has ended."""
        return (
            divisions.kept_places(self.ended_season.tables, self.rules.moves, self.ended_season.unwon)
            if self.ended_season
            else ()
        )

    def complete(self, season: Season) -> tuple[str, ...]:
        """Return the entrants who signed up, without people who have no partner yet."""
        size = self.rules.cup.entrants.people
        return tuple(entrant for entrant in season.entrants if len(people_in(entrant)) == size)

    def places(self, season: Season) -> Places:
        """Return the divisions of a season as they would be if it started now."""
        return divisions.places(self.kept_places, self.complete(season), self.rules.sizes)


def _stage_refusal(league: League, _: tuple[LeagueStage, ...]) -> Fact | None:
    return fact(LeagueRefusal.OVER) if league.stage is LeagueStage.OVER else None


LEAGUE_HANDLERS: Final = Handlers[League, LeagueStage](_stage_refusal)
handles: Final = LEAGUE_HANDLERS.handles
