"""The noise of a rubber: what it leaves in the thread and in a player's direct messages, and the calls that it takes.

    uv run python -m benchmarks.message_volume [--seats 2 3 4] [--hands 3]

People in all seats press random highlighted cards of the real bot in the sandbox; each play is shown before the next.
Decks and plays are the same every time.
What stands at the end is counted: messages, words, buttons and menus, and screens of a phone (390x844), which need
Chromium. In a direct message it is counted at each turn of the first hand, too.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import statistics
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.argument_types import whole
from benchmarks.picture_overhead import Counter
from bot.app import serve
from bot.messages.hand.room import AT_TURN, count_words
from bot.runtime.settings import read_settings
from bot.tables import deals
from bot.tables.fold import unfold
from sandbox import Channel, Interaction, Message, Person, Sandbox
from sandbox.world.components import BUTTON, SELECTS, walk
from simulation.bot_settings import given_for
from simulation.load_players import quiet
from simulation.scripted_people import Player, anything, opened, play_on, record, result, said

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

NAMES = ("Nivi", "Aja", "Malik", "Ivalu")
PHONE = (390, 844)
MEASURED = ("messages", "words", "buttons", "screens")
AIMS = {"messages": 2, "words": 85, "buttons": 8}
"""The most that a hand should leave in the thread."""
HEIGHT = """async () => {
    const shown = [...document.querySelectorAll("article.message")];
    const images = shown.flatMap(one => [...one.querySelectorAll("img")]);
    for (const image of images) image.loading = "eager";
    await Promise.all(images.map(image => image.decode()));
    return shown.at(-1).getBoundingClientRect().bottom - shown[0].getBoundingClientRect().top;
}"""


class Noise(NamedTuple):
    """The contents of messages. `screens`: None without Chromium."""

    messages: int
    words: int
    buttons: int
    screens: float | None = None


class MeasuredRubber(NamedTuple):
    """The measurements of a rubber. `turns`: the player's direct messages at each of their turns in the first hand."""

    hands: int
    tricks: int
    thread: Noise
    dm: Noise
    turns: Sequence[Noise]
    calls: int
    sent: int
    """Bytes of request bodies."""


def noise(messages: Iterable[Message], screens: float | None = None, *, with_labels: bool = False) -> Noise:
    """Count what messages hold; `with_labels`: what stands on buttons and menus counts as words, too."""
    shown = [one for one in messages if not one.ephemeral]
    parts = [part for one in shown for part in walk(one.components) if part["type"] in {BUTTON, *SELECTS}]
    labels = [part.get("label") or part.get("placeholder") or "" for part in parts] if with_labels else []
    words = sum(map(count_words, [*map(said, shown), *labels]))
    return Noise(len(shown), words, len(parts), screens)


class QuietPlayer(Player):
    """A player who waits until everything is shown."""

    turns: Sequence[Noise] = ()
    phone: Phone | None = None

    async def play(self) -> Interaction:
        await quiet(self.box)
        if self.phone is not None and self.hand is not None and ", hand 1\n" in self.hand.text:
            screens = await self.phone.screens(self.person, self.hand.channel)
            self.turns = [*self.turns, noise(self.person.dms, screens, with_labels=True)]
        return await super().play()


class Phone:
    """The page on a phone; without Chromium nothing is measured."""

    def __init__(self, box: Sandbox, context: BrowserContext | None) -> None:
        self._box = box
        self._context = context

    async def screens(self, person: Person, channel: Channel) -> float | None:
        """The height of a channel's messages, in screens."""
        if self._context is None:
            return None
        page = await self._context.new_page()
        await page.goto(f"{self._box.url}?as={person.name}#{channel.id}")
        await page.locator("article.message").last.wait_for()
        height = float(await page.evaluate(HEIGHT))
        await page.close()
        return height / PHONE[1]


