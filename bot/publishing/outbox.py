"""The public posts of each table that have not been shown yet, in order. The record is the outbox: this reads it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import islice

from bot.publishing.message_state import PUBLIC, MessageStates
from bot.publishing.posts import Post, touched
from bot.store import Store
from bot.tables import TableService
from bot.tables.fold import unfold

Posts = dict[str, Post]


class Outbox:
    """What is still to be shown of each table: found by folding its record, if a life before has left something
    unshown, and kept up as commits come.
    """

    def __init__(self, store: Store, tables: TableService, marks: MessageStates) -> None:
        self._store = store
        self._tables = tables
        self._marks = marks
        self._pending: OrderedDict[int, Posts] = OrderedDict()
        self._early: dict[int, Posts] = {}
        self._told_from: dict[int, int] = {}
        """Table -> the first entry of which commits have told, of tables that have not been read."""

    def add(self, table_id: int, first: int, posts: Iterable[Post]) -> None:
        """Posts that a commit has touched, whose entries begin with `first`."""
        known = self._pending.get(table_id)
        if known is None:
            self._told_from.setdefault(table_id, first)
            known = self._early.setdefault(table_id, {})
        _merge(known, posts)

    async def of(self, table_id: int) -> Posts:
        """The table's posts that are to be shown, oldest first. Who has shown one takes it out by `done`."""
        if table_id not in self._pending:
            marks = await self._marks.of_table(table_id)
            shown = {post: mark.shown_seq for (audience, post), mark in marks.items() if audience == PUBLIC}
            found = await self._read(table_id)
            if table_id not in self._pending:  # nor has another lane read it meanwhile
                _merge(found, self._early.pop(table_id, {}).values())
                self._told_from.pop(table_id, None)
                self._pending[table_id] = {key: post for key, post in found.items() if shown.get(key, 0) < post.seq}
        self._pending.move_to_end(table_id)
        return self._pending[table_id]

    def done(self, table_id: int, post: Post) -> None:
        """The post has been shown as it was given; if it has been touched since, it stays."""
        pending = self._pending.get(table_id, {})
        if pending.get(post.key) is post:
            del pending[post.key]

    def is_empty(self, table_id: int) -> bool:
        """Whether everything of the table has been shown; False while that is not known."""
        return self._pending.get(table_id) == {}

    def known(self) -> list[int]:
        """The tables whose posts are at hand, the one looked at longest ago first."""
        return list(self._pending)

    def forget(self, table_id: int) -> None:
        """Find out anew when it is needed."""
        for known in (self._pending, self._early, self._told_from):
            known.pop(table_id, None)

    async def _read(self, table_id: int) -> Posts:
        """What a life before has left: mostly nothing, and then nothing has to be folded."""
        after = await self._store.shown_to(table_id)
        left = await self._store.record(table_id, after)
        told_from = self._told_from.get(table_id)
        if not left or told_from == after + 1:
            return {}
        found: Posts = {}
        record = await self._tables.record(table_id)
        for entry, table in islice(zip(record, unfold(table_id, record), strict=True), after, None):
            _merge(found, touched(entry.action, table))
        return found


def _merge(posts: Posts, touched_now: Iterable[Post]) -> None:
    """The newest touch of a post counts; the post keeps its place in the order."""
    for post in touched_now:
        known = posts.get(post.key)
        if known is None or known.seq <= post.seq:
            posts[post.key] = post
