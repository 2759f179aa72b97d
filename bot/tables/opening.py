"""Opening, moving and repeating tables: who may do it, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from bot.members.guilds import Guilds
from bot.members.preferences import Openers
from bot.store import Condition, Repeated, Store
from bot.tables import actions, rematch, table_terms
from bot.tables.lobby import COMPUTER, seats_refusal
from bot.tables.rematch import Again
from bot.tables.rights import own_seat
from bot.tables.table import Stage
from bot.tables.table_service import LoadedTable, Location, TableService, accepted_result
from bot.tables.usage_limits import UsageLimits
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from rules import registry
from rules.core.options import quick, usual_seats

MOST_NAMED: Final = 5
"""The most channels that a refusal names."""


class ChannelAccess(NamedTuple):
    """The permissions of a person and of the bot in a channel, as far as Discord tells.

    `organises`: whether the person is an organiser of the guild. `writes`: whether they may write there. `lacking`: the
    keys of the permissions that the bot lacks there. `parent_id`: the channel of a thread. `known`: the ids of the
    guild's channels; None if they are unknown. `forums`: the ids of its forums. `hides`: whether the bot may open
    private threads there; `hiding`: the ids of the channels that the person sees where it may.
    """

    organises: bool
    writes: bool = True
    lacking: tuple[str, ...] = ()
    parent_id: int | None = None
    known: Collection[int] | None = None
    forums: Collection[int] = ()
    hides: bool = True
    hiding: Collection[int] = ()


class NewTable(NamedTuple):
    """A table to open. `seats`: None for as many as can play the game; `pace`: as records write it, None for the usual.

    `invited`: the keys of the people for whom seats are kept; `private`: nobody else may join. `now`: a quick game
    against computers, which starts at once.
    """

    game: str = registry.USUAL
    seats: int | None = None
    pace: str | None = None
    invited: tuple[str, ...] = ()
    private: bool = False
    now: bool = False


class TableOpening:
    """Opens, moves and repeats tables by the preferences of their guild. All methods raise RequestRefused."""

    def __init__(self, store: Store, tables: TableService, guilds: Guilds, limits: UsageLimits) -> None:
        self._store = store
        self._tables = tables
        self._guilds = guilds
        self._limits = limits

    async def forum_instead(self, where: Location, access: ChannelAccess) -> int | None:
        """Return the forum in which a table opens that may not be opened in this channel: the guild's first for tables.

        None if it may be opened in the channel, or if the guild has no forum for tables.
        """
        allowed = await self._allowed_channels(where, access)
        if not allowed or {where.channel_id, access.parent_id} & set(allowed):
            return None
        return next((channel for channel in allowed if channel in access.forums), None)

    async def open(
        self,
        person: str,
        where: Location,
        access: ChannelAccess,
        interaction_id: int | None,
        wanted: NewTable,
    ) -> LoadedTable:
        """Open a table with the person in its first seat. Raises Unmet if something changes meanwhile."""
        conditions = await self._conditions(person, where.guild_id, wanted.invited)
        await self._check_opener(where, access)
        await self._check_game(where.guild_id, wanted.game)
        _check_permissions(where, access)
        await self.check_hides(where, access, private=wanted.private)
        rules = registry.game(wanted.game)
        seats = usual_seats(rules.seats) if wanted.seats is None else wanted.seats
        options = {option.name: option.default for option in rules.options}
        options |= quick(rules.options) if wanted.now else {}
        if seats not in rules.seats:
            raise RequestRefused(seats_refusal(wanted.game, seats))
        if refused := rules.check_options(seats, options):
            raise RequestRefused(refused.why)
        await self._limits.check_table(person, where.guild_id)
        agreed = table_terms.usual() if wanted.pace is None else {**table_terms.usual(), table_terms.PACE: wanted.pace}
        seated = (person, *[COMPUTER if wanted.now else ""] * (seats - 1))
        action = actions.Open(
            person,
            "",
            wanted.game,
            rules.version,
            seats,
            options,
            seated=seated,
            terms=agreed,
            invited=wanted.invited,
            private=wanted.private,
            pairs=True,
        )
        try:
            table = await self._tables.open(action, where, interaction_id, conditions)
        except Repeated:
            raise RequestRefused(fact(Notice.PLAYED_BEFORE)) from None
        if wanted.now:
            accepted_result(await self._tables.submit(table.id, actions.Start(person)))
        return await self._tables.existing(table.id)

    async def rematch(
        self,
        loaded: LoadedTable,
        person: str,
        access: ChannelAccess,
        interaction_id: int,
        how: Again = Again.SAME,
    ) -> LoadedTable:
        """Open a rematch in the channel of the old table, or take part in the one for which somebody has asked.

        That people are asked who have played to the end counts as no contact with them: each game allows one.
        """
        own_seat(loaded.table, person)
        asked = () if loaded.table.stage is Stage.OVER else rematch.opening(loaded.table, person, how).invited
        conditions = await self._conditions(person, loaded.row.guild_id, asked)
        if await self._store.rematch_of(loaded.table.id) is None:
            where = Location(loaded.row.guild_id, loaded.row.channel_id, "")
            await self._check_opener(where, access)
            await self._check_game(loaded.row.guild_id, loaded.table.game)
            await self.check_hides(where, access, private=loaded.table.private)
            await self._limits.check_table(person, loaded.row.guild_id)
        return await self._tables.rematch(loaded, person, interaction_id, conditions, how)

    async def _conditions(self, person: str, guild_id: int, invited: Iterable[str] = ()) -> tuple[Condition, ...]:
        """Return what must still hold when the table is stored."""
        limits = (*self._limits.opening_conditions(person, guild_id), *self._limits.contact_conditions(person, invited))
        return (await self._guilds.same_preferences(guild_id), *limits)

    async def move(
        self, loaded: LoadedTable, person: str, where: Location, access: ChannelAccess, left: int, interaction_id: int
    ) -> None:
        """Move a table to another channel; `left`: the channel or thread that showed it before."""
        await self._check_channel(where, access)
        if where.guild_id != loaded.row.guild_id:
            raise RequestRefused(fact(Refusal.NOT_HERE))
        if loaded.table.match is not None and not access.organises:  # its opener is whoever created the cup
            raise RequestRefused(fact(Refusal.NOT_ORGANISER))
        if where.channel_id == loaded.row.channel_id:
            raise RequestRefused(fact(Refusal.MOVED_ALREADY, table=loaded.table.name, channel=f"<#{where.channel_id}>"))
        _check_permissions(where, access)
        await self.check_hides(where, access, private=loaded.table.private)
        action = actions.MoveTable(person, where.channel_id, left, access.organises)
        accepted_result(await self._tables.submit(loaded.table.id, action, interaction_id))

    async def check_place(self, where: Location, access: ChannelAccess) -> None:
        """Check that tables may be opened in a channel by the guild's preferences and by permissions."""
        await self._check_channel(where, access)
        _check_permissions(where, access)

    async def check_hides(self, where: Location, access: ChannelAccess, *, private: bool) -> None:
        """Check that private tables have private threads in the channel: in public they are never played."""
        if not private or access.hides:
            return
        allowed = await self._allowed_channels(where, access)
        fitting = tuple(f"<#{channel}>" for channel in access.hiding if not allowed or channel in allowed)
        if fitting:
            raise RequestRefused(fact(Refusal.PRIVATE_ELSEWHERE, channel=fitting[:MOST_NAMED]))
        raise RequestRefused(fact(Refusal.NO_PRIVATE_THREADS, channel=f"<#{where.channel_id}>"))

    async def _check_opener(self, where: Location, access: ChannelAccess) -> None:
        await self._check_channel(where, access)
        if (await self._guilds.preferences(where.guild_id)).openers is Openers.MANAGERS and not access.organises:
            raise RequestRefused(fact(Refusal.MANAGERS_OPEN))

    async def _check_game(self, guild_id: int, game: str) -> None:
        """Check that the guild's preferences allow tables of this game."""
        offered = (await self._guilds.preferences(guild_id)).offered
        if game not in offered:
            raise RequestRefused(fact(Refusal.GAME_NOT_HERE, games=offered))

    async def _check_channel(self, where: Location, access: ChannelAccess) -> None:
        """Check that the guild's preferences allow tables in the channel; a thread counts as its channel."""
        allowed = await self._allowed_channels(where, access)
        if allowed and not {where.channel_id, access.parent_id} & set(allowed):
            raise RequestRefused(fact(Refusal.TABLES_ELSEWHERE, channel=tuple(f"<#{channel}>" for channel in allowed)))

    async def _allowed_channels(self, where: Location, access: ChannelAccess) -> tuple[int, ...]:
        """Return the ids of the channels that the guild prefers for tables; empty: all."""
        return (await self._guilds.preferences(where.guild_id)).existing(access.known).channels


def _check_permissions(where: Location, access: ChannelAccess) -> None:
    if not access.writes:
        raise RequestRefused(fact(Refusal.MAY_NOT_WRITE, channel=f"<#{where.channel_id}>"))
    if access.lacking:
        raise RequestRefused(
            fact(Refusal.MISSING_PERMISSIONS, permissions=access.lacking, channel=f"<#{where.channel_id}>")
        )
