"""The words on the screen at one's turn: those of one's direct messages, on buttons and menus too, without alt texts.

    uv run python -m benchmarks.words_at_turn [--games alkort braus] [--languages en da] [--seats 2] [--worst 3]

In each game a newcomer plays a rubber against computers, from direct messages. They press random highlighted buttons;
each play is shown before the next, and made at leisure, so that it takes the result of the trick before away. Decks and
plays are the same every time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.message_volume import noise
from bot.app import serve
from bot.messages.hand import hand_scene
from bot.messages.hand.room import AT_TURN
from bot.publishing import delivery_queues
from bot.runtime.settings import read_settings
from bot.tables import deals
from bot.texts import Translator
from rules.registry import GAMES
from sandbox import Message, Person, Sandbox
from sandbox.world.components import BUTTON, SELECTS, walk
from simulation.bot_settings import given_for
from simulation.buttons import choices
from simulation.counted_rubbers import all_shown
from simulation.scripted_people import LONG, result, said, seated

LOCALES: Final = {"en": "en-US", "da": "da"}
"""Each language, and Discord's name of it."""


class CountedTurn(NamedTuple):
    """The screen at one turn: how many words, and the message of the hand."""

    words: int
    told: str


def shown_text(message: Message) -> str:
    """The texts of a message, then the labels of its buttons and menus."""
    parts = [part for part in walk(message.components) if part["type"] in {BUTTON, *SELECTS}]
    labels = [part.get("label") or part.get("placeholder") or "" for part in parts]
    return f"{said(message)}\n[{' | '.join(labels)}]"


class Newcomer:
    """A person who plays from direct messages, and has never played the game before; their turns, counted."""

    def __init__(self, box: Sandbox, person: Person, seed: str) -> None:
        self.turns: list[CountedTurn] = []
        self._box = box
        self._person = person
        self._chance = random.Random(seed)

    async def play(self, over: Callable[[], object]) -> None:
        """Play until the rubber is over, each play once everything is shown."""
        while True:
            await self._box.until(lambda: over() or self._hand(), LONG)
            await all_shown(self._box)
            hand = self._hand()
            if over() or hand is None:
                return
            self.turns.append(CountedTurn(noise(self._person.dms, with_labels=True).words, shown_text(hand)))
            wanted = self._chance.choice(choices(hand, self._chance))
            if wanted.values:
                await self._person.select(hand, list(wanted.values), custom_id=wanted.custom_id)
            else:
                await self._person.press(hand, custom_id=wanted.custom_id)

    def _hand(self) -> Message | None:
        """Their newest hand, if it offers a play or a move."""
        shown = [message for message in self._person.dms if not message.ephemeral]
        return next((message for message in reversed(shown) if choices(message, self._chance)), None)


async def measure(name: str, seats: int, language: str) -> list[CountedTurn]:
    """Play a rubber with a newcomer in the first seat; return their turns."""
    chance = random.Random(f"{name}{seats}")
    vars(deals).update(shuffle=lambda pack, *_: tuple(chance.sample(pack, len(pack))))
    vars(delivery_queues).update(AFTER=0.0, RATE=1000.0)
    vars(hand_scene).update(READABLE=0)
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-benchmark-"))) / "words.db"
        box = await stack.enter_async_context(Sandbox(validate=False, keep_traffic=False))
        bot = asyncio.create_task(serve(read_settings(None, **given_for(box, database))))
        stack.callback(bot.cancel)
        await box.until(lambda: box.bot_online)
        person = box.people[0]
        person.locale = LOCALES[language]
        lobby = await seated(box, [person], seats, game=Translator()(f"{name}.name"))
        thread = await lobby.start(person)
        newcomer = Newcomer(box, person, f"{name}{seats}")
        await newcomer.play(lambda: result(thread, person))
        return newcomer.turns


def report(name: str, seats: int, language: str, turns: Sequence[CountedTurn]) -> None:
    words = [turn.words for turn in turns]
    over = sum(count > AT_TURN for count in words)
    print(
        f"{name:10}{seats:>6}{language:>10}{len(words):>8}{statistics.median(words):>8.0f}{max(words):>6}{over:>6}",
        flush=True,
    )


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=sorted(GAMES), choices=sorted(GAMES))
    parser.add_argument("--languages", nargs="+", default=list(LOCALES), choices=list(LOCALES))
    parser.add_argument("--seats", type=int, help="only tables of this size")
    parser.add_argument("--worst", type=int, default=1, help="how many of the wordiest messages to print")
    return parser.parse_args(arguments)


async def main(wish: argparse.Namespace) -> None:
    print(f"{'game':10}{'seats':>6}{'language':>10}{'turns':>8}{'median':>8}{'most':>6}{f'>{AT_TURN}':>6}")
    worst = list[tuple[str, CountedTurn]]()
    for name in wish.games:
        for seats in [count for count in GAMES[name].seats if wish.seats in (None, count)]:
            for language in wish.languages:
                turns = await measure(name, seats, language)
                report(name, seats, language, turns)
                ordered = sorted(turns, key=lambda turn: -turn.words)[: wish.worst]
                worst += [(f"{name}, {seats} seats, {language}", turn) for turn in ordered]
    for what, turn in worst:
        print(f"\n{what}: {turn.words} words\n{turn.told}")


if __name__ == "__main__":
    asyncio.run(main(wishes()))
