"""Helpers for tests that run a discord.py client of this process in a sandbox."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, TypeVar

from sandbox.server import Sandbox

if TYPE_CHECKING:
    import discord

Client = TypeVar("Client", bound="discord.Client")


@contextlib.contextmanager
def discord_at(box: Sandbox) -> Iterator[None]:
    """Point discord.py at a sandbox, and restore it afterwards."""
    import discord.gateway
    import discord.http
    import yarl

    socket = discord.gateway.DiscordWebSocket
    before = discord.http.Route.BASE, socket.DEFAULT_GATEWAY
    discord.http.Route.BASE, socket.DEFAULT_GATEWAY = box.api_base, yarl.URL(box.gateway)
    try:
        yield
    finally:
        discord.http.Route.BASE, socket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def running(client: Client, box: Sandbox) -> AsyncIterator[Client]:
    """Run a client in a sandbox for the duration of the block; it is ready when the block begins."""
    client._connection.guild_ready_timeout = 0.1
    with discord_at(box):
        async with client:
            await client.login(box.token)
            task = asyncio.create_task(client.connect(), name="bot in the sandbox")
            ready = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
            ready.cancel()
            if task.done():
                task.result()
            try:
                yield client
            finally:
                await client.close()
                await asyncio.gather(task, return_exceptions=True)
