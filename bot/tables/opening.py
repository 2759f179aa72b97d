"""Opening, moving and repeating tables: who may do it, and where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.members.guilds import Guilds
from bot.members.preferences import Openers
from bot.store import Repeated, Store
from bot.tables import actions, terms
from bot.tables.limits import UsageLimits
from bot.tables.rights import own_seat
from bot.tables.service import LoadedTable, Location, TableService, accepted
from bot.tables.table import Table
from bot.texts.notices import Notice, Refusal, RequestRefused, fact
from rules import registry


class ChannelAccess(NamedTuple):
    """The permissions of a person and of the bot in a channel, as far as Discord tells.

    `organises`: whether the person is an organiser of the guild. `writes`: whether they may write there. `lacking`: the
    keys of the permissions that the bot lacks there. `parent_id`: the channel of a thread. `known`: the ids of the
    guild's channels; None if they are unknown.
    """

    organises: bool
    writes: bool = True
    lacking: tuple[str, ...] = ()
    parent_id: int | None = None
    known: Collection[int] | None = None


class TableOpening:
    """Opens, moves and repeats tables by the preferences of their guild. All methods raise RequestRefused."""

    def __init__(self, store: Store, tables: TableService, guilds: Guilds, limits: UsageLimits) -> None:
        self._store = store
        self._tables = tables
        self._guilds = guilds
        self._limits = limits

    async def open(
        self,
        person: str,
        where: Location,
        access: ChannelAccess,
        interaction_id: int | None,
        game: str = registry.USUAL,
        seats: int | None = None,
        pace: str | None = None,
        invited: Sequence[str] = (),
        *,
        private: bool = False,
    ) -> Table:
        """Open a table of a game, for as many as can play it, with the person in its first seat.

        `pace` as records write it, None: the usual one. `invited`: the keys of people for whom seats are kept;
        `private`: nobody else may join.
        """
        await self._check_opener(where, access)
        _check_permissions(where, access)
        rules = registry.game(game)
        seats = max(rules.seats) if seats is None else seats
        options = {option.name: option.default for option in rules.options}
        if seats not in rules.seats:
            raise RequestRefused(fact(Refusal.UNKNOWN_OPTION, name=f"{game}, {seats}"))
        if refused := rules.check_options(seats, options):
            raise RequestRefused(refused.why)
        await self._limits.check_table(person, where.guild_id)
        agreed = terms.usual() if pace is None else {**terms.usual(), terms.PACE: pace}
        seated = (person, *[""] * (seats - 1))
        action = actions.Open(
            person,
            "",
            game,
            rules.version,
            seats,
            options,
            seated=seated,
            terms=agreed,
            invited=tuple(invited),
            private=private,
        )
        try:
            return await self._tables.open(action, where, interaction_id)
        except Repeated:
            raise RequestRefused(fact(Notice.PLAYED_BEFORE)) from None

    async def rematch(
        self, loaded: LoadedTable, person: str, access: ChannelAccess, interaction_id: int
    ) -> LoadedTable:
        """Open a table with the same seats in the channel of the old one, or return the one that was opened so."""
        own_seat(loaded.table, person)
        if await self._store.rematch_of(loaded.table.id) is None:
            await self._check_opener(Location(loaded.row.guild_id, loaded.row.channel_id, ""), access)
            await self._limits.check_table(person, loaded.row.guild_id)
        return await self._tables.rematch(loaded, person, interaction_id)

    async def move(
        self, loaded: LoadedTable, person: str, where: Location, access: ChannelAccess, left: int, interaction_id: int
    ) -> None:
        """Move a table to another channel; `left`: the channel or thread that showed it before."""
        await self._check_channel(where, access)
        if where.guild_id != loaded.row.guild_id:
            raise RequestRefused(fact(Refusal.NOT_HERE))
        if where.channel_id == loaded.row.channel_id:
            raise RequestRefused(fact(Refusal.MOVED_ALREADY, table=loaded.table.name, channel=f"<#{where.channel_id}>"))
        if not access.writes:
            raise RequestRefused(fact(Refusal.MAY_NOT_WRITE, channel=f"<#{where.channel_id}>"))
        _check_permissions(where, access)
        action = actions.MoveTable(person, where.channel_id, left, access.organises)
        accepted(await self._tables.submit(loaded.table.id, action, interaction_id))

    async def _check_opener(self, where: Location, access: ChannelAccess) -> None:
        await self._check_channel(where, access)
        if (await self._guilds.preferences(where.guild_id)).openers is Openers.MANAGERS and not access.organises:
            raise RequestRefused(fact(Refusal.MANAGERS_OPEN))

    async def _check_channel(self, where: Location, access: ChannelAccess) -> None:
        """Check that the guild's preferences allow tables in the channel; a thread counts as its channel."""
        allowed = (await self._guilds.preferences(where.guild_id)).existing(access.known).channels
        if allowed and not {where.channel_id, access.parent_id} & set(allowed):
            raise RequestRefused(fact(Refusal.TABLES_ELSEWHERE, channel=tuple(f"<#{one}>" for one in allowed)))


def _check_permissions(where: Location, access: ChannelAccess) -> None:
    if access.lacking:
        raise RequestRefused(
            fact(Refusal.MISSING_PERMISSIONS, permissions=access.lacking, channel=f"<#{where.channel_id}>")
        )
