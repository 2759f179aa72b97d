"""The bot of `voormsi run` with accelerated time; ACCELERATED_CLOCK in the environment says how fast."""

import asyncio
import os
import sys
from pathlib import Path

from benchmarks import memory_census
from bot.app import serve
from bot.operations.run import give_up, run_until_stopped
from bot.runtime import logs
from bot.runtime.settings import Settings, read_settings
from simulation.accelerated_clock import VARIABLE, AcceleratedClock


async def _accelerated(settings: Settings) -> None:
    AcceleratedClock.read(os.environ[VARIABLE]).begin()
    if folder := os.environ.get(memory_census.VARIABLE):
        memory_census.ready(Path(folder))
    await run_until_stopped(serve(settings))


if __name__ == "__main__":
    settings = read_settings(env_file=None)
    logs.set_up(settings.log_format, settings.log_level, secrets=[settings.token or ""])
    try:
        asyncio.run(_accelerated(settings))
    except Exception as error:
        sys.exit(give_up(error, settings))
