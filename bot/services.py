"""The services of the bot: what cogs and background tasks use, built in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.availability.heartbeat import Heartbeat
from bot.availability.outages import Outages
from bot.discord_api.in_flight import InFlight
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.operations.erasure import ErasureService
from bot.presentation.lessons.progress import LearningProgress
from bot.presentation.picture_cache import PictureCache, PictureJob
from bot.presentation.pictures import picture_of
from bot.presentation.replays import Replays
from bot.presentation.scenes import Scene
from bot.publishing.daily import DailyPosts
from bot.publishing.delivery.circuit_breaker import CircuitBreaker
from bot.publishing.delivery.client import Delivery
from bot.publishing.delivery.invalid_request_guard import InvalidRequestGuard
from bot.publishing.late_pictures import LatePictures
from bot.publishing.member_left import MemberLeft
from bot.publishing.message_state import MessageStates
from bot.publishing.messenger import Messenger
from bot.publishing.outbox import Outbox
from bot.publishing.public import PublicMessages
from bot.publishing.publisher import Publisher
from bot.publishing.reminders.reminders import Reminders
from bot.publishing.rendering_context import RenderingContext
from bot.publishing.seats import SeatMessages
from bot.publishing.table_context import TableContexts
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import Clock
from bot.store import Store
from bot.tables import TableService
from bot.tables.clock import DeadlineClock
from bot.tables.deadlines import Paces
from bot.tables.limits import UsageLimits
from bot.tables.opening import TableOpening
from bot.tables.substitutes import Substitutes
from bot.texts.reader import Emojis, Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services of one process; `now` gives ms since the epoch."""

    settings: Settings
    store: Store
    now: Clock
    people: PeopleService
    guilds: Guilds
    tables: TableService
    table_contexts: TableContexts
    replays: Replays
    limits: UsageLimits
    opening: TableOpening
    substitutes: Substitutes
    outages: Outages
    heartbeat: Heartbeat
    deadline_clock: DeadlineClock
    delivery: CircuitBreaker
    publisher: Publisher
    reminders: Reminders
    daily: DailyPosts
    learning: LearningProgress
    picture_cache: PictureCache
    late_pictures: LatePictures
    erasure: ErasureService
    in_flight: InFlight

    def show_emojis(self, emojis: Emojis) -> None:
        """Use these emojis in everything rendered from now on."""
        self.people.emojis = self.guilds.emojis = emojis


def build_services(
    settings: Settings,
    store: Store,
    client: Delivery,
    request_guard: InvalidRequestGuard,
    now: Clock,
    render: Callable[[Scene, Reader], PictureJob | None] = picture_of,
) -> Services:
    """Build all services on a store, a client for Discord and a clock, and connect them."""
    people = PeopleService(store)
    guilds = Guilds(store)
    paces = Paces(
        computer=int(settings.computer_delay * 1000),
        between_hands=int(settings.hand_pause * 1000),
        lobby=int(settings.lobby_hours * 3_600_000),
    )
    tables = TableService(store, paces, now)
    table_contexts = TableContexts(store, people)
    limits = UsageLimits(settings, store, now)
    outages = Outages(store, tables, now)
    heartbeat = Heartbeat(outages, now)
    deadline_clock = DeadlineClock(store, tables, now, heartbeat)
    picture_cache = PictureCache(render)
    delivery = CircuitBreaker(client, request_guard, now)
    message_states = MessageStates(store)
    member_left = MemberLeft(store, tables, people, delivery, now)
    rendering = RenderingContext(
        tables=tables,
        people=people,
        guilds=guilds,
        table_contexts=table_contexts,
        picture_cache=picture_cache,
        delivery=delivery,
        message_states=message_states,
        outbox=Outbox(store, tables, message_states),
        messenger=Messenger(message_states, delivery, now),
        member_left=member_left,
        now=now,
    )
    public, notice_after = PublicMessages(rendering), int(settings.notice_after * 1000)
    seats = SeatMessages(rendering, public, notice_after)
    publisher = Publisher(store, rendering, public, seats, outages, notice_after)
    erasure = ErasureService(settings.database, store, people, tables, publisher, now)
    reminders = Reminders(store, rendering, public, heartbeat)
    for changed in (member_left.changed, publisher.changed, deadline_clock.changed, reminders.changed):
        tables.listen(changed)
    for reachable in (reminders.times_moved, deadline_clock.wake, publisher.wake):
        outages.listen(reachable)
    return Services(
        settings=settings,
        store=store,
        now=now,
        people=people,
        guilds=guilds,
        tables=tables,
        table_contexts=table_contexts,
        replays=Replays(tables.record),
        limits=limits,
        opening=TableOpening(store, tables, guilds, limits),
        substitutes=Substitutes(tables, erasure.may_have_seen, now),
        outages=outages,
        heartbeat=heartbeat,
        deadline_clock=deadline_clock,
        delivery=delivery,
        publisher=publisher,
        reminders=reminders,
        daily=DailyPosts(store, guilds, delivery, picture_cache, now),
        learning=LearningProgress(store),
        picture_cache=picture_cache,
        late_pictures=LatePictures(picture_cache),
        erasure=erasure,
        in_flight=InFlight(),
    )
