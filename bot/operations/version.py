"""The version of this program."""

from __future__ import annotations

import os
import subprocess
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from bot.store.engine import SCHEMA_VERSION

PROJECT: Final = Path(__file__).resolve().parents[2] / "pyproject.toml"
UNKNOWN: Final = "of an unknown version"
REVISION: Final = "VOORMSI_REVISION"
"""The variable with the revision that an image was built from."""


def program_version(project: Path = PROJECT) -> str:
    """The version in the project's file beside the packages (a checkout, the container), else the installed one's."""
    if project.is_file():
        return _written_version(project)
    try:
        return version("voormsi")
    except PackageNotFoundError:
        return UNKNOWN


def full_version(project: Path = PROJECT) -> str:
    """The version with that of the database's schema, which changes more often, and the revision if it is known."""
    known = revision(project)
    return f"{program_version(project)} (schema {SCHEMA_VERSION}{f', revision {known}' if known else ''})"


def revision(project: Path = PROJECT) -> str:
    """The commit of a checkout, or the one that an image was built from; "" if it is not known."""
    if (told := os.environ.get(REVISION, "")) or not (project.parent / ".git").exists():
        return told
    command = ["git", "-C", str(project.parent), "rev-parse", "--short", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):  # no git here, say
        return ""
    return done.stdout.strip()


@cache
def _written_version(project: Path) -> str:
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
