"""How a command that runs for long is told to stop."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress


async def until_told_to_stop(work: Coroutine[None, None, None]) -> None:
    """Wait for `work`; SIGTERM, SIGINT and a terminal that closes cancel it, and it cleans up after itself. Returns
    after either.
    """
    task = asyncio.ensure_future(work)
    told = asyncio.Event()

    def stop() -> None:
        told.set()
        task.cancel()

    for wanted in _signals():
        with suppress(NotImplementedError):  # on Windows Ctrl-C comes as KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(wanted, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not told.is_set():
            raise


def _signals() -> list[signal.Signals]:
    """Those that tell us to stop; SIGHUP is none for who was started to outlive the terminal (nohup)."""
    found = [signal.SIGTERM, signal.SIGINT]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        found.append(signal.SIGHUP)
    return found
