"""The actions in a cup, as values: a cup's record is the list of its actions.

People appear by their random key only, entrants by their number, matches by their number in the cup. `by` None: by the
clock. An organiser's act carries its reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args

from bot.cups import cup_rules
from bot.cups.cup_rules import CupRules
from bot.ledger.entries import Codec, FieldCodec

COMPUTER: Final = -1
"""The number of a computer that fills a table of three."""


class CreateCup(NamedTuple):
    """The first entry of every record."""

    by: str
    rules: CupRules


class JoinCup(NamedTuple):
    """A person enters. For pairs, `partner` is asked; "": whoever else looks for a partner."""

    by: str
    partner: str = ""


class LeaveCup(NamedTuple):
    """A person leaves before the start; a pair leaves as a whole."""

    by: str


class AskPartner(NamedTuple):
    by: str
    person: str


class AgreePartner(NamedTuple):
    """A person agrees to be the partner of `to`, who asked."""

    by: str
    to: str


class ReplacePartner(NamedTuple):
    """A reserve takes the place of half a pair."""

    by: str
    out: str
    person: str
    reason: str


class CheckIn(NamedTuple):
    by: str


class StartCup(NamedTuple):
    """Sign-up ends. `seed`: what lots are drawn from, published. `order`: entrants, the strongest first."""

    by: str | None
    seed: str
    order: tuple[int, ...] = ()


class PairRound(NamedTuple):
    """A round: the entrants of each match in the order of seats; the first deals first; one alone has a bye.

    In a knock-out the order is that of the bracket, and () is a place that nobody reached. `deadline`: ms since the
    epoch. `seed`: of this pairing. `by`: an organiser who paired by hand.
    """

    matches: tuple[tuple[int, ...], ...]
    deadline: int
    seed: str
    by: str | None = None
    reason: str = ""


class OpenMatch(NamedTuple):
    match: int
    table: int


class DecideMatch(NamedTuple):
    """A match ends. `score`: rungs of each entrant. `absent`: who loses by forfeit. `why`: reasons, empty if played.

    `winner` decides a level match of a knock-out.
    """

    match: int
    score: tuple[int, ...]
    absent: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    winner: int | None = None


class ReplayMatch(NamedTuple):
    """A match begins anew at another table."""

    match: int
    why: tuple[str, ...]
    deadline: int


class ExtendMatch(NamedTuple):
    """A level match of a knock-out goes on for a hand at another table. `hands`, `score`: played so far."""

    match: int
    hands: int
    score: tuple[int, ...]
    deadline: int


class AdjustMatch(NamedTuple):
    """An organiser sets the result of a match; the fields are those of `DecideMatch`."""

    by: str
    match: int
    score: tuple[int, ...]
    reason: str
    absent: tuple[int, ...] = ()
    winner: int | None = None


class UndoAct(NamedTuple):
    """An organiser undoes the entry `to`."""

    by: str
    to: int
    reason: str


class PauseCup(NamedTuple):
    by: str
    reason: str


class ResumeCup(NamedTuple):
    """The cup goes on; open deadlines move by `credit`, in ms. Only older records have a `reason`."""

    by: str
    reason: str = ""
    credit: int = 0


class WithdrawEntrant(NamedTuple):
    """An entrant leaves a running cup. `case`: a `cup_rules.Case`: withdrawn, left, banned, erased.

    `person`: of a pair the one who is the cause; "": unknown.
    """

    by: str | None
    entrant: int
    reason: str
    case: str = "withdrawn"
    person: str = ""


class EnterLate(NamedTuple):
    by: str
    people: tuple[str, ...]
    reason: str


class BanPerson(NamedTuple):
    by: str
    person: str
    reason: str


class MoveDeadline(NamedTuple):
    """The deadline of a match, or of all open matches (None), moves to `to`, ms since the epoch."""

    by: str
    to: int
    reason: str
    match: int | None = None


class ProposeTimes(NamedTuple):
    """A side proposes when to play, in place of what it proposed before. Times in ms since the epoch, as `made`."""

    by: str
    match: int
    times: tuple[int, ...]
    made: int = 0


class AcceptTime(NamedTuple):
    """A side accepts a time that another one proposed. `made`: when, ms since the epoch."""

    by: str
    match: int
    time: int
    made: int = 0


class DeclineTimes(NamedTuple):
    """A side can play at none of the times that others proposed."""

    by: str
    match: int


class PostponeMatch(NamedTuple):
    """The time of a match no longer holds, once for each side, which may propose `times`.

    `settle_at`: the cup sets the time then, ms since the epoch.
    """

    by: str
    match: int
    times: tuple[int, ...] = ()
    settle_at: int = 0


class SetAppointment(NamedTuple):
    """A match, or every one without a time (None), begins at `to`, ms since the epoch. `made`: when that was set."""

    by: str | None
    to: int
    reason: str = ""
    match: int | None = None
    made: int = 0


class LapseAppointment(NamedTuple):
    """A match could not begin at its time. `settle_at`: the cup sets another one then, ms since the epoch."""

    match: int
    settle_at: int


class RemindMatch(NamedTuple):
    """The people of a match are reminded that it begins at `to`, `lead` ms before."""

    match: int
    to: int
    lead: int


class AttendMatch(NamedTuple):
    """All have come to a match with an appointment."""

    match: int


class Announce(NamedTuple):
    """An organiser tells everybody in the cup something: `reason` is the text."""

    by: str
    reason: str


class RestoreCup(NamedTuple):
    """The record goes on from a backup that is older than what was played: `at`, ms since the epoch.

    `matches`: whose results are known to be lost, `rounds`: how many pairings.
    """

    at: int
    matches: tuple[int, ...] = ()
    rounds: int = 0


class CreditTime(NamedTuple):
    """Open deadlines move by `credit`, in ms: the tables could not be reached, or that of the `match` stood still.

    `quiet`: because of the quiet hours of who is on turn.
    """

    credit: int
    match: int | None = None
    quiet: bool = False


class CancelCup(NamedTuple):
    """`reason`: an organiser's words; by the clock, a `CupRefusal`."""

    by: str | None
    reason: str


