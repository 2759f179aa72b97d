"""The messages of a cup: which there are, and how far each follows the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupEntry, CupStage
from bot.cups.cup_actions import CupAction
from bot.cups.messages.cup_end import end_scene
from bot.cups.messages.cup_news import (
    PersonalNote,
    announcement_scene,
    notes,
    restored_scene,
    role_refused_scene,
    series_scene,
)
from bot.cups.messages.cup_pairs import asked_scene, asking_entrant
from bot.cups.messages.cup_panel import panel_scene
from bot.cups.messages.cup_standings import standings_scene
from bot.cups.messages.round_sheet import decision_scene, round_scene
from bot.cups.notices import CupNotice
from bot.cups.publishing.competition_context import CupContext
from bot.cups.publishing.personal_messages import MatchMessage, match_messages
from bot.cups.winners import award_of
from bot.messages.kit.scene import Scene

IN_A_ROUND: Final = (
    cup_actions.OpenMatch,
    cup_actions.DecideMatch,
    cup_actions.ReplayMatch,
    cup_actions.ExtendMatch,
    cup_actions.AdjustMatch,
    cup_actions.UndoAct,
    cup_actions.ReplacePartner,
    cup_actions.CreditTime,
    cup_actions.MoveDeadline,
    cup_actions.ResumeCup,
    cup_actions.RestoreCup,
    cup_actions.ProposeTimes,
    cup_actions.AcceptTime,
    cup_actions.PostponeMatch,
    cup_actions.SetAppointment,
    cup_actions.LapseAppointment,
)
"""The actions that change what the messages of a round show."""


class CupPostKind(StrEnum):
    PANEL = "panel"
    ROUND = "round"
    DECISION = "decision"
    STANDINGS = "standings"
    END = "end"
    ANNOUNCEMENT = "announcement"
    ASKED = "asked"
    RESTORED = "restored"
    APPOINTMENT = "time"
    ROLE = "role"
    NOTE = "note"
    SERIES = "series"


class CupPost(NamedTuple):
    """A message of a cup. `since`: the entry that brought it; `seq`: the last entry that changes it.

    `round`: counted from 0. `told`, `note`: for one person alone.
    """

    kind: CupPostKind
    since: int
    seq: int
    round: int = 0
    told: MatchMessage | None = None
    note: PersonalNote | None = None

    @property
    def key(self) -> str:
        """Its name among the messages of the cup."""
        about = () if self.told is None else self.told[:3]
        return ".".join(map(str, (self.kind, self.since, *about)))


class _Span(NamedTuple):
    """The entries of a round: that of its pairing, and the last one that changed it.

    `corrected`: the last one that changed a result after the next round was paired; 0: none.
    """

    since: int
    last: int
    corrected: int = 0


def posts_of(cup: Cup) -> list[CupPost]:
    """Return the messages that a cup has now, in the order in which they are sent."""
    spans = _spans(cup)
    over = [at for at in range(len(spans)) if cup.rounds[at].is_decided]
    corrected = max((span.corrected for span in spans), default=0)
    found = [
        CupPost(CupPostKind.PANEL, 1, cup.seq),
        *_decisions(cup),
        *(
            CupPost(CupPostKind.STANDINGS, spans[at].since, max(spans[at].last, corrected * (at == over[-1])), at)
            for at in over
        ),
        *(CupPost(CupPostKind.ROUND, span.since, max(span.last, span.corrected), at) for at, span in enumerate(spans)),
        *_end(cup),
        *_news(cup),
        *(
            CupPost(CupPostKind.APPOINTMENT, message.since, message.seq, told=message)
            for message in match_messages(cup)
        ),
    ]
    followed = [*(span.since for span in spans[1:]), *(post.since for post in found if post.kind is CupPostKind.END)]
    in_order = sorted(found, key=lambda post: _position(post, followed))
    return [*_notes(cup), *in_order]  # the channel may refuse what follows


def _position(post: CupPost, followed: Sequence[int]) -> int:
    """Return the entry at which a post stands; `followed`: that which followed each round, such as the next pairing.

    Standings come with the last result of their round, also if one is corrected later.
    """
    if post.kind is not CupPostKind.STANDINGS:
        return post.since
    return min([post.seq, *followed[post.round : post.round + 1]])


def results_of(cup: Cup) -> list[CupPost]:
    """Return the messages that say how a cup stands, or ended."""
    return [post for post in posts_of(cup) if post.kind in (CupPostKind.STANDINGS, CupPostKind.END)]


def _notes(cup: Cup) -> Iterator[CupPost]:
    for note in notes(cup):
        if note.since not in cup.undone:
            yield CupPost(CupPostKind.NOTE, note.since, note.since, note=note)


def _spans(cup: Cup) -> list[_Span]:
    spans: list[_Span] = []
    for entry in cup.record:
        if isinstance(entry.action, cup_actions.PairRound):
            if entry.seq not in cup.undone:
                spans.append(_Span(entry.seq, entry.seq))
        elif spans and isinstance(entry.action, IN_A_ROUND):
            at = _corrected_round(cup, entry.action)
            if at is not None and at < len(spans) - 1:
                spans[at] = spans[at]._replace(corrected=entry.seq)
            else:
                spans[-1] = spans[-1]._replace(last=entry.seq)
    return spans


def _corrected_round(cup: Cup, action: CupAction) -> int | None:
    """Return the round, from 0, of which an act sets a result, or undoes that."""
    act = cup.record[action.to - 1].action if isinstance(action, cup_actions.UndoAct) else action
    return cup.round_of(act.match) if isinstance(act, cup_actions.AdjustMatch) else None


def _decisions(cup: Cup) -> Iterator[CupPost]:
    """Yield the decisions in rounds that there are; those that were undone say so."""
    undone_by = {entry.action.to: entry.seq for entry in cup.record if isinstance(entry.action, cup_actions.UndoAct)}
    there = False
    for entry in cup.record:
        if isinstance(entry.action, cup_actions.PairRound):
            there = entry.seq not in cup.undone
        elif _is_decision(entry.action) and (there or _holds(cup, entry)):
            yield CupPost(CupPostKind.DECISION, entry.seq, undone_by.get(entry.seq, entry.seq))


def _holds(cup: Cup, entry: CupEntry) -> bool:
    """Return whether an act set a result that still counts, also if a pairing after it was undone."""
    return isinstance(entry.action, cup_actions.AdjustMatch) and entry.seq not in cup.undone


def _is_decision(action: CupAction) -> bool:
    """Return whether a match was decided without being played to its end."""
    match action:
        case cup_actions.DecideMatch(why=why) | cup_actions.ReplayMatch(why=why):
            return bool(why)
    return isinstance(action, cup_actions.AdjustMatch)


def _end(cup: Cup) -> Iterator[CupPost]:
    last, award = cup.record[-1].seq, award_of(cup)
    for entry in cup.record:
        if isinstance(entry.action, cup_actions.EndCup) and entry.seq not in cup.undone:
            yield CupPost(CupPostKind.END, entry.seq, last)
        if award is not None and award.why and entry.action is award:
            yield CupPost(CupPostKind.ROLE, entry.seq, entry.seq)


def _news(cup: Cup) -> Iterator[CupPost]:
    """Yield what was announced, what a restore has lost, and the questions for partners that wait for an answer."""
    asked: dict[int, int] = {}
    for entry in cup.record:
        if isinstance(entry.action, cup_actions.Announce) and entry.seq not in cup.undone:
            yield CupPost(CupPostKind.ANNOUNCEMENT, entry.seq, entry.seq)
        if isinstance(entry.action, cup_actions.RestoreCup):
            yield CupPost(CupPostKind.RESTORED, entry.seq, entry.seq)
        if isinstance(entry.action, cup_actions.ReportSeries) and entry.action.why == CupNotice.SERIES_NO_MAKER:
            yield CupPost(CupPostKind.SERIES, entry.seq, entry.seq)
        if cup.stage is CupStage.SIGN_UP and (entrant := asking_entrant(cup, entry.seq)) is not None:
            asked[entrant.number] = entry.seq
    yield from (CupPost(CupPostKind.ASKED, seq, seq) for seq in asked.values())


def addressee(cup: Cup, key: str) -> str | None:
    """Return who sees a message of a cup alone, by its key; None: it stands in the channel."""
    kind, since, *about = key.split(".")
    match kind, about:
        case CupPostKind.APPOINTMENT, [_, entrant, place]:
            return cup.entrants[int(entrant)].people[int(place)]
        case CupPostKind.NOTE, []:
            return next((note.person for note in notes(cup) if note.since == int(since)), None)
    return None


def scene_of(cup: Cup, post: CupPost, context: CupContext) -> Scene | None:
    """Return what a public message shows; None: nothing any more."""
    match post.kind:
        case CupPostKind.PANEL:
            return panel_scene(cup, context.names)
        case CupPostKind.ROUND:
            return round_scene(cup, context.names, context.tables, post.round, 0)
        case CupPostKind.STANDINGS:
            return standings_scene(replace(cup, rounds=cup.rounds[: post.round + 1]), context.names, 0)
        case CupPostKind.END:
            return end_scene(cup, context.names)
        case CupPostKind.ANNOUNCEMENT:
            action = cup.record[post.since - 1].action
            return announcement_scene(cup, action, context.names) if isinstance(action, cup_actions.Announce) else None
        case CupPostKind.RESTORED:
            found = cup.record[post.since - 1].action
            return restored_scene(cup, found, context.names) if isinstance(found, cup_actions.RestoreCup) else None
        case CupPostKind.ASKED:
            return asked_scene(cup, post.since, context.names, context.ids)
        case CupPostKind.SERIES:
            report = cup.record[post.since - 1].action
            return series_scene(cup, report, context.names) if isinstance(report, cup_actions.ReportSeries) else None
        case CupPostKind.ROLE:
            return role_refused_scene(cup, context.ids)
        case CupPostKind.DECISION:
            return decision_scene(cup, cup.record[post.since - 1], context.names, context.tables)
        case CupPostKind.APPOINTMENT | CupPostKind.NOTE:
            return None
