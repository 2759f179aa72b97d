"""A small Discord in memory: channels of messages, nonces, and a fault at a chosen step."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from discord.ui import LayoutView

from bot.discord_api import custom_ids
from bot.discord_api.delivery import Picture
from bot.discord_api.errors import DmsClosed, Forbidden, MessageGone, NoPrivateThread
from bot.discord_api.interactions import InteractionToken
from bot.discord_api.permissions import GuildMember

EVERY_STEP = pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
"""For tests of dying at any step: by default each of their cases takes one step of three, `first` before others."""


class Crash(asyncio.CancelledError):
    """The process dies here: nothing continues, and no error is handled."""


@dataclass
class DeathAtStep:
    """The end of the process at one step of the fake: `left` calls from now."""

    left: int

    def __call__(self, _: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise Crash

    @property
    def has_come(self) -> bool:
        return self.left <= 0


@dataclass
class FakePost:
    id: int
    channel: int
    components: list[dict[str, object]]
    nonce: str
    edits: int = 0
    mention: int | None = None
    picture: Picture | None = None

    @property
    def shows_its_picture(self) -> bool:
        """True if the message's components show its attached file, and no other."""
        named = re.findall(r"attachment://([^'\"]+)", repr(self.components))
        return named == ([] if self.picture is None else [self.picture.name])

    @property
    def post(self) -> str:
        """The post named by the message's buttons."""
        return next((found[1] for one in _ids(self.components) if (found := custom_ids.post_of(one))), "")


