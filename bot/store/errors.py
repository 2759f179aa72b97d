"""The errors of the store.

    StoreError
      DatabaseTrouble       the file, the disk or another program; one line for the operator
        DatabaseBusy  DatabaseNewer  NotADatabase  ReadOnly  DiskFull  DiskFailed  Corrupt  Missing  CannotOpen  Closed
        HalfRestored  ConnectionLost  Unsuitable  NotEmpty  Differs
      Repeated              this interaction has been recorded already
      Conflict              the record does not end just before the new entries
      NameTaken             an open table, or a running cup, of the guild has this name
      Unmet                 a condition of the commit does not hold
      TooManyUses           this was done too often
      BadRow                the request breaks a rule of the schema
    RecordGone              raised by those who read records: a table or a cup is not there

A DatabaseTrouble is told to the operator as `line`, filled in with its `facts`.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from bot.runtime.database import Database
from bot.store.conditions import Condition
from bot.store.rows import LimitedUse


class RecordGone(LookupError):
    """A record was deleted, or there has never been one with this id."""


class StoreError(Exception):
    """An operation that the store refused or could not do. Nothing of it has been written."""


class DatabaseTrouble(StoreError):
    """The database cannot be used, now or at all. `str` is one line in plain words."""

    line: ClassVar[str] = "{path}: {detail}"
    is_of_surroundings: ClassVar[bool] = True
    """The log counts what repeats itself: `bot.runtime.logs`."""

    def __init__(self, path: Database, **facts: object) -> None:
        self.path = path
        name = path.absolute() if isinstance(path, Path) else path
        self.facts: dict[str, object] = {"path": str(name), **facts}
        super().__init__(self.line.format_map(self.facts))


class DatabaseBusy(DatabaseTrouble):
    """`holder`: the other process, or the engine's message about its lock."""

    line = "{path} is in use by another program ({holder})"


class DatabaseNewer(DatabaseTrouble):
    """The file's schema has version `found`; this program knows the versions up to `known`."""

    line = "{path} was written by a newer version (its schema is {found}, this program knows {known})"


class NotADatabase(DatabaseTrouble):
    line = "{path} is not a database of this program ({detail})"


class ReadOnly(DatabaseTrouble):
    line = "{path} or its folder may not be written to ({detail})"


class DiskFull(DatabaseTrouble):
    line = "no room left on the disk of {path} ({detail})"


class DiskFailed(DatabaseTrouble):
    line = "the disk of {path} failed ({detail})"


class Corrupt(DatabaseTrouble):
    """The file's pages are inconsistent, or a row refers to a row that does not exist."""

    line = "{path} is damaged ({detail})"


class HalfRestored(DatabaseTrouble):
    line = "a restore into {path} is under way, or was interrupted"


class Missing(DatabaseTrouble):
    """The database file is missing or empty. `left`: the journal or backup that shows that there was one."""

    line = "{path} is missing, but {left} is there"


class CannotOpen(DatabaseTrouble):
    """`is_exact`: whether `detail` says what to correct."""

    line = "{path} cannot be opened ({detail})"


class Closed(DatabaseTrouble):
    line = "{path} has been closed"


class ConnectionLost(DatabaseTrouble):
    """The session with the server has ended, and with it the lock of the process."""

    line = "the connection to {path} was lost ({detail})"


class Unsuitable(DatabaseTrouble):
    """A pooler such as PgBouncer gives sessions of the server to several connections in turn."""

    line = (
        "{path} leads to a pooler that gives each transaction another session, so no lock can be kept: "
        "use the server's own address, or pool_mode = session"
    )


class NotEmpty(DatabaseTrouble):
    """`detail`: a table with rows."""

    line = "{path} is not empty (its table {detail} has rows): a copy needs a new database"


class Differs(DatabaseTrouble):
    """A copy is not equal to its source."""

    line = "the copy in {path} is not what was copied ({detail})"


class Repeated(StoreError):
    def __init__(self, interaction_id: int) -> None:
        super().__init__(f"interaction {interaction_id} is in the store already")


class Conflict(StoreError):
    """`found` is the table's last recorded seq, None if there is no such table."""

    def __init__(self, table_id: int, seq: int, found: int | None) -> None:
        self.found = found
        super().__init__(f"table {table_id} stands at {found}, so nothing can lead to {seq} in this way")


class NameTaken(StoreError):
    """An open table, or another running cup, of the guild has this name. Names are compared without regard to case."""

    def __init__(self, guild_id: int, name: str) -> None:
        super().__init__(f"guild {guild_id} has an open table or a running cup {name!r}")


class Unmet(StoreError):
    """A condition that was met before and no longer is; looked at again, it says why the request is refused."""

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        super().__init__(f"no longer so: {type(condition).__name__}")


class TooManyUses(StoreError):
    """The error that something was done as often as it may be; `until`: when it may be again, ms since the epoch."""

    def __init__(self, used: LimitedUse, until: int) -> None:
        self.used = used
        self.until = until
        super().__init__(f"{used.kind!r} is allowed again at {until}")


class BadRow(StoreError):
    """A bug that the schema caught: an unknown stage, for example, or a seat held by an unknown person."""
