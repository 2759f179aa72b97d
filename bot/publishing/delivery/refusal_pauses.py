"""The pause after a refusal: how long a channel, a thread, a DM or a person is asked for nothing more."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.discord_api.errors import DeliveryError, Unexplained

FIRST_PAUSE: Final = 30_000
LONGEST_PAUSE: Final = 3_600_000
LONGEST_UNEXPLAINED: Final = 300_000
"""The pauses, in ms."""
HINTED: Final = 15
"""A hint divides the pause by this. It does not end the pause: hints may come all day, and be wrong each time."""


class OpenCircuit(NamedTuple):
    """The state of a place that refuses.

    `since`, `asked_at`: when it began to refuse and when it was last asked, ms since the epoch; `times`: refusals in a
    row, which determine the pause; `why`: the text of the last error; `hinted`: whether a hint has shortened the pause.
    """

    since: int
    times: int
    asked_at: int
    error: type[DeliveryError]
    why: str
    hinted: bool = False

    @property
    def until(self) -> int:
        """The time when the pause ends, ms since the epoch."""
        longest = LONGEST_UNEXPLAINED if self.is_unexplained else LONGEST_PAUSE
        pause = min(FIRST_PAUSE << (self.times - 1), longest)
        return self.asked_at + (pause // HINTED if self.hinted else pause)

    @property
    def is_unexplained(self) -> bool:
        return issubclass(self.error, Unexplained)

    def is_over(self, now: int) -> bool:
        """Return whether the pause has ended; True also if the clock was set back to before it."""
        return not self.asked_at <= now < self.until

    def again(self, now: int, error: DeliveryError) -> OpenCircuit:
        same = self.is_unexplained == isinstance(error, Unexplained)
        return OpenCircuit(self.since, min(self.times + 1, 16) if same else 1, now, type(error), str(error))
