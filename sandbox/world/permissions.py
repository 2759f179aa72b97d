"""Discord's permission bits and the combination of roles and overwrites."""

from __future__ import annotations

from typing import Final

BITS: Final[dict[str, int]] = {
    name: 1 << place
    for place, name in {
        0: "create_instant_invite",
        1: "kick_members",
        2: "ban_members",
        3: "administrator",
        4: "manage_channels",
        5: "manage_guild",
        6: "add_reactions",
        7: "view_audit_log",
        10: "view_channel",
        11: "send_messages",
        13: "manage_messages",
        14: "embed_links",
        15: "attach_files",
        16: "read_message_history",
        17: "mention_everyone",
        18: "use_external_emojis",
        26: "change_nickname",
        28: "manage_roles",
        29: "manage_webhooks",
        31: "use_application_commands",
        34: "manage_threads",
        35: "create_public_threads",
        36: "create_private_threads",
        37: "use_external_stickers",
        38: "send_messages_in_threads",
        44: "create_events",
        46: "use_soundboard",
        49: "send_polls",
        50: "use_external_apps",
    }.items()
}
ALL: Final = sum(BITS.values())

EVERYONE: Final = (
    "create_instant_invite",
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_external_emojis",
    "change_nickname",
    "use_application_commands",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
    "send_polls",
)


def bits(*names: str) -> int:
    """The bits of permissions with discord.py's names; KeyError for an unknown one."""
    return sum(BITS[name] for name in set(names))


def has(permissions: int, name: str) -> bool:
    return bool(permissions & BITS[name])
