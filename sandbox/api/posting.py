"""Create, edit and delete messages: storage, gateway events, pages and notifications."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from sandbox.world import components, messages, sessions
from sandbox.world.accounts import PersonAccount
from sandbox.world.channels import DirectChannel, Thread
from sandbox.world.errors import Unsupported
from sandbox.world.files import Upload
from sandbox.world.messages import Channel, Message, Notification
from sandbox.world.users import User
from sandbox.world.world import World

MENTION = re.compile(r"<@!?(\d+)>")
SETTABLE_FLAGS = 1 << 2 | messages.SUPPRESS_NOTIFICATIONS | messages.V2
Body = Mapping[str, Any]
Uploads = Mapping[int, Upload]


def post(
    world: World,
    channel: Channel,
    author: User,
    body: Body,
    uploads: Uploads | None = None,
    *,
    only_for: int | None = None,
    flags: int = 0,
    extra: Body | None = None,
    kind: int = 0,
) -> Message:
    """Put a new message into a channel, send it to the gateway and the pages, and notify.

    `only_for` makes it ephemeral for that user; `extra` overrides fields of Discord's message object."""
    _must_be_supported(body)
    payload = _blank(world, channel, author) | {"type": kind, **(extra or {})}
    payload["flags"] = (body.get("flags") or 0) & SETTABLE_FLAGS | flags | (messages.EPHEMERAL if only_for else 0)
    _fill(world, channel, payload, body, uploads or {})
    message = Message(channel, payload, only_for)
    _store(world, message, body.get("nonce"))
    world.observer.show_message(message, "message")
    if not message.ephemeral:
        _dispatch(world, message, "MESSAGE_CREATE")
        _notify(world, message)
    world.changed()
    return message


def _blank(world: World, channel: Channel, author: User) -> dict[str, Any]:
    """Discord's message object of an empty message."""
    return {
        "id": str(world.ids.next()),
        "channel_id": str(channel.id),
        "type": 0,
        "author": author.user_payload(),
        "content": "",
        "embeds": [],
        "components": [],
        "attachments": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "timestamp": world.clock.stamp(),
        "edited_timestamp": None,
        "flags": 0,
        "pinned": False,
        "tts": False,
    }


def edit(world: World, message: Message, body: Body, uploads: Uploads | None = None, *, settles: bool = False) -> None:
    """Change the fields given in the body. With `settles` it fills a deferred response; that is no edit."""
    _must_be_supported(body)
    payload = message.payload
    payload["flags"] = _edited_flags(payload["flags"], body.get("flags"))
    if settles:
        payload["flags"] &= ~messages.LOADING
    else:
        payload["edited_timestamp"] = world.clock.stamp()
    _fill(world, message.channel, payload, body, uploads or {})
    world.observer.show_message(message, "edited")
    if not message.ephemeral:
        _dispatch(world, message, "MESSAGE_UPDATE")
    world.changed()


def delete(world: World, message: Message) -> None:
    message.deleted = True
    message.channel.messages.pop(message.id, None)
    world.messages.pop(message.id, None)
    world.observer.hide_message(message)
    if not message.ephemeral:
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        _tell(world, message.channel, "MESSAGE_DELETE", gone)
    world.changed()


def _must_be_supported(body: Body) -> None:
    unsupported = [key for key in ("poll", "sticker_ids", "tts", "thread_name", "applied_tags") if body.get(key)]
    if unsupported:
        raise Unsupported(f"{', '.join(unsupported)} of a message")


def _edited_flags(old: int, asked: int | None) -> int:
    """An edit can switch V2 on, never off; a private message remains private."""
    if asked is None:
        return old
    return old & ~SETTABLE_FLAGS | asked & SETTABLE_FLAGS | old & messages.V2


def _store(world: World, message: Message, nonce: Any) -> None:
    if nonce is not None:
        message.payload["nonce"] = nonce
        world.nonces[message.author_id, str(nonce)] = message.id
    message.channel.messages[message.id] = message
    world.messages[message.id] = message
    if isinstance(message.channel, Thread) and not message.ephemeral:
        message.channel.sent += 1


def _fill(world: World, channel: Channel, payload: dict[str, Any], body: Body, uploads: Uploads) -> None:
    if uploads or body.get("attachments") is not None:
        payload["attachments"] = _attachments(world, channel, payload, body, uploads)
    resolve = _Media(world, payload["attachments"])
    if "content" in body:
        payload["content"] = body["content"] or ""
    if "embeds" in body:
        payload["embeds"] = [_embed(embed, resolve) for embed in body["embeds"] or ()]
    if "components" in body:
        payload["components"] = components.settle(body["components"] or [], resolve)
    _mention(world, channel, payload, body.get("allowed_mentions"))


def _attachments(
    world: World, channel: Channel, payload: dict[str, Any], body: Body, uploads: Uploads
) -> list[dict[str, Any]]:
    asked = body.get("attachments")
    if asked is None:
        asked = [*payload["attachments"], *({"id": number} for number in uploads)]
    kept = {attachment["id"]: attachment for attachment in payload["attachments"]}
    together = []
    for wish in asked:
        if str(wish["id"]) in kept:
            together.append(kept[str(wish["id"])] | _described(wish))
        elif int(wish["id"]) in uploads:
            together.append(_stored_file(world, channel, uploads[int(wish["id"])], wish))
    return together


