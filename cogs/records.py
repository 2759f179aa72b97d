"""Records and proofs of deals: `/record`, `/verify`, and their buttons."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Bot
from bot.discord_api import custom_ids
from bot.discord_api.option_validation import Line
from bot.presentation.scenes import WordScene
from bot.tables import LoadedTable, deals, records
from bot.tables.table import Stage
from bot.texts import in_language
from bot.texts.notices import Notice, Refusal, fact
from cogs.components import add_verbs
from cogs.finding import at_pressed, meant, pressed, table_names
from cogs.request import Handler, Private, Request, Response, TextFile, answer, word
from rules import notation
from rules.core.contract import Fact

ENGLISH = in_language("en")


async def record_of(ask: Request, loaded: LoadedTable) -> Response:
    """Send the rubber so far as text and as JSON, in private."""
    record = await _export(ask, loaded)
    if record is None:
        return word(fact(Refusal.NOT_STARTED, table=loaded.table.name))
    name = loaded.table.name.lower().replace(" ", "-")
    return TextFile(((f"{name}.txt", records.text(record)), (f"{name}.json", records.document(record))))


async def _export(ask: Request, loaded: LoadedTable) -> notation.Record | None:
    if loaded.table.state is None:
        return None
    entries = await ask.services.tables.record(loaded.table.id)
    back = await ask.backdrop(loaded)
    computer, former = ask.words("record.computer"), ask.words("news.former")
    return records.export(loaded.table, entries, back.head.holders, back.holders, computer, former)


async def verify(ask: Request, loaded: LoadedTable, hand: int, posted: str | None) -> Response:
    """Check that deck and salt of a finished hand give the posted digest (None: the recorded one), and answer."""
    table, record = loaded.table, await _export(ask, loaded)
    if record is None or not 0 < hand <= len(record.hands):
        return word(fact(Refusal.NO_HAND, table=table.name, hand=hand))
    found = records.proofs(record)[hand - 1].digest
    if found is None:
        why = Refusal.HAND_RUNS if table.stage is Stage.PLAYING else Refusal.HAND_CUT_SHORT
        return word(fact(why, table=table.name, hand=hand))
    digest = record.hands[hand - 1].tags[records.DIGEST] if posted is None else deals.read_digest(posted)
    if digest is None:
        return word(fact(Refusal.UNKNOWN_DIGEST))
    head = (await ask.backdrop(loaded)).head
    if found == digest:
        return Private(WordScene(fact(Notice.VERIFIED, hand=hand, digest=digest), head))
    return Private(WordScene(fact(Notice.NOT_VERIFIED, hand=hand, digest=digest, found=found), head))


async def verify_pressed(ask: Request) -> Response:
    loaded = await pressed(ask)
    if isinstance(loaded, Fact):
        return word(loaded)
    hand = "".join(ask.press.args[:1])
    return await verify(ask, loaded, custom_ids.number(hand) or 0, None)


class Records(commands.Cog):
    """`/record` and `/verify`."""

    @app_commands.command(name="record", description=ENGLISH.command("record"))
    @app_commands.describe(table=ENGLISH.command("record", "table"))
    async def record(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await record_of(ask, loaded)

        await answer(interaction, wanted)

    @app_commands.command(name="verify", description=ENGLISH.command("verify"))
    @app_commands.describe(
        hand=ENGLISH.command("verify", "hand"),
        digest=ENGLISH.command("verify", "digest"),
        table=ENGLISH.command("verify", "table"),
    )
    async def verify(
        self,
        interaction: discord.Interaction[Bot],
        hand: app_commands.Range[int, 1, 1000],
        digest: Line | None = None,
        table: Line | None = None,
    ) -> None:
        async def wanted(ask: Request) -> Response:
            loaded = await meant(ask, table)
            return word(loaded) if isinstance(loaded, Fact) else await verify(ask, loaded, hand, digest)

        await answer(interaction, wanted)

    @record.autocomplete("table")
    @verify.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


VERBS: dict[str, Handler] = {"record": at_pressed(record_of), "verify": verify_pressed}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(Records())
