"""The watch over another process's heartbeat, by the clock of this one: the clocks of two machines may differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

TAKEN_OVER_AFTER: Final = 15_000
"""The time without a new heartbeat after which another process takes over, ms."""
SKIPPED: Final = 5_000
"""The time between two looks, ms, after which the watch begins anew: this process stood still, or the database did."""


class HeartbeatWatch:
    """Judges whether nobody is served though another process has the database. `elapsed`: ms, by any clock."""

    def __init__(self, elapsed: Callable[[], int]) -> None:
        self._elapsed = elapsed
        self._beat: str | None = None
        self._since = self._looked_at = elapsed()

    def is_dead(self, beat: str | None, *, is_connected: bool) -> bool:
        """Return whether the heartbeat has been the same for too long while this process was connected to Discord.

        Without that it could do no better than the other one, which writes no heartbeat while Discord is lost. `beat`:
        None if the other one never writes any.
        """
        now = self._elapsed()
        if beat is None or beat != self._beat or not is_connected or now - self._looked_at > SKIPPED:
            self._beat, self._since = beat, now
        self._looked_at = now
        return now - self._since > TAKEN_OVER_AFTER
