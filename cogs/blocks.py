"""Blocking people for oneself: `/block` and its menus."""

from __future__ import annotations

import discord

from bot.discord_api import custom_ids
from bot.presentation.scenes import BlockedPerson, BlocksScene
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import command
from cogs.request import Private, Redraw, Request, Response, name_of
from rules.core.contract import Fact


@command("block", user="person")
async def block(request: Request, user: discord.User | None = None) -> Response:
    """Block somebody; without a person, show who is blocked."""
    if user is None:
        return Private(await _scene(request))
    if not isinstance(user, discord.User | discord.Member) or user.bot or user.id == request.interaction.user.id:
        raise RequestRefused(fact(Refusal.NOT_BLOCKABLE))
    blocked = await request.services.people.meet(user.id, name_of(user), None)
    await request.services.personal_blocks.block(request.person.key, blocked.key)
    return Private(await _scene(request, fact(Notice.BLOCKED, name=blocked.name)))


@button("unblock")
async def unblock(request: Request) -> Response:
    names = []
    for value in request.values:
        discord_id = custom_ids.number(value)
        blocked = None if discord_id is None else await request.services.people.known(discord_id)
        if blocked is not None:
            await request.services.store.unblock(request.person.key, blocked.key)
            names.append(blocked.name)
    return Redraw(await _scene(request, fact(Notice.UNBLOCKED, name=tuple(names)) if names else None))


async def _scene(request: Request, done: Fact | None = None) -> BlocksScene:
    keys = (await request.services.store.blocks(request.person.key)).blocked
    people = await request.services.people.named(keys)
    known = (people[key] for key in keys if key in people)
    return BlocksScene(tuple(BlockedPerson(one.discord_id, one.name) for one in known if one.discord_id), done)
