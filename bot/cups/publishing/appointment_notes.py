"""Messages about the times of matches: whom they are for, and what waits for the end of quiet hours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.cups import cup_actions
from bot.cups.cup import Cup, CupEntry
from bot.cups.cup_service import LoadedCup
from bot.cups.messages.appointment_words import MatchMessage, appointment
from bot.cups.publishing.personal_messages import PersonalMessage, PersonalMessages
from bot.members.preferences import ReminderChannel
from bot.publishing.rendering_context import RenderingContext
from bot.runtime.time_units import DAY

KIND: Final = "time"
"""The beginning of the keys of these messages."""


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
        scene = appointment(loaded.cup, names, told.match, told.entrant, entry)
        return None if scene is None else PersonalMessage(_person(loaded.cup, told), loaded.row, scene, told.seq)


def _person(cup: Cup, told: MatchMessage) -> str:
    return cup.entrants[told.entrant].people[told.place]


def _entry(cup: Cup, told: MatchMessage) -> CupEntry:
    return cup.record[told.since - 1]
