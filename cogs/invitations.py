"""Invitations: people for whom the opener of a lobby keeps seats, and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import discord

from bot.messages.lobby.invitation import invitation_scene, invite_scene
from bot.store import PersonRow
from bot.tables import LoadedTable, actions
from bot.tables.costs import Cost
from bot.tables.rights import DECLINE, LOBBY_OF_OPENER, check_lobby, check_opener
from bot.tables.seating_conditions import company
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import table_button
from cogs.request import Redraw, Request, Response, name_of


class ChosenUser(NamedTuple):
    """A user chosen in a menu."""

    id: int
    name: str
    bot: bool


def chosen_users(request: Request) -> Iterator[ChosenUser]:
    resolved = cast(dict[str, Any], request.interaction.data or {}).get("resolved", {})
    for value in request.values:
        user, member = resolved.get("users", {}).get(value), resolved.get("members", {}).get(value)
        if user is None:
            raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
        name = user.get("global_name") or user["username"]
        yield ChosenUser(int(value), name, member is None or user.get("bot", False))


async def guest(request: Request, user: discord.Member | ChosenUser, there: frozenset[str]) -> PersonRow:
    """Return a person who may be invited to a table where these people are. Raises RequestRefused."""
    name = user.name if isinstance(user, ChosenUser) else name_of(user)
    if user.bot:
        raise RequestRefused(fact(Refusal.CANNOT_INVITE, name=name))
    person = await request.services.people.meet(user.id, name, None)
    await request.services.bans.check_other(request.interaction.guild_id or 0, person)
    await request.services.personal_blocks.check_invitable(person, request.person.key, there)
    return person


async def invited_guest(request: Request, user: discord.Member | ChosenUser, there: frozenset[str]) -> PersonRow:
    """Return somebody else who may be invited to a table where these people are. Raises RequestRefused."""
    if user.id == request.interaction.user.id:
        raise RequestRefused(fact(Refusal.INVITED_THEMSELVES))
    return await guest(request, user, there)


@table_button("invite", right=LOBBY_OF_OPENER, cost=Cost.READ)
async def choose_guests(request: Request, loaded: LoadedTable) -> Response:
    check_lobby(loaded.table)
    check_opener(loaded.table, request.person.key)
    return Redraw(invite_scene(loaded.table, await request.context(loaded)))


@table_button("invited", right=LOBBY_OF_OPENER, cost=Cost.CONTACT)
async def invite(request: Request, loaded: LoadedTable) -> Response:
    """Keep seats for the people chosen, and for nobody else."""
    check_lobby(loaded.table)
    check_opener(loaded.table, request.person.key)
    people = [await invited_guest(request, one, company(loaded.table)) for one in chosen_users(request)]
    await request.submit(loaded, actions.Invite(request.person.key, tuple(person.key for person in people)))
    now = await request.reloaded(loaded)
    return Redraw(invite_scene(now.table, await request.context(now)))


@table_button("decline", right=DECLINE, cost=Cost.NOTIFY)
async def decline(request: Request, loaded: LoadedTable) -> Response:
    await request.submit(loaded, actions.Decline(request.person.key))
    return await ended_invitation(request, await request.reloaded(loaded))


async def ended_invitation(request: Request, loaded: LoadedTable) -> Redraw:
    """Return what came of the person's last invitation."""
    mine = [one for one in loaded.table.invitations if one.person == request.person.key]
    return Redraw(invitation_scene(loaded.table, mine[-1], await request.context(loaded)))
