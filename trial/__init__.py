"""`voormsi try`: run the bot against a stand-in for Discord, on this machine."""

from __future__ import annotations

import asyncio
import getpass
import os
import re
import sys
import tempfile
import webbrowser
from contextlib import AsyncExitStack
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from bot.operations.run import run_until_stopped
from sandbox import ActionNotAllowed, Message, Person, Sandbox
from sandbox.world.components import BUTTON, SELECTS, TEXT, walk
from trial.bot_process import TrialBot, TrialError, running_bot

__all__ = ["Trial", "TrialError", "run"]

OTHERS = ("Aja", "Malik", "Ivalu")
NAMELESS = "Nivi"
"""The name of the person at this machine if the system's name for them is no name."""
ACCOUNTS = frozenset({"admin", "administrator", "guest", "nobody", "owner", "root", "runner", "ubuntu", "user", "you"})
"""Names of accounts that are nobody's."""
TOPICS = {"general": "The crossing takes a while", "cards": "Voormsi for two, three or four: /table open"}
"""The channels and what they are for."""
ANOTHER_SERVER = "Sisimiut harbour"
SEATS = 4
CAN_VALIDATE = find_spec("jsonschema_rs") is not None  # a package that only development needs
LONGEST = 20
EMPTY_SEAT = "*free*"
PATIENCE = 60.0  # seconds for each step of preparing a table
A_RUBBER = 60.0  # seconds in which computers without pauses must finish one
OF_A_TRIAL = {"LOG_FORMAT": "text", "BACKUP_EVERY": "0"}  # people read its log; it needs no backups
MENTION = re.compile(r"<@!?(\d+)>")


class Trial(NamedTuple):
    """The options of a trial: how many of the four seats people have, how many servers, and where things are."""

    people: int = 1
    servers: int = 1
    port: int = 0
    database: Path | None = None
    browser: bool = True


@cache
def people() -> tuple[str, ...]:
    """Return the people of the page; the first of them is the person at this machine."""
    return own_name(), *OTHERS


def own_name() -> str:
    """Return a name for the person at this machine: that of their account, if it looks like a name."""
    try:
        account = getpass.getuser()
    except (ImportError, KeyError, OSError):
        return NAMELESS
    name = account.partition(".")[0].capitalize()
    is_name = name.isalpha() and 1 < len(name) <= LONGEST and account.casefold() not in ACCOUNTS
    return NAMELESS if not is_name or name in OTHERS else name


def run(trial: Trial, *, headless: bool) -> int:
    try:
        asyncio.run(run_until_stopped(_play_alone(trial) if headless else _keep_open(trial)))
    except KeyboardInterrupt:
        return 0
    except TrialError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _keep_open(trial: Trial) -> None:
    async with AsyncExitStack() as stack:
        print("Starting the bot and a stand-in for Discord ...", flush=True)
        box, bot = await _start(stack, trial, {})
        await _open_table(box, bot, trial.people)
        address = f"{box.url}?as={quote(people()[0])}"
        print(f"\n  {address}\n")
        print(
            "A table waits in #cards: press Play now there. Change who you are on the page. Ctrl-C ends it all.",
            flush=True,
        )
        if trial.browser and _has_browser():
            await asyncio.to_thread(webbrowser.open, address)
        await bot.until_it_ends()


async def _play_alone(trial: Trial) -> None:
    """Let computers play one rubber without pauses, then print what the channel saw."""
    async with AsyncExitStack() as stack:
        box, bot = await _start(stack, trial, {"COMPUTER_DELAY": "0", "HAND_PAUSE": "0"})
        you, lobby = await _open_table(box, bot, 0)
        await bot.do(you.press(lobby, "Play now"), "the button Play now")
        sure = await bot.until(lambda: _newest_with(box, "Yes, start"), PATIENCE, "the bot did not ask")
        await bot.do(you.press(sure, "Yes, start"), "the button Yes, start")
        await bot.until(lambda: _result_in_thread(box), A_RUBBER, "the rubber did not end")
        print(*(text_of(message.payload) for message in _seen(box)), sep="\n\n")


