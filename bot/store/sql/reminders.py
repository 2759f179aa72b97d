"""Reminders: whom to remind of which play, and the digests to send; and the operator's announcements."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from bot.store.rows import AnnouncementRow, DigestLine, DigestRow, MessageRow, OwedRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.port import Port
from bot.store.sql.statements import earliest, greater, insert

# by the index of the moments, of which few have come, not by that of the deadlines, of which most are to come
_DUE = """
SELECT tables.id, tables.guild_id, seats.seat, seats.holder, tables.wait_since, tables.credited, tables.deadline_at,
    tables.call_after, tables.reminded
FROM tables INDEXED BY tables_notice JOIN seats ON seats.table_id = tables.id AND seats.seat = tables.turn_seat
WHERE tables.notice_at <= :now AND (tables.deadline_at IS NULL OR tables.deadline_at > :now)
    AND seats.holder IS NOT NULL
ORDER BY tables.deadline_at IS NULL, tables.deadline_at, tables.id
"""
_SAME_WAIT = "WHERE id = :table_id AND wait_since = :wait_since"
_HOLD = f"UPDATE tables SET remind_after = :until {_SAME_WAIT}"
_COUNT = f"UPDATE tables SET reminded = {greater('reminded', ':times')} {_SAME_WAIT}"
_UNTELL = f"UPDATE tables SET reminded = {greater('reminded - 1', '0')}, remind_after = :until {_SAME_WAIT}"
_RELEASE = """
UPDATE tables SET remind_after = 0
WHERE id IN (SELECT table_id FROM seats WHERE holder = :person) AND remind_after > 0
    AND turn_seat = (SELECT seat FROM seats WHERE table_id = tables.id AND holder = :person)
"""
_DIGESTS = "SELECT id, person, way, at, lines, is_call FROM digests INDEXED BY digests_at WHERE at <= :now ORDER BY id"
_PUT_DIGEST = insert("digests", ("person", "way", "at", "lines", "is_call"))
_SENT = f"""
SELECT {", ".join(MessageRow._fields)} FROM shown INDEXED BY shown_reminders
WHERE post >= 'reminder:' AND post < 'reminder;' AND message_id IS NOT NULL AND note IS NOT NULL
"""
_ANNOUNCE = """
INSERT INTO announcements (table_id, text, at)
SELECT id, :text, :at FROM tables INDEXED BY tables_running WHERE stage IN ('lobby', 'playing') AND stage = 'playing'
ORDER BY id
"""
_QUEUED = f"SELECT {', '.join(AnnouncementRow._fields)} FROM announcements ORDER BY id"


class ReminderStore(Port):
    """Reminders of plays, and the digests to send."""

    async def due_reminders(self, now: int, without: Collection[int] = ()) -> list[OwedRow]:
        """The plays to remind people of now, the soonest deadline first; not of guilds in `without`."""
        found = await self._rows(OwedRow._make, _DUE, now=now)
        return [reminder for reminder in found if reminder.guild_id not in without]

    async def next_reminder(self, after: int) -> int | None:
        """The first moment after `after` at which a reminder or a digest is due; None if there is none."""
        return await self._read(lambda db: earliest(db, after, ("tables", "notice_at"), ("digests", "at")))

    async def hold_reminders(self, held: Sequence[OwedRow], until: int) -> None:
        """Do not remind of these plays before `until`."""
        await self._execute_many(_HOLD, [{**reminder._asdict(), "until": until} for reminder in held])

    async def release_reminders(self, person: str) -> None:
        """End the delay of all reminders to a person."""
        await self._execute(_RELEASE, person=person)

    async def count_reminders(self, counted: Sequence[tuple[OwedRow, int]], digests: Sequence[DigestRow]) -> None:
        """Store how often people have been reminded of plays, and the digests to send (their `id` is ignored)."""

        def work(db: SqlConnection) -> None:
            db.executemany(_COUNT, [{**reminder._asdict(), "times": times} for reminder, times in counted])
            _put_digests(db, digests)

        await self._write(work)

    async def sent_reminders(self) -> list[MessageRow]:
        """The message states of the reminders that are still there."""
        return await self._rows(MessageRow._make, _SENT)

    async def due_digests(self, now: int) -> list[DigestRow]:
        """The digests to send now, the oldest first. No id is used twice."""
        return await self._rows(_digest, _DIGESTS, now=now)

    async def replace_digest(
        self, digest: int, instead: Sequence[DigestRow] = (), untold: Sequence[DigestLine] = (), until: int = 0
    ) -> None:
        """Remove a digest and queue others in its place; the plays `untold` are reminded of again from `until` on."""

        def work(db: SqlConnection) -> None:
            if db.execute("DELETE FROM digests WHERE id = :id", {"id": digest}).rowcount:
                _put_digests(db, instead)
                db.executemany(_UNTELL, [{**reminder._asdict(), "until": until} for reminder in untold])

        await self._write(work)

    async def postpone_digest(self, digest: int, until: int) -> None:
        await self._execute("UPDATE digests SET at = :until WHERE id = :id", id=digest, until=until)


class AnnouncementStore(Port):
    """Announcements of the operator, a row for each table that is still to be told."""

    async def announce(self, text: str) -> int:
        """Queue a text for every table in play; return their number."""
        at = self._now()
        return await self._write(lambda db: announce(db, at, text))

    async def announcements(self) -> list[AnnouncementRow]:
        """The queued announcements, the oldest first. No id is used twice."""
        return await self._rows(AnnouncementRow._make, _QUEUED)

    async def settle_announcement(self, announcement: int) -> None:
        """Remove an announcement that was posted, or that nobody needs any more."""
        await self._execute("DELETE FROM announcements WHERE id = :id", id=announcement)


def announce(db: SqlConnection, at: int, text: str) -> int:
    return db.execute(_ANNOUNCE, {"at": at, "text": text}).rowcount


def _digest(columns: Sequence[Any]) -> DigestRow:
    number, person, way, at, lines, is_call = columns
    return DigestRow(number, person, way, at, tuple(map(DigestLine._make, json.loads(lines))), bool(is_call))


def _put_digests(db: SqlConnection, digests: Sequence[DigestRow]) -> None:
    columns = ({"lines": json.dumps(digest.lines), "is_call": int(digest.is_call)} for digest in digests)
    db.executemany(_PUT_DIGEST, [digest._asdict() | row for digest, row in zip(digests, columns, strict=True)])
