"""Interaction data from a person's input, with the checks that Discord's client makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sandbox.rest.commands import CHAT_INPUT, Command, registered
from sandbox.world import components, permissions
from sandbox.world.accounts import PersonAccount
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.messages import Channel
from sandbox.world.world import World

REFERENCES = (6, 7, 8, 9)  # types of options whose value is a user, channel, role or either of these
GROUP, INTEGER, BOOLEAN, NUMBER, ATTACHMENT = 2, 4, 5, 10, 11  # types of options; up to GROUP they are subcommands
IN_GUILD, IN_BOT_DM = 0, 1
Data = dict[str, Any]


class FoundCommand(NamedTuple):
    """A command, the path of subcommands to the selected part, and the options of that part."""

    command: Command
    path: tuple[Command, ...]
    options: list[Command]


def _find_command(world: World, person: PersonAccount, channel: Channel, qualified: str) -> FoundCommand:
    """The chat command of that qualified name ("table open"). Raises ActionNotAllowed."""
    first, *rest = qualified.split()
    known = registered(world) + (registered(world, channel.guild_id) if channel.guild_id else [])
    offered = [one for one in known if one["type"] == CHAT_INPUT and _may_use(world, one, person, channel)]
    command = next((command for command in offered if command["name"] == first), None)
    if command is None:
        names = ", ".join(sorted(command["name"] for command in offered)) or "none"
        raise ActionNotAllowed(f"There is no command /{first} here for {person.name}; there are: {names}.")
    path: list[Command] = []
    options = command.get("options") or []
    for name in rest:
        part = next((option for option in options if option["name"] == name and option["type"] <= GROUP), None)
        if part is None:
            raise ActionNotAllowed(f"/{qualified} has no part named {name}.")
        path.append(part)
        options = part.get("options") or []
    if any(option["type"] <= GROUP for option in options):
        parts = ", ".join(option["name"] for option in options)
        raise ActionNotAllowed(f"/{qualified} needs one more word: {parts}.")
    return FoundCommand(command, tuple(path), options)


def _may_use(world: World, command: Command, person: PersonAccount, channel: Channel) -> bool:
    guild, contexts = world.guild_of(channel), command["contexts"]
    if guild is None:
        return bool(command["dm_permission"] if contexts is None else IN_BOT_DM in contexts)
    if (contexts is not None and IN_GUILD not in contexts) or world.bot.id not in guild.members:
        return False
    granted = world.permissions(channel, person.id)
    needed = int(command["default_member_permissions"] or 0)
    never = command["default_member_permissions"] is not None and not needed  # "0": administrators only
    allowed = not never and granted & needed == needed
    return permissions.has(granted, "use_application_commands") and (
        allowed or permissions.has(granted, "administrator")
    )


def filled_command(world: World, person: PersonAccount, channel: Channel, name: str, options: Data) -> Data:
    """The data of a command that is run (interaction type 2)."""
    found = _find_command(world, person, channel, name)
    known = {option["name"] for option in found.options}
    for given in options:
        if given not in known:
            raise ActionNotAllowed(f"/{name} has no option {given}; it has: {', '.join(sorted(known)) or 'none'}.")
    for option in found.options:
        if option.get("required") and options.get(option["name"]) is None:
            raise ActionNotAllowed(f"/{name} needs {option['name']}.")
    resolved = Resolved(world, channel)
    values = [
        _value(option, options[option["name"]], resolved)
        for option in found.options
        if options.get(option["name"]) is not None
    ]
    return _command_data(found, values) | resolved.data()


def focused_command(
    world: World, person: PersonAccount, channel: Channel, name: str, options: Data, focused: str
) -> Data:
    """The data of a command that is being typed (interaction type 4)."""
    found = _find_command(world, person, channel, name)
    option = next((option for option in found.options if option["name"] == focused), None)
    if option is None or not option.get("autocomplete"):
        raise ActionNotAllowed(f"/{name} has no option {focused} that completes itself.")
    values = [
        {"name": option["name"], "type": option["type"], "value": _typed(options.get(option["name"], ""))}
        | ({"focused": True} if option["name"] == focused else {})
        for option in found.options
        if option["name"] in options or option["name"] == focused
    ]
    return _command_data(found, values)


def _typed(value: Any) -> Any:
    return str(value.id) if hasattr(value, "id") else value


def _command_data(found: FoundCommand, values: list[Data]) -> Data:
    options = values
    for part in reversed(found.path):
        options = [{"name": part["name"], "type": part["type"], "options": options}]
    data = {"id": found.command["id"], "name": found.command["name"], "type": found.command["type"], "options": options}
    return data | ({"guild_id": found.command["guild_id"]} if "guild_id" in found.command else {})


def _value(option: Data, given: Any, resolved: Resolved) -> Data:
    value: Any
    if option["type"] == ATTACHMENT:
        raise ActionNotAllowed("Attachments as command options are not supported.")
    if option["type"] in REFERENCES:
        value = resolved.add(given)
    elif option["type"] == BOOLEAN:
        value = given if isinstance(given, bool) else str(given).lower() == "true"
    elif option["type"] in (INTEGER, NUMBER):
        value = _number(option, given)
    else:
        value = _text(option, str(given))
    return {"name": option["name"], "type": option["type"], "value": value}


def _number(option: Data, given: Any) -> float:
    try:
        value = int(given) if option["type"] == INTEGER else float(given)
    except ValueError:
        raise ActionNotAllowed(f"{option['name']}: {given!r} is not a number.") from None
    if value < option.get("min_value", value) or value > option.get("max_value", value):
        raise ActionNotAllowed(f"{option['name']}: {value} is out of bounds.")
    return _chosen(option, value)  # type: ignore[no-any-return]


def _text(option: Data, given: str) -> Any:
    if not option.get("min_length", 0) <= len(given) <= option.get("max_length", 6_000):
        raise ActionNotAllowed(f"{option['name']}: {len(given)} characters are too few or too many.")
    return _chosen(option, given)


def _chosen(option: Data, given: Any) -> Any:
    """The value of the chosen option, which is given by value or by name."""
    if not option.get("choices"):
        return given
    for choice in option["choices"]:
        if given in (choice["value"], choice["name"]):
            return choice["value"]
    raise ActionNotAllowed(
        f"{option['name']}: {given!r} is none of {[choice['name'] for choice in option['choices']]}."
    )


def chosen(world: World, channel: Channel, menu: Data, values: list[Any]) -> Data:
    """The data of a menu selection. Raises ActionNotAllowed for unknown values, or too few or too many."""
    fewest, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not fewest <= len(values) <= most:
        raise ActionNotAllowed(f"This menu takes {fewest} to {most} values, not {len(values)}.")
    if menu["type"] == components.STRING_SELECT:
        return {"values": [_picked(menu["options"], value) for value in values]}
    resolved = Resolved(world, channel)
    return {"values": [resolved.add(value) for value in values]} | resolved.data()


def _picked(options: Iterable[Data], wanted: Any) -> str:
    offered = list(options)
    for key in ("value", "label"):
        for option in offered:
            if option[key] == str(wanted):
                return str(option["value"])
    raise ActionNotAllowed(f"{wanted!r} is not offered; there are: {', '.join(option['label'] for option in offered)}.")


def filled_modal(world: World, channel: Channel, modal: Data, values: Data) -> Data:
    """The data of a submitted modal; `values` by custom_id or label of its fields."""
    left = dict(values)
    resolved = Resolved(world, channel)
    sent = [_sent_field(component, left, resolved) for component in modal["components"]]
    if left:
        raise ActionNotAllowed(f"The modal has no field {', '.join(left)}.")
    return {"custom_id": modal["custom_id"], "components": [part for part in sent if part]} | resolved.data()


def _sent_field(component: Data, left: Data, resolved: Resolved) -> Data | None:
    if component["type"] == components.ROW:
        return component | {
            "components": [_field(part, part.get("label"), left, resolved) for part in component["components"]]
        }
    if component["type"] == components.LABEL:
        field = _field(component["component"], component["label"], left, resolved)
        return {"type": components.LABEL, "id": component["id"], "component": field}
    if component["type"] == components.TEXT:
        return {"type": components.TEXT, "id": component["id"]}
    return None


def _field(field: Data, label: str | None, left: Data, resolved: Resolved) -> Data:
    told: Data = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    given = left.pop(field["custom_id"], None)
    if given is None and label is not None:
        given = left.pop(label, None)
    if field["type"] == components.TEXT_INPUT:
        return told | {"value": _input(field, field.get("value") or "" if given is None else str(given), label)}
    if field["type"] == components.CHECKBOX:
        return told | {"value": bool(field.get("default") if given is None else given)}
    return told | _field_choice(field, given, resolved)


def _field_choice(field: Data, given: Any, resolved: Resolved) -> Data:
    several = _several(field, given)
    if field["type"] == components.RADIO_GROUP:
        return {"value": _picked(field["options"], several[0]) if several else None}
    if field["type"] in (components.STRING_SELECT, components.CHECKBOX_GROUP):
        return {"values": [_picked(field["options"], value) for value in several]}
    return {"values": [resolved.add(value) for value in several]}


def _several(field: Data, given: Any) -> list[Any]:
    if given is None:
        several = [option["value"] for option in field.get("options", ()) if option.get("default")]
    else:
        several = list(given) if isinstance(given, list | tuple) else [given]
    fewest = 0 if field.get("required") is False else field.get("min_values", 1)
    if not fewest <= len(several) <= field.get("max_values", 1):
        raise ActionNotAllowed(f"{field['custom_id']} does not take {len(several)} values.")
    return several


def _input(field: Data, text: str, label: str | None) -> str:
    if field.get("required", True) and not text:
        raise ActionNotAllowed(f"{label or field['custom_id']} must be filled in.")
    if text and not field.get("min_length", 0) <= len(text) <= field.get("max_length", 4_000):
        raise ActionNotAllowed(f"{label or field['custom_id']}: {len(text)} characters are too few or too many.")
    return text


class Resolved:
    """The people, channels and roles that option values refer to, collected for the field `resolved`."""

    def __init__(self, world: World, channel: Channel) -> None:
        self._world = world
        self._guild = world.guild_of(channel)
        self._told: dict[str, Data] = {}

    def add(self, given: Any) -> str:
        """Add the object of a person, channel or role (or of an id) to the resolved ones. Return its id."""
        try:
            number = int(getattr(given, "id", given))
        except (TypeError, ValueError):
            raise ActionNotAllowed(f"{given!r} is no person, channel or role.") from None
        if number in self._world.users:
            self._add_user(number)
        elif number in self._world.channels:
            self._told.setdefault("channels", {})[str(number)] = self._world.channels[number].payload() | {
                "permissions": "0"
            }
        elif self._guild and number in self._guild.roles:
            self._told.setdefault("roles", {})[str(number)] = self._guild.roles[number].payload()
        else:
            raise ActionNotAllowed(f"{given!r} is no person, channel or role here.")
        return str(number)

    def data(self) -> Data:
        return {"resolved": self._told} if self._told else {}

    def _add_user(self, number: int) -> None:
        self._told.setdefault("users", {})[str(number)] = self._world.users[number].user_payload()
        if self._guild and number in self._guild.members:
            told = self._guild.members[number].partial()
            told["permissions"] = str(self._guild.base_permissions(number))
            self._told.setdefault("members", {})[str(number)] = told
