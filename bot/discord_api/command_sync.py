"""Registration of our commands at Discord, repeated when ours or Discord's have changed."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.discord_api import option_validation
from bot.discord_api.errors import DeliveryError, translated
from bot.store import KeyValueStore
from bot.texts import CommandWords

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
    """Registers our commands at Discord if they differ from what it has."""

    def __init__(self, tree: app_commands.CommandTree[Any], store: KeyValueStore) -> None:
        self._tree = tree
        self._store = store
        self._are_there = False

    async def bring(self) -> None:
        """Register the commands if needed; called at start-up, and again until it succeeds."""
        if self._are_there:
            return
        try:
            await self._bring()
        except DeliveryError as error:
            log.warning("Discord does not take the commands now; it will be tried again: %s", error)
        else:
            self._are_there = True

    async def _bring(self) -> None:
        ours, theirs = await self._ours(), await self._theirs()
        if theirs and await self._store.get_value(NAME) == ours + theirs:
            return
        with translated():
            await self._tree.sync()
        await self._store.put_value(NAME, ours + await self._theirs())

    async def _ours(self) -> str:
        words = CommandWords()
        await self._tree.set_translator(words)
        return _digest([await one.get_translated_payload(self._tree, words) for one in self._tree.get_commands()])

    async def _theirs(self) -> str:
        """A digest of Discord's commands, with ids and versions, since another program may have changed them.

        "" if Discord does not return them; then ours are registered, which changes nothing if they are the same.
        """
        application = self._tree.client.application_id or 0
        try:
            with translated():
                found = await self._tree.client.http.get_global_commands(application)
                return _digest(sorted(found, key=lambda one: int(one["id"])))
        except DeliveryError as error:
            log.warning("Discord does not tell which commands it has: %s", error)
            return ""


def _digest(told: object) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
