"""Profiles: `/profile`, of the person who asks or of somebody else in their server."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import discord

from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.lessons.exercises import day_of
from bot.members.preferences import ProfileVisibility
from bot.members.profiles import Profile, badges_of, profile_of
from bot.messages.people.profile import EVERYWHERE, MENU, PlayedGame, ProfileScene, RatingLine
from bot.ratings.ratings import SETTLED_AFTER, points_through
from bot.ratings.service import percent
from bot.store import PersonRow
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts import game_and_name, offered_games
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import OfferedChoices, choices, command
from cogs.finders import game_names, meant_game
from cogs.request import Private, Redraw, Request, Response, name_of


class ProfileOwner(NamedTuple):
    """The person whose profile is asked for; `row` is None for somebody whom the bot has not met."""

    discord_id: int
    name: str
    row: PersonRow | None


@command("profile", right=GuildRights.ALL, cost=Cost.HEAVY, user="person")
async def show_profile(request: Request, user: discord.User | None = None, game: Line | None = None) -> Response:
    """Show the profile for this server; in a direct message, one's own for all servers."""
    if user is None or user.id == request.interaction.user.id:
        asked = _oneself(request)
    elif isinstance(user, discord.User | discord.Member) and user.bot:  # unresolved, it is an Object
        raise RequestRefused(fact(Refusal.COMPUTER_PROFILE))
    elif isinstance(user, discord.Member):
        asked = ProfileOwner(user.id, name_of(user), await request.services.people.find(user.id))
    else:
        in_server = request.interaction.guild_id is not None
        raise RequestRefused(fact(Refusal.NOBODY_HERE if in_server else Refusal.NOT_IN_SERVER))
    named = await meant_game(request, game) if game else None
    return Private(await _scene(request, named, asked, everywhere=request.interaction.guild_id is None))


async def _games_played(request: Request, person: str, guild_id: int | None) -> tuple[PlayedGame, ...]:
    """Return all games, the one that the person played last first, and those that they never played last."""
    played = {row.game: row.played for row in await request.services.store.games_played(person, guild_id)}
    offered = offered_games()
    games = [*(game for game in played if game in offered), *(game for game in offered if game not in played)]
    return tuple(PlayedGame(game, played.get(game, 0)) for game in games)


@choices("profile", "game")
async def games(request: Request, typed: str) -> OfferedChoices:
    return await game_names(request, typed)


@button("profile", right=GuildRights.ALL, cost=Cost.HEAVY)
async def turn_profile(request: Request) -> Response:
    """Show the pressed person's rubbers in all servers, or in this one again."""
    discord_id, everywhere = custom_ids.number(request.argument), EVERYWHERE in request.press.args[1:]
    if discord_id == request.interaction.user.id:
        asked = _oneself(request)
    else:
        asked = await _member(request, discord_id)
    game, _ = game_and_name("".join(request.press.args[2:3]))
    if request.press.args[2:3] == (MENU,):
        game, _ = game_and_name(f"{''.join(request.values[:1])}.")
    return Redraw(await _scene(request, game, asked, everywhere=everywhere or request.interaction.guild_id is None))


def _oneself(request: Request) -> ProfileOwner:
    return ProfileOwner(request.interaction.user.id, request.person.name, request.person)


async def _member(request: Request, discord_id: int | None) -> ProfileOwner:
    """Return somebody else in the server where it is asked. Raises RequestRefused."""
    guild_id = request.interaction.guild_id
    members = request.services.publisher.rendering.member_left
    if guild_id is None or discord_id is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    if not await members.is_member(guild_id, discord_id):
        raise RequestRefused(fact(Refusal.NOBODY_HERE))
    if (row := await request.services.people.find(discord_id)) is None:
        raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
    return ProfileOwner(discord_id, row.name, row)


async def _scene(request: Request, named: str | None, asked: ProfileOwner, *, everywhere: bool) -> ProfileScene:
    """Build the profile in a game: the one that is named, else the one that the person played last here."""
    services, guild = request.services, request.interaction.guild
    guild_id = None if everywhere else request.interaction.guild_id
    where = None if everywhere else guild.name if guild else ""
    has_more = request.interaction.guild_id is not None and asked.row is not None
    games = () if asked.row is None else await _games_played(request, asked.row.key, guild_id)
    last = next((one.game for one in games[:1] if one.played), None)
    game = named or last or await meant_game(request, None)
    empty = ProfileScene(game, asked.name, asked.discord_id, Profile(), 0, where, has_more)
    if asked.row is None:
        return empty
    key = asked.row.key
    if (await services.people.preferences(key)).profile is ProfileVisibility.HIDDEN and key != request.person.key:
        raise RequestRefused(fact(Refusal.HIDDEN_PROFILE, name=asked.name))
    results = await services.store.results(key, game, guild_id)
    return replace(
        empty,
        profile=profile_of(results),
        days=await services.learning.days_in_a_row(key, game, day_of(services.now())),
        ratings=await _ratings(request, game, key, guild_id),
        reliability=percent((await services.ratings.reliability(key, guild_id, game)).share),
        badges=badges_of(results),
        games=games,
    )


async def _ratings(request: Request, game: str, person: str, guild_id: int | None) -> tuple[RatingLine, ...]:
    rated = await request.services.ratings.rated_people(guild_id, game)
    steps = rated.steps_of(person)
    return tuple(
        RatingLine(size, rating.points, rating.rubbers, SETTLED_AFTER, points_through(steps[size]))
        for size, rating in rated.of(person).items()
    )
