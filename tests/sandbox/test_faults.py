from __future__ import annotations

import asyncio
import gc
import time
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest

from sandbox import InjectedFault, Sandbox, server
from sandbox.testing import running
from sandbox.world import errors
from tests.sandbox.sample_bot import SampleBot

SEND = r"^/channels/\d+/messages$"


@pytest.fixture
def general(box: Sandbox, bot: SampleBot) -> discord.TextChannel:
    found = bot.get_channel(box.channel("general").id)
    assert isinstance(found, discord.TextChannel)
    return found


def sent(box: Sandbox) -> list[str]:
    return [message.content for message in box.person("You").sees(box.channel("general"))]


def statuses(box: Sandbox) -> list[int]:
    return [entry.status for entry in box.requests if entry.method == "POST" and entry.path.endswith("/messages")]


@pytest.mark.parametrize("is_global", [False, True])
async def test_a_429_of_discord_is_waited_for(box: Sandbox, general: discord.TextChannel, is_global: bool) -> None:
    box.faults.add(InjectedFault.rate_limited(SEND, method="POST", retry_after=0.05, is_global=is_global))
    await general.send("x")
    assert statuses(box) == [429, 200]
    assert sent(box) == ["x"]


async def test_a_429_without_via_is_raised(box: Sandbox, general: discord.TextChannel) -> None:
    box.faults.add(InjectedFault.rate_limited(SEND, via=False))
    with pytest.raises(discord.HTTPException) as refused:
        await general.send("x")
    assert refused.value.status == 429


@pytest.mark.parametrize(("late", "there"), [pytest.param(False, ["x"], marks=pytest.mark.slow), (True, ["x"])])
async def test_a_5xx_before_or_after_the_work_sends_once_with_a_nonce(
    box: Sandbox, general: discord.TextChannel, late: bool, there: list[str]
) -> None:
    box.faults.add(InjectedFault.server_error(SEND, method="POST", late=late))
    await general.send("x", nonce="stable")
    assert statuses(box) == [502, 200]
    assert sent(box) == there


async def test_a_refusal_on_demand_has_discords_code(box: Sandbox, general: discord.TextChannel) -> None:
    for refusal in (errors.dms_too_fast(), errors.thread_archived(), errors.unknown_channel()):
        box.faults.add(InjectedFault.refused(refusal, SEND))
        with pytest.raises(discord.HTTPException) as refused:
            await general.send("x")
        assert (refused.value.status, refused.value.code) == (refusal.status, refusal.code)
    await general.send("x")


async def test_after_and_times_say_which_requests_are_hit(box: Sandbox, general: discord.TextChannel) -> None:
    box.faults.add(InjectedFault.refused(errors.missing_access(), SEND, after=1, times=2))
    went = []
    for number in range(4):
        try:
            await general.send(str(number))
            went.append(number)
        except discord.Forbidden:
            pass
    assert went == [0, 3]


async def test_a_slow_answer_is_slow(box: Sandbox, general: discord.TextChannel) -> None:
    box.faults.add(InjectedFault.slow(0.2, SEND))
    began = time.perf_counter()
    await general.send("x")
    assert time.perf_counter() - began >= 0.2


@pytest.mark.parametrize(("late", "there"), [(False, []), (True, ["x"])])
async def test_a_connection_breaks_before_or_after_the_work(
    box: Sandbox, general: discord.TextChannel, late: bool, there: list[str]
) -> None:
    box.faults.add(InjectedFault.cut(SEND, method="POST", late=late))
    with pytest.raises(aiohttp.ClientConnectionError):
        await general.send("x")
    assert sent(box) == there


@pytest.mark.parametrize(("late", "there"), [(False, []), (True, ["x"])])
async def test_a_page_of_a_proxy_comes_before_or_after_the_work(
    box: Sandbox, general: discord.TextChannel, late: bool, there: list[str]
) -> None:
    box.faults.add(InjectedFault.page(403, SEND, method="POST", late=late))
    with pytest.raises(discord.Forbidden, match="DOCTYPE"):
        await general.send("x")
    assert sent(box) == there


@pytest.mark.parametrize(("late", "there"), [(False, []), (True, ["x"])])
async def test_what_is_slow_is_done_after_the_time_or_before_it(
    box: Sandbox, general: discord.TextChannel, late: bool, there: list[str]
) -> None:
    box.faults.add(InjectedFault.slow(60, SEND, late=late))
    sending = asyncio.create_task(general.send("x"))
    await box.until(lambda: sent(box) == there)
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)


async def test_faults_that_are_cleared_no_longer_happen(box: Sandbox, general: discord.TextChannel) -> None:
    box.faults.add(InjectedFault.refused(errors.missing_access(), SEND, times=None))
    box.faults.clear()
    await general.send("x")


@pytest.mark.slow
async def test_discords_rate_limits_make_the_bot_wait() -> None:
    async with Sandbox(rate_limits="discord") as box, running(SampleBot(), box) as bot:
        channel = bot.get_channel(box.channel("general").id)
        assert isinstance(channel, discord.TextChannel)
        began = time.perf_counter()
        for number in range(6):
            await channel.send(str(number))
        assert time.perf_counter() - began > 3
        assert 429 not in statuses(box)


async def test_many_edits_of_an_old_message_are_refused(box: Sandbox, general: discord.TextChannel) -> None:
    message = await general.send("x")
    box.clock.advance(3_601)
    box.limit_old_edits(2)
    await message.edit(content="1")
    await message.edit(content="2")
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="3")
    assert (refused.value.status, refused.value.code) == (429, 30046)


@pytest.mark.parametrize(
    ("kind", "begun"),
    [
        ("application/json", b'{"content": "'),
        ("multipart/form-data; boundary=x", b"--x\r\n"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"con'),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\nbegun',
        ),
    ],
    ids=["json", "parts", "payload", "file"],
)
async def test_a_request_that_is_cut_off_was_never_made(
    box: Sandbox, bot: SampleBot, general: discord.TextChannel, kind: str, begun: bytes
) -> None:
    where = urlsplit(box.api_base)
    before = len(box.requests)
    _, writer = await asyncio.open_connection(where.hostname, where.port)
    head = f"POST {where.path}/channels/{general.id}/messages HTTP/1.1\r\nHost: {where.netloc}\r\n"
    head += f"Authorization: Bot {box.token}\r\nContent-Type: {kind}\r\nContent-Length: 1000\r\n\r\n"
    writer.write(head.encode() + begun)
    await writer.drain()
    await general.send("before")
    writer.transport.abort()
    await general.send("after")
    assert sent(box) == ["before", "after"]
    assert len(box.requests) == before + 2
    gc.collect()  # A file left open would be a warning, so an error.


async def test_a_request_whose_files_are_too_large_together_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LARGEST_BODY", 10_000)
    async with Sandbox() as box, aiohttp.ClientSession() as session:
        form = aiohttp.FormData({"payload_json": "{}"})
        for number in range(3):
            form.add_field(f"files[{number}]", b"x" * 4_000, filename="a.png")
        path = f"{box.api_base}/channels/{box.channel('general').id}/messages"
        async with session.post(path, data=form, headers={"Authorization": f"Bot {box.token}"}) as response:
            assert response.status == 413
