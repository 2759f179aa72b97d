"""Registration of our commands at Discord, repeated when ours or Discord's have changed."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from typing import Any, Final, cast

import discord
from discord import app_commands
from discord.http import HTTPClient

from bot.discord_api import option_validation
from bot.discord_api.errors import DeliveryError, translate_errors
from bot.store import KeyValueStore
from bot.texts import CommandWords
from bot.texts.commands import CommandIds

log = logging.getLogger(__name__)

NAME: Final = "commands"
"""The name under which the store remembers what was registered."""


class Tree(app_commands.CommandTree[Any]):
    """Our commands; invalid options go to the error handler."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Accept valid options. Raises InvalidOption."""
        finished = interaction.type is discord.InteractionType.application_command
        option_validation.check(self, cast(dict[str, Any], interaction.data), finished=finished)
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
        theirs = await self._theirs()
        if theirs is None or await self._store.get_value(NAME) != _digest(ours, theirs):
            try:
                with translate_errors():
                    _by_id(await self._http.bulk_upsert_global_commands(self._application, payload=ours))
            except DeliveryError as error:
                log.warning("Discord does not take the commands now; it will be tried again: %s", error)
                return
            theirs = await self._theirs()
            await self._store.put_value(NAME, _digest(ours, theirs))
        self._show(frozenset((one["name"], int(one["id"])) for one in theirs or ()))
        self._are_there = True

    @property
    def _http(self) -> HTTPClient:
        return cast(HTTPClient, self._tree.client.http)

    @property
    def _application(self) -> int:
        return self._tree.client.application_id or 0

    async def _theirs(self) -> list[Any] | None:
        """Discord's commands, with ids and versions, since another program may have changed them.

        None if Discord does not return them; then ours are registered, which changes nothing if they are the same.
        """
        try:
            with translate_errors():
                return _by_id(await self._http.get_global_commands(self._application))
        except DeliveryError as error:
            log.warning("Discord does not tell which commands it has: %s", error)
            return None


async def payloads(tree: app_commands.CommandTree[Any], translator: CommandWords) -> list[dict[str, Any]]:
    """The commands of a tree as Discord takes them, with their texts in all languages."""
    return [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]


def _by_id(commands: Any) -> list[Any]:
    """The commands of Discord's answer by id; an error within `translate_errors` if it is no list of commands."""
    return sorted(commands, key=lambda one: int(one["id"]))


def _digest(*commands: list[Any] | None) -> str:
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
