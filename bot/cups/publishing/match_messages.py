"""Messages about the times of matches: who is told of what, and how far each follows the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from heapq import merge
from itertools import takewhile
from operator import attrgetter
from typing import Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.appointments import needs_time
from bot.cups.cup import Cup, CupEntry, CupStage, Match
from bot.cups.cup_actions import CupAction

BY_SIDES: Final = (
    cup_actions.ProposeTimes,
    cup_actions.AcceptTime,
    cup_actions.DeclineTimes,
    cup_actions.PostponeMatch,
)
BY_CUP: Final = (
    cup_actions.SetAppointment,
    cup_actions.LapseAppointment,
    cup_actions.RemindMatch,
    cup_actions.ReplayMatch,
)
OF_ALL: Final = (
    cup_actions.MoveDeadline,
    cup_actions.CreditTime,
    cup_actions.ResumeCup,
    cup_actions.ReplacePartner,
    cup_actions.WithdrawEntrant,
    cup_actions.BanPerson,
    cup_actions.UndoAct,
)
"""The actions that change what is shown of every match."""


class MatchMessage(NamedTuple):
    """A message to one person about a match. `since`: the entry of which it tells; `seq`: the last that changes it.

    `place`: of the person among those of the entrant. `is_news`: nothing was done about the match since.
    """

    match: int
    entrant: int
    place: int
    since: int
    seq: int
    is_news: bool = True


def match_messages(cup: Cup) -> list[MatchMessage]:
    """Return the messages about matches that wait for their times: what others did makes a new one."""
    waiting = [match for match in cup.open_matches if needs_time(cup, match)]
    if not waiting or cup.stage is not CupStage.RUNNING:
        return []
    entries = [entry for entry in _entries_of_round(cup) if entry.seq not in cup.undone]
    changed = next((entry.seq for entry in entries if isinstance(entry.action, OF_ALL)), 0)
    about = _entries_by_match(entries)
    found = (_messages_of_match(cup, match, _merge(about[match.number], about[None]), changed) for match in waiting)
    return [message for messages in found for message in messages]


def _entries_by_match(entries: list[CupEntry]) -> dict[int | None, list[CupEntry]]:
    """Return the entries about the times of matches by these; None: of those about all."""
    about: dict[int | None, list[CupEntry]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.action, (*BY_SIDES, *BY_CUP)):
            about[entry.action.match].append(entry)
    return about


def _merge(own: list[CupEntry], of_all: list[CupEntry]) -> list[CupEntry]:
    """Return both, the last first, as they are."""
    return list(merge(own, of_all, key=attrgetter("seq"), reverse=True))


def _entries_of_round(cup: Cup) -> list[CupEntry]:
    """Return the entries of the round that is played, the last first."""
    return list(takewhile(lambda entry: not _is_pairing(cup, entry), reversed(cup.record)))


def _is_pairing(cup: Cup, entry: CupEntry) -> bool:
    return isinstance(entry.action, cup_actions.PairRound) and entry.seq not in cup.undone


def _messages_of_match(cup: Cup, match: Match, own: list[CupEntry], changed: int) -> Iterator[MatchMessage]:
    seq = max([match.since, changed, *(entry.seq for entry in own[:1])])
    for number in match.people:
        entrant = cup.entrants[number]
        since = next((entry.seq for entry in own if _tells(match, entry.action, entrant.people)), match.since)
        if entrant.is_in:
            is_news = not own or own[0].seq == since
            yield from (
                MatchMessage(match.number, number, place, since, seq, is_news) for place in range(len(entrant.people))
            )


def _tells(match: Match, action: CupAction, people: tuple[str, ...]) -> bool:
    """Return whether an act is news for these people, whose side did not do it."""
    if isinstance(action, BY_CUP):
        return True
    if isinstance(action, cup_actions.AcceptTime) and match.appointment.at != action.time:
        return False
    return isinstance(action, BY_SIDES) and action.by not in people
