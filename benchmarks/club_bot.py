"""The bot itself, with measurements from within its process. Its settings are those of `voormsi run`.

With PICTURES=off it draws no pictures.
"""

import os
import time
from functools import partial

from benchmarks.measured_process import run_measured
from bot import app
from bot.runtime import logs, metrics
from bot.runtime.settings import read_settings
from bot.services import Services


class Commits(metrics.Metrics):
    """Metrics that also note how long each commit took, in ms."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[float] = []

    def time_commit(self, since: float) -> None:
        super().time_commit(since)
        self.noted.append((time.perf_counter() - since) * 1000)


if __name__ == "__main__":
    logs.set_up("text", "WARNING")
    if os.environ.get("PICTURES") == "off":
        vars(app).update(Services=partial(Services, render=lambda scene, reader: None))
    commits = Commits()
    metrics.current = commits
    run_measured(app.serve(read_settings(env_file=None)), commits=commits.noted)
