"""The database: the ports that its users know, their values and errors, and the engines behind them.

The store takes and returns plain values and does not know the rules of a table.
"""

from bot.store.conditions import *  # noqa: F403
from bot.store.errors import *  # noqa: F403
from bot.store.ports import *  # noqa: F403
from bot.store.rows import *  # noqa: F403
