"""People's doors over HTTP: what the page and other processes use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from sandbox.server import Sandbox


def add_to(app: web.Application, box: Sandbox) -> None:
    """Add the doors to the server."""
