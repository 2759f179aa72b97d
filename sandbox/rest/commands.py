"""Application commands, global ones and those of a guild."""

from __future__ import annotations

from typing import Any

from sandbox.rest.routes import ApiRequest, ApiResponse, routes
from sandbox.world import errors
from sandbox.world.world import World

CHAT_INPUT = 1
FIRST_OPTION = 3  # the types below are of subcommands and their groups
COMMANDS = "/applications/{application_id}/commands", "/applications/{application_id}/guilds/{guild_id}/commands"
ONE_COMMAND = tuple(place + "/{command_id}" for place in COMMANDS)
Command = dict[str, Any]


def registered(world: World, guild_id: int | None = None) -> list[Command]:
    """The commands of a guild, or the global ones."""
    return list(world.commands.get(guild_id, {}).values())


def _completed(world: World, guild_id: int | None, requested: Command, old: Command | None) -> Command:
    permissions = requested.get("default_member_permissions")
    command: Command = {
        "id": old["id"] if old else str(world.ids.next()),
        "application_id": str(world.bot.id),
        "version": str(world.ids.next()),
        "default_member_permissions": None if permissions is None else str(permissions),
        "type": requested.get("type") or CHAT_INPUT,
        "name": requested["name"],
        "name_localizations": requested.get("name_localizations"),
        "description": requested.get("description") or "",
        "description_localizations": requested.get("description_localizations"),
        "dm_permission": requested.get("dm_permission") is not False,
        "contexts": requested.get("contexts"),
        "integration_types": requested.get("integration_types") or [0],
        "nsfw": bool(requested.get("nsfw")),
    }
    if requested.get("options"):
        command["options"] = [_completed_option(option) for option in requested["options"]]
    return command if guild_id is None else command | {"guild_id": str(guild_id)}


def _completed_option(requested: Command) -> Command:
    """An option as Discord returns it: null fields are left out."""
    option = {key: value for key, value in requested.items() if value is not None and value != {}}
    if requested["type"] >= FIRST_OPTION and not requested.get("required"):
        option.pop("required", None)
    for key in ("options", "choices"):
        if key in option and not option[key]:
            del option[key]
    if "options" in option:
        option["options"] = [_completed_option(inner) for inner in option["options"]]
    return option


def _namesake(world: World, guild_id: int | None, requested: Command) -> Command | None:
    same = requested["name"], requested.get("type") or CHAT_INPUT
    return next((known for known in registered(world, guild_id) if (known["name"], known["type"]) == same), None)


def _scope(call: ApiRequest) -> int | None:
    return call.guild.id if "guild_id" in call.params else None


def _store(call: ApiRequest, requested: Command, old: Command | None) -> Command:
    command = _completed(call.world, _scope(call), requested, old)
    call.world.commands.setdefault(_scope(call), {})[int(command["id"])] = command
    _show(call.world)
    return command


def _show(world: World) -> None:
    world.observer.show_commands()
    world.changed()


@routes("GET", *COMMANDS)
def list_commands(call: ApiRequest) -> Any:
    commands = registered(call.world, _scope(call))
    if call.is_set("with_localizations"):
        return commands
    hidden = ("name_localizations", "description_localizations")
    return [{key: value for key, value in command.items() if key not in hidden} for command in commands]


@routes("PUT", *COMMANDS)
def replace_all(call: ApiRequest) -> Any:
    """Overwrite all commands; those of the same name and type keep their ids."""
    world, scope = call.world, _scope(call)
    fresh = [_completed(world, scope, requested, _namesake(world, scope, requested)) for requested in call.body]
    world.commands[scope] = {int(command["id"]): command for command in fresh}
    _show(world)
    return fresh


@routes("POST", *COMMANDS)
def create(call: ApiRequest) -> Any:
    old = _namesake(call.world, _scope(call), call.body)
    return ApiResponse(200 if old else 201, _store(call, call.body, old))


@routes("GET", *ONE_COMMAND)
def find(call: ApiRequest) -> Any:
    command = call.world.commands.get(_scope(call), {}).get(call.id("command_id"))
    if command is None:
        raise errors.unknown_command()
    return command


@routes("PATCH", *ONE_COMMAND)
def edit(call: ApiRequest) -> Any:
    old = find(call)
    return _store(call, old | call.body, old)


@routes("DELETE", *ONE_COMMAND)
def delete(call: ApiRequest) -> None:
    del call.world.commands[_scope(call)][int(find(call)["id"])]
    _show(call.world)
