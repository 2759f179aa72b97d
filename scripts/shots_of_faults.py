"""`python -m scripts.shots_of_faults [FOLDER]`: screenshots of faults, as a player sees them on a phone.

The real bot runs in the sandbox, with a fault in the middle of a hand: the bot is down and comes back, its database
accepts no writes, a player has closed direct messages, a player has left the server, the channel of a table is deleted.
Without FOLDER they are written to docs/images/faults.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Final

from bot.tables import deals
from sandbox import Channel
from scripts.shots import DEAL, IMAGES, PEOPLE, PLAYS, SEATED, Deck, Studio, bot_in, press, server, studio_in

WINDOW: Final = "-phone"


async def begun(studio: Studio, name: str, plays: int = 4) -> Channel:
    """Start a table and play into the middle of its first hand."""
    studio.deck.lay(*DEAL)
    thread = await studio.start(await studio.open(name, 4, SEATED), PEOPLE[0])
    await studio.play(name, *PLAYS[:plays])
    return thread


async def the_bot_is_gone(studio: Studio, home: Path) -> None:
    """A press fails while the bot is down; the same button works as soon as the bot is back."""
    async with bot_in(studio.box, home):
        thread = await begun(studio, "Otter")
        hand = await studio.turn("Otter")
    await studio.box.until(lambda: not studio.box.bot_online)
    page = studio.pages[WINDOW]
    await page.goto(f"{studio.box.url}?as={PEOPLE[0]}#{hand.channel.id}")
    await page.locator('button[data-custom-id$=":6S-6D"]').last.click()
    await studio.shoot("gone-phone", page, page.locator(".failure").last)
    async with bot_in(studio.box, home):
        await press(studio.you, hand, "play", "6S-6D")
        await studio.take("back", await studio.seen(thread, "Aja to play 2 cards"))


async def the_database_is_busy(studio: Studio, home: Path) -> None:
    """Another program locks the database for too long: the player gets one sentence, and the same press works later."""
    thread = await begun(studio, "Raven")
    hand = await studio.turn("Raven")
    with sqlite3.connect(home / "voormsi.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        await press(studio.you, hand, "play", "6S-6D")
        refused = await studio.seen(hand.channel, "couldn't save")
        other.execute("ROLLBACK")
    await studio.take("busy", refused)
    await press(studio.you, hand, "play", "6S-6D")
    await studio.seen(thread, "Aja to play 2 cards")


async def direct_messages_are_closed(studio: Studio, _: Path) -> None:
    """The player is called by a mention in the thread, and opens the hand by a button there."""
    studio.you.close_dms()
    thread = await begun(studio, "Seal", 1)
    call = await studio.seen(thread, "it is your turn")
    await studio.you.press(call, "My hand")
    await studio.take("closed", await studio.seen(thread, "Seal, hand "))
    studio.you.open_dms()
    await studio.you.press(call, "My hand")
    await studio.turn("Seal")


async def the_channel_is_deleted(studio: Studio, _: Path) -> None:
    """The channel is deleted with the table's thread: the table is moved to another channel and goes on."""
    await begun(studio, "Tern")
    studio.box.delete_channel(studio.box.channel("cards"))
    general = studio.box.channel("general")
    await studio.ask(general, "table move", table="Tern")
    await studio.take("moved", await studio.seen(general, "Tern"))


async def a_player_has_left(studio: Studio, _: Path) -> None:
    """At the turn of a player who has left, a computer plays until somebody takes the seat."""
    thread = await begun(studio, "Goose", 2)
    studio.box.person("Malik").leave()
    await studio.play("Goose", PLAYS[2])
    await studio.turn("Goose")
    left = await studio.seen(thread, "has left")
    page = studio.pages[WINDOW]
    await page.goto(f"{studio.box.url}?as={PEOPLE[0]}#{thread.id}")
    await studio.shoot("left" + WINDOW, page, page.locator(f'[data-message="{left.id}"] button').last)
    studio.box.person("Malik").join()


async def main(folder: Path) -> None:
    deck = Deck()
    deals.shuffle = deck
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        async with server() as box, studio_in(box, folder, (lambda one: one.endswith(WINDOW)), deck) as studio:
            await the_bot_is_gone(studio, home)
            async with bot_in(box, home, notice_after=0):
                for scene in (
                    the_database_is_busy,
                    a_player_has_left,
                    direct_messages_are_closed,
                    the_channel_is_deleted,
                ):
                    await scene(studio, home)


if __name__ == "__main__":
    to = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES / "faults"
    to.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(to))
