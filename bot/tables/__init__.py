"""The domain: the actions at a table, its state folded from its record, and its deadlines.

Nothing here knows Discord, languages or pictures.
"""

from bot.tables.table_service import ActionResult, Committed, LoadedTable, Location, TableGone, TableService

__all__ = ["ActionResult", "Committed", "LoadedTable", "Location", "TableGone", "TableService"]
