"""Measurements of a process's memory over time, and its growth."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

WINDOWS: Final = 6
"""The number of equal parts of the last life, without the first part, in which caches fill."""
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class MemorySample(NamedTuple):
    """One measurement: the bot's life, its memory in MB, the acknowledged plays until then."""

    minute: float
    life: int
    memory: float
    plays: int


class MemoryWindow(NamedTuple):
    """A part of a life: its minutes, the median memory in MB, the plays acknowledged in it."""

    begin: float
    end: float
    memory: float
    plays: int


def memory(pid: int | str = "self") -> float:
    """The resident memory of a process, MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


def windows(looks: Sequence[MemorySample]) -> list[MemoryWindow]:
    """The last life in equal parts; fewer parts if there are too few measurements."""
    last = [look for look in looks if look.life == looks[-1].life]
    if len(last) < 2:
        return []
    long = (last[-1].minute - last[0].minute) / (WINDOWS + 1)
    found = []
    for number in range(WINDOWS + 1):
        begin = last[0].minute + number * long
        inside = [look for look in last if begin <= look.minute <= begin + long + 1e-9]
        if inside:
            usual = statistics.median(look.memory for look in inside)
            found.append(MemoryWindow(begin, begin + long, usual, inside[-1].plays - inside[0].plays))
    return found


def growth(looks: Sequence[MemorySample]) -> Iterator[str]:
    """The last life part by part, and the growth from the middle part, when caches are full, to the last."""
    parts = windows(looks)
    for before, part in zip([None, *parts], parts, strict=False):
        more = f"{part.memory - before.memory:+6.1f}" if before else " " * 6
        yield f"  {part.begin:5.1f} to {part.end:5.1f} min  {part.memory:6.1f} MB {more}  {part.plays:6} plays"
    if len(parts) > 2:
        middle = len(parts) // 2
        plays = sum(part.plays for part in parts[middle + 1 :])
        grown = parts[-1].memory - parts[middle].memory
        rate = f", {1000 * grown / plays:+.2f} MB per 1,000" if plays else ""
        yield f"  from the middle part to the last {grown:+.1f} MB in {plays} plays{rate}"
