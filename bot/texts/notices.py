"""Notices and refusals to people, as data.

`bot.texts` has a sentence for every member.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from rules.core.contract import Fact


class Notice(StrEnum):
    """Things that were done, for a private answer or the thread. The comments name the fields of `about`."""

    OPENED = "opened"  # table
    OPENED_WITHOUT_PICTURES = "opened-without-pictures"  # table, permissions (tuple of keys), channel
    OPENED_INVITING = "opened-inviting"  # table, name: for whom a seat is kept
    OPENED_PRIVATE = "opened-private"  # table
    OPENED_AS_POST = "opened-as-post"  # table, channel: in a forum
    SEATED = "seated"  # table, seat
    START_ASKED = "start-asked"  # table, name: who opened it, and is asked
    NOW_BANNED = "now-banned"  # name: may take no seat on the server from now on
    NOW_BANNED_PLAYS = "now-banned-plays"  # name, tables (tuple of names): the same, and still plays there
    COMPUTER_REMOVED = "computer-removed"  # table, seat
    REMOVED = "removed"  # table, name
    PLAYED = "played"  # cards
    DONE = "done"  # nothing: a pass or a move was made
    PLAYED_BEFORE = "played-before"  # nothing: this press was already handled
    AS_IT_IS = "as-it-is"  # nothing: the button was outdated; this is the table now
    RESIGNED = "resigned"  # table, seat, name: a computer plays on
    ASK_RESIGN = "ask-resign"  # table
    ASK_RESIGN_ALONE = "ask-resign-alone"  # table: only computers would be left
    ASK_CLOSE = "ask-close"  # table
    ASK_COMPUTERS = "ask-computers"  # table: no person sits there
    ASK_JOIN_BLOCKED = "ask-join-blocked"  # table, name (tuple): whom the person has blocked
    BLOCKED = "blocked"  # name
    NUDGED = "nudged"  # table, name: who was nudged
    UNBLOCKED = "unblocked"  # name (tuple)
    STARTED = "started"  # table
    CLOSED = "closed"  # table, name (who closed it)
    EXPIRED = "expired"  # table, hours: nobody started it
    ALL_LEFT = "all-left"  # table: nobody is left but computers
    CUP_DECIDED = "cup-decided"  # table: its cup has decided the match
    LEAGUE_ENTERED = "league-entered"  # name, season, until (seconds since the epoch)
    LEAGUE_WAITING = "league-waiting"  # name, season: all places are taken
    LEAGUE_LEFT = "league-left"  # name, season
    LEAGUE_ACT_DONE = "league-act-done"  # name, season: its message in the channel shows it
    TEMPLATE_KEPT = "template-kept"  # name
    TEMPLATE_WEEKLY = "template-weekly"  # name, at (seconds since the epoch): the next cup starts then
    TEMPLATE_NOT_WEEKLY = "template-not-weekly"  # name: no more cups are made of it by themselves
    TEMPLATE_DROPPED = "template-dropped"  # name
    DMS_CLOSED = "dms-closed"  # nothing: your DMs are closed, My hand always works
    REMATCH_WAITS = "rematch-waits"  # table (the new one), name (tuple of those who are still asked)
    REMATCH_ROOM = "rematch-room"  # table (the new one): a seat is free
    REMATCH_BEGUN = "rematch-begun"  # table (the new one): the person sits there
    REMATCH_WITHOUT = "rematch-without"  # table (the new one): the person does not
    REMATCH_OTHER = "rematch-other"  # table (the new one), name: who has asked for another rematch
    READY = "ready"  # at: the time of the next deal, if others are not ready, too
    PROPOSED = "proposed"  # table
    PACE_SET = "pace-set"  # table
    SEAT_OPENED = "seat-opened"  # table, seat, name: missed its deadlines, or the opener opened it
    DEPARTED = "departed"  # table, seat, name: has left the server
    SEAT_TAKEN = "seat-taken"  # table, seat, name
    ASKED_FOR_SEAT = "asked-for-seat"  # table, seat, until (seconds since the epoch)
    SEAT_LEFT = "seat-left"  # table, seat: for its last holder, in place of the hand: it is open
    HAND_ELSEWHERE = "hand-elsewhere"  # table: in the DM of somebody who plays from a private hand in the thread
    SEAT_PASSED = "seat-passed"  # table, seat: for its last holder: somebody else has it
    RESTS = "rests"  # table: nobody seated is present, so nothing is played
    LEFT_ALONE = "left-alone"  # table, seat, name: the last person has left, and the table waits for one
    RETURNED = "returned"  # table, seat, name
    NO_PRIVATE_THREAD = "no-private-thread"  # table, channel: Discord lets us open none for a private table in play
    NO_THREAD_NO_DM = "no-thread-no-dm"  # table, channel, name: and no direct message reaches this person there
    CHANNEL_GONE = "channel-gone"  # table: its channel was deleted
    MOVED = "moved"  # table, channel (a mention)
    PAUSED = "paused"  # nothing
    RESUMED = "resumed"  # table, name
    TABLE_CUP_PAUSED = "table-cup-paused"  # table
    TABLE_CUP_RESUMED = "table-cup-resumed"  # table
    AWAY = "away"  # table, name, until (seconds since the epoch)
    AWAY_PAUSED = "away-paused"  # name, until (seconds since the epoch): nobody else had to be asked for a pause
    BACK = "back"  # table, name
    FORFEITED = "forfeited"  # table, seat: lost the rubber for its side by missing the deadline
    ANNOUNCED = "announced"  # announcement: what the operator of the bot announces
    FORMER = "former"  # nothing: in place of the name of somebody who was erased
    ERASED = "erased"  # nothing: all that was stored about the person is gone
    BINDS = "binds"  # table, commitment: the code that fixes all deals after it
    BOUND = "bound"  # table, link: what the post with the code is good for, while no hand is over
    VERIFIED = "verified"  # hand, code (64 hex characters), link: deck and key give the code; compare it with the post
    VERIFIED_BY_POST = "verified-by-post"  # hand, code, link: deck and key give the code that the person has pasted
    VERIFIED_DIGEST = "verified-digest"  # hand, code: deck and salt give the recorded digest of an older table
    NOT_VERIFIED = "not-verified"  # hand, code (posted), found
    NOT_DEALT_SO = "not-dealt-so"  # hand, code: the key gives the code, but the deck or cut is not what follows from it


class Refusal(StrEnum):
    """The reason why something cannot be done. The comments name the fields of `about`."""

    NO_TABLE = "no-table"  # name ("" when none was given)
    LOST_TABLE = "lost-table"  # nothing: it was opened after the backup that was restored
    LOST_CUP = "lost-cup"  # nothing: it was created after the backup that was restored
    LOST_LEAGUE = "lost-league"  # nothing: it was created after the backup that was restored
    NO_TABLE_OF_YOURS = "no-table-of-yours"  # nothing
    GAME_NOT_INSTALLED = "game-not-installed"  # table, of_game (its code): the table waits for it
    PAST_GAME_NOT_INSTALLED = "past-game-not-installed"  # name (of a table, cup or league that is over), of_game
    NOT_AT_TABLE = "not-at-table"  # table
    DO_IT_THERE = "do-it-there"  # table, channel (a mention): it can only be done in the server of the table
    NOT_MEMBER = "not-member"  # table: the person is not in its server (any longer)
    SEAT_LOST = "seat-lost"  # table: the person no longer holds the seat there
    TOO_MANY_QUEUED = "too-many-laid"  # count: the most plays that may be queued for one turn
    NEVER_PLAYABLE = "never-playable"  # why (a fact of the game), cards: those of the hand
    CONDITION_NEVER_MET = "condition-never-met"  # nothing: of a play to queue; who leads is settled
    TABLE_FULL = "table-full"  # table
    SEAT_TAKEN = "seat-taken"  # seat, name
    SEAT_KEPT = "seat-kept"  # table, name (tuple): for whom it is kept
    NO_SEATS_TO_KEEP = "no-seats-to-keep"  # table, count: how many can be kept
    PRIVATE_TABLE = "private-table"  # table, name (of the opener)
    NOT_INVITED = "not-invited"  # table
    CANNOT_INVITE = "cannot-invite"  # name: a bot, or blocked by one of the two
    INVITED_THEMSELVES = "invited-themselves"  # nothing
    CANNOT_ORGANISE = "cannot-organise"  # name: a bot, or not in the server
    CANNOT_JOIN = "cannot-join"  # table: somebody there has blocked the person, who is not told so
    TOO_MANY_BLOCKED = "too-many-blocked"  # count: the most that one may block
    NOT_BLOCKABLE = "not-blockable"  # nothing: oneself, or a bot
    ALREADY_SEATED = "already-seated"  # table, seat
    NOT_SEATED = "not-seated"  # table
    NOT_OPENER = "not-opener"  # table, name (of the opener)
    NO_PARTNERS = "no-partners"  # table: each plays alone there
    PARTNERS_ALREADY = "partners-already"  # table, seat
    START_ASKED = "start-asked"  # table, name: who opened it, and was asked before
    NOT_STARTED = "not-started"  # table
    ALREADY_STARTED = "already-started"  # table
    EMPTY_SEATS = "empty-seats"  # table, count
    NO_COMPUTER = "no-computer"  # table
    TOO_MANY_SEATED = "too-many-seated"  # table, count (seats wanted), seated
    UNKNOWN_OPTION = "unknown-option"  # name
    SEATS_OF_GAME = "seats-of-game"  # games (the one that is wanted), seats (the numbers that it has), count (wanted)
    GAME_OVER = "game-over"  # table
    TABLE_CLOSED = "table-closed"  # table
    OF_CUP = "of-cup"  # table: it belongs to a cup, which decides that
    HAND_RUNS = "hand-runs"  # table, hand: shown when it is over
    HAND_CUT_SHORT = "hand-cut-short"  # table, hand: the table was closed, or the rubber lost, in the middle of it
    NO_TRICK = "no-trick"  # table, hand: no trick of it is finished yet
    NO_HAND = "no-hand"  # table, hand: no such finished hand
    UNKNOWN_GAME = "unknown-game"  # game (as it was typed)
    NO_LESSONS = "no-lessons"  # game (its name)
    GAME_NOT_HERE = "game-not-here"  # games (those of the server)
    NO_ADVICE = "no-advice"  # nothing: the table counts for ratings or a cup, or the person is no newcomer
    NOT_IN_THIS_GAME = "not-in-this-game"  # nothing: questions before a play are not offered
    BETWEEN_HANDS = "between-hands"  # table: the next hand is not dealt yet
    UNREADABLE_CARDS = "unreadable-cards"  # text
    AMBIGUOUS_CARD = "ambiguous-card"  # text, cards (tuple): those that it may mean
    MOVED_ALREADY = "moved-already"  # table, channel (a mention)
    MAY_NOT_WRITE = "may-not-write"  # channel (a mention): the person may not write there
    MISSING_PERMISSIONS = "missing-permissions"  # permissions (tuple of keys), channel
    NO_PRIVATE_THREADS = "no-private-threads"  # channel
    PRIVATE_ELSEWHERE = "private-elsewhere"  # channel (tuple of mentions): where private tables can be
    PRIVATE_NOT_STARTED = "private-not-started"  # table, channel: Discord lets us open no private thread there now
    TABLES_ELSEWHERE = "tables-elsewhere"  # channel (tuple of mentions): the only ones where tables may open
    MANAGERS_OPEN = "managers-open"  # nothing: only organisers may open tables
    NOT_ORGANISER = "not-organiser"  # nothing: only for the server's organisers
    BANNED = "banned"  # nothing: the person may take no seat on the server
    BANNED_FOR = "banned-for"  # reason: the same, as an organiser gave it
    THEY_ARE_BANNED = "they-are-banned"  # name: of somebody else
    NOT_TO_BAN = "not-to-ban"  # nothing: oneself, or a bot
    MANAGERS_STAY = "managers-stay"  # name: who manages the server cannot be banned
    NOT_MANAGER = "not-manager"  # nothing: only for who may manage the server
    HIDDEN_PROFILE = "hidden-profile"  # name: the person shows their profile to nobody
    COMPUTER_PROFILE = "computer-profile"  # nothing: a bot has no profile
    NOT_IN_SERVER = "not-in-server"  # nothing: only in a server
    MUTE = "mute"  # permissions (tuple of keys), channel: nothing can be posted there
    NOBODY_HERE = "nobody-here"  # nothing: somebody who is not in the server was chosen
    NOT_HERE = "not-here"  # nothing: only in a server's text channel
    UNKNOWN_MOMENT = "unknown-moment"  # text
    UNKNOWN_SPAN = "unknown-span"  # text
    MOMENT_OUT_OF_BOUNDS = "moment-out-of-bounds"  # text: too far ahead
    IN_THE_PAST = "in-the-past"  # nothing: a start or a deadline would be over
    SPAN_OUT_OF_BOUNDS = "span-out-of-bounds"  # text
    UNKNOWN_SCORE = "unknown-score"  # text
    NOT_TO_MENTION = "not-to-mention"  # role (a mention): the person may not mention it on Discord
    NOT_EVERYONE = "not-everyone"  # nothing: @everyone was chosen as a role
    UNKNOWN_BUTTON = "unknown-button"  # nothing: of another version of the bot
    UNKNOWN_COMMAND = "unknown-command"  # nothing: of another version of the bot
    OURS = "ours"  # reference: an error in the bot
    OURS_AFTERWARDS = "ours-afterwards"  # reference: the same, after something was stored
    DAMAGED = "damaged"  # nothing: the database is damaged; nothing is stored until its operator acts
    FORM_LATE = "form-late"  # nothing: a form could not be opened in time
    BUSY = "busy"  # nothing: the store did not accept it; nothing was lost, try again
    BUSY_HALFWAY = "busy-halfway"  # nothing: the store accepted only a part of it
    STOPPING = "stopping"  # nothing: the process is about to end; it will be back
    PAUSED = "paused"  # table
    PAUSED_BY_CUP = "paused-by-cup"  # table: only its organisers resume it
    NOT_PAUSED = "not-paused"  # table
    SAME_PACE = "same-pace"  # table: it is already the pace
    PROPOSAL_WAITS = "proposal-waits"  # table: another one is still open
    NO_PROPOSAL = "no-proposal"  # table: nothing is proposed any more
    NO_OPEN_SEAT = "no-open-seat"  # table
    NOBODY_THERE = "nobody-there"  # table, seat: no person sits there
    NOT_AWAY = "not-away"  # nothing: the person is away from no table
    HAS_SEEN_CARDS = "has-seen-cards"  # table: of the hand in play
    THEY_HAVE_SEEN = "they-have-seen"  # table: the same about somebody else
    THEY_SIT = "they-sit"  # table: somebody else sits there already
    JUST_JOINED = "just-joined"  # table, hours: the person has been in the server for less
    JOINED_UNKNOWN = "joined-unknown"  # table: it is unknown how long they have been in the server
    SEAT_ASKED = "seat-asked"  # table: the person has already asked for it
    SEAT_REFUSED = "seat-refused"  # table: the other side has said no in this hand
    NOT_ASKED = "not-asked"  # table: only the other side is asked
    ONLY_ORGANISERS = "only-organisers"  # table: only they may seat somebody else
    NOBODY_TO_NUDGE = "nobody-to-nudge"  # table: no person is on turn there
    OWN_TURN = "own-turn"  # table
    ALREADY_NUDGED = "already-nudged"  # table, seat (whose turn it is), name: who has nudged
    JUST_ON_TURN = "just-on-turn"  # table, seat
    CANNOT_NUDGE = "cannot-nudge"  # table, seat
    NOT_SILENT = "not-silent"  # table, seat, missed (deadlines in a row), after (how many it can be opened)
    TOO_FAST = "too-fast"  # at (seconds since the epoch): when it is allowed again
    TOO_OFTEN = "too-often"  # at: the same of a longer time than a minute
    ERASED_OFTEN = "erased-often"  # at (seconds since the epoch): when it is allowed again
    ASKED_OFTEN = "asked-often"  # at: when the person may ask somebody again whom they have asked often
    ASKED_A_STRANGER = "asked-a-stranger"  # at: the same, of somebody who has never used the bot
    TABLES_OF_PERSON = "tables-of-person"  # count: how many tables that are open the person has opened
    CUPS_OF_SERVER = "cups-of-server"  # count: how many cups go on in the server
    LEAGUES_OF_SERVER = "leagues-of-server"  # count: the same of leagues
    TABLES_OF_SERVER = "tables-of-server"  # count: how many tables are open in the server
    UNKNOWN_TIME = "unknown-time"  # text: no time of the day
    UNKNOWN_PACE = "unknown-pace"  # text: the part that is no time
    PACE_OUT_OF_BOUNDS = "pace-out-of-bounds"  # text: too long or too short
    TOO_MANY_PACES = "too-many-paces"  # count: the most of its own that a server may have
    UNKNOWN_ZONE = "unknown-zone"  # text: no time zone
    UNKNOWN_CODE = "unknown-code"  # nothing: not 64 hex characters


class Unrated(StrEnum):
    """The reason why a table does not count for ratings."""

    TOO_SHORT = "too-short"  # nothing
    NO_DEADLINE = "no-deadline"  # nothing


class AdviceReason(StrEnum):
    """A reason for a play, or the state of the trick once it is made."""

    WINS = "wins"  # nothing: it heads, and nobody plays after it
    UNBEATEN = "unbeaten"  # nothing: it heads, and no card that others may hold beats it
    YOU_HEAD = "you-head"  # nothing: it does not head, but the person's earlier play does
    PARTNER_HEADS = "partner-heads"  # nothing: nor does it, but the partner's does
    NONE_TAKES = "none-takes"  # nothing: nor does it, and no play that is allowed would
    SPARES = "spares"  # nothing: nor does it, though another play would


def fact(kind: StrEnum, paragraph: str = "", **about: Any) -> Fact:
    """A notice or refusal as a fact; `paragraph` only if a rule is the reason."""
    return Fact(kind, paragraph, about)


class RequestRefused(Exception):
    """A request is refused, for the reason `why`. `table_id`: the table that the response names people of and links.

    `holds`: whether the reason still holds at that table, as it is later; None: nobody knows.
    """

    def __init__(self, why: Fact, table_id: int | None = None, holds: Callable[[Any], bool] | None = None) -> None:
        super().__init__(why.kind)
        self.why = why
        self.table_id = table_id
        self.holds = holds
