"""What people's pages are shown: to each only what is theirs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandbox.channels import Channel, DirectChannel

if TYPE_CHECKING:
    from sandbox.interactions import Interaction
    from sandbox.messages import Message
    from sandbox.notifications import Notice
    from sandbox.people import Person
    from sandbox.world import World

SNAPSHOT_MESSAGES = 200  # a channel

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Page:
    """One open page of a person. `texts` are all JSON texts that it has been sent."""

    def __init__(self, person: Person, send: Callable[[str], None] | None = None) -> None:
        self.person = person
        self.texts: list[str] = []
        self._send = send

    def show(self, text: str) -> None:
        self.texts.append(text)
        if self._send:
            self._send(text)


class Pages:
    """All open pages. Nothing is built for people who have none."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: list[Page] = []
        self._closed: list[Page] = []

    def open(self, person: Person, send: Callable[[str], None] | None = None) -> Page:
        page = Page(person, send)
        page.show(_encode(self.snapshot(person)))
        self._open.append(page)
        return page

    def close(self, page: Page) -> None:
        self._open.remove(page)
        self._closed.append(page)

    def traffic(self, person: Person) -> list[str]:
        """Every text that the pages of a person have been sent, those of closed pages first."""
        return [text for page in (*self._closed, *self._open) if page.person is person for text in page.texts]

    def show_message(self, message: Message, kind: str) -> None:
        """A message that is new ("message") or changed ("edited")."""
        self._show(lambda person: self._is_shown(message, person), lambda _: {"type": kind, "message": message.shown()})

    def hide_message(self, message: Message) -> None:
        gone = {"type": "deleted", "channel_id": str(message.channel.id), "message_id": str(message.id)}
        self._show(lambda person: self._is_shown(message, person), lambda _: gone)

    def show_channel(self, channel: Channel) -> None:
        self._show(
            lambda person: self._world.sees(channel, person.id),
            lambda _: {"type": "channel", "channel": self.channel(channel)},
        )

    def hide_channel(self, channel: Channel) -> None:
        self._show(lambda person: True, lambda _: {"type": "channel_deleted", "id": str(channel.id)})

    def show_commands(self) -> None:
        self._show(lambda person: True, lambda person: {"type": "commands", "commands": self._commands(person)})

    def show_bot(self) -> None:
        self._show(lambda person: True, lambda _: {"type": "bot", "online": self._world.gateway.online})

    def show_typing(self, channel: Channel, user_id: int) -> None:
        typing = {"type": "typing", "channel_id": str(channel.id), "user_id": str(user_id)}
        self._show(lambda person: self._world.sees(channel, person.id), lambda _: typing)

    def show_notification(self, person: Person, notice: Notice) -> None:
        told = {
            "type": "notification",
            "message_id": str(notice.message.id),
            "channel_id": str(notice.message.channel.id),
            "kind": notice.kind,
            "text": notice.text,
        }
        self._show(lambda other: other is person, lambda _: told)

    def show_interaction(self, interaction: Interaction) -> None:
        """How an interaction stands, to the one who began it."""
        told = {
            "type": "interaction",
            "interaction_id": str(interaction.id),
            "nonce": interaction.nonce,
            "status": interaction.state,
            "message_id": str(interaction.message.id) if interaction.message else None,
        }
        self._show(lambda person: person is interaction.person, lambda _: told)

    def show_modal(self, interaction: Interaction) -> None:
        told = {"type": "modal", "interaction_id": str(interaction.id), "modal": interaction.modal}
        self._show(lambda person: person is interaction.person, lambda _: told)

    def _show(self, concerns: Callable[[Person], bool], frame: Callable[[Person], dict[str, Any]]) -> None:
        for page in self._open:
            if concerns(page.person):
                page.show(_encode(frame(page.person)))

    def _is_shown(self, message: Message, person: Person) -> bool:
        return message.person_id in (None, person.id) and self._world.sees(message.channel, person.id)

    # The first frame

    def snapshot(self, person: Person) -> dict[str, Any]:
        """All that a page needs to begin with."""
        world = self._world
        guild = next(iter(world.guilds.values()))
        channels = person.channels()
        return {
            "type": "snapshot",
            "me": self.person(person),
            "people": [self.person(other) for other in world.people.values()],
            "bot": {"id": str(world.bot.id), "name": world.bot.name, "online": world.gateway.online},
            "server": {"id": str(guild.id), "name": guild.name},
            "channels": [self.channel(channel) for channel in channels],
            "messages": {
                str(channel.id): [message.shown() for message in person.sees(channel)[-SNAPSHOT_MESSAGES:]]
                for channel in channels
            },
            "commands": self._commands(person),
            "unread": {str(channel.id): self._unread(person, channel) for channel in channels},
        }

    def person(self, person: Person) -> dict[str, Any]:
        return {"id": str(person.id), "name": person.name, "avatar_color": person.avatar_color}

    def channel(self, channel: Channel) -> dict[str, Any]:
        """A channel as the page knows it: Discord's object, for threads with what their metadata says laid open."""
        told = channel.payload()
        metadata = told.get("thread_metadata", {})
        told |= {"archived": metadata.get("archived", False), "locked": metadata.get("locked", False)}
        if isinstance(channel, DirectChannel):
            bot = self._world.bot
            told |= {"name": bot.name, "recipient": {"id": str(bot.id), "name": bot.name}, "parent_id": None}
        return told

    def _commands(self, person: Person) -> list[dict[str, Any]]:
        guilds = self._world.guilds
        return self._world.commands.all(None) + [
            command
            for guild in guilds.values()
            if person.id in guild.members
            for command in self._world.commands.all(guild.id)
        ]

    def _unread(self, person: Person, channel: Channel) -> dict[str, int]:
        since = person.read_to.get(channel.id, 0)
        unread = [message for message in person.sees(channel) if message.id > since and message.author_id != person.id]
        called = {notice.message.id for notice in person.notifications}
        return {"count": len(unread), "mentions": sum(message.id in called for message in unread)}