async def _start(stack: AsyncExitStack, trial: Trial, settings: dict[str, str]) -> tuple[Sandbox, TrialBot]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voormsi-", ignore_cleanup_errors=True)))
    database = trial.database.absolute() if trial.database else folder / "voormsi.db"
    try:
        box = Sandbox(
            people=people(), channels=TOPICS, topics=TOPICS, bot="Voormsi", port=trial.port, validate=CAN_VALIDATE
        )
        await stack.enter_async_context(box)
    except (ActionNotAllowed, OSError) as error:
        raise TrialError(f"Port {trial.port} cannot be had: {error}. Try another --port.") from error
    if trial.servers > 1:
        box.add_server(ANOTHER_SERVER, [box.person("Malik"), box.person(people()[0])], ["lounge"])
    settings = settings | {"DATABASE": str(database)} | OF_A_TRIAL
    return box, await stack.enter_async_context(running_bot(box, settings, folder / "log.txt"))


async def _open_table(box: Sandbox, bot: TrialBot, seated: int) -> tuple[Person, Message]:
    """Open a table in #cards with the first `seated` of the people seated."""
    you = box.person(people()[0])
    await bot.until(lambda: box.bot_online and _offers_tables(box), PATIENCE, "the bot did not offer its commands")
    await bot.do(you.command(box.channel("cards"), "table open", players=SEATS), "/table open")
    lobby: Message = await bot.until(lambda: _newest_with(box, "Join"), PATIENCE, "the bot opened no table")
    for name in people()[1:seated]:
        await bot.do(box.person(name).press(lobby, "Join"), "the button Join")
    if not seated:
        await bot.do(you.press(lobby, "More…"), "the button More…")
        menu = await bot.until(lambda: _newest_with(box, "Leave"), PATIENCE, "the bot showed no menu")
        await bot.do(you.press(menu, "Leave"), "the button Leave")
    free = SEATS - seated
    await bot.until(lambda: lobby.text.count(EMPTY_SEAT) == free, PATIENCE, "the table could not be prepared")
    return you, lobby


def _result_in_thread(box: Sandbox) -> bool:
    """Return whether the thread has the result. The card in the channel, which offers no record, may come before it."""
    result = _newest_with(box, "Rematch")
    return result is not None and "Record" in result.labels


def _offers_tables(box: Sandbox) -> bool:
    options = [option for command in box.commands if command["name"] == "table" for option in command["options"]]
    return any(option["name"] == "open" for option in options)


def _seen(box: Sandbox) -> list[Message]:
    """All messages that the first person sees, oldest first."""
    you = box.person(people()[0])
    messages = [message for channel in box.world.channels.values() for message in you.sees(channel)]
    return sorted(messages, key=lambda message: message.id)


def _newest_with(box: Sandbox, label: str) -> Message | None:
    return next((message for message in reversed(_seen(box)) if label in message.labels), None)


def text_of(message: dict[str, Any]) -> str:
    """The text of a Discord message object for a terminal, in reading order, with buttons and menus in brackets."""
    lines, row = [str(message.get("content") or "")], list[str]()
    for part in walk(message.get("components") or []):
        if part["type"] == BUTTON:
            row.append(f"[{part.get('label') or part.get('custom_id')}]")
        elif part["type"] in SELECTS:
            row.append(f"[{part.get('placeholder') or 'menu'}]")
        else:
            lines += [" ".join(row), str(part.get("content") or "") if part["type"] == TEXT else ""]
            row = []
    text = "\n".join(line for line in (*lines, " ".join(row)) if line)
    names = {user["id"]: user.get("global_name") or user["username"] for user in message.get("mentions") or []}
    return MENTION.sub(lambda found: f"@{names.get(found[1], found[1])}", text)


def _has_browser() -> bool:
    """Return whether a browser with a window can be opened here."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
