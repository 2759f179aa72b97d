"""Refusals, reasons and notices in cups and leagues, as data.

`bot.texts` has a sentence for every member.
"""

from __future__ import annotations

from enum import StrEnum

from bot.texts.translator import KEYS_OF_FACTS


class CupRefusal(StrEnum):
    """The reason why something cannot be done in a cup. The comments name the fields of `about`."""

    NO_CUP = "no-cup"  # name (as it was typed)
    NO_CUP_HERE = "no-cup-here"  # nothing: none was meant, and none is there
    GAME_NOT_INSTALLED = "game-not-installed"  # name, of_game (its code): the cup waits for it
    RULES_WAIT = "rules-wait"  # name, of_game (its code): of a cup that is being made, or of a template
    WHICH_CUP = "which-cup"  # name (tuple): those that may be meant
    NAME_TAKEN = "name-taken"  # name: another running cup of the server has it
    NOT_FROM_HERE = "not-from-here"  # name, channel (a mention): only in the server of the cup
    NO_NAME = "no-name"  # nothing: the name cannot be read
    NO_DRAFT = "no-draft"  # nothing: the person is making no cup here
    NO_TEMPLATE = "no-template"  # name (as it was typed)
    UNKNOWN_WEEKLY = "unknown-weekly"  # text
    TOO_MANY_TEMPLATES = "too-many-templates"  # most
    NO_BRACKET = "no-bracket"  # nothing: there is no knock-out, or it has not begun
    FORMAT_SIZES = "format-sizes"  # least, most: the sizes that the format allows
    LEAST_ABOVE_MOST = "least-above-most"  # least, most: as they were chosen
    BAD_ROUNDS = "bad-rounds"  # least, most: the numbers of rounds that are possible
    BAD_QUALIFIERS = "bad-qualifiers"  # least, most: how many may qualify for the knock-out
    SEATS_OF_GAME = "seats-of-game"  # games (the one of the cup), seats (the numbers that it has)
    HANDS_OF_GAME = "hands-of-game"  # games (the one of the cup), choices (numbers of hands)
    BAD_HANDS = "bad-hands"  # least, most: how many hands a match may have
    BAD_REMEDY = "bad-remedy"  # nothing: that rule cannot decide such a case
    ROUND_TOO_SHORT = "round-too-short"  # hands, turns, seconds, needed, given (minutes)
    CUP_TOO_LONG = "cup-too-long"  # rounds, minutes (of one round), needed, given (minutes)
    NOT_SIGNING_UP = "not-signing-up"  # nothing: sign-up is over
    NOT_YET = "not-yet"  # at (seconds since the epoch): sign-up begins then
    ONLY_ROLES = "only-roles"  # roles (mentions): the person has none of these
    UNRELIABLE = "unreliable"  # least, percent: of plays in time
    UNKNOWN = "unknown"  # least, count (of turns that are still to be played), games (the one of the cup)
    NOT_IN_CUP = "not-in-cup"  # mention (of somebody who has not entered)
    UNKNOWN_SEEDS = "unknown-seeds"  # text: what is no mention among the seeds
    NO_SEEDS = "no-seeds"  # nothing: nobody is mentioned
    NOT_RUNNING = "not-running"  # nothing: the cup has not started, or is over
    OVER = "over"  # nothing: the cup is over
    PAUSED = "paused"  # nothing
    NOT_PAUSED = "not-paused"  # nothing
    ENTERED = "entered"  # nothing: the person is in the cup already
    NOT_ENTERED = "not-entered"  # nothing
    OUT = "out"  # nothing: the entrant plays no more
    BANNED = "banned"  # nothing: the person was banned from this cup
    NO_PAIRS = "no-pairs"  # nothing: the cup is not for pairs
    NOT_A_PAIR = "not-a-pair"  # nothing: as many different people as an entrant has are needed
    HAS_PARTNER = "has-partner"  # nothing
    NOT_ASKED = "not-asked"  # nothing: the person was not asked to be a partner
    ASKED_THEMSELVES = "asked-themselves"  # nothing
    NO_CHECK_IN = "no-check-in"  # nothing: this cup has none
    CHECKED_IN = "checked-in"  # nothing: the person has checked in before
    TOO_FEW = "too-few"  # count, least
    TOO_MANY = "too-many"  # count, most
    NO_LATE_ENTRY = "no-late-entry"  # nothing: its format admits none after the start
    UNDECIDED = "undecided"  # count: how many matches of the round are open
    ALL_PLAYED = "all-played"  # nothing: there is no further round
    BAD_PAIRING = "bad-pairing"  # nothing: not everybody plays exactly once
    BAD_BRACKET = "bad-bracket"  # choices: how many matches the round of a knock-out may have
    NOT_ALL_PLAYED = "not-all-played"  # nothing: rounds are left to play
    NO_MATCH = "no-match"  # match
    BYE = "bye"  # match
    HAS_TABLE = "has-table"  # match
    DECIDED = "decided"  # match
    ROUND_OVER = "round-over"  # match: a later round was paired on it
    BAD_SCORE = "bad-score"  # match
    IMPOSSIBLE_SCORE = "impossible-score"  # match, hands (that it may have), game, why (what is possible)
    IMPOSSIBLE_SCORE_OF_GAME = "impossible-score-of-game"  # match (a whole game), game, why
    NEEDS_WINNER = "needs-winner"  # match: in a knock-out
    NO_EVENTS = "no-events"  # nothing: the bot may create no events on the server
    NO_APPOINTMENTS = "no-appointments"  # nothing: matches of this cup begin at once
    NO_OPEN_MATCH = "no-open-match"  # nothing: the person has no match that waits for a time
    NOT_YOUR_MATCH = "not-your-match"  # match
    NO_TIMES = "no-times"  # nothing: none was proposed
    TOO_MANY_TIMES = "too-many-times"  # most
    TIME_TOO_SOON = "time-too-soon"  # minutes: no proposed time is nearer
    TIME_TOO_LATE = "time-too-late"  # until (seconds since the epoch): the match begins then at the latest
    NOT_PROPOSED = "not-proposed"  # nothing: nobody else proposes that time any more
    NO_TIME_YET = "no-time-yet"  # nothing: the match has no time
    POSTPONED_ONCE = "postponed-once"  # nothing: the side has done so before
    ALL_HAVE_TIMES = "all-have-times"  # nothing: no match waits for one
    TOO_MANY_SIGN_UPS = "too-many-sign-ups"  # most: as often has the person joined, asked or agreed
    TOO_MANY_TIME_CHANGES = "too-many-time-changes"  # match, most: as often has the person changed its time
    TOO_MANY_UNDONE = "too-many-undone"  # most
    NO_REASON = "no-reason"  # nothing: an organiser's act needs a reason
    NOTHING_TO_UNDO = "nothing-to-undo"  # nothing: no such act, or it was undone before
    PAIRED_ON_IT = "paired-on-it"  # nothing: a later round was paired on it
    BUILT_ON_IT = "built-on-it"  # nothing: a later act needs it


