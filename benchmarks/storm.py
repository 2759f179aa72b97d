"""A storm: faults of every kind thrown in at random, each for a while, until it is over and all is mended."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from typing import Any, Final

from sandbox import Fault, Sandbox
from sandbox.channels import TextChannel, Thread
from sandbox.guilds import Guild
from sandbox.messages import Message
from tests.kill.company import posts_of
from tests.kill.processes import BotProcess

MESSAGES: Final = r"^/channels/\d+/messages"
ANSWERS: Final = "callback$"
ROUTES: Final = (MESSAGES, MESSAGES, ANSWERS, "^/webhooks/", "^/users/@me/channels", "/threads")
TAKEN: Final = ("send_messages_in_threads", "send_messages", "attach_files", "view_channel", "create_public_threads")
"""Permissions that are taken away in a channel and given back."""


class Storm:
    """What goes wrong, and what has. Times are seconds of the hastened clock."""

    def __init__(self, box: Sandbox, bot: BotProcess, seed: int) -> None:
        self.thrown: Counter[str] = Counter()
        """How often each fault was thrown."""
        self.gone: defaultdict[int, set[str]] = defaultdict(set)
        """By table: posts of which somebody deleted a message."""
        self.homeless: dict[int, float] = {}
        """Tables whose thread was deleted, and when (seconds since 1970)."""
        self._box = box
        self._bot = bot
        self._chance = random.Random(f"storm {seed}")
        self._lasting: set[asyncio.Task[None]] = set()
        self._killing = asyncio.Lock()

    async def rage(self, seconds: float, every: float, kills: int) -> None:
        """For so long, about `every` so many seconds a fault; the bot is killed `kills` times, in the first half."""
        async with asyncio.TaskGroup() as group:
            for number in range(kills):
                group.create_task(self._kill(seconds * 0.5 * (number + self._chance.random()) / kills))
            try:
                async with asyncio.timeout(seconds):
                    while True:
                        await asyncio.sleep(self._chance.expovariate(1 / every))
                        self._throw()
            except TimeoutError:
                pass
        await self._mend()

    def _throw(self) -> None:
        """Begin one of the faults."""
        kinds: tuple[tuple[int, Callable[[], Coroutine[Any, Any, None]]], ...] = (
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
        )
        (chosen,) = self._chance.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])
        self.thrown[chosen.__name__.strip("_").replace("_", " ")] += 1
        task = asyncio.create_task(chosen())
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)

    async def _mend(self) -> None:
        """Let what lasts come to its end at once."""
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._lasting, return_exceptions=True)
        self._box.faults.clear()

    async def _last(self, least: float, most: float, over: Callable[[], Any]) -> None:
        """For a while; what ends it is done also when the storm is over before."""
        try:
            await asyncio.sleep(self._chance.uniform(least, most))
        finally:
            over()

    # The way to Discord

    async def _fault(self, fault: Fault, least: float = 5, most: float = 60) -> None:
        self._box.faults.add(fault)
        await self._last(least, most, lambda: self._box.faults.remove(fault))

    def _times(self) -> int:
        return self._chance.randint(1, 8)

    async def _broken(self) -> None:
        route, status = self._chance.choice(ROUTES), self._chance.choice((500, 502, 503, 504))
        await self._fault(Fault.server_error(route, status=status, times=self._times()))

    async def _broken_late(self) -> None:
        """The work is done, and the answer spoilt."""
        route, status = self._chance.choice(ROUTES), self._chance.choice((500, 502, 504))
        await self._fault(Fault.server_error(route, status=status, times=self._times(), late=True))

    async def _limited(self) -> None:
        """429, now and then from another than Discord, now and then for a minute."""
        route, wait = self._chance.choice(ROUTES), self._chance.uniform(0.5, 5)
        via, times = self._chance.random() < 0.8, self._chance.choice((1, 3, 10, 30))
        await self._fault(Fault.rate_limited(route, retry_after=wait, via=via, times=times))

    async def _limited_for_all(self) -> None:
        wait = self._chance.uniform(0.5, 3)
        await self._fault(Fault.rate_limited(retry_after=wait, is_global=True, times=self._times()))

    async def _slow(self) -> None:
        late = self._chance.uniform(0.5, 6)
        await self._fault(Fault.slow(late, self._chance.choice(ROUTES), times=self._times()))

    async def _lost(self) -> None:
        await self._fault(Fault.lost_interaction(times=self._times()))

    # People and moderators

    async def _closed(self) -> None:
        """Somebody takes no direct messages for a while."""
        person = self._chance.choice(self._box.people)
        person.close_dms()
        await self._last(60, 900, person.open_dms)

    async def _deleted(self) -> None:
        """A moderator deletes a message of the bot's."""
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
            tables = {table for one in thread.messages.values() for table, _ in posts_of(one)}
            self.homeless |= dict.fromkeys(tables, time.time())
            self._box.delete_channel(thread)

    def _somewhere(self, *, alone: bool = True) -> TextChannel | Thread | None:
        """A thread, or, not `alone`, now and then a channel."""
        threads = list(self._box.world.threads())
        if not threads or (not alone and self._chance.random() < 0.3):
            return self._channel()
        return self._chance.choice(threads)

    def _channel(self) -> TextChannel:
        return self._chance.choice(list(self._guild().channels.values()))

    def _guild(self) -> Guild:
        return self._chance.choice(list(self._box.world.guilds.values()))

    async def _forbidden(self) -> None:
        """A permission is taken away in a channel, and given back."""
        channel, name = self._channel(), self._chance.choice(TAKEN)
        self._box.permit(channel, **{name: False})
        await self._last(30, 300, lambda: self._box.permit(channel, **{name: None}))

    # The gateway, and the bot itself

    async def _dropped(self) -> None:
        await self._box.drop_gateway()

    async def _reconnected(self) -> None:
        self._box.reconnect_gateway()

    async def _invalidated(self) -> None:
        self._box.invalidate_sessions(resumable=self._chance.random() < 0.5)

    async def _unavailable(self) -> None:
        """A server is unavailable for a while."""
        guild = self._guild()
        if not guild.unavailable:
            self._box.world.set_unavailable(guild, True)
            await self._last(30, 240, lambda: self._box.world.set_unavailable(guild, False))

    async def _kill(self, after: float) -> None:
        """SIGKILL, and another life a moment later."""
        await asyncio.sleep(after)
        async with self._killing:
            self.thrown["killed"] += 1
            await self._bot.kill()
            await asyncio.sleep(self._chance.uniform(1, 60))
            await self._bot.start()
            await self._until_online()

    async def _until_online(self) -> None:
        while not self._box.bot_online:  # noqa: ASYNC110 (of another process)
            await asyncio.sleep(1)
