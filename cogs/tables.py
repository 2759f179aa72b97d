"""Opening and organising tables: `/table open | resign | close` and more, `/mytables`, and the button More…"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids, permissions
from bot.discord_api.option_validation import Line
from bot.members.preferences import GuildPreferences, Openers
from bot.presentation.scenes import AskScene, MoreScene, MyTablesScene, Waiting, WordScene
from bot.store import Repeated, SeatRow, TableRow
from bot.tables import LoadedTable, Location, actions, check_open, terms
from bot.tables.substitution import open_seats
from bot.tables.table import Stage
from bot.texts import in_language
from bot.texts.notices import Notice, Refusal, fact
from cogs import days
from cogs.components import add_verbs
from cogs.finding import meant, opened, own, pressed, seat_at, table_names
from cogs.lobby import ask_close, redrawn, settle
from cogs.play import not_playing
from cogs.request import Handler, Private, Redraw, Request, Response, answer, asking, word
from cogs.settings import there
from rules import registry
from rules.core.contract import Fact

ENGLISH = in_language("en")
Room = discord.TextChannel | discord.VoiceChannel
"""The channels that `/table move` takes as an option. To move a table to a thread, use the command in that thread."""
PICTURES = discord.Permissions(attach_files=True)
"""Permissions that a table can do without."""


async def open_table(
    ask: Request, seats: int | None = None, pace: str | None = None, typed_game: str | None = None
) -> Response:
    """Open a table in this channel: of the usual game, for as many as can play it, at the usual pace."""
    game = registry.USUAL if typed_game is None else _game_of(ask, typed_game)
    if game is None:
        return word(fact(Refusal.UNKNOWN_GAME, game=typed_game))
    rules = registry.game(game)
    seats = max(rules.seats) if seats is None else seats
    where = await _where(ask, ask.interaction.channel)
    if not isinstance(where, Fact) and await _only_managers_open(ask, where.guild_id) and not ask.manages_guild:
        where = fact(Refusal.MANAGERS_OPEN)
    refused = where if isinstance(where, Fact) else _unfit(ask.interaction.channel, ask.interaction.app_permissions)
    if isinstance(where, Fact) or refused is not None:
        return word(refused or fact(Refusal.NOT_HERE))
    options = {option.name: option.default for option in rules.options}
    refused = check_open(game, seats, options)
    refused = refused or await ask.services.limits.table(ask.person.key, where.guild_id)
    if refused is not None:
        return word(refused)
    agreed = terms.usual()
    meant = agreed[terms.PACE] if pace is None else await days.meant_pace(ask, where.guild_id, pace)
    if isinstance(meant, Fact):
        return word(meant)
    agreed = {**agreed, terms.PACE: meant}
    action = actions.Open(ask.person.key, "", game, rules.version, seats, options, terms=agreed)
    return await _opened(ask, action, where)


def _game_of(ask: Request, typed: str) -> str | None:
    """Return the game with this name, in the person's language or the program's; None if there is none."""
    names = {ask.words(f"{game}.name").casefold(): game for game in registry.GAMES}
    return names.get(typed.strip().casefold(), typed if typed in registry.GAMES else None)


def _unfit(channel: object, has: discord.Permissions) -> Fact | None:
    """Return why no table can be shown in a channel where the bot `has` these permissions; None if one can."""
    in_thread = isinstance(channel, discord.Thread)
    lacking = permissions.lacking(has, permissions.needed_for_table(has, in_thread=in_thread))
    if not lacking or not has.value:  # none at all: Discord has not sent them
        return None
    return fact(Refusal.MISSING_PERMISSIONS, permissions=tuple(lacking), channel=getattr(channel, "mention", ""))


async def _only_managers_open(ask: Request, guild_id: int) -> bool:
    """Whether the server lets only its managers open tables."""
    return (await ask.services.guilds.preferences(guild_id)).openers is Openers.MANAGERS


async def _where(ask: Request, channel: object) -> Location | Fact:
    """Return the location for a table in a channel; the refusal if the server's preferences do not allow it."""
    guild_id = ask.interaction.guild_id
    if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel) or guild_id is None:
        return fact(Refusal.NOT_HERE)
    preferences = there(ask.interaction.guild, await ask.services.guilds.preferences(guild_id))
    elsewhere = _elsewhere(preferences, channel.id, channel)
    return elsewhere or Location(
        guild_id, channel.id, preferences.language or str(ask.interaction.guild_locale or "en")
    )


