"""What a process holds in memory, told when it gets a signal: objects by type, what its own parts keep, memory by line.

Two of them in one life say what has grown. `python -m benchmarks.soak --census FOLDER` has them taken of the bot.
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

from benchmarks.looks import memory

VARIABLE: Final = "CENSUS"
"""In the environment: the folder in which they are written."""
SIGNAL: Final = signal.SIGUSR1
OURS: Final = ("bot.", "cogs.", "players.", "discord.")
"""Modules whose objects are looked into."""
MOST: Final = 40
"""Of so many types and lines it is told."""


def ready(folder: Path) -> None:
    """From now on a signal has this process write a census; by line of code too, with PYTHONTRACEMALLOC=1, slowly."""
    numbers = count(1)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(SIGNAL, lambda: write(folder / f"{os.getpid()}-{next(numbers)}.json"))


def write(path: Path) -> None:
    """Take a census now, after all that is left over has been collected."""
    gc.unfreeze()
    gc.collect()
    path.write_text(json.dumps(taken(), indent=1))


def taken() -> dict[str, Mapping[str, float]]:
    """The census: MB held, how many objects of each type, the sizes of what parts of the program keep, KB by line."""
    everything = gc.get_objects()
    return {
        "memory, MB": {"held": memory(), **_allocated(), "of pictures": _pictures(everything) / 1e6},
        "types": Counter(map(_kind, everything)),
        "kept": _kept(everything),
        "lines": _lines(),
    }


class _Allocated(ctypes.Structure):
    """What the C library's allocator tells of itself, bytes (mallinfo2)."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    )


def _allocated() -> dict[str, float]:
    """What of the memory is in use, and what is free and kept; nothing where the C library does not tell."""
    try:
        asked = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return {}
    asked.restype = _Allocated
    told = asked()
    return {"in use": (told.uordblks + told.hblkhd) / 1e6, "free": told.fordblks / 1e6}


def _pictures(everything: list[Any]) -> int:
    """Bytes of pictures that are not packed, which no tracing of Python's sees."""
    sizes = (one.size for one in everything if isinstance(one, Image.Image))
    return sum(wide * high for wide, high in sizes)


def _kept(everything: list[Any]) -> Counter[str]:
    """How many things are in the containers of our objects, and of discord.py's, and in caches of functions."""
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
    """What the last process that was counted had more of at its last census than at its second."""
    *_, last = sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime)
    first = last.with_name(f"{last.stem.partition('-')[0]}-2.json")
    return compared(json.loads(first.read_text()), json.loads(last.read_text()))


def compared(first: Mapping[str, Mapping[str, float]], second: Mapping[str, Mapping[str, float]]) -> str:
    """What there is more of in the second, what has grown most first."""
    told = []
    for part, now in second.items():
        told.append(f"{part}:")
        more = {name: now[name] - first[part].get(name, 0) for name in now}
        most = sorted((name for name in more if more[name]), key=lambda name: -more[name])[:MOST]
        told += [f"  {more[name]:+10.1f} to {now[name]:10.1f}  {name}" for name in most]
    return "\n".join(told)
