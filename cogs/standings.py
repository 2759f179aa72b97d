"""Standings: `/standings` of a server, and its menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from discord import app_commands

from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.members.profiles import Period, rank_people
from bot.messages.people.guild_standings import (
    ANY,
    MOST_HANDS,
    USUAL_HANDS,
    StandingsScene,
    WantedStandings,
    standings_page,
    standings_scene,
)
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts import game_and_name, game_argument, offered_games
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import ENGLISH, OfferedChoices, choices, command
from cogs.finders import game_names, meant_game
from cogs.request import Private, Redraw, Request, Response
from rules import registry


@command("standings", right=GuildRights.ALL, cost=Cost.HEAVY)
@app_commands.choices(
    period=[app_commands.Choice(name=ENGLISH(f"standings.{period}"), value=str(period)) for period in Period]
)
async def show_standings(
    request: Request,
    period: Literal["month", "season", "all"] = "month",
    players: app_commands.Range[int, 2, 6] | None = None,
    hands: app_commands.Range[int, 1, MOST_HANDS] = USUAL_HANDS,
    game: Line | None = None,
) -> Response:
    """Show the first page, of the game that the person played last here; of tables of every size if none is named."""
    size, meant = ANY if players is None else str(players), await _game(request, game)
    return Private(await _scene(request, _wanted_standings((period, size, str(hands), "0", *game_argument(meant)))))


async def _game(request: Request, typed: str | None) -> str:
    """Return the game that is named, else the one that the person played last in the server, else that meant here."""
    if not typed and request.interaction.guild_id is not None:
        played = await request.services.store.games_played(request.person.key, request.interaction.guild_id)
        last = next((row.game for row in played if row.game in offered_games()), None)
        if last is not None:
            return last
    return await meant_game(request, typed)


@choices("standings", "game")
async def games(request: Request, typed: str) -> OfferedChoices:
    return await game_names(request, typed)


@button("standings", right=GuildRights.ALL, cost=Cost.HEAVY)
async def turn_standings(request: Request) -> Response:
    """Show another page, or what was chosen in a menu."""
    chosen = request.values[0].split(".", 4) if request.values else request.press.args
    return Redraw(await _scene(request, _wanted_standings(chosen)))


def _wanted_standings(args: Sequence[str]) -> WantedStandings:
    """Return what a command, a button or a choice asks for. Raises RequestRefused."""
    match list(args):
        case [period, size, hands, page, *of] if period in list(Period):
            game, _ = game_and_name("".join(of))
            numbers = [custom_ids.number(hands), custom_ids.number(page)]
            seats = None if size == ANY else custom_ids.number(size)
            least, shown = numbers
            if least is not None and shown is not None and (size == ANY or seats in registry.game(game).seats):
                return WantedStandings(game, Period(period), seats, min(least, MOST_HANDS), shown)
    raise RequestRefused(fact(Refusal.UNKNOWN_BUTTON))


async def _scene(request: Request, wanted: WantedStandings) -> StandingsScene:
    guild_id, guild, services = request.interaction.guild_id, request.interaction.guild, request.services
    if guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_IN_SERVER))
    since, own = wanted.period.start(services.now()), request.person.key
    standings = rank_people(await services.store.standings(guild_id, wanted.game, wanted.size, since, wanted.hands))
    page = standings_page(standings, wanted.page, own)
    people = await services.people.rows(page.people)
    rated = await services.ratings.rated_people(guild_id, wanted.game)
    names = {key: person.name for key, person in people.items()}
    return standings_scene(wanted, guild.name if guild else "", page, names, rated, own, services.now())