class RoleRefusal(StrEnum):
    """The reason why the winners of a cup were not given its role."""

    NOT_ALLOWED = "not-allowed"  # role (a mention)
    NO_ROLE = "no-role"  # role (a mention)
    POWERS = "powers"  # role (a mention): its members moderate or manage something
    NAMED = "named"  # role (a mention): `/setup` names it
    NOT_THEIRS = "not-theirs"  # role (a mention): whoever chooses it, or created the cup, may not give it on Discord


class CupNotice(StrEnum):
    """A direct message to one person of a cup."""

    PARTNER_LEFT = "partner-left"  # name, channel (a mention)
    PARTNER_OUT = "partner-out"  # name, channel (a mention)
    PARTNER_OUT_LATE = "partner-out-late"  # name, channel (a mention): another pair may come in
    EVENT_FORBIDDEN = "event-forbidden"  # nothing
    EVENT_REFUSED = "event-refused"  # nothing
    SERIES_STOPPED = "series-stopped"  # text, channel (a mention): the template, and where it is
    SERIES_UNSEEN = "series-unseen"  # text, channel (a mention)
    SERIES_NO_MAKER = "series-no-maker"  # text, name: whoever asked for it organises no more


class PairingReason(StrEnum):
    """The reason why a match is as it is."""

    SAME_POINTS = "same-points"  # points: top half against bottom half
    NEAR_POINTS = "near-points"  # points, others: nobody with the same points was left
    FIRST_MEETING = "first-meeting"  # nothing
    REMATCH = "rematch"  # count: earlier meetings; no pairing of all has fewer
    LOWEST_BYE = "lowest-bye"  # nothing: the lowest of those with the fewest byes
    BYE_AGAIN = "bye-again"  # count: earlier byes
    EVERYBODY_MEETS = "everybody-meets"  # round
    SECOND_TURN = "second-turn"  # round: of a round robin played twice, seats swapped
    RESTS = "rests"  # round: an odd number plays
    SEEDED = "seeded"  # seeds: of both
    SEEDED_BYE = "seeded-bye"  # seed: a full bracket needs more entrants
    WINNERS_MEET = "winners-meet"  # nothing: of neighbouring matches of the bracket
    NO_OPPONENT_LEFT = "no-opponent-left"  # nothing: the neighbouring match has no winner
    NEIGHBOURS = "neighbours"  # nothing: three neighbours in the standings
    SPREAD = "spread"  # nothing: one of each third by seed, in the first round
    FILLED = "filled"  # count: computers
    FEWER_FIRST = "fewer-first"  # nothing: who sat first less often sits first
    BY_HAND = "by-hand"  # nothing: paired by an organiser


