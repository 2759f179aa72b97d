"""The REST API: each request passes faults, the token check, rate limits and the judge, then its handler."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from aiohttp import web
from aiohttp.web_request import FileField

from sandbox import errors
from sandbox.errors import ApiError, NotBuilt
from sandbox.faults import InjectedFault
from sandbox.files import Upload
from sandbox.gateway import check_token
from sandbox.rates import Rates
from sandbox.rest import Call, Reply, Route, routes

if TYPE_CHECKING:
    from sandbox.validator import Judge
    from sandbox.world import World

PREFIX = "/api/v10"
PAGE = "<!DOCTYPE html><title>Attention Required!</title>"
"""The body of a proxy's response that arrives in place of Discord's."""
_log = logging.getLogger(__name__)
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Logged(NamedTuple):
    """One request and its response status; `ms` is the time it took."""

    method: str
    path: str
    status: int
    ms: float


class CutOff(Exception):
    """The client disconnected before its body had arrived. Discord treats such a request as never made."""


class Api:
    """Answers REST requests and keeps their log."""

    def __init__(self, world: World, judge: Judge, rates: Rates) -> None:
        self.requests: list[Logged] = []
        self.unbuilt: list[str] = []
        self._world = world
        self._judge = judge
        self._rates = rates

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request. One whose client disconnected is not logged, and nobody reads its response."""
        try:
            return await self._serve(request)
        except CutOff:
            return respond(400, None)

    async def _serve(self, request: web.Request) -> web.Response:
        began = time.perf_counter()
        method, path = request.method, request.path.removeprefix(PREFIX)
        struck = self._world.faults.for_request(method, path)
        await _dawdle(struck, late=False)
        spoilt = next((fault for fault in struck if fault.kind != "slow"), None)
        if spoilt and not spoilt.late:
            response = _spoilt(request, spoilt)
        else:
            response = await self._answer(request, method, path)
            response = _spoilt(request, spoilt) if spoilt else response
        await _dawdle(struck, late=True)
        self.requests.append(Logged(method, path, response.status, (time.perf_counter() - began) * 1000))
        self._world.changed()
        return response

    async def _answer(self, request: web.Request, method: str, path: str) -> web.Response:
        headers: dict[str, str] = {}
        try:
            route, params = routes.find(method, path)
            params = {name: unquote(value) for name, value in params.items()}
            if route.needs_token and not self._world.is_token(check_token(request.headers.get("Authorization"))):
                raise errors.unauthorized()
            headers = self._rates.take(route, params)
            call = await self._call(request, params)
            reply = self._handled(route, call)
        except ApiError as refusal:
            return respond(refusal.status, refusal.body(), headers)
        except (web.HTTPException, CutOff):
            raise
        except NotBuilt as missing:
            self.unbuilt.append(str(missing))
            return respond(501, {"message": f"The sandbox has not built this: {missing}", "code": 0}, headers)
        except errors.RateLimited as limited:
            return limited.response()
        except Exception as error:
            _log.exception("%s %s", method, path)
            self._judge.failed(method, path, error)
            return respond(500, {"message": f"The sandbox failed: {error!r}", "code": 0}, headers)
        return respond(reply.status, reply.body, headers)

    async def _call(self, request: web.Request, params: dict[str, str]) -> Call:
        call = Call(self._world, params, request.query)
        if not request.can_read_body:
            return call
        try:
            if request.content_type == "multipart/form-data":
                call.body, call.uploads = await _multipart(request)
            else:
                call.body = _decoded(await request.read())
        except ConnectionResetError:
            raise CutOff from None
        return call

    def _handled(self, route: Route, call: Call) -> Reply:
        self._judge.request(route, call)
        told = route.handler(call)
        reply = told if isinstance(told, Reply) else Reply(200, told)
        self._judge.response(route, reply)
        return reply


def _decoded(text: bytes) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def _multipart(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    form = await request.post()
    body, uploads = None, {}
    for name, part in form.items():
        if name == "payload_json":
            body = _decoded(part.encode() if isinstance(part, str) else b"")
        elif name.startswith("files[") and isinstance(part, FileField):
            uploads[int(name[6:-1])] = Upload(part.filename, part.file.read())
    return body if body is not None else {}, uploads


def respond(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    """A response as Discord gives it: the content type has no charset."""
    if body is None:
        return web.Response(status=status, headers=headers)
    told = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(status=status, body=_encode(body).encode(), headers=told)


async def _dawdle(struck: list[InjectedFault], *, late: bool) -> None:
    for fault in struck:
        if fault.kind == "slow" and fault.late is late:
            await asyncio.sleep(fault.seconds)


def _spoilt(request: web.Request, fault: InjectedFault) -> web.Response:
    if fault.kind == "cut" and request.transport is not None:
        request.transport.abort()
    if fault.kind == "page":
        headers = {"Via": "1.1 google"} if fault.via else {}
        headers |= {"Content-Type": fault.content}
        return web.Response(status=fault.status, body=(fault.message or PAGE).encode(), headers=headers)
    if fault.kind == "refuse":
        return respond(fault.status, {"message": fault.message, "code": fault.code})
    if fault.status == 429:
        return errors.RateLimited(fault.retry_after, is_global=fault.is_global, via=fault.via).response()
    return respond(fault.status, {"message": f"{fault.status}: on demand", "code": 0})
