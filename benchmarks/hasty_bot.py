"""The bot of `voormsi run` with accelerated time; HASTE in the environment says how fast."""

import asyncio
import os
from pathlib import Path

from benchmarks import census
from benchmarks.haste import VARIABLE, Haste, HastyLoop
from bot.app import serve
from bot.operations.stopping import until_told_to_stop
from bot.runtime import logs
from bot.runtime.settings import Settings, read_settings


def run(settings: Settings, haste: Haste) -> None:
    """Run the bot until a stop signal."""
    loop = HastyLoop()
    haste.begin()
    loop.hasten(haste.times)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(until_told_to_stop(_counted(settings)))


async def _counted(settings: Settings) -> None:
    if folder := os.environ.get(census.VARIABLE):
        census.ready(Path(folder))
    await serve(settings)


if __name__ == "__main__":
    settings = read_settings(env_file=None)
    logs.set_up(settings.log_format, settings.log_level, secrets=[settings.token or ""])
    run(settings, Haste.read(os.environ[VARIABLE]))
