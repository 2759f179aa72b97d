"""The REST API: each request passes faults, the token check, rate limits and validation, then its handler."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from email.message import Message
from email.parser import HeaderParser
from functools import lru_cache
from typing import Any, NamedTuple

from aiohttp import web

from sandbox.rest import (
    applications,
    channels,
    commands,
    emojis,
    events,
    guilds,
    interactions,
    messages,
    threads,
    users,
)
from sandbox.rest.rate_limits import RateLimits
from sandbox.rest.routes import ApiRequest, ApiResponse, FoundRoute, Route, routes
from sandbox.rest.validator import RequestValidator, Violation
from sandbox.world.errors import ApiError, RateLimited, Unsupported, unauthorized, unknown_channel
from sandbox.world.faults import InjectedFault
from sandbox.world.files import Upload
from sandbox.world.sessions import encode
from sandbox.world.world import World

HANDLERS = (applications, channels, commands, emojis, events, guilds, interactions, messages, threads, users)
"""Modules whose import fills the table of routes."""
PREFIX = "/api/v10"
PAGE = "<!DOCTYPE html><title>Attention Required!</title>"
"""The body of a proxy's response that arrives in place of Discord's."""
_log = logging.getLogger(__name__)


class LoggedRequest(NamedTuple):
    """One request and its response status; `ms` is the time it took.

    `is_counted`: whether it counts to the limit of the token for all routes; `has_files`: whether it brought files.
    """

    method: str
    path: str
    status: int
    ms: float
    is_counted: bool = False
    has_files: bool = False


class ClientDisconnected(Exception):
    """The client disconnected before its body had arrived. Discord treats such a request as never made."""


class RestApi:
    def __init__(self, world: World, validator: RequestValidator, rate_limits: RateLimits) -> None:
        self.requests: list[LoggedRequest] = []
        self.unsupported: list[str] = []
        self._world = world
        self._validator = validator
        self._rate_limits = rate_limits

    @property
    def violations(self) -> list[Violation]:
        return self._validator.violations

    def add_routes(self, app: web.Application, below: str) -> None:
        app.router.add_route("*", below + PREFIX + "/{path:.*}", self.serve)

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request. One whose client disconnected is not logged, and nobody reads its response."""
        began = time.perf_counter()
        method, path = request.method, request.path.partition(PREFIX)[2]
        found = routes.find(method, request.rel_url.raw_path.partition(PREFIX)[2])
        faults = self._world.faults.for_request(method, path)
        await _delay(faults, late=False)
        replacing = next((fault for fault in faults if fault.kind != "slow"), None)
        if replacing is None or replacing.late:
            try:
                response = await self._answer(request, found, method, path)
            except ClientDisconnected:
                return respond(400, None)
        if replacing:
            response = _replacing(request, replacing)
        await _delay(faults, late=True)
        ms = (time.perf_counter() - began) * 1000
        counts = found is None or found.route.needs_token
        self.requests.append(LoggedRequest(method, path, response.status, ms, counts, _has_files(request)))
        self._world.changed()
        return response

    async def _answer(self, request: web.Request, found: FoundRoute | None, method: str, path: str) -> web.Response:
        headers: dict[str, str] = {}
        try:
            route, params = _supported(found, method, path)
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            if route.needs_token and not (scheme == "Bot" and self._world.is_token(token)):
                raise unauthorized()
            headers = self._rate_limits.take(route, params)
            body, uploads = await _read(request)
            reply = self._handled(route, ApiRequest(self._world, params, request.query, body, uploads))
        except ApiError as refusal:
            return respond(refusal.status, refusal.body(), headers)
        except (web.HTTPException, ClientDisconnected):
            raise
        except Unsupported as missing:
            self.unsupported.append(str(missing))
            return respond(501, {"message": f"The sandbox does not support this: {missing}", "code": 0}, headers)
        except RateLimited as limited:
            return _rate_limited(limited)
        except Exception as error:
            _log.exception("%s %s", method, path)
            self._validator.failed(method, path, error)
            return respond(500, {"message": f"The sandbox failed: {error!r}", "code": 0}, headers)
        return respond(reply.status, reply.body, headers)

    def _handled(self, route: Route, call: ApiRequest) -> ApiResponse:
        self._validator.request(route, call)
        result = route.handler(call)
        reply = result if isinstance(result, ApiResponse) else ApiResponse(204 if result is None else 200, result)
        self._validator.response(route, reply)
        return reply


def _supported(found: FoundRoute | None, method: str, path: str) -> FoundRoute:
    """Return the route of a request. Raises Unsupported, or ApiError for an id that is no number."""
    if found is None:
        raise Unsupported(f"{method} {path}")
    if not all(value.isdigit() for name, value in found.params.items() if name.endswith("_id")):
        raise unknown_channel()
    return found


def _has_files(request: web.Request) -> bool:
    return request.headers.get("Content-Type", "").lower().startswith("multipart/form-data")


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    try:
        content = await request.read()
    except ConnectionResetError:
        raise ClientDisconnected from None
    return _read_parts(request.headers["Content-Type"], content) if _has_files(request) else (_decoded(content), {})


def _read_parts(content_type: str, form: bytes) -> tuple[Any, dict[int, Upload]]:
    """The body and the uploads of a form (RFC 7578). aiohttp's reader takes some milliseconds for each part."""
    body, uploads = None, {}
    boundary = content_type.partition("boundary=")[2].partition(";")[0].strip('" ')
    for part in (b"\r\n" + form).split(f"\r\n--{boundary}".encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        headers = _headers(head.decode().strip())
        name, filename = headers.get_param("name", header="Content-Disposition"), headers.get_filename()
        if name == "payload_json":
            body = _decoded(content)
        elif filename and isinstance(name, str) and name.startswith("files["):
            uploads[int(name[6:-1])] = Upload(filename, content)
    return {} if body is None else body, uploads


@lru_cache(maxsize=64)
def _headers(text: str) -> Message:
    return HeaderParser().parsestr(text)


def _decoded(text: bytes | bytearray) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


def respond(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    """A response as Discord gives it: the content type has no charset."""
    if body is None:
        return web.Response(status=status, headers=headers)
    headers = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(status=status, body=encode(body).encode(), headers=headers)


def _rate_limited(limited: RateLimited) -> web.Response:
    headers = {"Retry-After": f"{limited.retry_after:.3f}"}
    headers["X-RateLimit-Scope"] = "global" if limited.is_global else "user"
    headers |= {"Via": "1.1 google"} if limited.via else {}
    headers |= {"X-RateLimit-Global": "true"} if limited.is_global else {}
    body = {"message": "You are being rate limited.", "retry_after": limited.retry_after, "global": limited.is_global}
    return respond(429, body, headers)


async def _delay(faults: list[InjectedFault], *, late: bool) -> None:
    for fault in faults:
        if fault.kind == "slow" and fault.late is late:
            await asyncio.sleep(fault.seconds)


def _replacing(request: web.Request, fault: InjectedFault) -> web.Response:
    if fault.kind == "cut" and request.transport is not None:
        request.transport.abort()
    if fault.kind == "page":
        headers = {"Via": "1.1 google"} if fault.via else {}
        headers |= {"Content-Type": fault.content}
        return web.Response(status=fault.status, body=(fault.message or PAGE).encode(), headers=headers)
    if fault.kind == "refuse":
        return respond(fault.status, {"message": fault.message, "code": fault.code})
    if fault.status == 429:
        return _rate_limited(RateLimited(fault.retry_after, is_global=fault.is_global, via=fault.via))
    return respond(fault.status, {"message": f"{fault.status}: on demand", "code": 0})
