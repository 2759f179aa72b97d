"""The application's own emojis."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from sandbox.rest.routes import ApiRequest, ApiResponse, routes
from sandbox.world import errors
from sandbox.world.files import Upload
from sandbox.world.world import World

EMOJIS = "/applications/{application_id}/emojis"
MOST = 2_000
LARGEST_BYTES = 256 * 1024


@routes("GET", EMOJIS)
def list_emojis(call: ApiRequest) -> Any:
    return {"items": list(call.world.emojis.values())}


@routes("POST", EMOJIS)
def create(call: ApiRequest) -> Any:
    """Create an emoji; `image` is a data URI of at most 256 KiB."""
    world, name = call.world, call.body["name"]
    if len(world.emojis) >= MOST:
        raise errors.ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
    _check_name(world, name)
    picture = _picture(name, call.body["image"])
    emoji_id = world.ids.next()
    world.emoji_pictures[emoji_id] = picture
    world.emojis[emoji_id] = {
        "id": str(emoji_id),
        "name": name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": picture.filename.endswith(".gif"),
        "available": True,
        "user": world.bot.user_payload(),
    }
    return ApiResponse(201, world.emojis[emoji_id])


@routes("GET", EMOJIS + "/{emoji_id}")
def find(call: ApiRequest) -> Any:
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise errors.unknown_emoji()
    return emoji


@routes("PATCH", EMOJIS + "/{emoji_id}")
def rename(call: ApiRequest) -> Any:
    emoji, name = find(call), call.body["name"]
    if emoji["name"] != name:
        _check_name(call.world, name)
    emoji["name"] = name
    return emoji


@routes("DELETE", EMOJIS + "/{emoji_id}")
def delete(call: ApiRequest) -> None:
    emoji_id = int(find(call)["id"])
    del call.world.emojis[emoji_id], call.world.emoji_pictures[emoji_id]


def _check_name(world: World, name: str) -> None:
    if any(emoji["name"] == name for emoji in world.emojis.values()):
        reason = "An emoji with this name already exists"
        raise errors.invalid_field("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", reason)


def _picture(name: str, image: str) -> Upload:
    head, _, encoded = image.partition(";base64,")
    try:
        content = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        content = b""
    if not head.startswith("data:image/") or not content:
        raise errors.invalid_field("image", "IMAGE_INVALID", "Invalid image data")
    if len(content) > LARGEST_BYTES:
        raise errors.invalid_field("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return Upload(f"{name}.{head.removeprefix('data:image/')}", content)
