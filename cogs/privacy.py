"""Stored personal data, its export and its erasure: `/privacy` and its buttons."""

from __future__ import annotations

import json
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.presentation.scenes import EraseScene, PrivacyScene, WordScene
from bot.texts import in_language
from bot.texts.notices import Notice, fact
from cogs.components import add_verbs
from cogs.request import Handler, Private, Redraw, Request, Response, TextFile, answer

ENGLISH = in_language("en")
FILE = "voormsi-about-you.json"
EXPORT, ERASE = "export", "erase"
CHOICES = [app_commands.Choice(name=ENGLISH(f"privacy.{what}"), value=what) for what in (EXPORT, ERASE)]


async def privacy(_: Request) -> Response:
    """Show what is stored, why, and how long."""
    return Private(PrivacyScene())


async def privacy_again(_: Request) -> Response:
    """Show the same page in place of the question of `erase`."""
    return Redraw(PrivacyScene())


async def export(ask: Request) -> Response:
    """Send everything that is stored about the person, in a file."""
    about = await ask.services.store.about(ask.person.key)
    return TextFile(((FILE, json.dumps(about, indent=2, ensure_ascii=False) + "\n"),))


async def erase(ask: Request) -> Response:
    """Ask for confirmation before erasing."""
    return (Redraw if ask.press.verb else Private)(EraseScene())


async def erase_yes(ask: Request) -> Response:
    await ask.services.erasure.erase(ask.person)
    return Redraw(WordScene(fact(Notice.ERASED)))


WANTED: dict[str | None, Handler] = {None: privacy, EXPORT: export, ERASE: erase}


class Privacy(commands.Cog):
    """`/privacy`"""

    @app_commands.command(name="privacy", description=ENGLISH.command("privacy"))
    @app_commands.describe(what=ENGLISH.command("privacy", "what"))
    @app_commands.choices(what=CHOICES)
    async def privacy(
        self, interaction: discord.Interaction[Bot], what: Literal["export", "erase"] | None = None
    ) -> None:
        await answer(interaction, WANTED[what])


VERBS: dict[str, Handler] = {"export": export, "privacy": privacy_again, "erase": erase, "erase-yes": erase_yes}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(Privacy())
