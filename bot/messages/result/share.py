"""The result of a rubber to share: a picture, and a line to copy for places without pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.kit import ui
from bot.messages.kit.card_faces import look_of
from bot.messages.kit.drawing import Drawing, drawing_of
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import PostContext, Scene
from bot.messages.kit.seat_labels import names_of
from bot.messages.kit.table_text import TableText
from bot.messages.kit.typeface import readable
from bot.messages.result.result import (
    MOST_HANDS,
    ResultScene,
    deciding_scores,
    end_plays,
    result_scene,
    turning_point,
    winners,
)
from bot.messages.result.share_card import ShareCardDrawing
from bot.messages.score import story
from bot.messages.table import trick
from bot.tables.table import Table
from bot.texts.reader import Reader
from bot.texts.translator import Translator


@dataclass(frozen=True, slots=True)
class ResultShareScene(Scene):
    """The result of a rubber as a line to copy, private; for the holder of `seat`, or for a spectator (None).

    `since`: the first hand in which the holder had the seat; the hands before it are not theirs.
    """

    result: ResultScene
    seat: int | None
    since: int = 1


MARKS: Final[Mapping[int, str]] = {1: "🟩", 0: "🟨", -1: "⬛"}
"""A hand that brought a side more points than the others, as many, or fewer."""


@ui.page_of.register
def share(scene: ResultShareScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The result to copy, as a line in a block of code; it names nobody."""
    of, words = scene.result, reader.words
    won = of.outcome.winners
    own = next((side for side, seats in enumerate(of.sides) if scene.seat in seats), won[0])
    key = "shared" if scene.seat is None else "drawn" if len(won) > 1 else "won" if own in won else "lost"
    others = sorted((score for side, score in enumerate(of.scores) if side != own), reverse=True)
    shared = words(
        f"result.share.{key}",
        game=words(f"{of.head.game}.name"),
        scores=words("list.score").join(map(str, (of.scores[own], *others))),
        hands="".join(MARKS[hand] for hand in story.hands_of(of.way, of.feats, own)[scene.since - 1 :][-MOST_HANDS:]),
    )
    return ui.layout(ui.text(f"```\n{shared}\n```", words("result.share-hint")), colour=ui.YOURS)


def share_scene(table: Table, person: str, context: PostContext) -> ResultShareScene:
    """Return the result of a rubber as a line to copy, for somebody who has a seat there or for a spectator."""
    seat = table.seat_of(person)
    since = [tenure.first.hand for tenure in table.tenures if tenure.seat == seat]
    return ResultShareScene(result_scene(table, context), seat, max(1, since[-1] if since else 1))


@parts_of.register
def _share_alt(scene: ResultShareScene, reader: Reader) -> list[Part]:
    of = scene.result
    texts = TableText(reader, of.head, "", of.sides, True, of.last.order if of.last else ())
    last = [texts("picture.end-trick"), *trick.finished_plays(of.last, texts)] if of.last else []
    others = against(of, texts.words, [texts.side(side) for side in range(len(of.sides))])
    told = [others, deciding_scores(of, texts.words), *last, turning_point(of, texts)]
    return [(winners(of, texts),), *droppable(told)]


def against(scene: ResultScene, words: Translator, sides: Sequence[str]) -> str:
    """The sides that have not won, "" if all share a draw."""
    others = [name for side, name in enumerate(sides) if side not in scene.outcome.winners]
    return words("picture.against", others=words.join(others)) if others else ""


@drawing_of.register
def share_drawing(scene: ResultShareScene, reader: Reader) -> Drawing | None:
    """The card; None if the rubber ended before its first hand did."""
    of, words = scene.result, reader.words
    if not of.way:
        return None
    names, won = names_of(words, of.head.holders), of.outcome.winners
    sides = [words("list.side").join(names[seat] for seat in seats) for seats in of.sides]
    texts = TableText(reader, of.head, "", of.sides, True)
    return ShareCardDrawing(
        look_of(of.head.game, reader, of.last.order if of.last else ()),
        won[0] if len(won) == 1 else None,
        words("list.dot").join([words(f"{of.head.game}.name"), of.head.name]),
        words.count("picture.have-won", len(won), winners=words.join([sides[side] for side in won])),
        against(of, words, sides),
        deciding_scores(of, words),
        end_plays(of, words),
        readable(turning_point(of, texts)) or words("picture.end-trick"),
    )
