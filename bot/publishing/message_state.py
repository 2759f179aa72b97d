"""How far each audience has been shown each post, and which message shows it: the store's marks, kept at hand."""

from __future__ import annotations

from typing import Final

from bot.store import DatabaseTrouble, MessageState, Store

PUBLIC: Final = "public"


class MessageStates:
    """The marks of the tables that are being shown."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._of: dict[int, dict[tuple[str, str], MessageState]] = {}
        self._waiting: dict[int, dict[tuple[str, str], MessageState]] = {}

    async def of_table(self, table_id: int) -> dict[tuple[str, str], MessageState]:
        """A table's marks by audience and post."""
        if table_id not in self._of:
            rows = await self._store.shown(table_id)
            self._of.setdefault(table_id, {(row.audience, row.post): row for row in rows})
        return self._of[table_id]

    async def get(self, table_id: int, audience: str, post: str) -> MessageState:
        """The mark of one post; a blank one before it was ever attempted."""
        return (await self.of_table(table_id)).get((audience, post)) or blank(table_id, audience, post)

    async def put(self, mark: MessageState) -> None:
        """Note a mark, durably; those of the table that could wait go with it, so that a start has little to repeat.

        If that fails nothing is noted here either: what is not marked as attempted must not be sent.
        """
        marks, key = await self.of_table(mark.table_id), (mark.audience, mark.post)
        before, marks[key] = marks.get(key), mark
        waiting = self._waiting.pop(mark.table_id, {})
        try:
            await self._store.mark(*{**waiting, key: mark}.values())
        except DatabaseTrouble:
            self._wait_on(mark.table_id, waiting)
            if marks.get(key) is mark:
                marks[key] = before or blank(mark.table_id, *key)
            raise

    async def put_soon(self, mark: MessageState) -> None:
        """Note the mark of an edit: if it is lost, the same edit is done again, which nobody sees."""
        (await self.of_table(mark.table_id))[mark.audience, mark.post] = mark
        self._waiting.setdefault(mark.table_id, {})[mark.audience, mark.post] = mark

    async def flush(self) -> None:
        """Make durable what could wait."""
        waiting, self._waiting = self._waiting, {}
        if not waiting:
            return
        try:
            await self._store.mark(*(mark for marks in waiting.values() for mark in marks.values()))
        except DatabaseTrouble:
            for table_id, marks in waiting.items():
                self._wait_on(table_id, marks)
            raise

    def _wait_on(self, table_id: int, marks: dict[tuple[str, str], MessageState]) -> None:
        """These could not be written now, and wait on; not those in whose place another has been noted since."""
        newest = self._of.get(table_id, {})
        still = {key: mark for key, mark in marks.items() if newest.get(key) is mark}
        if still:
            self._waiting[table_id] = {**self._waiting.get(table_id, {}), **still}

    def drop(self, table_id: int) -> None:
        """There is no such table any more."""
        self._waiting.pop(table_id, None)
        self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Keep this table's marks in the store only."""
        self._of.pop(table_id, None)


def blank(table_id: int, audience: str, post: str) -> MessageState:
    """The mark of a post that was never attempted."""
    return MessageState(table_id, audience, post, None, None, None, 0, None, 0, None, None)


def name_of(mark: MessageState) -> str:
    """The post as its components name it: `trick:1.3`; `hand.0` for the hand of seat 0."""
    return mark.post if mark.audience == PUBLIC else f"{mark.post}.{mark.audience.partition(':')[2]}"
