"""Tables: what can be done at one, what it adds up to, the only way that it changes, and when it is due."""

from bot.tables.service import ActionResult, Committed, LoadedTable, Location, TableService, check_open

__all__ = ["ActionResult", "Committed", "LoadedTable", "Location", "TableService", "check_open"]
