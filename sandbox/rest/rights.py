"""Checks of the bot's permissions, in the places where Discord checks them."""

from __future__ import annotations

from typing import Any

from sandbox.world import errors, messages, permissions
from sandbox.world.channels import DirectChannel, ForumChannel, Thread
from sandbox.world.messages import Channel, Message
from sandbox.world.world import World


def must_see(world: World, channel: Channel) -> None:
    """Raises 50001 if the bot does not see the channel."""
    if not world.sees(channel, world.bot.id):
        raise errors.missing_access()


def must(world: World, channel: Channel, *names: str) -> None:
    """Raises 50013 if the bot lacks one of the permissions."""
    granted = world.permissions(channel, world.bot.id)
    if not all(permissions.has(granted, name) for name in names):
        raise errors.missing_permissions()


def may(world: World, channel: Channel, name: str) -> bool:
    return permissions.has(world.permissions(channel, world.bot.id), name)


def must_send(world: World, channel: Channel, body: dict[str, Any], *, with_files: bool) -> None:
    """Raises if the bot cannot send this into the channel: permissions, closed DMs, a locked thread."""
    if isinstance(channel, DirectChannel):
        _must_reach(world, channel)
        return
    if isinstance(channel, ForumChannel):
        raise errors.wrong_channel_type()
    must(world, channel, "send_messages_in_threads" if isinstance(channel, Thread) else "send_messages")
    if isinstance(channel, Thread) and channel.locked and not may(world, channel, "manage_threads"):
        raise errors.thread_archived() if channel.archived else errors.thread_locked()
    if body.get("embeds"):
        must(world, channel, "embed_links")
    if with_files:
        must(world, channel, "attach_files")
    if body.get("message_reference"):
        must(world, channel, "read_message_history")


def must_change(world: World, message: Message, *, with_files: bool) -> None:
    """Raises if the bot cannot edit a message: another's, a system message, an archived thread, a file not allowed."""
    if isinstance(message.channel, Thread) and message.channel.archived:
        raise errors.thread_archived()
    if message.author_id != world.bot.id:
        raise errors.not_the_author()
    if message.is_system:
        raise errors.system_message()
    if message.flags & messages.LOADING:
        raise errors.unknown_message()
    if with_files and not isinstance(message.channel, DirectChannel):
        must(world, message.channel, "attach_files")


def _must_reach(world: World, channel: DirectChannel) -> None:
    person = world.people[channel.recipient.id]
    shared = any(person.id in guild.members and world.bot.id in guild.members for guild in world.guilds.values())
    if not shared:
        raise errors.no_mutual_guilds()
    if not person.dms_open:
        raise errors.cannot_dm()
