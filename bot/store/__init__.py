"""Everything that must outlive the process. The only SQL of the program stands here."""

from bot.store.errors import (
    BadRow,
    CannotOpen,
    Closed,
    Conflict,
    Corrupt,
    DatabaseBusy,
    DatabaseNewer,
    DatabaseTrouble,
    DiskFailed,
    DiskFull,
    NameTaken,
    NotADatabase,
    ReadOnly,
    Repeated,
    StoreError,
)
from bot.store.rows import Entry, PersonRow, PlaceRow, SeatKind, SeatRow, ShownRow, Stage, TableRow
from bot.store.store import Store

__all__ = [
    "BadRow",
    "CannotOpen",
    "Closed",
    "Conflict",
    "Corrupt",
    "DatabaseBusy",
    "DatabaseNewer",
    "DatabaseTrouble",
    "DiskFailed",
    "DiskFull",
    "Entry",
    "NameTaken",
    "NotADatabase",
    "PersonRow",
    "PlaceRow",
    "ReadOnly",
    "Repeated",
    "SeatKind",
    "SeatRow",
    "ShownRow",
    "Stage",
    "Store",
    "StoreError",
    "TableRow",
]
