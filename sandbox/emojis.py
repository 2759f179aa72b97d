"""The application's own emojis."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any

from sandbox import errors
from sandbox.files import Upload

if TYPE_CHECKING:
    from sandbox.world import World

MOST = 2_000
LARGEST_BYTES = 256 * 1024


class Emojis:
    """Application emojis by id, with their pictures."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[int, dict[str, Any]] = {}
        self._pictures: dict[int, Upload] = {}

    def all(self) -> list[dict[str, Any]]:
        return list(self._known.values())

    def get(self, emoji_id: int) -> dict[str, Any]:
        try:
            return self._known[emoji_id]
        except KeyError:
            raise errors.unknown_emoji() from None

    def picture(self, emoji_id: int) -> Upload | None:
        return self._pictures.get(emoji_id)

    def create(self, name: str, image: str) -> dict[str, Any]:
        """Create an emoji; `image` is a data URI of at most 256 KiB."""
        if len(self._known) >= MOST:
            raise errors.ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
        self._check_name(name)
        picture = _picture(name, image)
        emoji_id = self._world.ids.next()
        self._pictures[emoji_id] = picture
        self._known[emoji_id] = {
            "id": str(emoji_id),
            "name": name,
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": picture.filename.endswith(".gif"),
            "available": True,
            "user": self._world.bot.user_payload(),
        }
        return self._known[emoji_id]

    def rename(self, emoji_id: int, name: str) -> dict[str, Any]:
        emoji = self.get(emoji_id)
        if emoji["name"] != name:
            self._check_name(name)
        emoji["name"] = name
        return emoji

    def delete(self, emoji_id: int) -> None:
        self.get(emoji_id)
        del self._known[emoji_id], self._pictures[emoji_id]

    def _check_name(self, name: str) -> None:
        if any(emoji["name"] == name for emoji in self._known.values()):
            told = {"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "message": "An emoji with this name already exists"}
            raise errors.invalid_form({"name": {"_errors": [told]}})


def _picture(name: str, image: str) -> Upload:
    head, _, encoded = image.partition(";base64,")
    try:
        content = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        content = b""
    if not head.startswith("data:image/") or not content:
        told = {"code": "IMAGE_INVALID", "message": "Invalid image data"}
        raise errors.invalid_form({"image": {"_errors": [told]}})
    if len(content) > LARGEST_BYTES:
        told = {"code": "BINARY_TYPE_MAX_SIZE", "message": "File cannot be larger than 256.0 kb."}
        raise errors.invalid_form({"image": {"_errors": [told]}})
    return Upload(f"{name}.{head.removeprefix('data:image/')}", content)
