"""Interaction data from a person's input, with the checks that Discord's client makes."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandbox.rest.commands import CHAT_INPUT, Command, registered
from sandbox.world import components, permissions
from sandbox.world.errors import ActionNotAllowed
from sandbox.world.messages import Channel
from sandbox.world.users import PersonAccount
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

    def data(self, values: list[Data]) -> Data:
        """The data of an interaction with these values of options."""
        options = values
        for part in reversed(self.path):
            options = [{"name": part["name"], "type": part["type"], "options": options}]
        copied = {key: self.command[key] for key in ("id", "name", "type", "guild_id") if key in self.command}
        return copied | {"options": options}


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
        parts = (option for option in options if option["name"] == name and option["type"] <= GROUP)
        part = next(parts, None)
        if part is None:
            raise ActionNotAllowed(f"/{qualified} has no part named {name}.")
        path.append(part)
        options = part.get("options") or []
    if any(option["type"] <= GROUP for option in options):
        names = ", ".join(option["name"] for option in options)
        raise ActionNotAllowed(f"/{qualified} needs one more word: {names}.")
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
    offered = person.id in guild.offered.get(command["name"], ())
    allowed = offered or (not never and granted & needed == needed)
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
    resolved = Resolved(world, channel)
    values = []
    for option in found.options:
        value = options.get(option["name"])
        if value is not None:
            filled = _value(option, value, resolved)
            values.append({"name": option["name"], "type": option["type"], "value": filled})
        elif option.get("required"):
            raise ActionNotAllowed(f"/{name} needs {option['name']}.")
    return found.data(values) | resolved.data()


def focused_command(
    world: World, person: PersonAccount, channel: Channel, name: str, options: Data, focused: str
) -> Data:
    """The data of a command that is being typed (interaction type 4)."""
    found = _find_command(world, person, channel, name)
    if not any(option["name"] == focused and option.get("autocomplete") for option in found.options):
        raise ActionNotAllowed(f"/{name} has no option {focused} that completes itself.")
    values = []
    for option in found.options:
        is_focused = option["name"] == focused
        if option["name"] in options or is_focused:
            given = options.get(option["name"], "")
            value = str(given.id) if hasattr(given, "id") else given
            filled = {"name": option["name"], "type": option["type"], "value": value}
            values.append(filled | ({"focused": True} if is_focused else {}))
    return found.data(values)


def _value(option: Data, given: Any, resolved: Resolved) -> Any:
    kind = option["type"]
    if kind == ATTACHMENT:
        raise ActionNotAllowed("Attachments as command options are not supported.")
    if kind in REFERENCES:
        return resolved.add(given)
    if kind == BOOLEAN:
        return given if isinstance(given, bool) else str(given).lower() == "true"
    if kind in (INTEGER, NUMBER):
        return _number(option, given)
    text = str(given)
    if not option.get("min_length", 0) <= len(text) <= option.get("max_length", 6_000):
        raise ActionNotAllowed(f"{option['name']}: {len(text)} characters are too few or too many.")
    return _chosen(option, text)


def _number(option: Data, given: Any) -> Any:
    try:
        value = int(given) if option["type"] == INTEGER else float(given)
    except ValueError:
        raise ActionNotAllowed(f"{option['name']}: {given!r} is not a number.") from None
    if value < option.get("min_value", value) or value > option.get("max_value", value):
        raise ActionNotAllowed(f"{option['name']}: {value} is out of bounds.")
    return _chosen(option, value)


def _chosen(option: Data, given: Any) -> Any:
    """The value of the chosen option, which is given by value or by name."""
    choices = option.get("choices")
    if not choices:
        return given
    for choice in choices:
        if given in (choice["value"], choice["name"]):
            return choice["value"]
    raise ActionNotAllowed(f"{option['name']}: {given!r} is none of {[choice['name'] for choice in choices]}.")


def chosen(world: World, channel: Channel, menu: Data, values: list[Any]) -> Data:
    """The data of a menu selection. Raises ActionNotAllowed for unknown values, or too few or too many."""
    fewest, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not fewest <= len(values) <= most:
        raise ActionNotAllowed(f"This menu takes {fewest} to {most} values, not {len(values)}.")
    if menu["type"] == components.STRING_SELECT:
        return {"values": [_picked(menu["options"], value) for value in values]}
    resolved = Resolved(world, channel)
    return {"values": [resolved.add(value) for value in values]} | resolved.data()


def _picked(options: list[Data], wanted: Any) -> str:
    for key in ("value", "label"):
        for option in options:
            if option[key] == str(wanted):
                return str(option["value"])
    raise ActionNotAllowed(f"{wanted!r} is not offered; there are: {', '.join(option['label'] for option in options)}.")


def filled_modal(world: World, channel: Channel, modal: Data, values: Data) -> Data:
    """The data of a submitted modal; `values` by custom_id or label of its fields."""
    left = dict(values)
    resolved = Resolved(world, channel)
    sent = []
    for component in modal["components"]:
        if component["type"] == components.ROW:
            fields = [_field(part, part.get("label"), left, resolved) for part in component["components"]]
            sent.append(component | {"components": fields})
        elif component["type"] == components.LABEL:
            field = _field(component["component"], component["label"], left, resolved)
            sent.append({"type": components.LABEL, "id": component["id"], "component": field})
        elif component["type"] == components.TEXT:
            sent.append({"type": components.TEXT, "id": component["id"]})
    if left:
        raise ActionNotAllowed(f"The modal has no field {', '.join(left)}.")
    return {"custom_id": modal["custom_id"], "components": sent} | resolved.data()


def _field(field: Data, label: str | None, left: Data, resolved: Resolved) -> Data:
    """The data of one field; its value is taken out of `left`."""
    filled = {key: field[key] for key in ("type", "id", "custom_id")}
    given = left.pop(field["custom_id"], None)
    if given is None and label is not None:
        given = left.pop(label, None)
    if field["type"] == components.TEXT_INPUT:
        text = field.get("value") or "" if given is None else str(given)
        _check_text(field, text, label or field["custom_id"])
        return filled | {"value": text}
    if field["type"] == components.CHECKBOX:
        return filled | {"value": bool(field.get("default") if given is None else given)}
    several = _several(field, given)
    if field["type"] == components.RADIO_GROUP:
        return filled | {"value": _picked(field["options"], several[0]) if several else None}
    if field["type"] in (components.STRING_SELECT, components.CHECKBOX_GROUP):
        return filled | {"values": [_picked(field["options"], value) for value in several]}
    return filled | {"values": [resolved.add(value) for value in several]}


def _check_text(field: Data, text: str, name: str) -> None:
    if field.get("required", True) and not text:
        raise ActionNotAllowed(f"{name} must be filled in.")
    if text and not field.get("min_length", 0) <= len(text) <= field.get("max_length", 4_000):
        raise ActionNotAllowed(f"{name}: {len(text)} characters are too few or too many.")


def _several(field: Data, given: Any) -> list[Any]:
    if given is None:
        several = [option["value"] for option in field.get("options", ()) if option.get("default")]
    else:
        several = list(given) if isinstance(given, list | tuple) else [given]
    fewest = 0 if field.get("required") is False else field.get("min_values", 1)
    if not fewest <= len(several) <= field.get("max_values", 1):
        raise ActionNotAllowed(f"{field['custom_id']} does not take {len(several)} values.")
    return several


class Resolved:
    """The people, channels and roles that option values refer to, collected for the field `resolved`."""

    def __init__(self, world: World, channel: Channel) -> None:
        self._world = world
        self._guild = world.guild_of(channel)
        self._objects: dict[str, Data] = {}

    def add(self, given: Any) -> str:
        """Add the object of a person, channel or role (or of an id) to the resolved ones. Return its id."""
        try:
            number = int(getattr(given, "id", given))
        except (TypeError, ValueError):
            raise ActionNotAllowed(f"{given!r} is no person, channel or role.") from None
        guild = self._guild
        if number in self._world.users:
            self._put("users", number, self._world.users[number].user_payload())
            if guild and number in guild.members:
                granted = {"permissions": str(guild.base_permissions(number))}
                self._put("members", number, guild.members[number].partial() | granted)
        elif number in self._world.channels:
            self._put("channels", number, self._world.channels[number].payload() | {"permissions": "0"})
        elif guild and number in guild.roles:
            self._put("roles", number, guild.roles[number].payload())
        else:
            raise ActionNotAllowed(f"{given!r} is no person, channel or role here.")
        return str(number)

    def _put(self, kind: str, number: int, payload: Data) -> None:
        self._objects.setdefault(kind, {})[str(number)] = payload

    def data(self) -> Data:
        return {"resolved": self._objects} if self._objects else {}
