"""A bare discord.py bot with the same REST calls for a press as the club's bot, without store, rules and pictures.

PLAN in the environment holds its tables as JSON: the channel and the people of each. It opens a thread and direct
messages for each, then answers every press by editing the pressed message, with as many further edits and sends as
`Ratio` says. All layouts are made beforehand, and have the size of the club's.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Coroutine
from typing import Any, NamedTuple, cast

import discord
import discord.gateway
import discord.http
import yarl
from discord import ButtonStyle, ui
from discord.ext import commands

from benchmarks.measured_process import run_measured

CARDS = ("K♥ Voormsi", "8♠", "A♦", "7♣")
CODES = ("KH", "8S", "AD", "7C")
AT_ONCE = 8
CALLS = 5  # different hands that call: no multiple of a number of seats, so that nobody is called twice by the same one
NOBODY = discord.AllowedMentions.none()


class Ratio(NamedTuple):
    """The number of requests of each kind that a press causes, on average."""

    public_edits: float = 1.0
    public_sends: float = 0.25
    dm_edits: float = 1.5
    dm_sends: float = 0.0


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=discord.Colour(0x2E8B57)))
    view.stop()  # otherwise discord.py keeps it forever
    return view


def buttons(table: int, post: str, *verbs: str) -> ui.ActionRow[Any]:
    made: list[ui.Button[Any]] = [
        ui.Button(label=verb.capitalize(), custom_id=f"bare:{verb}:{table}@{post}") for verb in verbs
    ]
    return ui.ActionRow(*made)


def menu(table: int) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=label, value=code, description="king of hearts")
        for label, code in zip(CARDS, CODES, strict=True)
    ]
    custom_id = f"bare:set:{table}:1.4@hand.0"
    return ui.ActionRow(ui.Select(custom_id=custom_id, options=options, max_values=4, placeholder="Or choose 1 to 4…"))


def hand(table: int, nth: int, *, called: bool) -> ui.LayoutView:
    """A hand of four cards. If `called`, its cards stand out."""
    style = ButtonStyle.success if called else ButtonStyle.secondary
    words = [f"### Otter {table}, hand 1"]
    if called:
        words += [
            "Before: Aja 9♣ · Malik Q♦ · Ivalu 5♣ · You K♥ Voormsi. Ivalu took it.",
            "Aja: 9♣",
            "**Malik: J♣ Toqutsit**",
        ]
        words += ["**Your turn: play one card.**"]
    else:
        words += ["It is not your turn yet."]
    cards = [
        ui.Button[Any](label=label, style=style, custom_id=f"bare:play:{table}:1.{nth}:{code}@hand.0")
        for label, code in zip(CARDS, CODES, strict=True)
    ]
    held = "\n".join(["You hold 4 cards.", *(f"**Group:** {card}" for card in CARDS)])
    rows = [ui.ActionRow(*cards), *([] if called else [menu(table)])]
    others = buttons(table, "hand.0", "hand", "why", "ladder", "ranks")
    others.add_item(ui.Button(label="Table", url=f"https://discord.com/channels/1400000000000000000/{10**18 + table}"))
    return layout(ui.TextDisplay("\n".join(words)), ui.TextDisplay(held), *rows, others)


def trick(table: int) -> ui.LayoutView:
    plays = [
        f"### Otter {table}, hand 1, trick 3",
        "Aja: 9♣",
        "**Malik: J♣ Toqutsit heads**",
        "**Ivalu is to play one card.**",
    ]
    side = "You and Malik: 2 tricks, 1 point waits, 4 of 9 rubbed out"
    held = "Hands: Aja 3 · Malik 3 · Ivalu 4 · You 4 · stock 12 · dealt by Ivalu"
    text = "\n".join([side, side, held])
    post = "trick:1.3"
    row = buttons(table, post, "hand", "why", "ladder", "ranks", "more")
    return layout(ui.TextDisplay("\n".join(plays)), ui.Separator(), ui.TextDisplay(text), row)


class BareTable:
    """A thread with a trick, and a hand in each person's direct messages."""

    def __init__(self, number: int, people: list[int]) -> None:
        self.people = people
        self.trick = trick(number)
        self.waiting = hand(number, 0, called=False)
        self.called = [hand(number, nth, called=True) for nth in range(CALLS)]
        self.turns = 0
        self.thread: discord.Thread
        self.shown: discord.PartialMessage | discord.Message
        self.hands: list[discord.PartialMessage | discord.Message] = []

    def next_call(self) -> ui.LayoutView:
        self.turns += 1
        return self.called[self.turns % CALLS]