@asynccontextmanager
async def phone(box: Sandbox) -> AsyncIterator[Phone]:
    chromium = shutil.which("chromium")
    if chromium is None:
        yield Phone(box, None)
        return
    from playwright.async_api import async_playwright  # not among the tools of the tests, which measure no screens

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield Phone(box, await browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True))
        await browser.close()


async def measure(seats: int, hands: int | None, counter: Counter) -> MeasuredRubber:
    """Play a rubber (or so many hands) with people in all seats. Return what it left."""
    chance = random.Random(seats)
    vars(deals).update(shuffle=lambda pack, *_: tuple(chance.sample(pack, len(pack))))
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-benchmark-"))) / "noise.db"
        box = await stack.enter_async_context(Sandbox(people=NAMES, validate=False, keep_traffic=False))
        bot = asyncio.create_task(serve(read_settings(None, **given_for(box, database))))
        stack.callback(bot.cancel)
        await box.until(lambda: box.bot_online)
        seen = await stack.enter_async_context(phone(box))
        people = box.people[:seats]
        lobby = await opened(box, people[0], box.channel("cards"), seats)
        await lobby.sit_in_order(people)
        if hands is not None:
            await lobby.shorten(people[0], hands)
        thread = await lobby.start(people[0])
        company = [QuietPlayer(box, person, lobby.name, anything(seat)) for seat, person in enumerate(people)]
        company[0].phone = seen
        await box.until(lambda: any(player.called for player in company))
        await quiet(box)
        calls, sent = counter.calls, counter.sent
        await play_on(box, company, lambda: result(thread, people[0]))
        await quiet(box)
        calls, sent = counter.calls - calls, counter.sent - sent
        direct = people[0].dms[0].channel
        accounts = [table.last_trick for table in unfold(lobby.id, record(database, lobby.id))]
        tricks = {(one.hand_number, one.number) for one in accounts if one is not None}
        return MeasuredRubber(
            hands=max(tricks)[0],
            tricks=len(tricks),
            thread=noise(people[0].sees(thread), await seen.screens(people[0], thread)),
            dm=noise(people[0].dms, await seen.screens(people[0], direct)),
            turns=company[0].turns,
            calls=calls,
            sent=sent,
        )


def report(seats: int, found: MeasuredRubber) -> None:
    print(f"{seats} at the table; hands: {found.hands}, tricks: {found.tricks}")
    print(f"{'':32}{'a trick':>10}{'a hand':>10}{'aim':>6}{'a rubber':>10}")
    for place, left in {"thread": found.thread, "direct messages": found.dm}.items():
        for name, figure in zip(MEASURED, left, strict=True):
            _line(f"{place}: {name}", found, figure, AIMS.get(name) if place == "thread" else None)
    _line("calls to Discord", found, found.calls)
    _line("kilobytes sent to Discord", found, found.sent / 1000)
    for name, figures in zip(MEASURED[1:], list(zip(*found.turns, strict=True))[1:], strict=True):
        known = [figure for figure in figures if figure is not None]
        if known:
            aim = f", at most {AT_TURN} wanted" if name == "words" else ""
            print(f"  at one's turn: {name:17}{statistics.median(known):10.2f} (median){max(known):10.2f} (most){aim}")


def _line(name: str, found: MeasuredRubber, figure: float | None, aim: int | None = None) -> None:
    if figure is not None:
        shares = f"{figure / found.tricks:10.2f}{figure / found.hands:10.2f}"
        print(f"  {name:30}{shares}{'' if aim is None else aim:>6}{figure:10.2f}")


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=(2, 3, 4))
    parser.add_argument("--hands", type=whole(1), help="hands in place of a whole rubber")
    return parser.parse_args(arguments)


async def main(wish: argparse.Namespace) -> None:
    if shutil.which("chromium") is None:
        print("There is no Chromium here, so screens are not measured.")
    counter = Counter()
    for seats in wish.seats:
        report(seats, await measure(seats, wish.hands, counter))


if __name__ == "__main__":
    asyncio.run(main(wishes()))
