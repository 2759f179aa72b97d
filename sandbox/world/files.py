"""Uploaded files, kept in memory."""

from __future__ import annotations

import mimetypes
import struct
from dataclasses import dataclass

PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Upload:
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
