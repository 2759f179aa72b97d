"""The rules of cups that are being made, and those that servers keep, of which a cup may be made each week."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Final

from bot.store.conditions import Condition
from bot.store.rows import ActRow, JsonObject, WeeklyCupRow
from bot.store.sql.connection import SqlConnection
from bot.store.sql.guilds import add
from bot.store.sql.port import Port
from bot.store.sql.statements import earliest, encode, upsert

MOST_TEMPLATES: Final = 25
_PUT_DRAFT = upsert("cup_drafts", ("guild_id", "person", "rules"), key=("guild_id", "person"))
_PUT_TEMPLATE = upsert("cup_templates", ("guild_id", "name", "rules"), key=("guild_id", "name"))
_DRAFT = "SELECT rules FROM cup_drafts WHERE guild_id = :guild_id AND person = :person"
_TEMPLATES = f"SELECT name, rules FROM cup_templates WHERE guild_id = :guild_id ORDER BY name LIMIT {MOST_TEMPLATES}"
_DROP_DRAFT = "DELETE FROM cup_drafts WHERE guild_id = :guild_id AND person = :person"
_DROP_TEMPLATE = "DELETE FROM cup_templates WHERE guild_id = :guild_id AND name = :name"
_PUT_WEEKLY = upsert("weekly_cups", WeeklyCupRow._fields, key=("guild_id", "template"))
_MOVE = """
UPDATE weekly_cups SET starts_at = :starts_at, due_at = :due_at, cup_id = :cup_id, unseen = :unseen
WHERE guild_id = :guild_id AND template = :template AND starts_at = :before RETURNING template
"""
_WEEKLY = f"SELECT {', '.join(WeeklyCupRow._fields)} FROM weekly_cups"
_OF_WEEK = """
SELECT id FROM cups WHERE guild_id = :guild_id AND template = :template AND template_start = :starts_at
"""
_DROP_WEEKLY = "DELETE FROM weekly_cups WHERE guild_id = :guild_id AND template = :template"


class CupDraftStore(Port):
    """The rules of cups that are being made, and those that guilds keep to make a cup again, as JSON values."""

    async def cup_draft(self, guild_id: int, person: str) -> JsonObject | None:
        """The draft of a person in a guild; None: there is none."""
        return await self._first(lambda found: dict(json.loads(found[0])), _DRAFT, guild_id=guild_id, person=person)

    async def put_cup_draft(self, guild_id: int, person: str, rules: JsonObject) -> None:
        await self._execute(_PUT_DRAFT, guild_id=guild_id, person=person, rules=encode(rules))

    async def drop_cup_draft(self, guild_id: int, person: str) -> None:
        await self._execute(_DROP_DRAFT, guild_id=guild_id, person=person)

    async def cup_templates(self, guild_id: int) -> dict[str, JsonObject]:
        """The rules that a guild keeps, by their names in order; twenty-five at most."""
        return dict(await self._rows(lambda found: (found[0], json.loads(found[1])), _TEMPLATES, guild_id=guild_id))

    async def put_cup_template(
        self, guild_id: int, name: str, rules: JsonObject, *, conditions: Sequence[Condition] = ()
    ) -> None:
        """Keep rules under a name, replacing those that had it. Raises Unmet."""
        at = self._now()

        def work(db: SqlConnection) -> None:
            self._check(db, at, conditions)
            db.execute(_PUT_TEMPLATE, {"guild_id": guild_id, "name": name, "rules": encode(rules)})

        await self._write(work)

    async def drop_cup_template(self, guild_id: int, name: str) -> bool:
        """Return whether there were such rules. No more cups are made of them by themselves."""

        def work(db: SqlConnection) -> bool:
            db.execute(_DROP_WEEKLY, {"guild_id": guild_id, "template": name})
            return db.execute(_DROP_TEMPLATE, {"guild_id": guild_id, "name": name}).rowcount > 0

        return await self._write(work)


class WeeklyCupStore(Port):
    """The templates of which a cup is made each week."""

    async def put_weekly_cup(self, row: WeeklyCupRow) -> None:
        """Store when cups are made of a template, replacing what was stored of it."""
        await self._execute(_PUT_WEEKLY, **row._asdict())

    async def move_weekly_cup(self, row: WeeklyCupRow, before: int, act: ActRow | None = None) -> None:
        """Store the next start and the last cup, unless the start is no longer `before`, or it has ended.

        `act`: what the log of the organisers tells about it.
        """

        def work(db: SqlConnection) -> None:
            moved = db.execute(_MOVE, {**row._asdict(), "before": before}).fetchone()
            if act is not None and moved is not None:
                add(db, act)

        await self._write(work)

    async def drop_weekly_cup(self, guild_id: int, template: str) -> None:
        await self._execute(_DROP_WEEKLY, guild_id=guild_id, template=template)

    async def weekly_cups(self, guild_id: int) -> list[WeeklyCupRow]:
        """The weekly cups of a guild, by their templates in order."""
        return await self._rows(
            WeeklyCupRow._make, f"{_WEEKLY} WHERE guild_id = :guild_id ORDER BY template", guild_id=guild_id
        )

    async def due_weekly_cups(self, now: int, without: Collection[int] = ()) -> list[WeeklyCupRow]:
        """The weekly cups to be made at `now`, the longest due first; not of guilds in `without`."""
        found = await self._rows(WeeklyCupRow._make, f"{_WEEKLY} WHERE due_at <= :now ORDER BY due_at", now=now)
        return [row for row in found if row.guild_id not in without]

    async def next_due_weekly_cup(self, after: int = 0) -> int | None:
        """The first moment after `after` at which one is to be made; None if there is none."""
        return await self._read(lambda db: earliest(db, after, ("weekly_cups", "due_at")))

    async def cup_of_week(self, guild_id: int, template: str, starts_at: int) -> int | None:
        """The cup that was created for a start of a template; None: not yet."""
        found = await self._numbers(_OF_WEEK, guild_id=guild_id, template=template, starts_at=starts_at)
        return found[0] if found else None
