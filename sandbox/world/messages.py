"""Messages and the channels that hold them: Discord's objects, and what only the sandbox knows about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from sandbox.world import components
from sandbox.world.errors import ActionNotAllowed

EPHEMERAL = 1 << 6
LOADING = 1 << 7
HAS_THREAD = 1 << 5
SUPPRESS_NOTIFICATIONS = 1 << 12
V2 = 1 << 15


class Message:
    """One message. `payload` is Discord's message object as REST gives it, changed in place by every edit."""

    __slots__ = ("_read", "channel", "deleted", "id", "payload", "person_id")

    def __init__(self, channel: Channel, payload: dict[str, Any], person_id: int | None = None) -> None:
        self.id = int(payload["id"])
        self.channel = channel
        self.payload = payload
        self.person_id = person_id  # the only person who sees it if it is ephemeral
        self.deleted = False
        self._read: tuple[object, tuple[str, ...]] = None, ()  # components, and their words

    def __repr__(self) -> str:
        return f"<Message {self.id} in {self.channel.name!r}: {self.text[:60]!r}>"

    @property
    def author_id(self) -> int:
        return int(self.payload["author"]["id"])

    @property
    def content(self) -> str:
        return str(self.payload["content"])

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(self.payload["components"])

    @property
    def embeds(self) -> list[dict[str, Any]]:
        return list(self.payload["embeds"])

    @property
    def attachments(self) -> list[dict[str, Any]]:
        return list(self.payload["attachments"])

    @property
    def flags(self) -> int:
        return int(self.payload["flags"])

    @property
    def ephemeral(self) -> bool:
        return self.person_id is not None

    @property
    def edited(self) -> bool:
        return self.payload["edited_timestamp"] is not None

    @property
    def loading(self) -> bool:
        """True if it still shows "thinking"."""
        return bool(self.flags & LOADING)

    @property
    def is_system(self) -> bool:
        return self.payload["type"] not in (0, 19, 20, 23)

    @property
    def text(self) -> str:
        """All text, a line each: content, embeds, labels, options, alt texts, in reading order."""
        lines = [self.content]
        for embed in self.embeds:
            lines += embed_texts(embed)
        lines += self._words()
        lines += [attachment.get("description") or "" for attachment in self.attachments]
        return "\n".join(line for line in lines if line)

    def _words(self) -> tuple[str, ...]:
        """The words of the components, which are other ones after an edit."""
        shown = self.payload["components"]
        if self._read[0] is not shown:
            self._read = shown, tuple(components.words(shown))
        return self._read[1]

    @property
    def labels(self) -> list[str]:
        """The buttons' labels (their emoji where they have none), in reading order."""
        buttons = (part for part in components.walk(self.components) if part["type"] == components.BUTTON)
        return [part.get("label") or (part.get("emoji") or {}).get("name") or "" for part in buttons]

    def button(self, label: str | None = None, *, custom_id: str | None = None) -> dict[str, Any]:
        """A button by custom_id, by label or emoji, or by a part of its label. Raises ActionNotAllowed."""
        if custom_id is not None:
            return self.find(custom_id)
        buttons = [part for part in components.pressable(self.components) if part["type"] == components.BUTTON]
        named = [part for part in buttons if label in (part.get("label"), (part.get("emoji") or {}).get("name"))]
        named = named or [part for part in buttons if label and label in (part.get("label") or "")]
        if len(named) != 1:
            raise ActionNotAllowed(f"{len(named)} buttons are called {label!r}; there are: {', '.join(self.labels)}.")
        return named[0]

    def menu(self, *, custom_id: str | None = None, placeholder: str | None = None) -> dict[str, Any]:
        """The only menu, or the one with that custom_id or placeholder. Raises ActionNotAllowed."""
        menus = [part for part in components.pressable(self.components) if part["type"] in components.SELECTS]
        fitting = [part for part in menus if custom_id in (None, part["custom_id"])]
        fitting = [part for part in fitting if placeholder in (None, part.get("placeholder"))]
        if len(fitting) != 1:
            raise ActionNotAllowed(f"{len(fitting)} menus fit; there are: {[part['custom_id'] for part in menus]}.")
        return fitting[0]

    def find(self, custom_id: str) -> dict[str, Any]:
        """The button or menu with that custom_id. Raises ActionNotAllowed."""
        for component in components.pressable(self.components):
            if component["custom_id"] == custom_id:
                return component
        raise ActionNotAllowed(f"Nothing in that message has the custom_id {custom_id!r}.")

    def shown(self) -> dict[str, Any]:
        """The payload for the page: Discord's object and whether it is ephemeral."""
        return self.payload | {"ephemeral": self.ephemeral}


@dataclass(eq=False)
class Channel:
    """The common part of all kinds of channels; `messages` are by id, oldest first."""

    id: int
    name: str
    messages: dict[int, Message] = field(default_factory=dict, repr=False)
    type: ClassVar[int]

    @property
    def guild_id(self) -> int | None:
        """The guild of the channel; None for direct messages."""
        return None

    @property
    def last_message_id(self) -> str | None:
        return str(next(reversed(self.messages))) if self.messages else None

    def payload(self) -> dict[str, Any]:
        """Discord's channel object."""
        return {"id": str(self.id), "type": self.type, "flags": 0, "last_message_id": self.last_message_id}


class Notification(NamedTuple):
    """A person's notification: the message and its reason; `text` is the message's text at that moment."""

    message: Message
    kind: Literal["dm", "mention", "reply"]
    text: str


def embed_texts(embed: dict[str, Any]) -> Iterator[str]:
    """The texts of an embed, in reading order."""
    fields = embed.get("fields") or ()
    texts = [embed.get("title"), embed.get("description")]
    texts += [field[key] for field in fields for key in ("name", "value")]
    texts += [(embed.get("author") or {}).get("name"), (embed.get("footer") or {}).get("text")]
    return (text for text in texts if text)
