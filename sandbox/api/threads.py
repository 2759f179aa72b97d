"""Threads: start, archive, reopen and join them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandbox.api import posting
from sandbox.world import errors, messages, permissions, sessions
from sandbox.world.channels import ForumChannel, TextChannel, Thread
from sandbox.world.clock import born, parsed
from sandbox.world.messages import Message
from sandbox.world.users import User
from sandbox.world.world import World

THREAD_CREATED = 18
SUPPORTED = frozenset({"name", "auto_archive_duration", "archived", "locked", "rate_limit_per_user", "invitable"})
FOR_MODERATORS = frozenset({"locked", "rate_limit_per_user", "invitable"})


def start(
    world: World,
    channel: TextChannel,
    body: Mapping[str, Any],
    *,
    message: Message | None = None,
    private: bool = False,
) -> Thread:
    """Start a thread; one started from a message has the message's id."""
    thread = _started(world, channel, world.bot, body, message.id if message else world.ids.next(), private=private)
    if message:
        message.payload["flags"] |= messages.HAS_THREAD
        message.payload["thread"] = thread.payload()
        world.observer.show_message(message, "edited")
    elif not private:
        place = {"type": 0, "channel_id": str(thread.id), "guild_id": str(channel.guild_id)}
        extra = {"type": THREAD_CREATED, "message_reference": place}
        posting.post(world, channel, world.bot, {"content": thread.name}, extra=extra)
    world.changed()
    return thread


def start_post(
    world: World,
    forum: ForumChannel,
    author: User,
    body: Mapping[str, Any],
    uploads: posting.Uploads | None = None,
    *,
    tags: Iterable[int] = (),
) -> tuple[Thread, Message]:
    """Start a post of a forum: a thread with the id of its first message (`body["message"]`), which is in it."""
    thread = _started(world, forum, author, body, world.ids.next(), tags=tags)
    first = posting.post(world, thread, author, body["message"], uploads, extra={"id": str(thread.id)})
    return thread, first


def _started(
    world: World,
    channel: TextChannel,
    owner: User,
    body: Mapping[str, Any],
    thread_id: int,
    *,
    private: bool = False,
    tags: Iterable[int] = (),
) -> Thread:
    now = world.clock.stamp()
    thread = Thread(
        thread_id,
        body["name"],
        parent=channel,
        owner_id=owner.id,
        private=private,
        created=now,
        archive_stamp=now,
        auto_archive_minutes=body.get("auto_archive_duration") or 1440,
        invitable=body.get("invitable") is not False,
        slowmode=body.get("rate_limit_per_user") or 0,
        tags=list(tags),
        members={owner.id: now},
    )
    world.guilds[channel.guild_id].threads[thread.id] = world.channels[thread.id] = thread
    payload = thread.payload() | {"newly_created": True}
    if owner is world.bot:
        payload["member"] = thread.member_payload(owner.id)
    world.sessions.dispatch("THREAD_CREATE", payload, channel.guild_id, sessions.GUILDS)
    world.observer.show_channel(thread)
    return thread


def edit(world: World, thread: Thread, body: Mapping[str, Any]) -> None:
    """Change a thread within the bot's rights. The request must open an archived one (50083)."""
    if thread.archived and body.get("archived") is not False:
        raise errors.thread_archived()
    unsupported = body.keys() - SUPPORTED
    if unsupported:
        raise errors.Unsupported(f"PATCH of a thread's {', '.join(sorted(unsupported))}")
    moderates = permissions.has(world.permissions(thread, world.bot.id), "manage_threads")
    for_moderators = thread.owner_id != world.bot.id or thread.locked or FOR_MODERATORS & body.keys()
    if for_moderators and not moderates:
        raise errors.missing_permissions()
    thread.name = body.get("name", thread.name)
    thread.auto_archive_minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)
    thread.slowmode = body.get("rate_limit_per_user", thread.slowmode)
    thread.invitable = body.get("invitable", thread.invitable)
    set_archived(world, thread, body.get("archived", thread.archived), locked=body.get("locked", thread.locked))


def set_archived(world: World, thread: Thread, archived: bool, *, locked: bool) -> None:
    """Archive or reopen a thread, and lock or unlock it, as its owner, a moderator or inactivity does."""
    thread.locked = locked
    if archived != thread.archived:
        thread.archived = archived
        thread.archive_stamp = world.clock.stamp()
    world.changed_channel(thread)


def advance(world: World, seconds: float) -> None:
    """Push the clock forward: messages and tokens grow old, idle threads are archived. Timers are not moved."""
    world.clock.advance(seconds)
    for thread in world.threads():
        last = max(born(int(thread.last_message_id or 0)), born(thread.id), parsed(thread.archive_stamp))
        if not thread.archived and world.clock.now() - last > thread.auto_archive_minutes * 60:
            set_archived(world, thread, True, locked=False)


def enter(world: World, thread: Thread, user: User) -> None:
    """Apply the effects of sending into a thread: it opens an archived one and makes the sender a member."""
    if thread.archived:
        set_archived(world, thread, False, locked=thread.locked)
    add(world, thread, user)


def add(world: World, thread: Thread, user: User) -> None:
    if user.id not in thread.members:
        thread.members[user.id] = world.clock.stamp()
        _dispatch_members(world, thread, user, {"added_members": [thread.member_payload(user.id)]})
        world.observer.show_channel(thread)


def remove(world: World, thread: Thread, user: User) -> None:
    if thread.members.pop(user.id, None) is not None:
        _dispatch_members(world, thread, user, {"removed_member_ids": [str(user.id)]})


def add_mentioned(world: World, message: Message) -> None:
    """Add the users that a message in a thread mentions, if they see the channel."""
    thread = message.channel
    if isinstance(thread, Thread):
        for user in message.payload["mentions"]:
            if world.sees(thread.parent, int(user["id"])):
                add(world, thread, world.users[int(user["id"])])


def _dispatch_members(world: World, thread: Thread, user: User, change: dict[str, Any]) -> None:
    """Send THREAD_MEMBERS_UPDATE. Without the members intent a bot learns of itself only."""
    payload = {"id": str(thread.id), "guild_id": str(thread.guild_id), "member_count": min(len(thread.members), 50)}
    intent = sessions.GUILDS if user is world.bot else sessions.MEMBERS
    world.sessions.dispatch("THREAD_MEMBERS_UPDATE", payload | change, thread.guild_id, intent)
