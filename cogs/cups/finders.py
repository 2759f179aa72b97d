"""The choice of the cup or league for a command or button, and who may do what with it.

A cup is found by its name, as the person's own, by the channel, or as the only one that can be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.cups.admission import reliability_refusal, role_refusal
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_service import LoadedCup
from bot.cups.leagues.league import League, LeagueStage, Season
from bot.cups.leagues.league_service import LoadedLeague
from bot.cups.notices import CupRefusal, LeagueRefusal, RoleRefusal
from bot.cups.publishing.winner_roles import unfit
from bot.discord_api import custom_ids, permissions
from bot.store import CupRow, EndedCupRow, LeagueRow
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.cups import cup_services
from cogs.finders import Numbered, lost_refusal, sees
from cogs.request import Request

MOST_NAMED: Final = 10
"""So many cups are named when one has to be chosen."""

LoadedCompetition = LoadedCup | LoadedLeague
CupFilter = Callable[[Cup], bool]
"""A test whether something can be done in a cup: such cups are meant first."""


def anything(_: Cup) -> bool:
    return True


def is_signing_up(cup: Cup) -> bool:
    return cup.stage is CupStage.SIGN_UP


def is_running(cup: Cup) -> bool:
    return cup.stage is CupStage.RUNNING


async def pressed_cup(request: Request) -> LoadedCup:
    """Return the cup of the pressed button. Raises RequestRefused, as all functions here do."""
    return await _known_cup(request, request.argument)


async def pressed_organised_cup(request: Request) -> LoadedCup:
    """Return the cup of the pressed button, if the person organises it."""
    loaded = await pressed_cup(request)
    _check_organises(request, loaded)
    return loaded


async def chosen_cup(request: Request) -> LoadedCup:
    """Return the cup that was chosen in a menu."""
    return await _known_cup(request, "".join(request.values[:1]))


async def _known_cup(request: Request, number: str) -> LoadedCup:
    cup_id = custom_ids.number(number)
    loaded = None if cup_id is None else await cup_services(request).cups.get(cup_id)
    if loaded is None or not _knows_cup(request, loaded):
        row = None if cup_id is None else await request.services.store.cup_row(cup_id)
        await _check_games(request, [] if row is None else [row])
        raise RequestRefused(fact(await lost_refusal(request, Numbered.CUPS, cup_id) or CupRefusal.NO_CUP_HERE))
    return loaded


async def _check_games(request: Request, rows: Iterable[CupRow]) -> None:
    """Raise RequestRefused if one of these cups waits for its game, and the person may know of it."""
    for row in rows:
        game = await cup_services(request).cups.missing_game(row)
        if game is None:
            continue
        own = {cup.id for cup in await request.services.store.cups_of_person(request.person.key)}
        if row.id in own or _sees_competition(request, row):
            goes_on = row.stage in (CupStage.SIGN_UP, CupStage.RUNNING)
            kind = CupRefusal.GAME_NOT_INSTALLED if goes_on else Refusal.PAST_GAME_NOT_INSTALLED
            raise RequestRefused(fact(kind, name=row.name, of_game=game))


async def _check_game_of_league(request: Request, row: LeagueRow | None) -> None:
    """Raise RequestRefused if a league waits for its game, and the person may know of it."""
    game = None if row is None else await cup_services(request).leagues.missing_game(row)
    if row is not None and game is not None and _sees_competition(request, row):
        goes_on = row.stage == LeagueStage.GOING
        kind = LeagueRefusal.GAME_NOT_INSTALLED if goes_on else Refusal.PAST_GAME_NOT_INSTALLED
        raise RequestRefused(fact(kind, name=row.name, of_game=game))


async def ended_cups(request: Request, guild_id: int) -> list[EndedCupRow]:
    """Return the last cups of a server that have ended and that the person may see, the newest first."""
    rows = await cup_services(request).cups.ended_cups(guild_id, request.person.key)
    here = request.interaction
    organises = request.organises_guild and here.guild_id == guild_id
    return [row for row in rows if row.was_in or organises or sees(here, row.channel_id)]


def _knows_cup(request: Request, loaded: LoadedCup) -> bool:
    """Return whether a cup may be shown to the person: who made it, is or was in it, or sees its channel there."""
    was_in = loaded.cup.entrants.last_of(request.person.key) is not None
    if was_in or loaded.cup.by == request.person.key or organises(request, loaded):
        return True
    return _is_at_home(request, loaded) and sees(request.interaction, loaded.row.channel_id)


def _is_at_home(request: Request, loaded: LoadedCompetition) -> bool:
    return request.interaction.guild_id == loaded.row.guild_id


def organises(request: Request, loaded: LoadedCompetition) -> bool:
    """Return whether the person organises the cup or league: an organiser of its server, in that server.

    Whoever created it has no rights beyond that, so that they end with those of an organiser.
    """
    return _is_at_home(request, loaded) and request.organises_guild


def _check_organises(request: Request, loaded: LoadedCompetition) -> None:
    if not organises(request, loaded):
        raise RequestRefused(fact(Refusal.NOT_ORGANISER))


async def check_from_here(request: Request, loaded: LoadedCompetition) -> None:
    """Raise RequestRefused for a person who asks from elsewhere, or is banned from the server."""
    if not _is_at_home(request, loaded):
        refusal = CupRefusal.NOT_FROM_HERE if isinstance(loaded, LoadedCup) else LeagueRefusal.NOT_FROM_HERE
        raise RequestRefused(fact(refusal, name=loaded.row.name, channel=f"<#{loaded.row.channel_id}>"))
    await request.services.bans.check(loaded.row.guild_id, request.interaction.user.id)


async def check_may_enter(request: Request, loaded: LoadedCup) -> None:
    """Raise RequestRefused for a person who asks from elsewhere, is banned from the server, or not admitted."""
    await check_from_here(request, loaded)
    rules, ratings = loaded.cup.rules, request.services.ratings
    roles = [role.id for role in getattr(request.interaction.user, "roles", ())]
    reliability = await ratings.reliability(request.person.key, loaded.row.guild_id, rules.game)
    if refused := role_refusal(rules, roles) or reliability_refusal(rules, reliability):
        raise RequestRefused(refused)


async def check_prize(request: Request, role_id: int) -> None:
    """Raise RequestRefused for a role that no cup gives, or that the person may not give on Discord; 0 is none."""
    guild, user = request.interaction.guild, request.interaction.user
    role = guild.get_role(role_id) if guild else None
    if guild is None or role is None:
        return
    preferences = await request.services.guilds.preferences(guild.id)
    why = unfit(role_id, preferences, has_powers=permissions.has_powers(role))
    if why is None and not (isinstance(user, discord.Member) and permissions.may_give(user, role)):
        why = RoleRefusal.NOT_THEIRS
    if why is not None:
        raise RequestRefused(fact(why, role=role.mention))


async def meant_cup(
    request: Request, name: str | None, wanted: CupFilter = anything, *, own_first: bool = True
) -> LoadedCup:
    """Return the cup with a name; without one, that which can be meant. `own_first`: one that the person is in."""
    known = await _known_cups(request)
    if name:
        return await _named_cup(request, name.strip(), known)
    found = _meant_cups(request, known, wanted, own_first=own_first)
    rows: list[CupRow] = []
    if not any(loaded.row.channel_id in _places(request) for loaded in found):
        rows = await _running_rows(request)
        await _check_games(request, _rows_here(request, rows))
    if not found and wanted is anything:
        found = await _last_ended_cups(request)
    if not found:
        await _check_games(request, rows)
        raise RequestRefused(fact(CupRefusal.NO_CUP_HERE))
    if len(found) > 1:
        names = dict.fromkeys(loaded.row.name for loaded in found)
        raise RequestRefused(fact(CupRefusal.WHICH_CUP, name=tuple(names)[:MOST_NAMED]))
    return found[0]


async def organised_cup(request: Request, name: str | None, wanted: CupFilter) -> LoadedCup:
    """Return the cup that an organiser means: what they play in themselves is meant no more than others."""
    loaded = await meant_cup(request, name, wanted, own_first=False)
    _check_organises(request, loaded)
    return loaded


async def _named_cup(request: Request, name: str, known: Sequence[LoadedCup]) -> LoadedCup:
    """Find a cup by name: a running one of this server, else a running one of the person's, else one that is over."""
    fitting = [loaded for loaded in known if loaded.row.name.casefold() == name.casefold()]
    if not fitting:
        rows = await _running_rows(request)
        await _check_games(request, (row for row in rows if row.name.casefold() == name.casefold()))
    found = sorted(fitting, key=lambda loaded: not _is_at_home(request, loaded)) or await _last_ended_cups(
        request, name
    )
    if not found:
        raise RequestRefused(fact(CupRefusal.NO_CUP, name=name))
    return found[0]


