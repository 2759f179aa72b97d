"""The services of cups and leagues: what their cogs and background tasks use, built upon the bot's services."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.cups.clocks import CupClock, LeagueClock, WeeklyCupClock
from bot.cups.cup_lifecycle import CupLifecycle, note_losses
from bot.cups.cup_service import CupService
from bot.cups.drafts import CupDrafts, CupTemplates
from bot.cups.leagues.league_lifecycle import LeagueLifecycle
from bot.cups.leagues.league_service import LeagueService
from bot.cups.match_tables import MatchTables
from bot.cups.messages.round_sheet import title_of
from bot.cups.publishing.competition_context import CupContexts, LeagueContexts
from bot.cups.publishing.cup_publisher import CupPublisher
from bot.cups.publishing.league_publisher import LeaguePublisher
from bot.cups.publishing.scheduled_events import CupEvents, LeagueEvents
from bot.cups.suspended_cups import suspend_and_resume
from bot.cups.weekly_cups import WeeklyCups
from bot.discord_api.event_client import EventClient
from bot.messages.kit.scene import MatchHead
from bot.publishing.organising_rights import OrganisingRights
from bot.publishing.table_context import CupOfTable, CupPause
from bot.runtime.background_tasks import Supervisor
from bot.services import Services
from bot.tables.actions import CupMatch

SWEEP_SECONDS: Final = 30.0


class CupServices:
    """The services that run cups and leagues. `events`: the client for scheduled events; None: there are none."""

    def __init__(self, bot: Services, events: EventClient | None = None) -> None:
        store, now, guilds, people = bot.store, bot.now, bot.guilds, bot.people
        self._store = store
        self._now = now
        self.cups = CupService(store, now, bot.limits.cup_conditions)
        self.leagues = LeagueService(store, now)
        self.drafts = CupDrafts(store)
        self.templates = CupTemplates(store)
        organises = OrganisingRights(store, people, guilds, bot.delivery).has
        self.weekly_cups = WeeklyCups(store, self.templates, self.cups, guilds, organises, now)
        match_tables = MatchTables(bot.tables, bot.publisher.wait_until_shown)
        self.cup_lifecycle = CupLifecycle(store, self.cups, match_tables, bot.ratings, now)
        self.league_lifecycle = LeagueLifecycle(store, self.leagues, self.cups, guilds, now)
        self.cup_clock = CupClock(store, self.cup_lifecycle, now, bot.heartbeat)
        self.league_clock = LeagueClock(store, self.league_lifecycle, now, bot.heartbeat)
        self.weekly_clock = WeeklyCupClock(store, self.weekly_cups, now, bot.heartbeat)
        self.cup_contexts = CupContexts(bot.tables, people, bot.table_contexts)
        self.league_contexts = LeagueContexts(self.cups, people)
        self.cup_publisher = CupPublisher(
            store,
            self.cups,
            self.cup_contexts,
            bot.rendering,
            bot.outages,
            CupEvents(store, self.cups, guilds, events, now),
            bot.publisher,
        )
        self.league_publisher = LeaguePublisher(
            store,
            self.leagues,
            self.league_contexts,
            bot.rendering,
            bot.outages,
            LeagueEvents(store, guilds, events, now),
            self.cup_publisher,
        )
        self.publishers = self.cup_publisher, self.league_publisher
        self._connect(bot)

    def _connect(self, bot: Services) -> None:
        """Let the services hear of each other, and the bot's tables know of their cups."""
        self.cups.listen(self.cup_clock.follow)
        self.cups.listen(self.cup_publisher.follow)
        self.cups.listen(self.league_clock.follow_cup)
        self.leagues.listen(self.league_clock.follow)
        self.leagues.listen(self.league_publisher.follow)
        bot.table_contexts.find_cup = self._find_cup
        bot.tables.listen(self.cup_clock.follow_table)
        bot.bans.listen(self.cup_clock.sweep)
        bot.erasure.listen(self.cup_clock.sweep)
        for reachable in (
            self.cup_clock.sweep,
            self.cup_publisher.wake,
            self.league_clock.sweep,
            self.weekly_clock.wake,
            self.league_publisher.wake,
        ):
            bot.outages.listen(reachable)

    async def _find_cup(self, match: CupMatch) -> CupOfTable | None:
        loaded = await self.cups.get(match.cup)
        at = None if loaded is None else loaded.cup.round_of(match.match)
        if loaded is None or at is None:
            return None
        cup = loaded.cup
        pause = CupPause(cup.paused_by, cup.pause_reason) if cup.paused else None
        return CupOfTable(MatchHead(cup.id, cup.rules.name, title_of(cup, at)), pause)

    async def begin(self, supervisor: Supervisor) -> None:
        """Note what a restore has lost and what waits for its game, then run the clocks and the publishers."""
        await note_losses(self._store, self.cups)
        suspended = await suspend_and_resume(self._store, self._now())
        self.cup_clock.suspended = suspended.cups
        self.cup_publisher.look_at({*suspended.cups, *suspended.told_cups})
        self.league_publisher.look_at({*suspended.leagues, *suspended.told_leagues})
        self.cup_clock.sweep()
        supervisor.start("cups", self.cup_clock.look)
        self.league_clock.sweep()
        supervisor.start("leagues", self.league_clock.look)
        supervisor.start("weekly cups", self.weekly_clock.look)
        supervisor.start("cup-sweep", self.cup_publisher.sweep, every=SWEEP_SECONDS)
        supervisor.start("league-sweep", self.league_publisher.sweep, every=SWEEP_SECONDS)

    def last_steps(self, grace: float) -> list[Callable[[], Awaitable[None]]]:
        """The steps of a stop, after the supervisor's; deliveries may wait `grace` seconds."""
        return [self.cup_clock.stop, *(partial(publisher.stop, grace) for publisher in self.publishers)]
