"""Pictures are drawn once, in a thread, and kept for as long as there is room."""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import dataclass

import pytest

from bot.discord_api.delivery import Picture
from bot.messages.kit.picture_cache import PictureCache
from bot.messages.kit.scene import Scene
from bot.messages.learn.rules import RanksScene
from bot.texts import Translator
from bot.texts.reader import CardStyle, Reader
from rules.core.cards import cards
from tests.bot.fake_pictures import FakePictures

READER = Reader(Translator())
ACES, KINGS = RanksScene(cards("AC AS")), RanksScene(cards("KC KS"))


async def test_the_same_picture_asked_for_twice_at_once_is_drawn_once() -> None:
    pictures = FakePictures()
    picture_cache = PictureCache(pictures.of)
    first, second = await asyncio.gather(picture_cache.picture(ACES, READER), picture_cache.picture(ACES, READER))
    assert first == second == await picture_cache.picture(ACES, READER) == Picture("ranks.png", repr(ACES).encode())
    assert list(pictures.drawn.values()) == [1]


async def test_who_goes_away_while_it_is_drawn_takes_it_from_nobody() -> None:
    drawn, going = threading.Event(), threading.Event()

    @dataclass(frozen=True)
    class SlowDrawing:
        name = "slow.png"

        def draw(self) -> bytes:
            going.set()
            drawn.wait()
            return b"slow"

    picture_cache = PictureCache(lambda scene, reader: SlowDrawing())
    leaving = asyncio.ensure_future(picture_cache.picture(ACES, READER))
    await asyncio.to_thread(going.wait)
    staying = asyncio.ensure_future(picture_cache.picture(ACES, READER))
    leaving.cancel()
    drawn.set()
    assert await staying == Picture("slow.png", b"slow")


async def test_the_picture_asked_for_longest_ago_makes_room() -> None:
    pictures = FakePictures()
    picture_cache = PictureCache(pictures.of, room=len(repr(ACES)) + len(repr(KINGS)))
    for scene in (ACES, KINGS, ACES, RanksScene(), ACES, KINGS):
        await picture_cache.picture(scene, READER)
    assert pictures.drawn[repr(ACES)] == 1
    assert pictures.drawn[repr(KINGS)] == 2


@pytest.mark.parametrize("wish", [CardStyle.EMOJIS, CardStyle.WORDS])
async def test_there_is_none_for_who_wants_none(wish: CardStyle) -> None:
    pictures = FakePictures()
    picture_cache = PictureCache(pictures.of)
    assert await picture_cache.picture(ACES, Reader(Translator(), wish)) is None
    assert picture_cache.job_of(ACES, Reader(Translator(), wish)) is None
    assert not pictures.drawn


async def test_one_that_cannot_be_drawn_is_told_in_the_log_without_its_cards(caplog: pytest.LogCaptureFixture) -> None:
    picture_cache = PictureCache(FakePictures(broken=True).of)
    with caplog.at_level(logging.ERROR):
        assert await picture_cache.picture(ACES, READER) is None
    told = caplog.text
    assert "FakeDrawing" in told
    assert "ValueError" in told
    assert "fake_pictures.py" in told
    assert "AC" not in told and "Card(" not in told  # noqa: PT018


async def test_one_that_cannot_be_made_is_none(caplog: pytest.LogCaptureFixture) -> None:
    def fails(scene: Scene, reader: Reader) -> None:
        raise KeyError(scene)

    assert await PictureCache(fails).picture(ACES, READER) is None
    assert "KeyError" in caplog.text


async def test_a_closed_gallery_draws_nothing_and_complains_of_nothing(caplog: pytest.LogCaptureFixture) -> None:
    picture_cache = PictureCache(FakePictures().of)
    picture_cache.close()
    assert await picture_cache.picture(ACES, READER) is None
    assert caplog.records == []
