"""The benchmark of many tables runs with few, and tells all that it is to tell."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from benchmarks import ten_thousand_tables

SMALL = ["--rounds", "1", "--tables", "30", "--played", "12", "--stories", "10", "--quiet", "0.3"]
LINES = 23
FIGURES = re.compile(r"  .{36} +[\d.]+( \(\d+\.\d\d\))? +[\d.]+( \(\d+\.\d\d\))? +\d+\.\d\d")


@pytest.mark.slow
def test_every_line_has_the_figures_of_both_sides_and_every_press_a_new_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(ten_thousand_tables.__file__).parents[1]))
    monkeypatch.chdir(tmp_path)
    asyncio.run(ten_thousand_tables.main(ten_thousand_tables.wishes(SMALL)))
    told = capsys.readouterr().out
    heading, *figures = [line for line in told.splitlines() if line.startswith("  ")]
    assert heading.split() == ["10", "tables", "30", "tables", "ratio"]
    assert len(figures) == LINES, told
    assert [line for line in figures if not FIGURES.fullmatch(line)] == []
    assert "presses without a new hand: 0 and 0" in told
