"""Exit codes of `voormsi run` and `voormsi try`."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class ExitCode(IntEnum):
    """The reason why `voormsi run` or `voormsi try` ended with an error."""

    FAILED = 1
    SETTINGS = 2
    """The settings are invalid, or there is no token."""
    DATABASE = 3
    """The database is damaged, half restored, missing, of a newer version, or not a database."""
    REFUSED = 4
    """Discord does not accept this token (also close code 4004 of the gateway)."""
    SHARDS = 5
    """The gateway refuses the number of shards (4010, 4011). Each start asks Discord for it again."""
    API = 6
    """The gateway no longer accepts the API version of this program (4012)."""
    INTENTS = 7
    """The gateway refuses the intents of this program (4013, 4014)."""
    BUSY = 8
    """Another process uses the database, probably a bot that is running already."""
    INCOMPLETE = 9
    """The stand-in for Discord, which `voormsi try` needs, is not part of this installation."""
    LOST = 10
    """The connection to the database was lost, and with it the right to write. A start connects again."""
    GAMES = 11
    """An installed game breaks the contract of games."""


OF_CLOSE_CODE: Final = {
    4004: ExitCode.REFUSED,
    4010: ExitCode.SHARDS,
    4011: ExitCode.SHARDS,
    4012: ExitCode.API,
    4013: ExitCode.INTENTS,
    4014: ExitCode.INTENTS,
}
"""The exit codes for the gateway's close codes that forbid a reconnection."""
LASTING: Final = frozenset(
    {
        ExitCode.SETTINGS,
        ExitCode.DATABASE,
        ExitCode.REFUSED,
        ExitCode.API,
        ExitCode.INTENTS,
        ExitCode.GAMES,
    }
)
"""The exit codes for which a restart does not help, because somebody has to fix the cause first."""
