"""Blocking people for oneself: `/block` and its menus."""

from __future__ import annotations

import discord

from bot.messages.people.privacy import BlockedPerson, BlocksScene
from bot.store import PersonRow
from bot.tables.costs import Cost
from bot.tables.rights import GuildRights
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import command
from cogs.request import Private, Redraw, Request, Response, name_of
from rules.core.contract import Fact


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
    chosen = [one for one in await _blocked(request) if str(one.discord_id) in request.values]
    for one in chosen:
        await request.services.store.unblock(request.person.key, one.key)
    names = tuple(one.name for one in chosen)
    return Redraw(await _scene(request, fact(Notice.UNBLOCKED, name=names) if names else None))


async def _blocked(request: Request) -> list[PersonRow]:
    """Return the people whom the person has blocked; erased ones are left out."""
    keys = (await request.services.store.blocks(request.person.key)).blocked
    people = await request.services.people.named(keys)
    return [people[key] for key in keys if key in people and people[key].discord_id]


async def _scene(request: Request, done: Fact | None = None) -> BlocksScene:
    people = await _blocked(request)
    return BlocksScene(tuple(BlockedPerson(one.discord_id, one.name) for one in people if one.discord_id), done)
