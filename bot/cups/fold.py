"""The fold of a cup: it applies actions one by one, so that a record becomes a cup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from bot.cups import appointments, cup_actions, cup_rules, entering, rounds, scoring
from bot.cups.change_limits import cup_change_key, too_many_in_cup, with_change
from bot.cups.cup import CUP_HANDLERS, Cup, CupEntry, CupStage, handles
from bot.cups.cup_actions import CupAction
from bot.cups.notices import CupRefusal
from bot.ledger.entries import Entries
from bot.texts.notices import fact
from rules.core.contract import Fact

HANDLED: Final = (entering, rounds, appointments)
"""The modules whose handlers register themselves."""
UNDOABLE: Final = (
    cup_actions.StartCup,
    cup_actions.PairRound,
    cup_actions.DecideMatch,
    cup_actions.ReplayMatch,
    cup_actions.AdjustMatch,
    cup_actions.WithdrawEntrant,
    cup_actions.EnterLate,
    cup_actions.ReplacePartner,
    cup_actions.BanPerson,
    cup_actions.MoveDeadline,
    cup_actions.SetAppointment,
    cup_actions.PauseCup,
    cup_actions.ResumeCup,
    cup_actions.CancelCup,
    cup_actions.EndCup,
    cup_actions.Announce,
)
OF_A_PAIRING: Final = (
    cup_actions.OpenMatch,
    cup_actions.ReplayMatch,
    cup_actions.ExtendMatch,
    cup_actions.MoveDeadline,
    cup_actions.CreditTime,
    cup_actions.ProposeTimes,
    cup_actions.AcceptTime,
    cup_actions.DeclineTimes,
    cup_actions.PostponeMatch,
    cup_actions.SetAppointment,
    cup_actions.LapseAppointment,
    cup_actions.RemindMatch,
    cup_actions.AttendMatch,
)
TOLD_WITHOUT_REASON: Final = (
    cup_actions.ResumeCup,
    cup_actions.WithdrawEntrant,
    cup_actions.MissEvent,
    cup_actions.StopSeries,
)
"""The acts that the log has also without words of an organiser."""
FALLING: Final[Mapping[type[CupAction], tuple[type[CupAction], ...]]] = {
    cup_actions.PairRound: OF_A_PAIRING,
    cup_actions.EndCup: (cup_actions.AwardRole,),
}


def create(cup_id: int, action: cup_actions.CreateCup, at: int = 0) -> Cup | Fact:
    entry = CupEntry(1, action, at)
    return cup_rules.invalid(action.rules) or Cup(cup_id, action.by, action.rules, record=Entries((entry,)))


def fold_actions(cup_id: int, actions: Iterable[CupAction]) -> Cup:
    """Return the cup of actions without their times. Raises ValueError if they are no record."""
    return fold_record(cup_id, (CupEntry(seq, action) for seq, action in enumerate(actions, 1)))


def fold_record(cup_id: int, entries: Iterable[CupEntry]) -> Cup:
    """Return the cup of a record. Raises ValueError if the record is invalid."""
    cup: Cup | None = None
    for entry in entries:
        after = _next(cup_id, cup, entry)
        if isinstance(after, Fact):
            raise ValueError(f"cup {cup_id}, entry {entry.seq}: {after.kind}")
        cup = after
    if cup is None:
        raise ValueError(f"the record of cup {cup_id} is empty")
    return cup


def _next(cup_id: int, cup: Cup | None, entry: CupEntry) -> Cup | Fact:
    if cup is not None:
        return _apply(cup, entry.action, entry.at)
    if not isinstance(entry.action, cup_actions.CreateCup):
        raise ValueError(f"the record of cup {cup_id} does not begin with its creation")
    return create(cup_id, entry.action, entry.at)


def do(cup: Cup, action: CupAction, at: int = 0) -> Cup | Fact:
    """Return the cup after an action at `at` (ms since the epoch), or the refusal (then nothing has changed)."""
    after = _apply(cup, action, at)
    if isinstance(after, Fact):
        return after
    return fact(CupRefusal.NO_REASON) if _lacks_reason(action) else _later_refusal(cup, action) or after


def _lacks_reason(action: CupAction) -> bool:
    """Return whether an organiser has given no reason for an act that needs one; going on needs none."""
    if isinstance(action, cup_actions.ResumeCup):
        return False
    return getattr(action, "by", None) is not None and getattr(action, "reason", "given") == ""


def _later_refusal(cup: Cup, action: CupAction) -> Fact | None:
    """Return why an act that old records may have is refused now; None: it is not."""
    match action:
        case cup_actions.PairRound():
            return rounds.leads_nowhere(cup, action.matches)
        case cup_actions.AdjustMatch():
            return scoring.impossible_result(cup, action)
    return too_many_in_cup(cup.changes, action)


def _apply(cup: Cup, action: CupAction, at: int) -> Cup | Fact:
    """Return the cup after an action. A reason may be missing: those about erased people are."""
    after = CUP_HANDLERS[type(action)](cup, action)
    if isinstance(after, Fact):
        return after
    record = cup.record.with_entry(CupEntry(cup.seq + 1, action, at))
    return replace(after, record=record, changes=with_change(cup.changes, cup_change_key(action)))


@handles(cup_actions.CreateCup)
def _create(cup: Cup, _: cup_actions.CreateCup) -> Fact:
    return fact(CupRefusal.NOT_SIGNING_UP if cup.stage is not CupStage.SIGN_UP else CupRefusal.ENTERED)


@handles(cup_actions.Announce)
@handles(cup_actions.RestoreCup)
@handles(cup_actions.MissEvent)
@handles(cup_actions.StopSeries)
@handles(cup_actions.ReportSeries)
def _note(cup: Cup, _: CupAction) -> Cup:
    return cup


@handles(cup_actions.UndoAct)
def _undo(cup: Cup, action: cup_actions.UndoAct) -> Cup | Fact:
    if not 1 <= action.to <= cup.seq or action.to in cup.undone:
        return fact(CupRefusal.NOTHING_TO_UNDO)
    if not _is_undoable(cup.record[action.to - 1].action):
        return fact(CupRefusal.NOTHING_TO_UNDO)
    later = [entry for entry in cup.record[action.to :] if entry.seq not in cup.undone]
    undone = cup.record[action.to - 1].action
    is_paired_on = any(isinstance(entry.action, cup_actions.PairRound) for entry in later)
    if is_paired_on and not _is_correction(cup, undone):
        return fact(CupRefusal.PAIRED_ON_IT)
    after = _fold_without(cup, cup.undone | {action.to, *_dependent_entries(undone, later)})
    return fact(CupRefusal.PAIRED_ON_IT) if is_paired_on and isinstance(after, Fact) else after


def _is_correction(cup: Cup, action: CupAction) -> bool:
    """Return whether an act has set a result on which no pairing depends."""
    return cup.rules.is_round_robin and isinstance(action, cup_actions.AdjustMatch)


def undoable(cup: Cup, most: int) -> list[CupEntry]:
    """Return the entries that can be undone now, the newest first. So many are tried at most: each is a fold."""
    found: list[CupEntry] = []
    for entry in islice(_candidates(cup), most):
        if isinstance(_undo(cup, cup_actions.UndoAct(cup.by, entry.seq, "")), Cup):
            found.append(entry)
    return found


def _candidates(cup: Cup) -> Iterator[CupEntry]:
    """Yield the entries that may perhaps be undone, the newest first."""
    is_paired_on = False
    for entry in reversed(cup.record):
        if entry.seq in cup.undone or not _is_undoable(entry.action):
            continue
        if not is_paired_on or _is_correction(cup, entry.action):
            yield entry
        is_paired_on |= isinstance(entry.action, cup_actions.PairRound)


def _is_undoable(action: CupAction) -> bool:
    """Return whether an act can be undone at all: what was played to its end can only be adjusted."""
    return isinstance(action, UNDOABLE) and not (isinstance(action, cup_actions.DecideMatch) and not action.why)


def _dependent_entries(action: CupAction, later: Iterable[CupEntry]) -> set[int]:
    """Return the entries that go with a pairing, its tables and deadlines, or with an end."""
    falling = FALLING.get(type(action), ())
    return {entry.seq for entry in later if isinstance(entry.action, falling)}


def _fold_without(cup: Cup, undone: frozenset[int]) -> Cup | Fact:
    """Return the cup as if these entries had never been."""
    left = Cup(cup.id, cup.by, cup.rules)
    for entry in cup.record[1:]:
        if entry.seq in undone or isinstance(entry.action, cup_actions.UndoAct):
            continue
        left = replace(left, record=cup.record.first(entry.seq - 1))  # whose length tells since when a match is played
        after = CUP_HANDLERS[type(entry.action)](left, entry.action)
        if isinstance(after, Fact):
            return fact(CupRefusal.BUILT_ON_IT)
        left = after
    return replace(left, record=cup.record, undone=undone, started=cup.started)


def log(cup: Cup) -> tuple[CupEntry, ...]:
    """Return the acts of organisers, and what was decided without being played, for entrants to read."""
    return tuple(entry for entry in cup.record if _is_told(entry.action))


def _is_told(action: CupAction) -> bool:
    if isinstance(action, cup_actions.DecideMatch | cup_actions.ReplayMatch):
        return bool(action.why)
    if isinstance(action, TOLD_WITHOUT_REASON):
        return True
    return getattr(action, "reason", "") != ""
