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
from sandbox import Message
from sandbox.client import RemotePerson, RemoteSandbox
from trial.server import TrialError, TrialServer
from trial.words import words

__all__ = ["Trial", "TrialError", "run"]

SERVER = "Ilulissat ferry"
PEOPLE = ("You", "Aja", "Malik", "Ivalu")
BOT = "Voormsi"
CHANNELS = ("general", "cards")
TOPICS = ("general=The crossing takes a while", "cards=Voormsi for two, three or four: /table open")
ANOTHER = "Sisimiut harbour=Malik,You"
"""A second server and its members; the first of them owns it."""
SEATS = 4
EMPTY_SEAT = "*empty*"
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
        server, box = await _start(stack, trial, {})
        await _open_table(server, box, trial.people)
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
        server, box = await _start(stack, trial, {"COMPUTER_DELAY": "0", "HAND_PAUSE": "0"})
        you, lobby = await _open_table(server, box, 0)
        await server.do(you.press(lobby, "Start"), "the button Start")
        await server.until(box, lambda: you.newest_with("Rematch"), A_RUBBER, "the rubber did not end")
        print(*(words(message.payload) for message in you.messages), sep="\n\n")


async def _start(stack: AsyncExitStack, trial: Trial, settings: dict[str, str]) -> tuple[TrialServer, RemoteSandbox]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-", ignore_cleanup_errors=True)))
    database = trial.database.absolute() if trial.database else folder / "voormsi.db"
    named = ["--people", ",".join(PEOPLE), "--server", SERVER, "--bot", BOT, "--channels", ",".join(CHANNELS)]
    for topic in TOPICS:
        named += ["--topic", topic]
    if trial.servers > 1:
        named += ["--also", ANOTHER]
    server = TrialServer(named, port=trial.port, log=folder / "log.txt")
    settings = settings | {"DATABASE": str(database)} | OF_A_TRIAL
    return server, await stack.enter_async_context(server.running(settings))


async def _open_table(server: TrialServer, box: RemoteSandbox, people: int) -> tuple[RemotePerson, Message]:
    """Open a table in #cards with the first `people` seated and computers in the other seats, ready for Start."""
    you = await box.person(PEOPLE[0]).watch()
    await server.until(box, lambda: _offers_tables(you), PATIENCE, "the bot did not offer its commands")
    await server.do(you.command(box.channel("cards"), "table open", players=SEATS), "/table open")
    lobby: Message = await server.until(box, lambda: you.newest_with("Join"), PATIENCE, "the bot opened no table")
    for name in PEOPLE[:people]:
        await server.do(box.person(name).press(lobby, "Join"), "the button Join")
    for _ in range(SEATS - people):
        await server.do(you.press(lobby, "Add computer"), "the button Add computer")
    await server.until(box, lambda: _is_full(lobby), PATIENCE, "the table could not be filled")
    return you, lobby


def _offers_tables(you: RemotePerson) -> bool:
    options = [option for command in you.commands if command["name"] == "table" for option in command["options"]]
    return you.bot_online and any(option["name"] == "open" for option in options)


def _is_full(lobby: Message) -> bool:
    return "Start" in lobby.labels and not lobby.button("Start").get("disabled") and EMPTY_SEAT not in lobby.text


def _has_browser() -> bool:
    """Return whether a browser with a window can be opened here."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
