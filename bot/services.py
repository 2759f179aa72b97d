"""The services of the bot: what cogs and background tasks use, built in one place."""

from __future__ import annotations

from collections.abc import Callable

from bot.availability.heartbeat import Heartbeat
from bot.availability.outages import Outages
from bot.discord_api.circuit_breaker import CircuitBreaker
from bot.discord_api.delivery import Delivery
from bot.discord_api.interactions import InFlight
from bot.discord_api.invalid_requests import InvalidRequestGuard
from bot.lessons.progress import LearningProgress
from bot.members.guilds import Guilds
from bot.members.people import PeopleService
from bot.messages.kit.picture_cache import PictureCache, PictureJob
from bot.messages.kit.rendering import picture_of
from bot.messages.kit.scene import Scene
from bot.messages.replay.replays import Replays
from bot.operations.erasure import ErasureService
from bot.publishing.announcements import Announcements
from bot.publishing.daily_posts import DailyPosts
from bot.publishing.hints import Hints
from bot.publishing.idempotent_sender import IdempotentSender
from bot.publishing.late_pictures import LatePictures
from bot.publishing.member_left import MemberLeft
from bot.publishing.message_state import MessageStates
from bot.publishing.outbox import Outbox
from bot.publishing.own_ends import OwnEnds
from bot.publishing.private_hands import PrivateHands
from bot.publishing.public_messages import PublicMessages
from bot.publishing.reminder_clock import ReminderClock
from bot.publishing.rendering_context import RenderingContext, RoleMentions
from bot.publishing.seat_messages import SeatMessages
from bot.publishing.table_context import TableContexts
from bot.publishing.table_publisher import TablePublisher
from bot.publishing.welcomes import Welcomes
from bot.ratings.service import RatingService
from bot.runtime.settings import Settings
from bot.runtime.steady_clock import Clock
from bot.store import Store
from bot.tables import TableService
from bot.tables.attendance import SubstitutionService
from bot.tables.deadline_clock import DeadlineClock
from bot.tables.deadlines import Delays
from bot.tables.guild_bans import GuildBans
from bot.tables.opening import TableOpening
from bot.tables.seating_conditions import PersonalBlocks
from bot.tables.usage_limits import UsageLimits
from bot.texts.commands import CommandIds
from bot.texts.reader import Emojis, Reader


class Services:
    """The services of one process, built on a store, a client for Discord and a clock (ms since the epoch)."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        client: Delivery,
        request_guard: InvalidRequestGuard,
        now: Clock,
        render: Callable[[Scene, Reader], PictureJob | None] = picture_of,
    ) -> None:
        self.settings = settings
        self.store = store
        self.now = now
        self.people = PeopleService(store)
        self.guilds = Guilds(store)
        delays = Delays(
            computer=int(settings.computer_delay * 1000),
            between_hands=int(settings.hand_pause * 1000),
            lobby=int(settings.lobby_hours * 3_600_000),
            last_card=int(settings.last_card_delay * 1000),
        )
        self.tables = TableService(store, delays, now)
        self.limits = UsageLimits(settings, store, now)
        self.table_contexts = TableContexts(store, self.people)
        self.replays = Replays(self.tables.record)
        self.ratings = RatingService(store)
        self.bans = GuildBans(store, self.tables)
        self.personal_blocks = PersonalBlocks(store)
        self.opening = TableOpening(store, self.tables, self.guilds, self.limits)
        self.outages = Outages(store, self.tables, now)
        self.heartbeat = Heartbeat(self.outages, now)
        self.deadline_clock = DeadlineClock(store, self.tables, now, self.heartbeat)
        self.picture_cache = PictureCache(render)
        self.late_pictures = LatePictures(self.picture_cache)
        self.delivery = CircuitBreaker(client, request_guard, now)
        self.learning = LearningProgress(store)
        self.hints = Hints(store)
        self.own_ends = OwnEnds(store, self.ratings, self.people)
        self.daily = DailyPosts(store, self.guilds, self.delivery, self.picture_cache, now)
        self.welcomes = Welcomes(store, self.guilds, self.delivery, self.picture_cache, now)
        self.in_flight = InFlight()
        self._build_publisher(int(settings.notice_after * 1000))
        self.erasure = ErasureService(settings.database_file, store, self.people, self.tables, self.publisher, now)
        self.substitutes = SubstitutionService(self.tables, self.erasure.may_have_seen, now)

    def _build_publisher(self, notice_after: int) -> None:
        """Build what shows the tables, and connect it to what changes them."""
        message_states = MessageStates(self.store)
        member_left = MemberLeft(self.store, self.tables, self.people, self.delivery, self.now)
        self.rendering = rendering = RenderingContext(
            tables=self.tables,
            people=self.people,
            guilds=self.guilds,
            table_contexts=self.table_contexts,
            hints=self.hints,
            own_ends=self.own_ends,
            picture_cache=self.picture_cache,
            delivery=self.delivery,
            message_states=message_states,
            outbox=Outbox(self.store, self.tables, message_states),
            sender=IdempotentSender(message_states, self.delivery, self.picture_cache, self.now),
            member_left=member_left,
            role_mentions=RoleMentions(self.store, self.guilds, self.now),
            now=self.now,
        )
        public = PublicMessages(rendering)
        private = PrivateHands(rendering, self.late_pictures)
        seats = SeatMessages(rendering, public, private, notice_after)
        self.publisher = TablePublisher(self.store, rendering, public, private, seats, self.outages, notice_after)
        self.announcements = Announcements(self.store, rendering, self.publisher)
        self.reminders = ReminderClock(self.store, rendering, public, self.publisher.call, self.heartbeat)
        for follow in (self.publisher.follow, self.deadline_clock.follow, self.reminders.follow):
            self.tables.listen(follow)
        for reachable in (self.reminders.look_again, self.deadline_clock.wake, self.publisher.wake):
            self.outages.listen(reachable)

    def show_emojis(self, emojis: Emojis) -> None:
        """Use these emojis in everything rendered from now on."""
        self.people.emojis = self.guilds.emojis = emojis

    def mention_commands(self, commands: CommandIds) -> None:
        """Mention these commands in everything rendered from now on."""
        self.people.commands = self.guilds.commands = commands
