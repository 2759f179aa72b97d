"""The end of a command: exit codes of `voormsi run` and `voormsi try`, and the signals that stop them."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from enum import IntEnum
from functools import partial
from typing import Final

log = logging.getLogger(__name__)


class ExitCode(IntEnum):
    """The reason why `voormsi run` or `voormsi try` ended with an error."""

    FAILED = 1
    SETTINGS = 2
    """The settings are invalid, or there is no token."""
    DATABASE = 3
    """The database is damaged, half restored, missing, of a newer version, or not a database."""
    REFUSED = 4
    """Discord does not accept this token (also close code 4004 of the gateway)."""
    SHARDS = 5
    """The gateway refuses the number of shards (4010, 4011). Each start asks Discord for it again."""
    API = 6
    """The gateway no longer accepts the API version of this program (4012)."""
    INTENTS = 7
    """The gateway refuses the intents of this program (4013, 4014)."""
    BUSY = 8
    """Another process uses the database, probably a bot that is running already."""
    INCOMPLETE = 9
    """The stand-in for Discord, which `voormsi try` needs, is not part of this installation."""
    LOST = 10
    """The connection to the database was lost, and with it the right to write. A start connects again."""
    GAMES = 11
    """An installed game breaks the contract of games."""


OF_CLOSE_CODE: Final = {
    4004: ExitCode.REFUSED,
    4010: ExitCode.SHARDS,
    4011: ExitCode.SHARDS,
    4012: ExitCode.API,
    4013: ExitCode.INTENTS,
    4014: ExitCode.INTENTS,
}
"""The exit codes for the gateway's close codes that forbid a reconnection."""
LASTING: Final = frozenset(
    {
        ExitCode.SETTINGS,
        ExitCode.DATABASE,
        ExitCode.REFUSED,
        ExitCode.API,
        ExitCode.INTENTS,
        ExitCode.GAMES,
    }
)
"""The exit codes for which a restart does not help, because somebody has to fix the cause first."""


async def until_told_to_stop(work: Coroutine[None, None, None]) -> None:
    """Run `work` until it ends or SIGTERM, SIGINT or a closing terminal cancels it; return after its cleanup."""
    task = asyncio.ensure_future(work)
    is_stopped = asyncio.Event()

    def stop(told: signal.Signals) -> None:
        log.info("%s: stopping", told.name)
        is_stopped.set()
        task.cancel()

    signals = [signal.SIGTERM, signal.SIGINT]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # ignored by nohup
        signals.append(signal.SIGHUP)
    for wanted in signals:
        with suppress(NotImplementedError):  # on Windows Ctrl-C comes as KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(wanted, partial(stop, wanted))
    try:
        await task
    except asyncio.CancelledError:
        if not is_stopped.is_set():
            raise
