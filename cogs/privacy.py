"""Stored personal data, its export and its erasure: `/privacy` and its buttons."""

from __future__ import annotations

import json
from typing import Final, Literal

from discord import app_commands

from bot.messages.people.privacy import EraseScene, PrivacyScene
from bot.messages.table.notice import WordScene
from bot.tables.costs import Cost
from bot.tables.rights import GuildRights
from bot.texts.notices import Notice, fact
from cogs.buttons import button
from cogs.commands import ENGLISH, command
from cogs.request import Private, Redraw, Request, RequestHandler, Response, TextFile

FILE = "voormsi-about-you.json"


@button("privacy", right=GuildRights.ALL, cost=Cost.READ)
async def privacy(request: Request) -> Response:
    """Show what is stored, why, and how long; pressed, in place of the question of `erase`."""
    return (Redraw if request.press.verb else Private)(PrivacyScene())


@button("export", right=GuildRights.ALL, cost=Cost.HEAVY)
async def export(request: Request) -> Response:
    about = await request.services.store.about(request.person.key)
    return TextFile(((FILE, json.dumps(about, indent=2, ensure_ascii=False) + "\n"),))


@button("erase", right=GuildRights.ALL, cost=Cost.READ)
async def erase(request: Request) -> Response:
    return (Redraw if request.press.verb else Private)(EraseScene())


@button("erase-yes", right=GuildRights.ALL, cost=Cost.ERASE)
async def erase_yes(request: Request) -> Response:
    await request.services.erasure.erase(request.person)
    return Redraw(WordScene(fact(Notice.ERASED)))


WANTED: Final[dict[str | None, RequestHandler]] = {None: privacy, "export": export, "erase": erase}


@command("privacy", right=GuildRights.ALL, cost=Cost.HEAVY)
@app_commands.choices(
    what=[app_commands.Choice(name=ENGLISH(f"privacy.{what}"), value=what) for what in WANTED if what]
)
async def privacy_command(request: Request, what: Literal["export", "erase"] | None = None) -> Response:
    return await WANTED[what](request)
