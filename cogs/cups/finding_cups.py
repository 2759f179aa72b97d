"""The choice of the cup for a command or button, and what its scenes need.

A cup is found by its name, as the person's own, by the channel, or as the only one that can be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.cups.admission import reached_in_cup, refused_as_unreliable, refused_by_role
from bot.cups.cup import Cup, CupStage
from bot.cups.cup_actions import CupAction
from bot.cups.cup_notices import CupRefusal, RoleRefusal
from bot.cups.cup_service import LoadedCup, accepted
from bot.cups.publishing.winner_roles import unfit
from bot.discord_api import custom_ids, permissions
from bot.store import CupRow, EndedCupRow
from bot.texts.notices import Refusal, RequestRefused, fact
from cogs.buttons_after_restore import Numbered, lost
from cogs.cups import cup_services
from cogs.finding import sees
from cogs.request import Request

MOST_CHOICES: Final = 25
MOST_NAMED: Final = 10
"""So many cups are named when one has to be chosen."""

CupFilter = Callable[[Cup], bool]
"""A test whether something can be done in a cup: such cups are meant first."""


def anything(_: Cup) -> bool:
    return True


def signing_up(cup: Cup) -> bool:
    return cup.stage is CupStage.SIGN_UP


def being_played(cup: Cup) -> bool:
    return cup.stage is CupStage.RUNNING


async def pressed_cup(request: Request) -> LoadedCup:
    """Return the cup of the pressed button. Raises RequestRefused, as all functions here do."""
    return await _known_cup(request, request.argument)


async def chosen_cup(request: Request) -> LoadedCup:
    """Return the cup that was chosen in a menu."""
    return await _known_cup(request, "".join(request.values[:1]))


async def _known_cup(request: Request, number: str) -> LoadedCup:
    cup_id = custom_ids.number(number)
    loaded = None if cup_id is None else await cup_services(request).cups.get(cup_id)
    if loaded is None or not knows(request, loaded):
        raise RequestRefused(fact(await lost(request, Numbered.CUPS, cup_id) or CupRefusal.NO_CUP_HERE))
    return loaded


async def ended_cups(request: Request, guild_id: int) -> list[EndedCupRow]:
    """Return the last cups of a server that have ended and that the person may see, the newest first."""
    rows = await cup_services(request).hall_of_fame.of_guild(guild_id, request.person.key)
    here = request.interaction
    return [row for row in rows if row.was_in or request.organises_guild or sees(here, row.channel_id)]


def knows(request: Request, loaded: LoadedCup) -> bool:
    """Return whether a cup may be shown to the person: who made it, is or was in it, or sees its channel there."""
    was_in = loaded.cup.entrants.last_of(request.person.key) is not None
    if was_in or loaded.cup.by == request.person.key or organises(request, loaded):
        return True
    return is_at_home(request, loaded) and sees(request.interaction, loaded.row.channel_id)


def is_at_home(request: Request, loaded: LoadedCup) -> bool:
    return request.interaction.guild_id == loaded.row.guild_id


def organises(request: Request, loaded: LoadedCup) -> bool:
    """Return whether the person organises the cup: an organiser of its server, in that server.

    Whoever created it has no rights beyond that, so that they end with those of an organiser.
    """
    return is_at_home(request, loaded) and request.organises_guild


def check_organises(request: Request, loaded: LoadedCup) -> None:
    if not organises(request, loaded):
        raise RequestRefused(fact(Refusal.NOT_ORGANISER))


async def check_may_enter(request: Request, loaded: LoadedCup) -> None:
    """Raise RequestRefused for a person who asks from elsewhere, is banned from the server, or not admitted."""
    if not is_at_home(request, loaded):
        channel = f"<#{loaded.row.channel_id}>"
        raise RequestRefused(fact(CupRefusal.NOT_FROM_HERE, name=loaded.row.name, channel=channel))
    await request.services.bans.check(loaded.row.guild_id, request.interaction.user.id)
    rules, ratings = loaded.cup.rules, request.services.ratings
    roles = [role.id for role in getattr(request.interaction.user, "roles", ())]
    reliability = await ratings.reliability(request.person.key, loaded.row.guild_id, rules.game)
    if refused := refused_by_role(rules, roles) or refused_as_unreliable(rules, reliability):
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
    known = await _known(request)
    if name:
        return await _named(request, name.strip(), known)
    found = _meant(request, known, wanted, own_first=own_first)
    if not found and wanted is anything:
        found = await _last_over(request)
    if not found:
        raise RequestRefused(fact(CupRefusal.NO_CUP_HERE))
    if len(found) > 1:
        names = dict.fromkeys(one.row.name for one in found)
        raise RequestRefused(fact(CupRefusal.WHICH_CUP, name=tuple(names)[:MOST_NAMED]))
    return found[0]


async def _named(request: Request, name: str, known: Sequence[LoadedCup]) -> LoadedCup:
    """Find a cup by name: a running one of this server, else a running one of the person's, else one that is over."""
    fitting = [one for one in known if one.row.name.casefold() == name.casefold()]
    found = sorted(fitting, key=lambda one: not is_at_home(request, one)) or await _last_over(request, name)
    if not found:
        raise RequestRefused(fact(CupRefusal.NO_CUP, name=name))
    return found[0]


