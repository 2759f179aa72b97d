"""The start of the processes of a run: each compiles and collects another part first, and finds the rest compiled.

In a fresh checkout each would compile all of the code and of its packages, at the same time as the others.
"""

from __future__ import annotations

from compileall import compile_file
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("benchmarks", "bot", "cogs", "players", "rules", "sandbox", "scripts", "simulation", "tests", "trial")
PACKAGES: Final = ("aiohttp", "discord", "hypothesis", "playwright", "psycopg", "pydantic")
"""The packages whose files take the longest."""


class Share(NamedTuple):
    """One of the processes, counted from 0, and how many there are."""

    nth: int
    of: int

    def compile(self) -> None:
        """Compile a part of the files that are not compiled yet; pytest compiles the modules of tests itself."""
        for file in _files()[self.nth :: self.of]:
            compile_file(file, quiet=2)

    def folders(self) -> list[str]:
        """The folders of all tests, from another one on than in the other processes."""
        found = sorted(str(module.parent) for module in (ROOT / "tests").glob("*/__init__.py"))
        first = self.nth * len(found) // self.of
        return [*found[first:], *found[:first]]


def _files() -> list[Path]:
    packages = (spec.submodule_search_locations or () for spec in map(find_spec, PACKAGES) if spec is not None)
    folders = [*(ROOT / folder for folder in FOLDERS), *map(Path, chain.from_iterable(packages))]
    files = chain.from_iterable(folder.rglob("*.py") for folder in folders)
    return sorted(file for file in files if not file.name.startswith("test_"))
