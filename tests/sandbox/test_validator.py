"""Requests that Discord would refuse are refused the same way, and remembered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.rest.size_limits import FieldError, layout_errors, message

Poster = Callable[..., Any]


def button(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def menu(count: int, **more: Any) -> dict[str, Any]:
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


V2 = 1 << 15
REFUSED_MESSAGES = {
    "content over 2,000": {"content": "x" * 2001},
    "nothing at all": {"content": "  "},
    "six rows": {"content": "x", "components": [row(button(number)) for number in range(6)]},
    "six buttons in a row": {"content": "x", "components": [row(*(button(number) for number in range(6)))]},
    "a button beside a menu": {"content": "x", "components": [row(button(), menu(2))]},
    "26 options": {"content": "x", "components": [row(menu(26))]},
    "no options": {"content": "x", "components": [row(menu(0))]},
    "more values than options": {"content": "x", "components": [row(menu(2, max_values=3))]},
    "the same custom_id twice": {"content": "x", "components": [row(button(1), button(1))]},
    "label of 81": {"content": "x", "components": [row(button(label="x" * 81))]},
    "custom_id of 101": {"content": "x", "components": [row(button(custom_id="x" * 101))]},
    "placeholder of 151": {"content": "x", "components": [row(menu(2, placeholder="x" * 151))]},
    "a button without words": {"content": "x", "components": [row({"type": 2, "style": 1, "custom_id": "a"})]},
    "a link with a custom_id": {"content": "x", "components": [row(button(style=5, url="https://example.org"))]},
    "an unknown button style": {"content": "x", "components": [row(button(style=9))]},
    "a text display without the V2 flag": {"content": "x", "components": [text("x")]},
    "V2 with content": {"content": "x", "flags": V2, "components": [text("x")]},
    "V2 with embeds": {"embeds": [{"title": "x"}], "flags": V2, "components": [text("x")]},
    "41 components": {"flags": V2, "components": [{"type": 17, "components": [text("x")] * 40}]},
    "4,001 characters in V2": {"flags": V2, "components": [text("x" * 2001), text("x" * 2000)]},
    "alt text of 1,025": {
        "flags": V2,
        "components": [
            {"type": 12, "items": [{"media": {"url": "https://example.org/x.png"}, "description": "x" * 1025}]}
        ],
    },
    "embeds over 6,000": {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
    "an embed title of 257": {"embeds": [{"title": "x" * 257}]},
    "users parsed and listed": {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    "a nonce of 26": {"content": "x", "nonce": "x" * 26},
    "content that is a number": {"content": 5},
}


@pytest.fixture
async def judged() -> AsyncIterator[Sandbox]:
    async with Sandbox() as box:
        yield box


async def asked(box: Sandbox, method: str, path: str, body: Any) -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {box.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, box.api_base + path, json=body) as response,
    ):
        return response.status, await response.json()


@pytest.mark.parametrize("why", REFUSED_MESSAGES)
async def test_a_message_that_discord_would_refuse_is_refused(judged: Sandbox, why: str) -> None:
    path = f"/channels/{judged.channel('general').id}/messages"
    status, answer = await asked(judged, "POST", path, REFUSED_MESSAGES[why])
    assert (status, answer["code"]) == (400, 50035)
    assert answer["errors"]
    assert len(judged.violations) == 1
    assert judged.person("You").sees(judged.channel("general")) == []


def command(**more: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play a card", "type": 1, **more}


def option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "cards", "description": "Which", **more}


REFUSED_COMMANDS = {
    "upper case": [command(name="Play")],
    "a name of 33": [command(name="x" * 33)],
    "a name with a space": [command(name="play now")],
    "no description": [command(description="")],
    "a description of 101": [command(description="x" * 101)],
    "two of one name": [command(), command()],
    "26 options": [command(options=[option(name=f"o{number}") for number in range(26)])],
    "26 choices": [command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
    "a choice name of 101": [command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])])],
    "a required option after another": [command(options=[option(), option(name="seat", required=True)])],
    "choices and autocomplete": [command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])])],
    "101 commands": [command(name=f"c{number}") for number in range(101)],
}


@pytest.mark.parametrize("why", REFUSED_COMMANDS)
async def test_commands_that_discord_would_refuse_are_refused(judged: Sandbox, why: str) -> None:
    path = f"/applications/{judged.world.bot.id}/commands"
    status, answer = await asked(judged, "PUT", path, REFUSED_COMMANDS[why])
    assert (status, answer["code"]) == (400, 50035)
    assert len(judged.violations) == 1


async def test_the_error_names_the_place_in_the_body(judged: Sandbox) -> None:
    body = {"content": "x", "components": [row(button(1), button(2, label="x" * 81))]}
    _, answer = await asked(judged, "POST", f"/channels/{judged.channel('general').id}/messages", body)
    [told] = answer["errors"]["components"]["0"]["components"]["1"]["label"]["_errors"]
    assert "80" in told["message"] or "longer" in told["message"]


async def test_what_is_at_its_limit_is_taken(judged: Sandbox) -> None:
    path = f"/channels/{judged.channel('general').id}/messages"
    buttons = [row(*(button(5 * line + place) for place in range(5))) for line in range(5)]
    at_limit = [
        {"content": "x" * 2000, "components": buttons},
        {"content": "x", "components": [row(menu(25, max_values=25))]},
        {"flags": V2, "components": [{"type": 17, "components": [text("x" * 100)] * 39}]},
        {"flags": V2, "components": [text("x" * 4000)]},
        {"embeds": [{"description": "x" * 4096}, {"description": "x" * 1904}]},
    ]
    for body in at_limit:
        assert (await asked(judged, "POST", path, body))[0] == 200
    assert judged.violations == []


async def test_an_edit_of_a_v2_message_may_not_bring_content(judged: Sandbox) -> None:
    path = f"/channels/{judged.channel('general').id}/messages"
    _, sent = await asked(judged, "POST", path, {"flags": V2, "components": [text("x")]})
    status, _ = await asked(judged, "PATCH", f"{path}/{sent['id']}", {"content": "x"})
    assert status == 400


async def test_an_edit_to_v2_must_take_the_old_content_back(judged: Sandbox) -> None:
    path = f"/channels/{judged.channel('general').id}/messages"
    _, sent = await asked(judged, "POST", path, {"content": "x"})
    layout = {"flags": V2, "components": [text("x")]}
    assert (await asked(judged, "PATCH", f"{path}/{sent['id']}", layout))[0] == 400
    assert (await asked(judged, "PATCH", f"{path}/{sent['id']}", layout | {"content": None}))[0] == 200


async def test_an_edit_may_not_leave_a_message_empty(judged: Sandbox) -> None:
    path = f"/channels/{judged.channel('general').id}/messages"
    _, sent = await asked(judged, "POST", path, {"content": "x", "embeds": [{"title": "t"}]})
    assert (await asked(judged, "PATCH", f"{path}/{sent['id']}", {"content": None}))[0] == 200
    assert (await asked(judged, "PATCH", f"{path}/{sent['id']}", {"embeds": []}))[0] == 400


@pytest.mark.parametrize("part", [{"sticker_ids": ["1"]}, {"content": "x", "tts": True}])
async def test_parts_of_a_message_that_are_not_built_are_told(judged: Sandbox, part: dict[str, Any]) -> None:
    path = f"/channels/{judged.channel('general').id}/messages"
    assert (await asked(judged, "POST", path, part))[0] == 501
    assert len(judged.unsupported) == 1


async def test_what_is_not_built_says_so_and_is_remembered(judged: Sandbox) -> None:
    path = f"/channels/{judged.channel('general').id}/invites"
    status, answer = await asked(judged, "POST", path, {})
    assert status == 501
    assert path in answer["message"]
    assert judged.unsupported == [f"POST {path}"]


async def test_a_validator_that_is_off_lets_everything_through() -> None:
    async with Sandbox(validate=False) as box:
        path = f"/channels/{box.channel('general').id}/messages"
        status, _ = await asked(box, "POST", path, {"content": "x" * 2001})
    assert status == 200
    assert box.violations == []


@pytest.mark.parametrize("token", ["", "nonsense", "a.b.c", "bm90IGFuIGlk.sandbx." + "s" * 27])
async def test_a_token_of_the_wrong_form_is_refused(judged: Sandbox, token: str) -> None:
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session,
        session.get(judged.api_base + "/users/@me") as response,
    ):
        assert response.status == 401


def test_duplicate_ids_of_components_are_found_at_any_depth() -> None:
    layout = [{"type": 17, "components": [row(button(1))]}, row(button(1))]
    assert {breach.path for breach in layout_errors(layout)} == {
        (0, "components", 0, "components", 0, "custom_id"),
        (1, "components", 0, "custom_id"),
    }


def test_a_breach_tells_where_it_is() -> None:
    assert list(message({"content": "x" * 2001}, has_files=False)) == [
        FieldError(("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    ]