def _meant_cups(request: Request, known: Sequence[LoadedCup], wanted: CupFilter, *, own_first: bool) -> list[LoadedCup]:
    """Return the first group of cups that is not empty."""
    here = [loaded for loaded in known if _is_at_home(request, loaded)]
    near = here if request.interaction.guild_id is not None else list(known)
    own = [loaded for loaded in near if own_first and loaded.cup.entrant_of(request.person.key)]
    in_channel = [loaded for loaded in near if loaded.row.channel_id in _places(request)]
    groups = [[loaded for loaded in group if wanted(loaded.cup)] for group in (own, in_channel, near)]
    return next(filter(None, [*groups, own, in_channel, near]), [])


def _places(request: Request) -> tuple[int | None, ...]:
    channel = request.interaction.channel
    return (request.interaction.channel_id, getattr(channel, "parent_id", None))


async def _known_cups(request: Request) -> list[LoadedCup]:
    """Return the running cups that the person knows: those of this server, and their own."""
    cups, guild_id = cup_services(request).cups, request.interaction.guild_id
    here = [] if guild_id is None else await cups.running_cups(guild_id)
    found = await _loaded_cups(request, here)
    own = [loaded for loaded in await cups.cups_of_person(request.person.key) if loaded.row.guild_id != guild_id]
    return [*found, *own]


