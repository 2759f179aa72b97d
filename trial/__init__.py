"""`voormsi try`: run the bot against a stand-in for Discord, on this machine.

Both run as processes of their own. The trial acts through the HTTP interface that the stand-in has for people.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import webbrowser
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from bot.operations.stopping import until_told_to_stop
from trial.server import TrialError, TrialServer
from trial.window import Message, PersonView, buttons, words

__all__ = ["Trial", "TrialError", "run"]

SERVER = "Ilulissat ferry"
PEOPLE = ("You", "Aja", "Malik", "Ivalu")
BOT = "Voormsi"
CHANNELS = ("general", "cards")
TOPICS = ("general=The crossing takes a while", "cards=Voormsi for two, three or four: /table open")
ANOTHER = "Sisimiut harbour=Malik,You"
"""A second server and its members; the first of them owns it."""
SEATS = 4
PATIENCE = 20.0  # seconds for each step of preparing a table
A_RUBBER = 60.0  # seconds in which computers without pauses must finish one
OF_A_TRIAL = {"LOG_FORMAT": "text", "BACKUP_EVERY": "0"}  # people read its log; it needs no backups


class Trial(NamedTuple):
    """The options of a trial: how many of the four seats people have, how many servers, and where things are."""

    people: int = 1
    servers: int = 1
    port: int = 0
    database: Path | None = None
    browser: bool = True


def run(trial: Trial, *, headless: bool) -> int:
    """Run `voormsi try` and return its exit code."""
    try:
        asyncio.run(until_told_to_stop(_play_alone(trial) if headless else _keep_open(trial)))
    except KeyboardInterrupt:
        return 0
    except TrialError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _keep_open(trial: Trial) -> None:
    async with AsyncExitStack() as stack:
        print("Starting the bot and a stand-in for Discord ...", flush=True)
        server = await _start(stack, trial, {})
        you = await stack.enter_async_context(server.window(PEOPLE[0]))
        await _open_table(server, you, trial.people)
        address = f"{server.address}/?as={PEOPLE[0]}"
        print(f"\n  {address}\n")
        print(
            "A table waits in #cards: press Start there. Change who you are on the page. Ctrl-C ends it all.",
            flush=True,
        )
        if trial.browser and _has_browser():
            await asyncio.to_thread(webbrowser.open, address)
        await server.until_it_ends()


async def _play_alone(trial: Trial) -> None:
    """Let computers play one rubber without pauses, then print what the channel saw."""
    async with AsyncExitStack() as stack:
        server = await _start(stack, trial, {"COMPUTER_DELAY": "0", "HAND_PAUSE": "0"})
        you = await stack.enter_async_context(server.window(PEOPLE[0]))
        lobby = await _open_table(server, you, 0)
        await server.press(you, lobby, "Start")
        await server.until(you, lambda: you.latest_with("Rematch"), A_RUBBER, "the rubber did not end")
        print(*map(words, you.messages()), sep="\n\n")


async def _start(stack: AsyncExitStack, trial: Trial, settings: dict[str, str]) -> TrialServer:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-", ignore_cleanup_errors=True)))
    database = trial.database.absolute() if trial.database else folder / "voormsi.db"
    named = ["--server", SERVER, "--bot", BOT, "--channels", ",".join(CHANNELS)]
    for topic in TOPICS:
        named += ["--topic", topic]
    if trial.servers > 1:
        named += ["--also", ANOTHER]
    server = TrialServer(PEOPLE, named, port=trial.port, log=folder / "log.txt")
    await stack.enter_async_context(server.running(settings | {"DATABASE": str(database)} | OF_A_TRIAL))
    return server


async def _open_table(server: TrialServer, you: PersonView, people: int) -> Message:
    """Open a table in #cards with the first `people` seated and computers in the other seats, ready for Start."""
    await server.until(you, lambda: you.has_command("table", "open"), PATIENCE, "the bot did not offer its commands")
    await server.command(you, "cards", "table open", {"players": SEATS})
    lobby = await server.until(you, lambda: you.latest_with("Join"), PATIENCE, "the bot opened no table")
    for name in PEOPLE[:people]:
        await server.press(you, lobby, "Join", name)
    for _ in range(SEATS - people):
        await server.press(you, lobby, "Add computer")

    def ready() -> Message | None:
        shown = you.message(lobby["id"])
        return shown if any(b.get("label") == "Start" and not b.get("disabled") for b in buttons(shown)) else None

    return await server.until(you, ready, PATIENCE, "the table could not be filled")


def _has_browser() -> bool:
    """Whether a browser with a window can be opened here."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
