"""The points that each finished hand of a rubber brought, with a word for points of a special kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from bot.messages.kit.scene import TableContext
from bot.messages.looks import part
from bot.tables.hand_scores import points_by_hand
from bot.tables.table import Feat
from bot.texts.translator import Translator
from rules.core.cards import Card
from rules.core.contract import Gain


class ScoredScene(Protocol):
    """A scene with the scores after each hand of a rubber, and its feats."""

    @property
    def head(self) -> TableContext: ...
    @property
    def sides(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def target(self) -> int | None: ...
    @property
    def way(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def feats(self) -> tuple[Feat, ...]: ...


class HandPoints(NamedTuple):
    """The points that a hand brought a side; `word` and `card`: what they were for, if that is special."""

    hand: int
    side: int
    points: int
    word: str = ""
    card: Card | None = None


def hand_points(
    game: str, way: Sequence[tuple[int, ...]], feats: Sequence[Feat], words: Translator
) -> tuple[HandPoints, ...]:
    """The points of each hand and side that scored, in order; `way`: the scores after each hand."""
    return tuple(_hand_points(game, way, feats, words))


def points_shown(scene: ScoredScene, words: Translator) -> tuple[HandPoints, ...]:
    """The points of the hands of a scene; none in a game whose picture of the scores does not show them."""
    game = scene.head.game
    return hand_points(game, scene.way, scene.feats, words) if part(game, "SCORE") else ()


def _hand_points(
    game: str, way: Sequence[tuple[int, ...]], feats: Sequence[Feat], words: Translator
) -> Iterator[HandPoints]:
    for hand, brought in enumerate(points_by_hand(way, feats), start=1):
        for side, points in enumerate(brought):
            if points:
                yield _with_feat(HandPoints(hand, side, points), game, feats, words)


def _with_feat(plain: HandPoints, game: str, feats: Sequence[Feat], words: Translator) -> HandPoints:
    """The points of a hand with the word (`<game>.mark.<kind>`) or the card of their feat, if there is one."""
    for feat in feats:
        if feat.hand == plain.hand and isinstance(feat.what, Gain) and feat.what.side == plain.side:
            why = feat.what.why
            key = f"{game}.mark.{why.kind}"
            return plain._replace(word=words(key) if key in words else "", card=why.about.get("card"))
    return plain
