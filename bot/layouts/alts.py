"""What a picture shows, in words: for those who hear it, and where it does not load. From the same view, as much as it.

An alt text is told in parts, each with shorter ways to say it; what is too long is shortened from its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.layouts.voice import Voice
from bot.reader import Reader
from bot.scenes import Scene, TrickScene
from rules.game import Play, View

LONGEST: Final = 1024

Part = tuple[str, ...]
"""One thing said: at its best, then shorter and shorter; a part that ends with "" may be left out."""


def alt(scene: Scene, reader: Reader) -> str:
    """What the picture of a scene shows; "" for a scene of which there is no picture."""
    tells = TOLD_BY.get(type(scene))
    return "" if tells is None else fitted(tells(scene, reader))


def fitted(parts: Sequence[Part], longest: int = LONGEST) -> str:
    """The parts in one text, the last ones said more briefly, as far as they must be."""
    said = [0] * len(parts)
    told = _joined(parts, said)
    for index in reversed(range(len(parts))):
        while len(told) > longest and said[index] < len(parts[index]) - 1:
            said[index] += 1
            told = _joined(parts, said)
    return told


def _joined(parts: Sequence[Part], said: Sequence[int]) -> str:
    return " ".join(filter(None, (part[way] for part, way in zip(parts, said, strict=True) if part)))


def _trick(scene: TrickScene, reader: Reader) -> list[Part]:
    view = scene.view
    if view is None:
        return []
    voice = Voice(reader, scene.head, "", view.sides)
    return [_play(play, index, view, voice) for index, play in enumerate(view.trick)]


def _play(play: Play, index: int, view: View, voice: Voice) -> Part:
    key = "alt.heads" if index == view.heading else "alt.plays"
    return (voice(key, name=voice.plain[play.seat], cards=voice.cards(play.cards)),)


TOLD_BY: Final[dict[type, Callable[[Any, Reader], list[Part]]]] = {TrickScene: _trick}
