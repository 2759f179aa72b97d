"""The place where each table is shown, and the state of every message."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.rows import MessageRow, PlaceRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import upsert

_SELECT = f"SELECT {', '.join(MessageRow._fields)} FROM shown"
_OF_TABLE = f"{_SELECT} WHERE table_id = :table_id ORDER BY audience, post"
_PUT = upsert("shown", MessageRow._fields, key=("table_id", "audience", "post"))
_RAISE = "UPDATE tables SET shown_seq = :seq WHERE id = :id AND shown_seq < :seq"
_UNSHOWN = """
SELECT id FROM tables WHERE stage IN ('lobby', 'playing') AND shown_seq < seq
UNION
SELECT id FROM tables INDEXED BY tables_unshown WHERE stage IN ('over', 'closed') AND shown_seq < seq
UNION
SELECT id FROM tables INDEXED BY tables_lost WHERE lost_at > 0 AND stage = 'playing'
ORDER BY id
"""
_IN_MOTION = "SELECT id FROM tables WHERE stage IN ('lobby', 'playing')"
_SHOW_AGAIN = (
    f"UPDATE shown SET fingerprint = NULL WHERE audience <> 'public' AND table_id IN ({_IN_MOTION})",
    f"""
    UPDATE shown SET shown_seq = 0 WHERE audience = 'public' AND table_id IN ({_IN_MOTION}) AND (post = 'lobby'
      OR shown_seq = (SELECT max(shown_seq) FROM shown AS other
                      WHERE other.table_id = shown.table_id AND other.audience = 'public'))
    """,
    f"UPDATE tables SET shown_seq = 0 WHERE id IN ({_IN_MOTION})",
)
_SHOWN_TO_ERASED = """
SELECT DISTINCT table_id FROM people JOIN shown ON shown.person = people.key JOIN tables ON tables.id = table_id
WHERE discord_id IS NULL AND shown.channel_id IS NOT NULL AND stage IN ('lobby', 'playing') ORDER BY table_id
"""
_PUT_PLACE = upsert("places", ("table_id", "thread_id", "lobby_message_id"), key=("table_id",))
_PLACE = """
SELECT tables.id, tables.channel_id, places.thread_id, places.lobby_message_id
FROM tables LEFT JOIN places ON places.table_id = tables.id WHERE tables.id = :id
"""


class PlaceStore(Port):
    """The place where each table is shown."""

    async def place(self, table_id: int) -> PlaceRow | None:
        return await self._first(PlaceRow._make, _PLACE, id=table_id)

    async def is_place(self, thread_id: int) -> bool:
        """Return whether a table is or was shown in this thread."""
        return bool(await self._numbers("SELECT 1 FROM places WHERE thread_id = :id", id=thread_id))

    async def put_place(self, place: PlaceRow) -> None:
        """Put a place, unless the table has been moved to another channel than that of the place."""
        await self._write(lambda db: put_place(db, place))


class MessageStore(Port):
    """The state of every message: what each audience has been shown of each post, and of each whole table."""

    async def message_states(self, table_id: int) -> list[MessageRow]:
        return await self._rows(MessageRow._make, _OF_TABLE, table_id=table_id)

    async def put_message_states(self, *states: MessageRow) -> None:
        """Store message states, replacing those of the same table, audience and post."""
        await self._execute_many(_PUT, [state._asdict() for state in states])

    async def shown_seq(self, table_id: int) -> int:
        """The entry up to which everything of a table has been shown."""
        found = await self._numbers("SELECT shown_seq FROM tables WHERE id = :id", id=table_id)
        return found[0] if found else 0

    async def raise_shown_seqs(self, seqs: Mapping[int, int]) -> None:
        """Store that everything of these tables has been shown up to these entries; it never goes back."""
        await self._execute_many(_RAISE, [{"id": table_id, "seq": seq} for table_id, seq in seqs.items()])

    async def unshown_tables(self) -> list[int]:
        """The tables with entries that have not been shown, or could not be: for start-up and the sweep."""
        return await self._numbers(_UNSHOWN)

    async def shown_to_erased(self) -> list[int]:
        """The running tables whose message state still names a message that was shown to an erased person."""
        return await self._numbers(_SHOWN_TO_ERASED)


def show_again(db: SqlConnection) -> None:
    """Show the changing messages of all running tables again: the file is older than the messages in Discord."""
    for statement in _SHOW_AGAIN:
        db.execute(statement)


def put_place(db: SqlConnection, place: PlaceRow) -> None:
    found = db.execute("SELECT channel_id FROM tables WHERE id = :table_id", place._asdict()).fetchone()
    if found == (place.channel_id,):
        db.execute(_PUT_PLACE, place._asdict())
