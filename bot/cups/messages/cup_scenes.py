"""The scenes of a cup: what each of its messages shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.cups.cup_notices import PlaceReason
from bot.cups.cup_rules import CupRules, Format
from bot.cups.messages.names import EntrantName, MatchTable
from bot.messages.kit.scene import Scene
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class CupHead:
    """The facts about a cup that all its scenes need."""

    cup: int
    rules: CupRules


class PanelStage(StrEnum):
    """The stage of a cup, as its panel shows it."""

    SIGN_UP = "sign-up"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    CANCELLED = "cancelled"


class RoundTitle(NamedTuple):
    """A round, counted from 1. `matches` of a knock-out round, which name it; 0: another round."""

    number: int
    rounds: int
    matches: int = 0


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


class MatchStatus(StrEnum):
    """The state of a match, and its end."""

    OPEN = "open"
    PLAYED = "played"
    DECIDED = "decided"
    """Without having been played to its end."""
    ADJUSTED = "adjusted"
    """By an organiser."""
    BYE = "bye"
    EMPTY = "empty"
    """A place of a bracket that nobody reached."""


class MatchLine(NamedTuple):
    """A match. `score`, `absent` and `won` in the order of `entrants`; `deadline` in seconds since the epoch.

    `own_at`: the place of the entrant of the person who asks; -1: another's match. `is_extra`: it was level, and goes
    on for another hand. `begins`: when its table opens, seconds since the epoch; 0: nobody knows yet; None: at once.
    """

    number: int
    entrants: tuple[EntrantName, ...]
    state: MatchStatus
    score: tuple[int, ...] = ()
    absent: tuple[bool, ...] = ()
    won: tuple[bool, ...] = ()
    table: MatchTable | None = None
    deadline: int = 0
    own_at: int = -1
    is_extra: bool = False
    begins: int | None = None

    @property
    def own(self) -> bool:
        return self.own_at >= 0


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


class TieBreakValue(NamedTuple):
    kind: PlaceReason
    value: Fraction


class PlaceLine(NamedTuple):
    """A place in the standings, and what separates it from the one above. `is_out`: plays no more.

    `reached`: the matches of the knock-out round that it reached, 0 if it won the last; None: it was in no knock-out.
    """

    place: int
    name: EntrantName
    points: Fraction
    values: tuple[TieBreakValue, ...]
    reason: PlaceReason
    reached: int | None = None
    is_out: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class CupStandingsScene(Scene):
    """A page of the standings; pages count from 0."""

    head: CupHead
    lines: tuple[PlaceLine, ...]
    after: int
    """The number of rounds that are over."""
    rounds: int
    page: int = 0
    pages: int = 1
    mine: PlaceLine | None = None
    """The line of the person who asks, if it is on another page."""


class OwnPart(StrEnum):
    """A person's part in a cup."""

    NOT_IN = "not-in"
    ALONE = "alone"
    """Without a partner yet."""
    WAITING = "waiting"
    IN = "in"
    CHECKED_IN = "checked-in"
    PLAYING = "playing"
    RESTING = "resting"
    """Its match of the round is over, or it has none."""
    DONE = "done"
    """The same in the last round."""
    OUT = "out"
    OVER = "over"
    """The cup is over, or was cancelled."""


class RoundLine(NamedTuple):
    title: RoundTitle
    match: MatchLine


@dataclass(frozen=True, slots=True)
class CupMineScene(Scene):
    """A person's own page of a cup, private. `number`: on the waiting list, from 1."""

    head: CupHead
    part: OwnPart
    number: int = 0
    now: RoundLine | None = None
    before: tuple[RoundLine, ...] = ()
    """The rounds before, the newest first."""
    place: PlaceLine | None = None
    size: int = 0
    can_join: bool = False
    can_withdraw: bool = False
    pause: str | None = None
    """Why the organisers have paused the running cup, "" if that is not told; None: it is not paused."""


class ScheduleState(StrEnum):
    OVER = "over"
    PLAYED = "played"
    """It is played now."""
    COMING = "coming"


class ScheduleLine(NamedTuple):
    """A round. `until`: when it is over at the latest, seconds since the epoch; 0: nobody knows yet.

    `opponents` of the person who asks, as far as they are known.
    """

    title: RoundTitle
    state: ScheduleState
    until: int = 0
    opponents: tuple[EntrantName, ...] = ()
    own: int = 0
    """The time at which the person's own match begins, seconds since the epoch; 0: unknown."""


@dataclass(frozen=True, slots=True)
class CupScheduleScene(Scene):
    """A page of the rounds of a cup; pages count from 0."""

    head: CupHead
    lines: tuple[ScheduleLine, ...]
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class CupWithdrawScene(Scene):
    """The question "Are you sure?", before a person withdraws from a running cup."""

    head: CupHead


class TimeLine(NamedTuple):
    """A proposed time, seconds since the epoch. `by`: the others who take it; `own`: the person's side does."""

    at: int
    by: tuple[EntrantName, ...]
    own: bool


