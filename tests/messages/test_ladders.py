"""Ladders: a cross-stroke for every rung that is left, in words too, and bounces as they are counted."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from bot.messages.kit.drawing import WIDE, Box, Canvas
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import draw
from bot.messages.replay.replay import ReplayScene
from bot.messages.result.result import ResultScene
from bot.messages.score.ladder_picture import ARM, EDGE, Arm, LadderDrawing
from bot.messages.score.ladders import RAIL, RUNG, LadderScene, strokes
from bot.texts import Translator
from bot.texts.reader import Reader
from rules.core.contract import Outcome, fact
from rules.voormsi.facts import OutcomeFact
from tests.messages.given import PEOPLE, head, said, sides
from tests.messages.rubbers import EVERY_KIND, private, public, rubber, table
from tests.messages.walk import replayed

WORDS = Translator()
READER = Reader(WORDS)


@pytest.mark.parametrize(("score", "target"), [(0, 9), (8, 9), (9, 9), (5, 12)])
def test_a_ladder_has_a_stroke_for_every_rung_left_and_one_length(score: int, target: int) -> None:
    drawn = strokes(score, target)
    assert drawn.count(RUNG) == target - score
    assert len(drawn) == len(strokes(0, target))
    assert RUNG not in drawn[: 2 * score]


class RungCanvas(Canvas):
    """Notes the colours of the rungs that it draws, and the x at which it ends."""

    def __init__(self, drawing: LadderDrawing) -> None:
        super().__init__(*drawing.pixels)
        self.rungs: list[Colour] = []
        self.right = 0
        drawing.paint(self)

    def _paste(self, what: Image.Image | Colour, box: Box, mask: Image.Image | None = None) -> None:
        self.right = max(self.right, box[2])
        super()._paste(what, box, mask)

    def plate(self, x: int, y: int, wide: int, high: int, ink: Colour, *how: Any, **more: Any) -> None:
        if high == ARM:
            self.rungs.append(ink)
        super().plate(x, y, wide, high, ink, *how, **more)


@pytest.mark.parametrize(("score", "waiting"), [(0, 0), (3, 2), (8, 1), (9, 0)])
def test_the_picture_of_a_ladder_has_a_rung_for_each_that_is_left_and_those_waiting_are_bright(
    score: int, waiting: int
) -> None:
    rungs = RungCanvas(LadderDrawing((Arm(None, "Ann", score, waiting, ""),), 9)).rungs
    assert rungs == [Colour.BRASS] * waiting + [Colour.ICE] * (9 - score - waiting)


@pytest.mark.parametrize("way", [(), (5, 9), (7, 10, 8), (8, 11, 7)])
def test_the_picture_of_a_ladder_ends_with_its_line_wherever_a_booking_leads(way: tuple[int, ...]) -> None:
    score = way[-1] if way else 0
    assert RungCanvas(LadderDrawing((Arm(None, "Ann", score, 0, "", way),), 9)).right == WIDE - EDGE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_side_has_its_ladder_in_strokes_and_in_words(seats: int) -> None:
    of, target = sides(seats), 12 if seats == 3 else 9
    scene = LadderScene(
        head(PEOPLE[:seats]), of, tuple(range(len(of))), (2, 0, 1)[: len(of)], target, account=None, hand_number=3
    )
    told = said(draw(scene, READER))
    for score in range(len(of)):
        assert strokes(score, target) in told
        assert f"{score} rubbed out, {target - score} to go" in told
    assert "2 points wait to be booked." in told
    assert ("1 point waits" in told) == (seats == 3)


def test_ladders_are_drawn_in_strokes_only_where_no_picture_comes() -> None:
    given = head(PEOPLE), sides(4)
    ladder = LadderScene(*given, (2, 8), (0, 1), 9, account=None, hand_number=3)
    won = ResultScene(*given, 9, Outcome((0,), fact(OutcomeFact.ON_TARGET, side=0, target=9)), (9, 8), ((9, 8),))
    looked = next(scene for scene in replayed(4, {}, 1, head(PEOPLE)) if isinstance(scene, ReplayScene))
    for scene in (ladder, won, looked):
        plain, pictured = draw(scene, READER), draw(scene, READER, picture="picture.png")
        assert RAIL in said(plain)
        assert RAIL not in said(pictured)
    assert "2 rubbed out, 7 to go" in said(draw(ladder, READER, picture="ladder.png"))


def test_a_bounce_is_told_as_it_is_counted() -> None:
    bounced = [
        (scene.account, draw(scene, READER))
        for seed in range(30)
        for moment in rubber(4, {}, seed)
        if moment.account and any(booking.bounced is not None for booking in moment.account.bookings)
        for _, scene in private(moment, table(4, {}, PEOPLE))
        if isinstance(scene, LadderScene) and scene.account
    ]
    told = 0
    for account, layout in bounced:
        for booking in account.bookings:
            if booking.bounced is not None:
                count = (
                    f"{booking.before} + {booking.points} is {booking.bounced}, too many, so back to {booking.after}"
                )
                assert count in said(layout)
                told += 1
    assert told


@EVERY_KIND
def test_the_result_names_the_winners_and_tells_the_way(seats: int, changes: dict[str, str]) -> None:
    of = table(seats, changes, PEOPLE)
    *_, last = rubber(seats, changes, seed=60 + seats)
    (result,) = (scene for _, scene in public(last, of) if isinstance(scene, ResultScene))
    told = said(draw(result, READER, "result"))
    for side in result.outcome.winners:
        assert of.holders[result.sides[side][0]].name in next(line for line in told.splitlines() if "won" in line)
    assert told.count("Hand ") >= len(result.way)


def test_a_drawn_rubber_is_said_to_be_drawn() -> None:
    why = fact(OutcomeFact.BOTH_OUT, sides=(0, 1), target=9)
    told = said(draw(ResultScene(head(), sides(4), 9, Outcome((0, 1), why), (9, 9), ((9, 9),)), READER))
    assert "**A draw between Ann & Cleo and Bo & Dan.**" in told
