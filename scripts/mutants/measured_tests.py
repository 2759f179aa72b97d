"""Which tests run which line of the program, and how long each takes: measured once and kept."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from scripts.mutants.mutant import Mutant

TOOK = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +(\S.*)$", re.MULTILINE)
"""A line of pytest's `--durations`."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
INSTANT = 0.5
"""Seconds within which a test ends that waits for nothing, so that it never fails by chance."""
IMPORT = ""
"""Stands for a test where a line runs before all tests."""


class MeasuredTests(NamedTuple):
    of_file: dict[str, dict[int, set[str]]]
    """By lines."""
    seconds: dict[str, float]
    failing: list[str]
    """Tests that fail without any fault, so that they can notice none."""

    @property
    def without_failing(self) -> list[str]:
        """Options of pytest."""
        return [f"--deselect={test}" for test in self.failing]

    def noticing(self, mutant: Mutant) -> list[str]:
        """Tests that may notice it, quick ones first: of what runs at import, all of the module or else its folder."""
        path, mutation = mutant.path, mutant.mutation
        found = self._running(path, mutation.lines) or self._running(path, mutation.statement)
        if mutation.at_import or found == {IMPORT}:
            beside = [other for other in self.of_file if PurePosixPath(other).parent == PurePosixPath(path).parent]
            found = self._running_any([path]) or self._running_any(beside)
        return sorted(found - {IMPORT, *self.failing}, key=lambda test: (self.seconds.get(test, 0.0), test))

    def around(self, path: str) -> list[str]:
        """All tests, those of the folders first of which the most run the module, and quick ones first in a folder.

        What a cached function has returned to one test, others see without running it."""
        running = self._running_any([path])
        folders = defaultdict[str, list[str]](list)
        for test in sorted(self.seconds.keys() - set(self.failing), key=lambda test: (self.seconds[test], test)):
            folders[test.split("/")[1]].append(test)
        shares = {name: len(running.intersection(tests)) / len(tests) for name, tests in folders.items()}
        return [test for name in sorted(folders, key=lambda name: -shares[name]) for test in folders[name]]

    def _running(self, path: str, lines: Iterable[int]) -> set[str]:
        of_line = self.of_file.get(path, {})
        return {test for line in lines for test in of_line.get(line, ())}

    def _running_any(self, paths: list[str]) -> set[str]:
        return {test for path in paths for test in self._running(path, self.of_file.get(path, ()))} - {IMPORT}

    def instant(self, folders: list[str], tests: list[str]) -> list[str]:
        """Those of the tests that stand in these folders and wait for nothing."""
        beside = tuple(folders)
        return [test for test in tests if test.startswith(beside) and self.seconds.get(test, 0.0) < INSTANT]

    def within(self, limit: float, tests: list[str]) -> list[str]:
        """As many from the first one on as usually take so many seconds in all; one at least."""
        spent = accumulate(self.seconds.get(test, 0.0) for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= limit] or tests[:1]

    def duration(self, tests: list[str]) -> float:
        """The time that these tests usually take, and those of the folders among them."""
        return sum(self._durations(tests))

    def slowest(self, tests: list[str]) -> float:
        """The time that the slowest of them usually takes."""
        return max(self._durations(tests), default=0.0)

    def _durations(self, tests: list[str]) -> Iterator[float]:
        named, folders = set(tests), tuple(test for test in tests if test.endswith("/"))
        return (took for test, took in self.seconds.items() if test in named or test.startswith(folders))


def seconds_of_tests(said: str) -> dict[str, float]:
    """The durations that pytest tells of all tests, in sum for each."""
    seconds: dict[str, float] = defaultdict(float)
    for took, test in TOOK.findall(said):
        seconds[test] += float(took)
    return dict(seconds)


def failed_tests(said: str) -> list[str]:
    return FAILED.findall(said)


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def keep(folder: Path, texts: dict[str, str], said: str) -> list[str]:
    """Keep beside the coverage what these files were and what pytest said. Return the tests that failed."""
    failing = failed_tests(said)
    prints = {path: fingerprint(text) for path, text in texts.items()}
    measured = {"texts": prints, "seconds": seconds_of_tests(said), "failing": failing}
    (folder / "measured.json").write_text(json.dumps(measured), encoding="utf-8")
    return failing


def kept(folder: Path, texts: dict[str, str]) -> MeasuredTests:
    """The measurements of the folders of these files. Raise `LookupError` with those that have changed since."""
    from coverage import CoverageData  # the group `test` lacks it

    measured = json.loads((folder / "measured.json").read_text(encoding="utf-8"))
    changed = [path for path, text in texts.items() if measured["texts"].get(path) != fingerprint(text)]
    if changed:
        raise LookupError(*changed)
    data = CoverageData(basename=str(folder / "coverage"))
    data.read()
    folders = {PurePosixPath(path).parent for path in texts}
    near = [path for path in measured["texts"] if PurePosixPath(path).parent in folders]
    of_file = {path: lines_of(data.contexts_by_lineno(path)) for path in near}
    return MeasuredTests(of_file, measured["seconds"], measured["failing"])


def lines_of(contexts_by_line: dict[int, list[str]]) -> dict[int, set[str]]:
    """The tests of contexts such as `tests/test_a.py::test_b|run`, of which the empty one is the import."""
    return {line: {context.rpartition("|")[0] for context in contexts} for line, contexts in contexts_by_line.items()}
