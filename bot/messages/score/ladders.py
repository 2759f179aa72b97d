"""Ladders as text: a line with a cross-stroke for every rung that is not yet rubbed out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.kit import ui
from bot.messages.kit.game_looks import part
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.score.story import HandPoints, ScoredScene, points_shown
from bot.tables.table import Feat, Table
from bot.texts.reader import Reader
from bot.texts.translator import Translator
from rules import registry
from rules.core.capabilities import HasLadder, offers
from rules.core.contract import Booking, TrickAccount


@dataclass(frozen=True, slots=True)
class LadderScene(Scene):
    """The ladders; after a booking, `account` is the trick (or the end of the hand) that caused it."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    waiting: tuple[int, ...]
    target: int | None
    account: TrickAccount | None
    hand_number: int
    way: tuple[tuple[int, ...], ...] = ()
    """The scores after each finished hand."""
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber so far."""


ScoreTeller = Callable[[Sequence[str], tuple[HandPoints, ...], Translator], list[str]]
"""Tells what a game's own picture of the scores shows: the names of the sides, and what each finished hand brought."""

RAIL: Final = "─"
RUNG: Final = "┼"


def strokes(score: int, target: int) -> str:
    """One ladder in a line, the rubbed-out rungs first: `───────┼─┼─┼─`."""
    return RAIL.join(("", *RAIL * score, *RUNG * (target - score), ""))


@ui.page_of.register
def ladder(scene: LadderScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The points just booked, if any, then a ladder for each side."""
    texts = TableText(reader, scene.head, post, scene.sides)
    bookings = scene.account.bookings if scene.account else ()
    ladders: list[ui.Item] = []
    for side, score in enumerate(scene.scores):
        ladders += [ui.text(*standing(scene, side, texts)), *ladder_in_strokes(texts.game, score, scene.target)]
    title = "ladder.title" if has_ladder(texts.game) else "score.title"
    return ui.layout(
        ui.text(texts(title, table=texts.table(), hand=scene.hand_number), *told_bookings(bookings, texts)),
        *ladders,
        *(ui.Unpictured(line) for line in hand_by_hand(scene, texts)),
        *ui.rows([texts.button("hand", style=ui.MAIN), texts.button("why"), texts.button("more")]),
        colour=ui.LADDERS,
    )


def has_ladder(game: str) -> bool:
    """Return whether the sides of a game climb ladders."""
    return offers(registry.game(game), HasLadder)


def ladder_in_strokes(game: str, score: int, target: int | None) -> list[ui.Unpictured]:
    """A ladder in strokes, left out when the message has a picture; nothing in a game without ladders."""
    return [] if target is None or not has_ladder(game) else [ui.Unpictured(f"```\n{strokes(score, target)}\n```")]


def hand_by_hand(scene: ScoredScene, texts: TableText) -> list[str]:
    """The points that each hand brought each side that has scored, if the game's own picture of the scores shows them.

    `TOLD` of the game's looks says it, if the game has it there: from the names of the sides and what
    each hand brought.
    """
    if not (hands := points_shown(scene, texts.words)):
        return []
    tell: ScoreTeller | None = part(texts.game, "TOLD")
    if tell is not None:
        return tell([texts.side(side) for side in range(len(scene.sides))], hands, texts.words)
    return [
        texts(
            "score.by-hand", side=texts.side(side), points=texts("list.dot").join(_points(hand, texts) for hand in own)
        )
        for side in range(len(scene.sides))
        if (own := [hand for hand in hands if hand.side == side])
    ]


def _points(one: HandPoints, texts: TableText) -> str:
    """The points that a hand brought, with what they were for if that is special."""
    word = one.word if one.card is None else texts.card(one.card)
    return texts("score.special", points=one.points, word=word) if word else str(one.points)


def ladder_button(texts: TableText) -> ui.Button:
    """The button to the ladders, or to the score of a game without them."""
    return texts.button("ladder", key="" if has_ladder(texts.game) else "score")


def standing(scene: LadderScene, side: int, texts: TableText) -> list[str]:
    score, waiting = scene.scores[side], scene.waiting[side]
    if scene.target is None or not has_ladder(texts.game):
        told = texts("ladder.side-untargeted", side=texts.side(side), score=texts.words.score(score, scene.target))
    else:
        told = texts("ladder.side", side=texts.side(side), score=score, left=max(0, scene.target - score))
    return [told, texts.count("ladder.waiting", waiting) if waiting else ""]


def told_bookings(bookings: Sequence[Booking], texts: TableText) -> list[str]:
    """The bookings, a line each; a bounce with its calculation."""
    told = []
    for booking in bookings:
        scores = {"before": booking.before, "after": booking.after, "bounced": booking.bounced}
        key = "ladder.booked" if booking.bounced is None else "ladder.bounced"
        side, why = texts.side(booking.side), texts.fact(booking.why)
        told.append(texts.count(key, booking.points, side=side, why=why, **scores))
    return told


@parts_of.register
def _ladder_alt(scene: LadderScene, reader: Reader) -> list[Part]:
    texts = TableText(reader, scene.head, "", scene.sides, True)
    scores = [line for side in range(len(scene.sides)) for line in standing(scene, side, texts)]
    booked = told_bookings(scene.account.bookings if scene.account else (), texts)
    return droppable([*scores, *hand_by_hand(scene, texts), *booked])


def ladder_scene(head: TableContext, table: Table) -> LadderScene:
    """Return the ladders of a table as they stand."""
    view = table.view(None)
    shown = head, view.sides, view.scores, view.waiting, view.target, None, view.hand_number
    return LadderScene(*shown, way=table.way, feats=table.feats)
