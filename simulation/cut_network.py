"""A way to a PostgreSQL server on this machine that can be cut for a while, as by a broken network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlsplit

from bot.runtime.database import PostgresAddress

CHUNK = 65_536


class CutNetwork:
    """Passes bytes on unless it is cut: then they wait, as those that a network sends again and again."""

    def __init__(self, server: PostgresAddress) -> None:
        parts = urlsplit(server.url)
        self._socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._name, self._user = parts.path, parts.username
        self._whole = asyncio.Event()
        self._whole.set()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[PostgresAddress]:
        """The address of the server by this way, inside the block."""
        server = await asyncio.start_server(self._passed, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            yield PostgresAddress(f"postgresql://{self._user}@127.0.0.1:{port}{self._name}")
            self.mend()

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self._socket)
        with suppress(ConnectionError):
            await asyncio.gather(self._pump(reader, there_writer), self._pump(there_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
            await self._whole.wait()
        finally:
            writer.close()
