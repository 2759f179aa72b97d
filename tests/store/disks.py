"""A small real disk."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str, *, lazily: bool = False) -> Iterator[None]:
    """Mount a disk of that size (in `mount` syntax) at a folder; the test is skipped where that is impossible.

    `lazily`: unmount it even while something on it is open.
    """
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", *["--lazy"] * lazily, folder], check=True)
