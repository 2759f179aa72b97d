"""Access to the sandbox's server: for those who know its address, and for no web page but its own."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HOSTS = ("127.0.0.1", "localhost", "[::1]")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
KEY = "/{key}"
"""The key of the address in the patterns of paths, which are the same for all sandboxes: Python compiles them once."""
HTTP_PORT = 80  # browsers do not write it
JSON, FORM = "application/json", "multipart/form-data"


class Access:
    """The checks of every request.

    `prefix` begins every path; a web page cannot guess it. Forms with files are accepted only below `forms`."""

    def __init__(self, forms: str) -> None:
        self.prefix = f"/{secrets.token_hex(16)}"
        self._forms = self.prefix + forms

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Respond with 403 or 415 and the reason if a request is refused; else handle it."""
        if request.host.lower() not in _own_hosts(request):
            raise web.HTTPForbidden(text=f"This server is not {request.host}.")
        if any(origin != f"http://{request.host.lower()}" for origin in request.headers.getall("Origin", ())):
            raise web.HTTPForbidden(text="Other pages may not use this server.")
        if not secrets.compare_digest(_first_part(request.path).encode(), self.prefix.encode()):
            raise web.HTTPForbidden(text="Open the whole address that was printed at the start: it has a key.")
        if request.method not in SAFE and request.can_read_body and _content_type(request) not in self._types(request):
            raise web.HTTPUnsupportedMediaType(text=f"The body must be {JSON}.")
        return await handler(request)

    def _types(self, request: web.Request) -> tuple[str, ...]:
        return (JSON, FORM) if request.path.startswith(self._forms) else (JSON,)


def _content_type(request: web.Request) -> str:
    """The type of the body. aiohttp parses the whole header like that of a mail."""
    return request.headers.get("Content-Type", "").partition(";")[0].strip().lower()


def _own_hosts(request: web.Request) -> set[str]:
    """Every way to write the address on which the request came. A foreign name that leads here is none of them."""
    port = request.get_extra_info("sockname", ("", 0))[1]
    return {host if port == HTTP_PORT else f"{host}:{port}" for host in HOSTS}


def _first_part(path: str) -> str:
    return "/" + path.split("/", 2)[1] if path.startswith("/") else path
