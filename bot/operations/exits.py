"""The codes with which `voormsi run` ends."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """How `voormsi run` ends, where it has to."""

    FAILED = 1
    SETTINGS = 2
    """Settings that cannot be used, or no token."""
    DATABASE = 3
    """The database is damaged, of a newer version, or none."""
    REFUSED = 4
    """Discord does not take this token, or this application."""


LASTING: Final = frozenset({Exit.SETTINGS, Exit.DATABASE, Exit.REFUSED})
"""Starting again would not help: somebody has to look at it first."""
