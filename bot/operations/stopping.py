"""Stopping a long-running command by a signal."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial

log = logging.getLogger(__name__)


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
