"""The application's commands, and how to find one by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sandbox import errors, permissions
from sandbox.channels import Channel
from sandbox.errors import Impossible

if TYPE_CHECKING:
    from sandbox.people import Person
    from sandbox.world import World

Command = dict[str, Any]

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
CHAT_INPUT, USER_MENU, MESSAGE_MENU = 1, 2, 3
IN_GUILD, IN_BOT_DM = 0, 1


class Found(NamedTuple):
    """A command, the path of subcommands to the selected part, and the options of that part."""

    command: Command
    path: tuple[Command, ...]
    options: list[dict[str, Any]]


class CommandRegistry:
    """Registered commands by scope: None for global ones, or a guild's id."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[int | None, dict[int, Command]] = {None: {}}

    def all(self, scope: int | None) -> list[Command]:
        return list(self._known.get(scope, {}).values())

    def get(self, scope: int | None, command_id: int) -> Command:
        try:
            return self._known[scope][command_id]
        except KeyError:
            raise errors.unknown_command() from None

    def replace(self, scope: int | None, wishes: list[Command]) -> list[Command]:
        """Bulk overwrite: commands of the same name and type keep their ids."""
        old = {(known["name"], known["type"]): known for known in self.all(scope)}
        fresh = [self._made(scope, wish, old.get((wish["name"], wish.get("type") or CHAT_INPUT))) for wish in wishes]
        self._known[scope] = {int(command["id"]): command for command in fresh}
        self._told()
        return fresh

    def upsert(self, scope: int | None, wish: Command) -> tuple[Command, bool]:
        """Create one command, or overwrite the one of the same name. Return it and whether it is new."""
        kind = wish.get("type") or CHAT_INPUT
        old = next((known for known in self.all(scope) if (known["name"], known["type"]) == (wish["name"], kind)), None)
        command = self._made(scope, wish, old)
        self._known.setdefault(scope, {})[int(command["id"])] = command
        self._told()
        return command, old is None

    def edit(self, scope: int | None, command_id: int, wish: Command) -> Command:
        old = self.get(scope, command_id)
        command = self._made(scope, old | wish, old)
        self._known[scope][command_id] = command
        self._told()
        return command

    def delete(self, scope: int | None, command_id: int) -> None:
        self.get(scope, command_id)
        del self._known[scope][command_id]
        self._told()

    def _told(self) -> None:
        self._world.pages.show_commands()
        self._world.changed()

    def _made(self, scope: int | None, wish: Command, old: Command | None) -> Command:
        world = self._world
        command: Command = {
            "id": old["id"] if old else str(world.ids.next()),
            "application_id": str(world.bot.id),
            "version": str(world.ids.next()),
            "default_member_permissions": _as_text(wish.get("default_member_permissions")),
            "type": wish.get("type") or CHAT_INPUT,
            "name": wish["name"],
            "name_localizations": wish.get("name_localizations"),
            "description": wish.get("description") or "",
            "description_localizations": wish.get("description_localizations"),
            "dm_permission": wish.get("dm_permission") is not False,
            "contexts": wish.get("contexts"),
            "integration_types": wish.get("integration_types") or [0],
            "nsfw": bool(wish.get("nsfw")),
        }
        if wish.get("options"):
            command["options"] = [_option(option) for option in wish["options"]]
        return command if scope is None else command | {"guild_id": str(scope)}

    def visible(self, person: Person, channel: Channel) -> list[Command]:
        """The commands that a person may use in a channel."""
        guild = channel.guild
        known = self.all(None) + (self.all(guild.id) if guild else [])
        return [command for command in known if self._may_use(command, person, channel)]

    def _may_use(self, command: Command, person: Person, channel: Channel) -> bool:
        if channel.guild is None:
            contexts = command["contexts"]
            return command["dm_permission"] if contexts is None else IN_BOT_DM in contexts
        if command["contexts"] is not None and IN_GUILD not in command["contexts"]:
            return False
        if self._world.bot.id not in channel.guild.members:
            return False
        granted = self._world.permissions(channel, person.id)
        needed = command["default_member_permissions"]
        allowed = needed is None or (int(needed) and granted & int(needed) == int(needed))
        return permissions.has(granted, "use_application_commands") and bool(
            allowed or permissions.has(granted, "administrator")
        )

    def find(self, person: Person, channel: Channel, qualified: str) -> Found:
        """The chat command of that qualified name ("table open"). Raises Impossible."""
        first, *rest = qualified.split()
        offered = [command for command in self.visible(person, channel) if command["type"] == CHAT_INPUT]
        command = next((command for command in offered if command["name"] == first), None)
        if command is None:
            known = ", ".join(sorted(command["name"] for command in offered)) or "none"
            raise Impossible(f"There is no command /{first} here for {person.name}; there are: {known}.")
        path: list[Command] = []
        options = command.get("options") or []
        for name in rest:
            part = next((option for option in options if option["name"] == name and option["type"] <= GROUP), None)
            if part is None:
                raise Impossible(f"/{qualified} has no part named {name}.")
            path.append(part)
            options = part.get("options") or []
        if any(option["type"] <= GROUP for option in options):
            raise Impossible(f"/{qualified} needs one more word: {', '.join(option['name'] for option in options)}.")
        return Found(command, tuple(path), options)


def _option(wish: dict[str, Any]) -> dict[str, Any]:
    """An option as Discord returns it: null fields are left out."""
    told = {key: value for key, value in wish.items() if value is not None and value != {}}
    if wish["type"] > GROUP and not wish.get("required"):
        told.pop("required", None)
    for key in ("options", "choices"):
        if key in told and not told[key]:
            del told[key]
    if "options" in told:
        told["options"] = [_option(inner) for inner in told["options"]]
    return told


def _as_text(value: Any) -> str | None:
    return None if value is None else str(value)
