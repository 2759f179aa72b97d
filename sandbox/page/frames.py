"""People's web pages: each is sent only what its person may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sandbox.rest.commands import registered
from sandbox.world.channels import DirectChannel, Thread
from sandbox.world.guilds import Guild
from sandbox.world.interactions import Interaction
from sandbox.world.messages import Channel, Message, Notification
from sandbox.world.observer import Observer
from sandbox.world.permissions import has
from sandbox.world.sessions import encode
from sandbox.world.users import PersonAccount
from sandbox.world.world import World

AVATAR_COLORS = ("#5865f2", "#3ba55c", "#faa61a", "#ed4245", "#eb459e", "#00a8fc")

SNAPSHOT_MESSAGES = 200  # per channel
Frame = dict[str, Any]


@dataclass(eq=False)
class PersonPage:
    """One open page of a person. `texts` are all JSON texts sent to it, if it keeps them.

    With `joined_only` it gets no threads that the person has not joined, like Discord's clients."""

    person: PersonAccount
    send: Callable[[str], None] | None
    joined_only: bool
    keeps: bool
    texts: list[str] = field(default_factory=list)

    def show(self, text: str) -> None:
        if self.keeps:
            self.texts.append(text)
        if self.send:
            self.send(text)


class PersonPages(Observer):
    """All open pages. Without open pages no frames are built."""

    def __init__(self, world: World, *, keep_traffic: bool) -> None:
        self._world = world
        self._keep_traffic = keep_traffic
        self._open: list[PersonPage] = []
        self._closed: list[PersonPage] = []

    def open(
        self, person: PersonAccount, send: Callable[[str], None] | None = None, *, joined_only: bool = False
    ) -> PersonPage:
        page = PersonPage(person, send, joined_only, self._keep_traffic)
        page.show(encode(self.snapshot(page)))
        self._open.append(page)
        return page

    def close(self, page: PersonPage) -> None:
        self._open.remove(page)
        if self._keep_traffic:
            self._closed.append(page)

    def traffic(self, person: PersonAccount) -> list[str]:
        """All texts sent to a person's pages, those of closed pages first."""
        return [text for page in (*self._closed, *self._open) if page.person is person for text in page.texts]

    def show_message(self, message: Message, kind: str) -> None:
        if self._open:
            _show(self._readers(message), {"type": kind, "message": message.shown()})

    def hide_message(self, message: Message) -> None:
        gone = {"type": "deleted", "channel_id": str(message.channel.id), "message_id": str(message.id)}
        _show(self._readers(message), gone)

    def show_channel(self, channel: Channel) -> None:
        if self._open:
            _show(self._viewers(channel), {"type": "channel", "channel": self.channel(channel)})

    def hide_channel(self, channel: Channel) -> None:
        _show(self._open, {"type": "channel_deleted", "id": str(channel.id)})

    def show_guild(self, guild: Guild, person_id: int = 0) -> None:
        """Send new snapshots after a change of a guild's members or managers, also to the person who has just left."""
        for page in self._open:
            if page.person.id in guild.members or page.person.id == person_id:
                page.show(encode(self.snapshot(page)))

    def show_commands(self) -> None:
        for page in self._open:
            page.show(encode({"type": "commands", "commands": self._commands(page.person)}))

    def show_bot(self) -> None:
        _show(self._open, {"type": "bot", "online": self._world.sessions.online})

    def show_typing(self, channel: Channel, user_id: int) -> None:
        typing = {"type": "typing", "channel_id": str(channel.id), "user_id": str(user_id)}
        _show(self._viewers(channel), typing)

    def show_notification(self, person: PersonAccount, notification: Notification) -> None:
        frame = {
            "type": "notification",
            "message_id": str(notification.message.id),
            "channel_id": str(notification.message.channel.id),
            "kind": notification.kind,
            "text": notification.text,
        }
        _show(self._of(person.id), frame)

    def show_interaction(self, interaction: Interaction) -> None:
        frame = {
            "type": "interaction",
            "interaction_id": str(interaction.id),
            "nonce": interaction.nonce,
            "status": interaction.state,
            "message_id": str(interaction.pressed.id) if interaction.pressed else None,
        }
        _show(self._of(interaction.person.id), frame)
        if interaction.modal:
            opened = {"type": "modal", "interaction_id": str(interaction.id), "modal": interaction.modal}
            _show(self._of(interaction.person.id), opened)

    # Recipients

    def _of(self, person_id: int) -> Iterator[PersonPage]:
        return (page for page in self._open if page.person.id == person_id)

    def _viewers(self, channel: Channel) -> Iterator[PersonPage]:
        return (page for page in self._open if self._shows(page, channel))

    def _shows(self, page: PersonPage, channel: Channel) -> bool:
        if page.joined_only and isinstance(channel, Thread) and page.person.id not in channel.members:
            return False
        return self._world.sees(channel, page.person.id)

    def _readers(self, message: Message) -> Iterator[PersonPage]:
        return self._viewers(message.channel) if message.person_id is None else self._of(message.person_id)

    # The first frame, and its parts

    def snapshot(self, page: PersonPage) -> Frame:
        world, person = self._world, page.person
        channels = [channel for channel in world.channels.values() if self._shows(page, channel)]
        messages = {channel.id: world.seen_messages(channel, person.id) for channel in channels}
        return {
            "type": "snapshot",
            "me": self.person(person) | {"dms_open": person.dms_open},
            "people": [self.person(other) for other in world.people.values()],
            "bot": self.bot(),
            "servers": [self.server(guild) for guild in world.guilds.values() if person.id in guild.members],
            "channels": [self.channel(channel) for channel in channels],
            "messages": {
                str(channel_id): [message.shown() for message in seen[-SNAPSHOT_MESSAGES:]]
                for channel_id, seen in messages.items()
            },
            "commands": self._commands(person),
            "unread": {str(channel_id): _unread(person, channel_id, seen) for channel_id, seen in messages.items()},
        }

    def person(self, person: PersonAccount) -> Frame:
        color = AVATAR_COLORS[person.number % len(AVATAR_COLORS)]
        return {"id": str(person.id), "name": person.name, "avatar_color": color}

    def bot(self) -> Frame:
        bot = self._world.bot
        return {"id": str(bot.id), "name": bot.name, "online": self._world.sessions.online}

    def channel(self, channel: Channel) -> Frame:
        """A channel for the page: Discord's object, with the thread metadata flattened."""
        frame = channel.payload()
        metadata = frame.get("thread_metadata", {})
        frame |= {"archived": metadata.get("archived", False), "locked": metadata.get("locked", False)}
        if isinstance(channel, DirectChannel):
            bot = self._world.bot
            frame |= {"name": bot.name, "recipient": {"id": str(bot.id), "name": bot.name}, "parent_id": None}
        return frame

    def server(self, guild: Guild) -> Frame:
        people = [user_id for user_id in guild.members if user_id in self._world.people]
        managers = [user_id for user_id in people if has(guild.base_permissions(user_id), "manage_guild")]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
            "members": [str(user_id) for user_id in people],
            "managers": [str(user_id) for user_id in managers],
        }

    def _commands(self, person: PersonAccount) -> list[Frame]:
        guilds = [guild.id for guild in self._world.guilds.values() if person.id in guild.members]
        return [command for guild_id in (None, *guilds) for command in registered(self._world, guild_id)]


def _unread(person: PersonAccount, channel_id: int, seen: list[Message]) -> dict[str, int]:
    since = person.read_to.get(channel_id, 0)
    unread = [message for message in seen if message.id > since and message.author_id != person.id]
    called = {notification.message.id for notification in person.notifications}
    return {"count": len(unread), "mentions": sum(message.id in called for message in unread)}


def _show(pages: Iterable[PersonPage], frame: Frame) -> None:
    """Send one frame to some pages, encoded once."""
    text = None
    for page in pages:
        text = text or encode(frame)
        page.show(text)
