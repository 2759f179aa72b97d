"""People: who is behind a key, what they have chosen, and their erasure."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from bot.store.errors import DatabaseTrouble
from bot.store.rows import JsonObject, PersonRow
from bot.store.sql import conduct
from bot.store.sql.connection import ReadingConnection, SqlConnection
from bot.store.sql.key_value import drop_value, get_value, put_value
from bot.store.sql.personal_data import ABOUT_IN_CUPS, personal_data, preferences
from bot.store.sql.port import Port, Writer
from bot.store.sql.statements import TEXTS, apply_changes, insert, upsert
from bot.store.sql.table_lists import tables_opened_by

log = logging.getLogger(__name__)

OF_A_PERSON: Final = (
    "names",
    "wishes",
    "exercises",
    "hints",
    "daily_answers",
    "queue",
    "digests",
    "results",
    "acts",
    "blocks",
    "cup_people",
    "cup_drafts",
    "organisers",
    "weekly_cups",
    "conduct",
)
"""The tables whose rows each belong to one person: `personal_data` tells and `erase` deletes them."""
OF_ERASURE: Final = ("people", *OF_A_PERSON, "shown", "bans", "cup_actions")
"""The tables in which an erasure changes or deletes rows; a test compares the list with what it does."""
TO_CLEAN: Final = "to clean"
"""The value that an erasure leaves until the files hold nothing of what it deleted."""
_SELECT = (
    "SELECT people.key, people.discord_id, coalesce(names.name, ''), people.locale"
    " FROM people LEFT JOIN names ON names.person = key"
)
_MEET = f"""
{insert("people", ("key", "discord_id", "met_at", "locale"))}
ON CONFLICT (discord_id) DO UPDATE SET locale = coalesce(nullif(excluded.locale, ''), people.locale)
RETURNING key, locale
"""
_RENAME = upsert("names", ("person", "name"), key=("person",))
_FORGET_MESSAGES = """
UPDATE shown SET channel_id = NULL, message_id = NULL
WHERE person = :key AND table_id IN (SELECT id FROM tables WHERE stage IN ('over', 'closed'))
"""
"""Forgets a person's hand messages at ended tables; at running tables the publisher still has to remove them."""
_FORGET_DMS = """
UPDATE shown SET channel_id = NULL, message_id = NULL
WHERE audience LIKE 'seat:%' AND table_id IN (SELECT id FROM tables WHERE stage IN ('over', 'closed'))
    AND channel_id IN (
        SELECT hand.channel_id FROM seats JOIN shown AS hand
        ON hand.table_id = seats.table_id AND hand.audience = 'seat:' || seats.seat
            AND (hand.post = 'hand' OR hand.post LIKE 'hand:%') AND hand.person IS NULL
        WHERE seats.holder = :key
    )
"""
"""The same for message states that are older than the `person` column.

Those of earlier holders of the seat are cleared as well: only the record knows whose they are.
"""
_FORGET_BANS = "UPDATE bans SET banned = NULL, reason = '' WHERE banned = :key"
"""Bans stay in force: the hash finds the person if they come back."""
_FORGET_BLOCKS = "DELETE FROM blocks WHERE blocked = :key"
_FORGET_REASONS = f"UPDATE cup_actions SET reason = '' WHERE {ABOUT_IN_CUPS}"
_FORGET_ID = "UPDATE people SET discord_id = NULL, locale = '' WHERE key = :key"
_PUT_PREFERENCES = upsert("wishes", ("person", "said"), key=("person",))
_NEWEST_ENTRIES = """
SELECT rowid, at, body ->> '$.by' FROM records WHERE rowid < :before ORDER BY rowid DESC LIMIT :few
"""
_FEW_ENTRIES = 1_000
_SEATS_OF_ERASED = """
SELECT table_id, seat, holder FROM seats JOIN people ON people.key = holder
JOIN tables ON tables.id = table_id
WHERE discord_id IS NULL AND stage IN ('lobby', 'playing') ORDER BY table_id, seat
"""
_LOBBIES_OF_ERASED = """
SELECT id, key FROM tables JOIN records ON table_id = id AND records.seq = 1
JOIN people ON people.key = body ->> '$.by'
WHERE stage IN ('lobby', 'playing') AND stage = 'lobby' AND cup_id IS NULL AND discord_id IS NULL ORDER BY id
"""


