"""The soak, short and small: the same that runs for an hour with two thousand tables."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from benchmarks import soak
from benchmarks.haste import HastyLoop

SMALL = [
    "--tables",
    "16",
    "--minutes",
    "1.2",
    "--compressed",
    "4",
    "--kills",
    "1",
    "--faults",
    "4",
    "--thinking",
    "0.1",
]


@pytest.mark.slow
def test_in_a_storm_nothing_is_lost_shown_twice_or_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(soak.__file__).parents[1]))
    monkeypatch.setattr(time, "time", time.time)  # it is hastened, and put back after the test
    monkeypatch.setattr(time, "time_ns", time.time_ns)
    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        wrong = runner.run(soak.main(soak.wishes([*SMALL, "--keep", str(tmp_path)])))
    told = capsys.readouterr().out
    assert not wrong.all, told
    assert "plays lost 0, shown twice 0, tables stuck 0, otherwise wrong 0" in told
    assert int(told.split("acknowledged: ")[1].split(";")[0]) > 5, told
