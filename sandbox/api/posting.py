"""Create, edit and delete messages: storage, gateway events, pages and notifications."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

from sandbox.world import components, messages, permissions, sessions
from sandbox.world.channels import DirectChannel, Thread
from sandbox.world.errors import Unsupported
from sandbox.world.files import Upload
from sandbox.world.guilds import GuildRole
from sandbox.world.messages import Channel, Message, Notification
from sandbox.world.users import PersonAccount, User
from sandbox.world.world import World

MENTION = re.compile(r"<@!?(\d+)>")
ROLE_MENTION = re.compile(r"<@&(\d+)>")
SETTABLE_FLAGS = 1 << 2 | messages.SUPPRESS_NOTIFICATIONS | messages.V2
MessageBody = Mapping[str, Any]
Uploads = Mapping[int, Upload]


def post(
    world: World,
    channel: Channel,
    author: User,
    body: MessageBody,
    uploads: Uploads | None = None,
    *,
    only_for: int | None = None,
    loading: bool = False,
    extra: MessageBody | None = None,
) -> Message:
    """Put a new message into a channel, send it to the gateway and the pages, and notify.

    `only_for` makes it ephemeral for that user; `loading` is for a deferred response; `extra` overrides fields of
    Discord's message object."""
    _must_be_supported(body)
    flags = (messages.EPHEMERAL if only_for else 0) | (messages.LOADING if loading else 0)
    payload = {
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
        "flags": (body.get("flags") or 0) & SETTABLE_FLAGS | flags,
        "pinned": False,
        "tts": False,
        **(extra or {}),
    }
    _fill(world, channel, payload, body, uploads or {})
    message = Message(channel, payload, only_for)
    _store(world, message, body.get("nonce"))
    world.observer.show_message(message, "message")
    if not message.ephemeral:
        _dispatch_message(world, message, "MESSAGE_CREATE")
        _notify(world, message)
    world.changed()
    return message


def edit(
    world: World, message: Message, body: MessageBody, uploads: Uploads | None = None, *, settles: bool = False
) -> None:
    """Change the fields given in the body. With `settles` it fills a deferred response; that is no edit."""
    _must_be_supported(body)
    payload, flags = message.payload, body.get("flags")
    if flags is not None:  # an edit can switch V2 on, never off; a private message remains private
        payload["flags"] = payload["flags"] & (~SETTABLE_FLAGS | messages.V2) | flags & SETTABLE_FLAGS
    if settles:
        payload["flags"] &= ~messages.LOADING
    else:
        payload["edited_timestamp"] = world.clock.stamp()
    _fill(world, message.channel, payload, body, uploads or {})
    world.observer.show_message(message, "edited")
    if not message.ephemeral:
        _dispatch_message(world, message, "MESSAGE_UPDATE")
    world.changed()


def delete(world: World, message: Message) -> None:
    message.deleted = True
    message.channel.messages.pop(message.id, None)
    world.messages.pop(message.id, None)
    world.observer.hide_message(message)
    if not message.ephemeral:
        gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
        _dispatch(world, message.channel, "MESSAGE_DELETE", gone)
    world.changed()


def _must_be_supported(body: MessageBody) -> None:
    unsupported = [key for key in ("poll", "sticker_ids", "tts", "thread_name", "applied_tags") if body.get(key)]
    if unsupported:
        raise Unsupported(f"{', '.join(unsupported)} of a message")


def _store(world: World, message: Message, nonce: Any) -> None:
    if nonce is not None:
        message.payload["nonce"] = nonce
        world.nonces[message.author_id, str(nonce)] = message.id
    message.channel.messages[message.id] = message
    world.messages[message.id] = message
    if isinstance(message.channel, Thread) and not message.ephemeral:
        message.channel.sent += 1


def _fill(world: World, channel: Channel, payload: dict[str, Any], body: MessageBody, uploads: Uploads) -> None:
    if uploads or body.get("attachments") is not None:
        payload["attachments"] = _attachments(world, channel, payload["attachments"], body, uploads)
    media = partial(_media, world, {attachment["filename"]: attachment for attachment in payload["attachments"]})
    if "content" in body:
        payload["content"] = body["content"] or ""
    if "embeds" in body:
        payload["embeds"] = [_embed(embed, media) for embed in body["embeds"] or ()]
    if "components" in body:
        payload["components"] = components.settle(body["components"] or [], media)
    _mention(world, channel, payload, body.get("allowed_mentions"))


def _attachments(
    world: World, channel: Channel, before: list[dict[str, Any]], body: MessageBody, uploads: Uploads
) -> list[dict[str, Any]]:
    """The attachments that a body asks for: earlier ones and new files, with the alt texts that it gives."""
    asked = body.get("attachments")
    if asked is None:
        asked = [*before, *({"id": number} for number in uploads)]
    known = {attachment["id"]: attachment for attachment in before}
    attachments = []
    for requested in asked:
        described = {"description": requested["description"]} if requested.get("description") else {}
        if str(requested["id"]) in known:
            attachments.append(known[str(requested["id"])] | described)
        elif int(requested["id"]) in uploads:
            attachments.append(_stored_file(world, channel, uploads[int(requested["id"])], requested) | described)
    return attachments


