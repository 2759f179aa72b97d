"""What the bot must be allowed in a channel, what it would like, and the link that asks for it."""

from __future__ import annotations

import discord

NEEDED = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
WISHED = discord.Permissions(
    # without the threads a table stays in its channel; without files there are no pictures, and a record comes as text
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
)
ASKED = NEEDED | WISHED
NAMES = {  # as Discord's own settings call them
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}


def lacking(has: discord.Permissions, wanted: discord.Permissions = NEEDED) -> list[str]:
    """The keys (`view_channel`) of those of `wanted` that are not in `has`."""
    if has.administrator:
        return []
    return [name for name in NAMES if getattr(wanted, name) and not getattr(has, name)]


def missing(has: discord.Permissions, wanted: discord.Permissions = NEEDED) -> list[str]:
    """The same by their names, as Discord's settings call them."""
    return [NAMES[name] for name in lacking(has, wanted)]


def needed_for_table(has: discord.Permissions, *, in_thread: bool) -> discord.Permissions:
    """What a table needs in a channel (or in a thread) where the bot `has` these permissions.

    Where it may open threads it would, so it must be allowed to write in them.
    """
    wanted = discord.Permissions(NEEDED.value)
    wanted.send_messages = not in_thread
    wanted.send_messages_in_threads = in_thread or has.create_public_threads
    return wanted


def invite_link(application_id: int) -> str:
    """The address where somebody who manages a server lets the bot in, with the permissions it asks for."""
    return discord.utils.oauth_url(application_id, permissions=ASKED, scopes=("bot", "applications.commands"))
