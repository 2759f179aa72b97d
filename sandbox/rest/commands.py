"""Application commands, global ones and those of a guild."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import Call, Reply, routes

GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(call: Call) -> int | None:
    return call.guild.id if "guild_id" in call.params else None


def listed(call: Call) -> Any:
    commands = call.world.commands.all(_scope(call))
    if call.query.get("with_localizations", "").lower() in ("1", "true"):
        return commands
    hidden = ("name_localizations", "description_localizations")
    return [{key: value for key, value in command.items() if key not in hidden} for command in commands]


def replaced(call: Call) -> Any:
    return call.world.commands.replace(_scope(call), call.body)


def created(call: Call) -> Any:
    command, is_new = call.world.commands.upsert(_scope(call), call.body)
    return Reply(201 if is_new else 200, command)


def one(call: Call) -> Any:
    return call.world.commands.get(_scope(call), call.id("command_id"))


def edited(call: Call) -> Any:
    return call.world.commands.edit(_scope(call), call.id("command_id"), call.body)


def deleted(call: Call) -> Any:
    call.world.commands.delete(_scope(call), call.id("command_id"))
    return Reply(204)


for place in (GLOBAL, OF_GUILD):
    routes("GET", place)(listed)
    routes("PUT", place)(replaced)
    routes("POST", place)(created)
    routes("GET", place + "/{command_id}")(one)
    routes("PATCH", place + "/{command_id}")(edited)
    routes("DELETE", place + "/{command_id}")(deleted)
