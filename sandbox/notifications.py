"""Notifications: new messages and mentions cause them, edits and ephemeral responses do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from sandbox import messages
from sandbox.channels import DirectChannel
from sandbox.messages import Message

if TYPE_CHECKING:
    from sandbox.people import Person
    from sandbox.world import World

Kind = Literal["dm", "mention", "reply"]


class Notice(NamedTuple):
    """One notification: the message and its reason; `text` is the message's text at that moment."""

    message: Message
    kind: Kind
    text: str


def notices(world: World, message: Message) -> Iterator[tuple[Notice, Person]]:
    """The notifications for a new message. There are none for silent messages and for one's own actions."""
    if message.flags & messages.SUPPRESS_NOTIFICATIONS or message.ephemeral:
        return
    for person, kind in _called(world, message):
        looks_already = kind == "dm" and person.id == _invoker(message)
        if person.id != message.author_id and not looks_already:
            yield Notice(message, kind, message.text), person


def _called(world: World, message: Message) -> Iterator[tuple[Person, Kind]]:
    if isinstance(message.channel, DirectChannel):
        yield message.channel.recipient, "dm"
        return
    replied = message.payload.get("referenced_message")
    for user in message.payload["mentions"]:
        person = world.people.get(int(user["id"]))
        if person and world.sees(message.channel, person.id):
            yield person, "reply" if replied and replied["author"]["id"] == user["id"] else "mention"
    if message.payload["mention_everyone"]:
        yield from ((person, "mention") for person in world.people.values() if world.sees(message.channel, person.id))


def _invoker(message: Message) -> int | None:
    """The person whose command or press caused this message, if there is one."""
    metadata = message.payload.get("interaction_metadata")
    return int(metadata["user"]["id"]) if metadata else None
