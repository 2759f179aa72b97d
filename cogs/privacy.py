"""Stored personal data, its export and its erasure, and blocks: `/privacy`, `/block`, and their buttons."""

from __future__ import annotations

import json
from typing import Final, Literal

import discord
from discord import app_commands

from bot.messages.people.privacy import BlockedPerson, BlocksScene, EraseScene, PrivacyScene
from bot.messages.table.notice import WordScene
from bot.store import PersonRow
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import ENGLISH, command
from cogs.request import Private, Redraw, Request, RequestHandler, Response, TextFile, name_of
from rules.core.contract import Fact

FILE = "voormsi-about-you.json"


@button("privacy", right=GuildRights.ALL, cost=Cost.READ)
async def privacy(request: Request) -> Response:
    """Show what is stored, why, and how long; pressed, in place of the question of `erase`."""
    return (Redraw if request.press.verb else Private)(PrivacyScene())


@button("export", right=GuildRights.ALL, cost=Cost.HEAVY)
async def export(request: Request) -> Response:
    about = await request.services.store.personal_data(request.person.key)
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


@command("block", right=GuildRights.ALL, cost=Cost.SETTING, user="person")
async def block(request: Request, user: discord.User | None = None) -> Response:
    """Block somebody; without a person, show who is blocked."""
    if user is None:
        return Private(await _scene(request))
    if not isinstance(user, discord.User | discord.Member) or user.bot or user.id == request.interaction.user.id:
        raise RequestRefused(fact(Refusal.NOT_BLOCKABLE))
    blocked = await request.services.people.meet(user.id, name_of(user), None)
    await request.services.personal_blocks.block(request.person.key, blocked.key)
    return Private(await _scene(request, fact(Notice.BLOCKED, name=blocked.name)))


@button("unblock", right=GuildRights.ALL, cost=Cost.SETTING)
async def unblock(request: Request) -> Response:
    """Lift the blocks that were chosen; whom the person has not blocked is none on the list."""
    blocked = await _blocked_people(request)
    chosen = [person for discord_id, person in blocked.items() if str(discord_id) in request.values]
    for person in chosen:
        await request.services.store.unblock(request.person.key, person.key)
    names = tuple(person.name for person in chosen)
    return Redraw(await _scene(request, fact(Notice.UNBLOCKED, name=names) if names else None))


async def _blocked_people(request: Request) -> dict[int, PersonRow]:
    """Return the people whom the person has blocked, by their Discord ids."""
    keys = (await request.services.store.blocks(request.person.key)).blocked
    people = await request.services.people.rows(keys)
    return {person.discord_id: person for key in keys if (person := people.get(key)) and person.discord_id}


async def _scene(request: Request, done: Fact | None = None) -> BlocksScene:
    people = await _blocked_people(request)
    return BlocksScene(tuple(BlockedPerson(discord_id, person.name) for discord_id, person in people.items()), done)
