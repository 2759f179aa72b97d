"""Files that are made or continued at exactly the path named, never where a link there leads."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

_NOT_THROUGH_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)  # Windows lets only administrators make links


class IsALink(OSError):
    """A link lies where a file is to be written; `str` says so, and what to do."""

    def __str__(self) -> str:
        return str(self.strerror)


def create(path: Path, mode: int = 0o600) -> None:
    """Make an empty file in the place of what has this name. Raises OSError."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOT_THROUGH_LINKS, mode))


def open_own(path: Path, flags: int) -> int:
    """Open a file, which is made for its owner alone if it is missing; return its descriptor.

    `flags`: as of `os.open`. Raises IsALink, OSError.
    """
    try:
        return os.open(path, flags | os.O_CREAT | _NOT_THROUGH_LINKS, 0o600)
    except OSError:
        refuse_links(path)
        raise


def refuse_links(*paths: Path) -> None:
    """Raise IsALink if one of these paths is a link."""
    for path in paths:
        if path.is_symlink():
            raise IsALink(errno.ELOOP, f"{path} is a link, and the bot writes through none: look at it, and remove it")