async def _last_ended_cups(request: Request, name: str | None = None) -> list[LoadedCup]:
    """Return the last cup of the server that is over, or that of them which had a name; empty if there is none."""
    guild_id = request.interaction.guild_id
    rows = [] if guild_id is None else await request.services.store.past_cups(guild_id)
    fitting = (row for row in rows if name is None or row.name.casefold() == name.casefold())
    for row in fitting:
        if found := await _loaded_cups(request, [row]):
            return found
        await _check_games(request, [row])
    return []


async def _running_rows(request: Request) -> list[CupRow]:
    """Return the rows of the running cups of this server, and of those that the person has entered."""
    guild_id, store = request.interaction.guild_id, request.services.store
    here = [] if guild_id is None else await store.running_cups(guild_id)
    own = await store.cups_of_person(request.person.key)
    return [*here, *(row for row in own if row.guild_id != guild_id)]


def _rows_here(request: Request, rows: Iterable[CupRow]) -> list[CupRow]:
    return [row for row in rows if row.channel_id in _places(request)]


async def _loaded_cups(request: Request, rows: Iterable[CupRow]) -> list[LoadedCup]:
    found = [await cup_services(request).cups.get(row.id) for row in rows]
    return [loaded for loaded in found if loaded is not None and _knows_cup(request, loaded)]


