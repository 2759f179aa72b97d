"""Refusals and notices in leagues, as data.

`bot.texts` has a sentence for every member.
"""

from __future__ import annotations

from enum import StrEnum

from bot.texts.translator import KEYS_OF_FACTS


class LeagueRefusal(StrEnum):
    """The reason why something cannot be done in a league. The comments name the fields of `about`."""

    OTHER_GAME = "other-game"  # games (the one of the league)
    NO_LEAGUE = "no-league"  # name (as it was typed)
    NO_LEAGUE_HERE = "no-league-here"  # nothing: none was meant, and none is there
    GAME_NOT_INSTALLED = "game-not-installed"  # name, of_game (its code): the league waits for it
    WHICH_LEAGUE = "which-league"  # name (tuple): those that may be meant
    NAME_TAKEN = "name-taken"  # name: another league of the server has it
    NOT_FROM_HERE = "not-from-here"  # name, channel (a mention): only in the server of the league
    BAD_SIZES = "bad-sizes"  # text (as it was typed), least, most: of a division
    TOO_MANY_DIVISIONS = "too-many-divisions"  # most
    BAD_MOVES = "bad-moves"  # moves, most: how many may go up and down
    NO_THREES = "no-threes"  # nothing: tables of three have no format for divisions
    ONLY_THREES = "only-threes"  # nothing: the cup is not of threes, and the league is
    NO_HOUR = "no-hour"  # nothing: rounds without a fixed time cannot be events
    NO_DIVISIONS = "no-divisions"  # nothing: a series has none, and nobody signs up for it
    NO_SERIES = "no-series"  # nothing: only a series takes cups
    OVER = "over"  # nothing: the league is over
    SEASON_GOES_ON = "season-goes-on"  # nothing: the season before is not over
    NO_SEASON = "no-season"  # nothing: no season is being played
    NOT_SIGNING_UP = "not-signing-up"  # nothing: nobody can sign up now
    ENTERED = "entered"  # nothing: the person is in the season already
    NOT_ENTERED = "not-entered"  # nothing
    TOO_MANY_SIGN_UPS = "too-many-sign-ups"  # most: as often has the person signed up, asked or agreed
    NO_PAIRS = "no-pairs"  # nothing: the league is not for pairs
    TOO_FEW = "too-few"  # count, least
    WRONG_CUP = "wrong-cup"  # nothing: it counts already, or the season has all its cups
    NOT_CLOSED = "not-closed"  # nothing: there is no end of a season that can be undone
    BAD_TABLES = "bad-tables"  # nothing: not everybody stands in the tables exactly once


class LeagueNotice(StrEnum):
    """A direct message to one person of a league."""

    PARTNER_LEFT = "partner-left"  # name, channel (a mention), until (seconds since the epoch)


KEYS_OF_FACTS.update({LeagueRefusal: "refused.league-", LeagueNotice: "news.league-"})
