"""`python -m sandbox`: run the stand-in as its own process, with a bot as its child if a command is given."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sandbox.server import CHANNELS, PEOPLE, Sandbox
from sandbox.world.errors import ActionNotAllowed

GRACE_SECONDS = 10.0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser("sandbox", description=__doc__)
    add = options.add_argument
    add("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")
    add("--server", default="Ilulissat ferry", help="name of the server")
    add("--people", type=_names, default=PEOPLE, help="names, with commas; the first owns the server")
    add("--channels", type=_names, default=CHANNELS, help="names, with commas")
    add("--bot", default="Bot", metavar="NAME", help="what the bot is called")
    add("--any-token", action="store_true", help="let a bot in with any token that looks like one")
    add(
        "--no-validation",
        dest="validate",
        action="store_false",
        help="do not check requests and answers (for benchmarks)",
    )
    add("--forget-traffic", dest="keep_traffic", action="store_false", help="do not keep what pages were sent")
    add("--rate-limits", choices=("off", "discord"), default="off")
    add("--privileged", action="store_true", help="allow privileged intents")
    add("--answer-within", type=float, default=3.0, metavar="SECONDS", help="time for a first answer")
    add("--shards", type=int, default=1, help="how many shards /gateway/bot recommends")
    add("command", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="a bot to start, pointed here")
    return options


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


async def run(command: Sequence[str], options: dict[str, Any]) -> int:
    """Serve until a signal comes or the command ends; `options` are those of `Sandbox`.

    Return the command's exit code, or 0."""
    signals: asyncio.Queue[int] = asyncio.Queue()
    try:
        box = Sandbox(**options)
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # on Windows Ctrl-C comes as KeyboardInterrupt
                asyncio.get_running_loop().add_signal_handler(number, signals.put_nowait, number)
        await box.start()
    except (ActionNotAllowed, OSError) as reason:
        place = f"port {options['port']}: {reason.strerror or reason}" if isinstance(reason, OSError) else reason
        print(f"sandbox: {place}", file=sys.stderr)
        return 2
    try:
        print(f"page: {box.url}", flush=True)
        if command:
            return await _accompany(command, box, signals)
        print(*(f"{name}={value}" for name, value in box.environment.items()), sep="\n", flush=True)
        await signals.get()
        return 0
    finally:
        await box.stop()


async def _accompany(command: Sequence[str], box: Sandbox, signals: asyncio.Queue[int]) -> int:
    """Start the command, pass signals on to it and wait for its end. Return its exit code."""
    try:
        child = await asyncio.create_subprocess_exec(*command, env=os.environ | box.environment, start_new_session=True)
    except OSError as reason:
        print(f"sandbox: {command[0]}: {reason.strerror}", file=sys.stderr)
        return 127
    ended, signalled = asyncio.create_task(child.wait()), asyncio.create_task(signals.get())
    try:
        await asyncio.wait({ended, signalled}, return_when=asyncio.FIRST_COMPLETED)
        return ended.result() if ended.done() else 0
    finally:
        if not ended.done():
            child.send_signal(signalled.result() if signalled.done() else signal.SIGTERM)
            await asyncio.wait({ended}, timeout=GRACE_SECONDS)
        if not ended.done():
            child.kill()
            await ended
        signalled.cancel()


def main() -> None:
    options = vars(parser().parse_args())
    command = options.pop("command")
    try:
        sys.exit(asyncio.run(run(command[1:] if command[:1] == ["--"] else command, options)))
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
