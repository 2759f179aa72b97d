"""The HTTP API of the people, for the page and for tests in other processes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial

import aiohttp
import discord
import pytest

from sandbox import ActionNotAllowed, Sandbox
from simulation.remote_sandbox import RemotePerson, RemoteSandbox
from tests.sandbox.sample_bot import SampleBot

BOT = [sys.executable, "-m", "tests.sandbox.sample_bot"]


@pytest.fixture
async def remote(box: Sandbox, bot: SampleBot) -> AsyncIterator[RemoteSandbox]:
    async with RemoteSandbox(box.url) as remote:
        yield remote


async def test_a_person_far_away_does_all_that_one_near_by_does(remote: RemoteSandbox) -> None:
    you = await remote.person("You").watch()
    aja = await remote.person("Aja").watch()
    channel = remote.channel("general")

    answer = await you.command(channel, "game open", players=2)
    assert (answer.status, answer.text) == ("message", "A game for 2\nJoin\nRules")
    message = answer.message
    assert message is not None
    pressed = await aja.press(message, "Join")
    assert pressed.status == "update"
    await remote.until(lambda: message.content == f"{aja.mention} joined" and aja.dms)
    assert [notice["kind"] for notice in aja.notifications] == ["dm"]
    assert you.dms == []

    private = await you.press(message, custom_id="rules")
    assert private.message is not None
    assert private.message.ephemeral
    await remote.until(lambda: private.message in you.sees(channel))
    assert "The rules are short." not in " ".join(await remote.traffic(aja))
    assert "The rules are short." in " ".join(await remote.traffic(you))
    assert [one.person_id for one in await remote.messages(channel)] == [None, you.id]

    modal = await you.command(channel, "ways modal")
    assert (await you.submit(modal, {"Name": "Otter", "Pace": "slow"})).text == "Otter: slow"
    menu = await you.command(channel, "ways menu")
    assert menu.message is not None
    assert (await you.select(menu.message, ["7♣"])).text == "chosen: 0"
    assert [choice["name"] for choice in await you.autocomplete(channel, "game play", {"cards": "K"}, "cards")] == [
        "K♥ Voormsi"
    ]
    said = await you.say(channel, "hello")
    await remote.until(lambda: said.id in [one.id for one in aja.sees(channel)])
    with pytest.raises(ActionNotAllowed, match="needs players"):
        await you.command(channel, "game open")


async def test_direct_messages_are_closed_and_opened_from_afar(remote: RemoteSandbox, box: Sandbox) -> None:
    you = remote.person("You")
    await you.close_dms()
    assert not box.person("You").dms_open
    await you.open_dms()
    assert box.person("You").dms_open


async def test_a_page_that_follows_joined_threads_only_hears_of_no_other(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), bot.get_channel(box.channel("general").id)
    assert isinstance(channel, discord.TextChannel)
    narrow, wide = box.pages.open(you, joined_only=True), you.open_page()
    thread = await channel.create_thread(name="t", type=discord.ChannelType.public_thread)
    await thread.send("one")
    assert not any('"content":"one"' in text for text in narrow.texts)
    assert any('"content":"one"' in text for text in wide.texts)
    await thread.add_user(discord.Object(you.id))
    await thread.send("two")
    assert any('"content":"two"' in text for text in narrow.texts)


async def test_the_snapshot_counts_what_is_unread(box: Sandbox, bot: SampleBot) -> None:
    you, aja, channel = box.person("You"), box.person("Aja"), box.channel("general")
    await aja.say(channel, f"{you.mention} hello")
    await aja.say(channel, "again")
    unread = box.pages.snapshot(you.open_page())["unread"]
    assert unread[str(channel.id)] == {"count": 2, "mentions": 1}
    you.read(channel)
    assert box.pages.snapshot(you.open_page())["unread"][str(channel.id)] == {"count": 0, "mentions": 0}


async def test_a_page_knows_the_servers_of_its_person_and_who_may_manage_them(box: Sandbox) -> None:
    you, aja, malik = (box.person(name) for name in ("You", "Aja", "Malik"))
    page = aja.open_page()
    harbour = box.add_server("Harbour", [malik], ["lounge"])
    assert [one["name"] for one in box.pages.snapshot(page)["servers"]] == [box.guild.name]
    assert "lounge" not in page.texts[-1]
    aja.join(harbour)
    told = json.loads(page.texts[-1])
    assert {channel["name"]: channel["guild_id"] for channel in told["channels"]}["lounge"] == str(harbour.id)
    first, second = told["servers"]
    assert (first["name"], first["managers"]) == (box.guild.name, [str(you.id)])
    assert (second["members"], second["managers"]) == ([str(malik.id), str(aja.id)], [str(malik.id)])
    aja.allow("manage_guild", guild=harbour)
    assert json.loads(page.texts[-1])["servers"][1]["managers"] == [str(malik.id), str(aja.id)]
    aja.leave(harbour)
    assert [one["name"] for one in json.loads(page.texts[-1])["servers"]] == [box.guild.name]


async def test_files_outside_the_page_are_not_served(box: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("..%2fserver.py", "%2e%2e/server.py", "nothing.js"):
            assert (await session.get(f"{box.url}page/{path}")).status == 404


async def started(*arguments: str) -> tuple[asyncio.subprocess.Process, str]:
    """The sandbox as a process of its own, and its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sandbox", *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = re.fullmatch(r"page: (http://127\.0\.0\.1:\d+/\w+/)\n", line)
    assert found, line
    return process, found[1]


@pytest.mark.slow
async def test_the_command_is_started_pointed_here_and_told_to_end() -> None:
    process, url = await started("--people", "Aja,Malik", "--channels", "cards", "--", *BOT)
    async with RemoteSandbox(url) as remote:
        await remote.until_online()
        answer = await remote.person("Aja").command(remote.channel("cards"), "game open", players=2)
        assert answer.status == "message"
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


async def test_what_is_there_is_named_on_the_command_line() -> None:
    process, url = await started("--bot", "Voormsi", "--channels", "cards,chat")
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}people/You/socket") as socket:
        snapshot = await socket.receive_json()
    assert snapshot["bot"]["name"] == "Voormsi"
    assert [channel["name"] for channel in snapshot["channels"]] == ["cards", "chat"]
    process.terminate()
    assert await process.wait() == 0


