"""What can go wrong with the store.

    StoreError
      DatabaseTrouble       the file, the disk or another program; one line for the operator
        DatabaseBusy  DatabaseNewer  NotADatabase  ReadOnly  DiskFull  DiskFailed  Corrupt  Missing  CannotOpen  Closed
      Repeated              this interaction has been recorded already
      Conflict              the record has moved on, or has not come so far
      NameTaken             an open table of the guild has this name
      BadRow                what was asked breaks a rule of the schema

Trouble carries `words` (the key of its sentence in the catalogues) and `facts` (what the sentence fills in).
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar


class StoreError(Exception):
    """Anything that the store refuses or cannot do. Nothing of what was asked has been written."""


class DatabaseTrouble(StoreError):
    """The database cannot be used, now or at all; `str` is one plain line."""

    words: ClassVar[str] = "store.trouble"
    line: ClassVar[str] = "{path}: {detail}"

    def __init__(self, path: Path, **facts: object) -> None:
        self.path = path
        self.facts: dict[str, object] = {"path": str(path.absolute()), **facts}
        super().__init__(self.line.format_map(self.facts))


class DatabaseBusy(DatabaseTrouble):
    """`holder`: the process that holds the lock, or what SQLite says of another program's lock."""

    words = "store.busy"
    line = "{path} is in use by another program ({holder})"


class DatabaseNewer(DatabaseTrouble):
    """The file's schema is `found`; this program knows the steps up to `known`."""

    words = "store.newer"
    line = "{path} was written by a newer version (its schema is {found}, this program knows {known})"

    def __init__(self, path: Path, *, found: int, known: int) -> None:
        self.found, self.known = found, known
        super().__init__(path, found=found, known=known)


class NotADatabase(DatabaseTrouble):
    """The file is something else, or another program's database."""

    words = "store.not_a_database"
    line = "{path} is not a database of this program ({detail})"


class ReadOnly(DatabaseTrouble):
    """The file, or the folder for its journal, may not be written."""

    words = "store.read_only"
    line = "{path} or its folder may not be written to ({detail})"


class DiskFull(DatabaseTrouble):
    """There is no room for the journal or the file."""

    words = "store.disk_full"
    line = "no room left on the disk of {path} ({detail})"


class DiskFailed(DatabaseTrouble):
    """The disk gave an error for a read or write."""

    words = "store.disk_failed"
    line = "the disk of {path} failed ({detail})"


class Corrupt(DatabaseTrouble):
    """The file's pages do not fit together, or its rows refer to what is not there."""

    words = "store.corrupt"
    line = "{path} is damaged ({detail})"


class Missing(DatabaseTrouble):
    """There is no database, or an empty file; `left` is what is left of one."""

    words = "store.missing"
    line = "{path} is missing, but {left} is there"


class CannotOpen(DatabaseTrouble):
    """There is no such folder, or the operating system refuses."""

    words = "store.cannot_open"
    line = "{path} cannot be opened ({detail})"


class Closed(DatabaseTrouble):
    """The store was asked for something after its end."""

    words = "store.closed"
    line = "{path} has been closed"


class Repeated(StoreError):
    """What this interaction asked for has been recorded before."""

    def __init__(self, interaction_id: int) -> None:
        self.interaction_id = interaction_id
        super().__init__(f"interaction {interaction_id} is in the store already")


class Conflict(StoreError):
    """`found` is the table's last recorded seq, None if there is no such table."""

    def __init__(self, table_id: int, seq: int, found: int | None) -> None:
        self.table_id, self.seq, self.found = table_id, seq, found
        super().__init__(f"table {table_id} stands at {found}, so nothing can lead to {seq} in this way")


class NameTaken(StoreError):
    """Open tables of a guild have different names, whatever their case."""

    def __init__(self, guild_id: int, name: str) -> None:
        self.guild_id, self.name = guild_id, name
        super().__init__(f"guild {guild_id} has an open table {name!r}")


class BadRow(StoreError):
    """A mistake of the program, caught by the schema: a stage that is none, a seat held by nobody known."""