def _elsewhere(preferences: GuildPreferences, channel_id: int, channel: object) -> Fact | None:
    """Return the refusal if these preferences allow no table in a channel. A thread counts as its channel."""
    places = {channel_id, channel.parent_id if isinstance(channel, discord.Thread) else channel_id}
    if not preferences.channels or places & set(preferences.channels):
        return None
    return fact(Refusal.TABLES_ELSEWHERE, channel=tuple(f"<#{one}>" for one in preferences.channels))


async def _opened(ask: Request, action: actions.Open, where: Location) -> Response:
    try:
        table = await ask.services.tables.open(action, where, ask.id)
    except Repeated:
        return word(fact(Notice.PLAYED_BEFORE))
    without = permissions.lacking(ask.interaction.app_permissions, PICTURES)
    if without and ask.interaction.app_permissions.value:
        channel = f"<#{where.channel_id}>"
        return word(fact(Notice.OPENED_WITHOUT_PICTURES, table=table.name, permissions=tuple(without), channel=channel))
    return word(fact(Notice.OPENED, table=table.name))


async def move(ask: Request, loaded: LoadedTable, channel: Room | None) -> Response:
    """Move the table to another channel, or to this one if none is given."""
    there_now = channel or ask.interaction.channel
    where = await _where(ask, there_now)
    refused = where if isinstance(where, Fact) else _immovable(ask, loaded, where, channel)
    if refused is not None and refused.kind is Refusal.MOVED_ALREADY:
        await ask.services.publisher.renew_card(loaded)
    if isinstance(where, Fact) or refused is not None:
        return word(refused or fact(Refusal.NOT_HERE))
    place = await ask.services.table_contexts.place(loaded)
    left = place.thread_id or loaded.row.channel_id
    action = actions.Move(ask.person.key, where.channel_id, left, ask.manages(loaded))
    done = await ask.services.tables.submit(loaded.table.id, action, ask.id)
    said = fact(Notice.MOVED, table=loaded.table.name, channel=f"<#{where.channel_id}>")
    return await settle(ask, done, Private(WordScene(said)))


def _immovable(ask: Request, loaded: LoadedTable, where: Location, channel: Room | None) -> Fact | None:
    """Return why a table cannot move to a location; None if it can."""
    mention = f"<#{where.channel_id}>"
    if where.guild_id != loaded.row.guild_id:
        return fact(Refusal.NOT_HERE)
    if where.channel_id == loaded.row.channel_id:
        return fact(Refusal.MOVED_ALREADY, table=loaded.table.name, channel=mention)
    if channel is None:
        return _unfit(ask.interaction.channel, ask.interaction.app_permissions)
    user = ask.interaction.user
    if isinstance(user, discord.Member) and not channel.permissions_for(user).send_messages:
        return fact(Refusal.MAY_NOT_WRITE, channel=mention)
    return _unfit(channel, channel.permissions_for(channel.guild.me))


async def rematch(ask: Request) -> Response:
    """Open a table with the same seats, in the channel of the old one."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    found = seat_at(ask, loaded)
    if isinstance(found, Fact):
        return word(found)
    refused = await _opens_no_more(ask, loaded)
    if refused is not None and await ask.services.store.rematch_of(loaded.table.id) is None:
        return word(refused)
    new = await ask.services.tables.rematch(loaded, ask.person.key, ask.id)
    if isinstance(new, Fact):
        return word(new)
    return Private(WordScene(fact(Notice.REMATCH, table=new.table.name), (await ask.backdrop(new)).head))


async def _opens_no_more(ask: Request, loaded: LoadedTable) -> Fact | None:
    """Return why the person may not open a table in this table's channel (preferences, limits); None if they may."""
    guild_id, channel_id = loaded.row.guild_id, loaded.row.channel_id
    if await _only_managers_open(ask, guild_id) and not ask.manages(loaded):
        return fact(Refusal.MANAGERS_OPEN)
    guild = ask.interaction.client.get_guild(guild_id)
    preferences = there(guild, await ask.services.guilds.preferences(guild_id))
    elsewhere = _elsewhere(preferences, channel_id, guild and guild.get_channel_or_thread(channel_id))
    return elsewhere or await ask.services.limits.table(ask.person.key, guild_id)


