"""A census of a process's memory, taken on a signal: objects by type, sizes of containers, memory by line.

Two of them in one life show what has grown. `python -m benchmarks.soak --census FOLDER` takes them of the bot.
"""

from __future__ import annotations

import asyncio
import ctypes
import functools
import gc
import json
import os
import signal
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Mapping, Sized
from itertools import count
from pathlib import Path
from typing import Any, Final

from PIL import Image

from benchmarks.memory import memory

VARIABLE: Final = "CENSUS"
"""The environment variable with the folder for the census files."""
SIGNAL: Final = signal.SIGUSR1
OURS: Final = ("bot.", "cogs.", "players.", "discord.")
"""Modules whose objects are inspected."""
MOST: Final = 40
"""The number of types and lines that a comparison shows for each part."""


def ready(folder: Path) -> None:
    """Write a census on every signal from now on. PYTHONTRACEMALLOC=1 adds memory by line of code, and is slow."""
    numbers = count(1)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(SIGNAL, lambda: write(folder / f"{os.getpid()}-{next(numbers)}.json"))


def write(path: Path) -> None:
    """Take a census now, after a full garbage collection."""
    gc.unfreeze()
    gc.collect()
    path.write_text(json.dumps(taken(), indent=1))


def taken() -> dict[str, Mapping[str, float]]:
    """The census: MB held, the number of objects of each type, the sizes of containers, KB by line."""
    everything = gc.get_objects()
    return {
        "memory, MB": {"held": memory(), **_allocated(), "of pictures": _pictures(everything) / 1e6},
        "types": Counter(map(_kind, everything)),
        "kept": _kept(everything),
        "lines": _lines(),
    }


class _Allocated(ctypes.Structure):
    """The statistics of the C library's allocator, in bytes (mallinfo2)."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    )


def _allocated() -> dict[str, float]:
    """MB in use, and MB free but kept by the allocator; empty where the C library has no statistics."""
    try:
        asked = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return {}
    asked.restype = _Allocated
    told = asked()
    return {"in use": (told.uordblks + told.hblkhd) / 1e6, "free": told.fordblks / 1e6}


def _pictures(everything: list[Any]) -> int:
    """Bytes of unpacked pictures, which tracemalloc does not see."""
    sizes = (one.size for one in everything if isinstance(one, Image.Image))
    return sum(wide * high for wide, high in sizes)


def _kept(everything: list[Any]) -> Counter[str]:
    """The number of items in the containers of our objects and of discord.py's, and in function caches."""
    found: Counter[str] = Counter()
    for one in everything:
        if isinstance(one, functools._lru_cache_wrapper):
            found[f"{getattr(one, '__qualname__', one)}()"] += one.cache_info().currsize
        elif _kind(one).startswith(OURS) and not isinstance(one, type):
            for name, part in _parts(one):
                found[f"{_kind(one)}.{name}"] += len(part)
                if isinstance(part, Mapping):
                    inside = (value for value in list(part.values()) if isinstance(value, dict | list | set))
                    found[f"{_kind(one)}.{name}[…]"] += sum(map(len, inside))
    return +found


def _kind(one: object) -> str:
    return f"{type(one).__module__}.{type(one).__qualname__}"


def _parts(one: object) -> Iterator[tuple[str, Sized]]:
    named = dict(getattr(one, "__dict__", {}))
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        named |= {name: getattr(one, name, None) for name in ([slots] if isinstance(slots, str) else slots)}
    return (
        (name, part) for name, part in named.items() if isinstance(part, Mapping | list | set) and name != "__dict__"
    )


def _lines() -> dict[str, float]:
    if not tracemalloc.is_tracing():
        return {}
    statistics = tracemalloc.take_snapshot().statistics("lineno")
    return {f"{one.traceback[0].filename}:{one.traceback[0].lineno}": one.size / 1000 for one in statistics[:400]}


def growth(folder: Path) -> str:
    """The growth of the most recent process, from its second census to its last."""
    *_, last = sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime)
    first = last.with_name(f"{last.stem.partition('-')[0]}-2.json")
    return compared(json.loads(first.read_text()), json.loads(last.read_text()))


def compared(first: Mapping[str, Mapping[str, float]], second: Mapping[str, Mapping[str, float]]) -> str:
    """Return what there is more of in the second census, largest growth first."""
    told = []
    for part, now in second.items():
        told.append(f"{part}:")
        more = {name: now[name] - first[part].get(name, 0) for name in now}
        most = sorted((name for name in more if more[name]), key=lambda name: -more[name])[:MOST]
        told += [f"  {more[name]:+10.1f} to {now[name]:10.1f}  {name}" for name in most]
    return "\n".join(told)
