"""Scheduled events of a guild: external ones, without a channel, as bots make them."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import ApiRequest, routes
from sandbox.world import errors, permissions
from sandbox.world.events import ScheduledEvent

EVENTS = "/guilds/{guild_id}/scheduled-events"
EVENT = EVENTS + "/{guild_scheduled_event_id}"


def _must_create(call: ApiRequest) -> None:
    """Raises 50013 if the bot may create no events: that right includes changing its own ones."""
    granted = call.guild.base_permissions(call.world.bot.id)
    if not permissions.has(granted, "create_events"):
        raise errors.missing_permissions()


def _event(call: ApiRequest) -> ScheduledEvent:
    found = call.guild.events.get(call.id("guild_scheduled_event_id"))
    if found is None:
        raise errors.unknown_event()
    return found


@routes("GET", EVENTS)
def scheduled_events(call: ApiRequest) -> Any:
    return [event.payload() for event in call.guild.events.values()]


@routes("POST", EVENTS)
def create_event(call: ApiRequest) -> Any:
    _must_create(call)
    world, guild = call.world, call.guild
    event = ScheduledEvent(world.ids.next(), guild.id, world.bot.id, dict(call.body))
    guild.events[event.id] = event
    world.changed()
    return event.payload()


@routes("GET", EVENT)
def scheduled_event(call: ApiRequest) -> Any:
    return _event(call).payload()


@routes("PATCH", EVENT)
def edit_event(call: ApiRequest) -> Any:
    _must_create(call)
    event = _event(call)
    event.fields |= call.body
    call.world.changed()
    return event.payload()


@routes("DELETE", EVENT)
def delete_event(call: ApiRequest) -> None:
    _must_create(call)
    del call.guild.events[_event(call).id]
    call.world.changed()