async def more(ask: Request) -> Response:
    """Show the further actions at this table."""
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    seated = loaded.table.seat_of(ask.person.key) is not None
    may_close = ask.is_at_home_of(loaded) and (ask.manages(loaded) or loaded.table.opener == ask.person.key)
    running = loaded.table.stage is Stage.PLAYING
    free = tuple(open_seats(loaded.table)) if running and not seated else ()
    head = (await ask.backdrop(loaded)).head
    waits = loaded.table.paused or loaded.table.rests
    return Private(MoreScene(head, seated and running, may_close and running, waits, free))


async def resign(ask: Request) -> Response:
    """Answer the button Resign with a request for confirmation."""
    loaded = await pressed(ask)
    return word(loaded) if isinstance(loaded, Fact) else await ask_resign(ask, loaded)


async def ask_resign(ask: Request, loaded: LoadedTable) -> Response:
    """Ask the person to confirm that they resign: a computer will hold the seat."""
    found = seat_at(ask, loaded)
    refused = found if isinstance(found, Fact) else not_playing(loaded)
    if refused is not None:
        return word(refused)
    head = (await ask.backdrop(loaded)).head
    return Private(AskScene(head, fact(Notice.ASK_RESIGN, table=loaded.table.name), "resign-yes"))


async def resign_yes(ask: Request) -> Response:
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    seat = loaded.table.seat_of(ask.person.key)
    done = redrawn(fact(Notice.RESIGNED, table=loaded.table.name, seat=seat or 0, name=ask.person.name))
    return await settle(
        ask, await ask.services.tables.submit(loaded.table.id, actions.Resign(ask.person.key), ask.id), done
    )


async def my_tables(ask: Request) -> Response:
    """Show the person's tables, in any server."""
    own = await ask.services.store.tables_of_person(ask.person.key)
    lines = [line for row, seat in own if (line := await _waiting(ask, row, seat)) is not None]
    page = "".join(ask.press.args[:1])
    scene = MyTablesScene(in_order(lines), custom_ids.number(page) or 0)
    return Redraw(scene) if page and ask.in_private else Private(scene)


