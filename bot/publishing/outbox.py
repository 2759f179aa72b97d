"""The outbox: the public posts of each table that are not shown yet, in order, read from the record."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import islice

from bot.publishing.message_state import PUBLIC, MessageStates
from bot.publishing.posts import Post, posts_of_actions
from bot.store import Store
from bot.tables import TableService
from bot.tables.fold import unfold

Posts = dict[str, Post]


class Outbox:
    """The posts that are still due, by table.

    They are found by folding the table's record, if a previous process left something unshown, and kept up to date by
    commits.
    """

    def __init__(self, store: Store, tables: TableService, message_states: MessageStates) -> None:
        self._store = store
        self._tables = tables
        self._states = message_states
        self._pending: OrderedDict[int, Posts] = OrderedDict()
        self._early: dict[int, Posts] = {}
        self._reported_from: dict[int, int] = {}
        """Table id -> the first entry that a commit has reported, for tables whose record is not read yet."""

    def add(self, table_id: int, first: int, posts: Iterable[Post]) -> None:
        known = self._pending.get(table_id)
        if known is None:
            self._reported_from.setdefault(table_id, first)
            known = self._early.setdefault(table_id, {})
        _merge(known, posts)

    async def due_posts(self, table_id: int) -> Posts:
        """Return the table's posts that are due, oldest first. The caller reports each shown post with `note_shown`."""
        if table_id not in self._pending:
            states = await self._states.table_states(table_id)
            shown = {post: state.shown_seq for (audience, post), state in states.items() if audience == PUBLIC}
            found = await self._read(table_id)
            if table_id not in self._pending:  # not read by another task meanwhile
                _merge(found, self._early.pop(table_id, {}).values())
                self._reported_from.pop(table_id, None)
                self._pending[table_id] = {key: post for key, post in found.items() if shown.get(key, 0) < post.seq}
        self._pending.move_to_end(table_id)
        return self._pending[table_id]

    def note_shown(self, table_id: int, post: Post) -> None:
        pending = self._pending.get(table_id, {})
        if pending.get(post.key) is post:
            del pending[post.key]

    def is_empty(self, table_id: int) -> bool:
        return self._pending.get(table_id) == {}

    def tables(self) -> list[int]:
        return list(self._pending)

    def forget(self, table_id: int) -> None:
        """Drop a table from the cache; it is read again when needed."""
        for known in (self._pending, self._early, self._reported_from):
            known.pop(table_id, None)

    async def _read(self, table_id: int) -> Posts:
        """Read the posts that a previous process has left unshown: mostly none, and then nothing is folded."""
        after = await self._store.shown_seq(table_id)
        left = await self._store.record(table_id, after)
        reported_from = self._reported_from.get(table_id)
        if not left or reported_from == after + 1:
            return {}
        found: Posts = {}
        record = await self._tables.record(table_id)
        done = zip((entry.action for entry in record), unfold(table_id, record), strict=True)
        for changed in islice(posts_of_actions(done), after, None):
            _merge(found, changed)
        return found


def _merge(posts: Posts, touched_now: Iterable[Post]) -> None:
    """Merge changed posts: the newest version counts, and the post keeps its place in the order."""
    for post in touched_now:
        known = posts.get(post.key)
        if known is None or known.seq <= post.seq:
            posts[post.key] = post
