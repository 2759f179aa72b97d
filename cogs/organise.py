"""For the organisers of a server: `/organise ban`, the list of bans, and the log of what organisers did."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_api import custom_ids
from bot.messages.kit.pages import page_of_lines
from bot.messages.settings.organising import BANS_ON_A_PAGE, MOST_ACTS, ActLine, ActsScene, BanLine, BansScene
from bot.tables.guild_bans import LONGEST_REASON
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.escaping import legible
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import command
from cogs.request import Private, Redraw, Request, Response, name_of
from rules.core.contract import Fact


def organised_guild(request: Request) -> int:
    """Return the id of the guild where the person asks, if they organise its tables. Raises RequestRefused."""
    guild_id = request.interaction.guild_id
    if guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_IN_SERVER))
    if not request.organises_guild:
        raise RequestRefused(fact(Refusal.NOT_ORGANISER))
    return guild_id


@command("organise ban", right=GuildRights.ORGANISER, cost=Cost.NOTIFY, user="person")
async def ban(
    request: Request, user: discord.User | None = None, reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None
) -> Response:
    """Ban somebody from the tables of the server, who may have left it; without a person, show who is banned.

    Seats in play stay theirs.
    """
    guild_id = organised_guild(request)
    if user is None:
        return Private(await _bans(request, 0))
    if user.id == request.interaction.user.id or getattr(user, "bot", True):
        raise RequestRefused(fact(Refusal.NOT_TO_BAN))
    if isinstance(user, discord.Member) and user.guild_permissions.manage_guild:
        raise RequestRefused(fact(Refusal.MANAGERS_STAY, name=name_of(user)))
    person = await request.services.people.meet(user.id, name_of(user), None)
    why = legible(reason or "")
    playing = await request.services.bans.ban(guild_id, person, request.person.key, why, request.right)
    done = fact(Notice.NOW_BANNED, name=person.name)
    if playing:
        done = fact(Notice.NOW_BANNED_PLAYS, name=person.name, tables=tuple(playing))
    return Private(await _bans(request, 0, done))


@button("bans", right=GuildRights.ORGANISER, cost=Cost.READ)
async def show_bans(request: Request) -> Response:
    return Redraw(await _bans(request, custom_ids.number(request.argument) or 0))


@button("unban", right=GuildRights.ORGANISER, cost=Cost.NOTIFY)
async def unban(request: Request) -> Response:
    """Lift the ban that was chosen; one that is lifted already is none on the list."""
    guild_id = organised_guild(request)
    chosen = "".join(request.values[:1])
    await request.services.bans.lift(guild_id, chosen, request.person.key, request.right)
    return Redraw(await _bans(request, custom_ids.number(request.argument) or 0))


async def _bans(request: Request, page: int, done: Fact | None = None) -> BansScene:
    guild_id, guild = organised_guild(request), request.interaction.guild
    shown = page_of_lines(await request.services.bans.rows(guild_id), page, BANS_ON_A_PAGE)
    names = await _names(request, *(key for ban in shown.lines for key in (ban.banned, ban.organiser)))
    lines = tuple(
        BanLine(ban.hashed, names.get(ban.banned, ""), ban.reason, names.get(ban.organiser, ""), ban.at // 1000)
        for ban in shown.lines
    )
    return BansScene(guild.name if guild else "", lines, shown.page, shown.pages, done)


@button("acts", right=GuildRights.ORGANISER, cost=Cost.READ)
async def show_acts(request: Request) -> Response:
    """Show what organisers have done here, the newest first."""
    guild_id, guild = organised_guild(request), request.interaction.guild
    acts = await request.services.store.acts(guild_id, MOST_ACTS)
    names = await _names(request, *(key for act in acts for key in (act.person, act.organiser)))
    lines = tuple(
        ActLine(
            act.at // 1000, names.get(act.organiser, ""), act.kind, names.get(act.person, ""), act.table_name, act.about
        )
        for act in acts
    )
    return Redraw(ActsScene(guild.name if guild else "", lines, int(request.services.settings.keep_acts_days)))


async def _names(request: Request, *keys: str | None) -> dict[str | None, str]:
    """The names of people by key; "" for erased ones."""
    found = await request.services.people.rows(key for key in keys if key is not None)
    return {key: person.name for key, person in found.items()}
