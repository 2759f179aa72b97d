"""What happened, to take away and to check: `/record`, `/verify`, and their buttons."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot import custom_ids
from bot.app import Bot
from bot.facts import News, Refused, fact
from bot.scenes import WordScene
from bot.tables import Kept, deals, records
from bot.tables.table import Stage
from bot.texts import in_language
from bot.typed_options import Line
from cogs.answering import Ask, Handler, Private, Reply, TextFile, answer, word
from cogs.components import add_verbs
from cogs.finding import at_pressed, meant, pressed, table_names
from rules import notation
from rules.game import Fact

ENGLISH = in_language("en")


async def record_of(ask: Ask, kept: Kept) -> Reply:
    """The rubber so far as text and as JSON, private."""
    record = await _export(ask, kept)
    if record is None:
        return word(fact(Refused.NOT_STARTED, table=kept.table.name))
    name = kept.table.name.lower().replace(" ", "-")
    return TextFile(((f"{name}.txt", records.text(record)), (f"{name}.json", records.document(record))))


async def _export(ask: Ask, kept: Kept) -> notation.Record | None:
    if kept.table.state is None:
        return None
    entries = await ask.club.tables.record(kept.table.id)
    back = await ask.backdrop(kept)
    computer, former = ask.words("record.computer"), ask.words("news.former")
    return records.export(kept.table, entries, back.head.sitters, back.sitters, computer, former)


async def verify(ask: Ask, kept: Kept, hand: int, posted: str | None) -> Reply:
    """Whether deck and bytes of a finished hand give the digest that was posted at its deal."""
    table, record = kept.table, await _export(ask, kept)
    if record is None or not 0 < hand <= len(record.hands):
        return word(fact(Refused.NO_HAND, table=table.name, hand=hand))
    found = records.proofs(record)[hand - 1].digest
    if found is None:
        why = Refused.HAND_RUNS if table.stage is Stage.PLAYING else Refused.HAND_CUT_SHORT
        return word(fact(why, table=table.name, hand=hand))
    digest = record.hands[hand - 1].tags[records.DIGEST] if posted is None else deals.read_digest(posted)
    if digest is None:
        return word(fact(Refused.UNKNOWN_DIGEST))
    head = (await ask.backdrop(kept)).head
    if found == digest:
        return Private(WordScene(fact(News.VERIFIED, hand=hand, digest=digest), head))
    return Private(WordScene(fact(News.NOT_VERIFIED, hand=hand, digest=digest, found=found), head))


async def verify_pressed(ask: Ask) -> Reply:
    kept = await pressed(ask)
    if isinstance(kept, Fact):
        return word(kept)
    hand = "".join(ask.press.args[:1])
    return await verify(ask, kept, custom_ids.number(hand) or 0, None)


class Records(commands.Cog):
    """`/record` and `/verify`."""

    @app_commands.command(name="record", description=ENGLISH.command("record"))
    @app_commands.describe(table=ENGLISH.command("record", "table"))
    async def record(self, interaction: discord.Interaction[Bot], table: Line | None = None) -> None:
        async def wanted(ask: Ask) -> Reply:
            kept = await meant(ask, table)
            return word(kept) if isinstance(kept, Fact) else await record_of(ask, kept)

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
        async def wanted(ask: Ask) -> Reply:
            kept = await meant(ask, table)
            return word(kept) if isinstance(kept, Fact) else await verify(ask, kept, hand, digest)

        await answer(interaction, wanted)

    @record.autocomplete("table")
    @verify.autocomplete("table")
    async def tables(self, interaction: discord.Interaction[Bot], typed: str) -> list[app_commands.Choice[str]]:
        return await table_names(interaction, typed)


VERBS: dict[str, Handler] = {"record": at_pressed(record_of), "verify": verify_pressed}


async def setup(bot: Bot) -> None:
    add_verbs(bot, VERBS)
    await bot.add_cog(Records())