class AppointmentNews(NamedTuple):
    """The news of a message about an appointment. `by`: who did it; `reason`: an organiser's."""

    kind: str
    by: EntrantName | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CupAppointmentScene(Scene):
    """The time of a person's match, private, or with a `mention` of their Discord id. Times in seconds since the epoch.

    `at`: 0 if it has none. `settles`: when the cup sets one if the sides agree on none, to `fallback`; 0: it sets none.
    """

    head: CupHead
    title: RoundTitle
    line: MatchLine
    at: int
    lines: tuple[TimeLine, ...]
    settles: int
    fallback: int
    can_postpone: bool = False
    news: AppointmentNews | None = None
    mention: int | None = None

    def with_news(self, news: AppointmentNews) -> CupAppointmentScene:
        return replace(self, news=news)


class Seeker(NamedTuple):
    """Somebody without a partner: the number of the entrant, and the name."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class CupPartnerScene(Scene):
    """Ways to find a partner, private. `asked_by`: who asks this person; `asked`: whom this person asks, "" nobody."""

    head: CupHead
    asked_by: tuple[Seeker, ...] = ()
    asked: str = ""
    looking: tuple[str, ...] = ()
    """The others who look for a partner, and ask nobody."""
    partner: str = ""
    """The partner that the person has."""


class CupRulesPage(StrEnum):
    """The pages of a cup's rules."""

    PLAY = "play"
    POINTS = "points"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CupRulesScene(Scene):
    """A page of the rules of a cup. `usual_time` of a round and `whole_time` of the cup, in ms."""

    head: CupHead
    page: CupRulesPage
    usual_time: int
    whole_time: int
    tie_breaks: tuple[PlaceReason, ...] = ()


class CrossMark(StrEnum):
    """The result of a match in a cross table, for the entrant of the row."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    WON_UNPLAYED = "won-unplayed"
    LOST_UNPLAYED = "lost-unplayed"


class CrossRow(NamedTuple):
    """An entrant, and its results against each place, in the order of rounds; nothing: still to play."""

    place: int
    name: EntrantName
    cells: tuple[tuple[CrossMark, ...], ...]
    points: Fraction
    own: bool = False


@dataclass(frozen=True, slots=True)
class CupCrossScene(Scene):
    """A page of the cross table of a round robin; pages count from 0."""

    head: CupHead
    rows: tuple[CrossRow, ...]
    page: int = 0
    pages: int = 1


class BracketColumn(NamedTuple):
    """The matches of a knock-out round on a page, from top to bottom; None: not paired yet."""

    title: RoundTitle
    matches: tuple[MatchLine | None, ...]


@dataclass(frozen=True, slots=True)
class CupBracketScene(Scene):
    """A page of a bracket: up to three rounds that follow each other. The first page has the last rounds."""

    head: CupHead
    columns: tuple[BracketColumn, ...]
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class CupEndScene(Scene):
    """The end of a cup, for everybody: its winners. `ended_at`: seconds since the epoch."""

    head: CupHead
    winners: tuple[PlaceLine, ...]
    size: int
    ended_at: int
    role: int = 0
    """The role that the winners were given; 0: none."""


@dataclass(frozen=True, slots=True)
class CupAnnouncementScene(Scene):
    """An organiser's announcement to everybody in a cup; `by`: "" if erased."""

    head: CupHead
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class CupRestoredScene(Scene):
    """A cup goes on from a backup. `at`: of when, seconds since the epoch.

    `lost`: who met in the matches whose results are lost; `rounds`: how many are paired anew.
    """

    head: CupHead
    at: int
    lost: tuple[tuple[EntrantName, ...], ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class CupAskedScene(Scene):
    """A question in the channel: somebody was asked to be a partner. `entrant`: the number of who asks."""

    head: CupHead
    entrant: int
    by: str
    discord_id: int
    """Of the person who was asked."""


@dataclass(frozen=True, slots=True)
class CupNoteScene(Scene):
    """Something that one person is told: in a direct message, or with a `mention` of their Discord id."""

    head: CupHead
    told: Fact
    mention: int | None = None


class PastCup(NamedTuple):
    """A cup that has ended, in the hall of fame. `ended_at`: seconds since the epoch."""

    cup: int
    name: str
    ended_at: int
    size: int
    winners: tuple[EntrantName, ...]


@dataclass(frozen=True, slots=True)
class CupHallScene(Scene):
    """A page of the hall of fame of a server, the last cup first; pages count from 0."""

    guild: str
    lines: tuple[PastCup, ...]
    page: int = 0
    pages: int = 1


class DraftPage(StrEnum):
    """The pages on which a cup is made."""

    FORM = "form"
    TIME = "time"
    ENTRY = "entry"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class CupDraftScene(Scene):
    """The rules of a cup that is being made, private to the organiser. Times in ms.

    `refused`: why there can be no such cup. `leave_out`: formats that the sizes do not allow.
    """

    rules: CupRules
    page: DraftPage
    choices: Mapping[str, tuple[str, ...]]
    """Those of all pages, by the names of the rules' fields; see `bot.cups.drafts`."""
    usual_time: int
    turns: int
    rounds: int
    """With the most entrants."""
    whole_time: int
    refused: Fact | None = None
    leave_out: tuple[Format, ...] = ()
    high_role: bool = False
    """True if the bot may not give the role of the winners."""
    shown_to_all: bool = False
    """True if private tables are wished, and the bot may open no private threads."""
