"""Message states: which message shows a post to an audience, and up to which entry of the record; cached."""

from __future__ import annotations

from typing import Final

from bot.store import DatabaseTrouble, MessageRow, MessageStore

PUBLIC: Final = "public"


class MessageStates:
    """The message states of the tables that are being shown."""

    def __init__(self, store: MessageStore) -> None:
        self._store = store
        self._of: dict[int, dict[tuple[str, str], MessageRow]] = {}
        self._waiting: dict[int, dict[tuple[str, str], MessageRow]] = {}

    async def of_table(self, table_id: int) -> dict[tuple[str, str], MessageRow]:
        """Return a table's message states, by audience and post."""
        if table_id not in self._of:
            rows = await self._store.message_states(table_id)
            self._of.setdefault(table_id, {(row.audience, row.post): row for row in rows})
        return self._of[table_id]

    async def get(self, table_id: int, audience: str, post: str) -> MessageRow:
        """Return the state of one post; a blank one if it was never attempted."""
        return (await self.of_table(table_id)).get((audience, post)) or blank(table_id, audience, post)

    async def put(self, mark: MessageRow) -> None:
        """Write a state durably, together with the table's deferred ones, so that a start has little to repeat.

        If that fails the cache is not changed either: a post that is not noted as attempted must not be sent.
        """
        marks, key = await self.of_table(mark.table_id), (mark.audience, mark.post)
        before, marks[key] = marks.get(key), mark
        waiting = self._waiting.pop(mark.table_id, {})
        try:
            await self._store.put_message_states(*{**waiting, key: mark}.values())
        except DatabaseTrouble:
            self._wait_on(mark.table_id, waiting)
            if marks.get(key) is mark:
                marks[key] = before or blank(mark.table_id, *key)
            raise

    async def put_soon(self, mark: MessageRow) -> None:
        """Note the state after an edit, written later: if it is lost the same edit is repeated, which nobody sees."""
        (await self.of_table(mark.table_id))[mark.audience, mark.post] = mark
        self._waiting.setdefault(mark.table_id, {})[mark.audience, mark.post] = mark

    async def flush(self) -> None:
        """Write all deferred states."""
        waiting, self._waiting = self._waiting, {}
        if not waiting:
            return
        try:
            await self._store.put_message_states(*(mark for marks in waiting.values() for mark in marks.values()))
        except DatabaseTrouble:
            for table_id, marks in waiting.items():
                self._wait_on(table_id, marks)
            raise

    def _wait_on(self, table_id: int, marks: dict[tuple[str, str], MessageRow]) -> None:
        """Defer states again that could not be written, except those replaced by a newer one since."""
        newest = self._of.get(table_id, {})
        still = {key: mark for key, mark in marks.items() if newest.get(key) is mark}
        if still:
            self._waiting[table_id] = {**self._waiting.get(table_id, {}), **still}

    def drop(self, table_id: int) -> None:
        """Forget a deleted table, with its deferred states."""
        self._waiting.pop(table_id, None)
        self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Drop a table from the cache; its deferred states are still written."""
        self._of.pop(table_id, None)


def blank(table_id: int, audience: str, post: str) -> MessageRow:
    """Return the state of a post that was never attempted."""
    return MessageRow(table_id, audience, post, None, None, None, 0, None, 0, None, None)


def name_of(mark: MessageRow) -> str:
    """Return the post's name in the custom_ids of its components: `trick:1.3`; `hand.0` for the hand of seat 0."""
    return mark.post if mark.audience == PUBLIC else f"{mark.post}.{mark.audience.partition(':')[2]}"