class PeopleStore(Port):
    """People and their preferences: those that were set, as a missing key means the default.

    `changes` of None remove a preference; all that are left are returned.
    """

    def __init__(self, writer: Writer, reader: ReadingConnection, now: Callable[[], int]) -> None:
        super().__init__(writer, reader, now)
        self._cleaning = asyncio.Lock()

    async def person(self, discord_id: int, name: str, locale: str = "") -> PersonRow:
        """The person behind a Discord id, made if new; updates the name and the locale (unless "")."""
        known = await self.known_person(discord_id)
        if known and known.name == name and locale in ("", known.locale):
            return known
        at = self._now()
        return await self._write(lambda db: _meet(db, discord_id, name, locale, at))

    async def known_person(self, discord_id: int) -> PersonRow | None:
        """The person behind a Discord id; None for a stranger and for an erased person."""
        return await self._first(PersonRow._make, f"{_SELECT} WHERE people.discord_id = :id", id=discord_id)

    async def people(self, keys: Collection[str]) -> dict[str, PersonRow]:
        """Key -> person, for the known ones among the keys."""
        wanted = f"{_SELECT} WHERE people.key IN {TEXTS.format('keys')}"
        found = await self._rows(PersonRow._make, wanted, keys=json.dumps(list(keys)))
        return {person.key: person for person in found}

    async def active_since(self, moment: int) -> dict[str, int]:
        """The people who have acted at a table since `moment`: key -> time of the last action."""

        def work(db: SqlConnection) -> dict[str, int]:
            found: dict[str, int] = {}
            for at, by in _newest_entries(db):
                if at < moment:
                    break
                if by is not None:
                    found[by] = max(at, found.get(by, 0))
            return found

        return await self._read(work)

    async def personal_data(self, key: str) -> JsonObject:
        """Everything that is stored about a person, as JSON; {} for a stranger."""
        return await self._read(lambda db: personal_data(db, key))

    async def erase(self, key: str) -> None:
        """Delete a person's own data (see `personal_data`), also from the files.

        The key stays in records and means nobody. What others and servers hold against the person stays in force (see
        ConductStore).
        """
        at = self._now()
        await self._write(lambda db: erase(db, at, key))
        await self._clean_at_once()

    async def erase_where(self, is_erased: Callable[[int, int], bool]) -> int:
        """Erase everybody for whom `is_erased` holds of Discord id and time of first meeting (ms); return how many."""
        at = self._now()
        erased = await self._write(lambda db: erase_where(db, at, is_erased))
        await self._clean_at_once()
        return erased

    async def _clean_at_once(self) -> None:
        """Clean the files, if that is possible now: the erasure itself is done."""
        try:
            if not await self.clean():
                log.info("the files still hold what was erased: somebody reads them for long")
        except DatabaseTrouble as error:
            log.warning("the files still hold what was erased: %s", error)

    async def clean(self) -> bool:
        """Remove from the files what erasures have deleted, if anything is left; return whether all of it is gone.

        An erasure does so itself, but for what a kill or a long read (a backup) prevents: then call it again.
        """
        async with self._cleaning:
            owed = await self._read(lambda db: get_value(db, TO_CLEAN))
            if owed is None:
                return True
            if not await self._clean_files():
                return False
            await self._write(lambda db: drop_value(db, TO_CLEAN, owed))
            return True

    @abstractmethod
    async def _clean_files(self) -> bool:
        """Remove from the files what erasures have deleted; return whether all of it is gone."""

    async def seats_of_erased(self) -> list[tuple[int, int, str]]:
        """Return (table, seat, key) of the seats of running tables whose holder has been erased."""
        return await self._rows(tuple, _SEATS_OF_ERASED)

    async def lobbies_of_erased(self) -> list[tuple[int, str]]:
        """Return (table, key) of the lobbies that somebody opened who has been erased."""
        return await self._rows(tuple, _LOBBIES_OF_ERASED)

    async def preferences(self, key: str) -> JsonObject:
        return await self._read(lambda db: preferences(db, key))

    async def change_preferences(self, key: str, changes: Mapping[str, Any]) -> JsonObject:
        def work(db: SqlConnection) -> JsonObject:
            after = apply_changes(preferences(db, key), changes)
            db.execute(_PUT_PREFERENCES, {"person": key, "said": json.dumps(after)})
            return after

        return await self._write(work)


def _meet(db: SqlConnection, discord_id: int, name: str, locale: str, at: int) -> PersonRow:
    person = {"key": secrets.token_hex(8), "discord_id": discord_id, "met_at": at, "locale": locale}
    key, locale = db.execute(_MEET, person).fetchone()
    if key == person["key"]:
        conduct.give_back_blocks(db, key, discord_id)
    db.execute(_RENAME, {"person": key, "name": name})
    return PersonRow(key, discord_id, name, locale)


def erase(db: SqlConnection, at: int, key: str) -> None:
    of = {"key": key}
    conduct.keep(db, at, key, tables_opened_by(db, key))
    db.execute(_FORGET_REASONS, of)
    for table in OF_A_PERSON:
        db.execute(f"DELETE FROM {table} WHERE person = :key", of)
    for forget in (_FORGET_MESSAGES, _FORGET_DMS, _FORGET_BANS, _FORGET_BLOCKS, _FORGET_ID):
        db.execute(forget, of)
    put_value(db, TO_CLEAN, secrets.token_hex(8))


def erase_where(db: SqlConnection, at: int, is_erased: Callable[[int, int], bool]) -> int:
    """Erase everybody for whom `is_erased(discord_id, met_at)` holds; return their number."""
    known = db.execute("SELECT key, discord_id, met_at FROM people WHERE discord_id IS NOT NULL").fetchall()
    keys = [key for key, discord_id, met_at in known if is_erased(discord_id, met_at)]
    for key in keys:
        erase(db, at, key)
    return len(keys)


def _newest_entries(db: SqlConnection) -> Iterator[tuple[int, str | None]]:
    """All entries of records, the last stored first: when, and by whom."""
    before, more = 2**63 - 1, True
    while more:
        entries = db.execute(_NEWEST_ENTRIES, {"before": before, "few": _FEW_ENTRIES}).fetchall()
        for before, at, by in entries:  # noqa: B007
            yield at, by
        more = len(entries) == _FEW_ENTRIES
