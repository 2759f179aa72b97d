"""Personal data: all that is told people of what is stored about them, and nothing that leads to others.

Every column is named here. The one id of others is that of whom they have blocked themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.store.conditions import CONTACT
from bot.store.rows import JsonObject
from bot.store.sql import conduct
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import json_object

ABOUT_IN_CUPS: Final = """
reason <> '' AND coalesce(body ->> '$.by', '') <> :key AND (
    CAST(body AS TEXT) LIKE '%' || :key || '%' OR (verb = 'withdraw' AND EXISTS (
        SELECT 1 FROM cup_people
        WHERE cup_people.cup_id = cup_actions.cup_id AND person = :key
            AND entrant = CAST(body ->> '$.entrant' AS BIGINT)
    ))
)
"""
"""The acts of organisers of cups about a person, with a reason."""
_PERSON: Final = "SELECT key, CAST(discord_id AS TEXT) AS discord_id, met_at, locale FROM people WHERE key = :key"
_GUILD: Final = "CAST(guild_id AS TEXT) AS guild_id"
_TOLD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "names": "SELECT name FROM names WHERE person = :key",
        "exercises": "SELECT lesson, number, correct, at FROM exercises WHERE person = :key ORDER BY lesson, number",
        "hints": "SELECT game, hint, rubber, hand, trick, at FROM hints WHERE person = :key ORDER BY game, hint",
        "daily_answers": "SELECT day, choice, correct, at FROM daily_answers WHERE person = :key ORDER BY day",
        "queue": """
            SELECT table_id, seat, rank, hand, nth, condition, cards FROM queue
            WHERE person = :key ORDER BY table_id, seat, rank
        """,
        "digests": "SELECT way, at, lines FROM digests WHERE person = :key ORDER BY id",
        "results": f"""
            SELECT rubber, {_GUILD}, game, size, sides, rivals, ended_at, outcome, hands, tricks, bounces, feats, kept,
                missed
            FROM results WHERE person = :key ORDER BY ended_at, rubber
        """,
        "acts": f"SELECT {_GUILD}, at, kind, table_name, about FROM acts WHERE person = :key ORDER BY id",
        "organised": f"SELECT {_GUILD}, at, kind, table_name, about FROM acts WHERE organiser = :key ORDER BY id",
        "organisers": f"SELECT {_GUILD}, at FROM organisers WHERE person = :key ORDER BY at",
        "bans": f"SELECT {_GUILD}, reason, at FROM bans WHERE banned = :key ORDER BY at, bans.guild_id",
        "blocks": """
            SELECT CAST(people.discord_id AS TEXT) AS discord_id, at FROM blocks JOIN people ON people.key = blocked
            WHERE person = :key ORDER BY at, blocked
        """,
        "cup_people": f"""
            SELECT cups.name AS cup, {_GUILD}, stage, opened_at, entrant
            FROM cup_people JOIN cups ON cups.id = cup_id WHERE person = :key ORDER BY cups.id, entrant
        """,
        "podiums": f"""
            SELECT DISTINCT cups.name AS cup, {_GUILD}, ended_at
            FROM cup_people JOIN cups ON cups.id = cup_people.cup_id JOIN cup_ends ON cup_ends.cup_id = cups.id
            WHERE person = :key AND podium LIKE '%"' || :key || '"%' ORDER BY ended_at, cup
        """,
        "cup_acts": f"""
            SELECT cups.name AS cup, at, verb, reason FROM cup_actions JOIN cups ON cups.id = cup_id
            WHERE {ABOUT_IN_CUPS} ORDER BY cup_id, cup_actions.seq
        """,
        "cup_drafts": f"SELECT {_GUILD}, rules FROM cup_drafts WHERE person = :key ORDER BY cup_drafts.guild_id",
        "weekly_cups": f"""
            SELECT template, {_GUILD}, CAST(channel_id AS TEXT) AS channel_id, weekday, clock, zone
            FROM weekly_cups WHERE person = :key ORDER BY weekly_cups.guild_id, template
        """,
        "leagues": f"""
            SELECT leagues.name AS league, {_GUILD}, at AS signed_up_at
            FROM league_actions JOIN leagues ON leagues.id = league_id
            WHERE verb IN ('enter', 'agree') AND body ->> '$.by' = :key ORDER BY league_id, league_actions.seq
        """,
        "seats": f"""
            SELECT seats.seat, tables.name AS "table", tables.game, tables.stage, tables.opened_at, {_GUILD}
            FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.holder = :key ORDER BY tables.id
        """,
        "messages": """
            SELECT tables.name AS "table", shown.post, CAST(shown.channel_id AS TEXT) AS channel_id,
                CAST(shown.message_id AS TEXT) AS message_id, shown.sent_at
            FROM shown JOIN tables ON tables.id = shown.table_id
            WHERE shown.person = :key AND shown.channel_id IS NOT NULL ORDER BY tables.id, shown.post
        """,
    }
)
"""The parts of what a person is told, each found by their key."""
_CONDUCT: Final = f"""
SELECT CASE WHEN kind LIKE '{CONTACT} %' THEN '{CONTACT}' ELSE kind END AS kind, {_GUILD}, about, at, until FROM conduct
WHERE hashed = :key AND kind <> '{conduct.BLOCK}' ORDER BY at, id
"""
"""The conduct of a hash, but for blocks, and for whom it has reached: they are nobody else's to know."""


def preferences(db: SqlConnection, key: str) -> JsonObject:
    return json_object(db.execute("SELECT said FROM wishes WHERE person = :key", {"key": key}))


def personal_data(db: SqlConnection, key: str) -> JsonObject:
    """Discord ids are strings in it."""
    person = _objects(db, _PERSON, key)
    if not person:
        return {}
    told = {part: _objects(db, select, key) for part, select in _TOLD.items()}
    hashed = conduct.hash_of(db, key)
    told["conduct"] = [] if hashed is None else _objects(db, _CONDUCT, hashed)
    return {**person[0], **told, "wishes": preferences(db, key)}


def _objects(db: SqlConnection, select: str, key: str) -> list[dict[str, Any]]:
    """The rows found, as column -> value."""
    found = db.execute(select, {"key": key})
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]