class EndCup(NamedTuple):
    """All rounds are played."""


class AwardRole(NamedTuple):
    """The winners of an ended cup were given its role, and the winners before lost it, by their keys.

    `why`: a `RoleRefusal` of Discord; "": it was done. `end`: the number of the entry of that end, which may have been
    undone while Discord was asked; 0 in older records: the last end before it.
    """

    role: int
    given: tuple[str, ...]
    taken: tuple[str, ...] = ()
    why: str = ""
    end: int = 0


class MissEvent(NamedTuple):
    """Discord refused the event of the cup in the server's list. `why`: a `CupNotice`."""

    why: str


class StopSeries(NamedTuple):
    """No more cups are made each week of a template, since this one could not be shown. Only older records have it."""

    template: str


class ReportSeries(NamedTuple):
    """Something is amiss with the cups that are made each week of a template. `why`: a `CupNotice`."""

    template: str
    why: str


CupAction = (
    CreateCup | JoinCup | LeaveCup | AskPartner | AgreePartner | ReplacePartner | CheckIn | StartCup | PairRound
    | OpenMatch | DecideMatch | ReplayMatch | AdjustMatch | UndoAct | PauseCup | ResumeCup | WithdrawEntrant | EnterLate
    | BanPerson | MoveDeadline | CancelCup | EndCup | ExtendMatch | CreditTime | Announce
    | RestoreCup
    | ProposeTimes | AcceptTime | DeclineTimes | PostponeMatch | SetAppointment | LapseAppointment | RemindMatch
    | AttendMatch | AwardRole | MissEvent | StopSeries | ReportSeries
)  # fmt: skip

_NAMES: Final[Mapping[type[Any], str]] = {
    CreateCup: "create", JoinCup: "join", LeaveCup: "leave", AskPartner: "ask", AgreePartner: "agree",
    ReplacePartner: "replace", CheckIn: "check-in", StartCup: "start", PairRound: "pair", OpenMatch: "table",
    DecideMatch: "decide", ReplayMatch: "replay", AdjustMatch: "adjust", UndoAct: "undo", PauseCup: "pause",
    ResumeCup: "resume", WithdrawEntrant: "withdraw", EnterLate: "late", BanPerson: "ban", MoveDeadline: "deadline",
    CancelCup: "cancel", EndCup: "end", ExtendMatch: "extend", CreditTime: "credit",
    Announce: "announce", RestoreCup: "restored",
    ProposeTimes: "propose", AcceptTime: "accept", DeclineTimes: "decline", PostponeMatch: "postpone",
    SetAppointment: "appoint", LapseAppointment: "lapse", RemindMatch: "remind", AttendMatch: "attend",
    AwardRole: "award", MissEvent: "no-event", StopSeries: "stop-series",
    ReportSeries: "report-series",
}  # fmt: skip
"""The name of each action in records. It must never change."""
assert set(_NAMES) == set(get_args(CupAction))
CODEC: Final = Codec[CupAction](_NAMES, {"rules": FieldCodec(cup_rules.write, cup_rules.read)})
write: Final = CODEC.write
read: Final = CODEC.read
