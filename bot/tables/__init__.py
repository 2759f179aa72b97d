"""Tables: what people do there, the state that is folded from the record, and the deadlines.

Nothing here knows Discord, languages or pictures.
"""

from bot.tables.table_service import ActionResult, Committed, LoadedTable, Location, TableGone, TableService

__all__ = ["ActionResult", "Committed", "LoadedTable", "Location", "TableGone", "TableService"]
