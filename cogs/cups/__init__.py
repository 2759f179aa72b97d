"""Commands and buttons of cups and leagues."""

from __future__ import annotations

from bot.cups import cup_service
from bot.cups.admission import contacts_in_cup, contacts_in_league
from bot.cups.cup import Cup
from bot.cups.cup_actions import CupAction
from bot.cups.cup_service import LoadedCup
from bot.cups.leagues import league_service
from bot.cups.leagues.league import League
from bot.cups.leagues.league_actions import LeagueAction
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.services import CupServices
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.request import Request


def cup_services(request: Request) -> CupServices:
    """Return the services of cups and leagues for a request."""
    return request.interaction.client.cup_services


async def submit(request: Request, loaded: LoadedCup, action: CupAction) -> Cup:
    """Do an action in a cup, once for this interaction, and return the cup as it is now."""
    conditions = (*request.right, *request.contact_conditions(contacts_in_cup(loaded.cup, action)))
    return cup_service.resulting_cup(
        await cup_services(request).cups.submit(loaded.cup.id, action, request.id, conditions)
    )


async def submit_league(request: Request, loaded: LoadedLeague, action: LeagueAction) -> League:
    """Do an action in a league, once for this interaction, and return the league as it is now."""
    conditions = (*request.right, *request.contact_conditions(contacts_in_league(action)))
    leagues = cup_services(request).leagues
    return league_service.resulting_league(await leagues.submit(loaded.league.id, action, request.id, conditions))


def unknown_button() -> RequestRefused:
    return RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
