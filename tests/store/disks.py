"""A real disk that is small."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str, *, lazily: bool = False) -> Iterator[None]:
    """A disk of that size (as mount writes it) at a folder; the test is skipped where none can be mounted.

    It may be taken away `lazily`: although something is still open on it.
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
