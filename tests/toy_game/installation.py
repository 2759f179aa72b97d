"""The invented game installed into a folder, from its own project, as an installer leaves it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent


def install(folder: Path) -> Path:
    """Install the game into a folder, which stands on a path of modules then; return the folder of its package."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    information = folder / f"{name}-{version}.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{one} = {value}" for one, value in entries.items()))
    ]
    (information / "entry_points.txt").write_text("\n".join(lines))
    package = folder / "gift"
    shutil.copytree(PROJECT / "gift", package, ignore=shutil.ignore_patterns("__pycache__"))
    return package
