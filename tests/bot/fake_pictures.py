"""Fake pictures whose bytes name their content, with a count of drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.scene import Scene
from bot.messages.learn.rules import RanksScene
from bot.messages.score.ladders import LadderScene
from bot.messages.table.deal import SummaryScene
from bot.messages.table.table import TableScene
from bot.messages.table.trick import TrickScene
from bot.texts.reader import Reader

PICTURED = (HandScene, TrickScene, LadderScene, SummaryScene, RanksScene, TableScene)


@dataclass(frozen=True)
class FakeDrawing:
    name: str
    key: str
    drawn: Callable[[str], bytes]

    def draw(self) -> bytes:
        return self.drawn(self.key)


@dataclass
class FakePictures:
    """A picture for every scene of `PICTURED`. With `broken`, drawing fails."""

    drawn: Counter[str] = field(default_factory=Counter)
    broken: bool = False

    def of(self, scene: Scene, reader: Reader) -> FakeDrawing | None:
        if not isinstance(scene, PICTURED):
            return None
        return FakeDrawing(f"{type(scene).__name__.removesuffix('Scene').lower()}.png", repr(scene), self.draw)

    def draw(self, key: str) -> bytes:
        if self.broken:
            raise ValueError(key)
        self.drawn[key] += 1
        return key.encode()
