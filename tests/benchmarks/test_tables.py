"""The load benchmark runs, with both bots, at sizes that say nothing about speed."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from benchmarks import tables

SMALL = ["--rounds", "2", "--tables", "3", "--seconds", "1", "--rate", "10"]


@pytest.mark.slow
def test_both_bots_answer_every_press_and_make_the_same_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(tables.__file__).parents[1]))
    monkeypatch.chdir(tmp_path)
    asyncio.run(tables.main(tables.wishes(SMALL)))
    told = capsys.readouterr().out
    answers = re.search(r"answer +([\d.]+) +([\d.]+) +\| +([\d.]+) +([\d.]+)", told)
    plays = re.search(r"plays/s +([\d.]+) +([\d.]+)", told)
    assert answers, told
    assert plays, told
    assert all(0.5 < float(share) < 1.5 for share in answers.groups()), told
    assert all(float(speed) > 0 for speed in plays.groups()), told
    assert "without a new hand: club 0, bare 0" in told
