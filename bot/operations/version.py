"""The version of this program."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[2] / "pyproject.toml"
UNKNOWN: Final = "of an unknown version"


def program_version(project: Path = PROJECT) -> str:
    """The version in the project's file beside the packages (a checkout, the container), else the installed one's."""
    if project.is_file():
        return _written_in(project)
    try:
        return version("voormsi")
    except PackageNotFoundError:
        return UNKNOWN


@cache
def _written_in(project: Path) -> str:
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
