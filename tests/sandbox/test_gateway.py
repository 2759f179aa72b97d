from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import InjectedFault, Sandbox
from sandbox.testing import running
from tests.sandbox.sample_bot import SampleBot


async def test_what_is_said_while_the_bot_is_away_is_replayed(box: Sandbox, bot: SampleBot) -> None:
    you, channel = box.person("You"), box.channel("general")
    await box.drop_gateway()
    answer = asyncio.create_task(you.command(channel, "game open", players=2))
    assert (await answer).status == "message"
    assert "RESUMED" in bot.seen
    assert bot.seen.count("READY") == 1


async def test_opcode_7_makes_the_bot_resume(box: Sandbox, bot: SampleBot) -> None:
    box.reconnect_gateway()
    await box.until(lambda: "RESUMED" in bot.seen)
    assert (await box.person("You").command(box.channel("general"), "game open", players=2)).status == "message"


@pytest.mark.parametrize(
    ("resumable", "expected"), [(True, "RESUMED"), pytest.param(False, "READY", marks=pytest.mark.slow)]
)
async def test_opcode_9_ends_the_session_or_lets_it_resume(
    box: Sandbox, bot: SampleBot, resumable: bool, expected: str
) -> None:
    bot.seen.clear()
    box.invalidate_sessions(resumable=resumable)
    await box.until(lambda: expected in bot.seen)
    await box.until(lambda: box.bot_online)
    assert (await box.person("You").command(box.channel("general"), "game open", players=2)).status == "message"


async def test_a_bot_that_comes_anew_finds_what_was_there() -> None:
    async with Sandbox() as box:
        you, channel = box.person("You"), box.channel("general")
        async with running(SampleBot(), box):
            answer = await you.command(channel, "game open", players=2)
        assert not box.bot_online
        assert answer.message is not None
        assert (await you.press(answer.message, "Join")).status == "failed"
        async with running(SampleBot(), box):
            assert (await you.press(answer.message, "Join")).status == "update"
            await box.until(lambda: you.dms)


@pytest.mark.slow
async def test_shards_hear_of_their_own_servers_only() -> None:
    async with Sandbox(shards=2) as box:
        for number in range(6):
            box.clock.advance(0.005)
            box.add_server(f"server {number}", box.people)
        async with running(SampleBot(), box) as bot:
            assert bot.shard_count == 2
            assert len(bot.guilds) == 7
            assert {guild.shard_id for guild in bot.guilds} == {
                (guild.id >> 22) % 2 for guild in box.world.guilds.values()
            }
            assert (await box.person("You").command(box.channel("general"), "game open", players=2)).status == "message"


async def test_an_outage_of_a_server_is_told_and_ends(box: Sandbox, bot: SampleBot) -> None:
    box.outage()
    await box.until(lambda: bot.guilds[0].unavailable)
    box.outage(over=True)
    await box.until(lambda: not bot.guilds[0].unavailable)
    assert (await box.person("You").command(box.channel("general"), "game open", players=2)).status == "message"


async def test_privileged_intents_are_refused_unless_allowed() -> None:
    class EventReader(discord.Client):
        heard = ""

        async def on_message(self, message: discord.Message) -> None:
            self.heard = message.content

    everything = discord.Intents(guilds=True, messages=True, message_content=True)
    async with Sandbox() as box:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with running(EventReader(intents=everything), box):
                pass
    async with Sandbox(privileged=True) as box, running(EventReader(intents=everything), box) as reader:
        await box.person("You").say(box.channel("general"), "hello")
        await box.until(lambda: reader.heard == "hello")


async def test_without_the_content_intent_only_own_and_direct_messages_and_mentions_are_read() -> None:
    class EventListener(discord.Client):
        def __init__(self) -> None:
            super().__init__(intents=discord.Intents(guilds=True, messages=True))
            self.heard: list[str] = []

        async def on_message(self, message: discord.Message) -> None:
            self.heard.append(message.content)

    async with Sandbox() as box, running(EventListener(), box) as listener:
        you, channel = box.person("You"), box.channel("general")
        await you.say(channel, "a secret")
        await you.say(channel, f"{box.world.bot.mention} hello")
        await you.say(you.open_direct(), "direct")
        await box.until(lambda: len(listener.heard) == 3)
        assert listener.heard == ["", f"{box.world.bot.mention} hello", "direct"]


async def test_an_interaction_that_is_lost_fails_for_the_person() -> None:
    async with Sandbox(answer_within=0.2) as box, running(SampleBot(), box):
        you, channel = box.person("You"), box.channel("general")
        box.faults.add(InjectedFault.lost_interaction())
        assert (await you.command(channel, "game open", players=2)).status == "failed"
        assert (await you.command(channel, "game open", players=2)).status == "message"


async def test_an_interaction_that_is_repeated_comes_twice_and_is_the_same(box: Sandbox, bot: SampleBot) -> None:
    came: list[int] = []

    async def on_interaction(interaction: discord.Interaction[discord.Client]) -> None:
        came.append(interaction.id)

    bot.on_interaction = on_interaction  # type: ignore[method-assign]
    box.faults.add(InjectedFault.repeated_interaction())
    you, channel = box.person("You"), box.channel("general")
    assert (await you.command(channel, "game open", players=2)).status == "message"
    await you.command(channel, "game open", players=2)
    await box.until(lambda: len(came) == 3)
    assert came[0] == came[1] != came[2]


