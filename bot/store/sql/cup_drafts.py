"""The rules of cups that are being made, and those that servers keep, in SQL."""

from __future__ import annotations

import json
from typing import Final

from bot.store.rows import JsonObject
from bot.store.sql.connection import SqlConnection
from bot.store.sql.statements import upsert
from bot.store.sql.tables import encode
from bot.store.sql.weekly_cups import drop_weekly_cup

MOST_TEMPLATES: Final = 25
_PUT_DRAFT = upsert("cup_drafts", ("guild_id", "person", "rules"), key=("guild_id", "person"))
_PUT_TEMPLATE = upsert("cup_templates", ("guild_id", "name", "rules"), key=("guild_id", "name"))
_DRAFT = "SELECT rules FROM cup_drafts WHERE guild_id = :guild_id AND person = :person"
_TEMPLATES = f"SELECT name, rules FROM cup_templates WHERE guild_id = :guild_id ORDER BY name LIMIT {MOST_TEMPLATES}"


def cup_draft(db: SqlConnection, guild_id: int, person: str) -> JsonObject | None:
    found = db.execute(_DRAFT, {"guild_id": guild_id, "person": person}).fetchone()
    return None if found is None else dict(json.loads(found[0]))


def put_cup_draft(db: SqlConnection, guild_id: int, person: str, rules: JsonObject) -> None:
    db.execute(_PUT_DRAFT, {"guild_id": guild_id, "person": person, "rules": encode(rules)})


def drop_cup_draft(db: SqlConnection, guild_id: int, person: str) -> None:
    db.execute(
        "DELETE FROM cup_drafts WHERE guild_id = :guild_id AND person = :person",
        {"guild_id": guild_id, "person": person},
    )


def cup_templates(db: SqlConnection, guild_id: int) -> dict[str, JsonObject]:
    return {name: json.loads(rules) for name, rules in db.execute(_TEMPLATES, {"guild_id": guild_id})}


def put_cup_template(db: SqlConnection, _: int, guild_id: int, name: str, rules: JsonObject) -> None:
    db.execute(_PUT_TEMPLATE, {"guild_id": guild_id, "name": name, "rules": encode(rules)})


def drop_cup_template(db: SqlConnection, guild_id: int, name: str) -> bool:
    drop_weekly_cup(db, guild_id, name)
    drop = "DELETE FROM cup_templates WHERE guild_id = :guild_id AND name = :name"
    return db.execute(drop, {"guild_id": guild_id, "name": name}).rowcount > 0
