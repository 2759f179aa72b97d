"""The choice of the game for a command: the one that is named, that of the table, or the server's first."""

from __future__ import annotations

from collections.abc import Collection

from discord import app_commands

from bot.members.preferences import GuildPreferences
from bot.texts import game_and_name, offered_games, on_offer
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.finding import known_table, table_near
from cogs.request import Request


async def game_meant(request: Request, typed: str | None, among: Collection[str] | None = None) -> str:
    """Return the game that a command means. Raises RequestRefused for a name that no game has.

    Without a name: that of this thread's table or of one of the person's own, else the first one of the server. `among`
    are the games that can be meant without a name (None: all).
    """
    if typed:
        return named_game(request, typed)
    near = await table_near(request)
    found = [*([] if near is None else [near.table.game]), *(await games_here(request)), *offered_games()]
    return next((game for game in found if among is None or game in among), found[0])


def named_game(request: Request, typed: str) -> str:
    """Return the game with this name, in the person's language or the program's. Raises RequestRefused."""
    names = {request.translator(f"{game}.name").casefold(): game for game in offered_games()}
    game = names.get(typed.strip().casefold(), typed)
    if game not in offered_games():
        raise RequestRefused(fact(Refusal.UNKNOWN_GAME, game=typed))
    return game


async def game_pressed(request: Request) -> str:
    """Return the game of the pressed button's table, or the one that it names; else the first one of the server.

    A table of which the person may not know is none.
    """
    if (loaded := await known_table(request, request.press.table)) is not None:
        return loaded.table.game
    return game_and_name(request.argument)[0] if request.argument else (await games_here(request))[0]


async def games_here(request: Request) -> tuple[str, ...]:
    """Return the games of the server where the person asks; all of them in a direct message."""
    guild_id = request.interaction.guild_id
    found = GuildPreferences() if guild_id is None else await request.services.guilds.preferences(guild_id)
    return found.offered


async def game_names(
    request: Request, typed: str, games: Collection[str] | None = None
) -> list[app_commands.Choice[str]]:
    """Offer these games by name (None: all that there are)."""
    words = request.translator
    names = {words(f"{game}.name"): on_offer(game, words) for game in (offered_games() if games is None else games)}
    found = {name: told for name, told in names.items() if typed.casefold() in told.casefold()}
    return [app_commands.Choice(name=told, value=name) for name, told in found.items()]
