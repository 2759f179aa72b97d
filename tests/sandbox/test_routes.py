"""Every route that is built is gone through once, and its answer has the shape that Discord describes."""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.rest.rest_api import PREFIX
from sandbox.rest.routes import routes
from sandbox.testing import running
from sandbox.world import permissions

PICTURE = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(20)).decode()
EVENT = {
    "name": "Friday",
    "scheduled_start_time": "2030-01-01T20:00:00+00:00",
    "scheduled_end_time": "2030-01-01T22:00:00+00:00",
    "privacy_level": 2,
    "entity_type": 3,
    "entity_metadata": {"location": "Here"},
}
COMMAND = {"name": "look", "description": "Look", "type": 1, "name_localizations": {"da": "se"}}


class Walker:
    """Asks as a bot does, and keeps which routes have answered well."""

    def __init__(self, box: Sandbox, session: aiohttp.ClientSession) -> None:
        self.walked: set[tuple[str, str]] = set()
        self._box = box
        self._session = session

    async def __call__(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bot {self._box.token}"}
        async with self._session.request(method, self._box.api_base + path, json=body, headers=headers) as response:
            answer = await response.json() if response.status != 204 else None
            assert response.status < 300, (method, path, answer)
        self.walked.add((method, template(method, response.url.path.partition(PREFIX)[2])))
        return answer


def template(method: str, path: str) -> str:
    """The template of the route of a path: of several that match, the one with the fewest placeholders."""
    matching = [
        route.template
        for route in routes.all
        if route.method == method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", route.template), path)
    ]
    return min(matching, key=lambda found: found.count("{"))


@pytest.fixture
async def walk(box: Sandbox) -> AsyncIterator[Walker]:
    quiet = discord.Client(intents=discord.Intents(guilds=True))
    async with aiohttp.ClientSession() as session, running(quiet, box):
        yield Walker(box, session)


async def test_every_route_answers_in_discords_shape(box: Sandbox, walk: Walker) -> None:
    await about_the_bot(box, walk)
    await commands(box, walk)
    await messages(box, walk)
    await channels_and_threads(box, walk)
    await interactions(box, walk)
    await events(box, walk)
    await walk("DELETE", f"/users/@me/guilds/{box.guild.id}")
    assert walk.walked == {(route.method, route.template) for route in routes.all}


async def about_the_bot(box: Sandbox, walk: Walker) -> None:
    you = box.person("You")
    for path in ("/gateway", "/gateway/bot", "/users/@me", "/users/@me/guilds", f"/users/{you.id}"):
        await walk("GET", path)
    for path in ("/oauth2/applications/@me", "/applications/@me"):
        await walk("GET", path)
    assert (await walk("PATCH", "/users/@me", {"username": "Otter"}))["username"] == "Otter"
    guild = f"/guilds/{box.guild.id}"
    for path in ("?with_counts=true", "/channels", "/roles", f"/members/{you.id}", "/threads/active"):
        await walk("GET", guild + path)
    role, own = box.world.add_role(box.guild, "Champion"), next(one for one in box.guild.roles.values() if one.bot_id)
    own.bits, own.position = own.bits | 1 << 28, role.position + 1
    for method in ("PUT", "DELETE"):
        await walk(method, f"{guild}/members/{you.id}/roles/{role.id}")
    emojis = f"/applications/{box.world.bot.id}/emojis"
    emoji = await walk("POST", emojis, {"name": "voormsi", "image": PICTURE})
    assert (await walk("PATCH", f"{emojis}/{emoji['id']}", {"name": "toqutsit"}))["name"] == "toqutsit"
    await walk("GET", f"{emojis}/{emoji['id']}")
    assert len((await walk("GET", emojis))["items"]) == 1
    await walk("DELETE", f"{emojis}/{emoji['id']}")


async def events(box: Sandbox, walk: Walker) -> None:
    allow_events(box)
    place = f"/guilds/{box.guild.id}/scheduled-events"
    made = await walk("POST", place, EVENT)
    assert (await walk("PATCH", f"{place}/{made['id']}", {"name": "Saturday"}))["name"] == "Saturday"
    assert (await walk("GET", f"{place}/{made['id']}"))["entity_metadata"] == {"location": "Here"}
    assert [one["id"] for one in await walk("GET", place)] == [made["id"]]
    await walk("DELETE", f"{place}/{made['id']}")
    assert await walk("GET", place) == []


def allow_events(box: Sandbox) -> None:
    """Let the bot create events in the server."""
    everyone = box.guild.roles[box.guild.id]
    everyone.bits |= permissions.bits("create_events")
    box.world.change_role(box.guild, everyone)
    for channel in box.guild.channels.values():
        box.permit(channel, create_events=True)


async def commands(box: Sandbox, walk: Walker) -> None:
    application = f"/applications/{box.world.bot.id}"
    for place in (f"{application}/guilds/{box.guild.id}/commands", f"{application}/commands"):
        old = await walk("POST", place, {"name": "old", "description": "x"})
        made = await walk("POST", place, COMMAND)
        again = await walk("POST", place, COMMAND | {"description": "Refresh"})
        assert (again["id"], again["description"]) == (made["id"], "Refresh")
        one = f"{place}/{made['id']}"
        assert (await walk("PATCH", one, {"description": "See"}))["description"] == "See"
        assert (await walk("GET", one))["name_localizations"] == {"da": "se"}
        await walk("DELETE", one)
        kept = await walk("PUT", place, [COMMAND, {"name": "old", "description": "y"}])
        assert kept[1]["id"] == old["id"]
        assert kept[0]["id"] != made["id"]
        assert len(await walk("GET", f"{place}?with_localizations=true")) == 2


async def messages(box: Sandbox, walk: Walker) -> None:
    channel = f"/channels/{box.channel('general').id}"
    await walk("POST", f"{channel}/typing")
    sent = await walk("POST", f"{channel}/messages", {"content": "x", "embeds": [{"title": "t", "fields": []}]})
    one = f"{channel}/messages/{sent['id']}"
    await walk("PATCH", one, {"content": "y"})
    await walk("GET", one)
    await walk("POST", f"{channel}/messages", {"content": "reply", "message_reference": {"message_id": sent["id"]}})
    assert len(await walk("GET", f"{channel}/messages?limit=2")) == 2
    await walk("DELETE", one)
    direct = await walk("POST", "/users/@me/channels", {"recipient_id": str(box.person("You").id)})
    await walk("POST", f"/channels/{direct['id']}/messages", {"content": "x"})
    await walk("GET", f"/channels/{direct['id']}")


async def channels_and_threads(box: Sandbox, walk: Walker) -> None:
    box.permit(box.channel("cards"), manage_channels=True)
    channel, you = f"/channels/{box.channel('cards').id}", box.person("You").id
    sent = await walk("POST", f"{channel}/messages", {"content": "x"})
    thread = await walk("POST", f"{channel}/messages/{sent['id']}/threads", {"name": "t"})
    await walk("GET", f"{channel}/messages/{sent['id']}")
    members = f"/channels/{thread['id']}/thread-members"
    await walk("PUT", f"{members}/{you}")
    await walk("GET", f"{members}/{you}?with_member=true")
    assert len(await walk("GET", f"{members}?with_member=true")) == 2
    await walk("DELETE", f"{members}/{you}")
    await walk("DELETE", f"{members}/@me")
    await walk("PUT", f"{members}/@me")
    await walk("PATCH", f"/channels/{thread['id']}", {"archived": True})
    assert len((await walk("GET", f"{channel}/threads/archived/public"))["threads"]) == 1
    await walk("POST", f"{channel}/threads", {"name": "p", "type": 12})
    await walk("GET", f"{channel}/threads/archived/private")
    await walk("PATCH", channel, {"name": "tables", "topic": "Cards"})
    assert box.channel("tables").topic == "Cards"
    await walk("DELETE", channel)


async def interactions(box: Sandbox, walk: Walker) -> None:
    you, channel = box.person("You"), box.channel("general")
    interaction = you.start_command(channel, "look", {})
    callback = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    await walk("POST", callback, {"type": 5})
    webhook = f"/webhooks/{box.world.bot.id}/{interaction.token}"
    await walk("PATCH", f"{webhook}/messages/@original", {"content": "one"})
    await walk("GET", f"{webhook}/messages/@original")
    more = await walk("POST", webhook, {"content": "two", "flags": 64})
    await walk("GET", f"{webhook}/messages/{more['id']}")
    await walk("PATCH", f"{webhook}/messages/{more['id']}", {"content": "three"})
    assert [message.content for message in you.sees(channel)[-2:]] == ["one", "three"]
    await walk("DELETE", f"{webhook}/messages/{more['id']}")
    await walk("DELETE", f"{webhook}/messages/@original")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/channels/1", 10003),
        ("/guilds/1", 10004),
        ("/users/1", 10013),
        ("/webhooks/1/unknown/messages/@original", 10015),
        ("/applications/1/emojis/1", 10014),
        ("/applications/1/commands/1", 10063),
    ],
)
async def test_what_is_unknown_has_discords_code(box: Sandbox, path: str, code: int) -> None:
    headers = {"Authorization": f"Bot {box.token}"}
    async with aiohttp.ClientSession() as session, session.get(box.api_base + path, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (404, code)