def _stored_file(world: World, channel: Channel, upload: Upload, wish: Body) -> dict[str, Any]:
    """Store a file. Return Discord's attachment object, with the name and alt text that `wish` gives."""
    number = world.ids.next()
    world.files[number] = upload
    name = wish.get("filename") or upload.filename
    url = f"{world.http_url}/attachments/{channel.id}/{number}/{name}"
    stored = {
        "id": str(number),
        "filename": name,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": upload.content_type,
    }
    return stored | upload.size() | _described(wish)


def _described(wish: Body) -> dict[str, Any]:
    return {"description": wish["description"]} if wish.get("description") else {}


class _Media:
    """The media objects of URLs in embeds and components; `attachment://` URLs are resolved."""

    def __init__(self, world: World, attachments: list[dict[str, Any]]) -> None:
        self._world = world
        self._by_name = {attachment["filename"]: attachment for attachment in attachments}

    def __call__(self, url: str) -> dict[str, Any]:
        found = self._by_name.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
        media = {
            "id": str(self._world.ids.next()),
            "url": found["url"] if found else url,
            "proxy_url": found["url"] if found else url,
            "width": found.get("width") if found else None,
            "height": found.get("height") if found else None,
            "content_type": found.get("content_type") if found else None,
        }
        return media | {"attachment_id": found["id"]} if found else media


def _embed(embed: Body, resolve: _Media) -> dict[str, Any]:
    told = {"type": "rich"} | {key: value for key, value in embed.items() if value is not None}
    for key in ("image", "thumbnail"):
        if key in told:
            media = resolve(told[key]["url"])
            told[key] = {
                name: media[name] for name in ("url", "proxy_url", "width", "height") if media[name] is not None
            }
    return told


def _mention(world: World, channel: Channel, payload: dict[str, Any], allowed: Body | None) -> None:
    """Set `mentions` to the users who are named and may be pinged (`allowed_mentions`)."""
    text = "\n".join(_mentioning(payload))
    named = [int(user_id) for user_id in dict.fromkeys(MENTION.findall(text))] if "<@" in text else []
    pinged = [world.users[user_id] for user_id in named if user_id in world.users and _may_ping(user_id, allowed)]
    payload["mention_everyone"] = "@everyone" in text and _may_parse("everyone", allowed)
    replied = payload.get("referenced_message")
    if replied and (allowed is None or allowed.get("replied_user", False)):
        author = world.users[int(replied["author"]["id"])]
        pinged = [*pinged, author] if author not in pinged else pinged
    payload["mentions"] = [user.user_payload() for user in pinged]


def _mentioning(payload: Body) -> Iterable[str]:
    yield payload["content"]
    for component in components.walk(payload["components"]):
        if component["type"] == components.TEXT:
            yield component["content"]


def _may_parse(kind: str, allowed: Body | None) -> bool:
    return allowed is None or kind in (allowed.get("parse") or ())


def _may_ping(user_id: int, allowed: Body | None) -> bool:
    if _may_parse("users", allowed):
        return True
    assert allowed is not None
    return str(user_id) in map(str, allowed.get("users") or ())


def _dispatch(world: World, message: Message, event: str) -> None:
    direct = isinstance(message.channel, DirectChannel)
    if not world.sessions.wants(sessions.DIRECT_MESSAGES if direct else sessions.GUILD_MESSAGES):
        return
    payload = dict(message.payload)
    if _is_closed_to_bot(world, message):
        payload |= {"content": "", "embeds": [], "components": [], "attachments": []}
    guild = world.guild_of(message.channel)
    if guild and message.author_id in guild.members:
        payload["member"] = guild.members[message.author_id].partial()
    _tell(world, message.channel, event, payload)


def _is_closed_to_bot(world: World, message: Message) -> bool:
    """Return whether the content is hidden from the bot.

    Without the message content intent a bot reads its own messages, its DMs and messages that mention it."""
    if message.author_id == world.bot.id or isinstance(message.channel, DirectChannel):
        return False
    mentioned = str(world.bot.id) in (user["id"] for user in message.payload["mentions"])
    return not mentioned and not world.sessions.wants(sessions.MESSAGE_CONTENT)


def _tell(world: World, channel: Channel, event: str, payload: dict[str, Any]) -> None:
    if channel.guild_id:
        payload = payload | {"guild_id": str(channel.guild_id)}
        world.sessions.dispatch(event, payload, channel.guild_id, sessions.GUILD_MESSAGES)
    else:
        world.sessions.dispatch(event, payload, None, sessions.DIRECT_MESSAGES)


# Notifications: new messages and mentions cause them, edits and ephemeral responses do not


def _notify(world: World, message: Message) -> None:
    """Notify people of a new message, unless it is silent or answers their own action."""
    if message.flags & messages.SUPPRESS_NOTIFICATIONS:
        return
    metadata = message.payload.get("interaction_metadata")
    invoker = int(metadata["user"]["id"]) if metadata else None
    for person, kind in _notified(world, message):
        if person.id != message.author_id and not (kind == "dm" and person.id == invoker):
            notification = Notification(message, kind, message.text)
            person.notifications.append(notification)
            world.observer.show_notification(person, notification)


def _notified(world: World, message: Message) -> Iterator[tuple[PersonAccount, Literal["dm", "mention", "reply"]]]:
    if isinstance(message.channel, DirectChannel):
        yield world.people[message.channel.recipient.id], "dm"
        return
    replied = message.payload.get("referenced_message")
    for user in message.payload["mentions"]:
        person = world.people.get(int(user["id"]))
        if person and world.sees(message.channel, person.id):
            yield person, "reply" if replied and replied["author"]["id"] == user["id"] else "mention"
    if message.payload["mention_everyone"]:
        yield from ((person, "mention") for person in world.people.values() if world.sees(message.channel, person.id))
