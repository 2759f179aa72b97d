"""Kill the bot before every step of each kind of press, and compare its next life with the record.

    python -m benchmarks.crashes [--every N] [course ...]    # all courses, every step: some two thousand deaths

A step is a callback of the bot's loop (the code after an `await` is one) or a statement of its store's writer. A
course ends at its first error, which is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.argument_types import whole
from simulation import record_checks
from simulation.crash_process import BotForker
from simulation.crashes import COURSES, PLAYS, CrashCourse, Crashes, every


async def died_in(course: CrashCourse, stride: int) -> tuple[Crashes, list[str]]:
    """Run a course. Return its deaths and the errors found."""
    deaths, wrong = Crashes(course.kinds, every(stride)), []
    with tempfile.TemporaryDirectory() as folder:
        async with BotForker(Path(folder)) as nursery:
            try:
                await course.run(nursery, deaths, Path(folder))
            except (AssertionError, TimeoutError) as error:
                wrong.append(str(error))
        return deaths, wrong + record_checks.complaints(nursery.log)


async def main(names: list[str], stride: int) -> int:
    courses = {"plays": PLAYS, **COURSES}
    begun, count, kinds, wrong = time.monotonic(), 0, 0, 0
    for name in names or courses:
        deaths, found = await died_in(courses[name], stride)
        print(f"-- {name}", deaths, *found, sep="\n", flush=True)
        count, kinds, wrong = count + deaths.count, kinds + len(deaths.kinds), wrong + len(found)
    print(f"{count} deaths in presses of {kinds} kinds, in {time.monotonic() - begun:.0f} s;", end=" ")
    print(f"wrong: {wrong}" if wrong else "plays lost 0, made twice 0, posts wrong 0, cards seen by others 0")
    return 1 if wrong else 0


def course_name(text: str) -> str:
    if text not in ("plays", *COURSES):
        raise argparse.ArgumentTypeError(f"{text!r} is none of: plays, {', '.join(COURSES)}")
    return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Crashes of the bot at every step, and what came of them.")
    parser.add_argument("courses", nargs="*", type=course_name, help=f"of: plays, {', '.join(COURSES)}")
    parser.add_argument("--every", type=whole(1), default=1, help="steps between one death and the next (1)")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(main(given.courses, given.every)))
