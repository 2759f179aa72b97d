"""A guild: its roles, members and channels, and everybody's permissions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from sandbox.world import permissions
from sandbox.world.channels import TextChannel, Thread
from sandbox.world.events import ScheduledEvent
from sandbox.world.messages import Channel
from sandbox.world.users import User

PLAIN_GUILD: Final[dict[str, Any]] = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}
"""Fields of Discord's guild object for a guild without any settings."""


@dataclass(eq=False)
class GuildRole:
    """A role; `bits` are its permissions in the whole guild. `mentionable`: by everybody."""

    id: int
    name: str
    bits: int
    position: int = 0
    bot_id: int | None = None
    mentionable: bool = False

    def payload(self) -> dict[str, Any]:
        role = {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.bits),
            "position": self.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": self.bot_id is not None,
            "mentionable": self.mentionable,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }
        return role | {"tags": {"bot_id": str(self.bot_id)}} if self.bot_id else role


@dataclass(eq=False)
class Member:
    user: User
    joined: str
    role_ids: list[int] = field(default_factory=list)
    nick: str | None = None
    """The name in this guild, if it is another."""

    def payload(self) -> dict[str, Any]:
        return self.partial() | {"user": self.user.user_payload()}

    def partial(self) -> dict[str, Any]:
        """The member object without its user, as message events carry it."""
        return {
            "avatar": None,
            "banner": None,
            "communication_disabled_until": None,
            "flags": 0,
            "joined_at": self.joined,
            "nick": self.nick,
            "pending": False,
            "premium_since": None,
            "roles": [str(role_id) for role_id in self.role_ids],
            "mute": False,
            "deaf": False,
        }


@dataclass(eq=False)
class Guild:
    """A guild. The role with the guild's own id is @everyone."""

    id: int
    name: str
    owner_id: int
    created: str
    roles: dict[int, GuildRole] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, TextChannel] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)
    events: dict[int, ScheduledEvent] = field(default_factory=dict)
    locale: str = "en-US"
    unavailable: bool = False
    offered: dict[str, set[int]] = field(default_factory=dict)
    """By command, the people to whom its settings offer it, whatever permission it asks for by default."""

    def base_permissions(self, user_id: int) -> int:
        """The permission bits of a member, without channel overwrites."""
        member = self.members.get(user_id)
        if member is None:
            return 0
        if user_id == self.owner_id:
            return permissions.ALL
        together = self.roles[self.id].bits
        for role_id in member.role_ids:
            together |= self.roles[role_id].bits
        return permissions.ALL if permissions.has(together, "administrator") else together

    def permissions_in(self, channel: Channel, user_id: int) -> int:
        """The permission bits of a member in a channel or thread, in Discord's order: everyone, roles, member."""
        bits, member = self.base_permissions(user_id), self.members.get(user_id)
        ground = channel.parent if isinstance(channel, Thread) else channel
        assert isinstance(ground, TextChannel)
        if member is None or permissions.has(bits, "administrator") or not ground.overwrites:
            return bits
        for targets in ([self.id], member.role_ids, [user_id]):
            overwrites = [ground.overwrites[target] for target in targets if target in ground.overwrites]
            for overwrite in overwrites:
                bits &= ~overwrite.deny
            for overwrite in overwrites:
                bits |= overwrite.allow
        return bits

    def sees(self, channel: Channel, user_id: int) -> bool:
        """Return whether a member sees a channel. Only their members and moderators see private threads."""
        granted = self.permissions_in(channel, user_id)
        if not permissions.has(granted, "view_channel"):
            return False
        if isinstance(channel, Thread) and channel.private and user_id not in channel.members:
            return permissions.has(granted, "manage_threads")
        return True

    def payload(self) -> dict[str, Any]:
        return PLAIN_GUILD | {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "roles": [role.payload() for role in self.roles.values()],
            "preferred_locale": self.locale,
        }

    def gateway_payload(self, bot_id: int) -> dict[str, Any]:
        """The guild as in GUILD_CREATE for a bot without the members intent."""
        return self.payload() | {
            "joined_at": self.members[bot_id].joined,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [self.members[bot_id].payload()],
            "channels": [channel.payload() for channel in self.channels.values()],
            "threads": [thread.payload() for thread in self.threads.values() if not thread.archived],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [event.payload() for event in self.events.values()],
            "soundboard_sounds": [],
        }
