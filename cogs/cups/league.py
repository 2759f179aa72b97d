"""Leagues for players: `/cup league`, and the buttons of a season.

For a season of pairs, who signs up asks somebody to be the partner, who agrees.
"""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.cups.leagues.league import League, Season
from bot.cups.leagues.league_actions import AgreeSeasonPartner, AskSeasonPartner, EnterSeason, LeagueAction, LeaveSeason
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.messages.export import league_files
from bot.cups.messages.league_pairs import partner_scene
from bot.cups.messages.league_panel import LeagueVerb
from bot.cups.messages.league_standings import standings_scene
from bot.cups.notices import LeagueRefusal
from bot.discord_api import custom_ids
from bot.discord_api.command_tree import Line
from bot.messages.kit.scene import Scene
from bot.tables.rights import GuildRights
from bot.tables.usage_limits import Cost
from bot.texts.notices import Notice, RequestRefused, fact
from cogs.buttons import button
from cogs.commands import choices, command
from cogs.cups import cup_services, finders, submit_league
from cogs.lobby import chosen_users, guest
from cogs.request import Private, Redraw, Request, Response, TextFile, private_text

choices("cup league", "league")(finders.league_names)
MS = 1000


@command("cup league", right=GuildRights.CUP_GUEST, cost=Cost.HEAVY)
async def show_league(
    request: Request, league: Line | None = None, season: app_commands.Range[int, 1, 1000] | None = None
) -> Response:
    """Show the standings of a league over all; usual: its present season, the page with the person."""
    loaded = await finders.meant_league(request, league)
    return Private(await _standings(request, loaded, finders.meant_season(loaded.league, season), None))


@button(LeagueVerb.STANDINGS, right=GuildRights.CUP_GUEST, cost=Cost.HEAVY)
async def league_standings_pressed(request: Request) -> Response:
    loaded = await finders.pressed_league(request)
    number, page = _numbers(request)
    return Redraw(await _standings(request, loaded, finders.meant_season(loaded.league, number), page))


def _numbers(request: Request) -> tuple[int | None, int | None]:
    """Return the season and the page of a button; None: it has none."""
    season, page, *_ = (*request.press.args[1:3], "", "")
    return custom_ids.number(season), custom_ids.number(page)


async def _standings(request: Request, loaded: LoadedLeague, season: Season, page: int | None) -> Scene:
    league = loaded.league
    names, cups, _ = await cup_services(request).league_contexts.context(league, [season])
    return await asyncio.to_thread(standings_scene, league, season, names, cups, page, request.person.key)


@button(LeagueVerb.EXPORT, right=GuildRights.CUP_GUEST, cost=Cost.HEAVY)
async def league_export_pressed(request: Request) -> Response:
    """Answer with the files of a league."""
    loaded = await finders.pressed_league(request)
    league = loaded.league
    season = finders.meant_season(league, _numbers(request)[0])
    names, cups, _ = await cup_services(request).league_contexts.context(league, league.seasons)
    return TextFile(await asyncio.to_thread(league_files, league, season, names, cups, request.translator))


@button(LeagueVerb.ENTER, right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def enter_season(request: Request) -> Response:
    """Sign up for the season: take up one's kept place, or come after those who have one."""
    loaded = await finders.pressed_league(request)
    await finders.check_from_here(request, loaded)
    if loaded.league.is_of_pairs:
        return await _enter_with_partner(request, loaded)
    league = await submit_league(request, loaded, EnterSeason(request.person.key))
    season = league.seasons[-1]
    name, number = league.rules.name, season.number
    if len(season.entrants) > league.rules.most and request.person.key in league.places(season).waiting:
        return private_text(fact(Notice.LEAGUE_WAITING, name=name, season=number))
    return private_text(fact(Notice.LEAGUE_ENTERED, name=name, season=number, until=season.until // MS))


@button(LeagueVerb.LEAVE, right=GuildRights.CUP_GUEST, cost=Cost.NOTIFY)
async def leave_season(request: Request) -> Response:
    loaded = await finders.pressed_league(request)
    league = await submit_league(request, loaded, LeaveSeason(request.person.key))
    return private_text(fact(Notice.LEAGUE_LEFT, name=league.rules.name, season=len(league.seasons)))


async def _enter_with_partner(request: Request, loaded: LoadedLeague) -> Response:
    """Sign up without a partner, unless the person has; show how to find one."""
    league, mine = loaded.league, request.person.key
    if league.sign_up_season is None or league.sign_up_season.entrant_of(mine) is None:
        league = await submit_league(request, loaded, EnterSeason(mine))
    return await _partner_page(request, league)


async def _partner_page(request: Request, league: League) -> Response:
    if (season := league.sign_up_season) is None:
        raise RequestRefused(fact(LeagueRefusal.NOT_SIGNING_UP))
    names, *_ = await cup_services(request).league_contexts.context(league, [])
    return Redraw(partner_scene(league, season, names, request.person.key))


@button(LeagueVerb.ASK_PARTNER, right=GuildRights.CUP_MEMBER, cost=Cost.CONTACT)
async def ask_season_partner(request: Request) -> Response:
    """Ask who was chosen, or agree if that person has asked already."""
    loaded, mine, league = await finders.pressed_league(request), request.person.key, None
    await finders.check_from_here(request, loaded)
    for user in chosen_users(request):
        partner = (await guest(request, user, frozenset({mine}))).key
        league = await submit_league(request, loaded, _request_or_agreement(loaded.league, mine, partner))
    return await _partner_page(request, league or loaded.league)


def _request_or_agreement(league: League, person: str, partner: str) -> LeagueAction:
    asked = league.sign_up_season.partner_requests if league.sign_up_season else ()
    is_asked = any((asking.by, asking.person) == (partner, person) for asking in asked)
    return AgreeSeasonPartner(person, partner) if is_asked else AskSeasonPartner(person, partner)


@button(LeagueVerb.AGREE, right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def agree_season_partner(request: Request) -> Response:
    """Agree with who asked by the entry of the pressed button."""
    loaded, seq = await finders.pressed_league(request), custom_ids.number("".join(request.press.args[1:2]))
    await finders.check_from_here(request, loaded)
    asked = loaded.league.sign_up_season.partner_requests if loaded.league.sign_up_season else ()
    by = next((asking.by for asking in asked if asking.seq == seq), "")
    return await _partner_page(
        request, await submit_league(request, loaded, AgreeSeasonPartner(request.person.key, by))
    )
