"""The public posts of each table that have not been shown yet, in order. The record is the outbox: this reads it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.people import People
from bot.publishing.marks import PUBLIC, Marks
from bot.publishing.posts import Post, touched
from bot.tables import Tables
from bot.tables.fold import unfold
from bot.tables.table import Entry

Posts = dict[str, Post]


class Outbox:
    """What is still to be shown of each table, found by folding its record once, and kept up as commits come."""

    def __init__(self, tables: Tables, marks: Marks, people: People) -> None:
        self._tables = tables
        self._marks = marks
        self._people = people
        self._pending: dict[int, Posts] = {}
        self._early: dict[int, Posts] = {}

    def add(self, table_id: int, posts: Iterable[Post]) -> None:
        """Posts that a commit has touched."""
        known = self._pending.get(table_id)
        _merge(self._early.setdefault(table_id, {}) if known is None else known, posts)

    async def of(self, table_id: int) -> Posts:
        """The table's posts that are to be shown, oldest first. Who has shown one takes it out by `done`."""
        if table_id not in self._pending:
            marks = await self._marks.of_table(table_id)
            shown = {post: mark.shown_seq for (audience, post), mark in marks.items() if audience == PUBLIC}
            found = await self._read(table_id)
            if table_id not in self._pending:  # nor has another lane read it meanwhile
                _merge(found, self._early.pop(table_id, {}).values())  # committed while the record was read
                self._pending[table_id] = {key: post for key, post in found.items() if shown.get(key, 0) < post.seq}
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
        """The tables whose posts are at hand, the one read longest ago first."""
        return list(self._pending)

    def forget(self, table_id: int) -> None:
        """Find out anew when it is needed."""
        self._pending.pop(table_id, None)

    async def _read(self, table_id: int) -> Posts:
        found: Posts = {}
        record = await self._tables.record(table_id)
        for entry, table in zip(record, unfold(table_id, record), strict=True):
            self._note_presence(entry)
            _merge(found, touched(entry.action, table))
        return found

    def _note_presence(self, entry: Entry) -> None:
        by = getattr(entry.action, "by", None)
        if by is not None:
            self._people.was_here(by, entry.at)


def _merge(posts: Posts, touched_now: Iterable[Post]) -> None:
    """The newest touch of a post counts; the post keeps its place in the order."""
    for post in touched_now:
        known = posts.get(post.key)
        if known is None or known.seq <= post.seq:
            posts[post.key] = post
