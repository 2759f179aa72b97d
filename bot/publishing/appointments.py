"""Messages about the times of matches: a DM to each person, else a mention in the cup's channel."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.competitions import cup_actions
from bot.competitions.cup import Cup, CupEntry
from bot.competitions.service import LoadedCup
from bot.discord_api.errors import DeliveryError, DmsTooFast, Later
from bot.members.preferences import ReminderChannel
from bot.members.quiet_hours import quiet_until
from bot.presentation.cups.appointments import Told, appointment
from bot.presentation.cups.scenes import CupAppointmentScene
from bot.publishing.message_state import MessageState
from bot.publishing.messenger import Messenger
from bot.publishing.rendering_context import RenderingContext
from bot.tables.terms import DAY

log = logging.getLogger(__name__)

KIND: Final = "time"
"""The beginning of the keys of these messages."""
CALL: Final = ".call"
"""The end of the key of the mention that is sent if there can be no DM."""


class AppointmentMessages:
    """Shows people the times of their matches. What cannot be sent holds up nothing else of the cup."""

    def __init__(self, rendering: RenderingContext) -> None:
        self._rendering = rendering

    async def channel_of(self, loaded: LoadedCup, post: str) -> int:
        """Return the channel of a post of a cup: that of the cup, or somebody's DM. Raises DeliveryError."""
        _, _, kind, *about = post.split(".")
        if kind != KIND or post.endswith(CALL):
            return loaded.row.channel_id
        entrant, place = map(int, about[-2:])
        return await self._rendering.dm(loaded.cup.entrants[entrant].people[place])

    async def is_held(self, cup: Cup, told: Told) -> bool:
        """Return whether a new message waits for the end of a person's quiet hours.

        A reminder shortly before a time on which their side agreed does not.
        """
        quiet = (await self._rendering.people.preferences(_person(cup, told))).quiet
        now = self._rendering.now()
        match, action = cup.match(told.match), _entry(cup, told).action
        is_soon = isinstance(action, cup_actions.RemindMatch) and action.lead < DAY
        if quiet is None or (is_soon and match is not None and match.appointment.agreed):
            return False
        return quiet_until(now, quiet) > now

    async def is_unwanted(self, cup: Cup, told: Told) -> bool:
        """Return whether it is a reminder, and the person wants none."""
        wanted = (await self._rendering.people.preferences(_person(cup, told))).reminders
        return wanted is ReminderChannel.NONE and isinstance(_entry(cup, told).action, cup_actions.RemindMatch)

    async def show(
        self, loaded: LoadedCup, told: Told, names: Mapping[str, str], dm: MessageState, messenger: Messenger
    ) -> bool:
        """Send or edit the DM; return whether that was possible. Raises Later."""
        person = _person(loaded.cup, told)
        scene = _scene(loaded.cup, told, names)
        if scene is None:
            return True
        reader = await self._rendering.people.reader(person, loaded.row.language)
        try:
            channel = dm.channel_id or await self._rendering.dm(person)
            await messenger.show(dm, scene, reader, told.seq, channel)
        except DeliveryError as error:
            if isinstance(error, Later) and not isinstance(error, DmsTooFast) and error.place is None:
                raise
            log.info("cup %s: the time of a match could not be sent: %s", loaded.cup.id, error)
            return False
        return True

    async def call(
        self, loaded: LoadedCup, told: Told, names: Mapping[str, str], state: MessageState, messenger: Messenger
    ) -> None:
        """Mention the person in the channel of the cup, with the same message. Raises DeliveryError."""
        person = _person(loaded.cup, told)
        known = (await self._rendering.people.named([person])).get(person)
        scene = _scene(loaded.cup, told, names)
        if scene is None or known is None or known.discord_id is None:
            return
        reader = await self._rendering.guilds.reader(loaded.row.guild_id, loaded.row.language)
        called = replace(scene, mention=known.discord_id)
        await messenger.show(state, called, reader, told.seq, loaded.row.channel_id, mention=known.discord_id)


def _person(cup: Cup, told: Told) -> str:
    return cup.entrants[told.entrant].people[told.place]


def _entry(cup: Cup, told: Told) -> CupEntry:
    return cup.record[told.since - 1]


def _scene(cup: Cup, told: Told, names: Mapping[str, str]) -> CupAppointmentScene | None:
    """Return the message; what it tells is left out once something else has changed."""
    return appointment(cup, names, told.match, told.entrant, _entry(cup, told) if told.is_news else None)
