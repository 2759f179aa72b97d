"""A copy of the working tree, whose files may be changed, and runs of its tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path, PurePosixPath

from scripts.mutants.chosen_tests import NAMES


class CopiedTree:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.seconds = count(1)

    def pytest(self, *arguments: str, limit: float | None = None, **variables: str) -> tuple[int | None, str]:
        """The exit code, or `None` if the limit came first, and what was said."""
        command = (sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *arguments)
        environment = os.environ | {"PYTHONPATH": str(self.root)} | variables
        with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
            process = subprocess.Popen(
                command, cwd=self.root, env=environment, stdout=said, stderr=subprocess.STDOUT, start_new_session=True
            )
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                end(process)
            said.seek(0)
            return code, said.read()

    def chosen_tests(
        self, tests: list[str], *options: str, alone: bool, limit: float, each: float
    ) -> tuple[int | None, str]:
        """Run these tests only, in this order, up to the first failure, in one process or in several."""
        names = self.root / "chosen-tests"
        names.write_text("\n".join(tests), encoding="utf-8")
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        there = [file for file in files if (self.root / file).exists()]
        workers = ("-n", "0") if alone else ("--dist", "load", "--maxschedchunk", "2")
        own = ("-x", "--tb=no", "-p", "scripts.mutants.chosen_tests", "-o", f"faulthandler_timeout={each}")
        return self.pytest(*own, *options, *workers, *there, limit=limit, **{NAMES: str(names)})

    def folders_of_tests(self, path: str) -> list[str]:
        """Those like the folder of a module or like one above it, with its package and without (`bot/cups`: `cups`)."""
        return [*self._folder_of_tests(path), *self._folder_of_tests(path.partition("/")[2])]

    def _folder_of_tests(self, path: str) -> list[str]:
        folders = (f"tests/{folder}/" for folder in PurePosixPath(path).parents[:-1])
        return [folder for folder in folders if (self.root / folder).is_dir()][:1]

    @contextmanager
    def changed(self, path: str, text: str) -> Iterator[None]:
        before = (self.root / path).read_text(encoding="utf-8")
        self._write(path, text)
        try:
            yield
        finally:
            self._write(path, before)

    def _write(self, path: str, text: str) -> None:
        """Write with a date of its own: Python takes old bytecode for a text of the same size and second."""
        (self.root / path).write_text(text, encoding="utf-8")
        second = next(self.seconds)
        os.utime(self.root / path, (second, second))


@contextmanager
def copied(project: Path) -> Iterator[CopiedTree]:
    """Copy what git knows or would take of a project."""
    listing = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    listed = subprocess.run(listing, cwd=project, stdout=subprocess.PIPE, text=True, check=True).stdout
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for name in filter(None, listed.split("\0")):
            if (project / name).is_file():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(project / name, Path(folder) / name)
        yield CopiedTree(Path(folder))


def end(process: subprocess.Popen[bytes]) -> None:
    """End what still runs, at first so that it can stop servers of its own."""
    for sign in (signal.SIGINT, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, sign)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
