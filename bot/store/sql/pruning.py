"""Pruning: remove data that is older than its retention time.

Each call removes a few rows only, so that plays do not wait long for the commit.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from typing import Final

from bot.store.rows import Prunable, Retention
from bot.store.sql.conduct import OPENED
from bot.store.sql.connection import SqlConnection
from bot.store.sql.key_value import keep_numbers
from bot.store.sql.port import Port
from bot.store.sql.statements import NUMBERS

FEW: Final = 50
FEW_PRESSES: Final = 5_000
OF_A_TABLE: Final = ("records", "seats", "places", "shown", "queue", "announcements", "role_mentions")
"""Tables of the schema whose rows belong to one table; a test compares the list with the schema."""
OF_A_CUP: Final = ("cup_actions", "cup_people", "cup_messages", "cup_ends")
OF_A_LEAGUE: Final = ("league_actions", "league_messages")
OF_A_GUILD: Final = (
    "cups",
    "leagues",
    "rubbers",
    "servers",
    "daily_tricks",
    "bans",
    "acts",
    "welcomes",
    "cup_drafts",
    "cup_templates",
    "organisers",
    "weekly_cups",
    "conduct",
)
_OLD_GUILDS = "SELECT guild_id FROM servers WHERE left_at < :guilds"
_OLD_TABLES = f"""
SELECT id FROM (
    SELECT id FROM tables INDEXED BY tables_ended WHERE stage IN ('over', 'closed') AND changed_at < :tables
    UNION SELECT id FROM tables WHERE guild_id IN ({_OLD_GUILDS})
) AS chosen ORDER BY id LIMIT :few
"""
_FORGET_OPENED = """
DELETE FROM conduct WHERE kind = :kind AND about NOT IN (
    SELECT CAST(id AS TEXT) FROM tables WHERE stage IN ('lobby', 'playing')
)
"""
_OLD_PRESSES = """
SELECT id FROM interactions
WHERE id < coalesce((SELECT id FROM interactions WHERE at >= :interactions ORDER BY id LIMIT 1), 9223372036854775807)
ORDER BY id LIMIT :few
"""
"""Ids grow with time, so the older ones are below the first that is kept."""
_GIVEN = NUMBERS.format("ids")
ALL: Final = 2**63 - 1
"""No limit on the number of rows, in SQL."""


class PruningStore(Port):
    """The removal of data that is older than its retention time. Each call removes a few rows only; repeat it."""

    async def prunable(self, limits: Retention) -> Prunable:
        """Count what is older than the limits."""
        old = {**limits._asdict(), "few": ALL}
        queries = [f"SELECT count(*) FROM ({query}) AS chosen" for query in (_OLD_PRESSES, _OLD_TABLES, _OLD_GUILDS)]
        return await self._read(lambda db: Prunable(*(db.execute(query, old).fetchone()[0] for query in queries)))

    async def prune_tables(self, limits: Retention) -> list[int]:
        """Remove a few tables older than the limits, with all their rows; return their ids, [] when none is left."""

        def work(db: SqlConnection) -> list[int]:
            old = [table_id for (table_id,) in db.execute(_OLD_TABLES, {**limits._asdict(), "few": FEW})]
            if old:
                keep_numbers(db)
            given = {"ids": json.dumps(old)}
            for name in OF_A_TABLE:
                db.execute(f"DELETE FROM {name} WHERE table_id IN {_GIVEN}", given)
            db.execute(f"UPDATE tables SET rematch_of = NULL WHERE rematch_of IN {_GIVEN}", given)
            db.execute(f"DELETE FROM tables WHERE id IN {_GIVEN}", given)
            return old

        return await self._write(work)

    async def prune_interactions(self, limits: Retention) -> int:
        """Delete some interactions older than the limit; return their number, 0 when none is left."""
        forget = f"DELETE FROM interactions WHERE id IN ({_OLD_PRESSES})"
        old = {**limits._asdict(), "few": FEW_PRESSES}
        return await self._write(lambda db: db.execute(forget, old).rowcount)

    async def prune_guilds(self, limits: Retention) -> int:
        """Delete guilds left before the limit (remove their tables first) with their cups; return their number.

        Outages and acts as old go, too, and conduct after its time.
        """

        def work(db: SqlConnection) -> int:
            db.execute("DELETE FROM outages WHERE until < :guilds", limits._asdict())
            db.execute("DELETE FROM acts WHERE at < :acts", limits._asdict())
            db.execute("DELETE FROM conduct WHERE until < :conduct", limits._asdict())
            db.execute(_FORGET_OPENED, {"kind": OPENED})
            old = [guild_id for (guild_id,) in db.execute(_OLD_GUILDS, limits._asdict())]
            for kind, names in {"cup": OF_A_CUP, "league": OF_A_LEAGUE}.items():
                of_guilds = f"SELECT id FROM {kind}s WHERE guild_id IN {_GIVEN}"
                for name in names:
                    db.execute(f"DELETE FROM {name} WHERE {kind}_id IN ({of_guilds})", {"ids": json.dumps(old)})
            for name in OF_A_GUILD:
                db.execute(f"DELETE FROM {name} WHERE guild_id IN {_GIVEN}", {"ids": json.dumps(old)})
            return len(old)

        return await self._write(work)

    @abstractmethod
    async def compact(self) -> None:
        """Return the free space of the database to the disk, if there is much. Writers wait meanwhile."""
