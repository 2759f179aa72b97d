"""The choice of the league for a command or button."""

from __future__ import annotations

from discord import app_commands

from bot.cups.admission import reached_in_league
from bot.cups.leagues.league import League, LeagueStage, Season
from bot.cups.leagues.league_actions import LeagueAction
from bot.cups.leagues.league_notices import LeagueRefusal
from bot.cups.leagues.league_service import LoadedLeague, accepted
from bot.discord_api import custom_ids
from bot.store import LeagueRow
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons_after_restore import Numbered, lost
from cogs.cups import cup_services
from cogs.cups.finding_cups import MOST_CHOICES, MOST_NAMED
from cogs.finding import sees
from cogs.request import Request


async def pressed_league(request: Request) -> LoadedLeague:
    """Return the league of the pressed button. Raises RequestRefused, as all functions here do."""
    league_id = custom_ids.number(request.argument)
    loaded = None if league_id is None else await cup_services(request).leagues.get(league_id)
    if loaded is None or not _knows(request, loaded):
        raise RequestRefused(fact(await lost(request, Numbered.LEAGUES, league_id) or LeagueRefusal.NO_LEAGUE_HERE))
    return loaded


def _knows(request: Request, loaded: LoadedLeague) -> bool:
    """Return whether a league may be shown to the person: who is or was in it, or sees its channel where they ask."""
    return _sees(request, loaded.row) or loaded.league.has_had(request.person.key)


def _sees(request: Request, row: LeagueRow) -> bool:
    """Return whether a person organises a league, or sees its channel where they ask."""
    if request.interaction.guild_id != row.guild_id:
        return False
    return request.organises_guild or sees(request.interaction, row.channel_id)


def _is_at_home(request: Request, loaded: LoadedLeague) -> bool:
    return request.interaction.guild_id == loaded.row.guild_id


def organises(request: Request, loaded: LoadedLeague) -> bool:
    """Return whether the person organises the league: an organiser of its server, in that server."""
    return _is_at_home(request, loaded) and request.organises_guild


async def organised_league(request: Request, name: str | None) -> LoadedLeague:
    """Return the league with a name, if the person organises it."""
    loaded = await meant_league(request, name)
    if not organises(request, loaded):
        raise RequestRefused(fact(Refusal.NOT_ORGANISER))
    return loaded


async def check_may_enter_league(request: Request, loaded: LoadedLeague) -> None:
    """Raise RequestRefused for a person who asks from elsewhere, or is banned from the server."""
    if not _is_at_home(request, loaded):
        channel = f"<#{loaded.row.channel_id}>"
        raise RequestRefused(fact(LeagueRefusal.NOT_FROM_HERE, name=loaded.row.name, channel=channel))
    await request.services.bans.check(loaded.row.guild_id, request.interaction.user.id)


async def meant_league(request: Request, name: str | None) -> LoadedLeague:
    """Return the league of this server with a name; without one, the only one that goes on, else the last one."""
    known = [row for row in await _rows(request) if await _is_known(request, row)]
    if name:
        found = [row for row in known if row.name.casefold() == name.strip().casefold()]
    else:
        found = [row for row in known if row.stage == LeagueStage.GOING]
        if len(found) > 1:
            raise RequestRefused(fact(LeagueRefusal.WHICH_LEAGUE, name=tuple(row.name for row in found)[:MOST_NAMED]))
        found = found or known
    loaded = await cup_services(request).leagues.get(found[0].id) if found else None
    if loaded is None:
        raise RequestRefused(fact(LeagueRefusal.NO_LEAGUE, name=name) if name else fact(LeagueRefusal.NO_LEAGUE_HERE))
    return loaded


async def _is_known(request: Request, row: LeagueRow) -> bool:
    if _sees(request, row):
        return True
    loaded = await cup_services(request).leagues.get(row.id)
    return loaded is not None and _knows(request, loaded)


async def _rows(request: Request) -> list[LeagueRow]:
    guild_id = request.interaction.guild_id
    if guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_IN_SERVER))
    return await cup_services(request).leagues.of_guild(guild_id)


async def league_names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the leagues of the server that the person knows; none is read from the store for a keystroke."""
    at_hand = cup_services(request).leagues.at_hand
    rows = [row for row in await _rows(request) if typed.casefold() in row.name.casefold()]
    known = [row for row in rows if _sees(request, row) or ((one := at_hand(row.id)) and _knows(request, one))]
    names = list(dict.fromkeys(row.name for row in known))
    return [app_commands.Choice(name=name, value=name) for name in names[:MOST_CHOICES]]


def meant_season(league: League, number: int | None) -> Season:
    """Return a season; without a number, the one that is played, else the last that was, else the last."""
    if number is not None:
        found = league.season(number)
    else:
        found = league.running or league.ended or league.season(len(league.seasons))
    if found is None:
        raise RequestRefused(fact(LeagueRefusal.NO_SEASON))
    return found


async def submit_league(request: Request, loaded: LoadedLeague, action: LeagueAction) -> League:
    """Do an action in a league, once for this interaction, and return the league as it is now."""
    conditions = (*request.right, *request.reaching(reached_in_league(action)))
    return accepted(await cup_services(request).leagues.submit(loaded.league.id, action, request.id, conditions))
