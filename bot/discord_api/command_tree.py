"""The tree of our commands: their registration at Discord, and the validation of typed options against it.

Commands are registered again when ours or Discord's have changed. discord.py trusts the options that it receives.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from math import isfinite
from typing import Any, Final, cast

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands
from discord.http import HTTPClient

from bot.discord_api import custom_ids
from bot.discord_api.errors import DeliveryError, translate_errors
from bot.store import KeyValueStore
from bot.texts import CommandWords
from bot.texts.commands import CommandIds, choice_names

log = logging.getLogger(__name__)

NAME: Final = "commands"
"""The name under which the store remembers what was registered."""
LONGEST: Final = 6_000
"""The length in characters that Discord allows for a text."""
MOST: Final = 2**53
"""The greatest integer that Discord allows."""


class Tree(app_commands.CommandTree[Any]):
    """Our commands; invalid options go to the error handler."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Accept valid options. Raises InvalidOption."""
        finished = interaction.type is discord.InteractionType.application_command
        check(self, cast(dict[str, Any], interaction.data), finished=finished)
        return True


class CommandSync:
    """Registers the commands, and calls `show` with their ids as Discord has them."""

    def __init__(
        self, tree: app_commands.CommandTree[Any], store: KeyValueStore, show: Callable[[CommandIds], None]
    ) -> None:
        self._tree = tree
        self._store = store
        self._show = show
        self._are_there = False

    async def bring(self) -> None:
        """Register the commands if needed; called at start-up, and again until it succeeds."""
        if self._are_there:
            return
        translator = CommandWords()
        await self._tree.set_translator(translator)
        ours = await payloads(self._tree, translator)
        theirs = await self._registered_commands()
        if theirs is None or await self._store.get_value(NAME) != _digest(ours, theirs):
            try:
                with translate_errors():
                    _sort_by_id(await self._http.bulk_upsert_global_commands(self._application, payload=ours))
            except DeliveryError as error:
                log.warning("Discord does not take the commands now; it will be tried again: %s", error)
                return
            theirs = await self._registered_commands()
            await self._store.put_value(NAME, _digest(ours, theirs))
        self._show(frozenset((command["name"], int(command["id"])) for command in theirs or ()))
        self._are_there = True

    @property
    def _http(self) -> HTTPClient:
        return cast(HTTPClient, self._tree.client.http)

    @property
    def _application(self) -> int:
        return self._tree.client.application_id or 0

    async def _registered_commands(self) -> list[Any] | None:
        """Discord's commands, with ids and versions, since another program may have changed them.

        None if Discord does not return them; then ours are registered, which changes nothing if they are the same.
        """
        try:
            with translate_errors():
                return _sort_by_id(await self._http.get_global_commands(self._application))
        except DeliveryError as error:
            log.warning("Discord does not tell which commands it has: %s", error)
            return None


async def payloads(tree: app_commands.CommandTree[Any], translator: CommandWords) -> list[dict[str, Any]]:
    """The commands of a tree as Discord takes them, with their texts in all languages."""
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def _sort_by_id(commands: Any) -> list[Any]:
    """The commands of Discord's answer by id; an error within `translate_errors` if it is no list of commands."""
    return sorted(commands, key=lambda command: int(command["id"]))


def _digest(*commands: list[Any] | None) -> str:
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()


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
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
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
    shown = ((name, choice.value) for choice in choices for name in (str(choice.value), *choice_names(choice.name)))
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
