"""`voormsi run`: the bot on Discord, and plain words for whatever keeps it from starting."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress

from bot import logs
from bot.operations.refusals import NO_TOKEN, refusal
from bot.settings import Settings

log = logging.getLogger(__name__)


def run(settings: Settings) -> int:
    """Be the bot until told to stop; gives the exit code."""
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    logs.set_up(settings.log_format, settings.log_level, secrets=[settings.token])
    from bot.app import serve  # only now: what it imports is not needed to say that a token is missing

    try:
        asyncio.run(_until_told_to_stop(serve(settings)))
    except Exception as error:
        return _give_up(_first(error), settings)
    return 0


async def _until_told_to_stop(serving: Coroutine[None, None, None]) -> None:
    """Wait for `serving`; SIGTERM and SIGINT cancel it, and it cleans up after itself."""
    task = asyncio.ensure_future(serving)
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


def _first(error: BaseException) -> BaseException:
    """What a group of one, as task groups raise it, holds."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def _give_up(error: BaseException, settings: Settings) -> int:
    words = refusal(error, settings)
    if words is None:
        log.critical("The bot stopped because of an error in it.", exc_info=error)
    else:
        print(logs.Redactor([settings.token or ""])(words), file=sys.stderr)
    return 1