class DecisionReason(StrEnum):
    """The reason why a match was decided as it was without being played to its end."""

    TIME_OVER = "time-over"  # nothing: all were there
    ONE_ABSENT = "one-absent"  # nothing
    BOTH_ABSENT = "both-absent"  # nothing
    LEFT = "left"  # nothing: left the server
    BANNED = "banned"  # nothing
    ERASED = "erased"  # nothing
    WITHDRAWN = "withdrawn"  # nothing
    BOT_OUT = "bot-out"  # nothing: the bot could not be reached
    ENOUGH_HANDS = "enough-hands"  # nothing: the score as it stands counts
    TOO_FEW_HANDS = "too-few-hands"  # nothing
    FORFEIT = "forfeit"  # nothing
    BOTH_LOSE = "both-lose"  # nothing
    REPLAY = "replay"  # nothing
    REPLAYED_ONCE = "replayed-once"  # nothing: no second replay
    BETTER_SEED = "better-seed"  # nothing: level after the extra hands of a knock-out


class PlaceReason(StrEnum):
    """The reason that separates a place in the standings from the one above."""

    FIRST = "first"  # nothing
    ROUND_REACHED = "round-reached"  # nothing: in the knock-out
    SEED = "seed"  # nothing: in the knock-out
    POINTS = "points"  # nothing
    BUCHHOLZ = "buchholz"  # nothing: without the lowest
    MUTUAL = "mutual"  # nothing
    SONNEBORN_BERGER = "sonneborn-berger"  # nothing
    RUNGS = "rungs"  # nothing
    LOT = "lot"  # nothing: drawn from the published seed
    STRUCK = "struck"  # nothing: withdrew before half of a round robin


KEYS_OF_FACTS.update(
    {
        CupRefusal: "refused.cup-",
        RoleRefusal: "refused.role-",
        CupNotice: "news.cup-",
        PairingReason: "news.cup-pairing-",
        DecisionReason: "news.cup-decision-",
        PlaceReason: "news.cup-place-",
    }
)


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
