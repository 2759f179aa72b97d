"""Weekly cups: templates of which a cup is made each week.

It ends when whoever asked for it organises no more, or when two cups in a row could not be shown.

The store knows for which start of which template a cup was created, so that a process which dies between the creation
and the note finds the same cup again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from babel.dates import format_skeleton

from bot.cups.cup_actions import ReportSeries
from bot.cups.cup_rules import CupRules
from bot.cups.cup_service import CupService
from bot.cups.drafts import CupTemplates
from bot.cups.notices import CupNotice, CupRefusal
from bot.cups.suspended_cups import missing_game
from bot.members.guilds import Guilds
from bot.runtime.times import DAY, HOUR, WeeklyTime, zone_of
from bot.store import ActRow, Store, Unmet, WeeklyCupRow, WeeklyKey
from bot.tables import Location
from bot.texts.notices import RequestRefused

log = logging.getLogger(__name__)

USUAL_SIGN_UP: Final = 6 * DAY
"""The time before its start at which a cup is made whose sign-up has no length, in ms."""
TRIED: Final = HOUR
"""The time for which this process tries to show a cup before it counts as one that cannot be shown, in ms."""
MOST_NAMES: Final = 3
"""The most names that are tried while other cups have them."""
MOST_UNSEEN: Final = 2
"""So many cups in a row that could not be shown, and no more are made."""
UNSEEN, HIDDEN, NO_MAKER = "weekly-unseen", "weekly-hidden", "weekly-no-maker"
"""The kinds of acts in the log of the organisers: a cup could not be shown; so no more are; or there is no maker."""
TOO_MANY, IMPOSSIBLE, NO_GAME = "weekly-too-many", "weekly-impossible", "weekly-no-game"
"""Likewise, why there is no cup: too many cups go on, its rules or names are refused, or its game is not installed."""
SUSPENDED: Final = "weekly suspended"
"""The store's key for the starts of which the log has told that they wait for their game, by guild and template."""
Organises = Callable[[int, str], Awaitable[bool | None]]
"""Says whether a person (a key) organises in a guild now; None: that is not known."""


class _NotMade(Exception):
    """There is no cup this week; the kind of act that says why."""


