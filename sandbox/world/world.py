"""The state of the sandbox: guilds, channels, people, messages, commands."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from sandbox.world import errors, permissions, sessions
from sandbox.world.changes import Changes
from sandbox.world.channels import DirectChannel, ForumChannel, Overwrite, TextChannel, Thread
from sandbox.world.clock import SandboxClock, Snowflakes, stamp
from sandbox.world.faults import Faults
from sandbox.world.files import Upload
from sandbox.world.guilds import Guild, GuildRole, Member
from sandbox.world.interactions import Interaction
from sandbox.world.messages import Channel, Message
from sandbox.world.observer import Observer
from sandbox.world.sessions import GatewaySessions, IdentifyLimit
from sandbox.world.users import BotAccount, PersonAccount, User

BOT_PERMISSIONS = (*permissions.EVERYONE, "manage_messages", "manage_threads")
LONG_AGO = 30 * 86_400
"""The seconds since the first members of a guild joined."""
IN_DIRECT_MESSAGES = permissions.bits(*permissions.EVERYONE)
AnyText = TypeVar("AnyText", bound=TextChannel)


@dataclass(frozen=True, kw_only=True)
class SandboxSettings:
    """The settings for the bot; `Sandbox` explains each."""

    bot: str
    any_token: bool
    privileged: bool
    shards: int
    answer_within: float
    nonce_window: float
    session_starts: int
    identify_spacing: float


class World:
    def __init__(self, settings: SandboxSettings) -> None:
        self.settings = settings
        self.http_url = "http://127.0.0.1"
        self.gateway_url = "ws://127.0.0.1/gateway"
        self.old_edits: int | None = None  # how many more edits of messages older than an hour are accepted
        self.clock = SandboxClock()
        self.ids = Snowflakes(self.clock)
        self.users: dict[int, User] = {}
        self.people: dict[int, PersonAccount] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.direct_channels: dict[int, DirectChannel] = {}  # by person
        self.messages: dict[int, Message] = {}
        self.nonces: dict[tuple[int, str], int] = {}  # author and nonce -> message, in any channel
        self.faults = Faults()
        self.files: dict[int, Upload] = {}  # by attachment id
        self.commands: dict[int | None, dict[int, dict[str, Any]]] = {None: {}}  # by guild (None: global) and id
        self.emojis: dict[int, dict[str, Any]] = {}
        self.emoji_pictures: dict[int, Upload] = {}
        self.interactions: dict[int, Interaction] = {}
        self.interactions_by_token: dict[str, Interaction] = {}
        self.sessions = GatewaySessions()
        self.identify_limit = IdentifyLimit(self.clock, settings.session_starts, settings.identify_spacing)
        self.observer = Observer()
        self.bot = BotAccount(self.ids.next(), settings.bot)
        self.users[self.bot.id] = self.bot
        self.changes = Changes()

    # Lookups

    @property
    def token(self) -> str:
        """The bot's token, in the form of Discord's tokens."""
        return f"{base64.b64encode(str(self.bot.id).encode()).decode().rstrip('=')}.sandbx.{'s' * 27}"

    def is_token(self, token: str) -> bool:
        """Return whether a token is accepted: the bot's own, or, with `any_token`, one of the right form."""
        parts = token.split(".")
        if token == self.token or not self.settings.any_token or len(parts) != 3 or len(parts[2]) < 20:
            return token == self.token
        try:
            return base64.b64decode(parts[0] + "=" * (-len(parts[0]) % 4), validate=True).isdigit()
        except binascii.Error:
            return False

    def channel(self, channel_id: int) -> Channel:
        channel = self.channels.get(channel_id)
        if channel is None:
            raise errors.unknown_channel()
        return channel

    def guild(self, guild_id: int) -> Guild:
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise errors.unknown_guild()
        return guild

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild of a channel; None for direct messages."""
        return self.guilds.get(channel.guild_id or 0)

    def message(self, channel: Channel, message_id: int) -> Message:
        """A message that the bot may find: an ephemeral one is known only by its interaction token."""
        message = channel.messages.get(message_id)
        if message is None or message.ephemeral:
            raise errors.unknown_message()
        return message

    def threads(self) -> list[Thread]:
        return [channel for channel in self.channels.values() if isinstance(channel, Thread)]

    # Changes

    def add_person(self, person: PersonAccount) -> None:
        person.number = len(self.people)
        self.people[person.id] = self.users[person.id] = person

    def add_guild(self, name: str, people: Iterable[User], channels: Iterable[str]) -> Guild:
        members: list[User] = [self.bot, *people]
        guild = Guild(self.ids.next(), name, members[1].id if len(members) > 1 else self.bot.id, self.clock.stamp())
        guild.roles[guild.id] = GuildRole(guild.id, "@everyone", permissions.bits(*permissions.EVERYONE))
        joined = stamp(self.clock.now() - LONG_AGO)
        for user in members:
            guild.members[user.id] = Member(user, joined)
        self._give_bot_role(guild)
        self.guilds[guild.id] = guild
        for channel in channels:
            self.add_channel(guild, channel)
        self._dispatch(guild, "GUILD_CREATE", guild.gateway_payload(self.bot.id))
        self.observer.show_guild(guild)
        return guild

    def _give_bot_role(self, guild: Guild) -> None:
        role = self.add_role(guild, self.bot.name, *BOT_PERMISSIONS, bot_id=self.bot.id)
        guild.members[self.bot.id].role_ids.append(role.id)

    def add_member(self, guild: Guild, person: PersonAccount) -> None:
        if person.id not in guild.members:
            member = guild.members[person.id] = Member(person, self.clock.stamp())
            payload = member.payload() | {"guild_id": str(guild.id)}
            self.sessions.dispatch("GUILD_MEMBER_ADD", payload, guild.id, sessions.MEMBERS)
            self.observer.show_guild(guild)
            self.changed()

    def remove_member(self, guild: Guild, person: PersonAccount) -> None:
        guild.members.pop(person.id, None)
        for thread in guild.threads.values():
            thread.members.pop(person.id, None)
        gone = {"guild_id": str(guild.id), "user": person.user_payload()}
        self.sessions.dispatch("GUILD_MEMBER_REMOVE", gone, guild.id, sessions.MEMBERS)
        self.observer.show_guild(guild, person.id)
        self.changed()

    def add_role(self, guild: Guild, name: str, *allowed: str, bot_id: int | None = None) -> GuildRole:
        role = GuildRole(self.ids.next(), name, permissions.bits(*allowed), len(guild.roles), bot_id)
        guild.roles[role.id] = role
        self._dispatch(guild, "GUILD_ROLE_CREATE", {"guild_id": str(guild.id), "role": role.payload()})
        return role

    def change_role(self, guild: Guild, role: GuildRole) -> None:
        self._dispatch(guild, "GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role.payload()})

    def add_channel(self, guild: Guild, name: str) -> TextChannel:
        return self._added(guild, TextChannel(self.ids.next(), name, guild_id=guild.id, position=len(guild.channels)))

    def add_forum(self, guild: Guild, name: str, tags: Iterable[str], *, requires_tag: bool) -> ForumChannel:
        forum = ForumChannel(self.ids.next(), name, guild_id=guild.id, position=len(guild.channels))
        forum.tags, forum.requires_tag = {self.ids.next(): tag for tag in tags}, requires_tag
        return self._added(guild, forum)

    def _added(self, guild: Guild, channel: AnyText) -> AnyText:
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self._dispatch(guild, "CHANNEL_CREATE", channel.payload())
        self.observer.show_channel(channel)
        return channel

    def remove(self, channel: TextChannel | Thread) -> None:
        """Delete a thread, or a channel with its threads."""
        guild, gone = self.guilds[channel.guild_id], channel.payload()
        if isinstance(channel, Thread):
            del guild.threads[channel.id]
            event, gone = "THREAD_DELETE", {key: gone[key] for key in ("id", "guild_id", "parent_id", "type")}
        else:
            for thread in [thread for thread in guild.threads.values() if thread.parent is channel]:
                self.remove(thread)
            del guild.channels[channel.id]
            event = "CHANNEL_DELETE"
        del self.channels[channel.id]
        for message in channel.messages.values():
            message.deleted = True
            self.messages.pop(message.id, None)
        self.observer.hide_channel(channel)
        self._dispatch(guild, event, gone)
        self.changed()

    def changed_channel(self, channel: Channel) -> None:
        if guild := self.guild_of(channel):
            event = "THREAD_UPDATE" if isinstance(channel, Thread) else "CHANNEL_UPDATE"
            self._dispatch(guild, event, channel.payload())
        self.observer.show_channel(channel)
        self.changed()

    def overwrite(self, channel: Channel, target_id: int, **changes: bool | None) -> None:
        """Allow (True), deny (False) or reset (None) permissions of a role or user in a channel, or a thread's."""
        ground = channel.parent if isinstance(channel, Thread) else channel
        assert isinstance(ground, TextChannel)
        kind = 0 if target_id in self.guilds[ground.guild_id].roles else 1
        old = ground.overwrites.get(target_id, Overwrite(target_id, kind))
        touched = permissions.bits(*changes)
        allow = old.allow & ~touched | permissions.bits(*(name for name, change in changes.items() if change))
        deny = old.deny & ~touched | permissions.bits(*(name for name, change in changes.items() if change is False))
        ground.overwrites[target_id] = Overwrite(target_id, kind, allow, deny)
        self.changed_channel(ground)

    def direct_channel(self, person: User) -> DirectChannel:
        """The bot's direct channel with a person, opened if necessary."""
        channel = self.direct_channels.get(person.id)
        if channel is None:
            channel = DirectChannel(self.ids.next(), person.name, recipient=person)
            self.channels[channel.id] = self.direct_channels[person.id] = channel
            self.observer.show_channel(channel)
        return channel

    def remove_bot(self, guild: Guild) -> None:
        """Take the bot out of a guild, because it left or was removed."""
        guild.members.pop(self.bot.id, None)
        for thread in guild.threads.values():
            thread.members.pop(self.bot.id, None)
        for role in [role for role in guild.roles.values() if role.bot_id == self.bot.id]:
            del guild.roles[role.id]
        self._dispatch(guild, "GUILD_DELETE", {"id": str(guild.id)})
        self.changed()

    def invite_bot(self, guild: Guild) -> None:
        if self.bot.id not in guild.members:
            guild.members[self.bot.id] = Member(self.bot, self.clock.stamp())
            self._give_bot_role(guild)
            payload = guild.gateway_payload(self.bot.id)
            del payload["unavailable"]  # this field means the end of an outage
            self._dispatch(guild, "GUILD_CREATE", payload)
            self.changed()

    def set_unavailable(self, guild: Guild, unavailable: bool) -> None:
        guild.unavailable = unavailable
        if unavailable:
            self._dispatch(guild, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
        else:
            self._dispatch(guild, "GUILD_CREATE", guild.gateway_payload(self.bot.id))

    # Permissions

    def permissions(self, channel: Channel, user_id: int) -> int:
        """The permission bits of a user in any channel; in direct messages the fixed ones there."""
        guild = self.guild_of(channel)
        return guild.permissions_in(channel, user_id) if guild else IN_DIRECT_MESSAGES

    def sees(self, channel: Channel, user_id: int) -> bool:
        if isinstance(channel, DirectChannel):
            return user_id in (self.bot.id, channel.recipient.id)
        guild = self.guild_of(channel)
        return guild is not None and guild.sees(channel, user_id)

    def seen_messages(self, channel: Channel, user_id: int) -> list[Message]:
        """The messages that a user sees in a channel, their ephemeral ones included, oldest first."""
        if not self.sees(channel, user_id):
            return []
        return [message for message in channel.messages.values() if message.person_id in (None, user_id)]

    # Events and waiting

    def _dispatch(self, guild: Guild, event: str, data: dict[str, Any]) -> None:
        self.sessions.dispatch(event, data, guild.id, sessions.GUILDS)

    def bot_came_or_went(self) -> None:
        self.observer.show_bot()
        self.changed()

    def changed(self) -> None:
        """Wake everybody who waits for a condition."""
        self.changes.notify()