def _meant(request: Request, known: Sequence[LoadedCup], wanted: CupFilter, *, own_first: bool) -> list[LoadedCup]:
    """Return the first group of cups that is not empty."""
    here = [one for one in known if is_at_home(request, one)]
    near = here if request.interaction.guild_id is not None else list(known)
    own = [one for one in near if own_first and one.cup.entrant_of(request.person.key)]
    in_channel = [one for one in near if one.row.channel_id in _places(request)]
    groups = [[one for one in group if wanted(one.cup)] for group in (own, in_channel, near)]
    return next(filter(None, [*groups, own, in_channel, near]), [])


def _places(request: Request) -> tuple[int | None, ...]:
    channel = request.interaction.channel
    return (request.interaction.channel_id, getattr(channel, "parent_id", None))


async def _known(request: Request) -> list[LoadedCup]:
    """Return the running cups that the person knows: those of this server, and their own."""
    cups, guild_id = cup_services(request).cups, request.interaction.guild_id
    here = [] if guild_id is None else await cups.running(guild_id)
    found = await _loaded(request, here)
    own = [one for one in await cups.of_person(request.person.key) if one.row.guild_id != guild_id]
    return [*found, *own]


async def _last_over(request: Request, name: str | None = None) -> list[LoadedCup]:
    """Return the last cup of the server that is over, or that of them which had a name; empty if there is none."""
    guild_id = request.interaction.guild_id
    rows = [] if guild_id is None else await request.services.store.past_cups(guild_id)
    fitting = (row for row in rows if name is None or row.name.casefold() == name.casefold())
    for row in fitting:
        if found := await _loaded(request, [row]):
            return found
    return []


async def _loaded(request: Request, rows: Iterable[CupRow]) -> list[LoadedCup]:
    found = [await cup_services(request).cups.get(row.id) for row in rows]
    return [one for one in found if one is not None and knows(request, one)]


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
    return [app_commands.Choice(name=name, value=name) for name in fitting[:MOST_CHOICES]]


def _is_in(request: Request, row: CupRow) -> bool:
    """Return whether the person has entered a cup and, as far as is known without reading it, not left."""
    loaded = cup_services(request).cups.at_hand(row.id)
    return loaded is None or loaded.cup.entrant_of(request.person.key) is not None


async def submit(request: Request, loaded: LoadedCup, action: CupAction) -> Cup:
    """Do an action in a cup, once for this interaction, and return the cup as it is now."""
    conditions = (*request.right, *request.reaching(reached_in_cup(loaded.cup, action)))
    return accepted(await cup_services(request).cups.submit(loaded.cup.id, action, request.id, conditions))


def unknown_button() -> RequestRefused:
    return RequestRefused(fact(Refusal.UNKNOWN_BUTTON))