async def cup_names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the running cups that the person knows, then those of the server that are over, by their rows alone."""
    guild_id, store = request.interaction.guild_id, request.services.store
    own = {row.id: row for row in await store.cups_of_person(request.person.key)}
    here = [] if guild_id is None else await store.running_cups(guild_id)
    over = [] if guild_id is None else await store.past_cups(guild_id)
    rows = [
        row for row in here if row.id in own or request.organises_guild or sees(request.interaction, row.channel_id)
    ]
    rows += [row for row in own.values() if row.guild_id != guild_id and _is_in(request, row)]
    rows += [row for row in over if sees(request.interaction, row.channel_id)]
    names = dict.fromkeys(row.name for row in rows)
    fitting = [name for name in names if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting]


def _is_in(request: Request, row: CupRow) -> bool:
    """Return whether the person has entered a cup and, as far as is known without reading it, not left."""
    loaded = cup_services(request).cups.get_cached(row.id)
    return loaded is None or loaded.cup.entrant_of(request.person.key) is not None


async def pressed_league(request: Request) -> LoadedLeague:
    """Return the league of the pressed button. Raises RequestRefused, as all functions here do."""
    league_id = custom_ids.number(request.argument)
    loaded = None if league_id is None else await cup_services(request).leagues.get(league_id)
    if loaded is None or not _knows_league(request, loaded):
        await _check_game_of_league(
            request, None if league_id is None else await request.services.store.league_row(league_id)
        )
        raise RequestRefused(
            fact(await lost_refusal(request, Numbered.LEAGUES, league_id) or LeagueRefusal.NO_LEAGUE_HERE)
        )
    return loaded


def _knows_league(request: Request, loaded: LoadedLeague) -> bool:
    """Return whether a league may be shown to the person: who is or was in it, or sees its channel where they ask."""
    return _sees_competition(request, loaded.row) or loaded.league.has_had(request.person.key)


def _sees_competition(request: Request, row: CupRow | LeagueRow) -> bool:
    """Return whether a person organises a cup or league, or sees its channel where they ask."""
    if request.interaction.guild_id != row.guild_id:
        return False
    return request.organises_guild or sees(request.interaction, row.channel_id)


async def organised_league(request: Request, name: str | None) -> LoadedLeague:
    """Return the league with a name, if the person organises it."""
    loaded = await meant_league(request, name)
    _check_organises(request, loaded)
    return loaded


async def meant_league(request: Request, name: str | None) -> LoadedLeague:
    """Return the league of this server with a name; without one, the only one that goes on, else the last one."""
    known = [row for row in await _league_rows(request) if await _is_known_league(request, row)]
    if name:
        found = [row for row in known if row.name.casefold() == name.strip().casefold()]
    else:
        found = [row for row in known if row.stage == LeagueStage.GOING]
        if len(found) > 1:
            raise RequestRefused(fact(LeagueRefusal.WHICH_LEAGUE, name=tuple(row.name for row in found)[:MOST_NAMED]))
        found = found or known
    loaded = await cup_services(request).leagues.get(found[0].id) if found else None
    if loaded is None:
        await _check_game_of_league(request, found[0] if found else None)
        raise RequestRefused(fact(LeagueRefusal.NO_LEAGUE, name=name) if name else fact(LeagueRefusal.NO_LEAGUE_HERE))
    return loaded


async def _is_known_league(request: Request, row: LeagueRow) -> bool:
    if _sees_competition(request, row):
        return True
    loaded = await cup_services(request).leagues.get(row.id)
    return loaded is not None and _knows_league(request, loaded)


async def _league_rows(request: Request) -> list[LeagueRow]:
    guild_id = request.interaction.guild_id
    if guild_id is None:
        raise RequestRefused(fact(Refusal.NOT_IN_SERVER))
    return await cup_services(request).leagues.of_guild(guild_id)


async def league_names(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the leagues of the server that the person knows; none is read from the store for a keystroke."""
    get_cached = cup_services(request).leagues.get_cached
    rows = [row for row in await _league_rows(request) if typed.casefold() in row.name.casefold()]
    known = [
        row
        for row in rows
        if _sees_competition(request, row) or ((league := get_cached(row.id)) and _knows_league(request, league))
    ]
    names = list(dict.fromkeys(row.name for row in known))
    return [app_commands.Choice(name=name, value=name) for name in names]


def meant_season(league: League, number: int | None) -> Season:
    """Return a season; without a number, the one that is played, else the last that was, else the last."""
    if number is not None:
        found = league.season(number)
    else:
        found = league.running_season or league.ended_season or league.season(len(league.seasons))
    if found is None:
        raise RequestRefused(fact(LeagueRefusal.NO_SEASON))
    return found
