"""Threads: start, archive, reopen and join them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.api import posting
from sandbox.world import errors, messages, permissions, sessions
from sandbox.world.channels import TextChannel, Thread
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
    now = world.clock.stamp()
    thread = Thread(
        message.id if message else world.ids.next(),
        body["name"],
        parent=channel,
        owner_id=world.bot.id,
        private=private,
        created=now,
        archive_stamp=now,
        auto_archive_minutes=body.get("auto_archive_duration") or 1440,
        invitable=body.get("invitable") is not False,
        slowmode=body.get("rate_limit_per_user") or 0,
        members={world.bot.id: now},
    )
    world.guilds[channel.guild_id].threads[thread.id] = world.channels[thread.id] = thread
    told = thread.payload() | {"newly_created": True, "member": thread.member_payload(world.bot.id)}
    world.sessions.dispatch("THREAD_CREATE", told, channel.guild_id, sessions.GUILDS)
    world.observer.show_channel(thread)
    _announce(world, channel, thread, message)
    return thread


def _announce(world: World, channel: TextChannel, thread: Thread, message: Message | None) -> None:
    if message:
        message.payload["flags"] |= messages.HAS_THREAD
        message.payload["thread"] = thread.payload()
        world.observer.show_message(message, "edited")
    elif not thread.private:
        place = {"type": 0, "channel_id": str(thread.id), "guild_id": str(channel.guild_id)}
        extra = {"message_reference": place}
        posting.post(world, channel, world.bot, {"content": thread.name}, extra=extra, kind=THREAD_CREATED)
    world.changed()


def edit(world: World, thread: Thread, body: Mapping[str, Any]) -> None:
    """Change a thread within the bot's rights. The request must open an archived one (50083)."""
    if thread.archived and body.get("archived") is not False:
        raise errors.thread_archived()
    unsupported = body.keys() - SUPPORTED
    if unsupported:
        raise errors.Unsupported(f"PATCH of a thread's {', '.join(sorted(unsupported))}")
    _must_may(world, thread, body)
    if thread.locked and not _moderates(world, thread):
        raise errors.missing_permissions()
    thread.name = body.get("name", thread.name)
    thread.auto_archive_minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)
    thread.slowmode = body.get("rate_limit_per_user", thread.slowmode)
    thread.locked = body.get("locked", thread.locked)
    thread.invitable = body.get("invitable", thread.invitable)
    _set_archived(world, thread, body.get("archived", thread.archived))
    world.changed_channel(thread)


def _must_may(world: World, thread: Thread, body: Mapping[str, Any]) -> None:
    owns = thread.owner_id == world.bot.id
    if _moderates(world, thread):
        return
    if not owns or FOR_MODERATORS & body.keys():
        raise errors.missing_permissions()


def _moderates(world: World, thread: Thread) -> bool:
    return permissions.has(world.permissions(thread, world.bot.id), "manage_threads")


def _set_archived(world: World, thread: Thread, archived: bool) -> None:
    if archived != thread.archived:
        thread.archived = archived
        thread.archive_stamp = world.clock.stamp()


def archive(world: World, thread: Thread, *, locked: bool = False) -> None:
    """Archive a thread as inactivity or a moderator does."""
    thread.locked = locked
    _set_archived(world, thread, True)
    world.changed_channel(thread)


def reopen(world: World, thread: Thread) -> None:
    """Unlock a thread and open it again, as a moderator does."""
    thread.locked = False
    _set_archived(world, thread, False)
    world.changed_channel(thread)


def advance(world: World, seconds: float) -> None:
    """Push the clock forward: messages and tokens grow old, idle threads are archived. Timers are not moved."""
    world.clock.advance(seconds)
    for thread in list(world.threads()):
        last = max(born(int(thread.last_message_id or 0)), born(thread.id), parsed(thread.archive_stamp))
        if not thread.archived and world.clock.now() - last > thread.auto_archive_minutes * 60:
            archive(world, thread)


def enter(world: World, thread: Thread, user: User) -> None:
    """Apply the effects of sending into a thread: it opens an archived one and makes the sender a member."""
    if thread.archived:
        _set_archived(world, thread, False)
        world.changed_channel(thread)
    add(world, thread, user)


def add(world: World, thread: Thread, user: User) -> None:
    if user.id in thread.members:
        return
    thread.members[user.id] = world.clock.stamp()
    _tell_members(world, thread, added=[user.id])
    world.observer.show_channel(thread)


def remove(world: World, thread: Thread, user: User) -> None:
    if thread.members.pop(user.id, None) is not None:
        _tell_members(world, thread, removed=[user.id])


def add_mentioned(world: World, message: Message) -> None:
    """Add the users that a message in a thread mentions, if they see the channel."""
    thread = message.channel
    if isinstance(thread, Thread):
        for user in message.payload["mentions"]:
            if world.sees(thread.parent, int(user["id"])):
                add(world, thread, world.users[int(user["id"])])


def _tell_members(
    world: World, thread: Thread, *, added: list[int] | None = None, removed: list[int] | None = None
) -> None:
    """Send THREAD_MEMBERS_UPDATE. Without the members intent it names only the bot."""
    concerns_bot = world.bot.id in (added or []) + (removed or [])
    told: dict[str, Any] = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": min(len(thread.members), 50),
    }
    if added:
        told["added_members"] = [thread.member_payload(user_id) for user_id in added]
    if removed:
        told["removed_member_ids"] = [str(user_id) for user_id in removed]
    world.sessions.dispatch(
        "THREAD_MEMBERS_UPDATE", told, thread.guild_id, sessions.GUILDS if concerns_bot else sessions.MEMBERS
    )
