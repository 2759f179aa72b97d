"""Validation of a command's options against its registration, because discord.py trusts what it receives."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.discord_api import custom_ids
from bot.texts.commands import choice_names

LONGEST: Final = 6_000
"""The length in characters that Discord allows for a text."""
MOST: Final = 2**53
"""The greatest integer that Discord allows."""

Line = app_commands.Range[str, 0, 100]
"""A text of one line: names, times and the like."""


class InvalidOption(app_commands.AppCommandError):
    """Options that the registered command cannot have: from a client with an old version of it, or a forged one."""


def check(tree: app_commands.CommandTree[Any], data: dict[str, Any], *, finished: bool) -> None:
    """Raise InvalidOption if the options do not fit the command.

    The name of a choice, as it is shown in any language, is replaced by its value in `data`. `finished` is False for
    autocompletion: values may be incomplete then. Unknown commands are left to discord.py.
    """
    command: object = tree.get_command(data.get("name", ""))
    options = data.get("options") or []
    while isinstance(command, app_commands.Group) and options:
        command, options = command.get_command(options[0].get("name", "")), options[0].get("options") or []
    if not isinstance(command, app_commands.Command):
        return
    parameters = {one.display_name: one for one in command.parameters}
    for option in options:
        parameter = parameters.get(option.get("name", ""))
        if parameter is None or option.get("type") != parameter.type.value:
            raise InvalidOption(f"/{command.qualified_name} has no such option: {option.get('name')!r:.100}")
        value = option["value"] = _choice_value(parameter, option.get("value"))
        if not (_fits(parameter, value) if finished else _may_come_to_fit(parameter, value)):
            raise InvalidOption(f"/{command.qualified_name} {parameter.display_name} takes no {value!r:.100}")


def _choice_value(parameter: app_commands.Parameter, value: Any) -> Any:
    """Return the value of the choice that is shown under a typed name; if there is none, what was typed."""
    if not isinstance(value, str):
        return value
    wanted = value.strip().casefold()
    choices = parameter.choices
    shown = ((name, one.value) for one in choices for name in (str(one.value), *choice_names(one.name)))
    return next((meant for name, meant in shown if name.casefold() == wanted), value)


def _fits(parameter: app_commands.Parameter, value: Any) -> bool:
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    match parameter.type:
        case Kind.string:
            return isinstance(value, str) and _is_within(parameter, len(value), LONGEST)
        case Kind.integer:
            return type(value) is int and _is_within(parameter, value, MOST)
        case Kind.number:
            return _is_number(value) and _is_within(parameter, value, MOST)
        case Kind.boolean:
            return isinstance(value, bool)
    return _is_id(value)


def _is_within(parameter: app_commands.Parameter, value: float, most: int) -> bool:
    least = parameter.min_value if parameter.min_value is not None else -most
    return least <= value <= (parameter.max_value if parameter.max_value is not None else most)


def _may_come_to_fit(parameter: app_commands.Parameter, value: Any) -> bool:
    match parameter.type:
        case Kind.string:
            return isinstance(value, str) and len(value) <= LONGEST
        case Kind.integer | Kind.number | Kind.boolean:
            return value == "" or isinstance(value, bool) or _is_number(value)
    return _is_id(value)


def _is_number(value: Any) -> bool:
    return (type(value) is int and -MOST <= value <= MOST) or (type(value) is float and isfinite(value))


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and custom_ids.number(value) is not None
