"""Channels: text channels, forums, threads and direct messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from sandbox.world.messages import Channel
from sandbox.world.users import User

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
REQUIRES_TAG = 1 << 4


@dataclass(frozen=True, slots=True)
class Overwrite:
    """Permission bits that a channel allows or denies one role (kind 0) or member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0

    def payload(self) -> dict[str, Any]:
        return {"id": str(self.id), "type": self.kind, "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(eq=False)
class TextChannel(Channel):
    guild_id: int = 0
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    type: ClassVar[int] = TEXT

    def payload(self) -> dict[str, Any]:
        return super().payload() | {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "topic": self.topic,
            "default_auto_archive_duration": 1440,
            "position": self.position,
            "permission_overwrites": [overwrite.payload() for overwrite in self.overwrites.values()],
            "nsfw": False,
        }


@dataclass(eq=False)
class ForumChannel(TextChannel):
    """A channel of posts: threads, each with the id of its first message. `tags`: names by id."""

    tags: dict[int, str] = field(default_factory=dict)
    requires_tag: bool = False
    type: ClassVar[int] = FORUM

    def payload(self) -> dict[str, Any]:
        named = [
            {"id": str(tag), "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}
            for tag, name in self.tags.items()
        ]
        return super().payload() | {
            "available_tags": named,
            "flags": REQUIRES_TAG if self.requires_tag else 0,
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "default_thread_rate_limit_per_user": 0,
        }


@dataclass(eq=False)
class Thread(Channel):
    """A thread of a text channel, or a post of a forum; `members` maps user ids to the time they joined."""

    parent: TextChannel = None  # type: ignore[assignment]
    owner_id: int = 0
    private: bool = False
    created: str = ""
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    archive_stamp: str = ""
    auto_archive_minutes: int = 1440
    slowmode: int = 0
    sent: int = 0
    tags: list[int] = field(default_factory=list)
    members: dict[int, str] = field(default_factory=dict)

    @property
    def type(self) -> int:  # type: ignore[override]
        return PRIVATE_THREAD if self.private else PUBLIC_THREAD

    @property
    def guild_id(self) -> int:
        return self.parent.guild_id

    def payload(self) -> dict[str, Any]:
        metadata = {
            "archived": self.archived,
            "archive_timestamp": self.archive_stamp,
            "auto_archive_duration": self.auto_archive_minutes,
            "locked": self.locked,
            "create_timestamp": self.created,
        }
        return super().payload() | {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner_id),
            "rate_limit_per_user": self.slowmode,
            "message_count": len(self.messages),
            "member_count": min(len(self.members), 50),
            "total_message_sent": self.sent,
            "applied_tags": list(map(str, self.tags)),
            "thread_metadata": metadata | ({"invitable": self.invitable} if self.private else {}),
        }

    def member_payload(self, user_id: int) -> dict[str, Any]:
        return {"id": str(self.id), "user_id": str(user_id), "join_timestamp": self.members[user_id], "flags": 0}


@dataclass(eq=False)
class DirectChannel(Channel):
    """The direct messages of the bot with one person."""

    recipient: User = None  # type: ignore[assignment]
    type: ClassVar[int] = DM

    def payload(self) -> dict[str, Any]:
        return super().payload() | {"recipients": [self.recipient.user_payload()]}
