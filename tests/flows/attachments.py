"""Files that the bot has attached to its messages."""

from __future__ import annotations

from typing import Any

import aiohttp

from sandbox.world.messages import Message


async def content(file: dict[str, Any]) -> str:
    """Return the text of an attachment."""
    async with aiohttp.ClientSession() as web, web.get(file["url"]) as response:
        return await response.text()


async def file_of(message: Message, ending: str) -> str:
    """Return the text of a message's only file whose name ends with `ending`."""
    (file,) = (file for file in message.attachments if file["filename"].endswith(ending))
    return await content(file)
