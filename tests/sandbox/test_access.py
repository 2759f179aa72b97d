"""The sandbox serves those who know its address, and no web page but its own."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.access import KEY
from sandbox.rest.rest_api import PREFIX
from sandbox.rest.routes import routes
from tests.sandbox.sample_bot import SampleBot

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def paths(box: Sandbox) -> Iterator[tuple[str, str]]:
    """The method and a path of every route, below the address."""
    for route in routes.all:
        yield route.method, re.sub(r"{\w+}", "1", PREFIX + route.template).removeprefix("/")
    for served in box.routes().router.routes():
        assert served.resource is not None
        method = "POST" if served.method == "*" else served.method
        path = served.resource.canonical.removeprefix(KEY).replace("{person}", "You").replace("{path}", "app.js")
        yield method, re.sub(r"{\w+}", "1", path).removeprefix("/")


def other_server(box: Sandbox) -> str:
    """The origin of another server on this machine."""
    return f"http://127.0.0.1:{(urlsplit(box.url).port or 0) ^ 1}"


def foreign_headers(box: Sandbox) -> list[dict[str, str]]:
    """The headers that a browser adds to a request of a foreign page, and to one for a foreign name that leads here."""
    here = urlsplit(box.url)
    return [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": other_server(box)},
        {"Origin": f"https://{here.netloc}"},
        {"Host": f"evil.example:{here.port}"},
        {"Host": "127.0.0.1"},
        {"Host": f"evil.example:{here.port}", "Origin": f"http://evil.example:{here.port}"},
    ]


async def test_no_route_answers_a_foreign_page_or_a_foreign_name(box: Sandbox, session: aiohttp.ClientSession) -> None:
    walked = 0
    for method, path in paths(box):
        for headers in foreign_headers(box):
            token = {"Authorization": f"Bot {box.token}"}
            async with session.request(method, box.url + path, headers=headers | UPGRADE | token, json={}) as response:
                assert response.status == 403, (method, path, headers)
                assert box.token not in await response.text()
            walked += 1
    assert walked > 100
    assert box.requests == []


async def test_no_route_answers_without_the_key_of_the_address(box: Sandbox, session: aiohttp.ClientSession) -> None:
    here = urlsplit(box.url)
    for method, path in paths(box):
        for prefix in ("", f"{'0' * len(here.path.strip('/'))}/", "é/"):
            url = f"http://{here.netloc}/{prefix}{path}"
            async with session.request(method, url, headers=UPGRADE, json={}) as response:
                assert response.status == 403, (method, url)
                assert method == "HEAD" or "Open the whole address" in await response.text()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_no_body_that_a_form_can_send_does_anything(
    box: Sandbox, bot: SampleBot, session: aiohttp.ClientSession, kind: str
) -> None:
    body = f'{{"channel_id": "{box.channel("general").id}", "content": "hello"}}'
    before = len(box.requests)
    for method, path in paths(box):
        is_for_the_bot = path.startswith("api/")  # it may send forms with files, but needs its token
        if method in ("GET", "HEAD") or (is_for_the_bot and kind == "multipart/form-data"):
            continue
        async with session.request(method, box.url + path, data=body, headers={"Content-Type": kind}) as response:
            assert response.status == 415, (method, path)
    assert len(box.requests) == before
    assert box.world.messages == {}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "LocalHost"])
async def test_the_own_page_is_answered_by_each_name_of_this_machine(
    box: Sandbox, session: aiohttp.ClientSession, host: str
) -> None:
    host = f"{host}:{urlsplit(box.url).port}"
    own = {"Host": host, "Origin": f"http://{host.lower()}"}
    async with session.get(box.url, headers=own) as response:
        assert response.status == 200
    said = {"channel_id": str(box.channel("general").id), "content": "hello"}
    async with session.post(f"{box.url}people/You/messages", json=said, headers=own) as response:
        assert response.status == 200
    async with session.ws_connect(f"{box.url}people/You/socket", headers=own) as socket:
        assert (await socket.receive_json())["type"] == "snapshot"


async def test_each_sandbox_has_a_key_of_its_own() -> None:
    async with Sandbox() as one, Sandbox() as other:
        assert urlsplit(one.url).path != urlsplit(other.url).path
        assert len(urlsplit(one.url).path) > 32


@pytest.mark.parametrize("body", ["", "{", "[]", "7", "[" * 200_000], ids=["none", "cut", "list", "number", "deep"])
async def test_a_body_that_is_no_object_is_refused_in_words(
    box: Sandbox, session: aiohttp.ClientSession, body: str
) -> None:
    headers = {"Content-Type": "application/json"}
    async with session.post(f"{box.url}people/You/messages", data=body, headers=headers) as response:
        assert (response.status, await response.json()) == (400, {"error": "The body is no JSON object."})


@pytest.mark.parametrize("given", ["9" * 5_000, "²", "-1", "1.5", 1.5, None, [], {}])
async def test_what_is_no_id_is_refused_in_words(box: Sandbox, session: aiohttp.ClientSession, given: object) -> None:
    body = {"channel_id": given, "content": "hello"}
    async with session.post(f"{box.url}people/You/messages", json=body) as response:
        assert response.status == 400
        assert "is no id" in (await response.json())["error"]


@pytest.mark.parametrize("path", ["attachments/1/²/a.png", f"attachments/1/{'9' * 5_000}/a.png", "emojis/x.png"])
async def test_a_file_with_an_impossible_id_is_not_found(
    box: Sandbox, session: aiohttp.ClientSession, path: str
) -> None:
    async with session.get(box.url + path) as response:
        assert response.status == 404
