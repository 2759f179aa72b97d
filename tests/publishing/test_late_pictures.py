"""Pictures follow private answers, and never come into a message that says something else by then."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import discord

from bot.app import Bot
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.learn.rules import RanksScene, RulesScene
from bot.publishing.late_pictures import LatePictures, Sent
from bot.texts import Translator
from bot.texts.reader import CardStyle, Reader
from cogs.response_sender import ResponseContent, ResponseSender
from rules.core.cards import cards
from tests.bot.fake_pictures import FakePictures

READER = Reader(Translator())
ACES, KINGS = RanksScene(cards("AC AS")), RanksScene(cards("KC KS"))


@dataclass
class FakeMessage:
    """A message that takes edits, slowly if a test wants it."""

    files: list[str] = field(default_factory=list)
    held: asyncio.Event | None = None
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def edit(self, **shown: Any) -> None:
        self.reached.set()
        if self.held is not None:
            await self.held.wait()
        self.files.append(" ".join(file.fp.read().decode() for file in shown["attachments"]))


def late_pictures() -> LatePictures:
    return LatePictures(PictureCache(FakePictures().of))


async def test_a_picture_is_put_into_the_message_that_is_out() -> None:
    message = FakeMessage()
    await late_pictures().follow(Sent(1, message.edit), ACES, READER)
    assert message.files == [repr(ACES)]


async def test_without_a_picture_nothing_follows() -> None:
    message = FakeMessage()
    await late_pictures().follow(Sent(1, message.edit), RulesScene(""), READER)
    await late_pictures().follow(Sent(1, message.edit), ACES, Reader(Translator(), CardStyle.WORDS))
    assert message.files == []


async def test_a_message_drawn_anew_meanwhile_gets_the_newer_picture_alone() -> None:
    follows, message = late_pictures(), FakeMessage()
    first = asyncio.ensure_future(follows.follow(Sent(1, message.edit), ACES, READER))
    await asyncio.sleep(0)
    late = await follows.interrupt(1)
    second = asyncio.ensure_future(follows.follow(Sent(1, message.edit), KINGS, READER, again=late))
    await asyncio.gather(first, second)
    assert message.files == [repr(KINGS)]


async def test_a_picture_that_is_on_its_way_is_taken_out_again() -> None:
    follows, message = LatePictures(PictureCache(FakePictures().of), patience=0.01), FakeMessage(held=asyncio.Event())
    first = asyncio.ensure_future(follows.follow(Sent(1, message.edit), ACES, READER))
    await message.reached.wait()
    late = await follows.interrupt(1)
    second = asyncio.ensure_future(follows.follow(Sent(1, message.edit), RulesScene(""), READER, again=late))
    assert message.held is not None
    message.held.set()
    await asyncio.gather(first, second)
    assert message.files == [repr(ACES), ""]


async def test_a_new_answer_waits_for_a_picture_that_is_on_its_way() -> None:
    follows, message = LatePictures(PictureCache(FakePictures().of), patience=60.0), FakeMessage(held=asyncio.Event())
    first = asyncio.ensure_future(follows.follow(Sent(1, message.edit), ACES, READER))
    await message.reached.wait()
    interrupting = asyncio.ensure_future(follows.interrupt(1))
    await asyncio.sleep(0)
    assert not interrupting.done()
    assert message.held is not None
    message.held.set()
    assert await interrupting is False
    await first
    assert message.files == [repr(ACES)]


async def test_other_messages_are_left_alone() -> None:
    follows, message, other = late_pictures(), FakeMessage(), FakeMessage()
    first = asyncio.ensure_future(follows.follow(Sent(1, message.edit), ACES, READER))
    await asyncio.sleep(0)
    assert not await follows.interrupt(2)
    await asyncio.gather(first, follows.follow(Sent(2, other.edit), KINGS, READER))
    assert (message.files, other.files) == ([repr(ACES)], [repr(KINGS)])


@dataclass
class Unnamed:
    """An interaction, and its response, whose answer Discord takes without saying which message it is."""

    id: int
    message: None = None
    message_id: None = None
    application_id: int = 1
    token: str = "token"
    extras: dict[object, object] = field(default_factory=dict)

    @property
    def response(self) -> Unnamed:
        return self

    def is_done(self) -> bool:
        return False

    async def send_message(self, **_: Any) -> Unnamed:
        return self

    async def edit_original_response(self, **_: Any) -> None:
        """Nothing is edited here."""


async def test_answers_whose_messages_are_not_named_are_not_taken_for_one() -> None:
    both = [cast(discord.Interaction[Bot], Unnamed(number)) for number in (7, 8)]
    sent = [await ResponseSender(one).send(ResponseContent()) for one in both]
    assert len({one.message_id for one in sent}) == 2