@dataclass
class FakeDiscord:
    """The part of Discord that the publisher needs. `before` and `after` are called at every step with its name."""

    messages: dict[int, FakePost] = field(default_factory=dict)
    deleted_by_token: list[InteractionToken] = field(default_factory=list)
    """The tokens whose responses were deleted."""
    closed: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    """People who are in no guild of ours any more."""
    no_files: set[int] = field(default_factory=set)
    threads: set[int] = field(default_factory=set)
    """The threads that everybody sees."""
    hides: bool = False
    """True if private threads can be opened."""
    own_threads: dict[tuple[int, str], int] = field(default_factory=dict)
    """Channel and name -> the thread that is on no message."""
    members: dict[int, set[int]] = field(default_factory=dict)
    roles: dict[int, set[int]] = field(default_factory=dict)
    """The people who have each role."""
    high_roles: set[int] = field(default_factory=set)
    """Roles that the bot may not give."""
    powers: set[int] = field(default_factory=set)
    """The roles that may moderate or manage something."""
    powerless: set[int] = field(default_factory=set)
    """The people who may give nobody a role."""
    plain: set[int] = field(default_factory=set)
    """People who may not manage the server; the others may."""
    log: list[str] = field(default_factory=list)
    before: Callable[[str], None] = lambda _: None
    after: Callable[[str], None] = lambda _: None
    remembers_nonces: bool = True
    _ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1000))

    async def send(
        self,
        channel_id: int,
        view: LayoutView,
        nonce: str,
        mention: int | None = None,
        picture: Picture | None = None,
        role: int | None = None,
        title: str | None = None,
    ) -> int:
        self._begin(f"send {channel_id}")
        self._check_files(channel_id, picture)
        if channel_id in self.closed:
            raise DmsClosed("50007")
        known = [one for one in self.messages.values() if self.remembers_nonces and one.nonce == nonce]
        message = (
            known[0]
            if known
            else FakePost(next(self._ids), channel_id, _payload(view), nonce, mention=mention, picture=picture)
        )
        self.messages[message.id] = message
        self._end(f"send {channel_id}")
        return message.id

    async def edit(self, channel_id: int, message_id: int, view: LayoutView, picture: Picture | None = None) -> None:
        self._begin(f"edit {message_id}")
        self._check_files(channel_id, picture)
        if message_id not in self.messages:
            raise MessageGone("10008")
        self.messages[message_id].components = _payload(view)
        self.messages[message_id].picture = picture
        self.messages[message_id].edits += 1
        self._end(f"edit {message_id}")

    async def edit_text(self, channel_id: int, message_id: int, view: LayoutView) -> None:
        await self.edit(channel_id, message_id, view, self.messages[message_id].picture)

    def note_token(self, message_id: int, token: InteractionToken) -> None:
        """Do nothing: edits by a token are like others here."""

    def has_token(self, message_id: int) -> bool:
        return False

    async def edit_by_token(self, token: InteractionToken, follow_up: int | None = None, **shown: object) -> None:
        raise AssertionError("there are no private messages here")

    async def send_by_token(self, token: InteractionToken, view: LayoutView) -> int:
        raise AssertionError("there are no private messages here")

    async def delete_by_token(self, token: InteractionToken, follow_up: int | None = None) -> None:
        self.deleted_by_token.append(token)

    async def delete(self, channel_id: int, message_id: int) -> None:
        self._begin(f"delete {message_id}")
        self.messages.pop(message_id, None)
        self._end(f"delete {message_id}")

    async def find(self, channel_id: int, table: int, post: str) -> int | None:
        self._begin(f"find {post}")
        found = [one.id for one in self.messages.values() if one.channel == channel_id and one.post == post]
        return max(found, default=None)

    def is_forum(self, channel_id: int) -> bool:
        return False

    def is_public(self, thread_id: int) -> bool:
        return thread_id in self.threads

    async def open_own_thread(
        self, guild_id: int, channel_id: int, name: str, since: int, *, private: bool
    ) -> int | None:
        self._begin(f"own thread {name}")
        if private and not self.hides:
            raise NoPrivateThread("there are no private threads here")
        thread = self.own_threads.setdefault((channel_id, name), next(self._ids))
        if not private:
            self.threads.add(thread)
        self._end(f"own thread {name}")
        return thread

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int | None:
        self._begin(f"thread {message_id}")
        if message_id not in self.messages:
            raise MessageGone("10008")
        self.threads.add(message_id)
        self._end(f"thread {message_id}")
        return message_id

    async def add_to_thread(self, thread_id: int, person: int) -> None:
        self._begin(f"add {person}")
        self.members.setdefault(thread_id, set()).add(person)
        self._end(f"add {person}")

    async def is_member(self, guild_id: int, person: int) -> bool:
        self._begin(f"member {person}")
        return person not in self.left

    async def member(self, guild_id: int, person: int) -> GuildMember | None:
        self._begin(f"member {person}")
        return None if person in self.left else GuildMember(person not in self.plain, frozenset(), 0)

    def has_powers(self, guild_id: int, role: int) -> bool:
        return role in self.powers

    async def may_give(self, guild_id: int, person: int, role: int) -> bool:
        self._begin(f"may give {person}")
        return person not in self.powerless

    async def give_role(self, guild_id: int, person: int, role: int) -> None:
        self._begin(f"give {person}")
        if role in self.high_roles:
            raise Forbidden("50013")
        self.roles.setdefault(role, set()).add(person)
        self._end(f"give {person}")

    async def take_role(self, guild_id: int, person: int, role: int) -> None:
        self._begin(f"take {person}")
        self.roles.setdefault(role, set()).discard(person)
        self._end(f"take {person}")

    async def dm(self, person: int) -> int:
        self._begin(f"dm {person}")
        return person

    def posts(self, channel: int | None = None) -> list[str]:
        """The posts of a channel (by default of all), in the order of their messages."""
        return [one.post for one in self.messages.values() if channel is None or one.channel == channel]

    def _check_files(self, channel_id: int, picture: Picture | None) -> None:
        if picture is not None and channel_id in self.no_files:
            raise Forbidden("50013")

    def _begin(self, what: str) -> None:
        self.log.append(what)
        self.before(what)

    def _end(self, what: str) -> None:
        self.after(what)


def _payload(view: LayoutView) -> list[dict[str, object]]:
    payload: list[dict[str, object]] = view.to_components()  # type: ignore[no-untyped-call]
    return payload


def _ids(components: object) -> list[str]:
    found: list[str] = []
    if isinstance(components, dict):
        if "custom_id" in components:
            found.append(str(components["custom_id"]))
        for value in components.values():
            found += _ids(value)
    elif isinstance(components, list):
        for value in components:
            found += _ids(value)
    return found