class BareBot(commands.AutoShardedBot):
    def __init__(self, plan: list[tuple[int, list[int]]]) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=NOBODY,
        )
        self._plan = plan
        self._tables: dict[int, BareTable] = {}
        self._due = [0.0] * len(Ratio._fields)
        self._ratio = Ratio()
        self._beside: set[asyncio.Task[None]] = set()

    def hear(self, line: str) -> None:
        """Set a new ratio."""
        self._ratio = Ratio(*json.loads(line))
        self._due = [0.0] * len(self._ratio)

    async def on_ready(self) -> None:
        room = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._open(room, number, *one) for number, one in enumerate(self._plan)))

    async def _open(self, room: asyncio.Semaphore, number: int, channel: int, people: list[int]) -> None:
        table = self._tables[number] = BareTable(number, people)
        home = self.get_channel(channel)
        assert isinstance(home, discord.TextChannel)
        async with room:
            card = await home.send(f"Otter {number}")
            table.thread = await card.create_thread(name=f"Otter {number}")
            table.shown = await table.thread.send(view=table.trick)
            for person in people:
                direct = await self.create_dm(discord.Object(person))
                table.hands.append(await direct.send(view=table.waiting))
            await table.hands[0].edit(view=table.next_call())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        custom_id = str(cast(dict[str, Any], interaction.data)["custom_id"])
        table = self._tables[int(custom_id.partition("@")[0].split(":")[2])]
        counts = self._counts()
        others = table.people.index(interaction.user.id) + 1
        again = table.waiting if counts.dm_edits else table.next_call()
        for work in self._calls(table, others, counts):
            task = asyncio.create_task(work)
            self._beside.add(task)
            task.add_done_callback(self._beside.discard)
        await interaction.response.edit_message(view=again)

    def _counts(self) -> Ratio:
        """Return how many requests of each kind this press causes."""
        counts = []
        for kind, share in enumerate(self._ratio):
            self._due[kind] += share
            counts.append(int(self._due[kind]))
            self._due[kind] -= counts[-1]
        return Ratio(*counts)

    def _calls(self, table: BareTable, first: int, counts: Ratio) -> list[Coroutine[Any, Any, None]]:
        works = [self._show_public(table, int(counts.public_edits), int(counts.public_sends))]
        for number in range(int(counts.dm_edits)):
            seat = (first + number) % len(table.people)
            works.append(self._edit(table.hands[seat], table.waiting if number else table.next_call()))
        works += [
            self._send(table.hands[first % len(table.people)], table.waiting) for _ in range(int(counts.dm_sends))
        ]
        return works

    async def _show_public(self, table: BareTable, edits: int, sends: int) -> None:
        for _ in range(edits):
            await self._edit(table.shown, table.trick)
        for _ in range(sends):
            table.shown = await table.thread.send(view=table.trick)

    async def _edit(self, message: discord.PartialMessage | discord.Message, view: ui.LayoutView) -> None:
        partial = message.channel.get_partial_message(message.id)  # type: ignore[union-attr]
        await partial.edit(view=view, allowed_mentions=NOBODY)

    async def _send(self, message: discord.PartialMessage | discord.Message, view: ui.LayoutView) -> None:
        await message.channel.send(view=view)


def main() -> None:
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    bot = BareBot(json.loads(os.environ["PLAN"]))
    run_measured(_serve(bot), bot.hear)


async def _serve(bot: BareBot) -> None:
    async with bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
