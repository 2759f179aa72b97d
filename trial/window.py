"""The view of one person in the stand-in for Discord, kept up to date from that person's socket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]  # Discord's message object
Component = dict[str, Any]  # Discord's component object

TEXT, BUTTON, MENU = 10, 2, (3, 5, 6, 7, 8)
MENTION = re.compile(r"<@!?(\d+)>")


def parts(shown: Message | Component) -> Iterator[Component]:
    """All components of a message at any depth, in reading order."""
    for part in shown.get("components") or []:
        yield part
        yield from parts(part)
        if isinstance(part.get("accessory"), dict):
            yield part["accessory"]


def buttons(shown: Message) -> list[Component]:
    """All buttons of a message, in reading order."""
    return [part for part in parts(shown) if part["type"] == BUTTON]


def button(shown: Message, label: str) -> Component | None:
    """The button of a message with this label."""
    return next((b for b in buttons(shown) if b.get("label") == label), None)


def words(shown: Message) -> str:
    """The text of a message, in reading order, with buttons and menus in brackets."""
    lines, row = [str(shown.get("content") or "")], list[str]()
    for part in parts(shown):
        if part["type"] == BUTTON:
            row.append(f"[{part.get('label') or part.get('custom_id')}]")
        elif part["type"] in MENU:
            row.append(f"[{part.get('placeholder') or 'menu'}]")
        else:
            lines.append(" ".join(row))
            row = []
            lines.append(str(part.get("content") or "") if part["type"] == TEXT else "")
    text = "\n".join(line for line in (*lines, " ".join(row)) if line)
    names = {user["id"]: user.get("global_name") or user["username"] for user in shown.get("mentions") or []}
    return MENTION.sub(lambda found: f"@{names.get(found[1], found[1])}", text)


class PersonView:
    """The channels, commands and messages of one person; `take` applies one frame of the socket."""

    def __init__(self, person: str) -> None:
        self.person = person  # the name
        self.bot_online = False
        self.channels: dict[str, str] = {}  # name by id
        self.changed = asyncio.Event()  # set by every frame; whoever waits clears it
        self._messages: dict[str, Message] = {}
        self._commands: list[dict[str, Any]] = []

    def take(self, frame: dict[str, Any]) -> None:
        """Apply one frame of the socket."""
        match frame:
            case {"type": "snapshot", "channels": channels, "messages": messages, "commands": commands, "bot": bot}:
                self.bot_online = bot["online"]
                self.channels = {c["id"]: str(c.get("name")) for c in channels}
                self._messages = {m["id"]: m for shown in messages.values() for m in shown}
                self._commands = commands
            case {"type": "channel", "channel": channel}:
                self.channels[channel["id"]] = str(channel.get("name"))
            case {"type": "message" | "edited", "message": message}:
                self._messages[message["id"]] = message
            case {"type": "deleted", "message_id": gone}:
                self._messages.pop(gone, None)
            case {"type": "bot", "online": online}:
                self.bot_online = online
            case {"type": "commands", "commands": commands}:
                self._commands = commands
        self.changed.set()

    def channel(self, name: str) -> str:
        """The id of the channel of this name."""
        return next(number for number, called in self.channels.items() if called == name)

    def has_command(self, name: str, sub: str) -> bool:
        """Whether the bot is online and offers `/name sub`."""
        options = [o["name"] for c in self._commands if c["name"] == name for o in c.get("options") or []]
        return self.bot_online and sub in options

    def message(self, message_id: str) -> Message:
        return self._messages[message_id]

    def messages(self) -> list[Message]:
        """All messages that this person sees now, oldest first."""
        return sorted(self._messages.values(), key=lambda m: int(m["id"]))

    def latest_with(self, label: str) -> Message | None:
        """The newest message that has a button with this label."""
        return next((m for m in reversed(self.messages()) if button(m, label)), None)