def in_order(lines: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """Sort the tables: the person's turns first, those that wait for others, and paused ones, each by deadline."""

    def urgency(line: Waiting) -> tuple[bool, bool, float]:
        return line.paused, not line.my_turn, inf if line.due_at is None else line.due_at

    return tuple(sorted(lines, key=urgency))


async def _waiting(ask: Request, row: TableRow, seat: SeatRow) -> Waiting | None:
    loaded = await ask.services.tables.get(row.id)
    if loaded is None:
        return None
    head = (await ask.backdrop(loaded)).head
    guild = ask.interaction.client.get_guild(row.guild_id)
    turn = None if row.turn_seat is None else head.holders[row.turn_seat]
    mine = row.turn_seat == seat.seat
    due = row.deadline_at // 1000 if row.deadline_at is not None else None
    return Waiting(
        head,
        row.stage,
        mine,
        turn,
        due,
        guild.name if guild else "",
        row.held_at is not None or (loaded.table.rests and not mine),
    )


@app_commands.guild_only()
class TableGroup(commands.GroupCog, group_name="table", group_description=ENGLISH.command("table")):
    """`/table …`"""

    @app_commands.command(name="open", description=ENGLISH.command("table open"))
    @app_commands.describe(
        players=ENGLISH.command("table open", "players"),
        pace=ENGLISH.command("table open", "pace"),
        game=ENGLISH.command("table open", "game"),
    )
    async def opening(
        self,
        interaction: discord.Interaction[Bot],
        players: app_commands.Range[int, 2, 6] | None = None,
        pace: Line | None = None,
        game: Line | None = None,
    ) -> None:
        async def wanted(ask: Request) -> Response:
            return await open_table(ask, players, pace, game)

        await answer(interaction, wanted)

    @opening.autocomplete("players")
    async def seat_counts(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[int]]:
        ask = await asking(interaction)
        game = _game_of(ask, getattr(interaction.namespace, "game", None) or registry.USUAL) or registry.USUAL
        return [app_commands.Choice(name=str(count), value=count) for count in registry.game(game).seats]

    @opening.autocomplete("game")
    async def games(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        ask = await asking(interaction)
        names = [ask.words(f"{game}.name") for game in registry.GAMES]
        return [app_commands.Choice(name=name, value=name) for name in names if typed.casefold() in name.casefold()]

    @app_commands.command(name="resign", description=ENGLISH.command("table resign"))
    @app_commands.describe(table=ENGLISH.command("table resign", "table"))
    async def resign(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await own(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await ask_resign(ask, loaded)

        await answer(interaction, wanted)

    @app_commands.command(name="pause", description=ENGLISH.command("table pause"))
    @app_commands.describe(table=ENGLISH.command("table pause", "table"))
    async def pause(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            if isinstance(loaded, Fact):
                return word(loaded)
            return await (days.resume if loaded.table.paused or loaded.table.rests else days.propose_pause)(ask, loaded)

        await answer(interaction, wanted)

    @app_commands.command(name="pace", description=ENGLISH.command("table pace"))
    @app_commands.describe(pace=ENGLISH.command("table pace", "pace"), table=ENGLISH.command("table pace", "table"))
    async def pace(self, interaction: discord.Interaction[Bot], pace: Line, table: Line | None = None) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await days.propose_pace(ask, loaded, pace)

        await answer(interaction, wanted)

    @app_commands.command(name="substitute", description=ENGLISH.command("table substitute"))
    @app_commands.describe(
        person=ENGLISH.command("table substitute", "person"), table=ENGLISH.command("table substitute", "table")
    )
    async def substitute(
        self, interaction: discord.Interaction[Bot], person: discord.Member | None = None, table: Line | None = None
    ) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            if isinstance(loaded, Fact):
                return word(loaded)
            return await (days.take(ask, loaded) if person is None else days.admit(ask, loaded, person))

        await answer(interaction, wanted)

    @app_commands.command(name="kick", description=ENGLISH.command("table kick"))
    @app_commands.describe(seat=ENGLISH.command("table kick", "seat"), table=ENGLISH.command("table kick", "table"))
    async def kick(
        self, interaction: discord.Interaction[Bot], seat: app_commands.Range[int, 1, 8], table: Line | None = None
    ) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await days.kick(ask, loaded, seat)

        await answer(interaction, wanted)

    @app_commands.command(name="move", description=ENGLISH.command("table move"))
    @app_commands.describe(
        channel=ENGLISH.command("table move", "channel"), table=ENGLISH.command("table move", "table")
    )
    async def move(
        self, interaction: discord.Interaction[Bot], channel: Room | None = None, table: Line | None = None
    ) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await move(ask, loaded, channel)

        await answer(interaction, wanted)

    @app_commands.command(name="close", description=ENGLISH.command("table close"))
    @app_commands.describe(table=ENGLISH.command("table close", "table"))
    async def close(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await opened(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await ask_close(ask, loaded)

        await answer(interaction, wanted)

    @opening.autocomplete("pace")
    async def paces(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the paces of the server where the table is opened."""
        return await days.pace_names(await asking(interaction), interaction.guild_id or 0, typed)

    @pace.autocomplete("pace")
    async def paces_there(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        """Offer the paces of the table's server."""
        ask = await asking(interaction)
        found = await meant(ask, getattr(interaction.namespace, "table", None))
        return [] if isinstance(found, Fact) else await days.pace_names(ask, found.row.guild_id, typed)

    @resign.autocomplete("table")
    @pause.autocomplete("table")
    @pace.autocomplete("table")
    @substitute.autocomplete("table")
    @kick.autocomplete("table")
    @move.autocomplete("table")
    @close.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


class MyTables(commands.Cog):
    """`/mytables`"""

    @app_commands.command(name="mytables", description=ENGLISH.command("mytables"))
    async def mytables(self, interaction: discord.Interaction[Bot]) -> None:
        await answer(interaction, my_tables)


VERBS: dict[str, Handler] = {
    "mytables": my_tables,
    "more": more,
    "resign": resign,
    "resign-yes": resign_yes,
    "rematch": rematch,
}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    tables = TableGroup()
    if len(registry.GAMES) == 1:  # there is nothing to choose; discord.py has no public way to leave an option out
        tables.opening._params.pop("game")
    await bot.add_cog(tables)
    await bot.add_cog(MyTables())
