"""Cost classes: what a command, a button or a form costs, and how often one person may use those of a class.

Each is declared where its handler is registered (`cogs.commands.command`, `cogs.buttons.button`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from bot.runtime.settings import Settings
from bot.runtime.times import DAY, HOUR, MINUTE


class Cost(StrEnum):
    """The cost class of a command, button or form."""

    PLAY = "play"
    """A play at one's own seat. On turn it is not counted."""
    READ = "read"
    """Shows something to who asks."""
    HEAVY = "heavy"
    """Reads or draws much for who asks: exports, statistics, brackets."""
    ACT = "act"
    """Changes something; what applies if a handler names no other."""
    NOTIFY = "notify"
    """Tells everybody at a table or in a cup."""
    CONTACT = "contact"
    """Brings a message to somebody else, whom the person chooses."""
    SETTING = "setting"
    """Changes preferences of a person or a server."""
    OPEN = "open"
    """Opens a table."""
    CREATE = "create"
    """Makes a cup, a league or a season, or tells all its people something."""
    ERASE = "erase"
    """Erases a person."""
    KEYSTROKE = "keystroke"
    """A letter typed in an option with autocompletion."""


class CostLimit(NamedTuple):
    """At most `most` in any `span` ms."""

    most: int
    span: int


COUNTED_ON_TURN: Final = 20
"""Presses on turn are counted from here on as long as the table stays as it is."""
_OF_COMMANDS: Final[Mapping[Cost, float]] = {
    Cost.PLAY: 1,
    Cost.READ: 2,
    Cost.HEAVY: 0.5,
    Cost.ACT: 0.5,
    Cost.KEYSTROKE: 4,
}
"""Times in a minute, for each command of the setting."""
_OF_JOINS: Final[Mapping[Cost, float]] = {
    Cost.NOTIFY: 1,
    Cost.CONTACT: 0.5,
    Cost.SETTING: 1,
    Cost.OPEN: 0.5,
    Cost.CREATE: 0.25,
    Cost.ERASE: 0.15,
}
"""Times in a minute, for each seat of the setting."""
_LONGER: Final[Mapping[Cost, tuple[CostLimit, ...]]] = {
    Cost.NOTIFY: (CostLimit(300, HOUR),),
    Cost.CONTACT: (CostLimit(60, HOUR), CostLimit(200, DAY)),
    Cost.SETTING: (CostLimit(100, HOUR), CostLimit(300, DAY)),
    Cost.OPEN: (CostLimit(60, HOUR), CostLimit(200, DAY)),
    Cost.CREATE: (CostLimit(30, HOUR), CostLimit(60, DAY)),
    Cost.ERASE: (CostLimit(3, HOUR), CostLimit(5, DAY)),
}


def limits_of(cost: Cost, settings: Settings) -> tuple[CostLimit, ...]:
    """Return how often one person may use what has this cost, the shortest time first; () for any number."""
    of_joins = cost in _OF_JOINS
    share = (_OF_JOINS if of_joins else _OF_COMMANDS)[cost]
    base = settings.joins_per_minute if of_joins else settings.commands_per_minute
    if not base:
        return ()
    return (CostLimit(max(1, int(base * share)), MINUTE), *_LONGER.get(cost, ()))
