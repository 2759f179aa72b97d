"""`voormsi run`: run the bot on Discord, or explain in plain words why it cannot run."""

from __future__ import annotations

import asyncio
import logging
import platform
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from importlib.metadata import version

from bot.operations.exit_codes import ExitCode
from bot.operations.fatal_errors import NO_TOKEN, exit_code, words_for
from bot.operations.version import full_version
from bot.runtime import logs
from bot.runtime.settings import Settings, unknown_settings

log = logging.getLogger(__name__)


def run(settings: Settings) -> int:
    """Run the bot until it is told to stop; return the exit code."""
    if settings.token is None:
        print(NO_TOKEN, *unknown_settings(), sep="\n", file=sys.stderr)  # its name may be misspelt
        return ExitCode.SETTINGS
    logs.set_up(settings.log_format, settings.log_level, secrets=settings.secrets)
    libraries = f"Python {platform.python_version()}, discord.py {version('discord.py')}"
    log.info("Voormsi %s, %s", full_version(), libraries)
    for line in unknown_settings():
        log.warning("%s", line)
    from bot.app import serve  # imported late: none of it is needed to report a missing token
    from bot.operations.game_faults import REMEDY, game_faults

    if faults := game_faults():
        print(*(f"An installed game cannot be used: {fault}." for fault in faults), REMEDY, sep="\n", file=sys.stderr)
        return ExitCode.GAMES

    try:
        asyncio.run(run_until_stopped(serve(settings)))
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        return give_up(error, settings)
    log.info("The bot has stopped")
    return 0


def give_up(error: BaseException, settings: Settings) -> int:
    """Report why the bot cannot run; return the exit code."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:  # task groups raise them
        error = error.exceptions[0]
    text = words_for(error, settings)
    if text is None:
        log.critical("The bot stopped because of an error in it.", exc_info=error)
    else:
        print(logs.Redactor(settings.secrets)(text), file=sys.stderr)
    return exit_code(error)


async def run_until_stopped(work: Coroutine[None, None, None]) -> None:
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