async def test_a_server_that_is_unavailable_at_the_start_comes_when_its_outage_is_over() -> None:
    async with Sandbox() as box:
        box.outage()
        async with running(SampleBot(), box) as bot:
            assert bot.guilds[0].unavailable
            assert bot.seen.count("GUILD_CREATE") == 0
            box.outage(over=True)
            await box.until(lambda: not bot.guilds[0].unavailable)
            assert (await box.person("You").command(box.channel("general"), "game open", players=2)).status == "message"


@pytest.mark.parametrize(("any_token", "status", "code"), [(False, 401, 4004), (True, 200, None)])
async def test_a_token_of_the_right_form_is_taken_only_where_any_is(
    any_token: bool, status: int, code: int | None
) -> None:
    box = Sandbox(any_token=any_token)
    headers = {"Authorization": f"Bot {OTHER_TOKEN}"}
    async with box, aiohttp.ClientSession() as session:
        assert (await session.get(f"{box.api_base}/users/@me", headers=headers)).status == status
        async with session.ws_connect(box.gateway) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": IDENTIFY})
            await socket.receive()
            assert socket.close_code == code
            assert box.bot_online == any_token


OTHER_TOKEN = Sandbox().token
IDENTIFY = {"token": OTHER_TOKEN, "intents": 1, "properties": {}}


@pytest.mark.parametrize(
    ("packets", "code"),
    [
        ([{"op": 2, "d": IDENTIFY | {"token": "wrong"}}], 4004),
        ([{"op": 2, "d": IDENTIFY | {"shard": [2, 2]}}], 4010),
        ([{"op": 2, "d": IDENTIFY}] * 2, 4005),
        ([{"op": 99, "d": None}], 4001),
        ([{"d": None}], 4002),
        ([{"op": 8, "d": {"guild_id": "1", "query": "", "limit": 0}}], 4003),
    ],
)
async def test_what_a_bot_does_wrong_ends_the_socket(packets: list[dict[str, Any]], code: int) -> None:
    box = Sandbox(any_token=True)
    async with box, aiohttp.ClientSession() as session, session.ws_connect(box.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        for packet in packets:
            await socket.send_json(packet)
        async for _ in socket:
            pass
        assert socket.close_code == code


async def test_identifies_are_counted_and_resumes_are_not() -> None:
    headers = {"Authorization": f"Bot {OTHER_TOKEN}"}
    box = Sandbox(any_token=True, session_starts=10)

    async def limit() -> dict[str, Any]:
        async with session.get(f"{box.api_base}/gateway/bot", headers=headers) as response:
            return dict((await response.json())["session_start_limit"])

    async with box, aiohttp.ClientSession() as session:
        assert (await limit())["remaining"] == 10
        async with session.ws_connect(box.gateway) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": IDENTIFY})
            told = await socket.receive_json()
            await box.drop_gateway()
        async with session.ws_connect(box.gateway) as socket:
            await socket.receive_json()
            resume = {"token": OTHER_TOKEN, "session_id": told["d"]["session_id"], "seq": 0}
            await socket.send_json({"op": 6, "d": resume})
            assert (await socket.receive_json())["t"] == "READY"
        assert (await limit())["remaining"] == 9
        box.spend_identifies(20)
        found = await limit()
        assert (found["total"], found["remaining"]) == (10, 0)
        box.clock.advance(found["reset_after"] / 1000 + 1)
        assert (await limit())["remaining"] == 10
        assert box.identifies == 1


@pytest.mark.parametrize(("spent", "answer"), [(0, (9, False)), (999, None)])
async def test_who_identifies_too_soon_or_too_often_is_not_let_in(spent: int, answer: tuple[int, bool] | None) -> None:
    """Too soon: the session is invalid. Above the limit of the day: all sessions end."""
    box = Sandbox(any_token=True, identify_spacing=5.0)
    async with box, aiohttp.ClientSession() as session:
        box.spend_identifies(spent)
        async with session.ws_connect(box.gateway) as first, session.ws_connect(box.gateway) as second:
            await first.receive_json()
            await first.send_json({"op": 2, "d": IDENTIFY})
            await box.until(lambda: box.bot_online)
            await second.receive_json()
            await second.send_json({"op": 2, "d": IDENTIFY})
            if answer is None:
                await second.receive()
                assert second.close_code == 4004
            else:
                told = await second.receive_json()
                assert (told["op"], told["d"]) == answer
            assert box.bot_online is (answer is not None)


async def test_a_session_that_nobody_knows_cannot_be_resumed() -> None:
    async with Sandbox() as box, aiohttp.ClientSession() as session, session.ws_connect(box.gateway) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        await socket.send_json({"op": 6, "d": {"token": box.token, "session_id": "none", "seq": 3}})
        answer = await socket.receive_json()
        assert (answer["op"], answer["d"]) == (9, False)


async def test_members_are_told_to_who_may_ask() -> None:
    intents = discord.Intents(guilds=True, members=True)
    async with Sandbox(privileged=True) as box, running(discord.Client(intents=intents), box) as client:
        guild = client.guilds[0]
        await guild.chunk()
        assert {member.display_name for member in guild.members} == {"You", "Aja", "Malik", "Ivalu", "Bot"}