async def test_channels_have_topics() -> None:
    box = Sandbox(topics={"cards": "Play here"})
    assert [channel.topic for channel in box.guild.channels.values()] == [None, "Play here"]
    with pytest.raises(ActionNotAllowed, match="There is no 'nowhere'; there are: general, cards"):
        Sandbox(topics={"nowhere": "Play"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "given", "reason"),
    [
        ("--port", "99999", "There is no port 99999: 0 (a free one) to 65535."),
        ("--port", "-1", "There is no port -1: 0 (a free one) to 65535."),
        ("--people", "", "There are no people: one name or more."),
        ("--people", "A, A", "There are two people named 'A'."),
        ("--channels", ",", "There are no channels: one name or more."),
        ("--channels", "cards,cards", "There are two channels named 'cards'."),
        ("--shards", "0", "There cannot be 0 shards: 1 or more."),
        ("--answer-within", "nan", "Nobody can answer within nan seconds."),
    ],
)
async def test_what_cannot_be_on_the_command_line_is_refused_in_a_line(option: str, given: str, reason: str) -> None:
    command = [sys.executable, "-m", "sandbox", f"{option}={given}"]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    assert (process.returncode, said.decode()) == (2, f"sandbox: {reason}\n")


async def test_the_commands_own_end_ends_the_sandbox_with_its_code() -> None:
    process, _ = await started("--", sys.executable, "-c", "raise SystemExit(7)")
    assert await process.wait() == 7


AS_ON_WINDOWS = """
import asyncio, signal, sys
from sandbox.__main__ import main

def refuse(*_):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = refuse
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
"""The sandbox on an event loop that cannot handle signals; a shell may have started the tests with Ctrl-C ignored."""


@pytest.mark.parametrize("command", [(), ("--", sys.executable, "-c", "import time; time.sleep(600)")])
async def test_ctrl_c_ends_it_where_the_event_loop_knows_no_signals(command: tuple[str, ...]) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", AS_ON_WINDOWS, *command), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert b"page: " in await process.stdout.readline()
    process.send_signal(signal.SIGINT)
    async with asyncio.timeout(60):
        _, error = await process.communicate()
    assert (process.returncode, error.decode()) == (0, "")


def has_messages(person: RemotePerson, count: int) -> bool:
    return len(person.dms) == count


@pytest.mark.slow
async def test_a_bot_that_is_killed_comes_back_to_what_was_there() -> None:
    process, url = await started()
    async with RemoteSandbox(url) as remote:
        environment = os.environ | {
            "DISCORD_API_BASE": remote.api_base,
            "DISCORD_GATEWAY": remote.gateway,
            "DISCORD_TOKEN": (await remote.state())["token"],
        }
        you, channel = await remote.person("You").watch(), remote.channel("general")
        message = None
        for life in (1, 2):
            bot = await asyncio.create_subprocess_exec(*BOT, env=environment)
            await remote.until_online()
            if message is None:
                message = (await you.command(channel, "game open", players=2)).message
            assert message is not None
            assert (await you.press(message, "Join")).status == "update"
            await remote.until(partial(has_messages, you, life))
            bot.kill()
            await bot.wait()
            await remote.until(lambda: not you.bot_online)
        process.terminate()
        assert await process.wait() == 0


async def test_traffic_is_kept_unless_it_is_to_be_forgotten() -> None:
    for keeps in (True, False):
        async with Sandbox(keep_traffic=keeps) as box:
            you = box.person("You")
            page = you.open_page()
            await you.say(box.channel("general"), "hello")
            assert bool(page.texts) is keeps
            assert any("hello" in text for text in box.traffic(you)) is keeps
