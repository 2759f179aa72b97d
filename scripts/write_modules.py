"""Write the list of modules in docs/architecture.md, each with the first sentence of its docstring.

python -m scripts.write_modules
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = PROJECT / "docs" / "architecture.md"
HEADING: Final = "## Modules\n"
PACKAGES: Final = ("rules", "players", "bot", "cogs", "trial", "sandbox", "simulation")


def summary(path: Path) -> str:
    """The first sentence of a module's docstring."""
    before, quotes, rest = path.read_text(encoding="utf-8").partition('"""')
    head = before + quotes + rest.partition(quotes)[0] + quotes if quotes else before  # parsed faster than all of it
    first = (ast.get_docstring(ast.parse(head)) or "").partition("\n\n")[0]
    return " ".join(first.split())


def listed(package: str) -> Iterator[str]:
    """A package and everything below it: a heading for each folder, a line for each module."""
    for folder in sorted({path.parent for path in (PROJECT / package).rglob("*.py")}):
        yield f"\n### {folder.relative_to(PROJECT).as_posix()}/\n\n{summary(folder / '__init__.py')}\n"
        for path in sorted(folder.glob("*.py")):
            if path.name != "__init__.py":
                yield f"- `{path.stem}`: {summary(path)}"


def modules() -> str:
    """The whole section."""
    return HEADING + "\n".join(line for package in PACKAGES for line in listed(package)) + "\n"


def written(page: str) -> str:
    """The page with the new section, which is its last."""
    return page.partition(HEADING)[0] + modules()


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
