"""The path of one press through the code: which files of the bot it enters, and where it changes from file to file.

    uv run python -m benchmarks.call_path

Four people play at a table in the sandbox. After some plays one of them presses a card in a direct message. Until all
of it is shown, every call from a function of `bot`, `cogs`, `rules` or `players` to one in another file is noted once,
and printed in order. Drawing in a thread of its own is not counted.

Two figures say how hard the path is to read. The *spine* is the files whose functions call on into other files; the
*pairs* are the packages (folders) that call each other, a pair each way. Both leave out what is read apart from the
path: drawing, texts, rules, players and clocks.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bot import app
from bot.discord_api import custom_ids
from bot.runtime.settings import Settings, read_settings
from bot.tables.usage_limits import UNLIMITED
from sandbox import Message, Person, Sandbox
from sandbox.world.components import Component, pressable

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = tuple(f"{ROOT / package}/" for package in ("bot", "cogs", "rules", "players"))
PLAYS_BEFORE: Final = 9
QUIET_FOR: Final = 0.5  # seconds without a request
PLAYABLE: Final = 3  # the style of buttons of cards that may be played
APART: Final = ("rules/", "players/", "bot/messages/", "bot/cups/messages/", "bot/texts/")  # and clocks


class CallPath:
    """The files that are entered, and the calls between functions of different files, each once and in order."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.changes: dict[tuple[str, str], None] = {}

    def __enter__(self) -> CallPath:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def spine(self) -> set[str]:
        """Return the files that call on, without what is read apart from the path."""
        return {caller for caller, _ in self._calls()}

    def pairs(self) -> set[tuple[str, str]]:
        """Return the packages that call each other, without what is read apart from the path."""
        packages = ((str(Path(one).parent), str(Path(other).parent)) for one, other in self._calls())
        return {(one, other) for one, other in packages if one != other}

    def _calls(self) -> Iterator[tuple[str, str]]:
        for caller, function in self.changes:
            one, other = caller.partition(":")[0], function.partition(":")[0]
            if not (_is_apart(one) or _is_apart(other)):
                yield one, other

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and _is_ours(frame):
            self.files.add(frame.f_code.co_filename)
            caller = frame.f_back
            while caller is not None and not _is_ours(caller):
                caller = caller.f_back
            if caller is not None and caller.f_code.co_filename != frame.f_code.co_filename:
                self.changes[_name(caller), _name(frame)] = None


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(PACKAGES)


def _is_apart(file: str) -> bool:
    return file.startswith(APART) or "clock" in Path(file).name


def _name(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).relative_to(ROOT)}:{frame.f_code.co_qualname}"


def playable(message: Message) -> list[Component]:
    """The buttons of a message that play cards the rules allow."""
    found = ((part, custom_ids.read(part.get("custom_id", ""))) for part in pressable(message.components))
    return [part for part, press in found if press and press.verb == "play" and part.get("style") == PLAYABLE]


def called(people: Sequence[Person]) -> tuple[Person, Message, Component] | None:
    """Whoever is to play, with the hand and a card of it."""
    hands = ((person, message) for person in people for message in person.dms)
    return next(((*hand, cards[0]) for hand in hands if (cards := playable(hand[1]))), None)


async def quiet(box: Sandbox) -> None:
    """Wait until the bot makes no more requests."""
    made = -1
    while made != len(box.requests):
        made = len(box.requests)
        await asyncio.sleep(QUIET_FOR)


async def press(box: Sandbox, people: Sequence[Person]) -> None:
    """Let whoever is to play press a card, and wait until all of it is shown."""
    person, message, card = await box.until(lambda: called(people))
    answer = await person.press(message, custom_id=card["custom_id"])
    if answer.status != "update":
        raise RuntimeError(f"the press was answered by {answer.status}: {answer.text}")
    await quiet(box)


async def seat(box: Sandbox, people: Sequence[Person]) -> None:
    """Open and start a table of these people."""
    channel = box.channel("cards")
    await people[0].command(channel, "table open", players=len(people))
    card: Message = await box.until(
        lambda: next((one for one in people[0].sees(channel) if "Join" in one.labels), None)
    )
    for person in people[1:]:
        await person.press(card, "Join")
    await people[0].press(card, "Play now")


async def path_of_a_press(box: Sandbox, settings: Settings) -> CallPath:
    """Run the bot, and follow one press."""
    vars(app).update(EMOJIS_AFTER=3_600.0)  # their uploads are no part of it
    bot = asyncio.create_task(app.serve(settings))
    try:
        await box.until(lambda: box.bot_online or bot.done())
        people = box.people[:4]
        await seat(box, people)
        for _ in range(PLAYS_BEFORE):
            await press(box, people)
        with CallPath() as path:
            await press(box, people)
        return path
    finally:
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as box:
            settings = read_settings(
                None,
                discord_token=box.token,
                discord_api_base=box.api_base,
                discord_gateway=box.gateway,
                database=str(Path(folder) / "voormsi.db"),
                computer_delay=0,
                hand_pause=0,
                **{name.lower(): value for name, value in UNLIMITED.items()},
            )
            path = await path_of_a_press(box, settings)
    for caller, called_function in path.changes:
        print(f"{caller} -> {called_function}")
    spine, pairs = path.spine(), path.pairs()
    print(f"{len(path.files)} files, {len(path.changes)} changes of file")
    print(*sorted(spine), f"{len(spine)} files of the spine", sep="\n")
    print(*(f"{one} -> {other}" for one, other in sorted(pairs)), sep="\n")
    both_ways = sum((other, one) in pairs for one, other in pairs) // 2
    print(f"{len(pairs)} pairs of packages, {both_ways} both ways")


if __name__ == "__main__":
    asyncio.run(main())
