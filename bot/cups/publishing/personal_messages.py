"""Messages of cups and leagues to one person: a DM, else a mention in the channel of the cup or league.

Those about the times of matches follow the record. They wait for the end of quiet hours, unless the time is near.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from heapq import merge
from itertools import takewhile
from operator import attrgetter
from typing import Final, NamedTuple

from bot.cups import cup_actions
from bot.cups.appointments import needs_time
from bot.cups.cup import Cup, CupEntry, CupStage, Match
from bot.cups.cup_actions import CupAction
from bot.cups.cup_service import LoadedCup
from bot.cups.messages.appointment import CupAppointmentScene, appointment_scene
from bot.cups.messages.cup_news import CupNoteScene
from bot.cups.messages.league_pairs import LeagueNoteScene
from bot.cups.publishing.competition_publisher import CALL, MessageOfRecord, RowStates
from bot.discord_api.errors import DeliveryError, DmsTooFast, Later
from bot.members.preferences import ReminderChannel, quiet_until
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.message_state import MessageState
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.times import DAY
from bot.store import CupRow, LeagueRow

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


log = logging.getLogger(__name__)


class PersonalMessage(NamedTuple):
    """A message to a person, as it is after the entry `seq`. `home`: the cup or league."""

    person: str
    home: CupRow | LeagueRow
    scene: CupAppointmentScene | CupNoteScene | LeagueNoteScene
    seq: int


class PersonalStates(NamedTuple):
    """The states of a message to a person: of the DM, and of the mention that takes its place."""

    states: RowStates
    dm: MessageState
    call: MessageState

    @classmethod
    def of(cls, key: str, dm: MessageState, states: RowStates, known: Mapping[str, MessageOfRecord]) -> PersonalStates:
        """Return those of the message with a key; `known`: the rows of its record."""
        called = key + CALL
        return cls(states, dm, states.state_of(called, known.get(called)))

    async def settle(self, seq: int) -> None:
        """Note that there is no need of a DM any more."""
        await self.states.put(self.dm._replace(shown_seq=seq, attempted_seq=seq, attempted_at=None))


class PersonalMessages:
    """Sends messages to one person. A DM that cannot be sent holds up nothing else of the cup or league."""

    def __init__(self, rendering: RenderingContext) -> None:
        self._rendering = rendering

    async def is_quiet(self, person: str) -> bool:
        """Return whether a person has quiet hours now."""
        quiet = (await self._rendering.people.preferences(person)).quiet
        now = self._rendering.now()
        return quiet is not None and quiet_until(now, quiet) > now

    async def tell(self, told: PersonalMessage, to: PersonalStates, sender: IdempotentSender) -> None:
        """Send or edit the message. Raises DeliveryError if neither a DM nor a mention is possible."""
        if not await self._show(told, to.dm, sender):
            await self._call(told, to.call, sender)
            await to.settle(told.seq)

    async def _show(self, told: PersonalMessage, dm: MessageState, sender: IdempotentSender) -> bool:
        """Send or edit the DM; return whether that was possible. Raises Later."""
        reader = await self._rendering.people.reader(told.person, told.home.language)
        try:
            channel = dm.channel_id or await self._rendering.dm(told.person)
            await sender.show(dm, told.scene, reader, told.seq, channel)
        except DeliveryError as error:
            if isinstance(error, Later) and not isinstance(error, DmsTooFast) and error.place is None:
                raise
            log.info("%s: the direct message could not be sent: %s", dm.post, error)
            return False
        return True

    async def _call(self, told: PersonalMessage, state: MessageState, sender: IdempotentSender) -> None:
        """Mention the person in the channel, with the same message. Raises DeliveryError."""
        known = (await self._rendering.people.rows([told.person])).get(told.person)
        if known is None or known.discord_id is None:
            return
        home = told.home
        reader = await self._rendering.guilds.reader(home.guild_id, home.language)
        called = replace(told.scene, mention=known.discord_id)
        await sender.show(state, called, reader, told.seq, home.channel_id, mention=known.discord_id)


class AppointmentMessages:
    """Messages about the times of matches."""

    def __init__(self, rendering: RenderingContext, personal: PersonalMessages) -> None:
        self._rendering = rendering
        self._personal = personal

    async def is_held(self, cup: Cup, told: MatchMessage) -> bool:
        """Return whether a new message waits for the end of a person's quiet hours.

        A reminder shortly before a time on which their side agreed does not.
        """
        match, action = cup.match(told.match), _entry(cup, told).action
        is_soon = isinstance(action, cup_actions.RemindMatch) and action.lead < DAY
        if is_soon and match is not None and match.appointment.agreed:
            return False
        return await self._personal.is_quiet(_person(cup, told))

    async def is_unwanted(self, cup: Cup, told: MatchMessage) -> bool:
        """Return whether it is a reminder, and the person wants none."""
        wanted = (await self._rendering.people.preferences(_person(cup, told))).reminders
        return wanted is ReminderChannel.NONE and isinstance(_entry(cup, told).action, cup_actions.RemindMatch)

    def message(self, loaded: LoadedCup, told: MatchMessage, names: Mapping[str, str]) -> PersonalMessage | None:
        """Return what the person is told; None: nothing any more. What it tells goes once something has changed."""
        entry = _entry(loaded.cup, told) if told.is_news else None
        scene = appointment_scene(loaded.cup, names, told.match, told.entrant, entry)
        return None if scene is None else PersonalMessage(_person(loaded.cup, told), loaded.row, scene, told.seq)


def _person(cup: Cup, told: MatchMessage) -> str:
    return cup.entrants[told.entrant].people[told.place]


def _entry(cup: Cup, told: MatchMessage) -> CupEntry:
    return cup.record[told.since - 1]
