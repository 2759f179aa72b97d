"""Uploaded files, kept in memory and served back."""

from __future__ import annotations

import mimetypes
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandbox.world import World

PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    filename: str
    content: bytes

    @property
    def content_type(self) -> str:
        return mimetypes.guess_type(self.filename)[0] or "application/octet-stream"

    def size(self) -> dict[str, int]:
        """Width and height of a PNG or GIF in pixels; empty for other files."""
        if self.content.startswith(PNG) and len(self.content) >= 24:
            width, height = struct.unpack(">II", self.content[16:24])
        elif self.content[:4] == b"GIF8" and len(self.content) >= 10:
            width, height = struct.unpack("<HH", self.content[6:10])
        else:
            return {}
        return {"width": width, "height": height}


class Files:
    """All files by attachment id."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: dict[int, Upload] = {}

    def keep(self, channel_id: int, upload: Upload, wish: Mapping[str, Any]) -> dict[str, Any]:
        """Store a file. Return Discord's attachment object, with the name and alt text that `wish` gives."""
        number = self._world.ids.next()
        self._kept[number] = upload
        name = wish.get("filename") or upload.filename
        url = f"{self._world.http_url}/attachments/{channel_id}/{number}/{name}"
        told = {
            "id": str(number),
            "filename": name,
            "size": len(upload.content),
            "url": url,
            "proxy_url": url,
            "content_type": upload.content_type,
            **upload.size(),
        }
        return told | {"description": wish["description"]} if wish.get("description") else told

    def get(self, number: int) -> Upload | None:
        return self._kept.get(number)
