"""Random faults of every kind, each for a while, until the run ends and all are repaired."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Final

from sandbox import InjectedFault, Message, Person, Sandbox, TextChannel, Thread
from sandbox.world.guilds import Guild
from simulation.buttons import posts_of
from simulation.machine_faults import MachineFaults

MESSAGES: Final = r"^/channels/\d+/messages"
ANSWERS: Final = "callback$"
ROUTES: Final = (MESSAGES, MESSAGES, ANSWERS, "^/webhooks/", "^/users/@me/channels", "/threads")
TAKEN: Final = ("send_messages_in_threads", "send_messages", "attach_files", "view_channel", "create_public_threads")
"""Permissions that are denied in a channel for a while."""
MOST_GONE: Final = 0.03
"""The largest share of people who may delete their accounts."""

Doing = Callable[[], Coroutine[Any, Any, None]]


class FaultInjector:
    """Injects faults and keeps track of their effects. Times are seconds of the accelerated clock.

    `uprooted` is called with the tables whose channel is deleted, and their guild.
    """

    def __init__(
        self, box: Sandbox, machine: MachineFaults, seed: int, uprooted: Callable[[Iterable[int], Guild], None]
    ) -> None:
        self.thrown: Counter[str] = Counter()
        """The number of times that each fault began."""
        self.gone: defaultdict[int, set[str]] = defaultdict(set)
        """By table: posts with a message that somebody deleted."""
        self.homeless: dict[int, float] = {}
        """Tables whose thread or channel was deleted, and when (seconds since 1970)."""
        self._box = box
        self._machine = machine
        self._uprooted = uprooted
        self._chance = random.Random(f"storm {seed}")
        self._lasting: set[asyncio.Task[None]] = set()
        self._troubled: set[int] = set()
        """Guilds that are unavailable to the bot."""

    async def rage(self, seconds: float, every: float, kills: int) -> None:
        """Inject a fault about every `every` seconds, for `seconds`; the bot ends `kills` times in the first third.

        SIGKILL and SIGTERM end it by turns.
        """
        async with asyncio.TaskGroup() as group:
            for number in range(kills):
                end = self._machine.told_to_stop if number % 2 else self._machine.killed
                group.create_task(self._end(end, seconds / 3 * (number + self._chance.random()) / kills))
            try:
                async with asyncio.timeout(seconds):
                    while True:
                        await asyncio.sleep(self._chance.expovariate(1 / every))
                        self._throw()
            except TimeoutError:
                pass
        await self._mend()

    def _throw(self) -> None:
        """Begin a random fault."""
        kinds: tuple[tuple[int, Doing], ...] = (
            (4, self._broken),
            (4, self._broken_late),
            (4, self._limited),
            (1, self._limited_for_all),
            (3, self._slow),
            (4, self._lost),
            (4, self._closed),
            (4, self._deleted),
            (3, self._archived),
            (1, self._thread_deleted),
            (2, self._forbidden),
            (1, self._dropped),
            (1, self._reconnected),
            (1, self._invalidated),
            (1, self._unavailable),
            (3, self._repeated),
            (1, self._channel_deleted),
            (1, self._forbidden_everywhere),
            (1, self._removed),
            (3, self._left),
            (1, self._account_deleted),
            (1, self._machine.asleep),
            (2, self._machine.database_busy),
            (int(self._machine.disk.is_own), self._machine.disk_full),
        )
        (chosen,) = self._chance.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])
        task = asyncio.create_task(self._count(chosen)())
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)

    def _count(self, chosen: Doing) -> Doing:
        self.thrown[chosen.__name__.strip("_").replace("_", " ")] += 1
        return chosen

    async def _end(self, how: Doing, after: float) -> None:
        await asyncio.sleep(after)
        await self._count(how)()

    async def _mend(self) -> None:
        """End all lasting faults at once."""
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._lasting, return_exceptions=True)
        self._box.faults.clear()

    async def _last(self, least: float, most: float, over: Callable[[], Any]) -> None:
        """Wait for a while, then call `over`, also if the storm ends before."""
        try:
            await asyncio.sleep(self._chance.uniform(least, most))
        finally:
            over()

    # Connection to Discord

    async def _fault(self, fault: InjectedFault, least: float = 5, most: float = 60) -> None:
        self._box.faults.add(fault)
        await self._last(least, most, lambda: self._box.faults.remove(fault))

    def _times(self) -> int:
        return self._chance.randint(1, 8)

    async def _broken(self) -> None:
        route, status = self._chance.choice(ROUTES), self._chance.choice((500, 502, 503, 504))
        await self._fault(InjectedFault.server_error(route, status=status, times=self._times()))

    async def _broken_late(self) -> None:
        """A request is done, but its response is an error."""
        route, status = self._chance.choice(ROUTES), self._chance.choice((500, 502, 504))
        await self._fault(InjectedFault.server_error(route, status=status, times=self._times(), late=True))

    async def _limited(self) -> None:
        """Responses are 429, sometimes not from Discord itself."""
        route, wait = self._chance.choice(ROUTES), self._chance.uniform(0.5, 5)
        via, times = self._chance.random() < 0.8, self._chance.choice((1, 3, 10, 30))
        await self._fault(InjectedFault.rate_limited(route, retry_after=wait, via=via, times=times))

    async def _limited_for_all(self) -> None:
        wait = self._chance.uniform(0.5, 3)
        await self._fault(InjectedFault.rate_limited(retry_after=wait, is_global=True, times=self._times()))

    async def _slow(self) -> None:
        late = self._chance.uniform(0.5, 6)
        await self._fault(InjectedFault.slow(late, self._chance.choice(ROUTES), times=self._times()))

    async def _lost(self) -> None:
        await self._fault(InjectedFault.lost_interaction(times=self._times()))

    async def _repeated(self) -> None:
        """The gateway sends an interaction twice."""
        await self._fault(InjectedFault.repeated_interaction(times=self._times()))

    # People and moderators

    async def _closed(self) -> None:
        """Somebody closes their direct messages for a while."""
        person = self._chance.choice(self._box.people)
        person.close_dms()
        await self._last(60, 900, person.open_dms)

    async def _left(self) -> None:
        """Somebody leaves a guild, and comes back."""
        person, guild = self._wanderer(), self._guild()
        if person.id in guild.members:
            person.leave(guild)
            await self._last(60, 900, lambda: self._come_back(person, guild))

    @staticmethod
    def _come_back(person: Person, guild: Guild) -> None:
        if not person.deleted:
            person.join(guild)

    async def _account_deleted(self) -> None:
        person = self._wanderer()
        gone = sum(one.deleted for one in self._box.people)
        if gone < MOST_GONE * len(self._box.people):
            person.delete_account()

    def _wanderer(self) -> Person:
        """A random person who manages no guild."""
        return self._chance.choice([one for one in self._box.people[len(self._box.world.guilds) :] if not one.deleted])

    async def _deleted(self) -> None:
        """A moderator deletes a message of the bot."""
        channel = self._somewhere(alone=False)
        ours = [one for one in channel.messages.values() if self._is_post(one)] if channel else []
        if ours:
            message = self._chance.choice(ours)
            for table, key in posts_of(message):
                self.gone[table].add(key)
            self._box.delete_message(message)

    def _is_post(self, message: Message) -> bool:
        return not message.ephemeral and bool(posts_of(message))

    async def _archived(self) -> None:
        """A thread is archived, or locked until somebody opens it again."""
        thread = self._somewhere()
        if isinstance(thread, Thread):
            locked = self._chance.random() < 0.4
            self._box.archive(thread, locked=locked)
            await self._last(30, 300, lambda: self._open(thread))

    def _open(self, thread: Thread) -> None:
        thread.locked = thread.archived = False
        if thread.id in self._box.world.channels:
            self._box.world.changed_channel(thread)

    async def _thread_deleted(self) -> None:
        thread = self._somewhere()
        if isinstance(thread, Thread):
            self._make_homeless(thread)
            self._box.delete_channel(thread)

    async def _channel_deleted(self) -> None:
        """A channel is deleted with all its threads, and a new one is created."""
        channel = self._channel()
        guild = self._box.world.guilds[channel.guild_id]
        threads = [thread for thread in guild.threads.values() if thread.parent is channel]
        tables = set[int]().union(self._make_homeless(channel), *map(self._make_homeless, threads))
        self._box.delete_channel(channel)
        self._box.world.add_channel(guild, channel.name)
        self._uprooted(tables, guild)

    def _make_homeless(self, place: TextChannel | Thread) -> set[int]:
        tables = {table for one in place.messages.values() for table, _ in posts_of(one)}
        self.homeless |= dict.fromkeys(tables, time.time())
        return tables

    def _somewhere(self, *, alone: bool = True) -> TextChannel | Thread | None:
        """A random thread, or, if not `alone`, sometimes a channel."""
        threads = list(self._box.world.threads())
        if not threads or (not alone and self._chance.random() < 0.3):
            return self._channel()
        return self._chance.choice(threads)

    def _channel(self) -> TextChannel:
        return self._chance.choice(list(self._guild().channels.values()))

    def _guild(self) -> Guild:
        return self._chance.choice(list(self._box.world.guilds.values()))

    async def _forbidden(self) -> None:
        """A permission is denied in a channel for a while."""
        await self._take([self._channel()], self._chance.choice(TAKEN))

    async def _forbidden_everywhere(self) -> None:
        """A permission is denied in a whole guild for a while."""
        await self._take(list(self._guild().channels.values()), self._chance.choice(TAKEN))

    async def _take(self, channels: Sequence[TextChannel], permission: str) -> None:
        self._permit(channels, permission, False)
        await self._last(30, 300, lambda: self._permit(channels, permission, None))

    def _permit(self, channels: Sequence[TextChannel], permission: str, wish: bool | None) -> None:
        for channel in channels:
            if channel.id in self._box.world.channels:
                self._box.permit(channel, **{permission: wish})

    # The gateway

    async def _dropped(self) -> None:
        await self._box.drop_gateway()

    async def _reconnected(self) -> None:
        self._box.reconnect_gateway()

    async def _invalidated(self) -> None:
        self._box.invalidate_sessions(resumable=self._chance.random() < 0.5)

    async def _unavailable(self) -> None:
        """A guild is unavailable for a while."""
        world, guild = self._box.world, self._guild()
        await self._without(
            guild, 240, partial(world.set_unavailable, guild, True), partial(world.set_unavailable, guild, False)
        )

    async def _removed(self) -> None:
        """A guild removes the bot, and invites it again."""
        world, guild = self._box.world, self._guild()
        await self._without(guild, 600, partial(world.remove_bot, guild), partial(world.invite_bot, guild))

    async def _without(self, guild: Guild, most: float, begin: Callable[[], None], over: Callable[[], None]) -> None:
        """Call `begin`, and `over` at most `most` seconds later; nothing if the guild is already unavailable."""
        if guild.id not in self._troubled:
            self._troubled.add(guild.id)
            begin()
            try:
                await self._last(30, most, over)
            finally:
                self._troubled.discard(guild.id)
