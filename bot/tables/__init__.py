"""The domain: what can be done at a table, what its record adds up to, and when something is due.

Nothing here knows Discord, languages or pictures.
"""

from bot.tables.service import ActionResult, Committed, LoadedTable, Location, TableService, check_open

__all__ = ["ActionResult", "Committed", "LoadedTable", "Location", "TableService", "check_open"]
