"""The actions in a league, as values: a league's record is the list of its actions.

People appear by their random key only, divisions by their number from 0. `by` None: by the clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from bot.cups.leagues import league_rules
from bot.cups.leagues.league_rules import LeagueRules
from bot.ledger.entries import Codec, FieldCodec

Tables = tuple[tuple[str, ...], ...]
"""The entrants of each division (`bot.cups.leagues.divisions`), the top division and the best first."""


class CreateLeague(NamedTuple):
    """The first entry of every record."""

    by: str
    rules: LeagueRules


class OpenSeason(NamedTuple):
    """A season begins: with its sign-up until then (ms since the epoch), or at once in a series."""

    by: str | None
    until: int = 0


class EnterSeason(NamedTuple):
    """A person signs up: takes their kept place, or comes after everybody who has one."""

    by: str


class LeaveSeason(NamedTuple):
    """A person takes back their sign-up; their partner stays in without one."""

    by: str


class AskSeasonPartner(NamedTuple):
    """A person who has signed up for a season of pairs asks somebody to be the partner, in place of who was asked."""

    by: str
    person: str


class AgreeSeasonPartner(NamedTuple):
    """A person agrees to be the partner of `to`, who asked."""

    by: str
    to: str


class StartSeason(NamedTuple):
    """Sign-up ends. `first_round`: when the first round opens, ms since the epoch; 0: at once."""

    by: str | None
    divisions: Tables
    first_round: int = 0


class NoteDivision(NamedTuple):
    """The cup of a division was created."""

    division: int
    cup: int


class AddCup(NamedTuple):
    """A cup counts for the season of a series."""

    by: str
    cup: int


class CloseSeason(NamedTuple):
    """A season is over. `tables`: as it ended; of a series, one table. `reason`: an organiser's.

    `winners`: the entrant who has won each division, "": nobody; None: of a series, or older than this field.
    """

    by: str | None
    tables: Tables
    reason: str = ""
    winners: tuple[str, ...] | None = None


class ReopenSeason(NamedTuple):
    """A cup was changed after the end of its season, which has to end anew."""


class CancelSeason(NamedTuple):
    """A season is not played. `reason`: an organiser's words; by the clock, a `LeagueRefusal`."""

    by: str | None
    reason: str


class EndLeague(NamedTuple):
    by: str
    reason: str


LeagueAction = (
    CreateLeague | OpenSeason | EnterSeason | LeaveSeason | AskSeasonPartner | AgreeSeasonPartner
    | StartSeason | NoteDivision | AddCup | CloseSeason | ReopenSeason | CancelSeason | EndLeague
)  # fmt: skip

_NAMES: Final[Mapping[type[Any], str]] = {
    CreateLeague: "create", OpenSeason: "open", EnterSeason: "enter", LeaveSeason: "leave", AskSeasonPartner: "ask",
    AgreeSeasonPartner: "agree", StartSeason: "start",
    NoteDivision: "division", AddCup: "cup", CloseSeason: "close", ReopenSeason: "reopen", CancelSeason: "cancel",
    EndLeague: "end",
}  # fmt: skip
"""The name of each action in records. It must never change."""
assert set(_NAMES) == set(get_args(LeagueAction))
CODEC: Final = Codec[LeagueAction](_NAMES, {"rules": FieldCodec(league_rules.write, league_rules.read)}, is_whole=True)
write: Final = CODEC.write
read: Final = CODEC.read
