"""Partners for a season of pairs: who signs up asks somebody, who agrees."""

from __future__ import annotations

from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import AgreeSeasonPartner, AskSeasonPartner, EnterSeason, LeagueAction
from bot.cups.leagues.league_notices import LeagueRefusal
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.messages.league import LeagueVerb
from bot.cups.messages.league_pairs_words import partner_scene
from bot.discord_api import custom_ids
from bot.tables.costs import Cost
from bot.tables.rights import GuildRights
from bot.texts.notices import RequestRefused, fact
from cogs.buttons import button
from cogs.cups import cup_services
from cogs.cups.finding_leagues import check_may_enter_league, pressed_league, submit_league
from cogs.invitations import chosen_users, guest
from cogs.request import Redraw, Request, Response


async def enter_with_partner(request: Request, loaded: LoadedLeague) -> Response:
    """Sign up without a partner, unless the person has; show how to find one."""
    league, mine = loaded.league, request.person.key
    if league.signing_up is None or league.signing_up.entrant_of(mine) is None:
        league = await submit_league(request, loaded, EnterSeason(mine))
    return await _shown(request, league)


async def _shown(request: Request, league: League) -> Response:
    if (season := league.signing_up) is None:
        raise RequestRefused(fact(LeagueRefusal.NOT_SIGNING_UP))
    names, *_ = await cup_services(request).league_contexts.of(league, [])
    return Redraw(partner_scene(league, season, names, request.person.key))


@button(LeagueVerb.ASK_PARTNER, right=GuildRights.CUP_MEMBER, cost=Cost.CONTACT)
async def ask_season_partner(request: Request) -> Response:
    """Ask who was chosen, or agree if that person has asked already."""
    loaded, mine, league = await pressed_league(request), request.person.key, None
    await check_may_enter_league(request, loaded)
    for user in chosen_users(request):
        partner = (await guest(request, user, frozenset({mine}))).key
        league = await submit_league(request, loaded, _asking(loaded.league, mine, partner))
    return await _shown(request, league or loaded.league)


def _asking(league: League, person: str, partner: str) -> LeagueAction:
    asked = league.signing_up.asked if league.signing_up else ()
    is_asked = any((one.by, one.person) == (partner, person) for one in asked)
    return AgreeSeasonPartner(person, partner) if is_asked else AskSeasonPartner(person, partner)


@button(LeagueVerb.AGREE, right=GuildRights.CUP_MEMBER, cost=Cost.NOTIFY)
async def agree_season_partner(request: Request) -> Response:
    """Agree with who asked by the entry of the pressed button."""
    loaded, seq = await pressed_league(request), custom_ids.number("".join(request.press.args[1:2]))
    await check_may_enter_league(request, loaded)
    asked = loaded.league.signing_up.asked if loaded.league.signing_up else ()
    by = next((one.by for one in asked if one.seq == seq), "")
    return await _shown(request, await submit_league(request, loaded, AgreeSeasonPartner(request.person.key, by)))
