"""The roles of winners: given when a cup ends, and taken from the winners before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.cups.cup_actions import AwardRole
from bot.cups.cup_service import CupService, LoadedCup
from bot.cups.notices import RoleRefusal
from bot.cups.winners import awaits_award, last_end, last_given, winners
from bot.discord_api.delivery import Delivery
from bot.discord_api.errors import Forbidden, PersonGone, Rejected
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.members.preferences import GuildPreferences
from bot.store import CupStore

log = logging.getLogger(__name__)

Holders = tuple[str, ...]
"""The keys of people who have a role."""
GivesOrTakes = Callable[[int, int, int], Awaitable[None]]
"""Changes a role of a person in a guild: guild, Discord id, role."""


def unfit(role: int, preferences: GuildPreferences, *, has_powers: bool) -> RoleRefusal | None:
    """Return why no cup gives a role, which would let an organiser hand out power in the guild; None: it may."""
    if has_powers:
        return RoleRefusal.POWERS
    return RoleRefusal.NAMED if role in (*preferences.organisers, preferences.mention) else None


class WinnerRoles:
    """Gives the roles of cups. Discord does nothing where it was done before, so that a crash gives nothing twice."""

    def __init__(
        self, store: CupStore, cups: CupService, people: PeopleService, guilds: Guilds, delivery: Delivery
    ) -> None:
        self._store = store
        self._cups = cups
        self._people = people
        self._guilds = guilds
        self._delivery = delivery

    async def award(self, loaded: LoadedCup) -> LoadedCup:
        """Give the role of an ended cup to its winners, unless that was done, and return the cup as it is now."""
        if not awaits_award(loaded.cup):
            return loaded
        role, given = loaded.cup.rules.role, await asyncio.to_thread(winners, loaded.cup)
        end = last_end(loaded.cup)
        given, before = await self._role_holders(loaded, given)
        taken = tuple(person for person in before if person not in given)
        why = await self._unfit(loaded) or await self._refusal(loaded, given, taken)
        await self._cups.submit(loaded.cup.id, AwardRole(role, given, taken, why or "", 0 if end is None else end.seq))
        return await self._cups.existing(loaded.cup.id)

    async def _role_holders(self, loaded: LoadedCup, given: Holders) -> tuple[Holders, Holders]:
        """Return who is to have the role, and who has it now. If nobody has won, whoever had it before keeps it.

        This cup may have given it already, before its end was undone.
        """
        if not loaded.cup.rules.role_moves:
            return given, ()
        own = last_given(loaded.cup, loaded.cup.rules.role)
        if given:
            return given, own or await self._earlier_holders(loaded)
        return (await self._earlier_holders(loaded) if own else ()), own

    async def _earlier_holders(self, loaded: LoadedCup) -> Holders:
        """Return to whom another cup of the guild gave the role last."""
        role = loaded.cup.rules.role
        for row in await self._store.past_cups(loaded.row.guild_id):
            other_cup = await self._cups.get(row.id) if row.id != loaded.cup.id else None
            if other_cup is not None and (found := last_given(other_cup.cup, role)):
                return found
        return ()

    async def _unfit(self, loaded: LoadedCup) -> RoleRefusal | None:
        """Return why the role is not one that this cup gives, as things are now."""
        guild_id, role = loaded.row.guild_id, loaded.cup.rules.role
        preferences = await self._guilds.preferences(guild_id)
        if why := unfit(role, preferences, has_powers=self._delivery.has_powers(guild_id, role)):
            return why
        creator = (await self._people.rows([loaded.cup.by])).get(loaded.cup.by)
        discord_id = None if creator is None else creator.discord_id
        may = discord_id is not None and await self._delivery.may_give(guild_id, discord_id, role)
        return None if may else RoleRefusal.NOT_THEIRS

    async def _refusal(self, loaded: LoadedCup, given: Collection[str], taken: Collection[str]) -> RoleRefusal | None:
        """Give and take the role, and return why Discord refuses it; None: it was done."""
        try:
            await self._each(loaded, given, self._delivery.give_role)
            await self._each(loaded, taken, self._delivery.take_role)
        except Forbidden as error:
            if not error.asked:
                raise
            log.info("cup %s: its role may not be given: %s", loaded.cup.id, error)
            return RoleRefusal.NOT_ALLOWED
        except Rejected as error:
            log.info("cup %s: its role cannot be given: %s", loaded.cup.id, error)
            return RoleRefusal.NO_ROLE
        return None

    async def _each(self, loaded: LoadedCup, keys: Collection[str], change: GivesOrTakes) -> None:
        """Change the role of people; those who have left or were erased are left out."""
        for person in (await self._people.rows(keys)).values():
            if person.discord_id is None:
                continue
            try:
                await change(loaded.row.guild_id, person.discord_id, loaded.cup.rules.role)
            except PersonGone:
                log.info("cup %s: a winner has left the server", loaded.cup.id)
