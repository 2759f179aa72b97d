"""Responses as discord.py hands them on, with the stand-in: read only if they are of the expected form."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import discord
import pytest
from discord.ui import LayoutView, TextDisplay

from bot.discord_api import endpoint
from bot.discord_api.delivery import DiscordDelivery
from bot.discord_api.errors import CODES, ChannelGone, Code, MessageGone, NoAccess, Unexplained
from cogs import response_sender
from sandbox import InjectedFault, Sandbox
from sandbox.world import errors
from simulation.bot_settings import sandboxed
from tests.flows.conftest import settings_for

PROJECT = Path(__file__).resolve().parents[2]
PAGES = (401, 403, 404, 405, 200)
GET, POST, PATCH, PUT, DELETE = "GET", "POST", "PATCH", "PUT", "DELETE"


class DeliveryTrial(NamedTuple):
    """A delivery, and where it is tried: a channel with three messages of ours, the first with a thread; a person."""

    box: Sandbox
    delivery: DiscordDelivery
    channel: int
    message: int
    other: int
    third: int
    person: int

    async def send(self) -> object:
        return await self.delivery.send(self.channel, words(), "once")

    async def edit(self) -> None:
        await self.delivery.edit(self.channel, self.message, words())

    async def delete(self) -> None:
        await self.delivery.delete(self.channel, self.message)

    async def find(self) -> object:
        return await self.delivery.find(self.channel, 1, "lobby")

    async def open_thread(self) -> object:
        return await self.delivery.open_thread(self.channel, self.other, "Table")

    async def add_to_thread(self) -> None:
        await self.delivery.add_to_thread(self.message, self.person)

    async def dm(self) -> object:
        return await self.delivery.dm(self.person)

    async def is_member(self) -> object:
        return await self.delivery.is_member(self.box.guild.id, self.person)


DeliveryRequest = Callable[[DeliveryTrial], Awaitable[object]]
OF_CHANNELS = (
    (DeliveryTrial.send, POST), (DeliveryTrial.edit, PATCH), (DeliveryTrial.delete, DELETE),
    (DeliveryTrial.find, GET), (DeliveryTrial.open_thread, POST), (DeliveryTrial.add_to_thread, PUT),
)  # fmt: skip
ALL = (*OF_CHANNELS, (DeliveryTrial.dm, POST), (DeliveryTrial.is_member, GET))


def named(of: object) -> str:
    """A test's id."""
    return getattr(of, "__name__", str(of))


def words() -> LayoutView:
    return LayoutView().add_item(TextDisplay("Words"))


@pytest.fixture
async def ground(tmp_path: Path) -> AsyncIterator[DeliveryTrial]:
    async with sandboxed() as box, discord.Client(intents=discord.Intents.none()) as client:
        settings = settings_for(box, tmp_path / "a.db")
        endpoint.use(settings)
        await client.login(settings.token or "")
        delivery, channel, person = DiscordDelivery(client), box.channel("general").id, box.person("Aja").id
        first, other, third = [await delivery.send(channel, words(), nonce) for nonce in ("first", "other", "third")]
        await delivery.open_thread(channel, first, "Table")
        yield DeliveryTrial(box, delivery, channel, first, other, third, person)


@pytest.mark.parametrize(("ask", "method"), ALL, ids=named)
async def test_a_page_is_no_answer_whatever_its_status(
    ground: DeliveryTrial, ask: DeliveryRequest, method: str
) -> None:
    for status in PAGES:
        ground.box.faults.add(InjectedFault.page(status, method=method))
        with pytest.raises(Unexplained):
            await ask(ground)
    await ask(ground)


@pytest.mark.parametrize(("ask", "method"), OF_CHANNELS, ids=named)
async def test_that_a_channel_is_gone_is_believed_when_asked_for_it_is_unknown_too(
    ground: DeliveryTrial, ask: DeliveryRequest, method: str
) -> None:
    ground.box.faults.add(InjectedFault.refused(errors.unknown_channel(), method=method))
    with pytest.raises(Unexplained):
        await ask(ground)
    await ask(ground)


async def test_a_channel_that_is_deleted_is_gone(ground: DeliveryTrial) -> None:
    ground.box.delete_channel(ground.box.channel("general"))
    with pytest.raises(ChannelGone):
        await ground.send()


async def test_a_channel_that_is_hidden_is_not_gone(ground: DeliveryTrial) -> None:
    ground.box.permit(ground.box.channel("general"), view_channel=False)
    ground.box.faults.add(InjectedFault.refused(errors.unknown_channel(), method=POST))
    with pytest.raises(NoAccess):
        await ground.send()


async def test_json_that_is_not_what_was_asked_for_is_no_answer(ground: DeliveryTrial) -> None:
    for message in ("[]", "null", "5", '{"id": "none"}', "{", "{}"):
        ground.box.faults.add(InjectedFault.page(200, message=message, content="application/json"))
        with pytest.raises(Unexplained):
            await ground.send()


@pytest.mark.parametrize("refusal", [errors.missing_permissions(), errors.wrong_channel_type()], ids=str)
async def test_a_thread_that_may_not_be_opened_is_none(ground: DeliveryTrial, refusal: errors.ApiError) -> None:
    ground.box.faults.add(InjectedFault.refused(refusal, "threads$"))
    assert await ground.open_thread() is None


async def test_a_thread_on_a_message_that_is_gone_is_told(ground: DeliveryTrial) -> None:
    await ground.delivery.delete(ground.channel, ground.other)
    with pytest.raises(MessageGone):
        await ground.open_thread()


async def test_threads_of_a_channel_are_opened_one_after_the_other(ground: DeliveryTrial) -> None:
    known = len(ground.box.requests)
    ground.box.faults.add(InjectedFault.slow(0.2, "threads$"))
    opened = (ground.delivery.open_thread(ground.channel, message, "Table") for message in (ground.other, ground.third))
    await asyncio.gather(*opened)
    paths = [one.path for one in ground.box.requests[known:]]
    assert paths == [f"/channels/{ground.channel}/messages/{one}/threads" for one in (ground.other, ground.third)]


async def test_dms_are_opened_one_after_the_other(ground: DeliveryTrial) -> None:
    aja, malik, ivalu = (ground.box.person(name).id for name in ("Aja", "Malik", "Ivalu"))
    await ground.delivery.dm(aja)  # from now on discord.py knows how many are allowed
    known = len(ground.box.requests)
    ground.box.faults.add(InjectedFault.slow(0.2, "users/@me/channels$"))
    await asyncio.gather(ground.delivery.dm(malik), ground.delivery.dm(ivalu))
    first, second = (one.ms for one in ground.box.requests[known:])
    assert first > second, "the slow one, which was asked for first, is answered first"


# The page on codes


def test_the_page_on_codes_has_those_of_the_program() -> None:
    page = (PROJECT / "docs" / "discord-codes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", page, re.MULTILINE)
    told = {int(code): row for code, *row in rows}
    assert told == {code: list(row_of(known)) for code, known in CODES.items()}


def row_of(known: Code) -> tuple[str, ...]:
    """A row of the page, without its code."""
    return known.thing, known.name, "fact" if known.is_fact else "passes", f"`{known.error.__name__}`"


def test_what_ends_an_answer_is_a_fact_of_the_interaction_or_of_its_message() -> None:
    assert {CODES[code].thing for code in response_sender.TOO_LATE} == {"interaction", "message"}
    assert all(CODES[code].is_fact for code in response_sender.TOO_LATE)
