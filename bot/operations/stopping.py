"""How a command that runs for long is told to stop."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress


async def until_told_to_stop(work: Coroutine[None, None, None]) -> None:
    """Wait for `work`; SIGTERM and SIGINT cancel it, and it cleans up after itself. Returns after either."""
    task = asyncio.ensure_future(work)
    told = asyncio.Event()

    def stop() -> None:
        told.set()
        task.cancel()

    for wanted in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # on Windows Ctrl-C comes as KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(wanted, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not told.is_set():
            raise
