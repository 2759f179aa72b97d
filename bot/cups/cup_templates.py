"""Templates: rules that a guild keeps to make cups of them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cups import cup_rules
from bot.cups.cup_notices import CupRefusal
from bot.cups.cup_rules import CupRules
from bot.store import Condition, CountedRows, CupDraftStore, FewerThan
from bot.texts.notices import RequestRefused, fact

MOST_TEMPLATES: Final = 25
"""A menu shows no more."""


class CupTemplates:
    """The templates of all guilds."""

    def __init__(self, store: CupDraftStore) -> None:
        self._store = store

    async def of_guild(self, guild_id: int) -> dict[str, CupRules]:
        return {name: cup_rules.read(rules) for name, rules in (await self._store.cup_templates(guild_id)).items()}

    async def get(self, guild_id: int, name: str) -> CupRules:
        """Return the rules of a template. Raises RequestRefused if there is none."""
        found = {key.casefold(): rules for key, rules in (await self.of_guild(guild_id)).items()}
        if (rules := found.get(name.strip().casefold())) is None:
            raise RequestRefused(fact(CupRefusal.NO_TEMPLATE, name=name))
        return rules

    async def keep(self, guild_id: int, rules: CupRules, right: Sequence[Condition] = ()) -> None:
        """Keep rules under their name, without the time of a start, in place of those that had this name.

        `right`: the conditions of who keeps them.
        """
        if not rules.name.strip():
            raise RequestRefused(fact(CupRefusal.NO_NAME))
        known = await self._store.cup_templates(guild_id)
        name = next((one for one in known if one.casefold() == rules.name.casefold()), rules.name)
        if name not in known and len(known) >= MOST_TEMPLATES:
            raise RequestRefused(fact(CupRefusal.TOO_MANY_TEMPLATES, most=MOST_TEMPLATES))
        kept = cup_rules.written(rules._replace(name=name, sign_up_until=0))
        fewer = FewerThan(MOST_TEMPLATES, CountedRows.TEMPLATES_OF_GUILD, guild_id)
        await self._store.put_cup_template(
            guild_id, name, kept, conditions=(*right, *(() if name in known else (fewer,)))
        )

    async def drop(self, guild_id: int, name: str) -> None:
        """Forget a template, and make no more cups of it. Raises RequestRefused if there is none."""
        known = {one.casefold(): one for one in await self._store.cup_templates(guild_id)}
        if not await self._store.drop_cup_template(guild_id, known.get(name.strip().casefold(), name)):
            raise RequestRefused(fact(CupRefusal.NO_TEMPLATE, name=name))