class WeeklyCups:
    """The weekly cups of all guilds. `now`: ms since the epoch."""

    def __init__(
        self,
        store: Store,
        templates: CupTemplates,
        cups: CupService,
        guilds: Guilds,
        organises: Organises,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._templates = templates
        self._cups = cups
        self._guilds = guilds
        self._organises = organises
        self._now = now
        self._began = now()

    async def of_guild(self, guild_id: int) -> dict[str, WeeklyCupRow]:
        """Return the weekly cups of a guild by the names of their templates."""
        return {row.template: row for row in await self._store.weekly_cups(guild_id)}

    async def begin(self, template: CupRules, time: WeeklyTime, where: Location, by: str) -> int:
        """Let a cup be made of a template each week; return the next start, in ms since the epoch.

        Raises RequestRefused for impossible rules.
        """
        now = self._now()
        starts = time.next_after(now)
        self._cups.check(by, _rules_for_start(template, template.name, starts))
        due = starts - template.opens_before if template.opens_before else now
        place = (where.channel_id, where.language, by)
        row = WeeklyCupRow(where.guild_id, template.name, *place, time.weekday, time.clock, time.zone, starts, due)
        await self._store.put_weekly_cup(row)
        return starts

    async def end(self, guild_id: int, template: str) -> None:
        await self._store.drop_weekly_cup(guild_id, template)

    async def make(self, row: WeeklyCupRow) -> None:
        """Create the cup of the next start, unless it is there or that start is over, and note the start after it."""
        template = await self._templates.get(row.guild_id, row.template)
        if missing_game(template.game) is not None:
            return await self._wait(row)
        unseen = row.unseen + 1 if await self._is_unseen(row) else 0
        if unseen >= MOST_UNSEEN:
            return await self._stop(row._replace(unseen=unseen), HIDDEN)
        if await self._organises(row.guild_id, row.person) is False:
            await self._report(row, CupNotice.SERIES_NO_MAKER)
            return await self._stop(row._replace(unseen=0), NO_MAKER)
        if unseen:
            await self._report(row, CupNotice.SERIES_UNSEEN)
        return await self._make(row._replace(unseen=unseen), template)

    async def _wait(self, row: WeeklyCupRow) -> None:
        """Make no cup while its game is not installed; the log of the organisers tells it once."""
        noted = json.loads(await self._store.get_value(SUSPENDED) or "{}")
        named = f"{row.guild_id} {row.template}"
        if noted.get(named) != row.starts_at:
            await self._store.move_weekly_cup(row, row.starts_at, self._act(row, NO_GAME))
            await self._store.put_value(SUSPENDED, json.dumps({**noted, named: row.starts_at}))

    async def _make(self, row: WeeklyCupRow, template: CupRules) -> None:
        now = self._now()
        made = await self._store.cup_of_week(row.guild_id, row.template, row.starts_at)
        missed = UNSEEN if row.unseen else None
        if made is None and row.starts_at > now:
            try:
                made = await self._create(row, template)
            except _NotMade as why:
                log.warning("guild %s: a weekly cup was not made: %s", row.guild_id, why)
                missed = str(why)
        starts = time_of(row).next_after(max(row.starts_at, now))
        due = starts - (template.opens_before or USUAL_SIGN_UP)
        after = row._replace(starts_at=starts, due_at=due, cup_id=made or row.cup_id)
        await self._store.move_weekly_cup(after, row.starts_at, self._act(row, missed) if missed else None)

    async def _stop(self, row: WeeklyCupRow, why: str) -> None:
        """Make no more cups until somebody asks for them again."""
        log.warning("guild %s: no more cups are made of a template: %s", row.guild_id, why)
        await self._store.move_weekly_cup(row._replace(due_at=None), row.starts_at, self._act(row, why))

    def _act(self, row: WeeklyCupRow, kind: str) -> ActRow:
        return ActRow(row.guild_id, self._now(), row.person, kind, about=row.template)

    async def _report(self, row: WeeklyCupRow, why: CupNotice) -> None:
        """Note in the record of the last cup what is amiss, so that people are told once."""
        last = None if row.cup_id is None else await self._cups.get(row.cup_id)
        report = ReportSeries(row.template, why)
        if last is not None and report not in (entry.action for entry in last.cup.record):
            await self._cups.submit(last.cup.id, report)

    async def _is_unseen(self, row: WeeklyCupRow) -> bool:
        """Return whether nothing of the last cup was ever shown in its channel, which is gone or refuses the bot."""
        cup_id = row.cup_id
        if cup_id is None or (cup := await self._store.cup_row(cup_id)) is None:
            return False
        messages = await self._store.cup_messages(cup_id)
        shown = any(message.message_id and message.channel_id == cup.channel_id for message in messages)
        return not shown and self._now() >= max(cup.opened_at, self._began) + TRIED

    async def _create(self, row: WeeklyCupRow, template: CupRules) -> int:
        """Create the next cup. Raises _NotMade with the kind of act that says why not."""
        where = Location(row.guild_id, row.channel_id, row.language)
        key, conditions = WeeklyKey(row.template, row.starts_at), self._cups.to_go_on(row.guild_id)
        name = await self._name(row)
        for number in range(1, MOST_NAMES + 1):
            rules = _rules_for_start(template, name if number == 1 else f"{name} ({number})", row.starts_at)
            try:
                made = await self._cups.create(row.person, rules, where, None, key=key, conditions=conditions)
            except Unmet:
                raise _NotMade(TOO_MANY) from None
            except RequestRefused as refused:
                log.info("guild %s: a weekly cup was refused: %s", row.guild_id, refused.why)
                if refused.why.kind != CupRefusal.NAME_TAKEN:
                    break
            else:
                return made.cup.id
        raise _NotMade(IMPOSSIBLE)

    async def _name(self, row: WeeklyCupRow) -> str:
        """Return the name of the next cup, with its day, in the language of the guild."""
        words = (await self._guilds.reader(row.guild_id, row.language)).words
        zone = zone_of(row.zone)
        day = format_skeleton("MMMMd", datetime.fromtimestamp(row.starts_at / 1000, zone), zone, locale=words.language)
        return words("cup.weekly-name", name=row.template, day=day)


def time_of(row: WeeklyCupRow) -> WeeklyTime:
    return WeeklyTime(row.weekday, row.clock, row.zone)


def _rules_for_start(template: CupRules, name: str, starts: int) -> CupRules:
    return template._replace(name=name, sign_up_until=starts, auto_start=True)