def _stored_file(world: World, channel: Channel, upload: Upload, requested: MessageBody) -> dict[str, Any]:
    """Store a file. Return Discord's attachment object, with the name that `requested` gives."""
    number = world.ids.next()
    world.files[number] = upload
    name = requested.get("filename") or upload.filename
    url = f"{world.http_url}/attachments/{channel.id}/{number}/{name}"
    stored = {
        "id": str(number),
        "filename": name,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": upload.content_type,
    }
    return stored | upload.size()


def _media(world: World, attachments: Mapping[str, MessageBody], url: str) -> dict[str, Any]:
    """The media object of a URL in an embed or a component; `attachment://` URLs name one of the attachments."""
    found = attachments.get(url.removeprefix("attachment://"), {}) if url.startswith("attachment://") else {}
    media = {
        "id": str(world.ids.next()),
        "url": found.get("url", url),
        "proxy_url": found.get("url", url),
        "width": found.get("width"),
        "height": found.get("height"),
        "content_type": found.get("content_type"),
    }
    return media | {"attachment_id": found["id"]} if found else media


def _embed(embed: MessageBody, media: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    payload = {"type": "rich"} | {key: value for key, value in embed.items() if value is not None}
    for key in ("image", "thumbnail"):
        if key in payload:
            found = media(payload[key]["url"])
            shown = ("url", "proxy_url", "width", "height")
            payload[key] = {name: found[name] for name in shown if found[name] is not None}
    return payload


def _mention(world: World, channel: Channel, payload: dict[str, Any], allowed: MessageBody | None) -> None:
    """Set `mentions` and `mention_roles` to those who are named and may be pinged (`allowed_mentions`)."""
    everything = components.walk(payload["components"])
    shown = [component["content"] for component in everything if component["type"] == components.TEXT]
    text = "\n".join([payload["content"], *shown])
    named = [int(user_id) for user_id in dict.fromkeys(MENTION.findall(text))] if "<@" in text else []
    pinged = [world.users[user_id] for user_id in named if user_id in world.users and _may_ping(user_id, allowed)]
    payload["mention_everyone"] = "@everyone" in text and _may_parse("everyone", allowed)
    payload["mention_roles"] = [str(role.id) for role in _roles_pinged(world, channel, payload, text, allowed)]
    replied = payload.get("referenced_message")
    if replied and (allowed is None or allowed.get("replied_user", False)):
        author = world.users[int(replied["author"]["id"])]
        pinged = [*pinged, author] if author not in pinged else pinged
    payload["mentions"] = [user.user_payload() for user in pinged]


def _roles_pinged(
    world: World, channel: Channel, payload: Mapping[str, Any], text: str, allowed: MessageBody | None
) -> Iterator[GuildRole]:
    """The roles that are named, may be pinged, and are mentionable by everybody or by the author."""
    guild, author = world.guild_of(channel), int(payload["author"]["id"])
    if guild is None or "<@&" not in text:
        return
    listed = map(str, (allowed or {}).get("roles") or ())
    may_ping = set(guild.roles) if _may_parse("roles", allowed) else {int(role_id) for role_id in listed}
    may_mention_all = permissions.has(guild.permissions_in(channel, author), "mention_everyone")
    for role_id in dict.fromkeys(map(int, ROLE_MENTION.findall(text))):
        role = guild.roles.get(role_id)
        if role is not None and role_id in may_ping and (role.mentionable or may_mention_all):
            yield role


def _may_parse(kind: str, allowed: MessageBody | None) -> bool:
    return allowed is None or kind in (allowed.get("parse") or ())


def _may_ping(user_id: int, allowed: MessageBody | None) -> bool:
    return _may_parse("users", allowed) or str(user_id) in map(str, (allowed or {}).get("users") or ())


def _dispatch_message(world: World, message: Message, event: str) -> None:
    """Send a message to the bot; without the message content intent it reads its own, its DMs and its mentions."""
    is_direct = isinstance(message.channel, DirectChannel)
    if not world.sessions.wants(sessions.DIRECT_MESSAGES if is_direct else sessions.GUILD_MESSAGES):
        return
    payload = dict(message.payload)
    is_mentioned = str(world.bot.id) in (user["id"] for user in payload["mentions"])
    is_open = message.author_id == world.bot.id or is_direct or is_mentioned
    if not is_open and not world.sessions.wants(sessions.MESSAGE_CONTENT):
        payload |= {"content": "", "embeds": [], "components": [], "attachments": []}
    guild = world.guild_of(message.channel)
    if guild and message.author_id in guild.members:
        payload["member"] = guild.members[message.author_id].partial()
    _dispatch(world, message.channel, event, payload)


def _dispatch(world: World, channel: Channel, event: str, payload: dict[str, Any]) -> None:
    if channel.guild_id:
        payload = payload | {"guild_id": str(channel.guild_id)}
        world.sessions.dispatch(event, payload, channel.guild_id, sessions.GUILD_MESSAGES)
    else:
        world.sessions.dispatch(event, payload, None, sessions.DIRECT_MESSAGES)


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
    guild, roles = world.guild_of(message.channel), {int(role_id) for role_id in message.payload["mention_roles"]}
    for member in guild.members.values() if guild and roles else ():
        person = world.people.get(member.user.id)
        if person and roles & {*member.role_ids} and world.sees(message.channel, person.id):
            yield person, "mention"
    if message.payload["mention_everyone"]:
        yield from ((person, "mention") for person in world.people.values() if world.sees(message.channel, person.id))
