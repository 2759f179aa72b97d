"""The picture of a rubber's end, to keep: the winners, the scores, the decisive trick and the story."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.messages.hand.hand_picture import Played, draw_plays, plays_high
from bot.messages.kit.canvas import CENTRE, Canvas
from bot.messages.kit.card_faces import Look, look_of
from bot.messages.kit.drawing import CORNER, SELDOM, WIDE, Drawing, corner, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.scene import TableContext
from bot.messages.kit.seat_labels import names_of, side_of_seats
from bot.messages.kit.typeface import TEXT, Weight, break_lines
from bot.messages.result.result import ResultScene
from bot.messages.score import story
from bot.messages.score.ladder_picture import Arm
from bot.messages.score.score_picture import scores_of
from bot.messages.table.summary_picture import draw_title, title_with
from bot.tables.seat_holders import PlayPlace
from bot.texts.reader import Reader
from bot.texts.translator import Translator

EDGE: Final = 40
TITLE: Final = 80
CAPTION: Final = 44
LINE: Final = 38


@dataclass(frozen=True)
class RubberDrawing(Drawing):
    """The end of a rubber. `winner` is None for a draw; `plays`: the decisive trick, empty without one."""

    name = "rubber.png"
    level = SELDOM

    look: Look
    winner: int | None
    title: str
    scores: Drawing
    plays: tuple[Played, ...]
    decisive: str
    story: tuple[str, ...]

    def high(self) -> int:
        trick = CAPTION + plays_high(self.plays) if self.plays else 0
        return TITLE + self.scores.high() + trick + self._story_high()

    def clear(self) -> int:
        if self.story:
            return self._story_high()
        return 0 if self.plays else self.scores.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        canvas.band(y)
        draw_title(canvas, self.winner, self.title, y + 24)
        self.scores.paint(canvas, y + TITLE)
        y += TITLE + self.scores.high()
        if self.plays:
            canvas.line(self.decisive, WIDE // 2, y, TEXT, ink=Colour.MIST, lean=CENTRE)
            draw_plays(canvas, self.look, self.plays, y + CAPTION)
            y += CAPTION + plays_high(self.plays)
        for number, line in enumerate(self._lines()):
            canvas.line(line, corner(*self.pixels)[0] + 10, y + 8 + LINE * number, TEXT, ink=Colour.ICE)

    def _story_high(self) -> int:
        return LINE * len(self._lines()) + 16 if self.story else 0

    def _lines(self) -> list[str]:
        """The story in lines beside the corner."""
        room = WIDE - EDGE - CORNER[0] - 30
        return [line for told in self.story for line in break_lines(told, TEXT, Weight.MEDIUM, room, 2)]


@drawing_of.register
def of_scene(scene: ResultScene, reader: Reader) -> Drawing | None:
    """The drawing of a rubber's end; None if it ended before its first hand did."""
    if not scene.way:
        return None
    words = reader.words
    names = names_of(words, scene.head.holders)
    sides = [words("list.side").join(names[seat] for seat in seats) for seats in scene.sides]
    winners = scene.outcome.winners
    won = [
        words.join([sides[side] for side in winners]),
        *(one for side, one in enumerate(sides) if side not in winners),
    ]
    lines = story.story(scene.head.game, winners, scene.way, scene.feats, scene.target, words)
    return RubberDrawing(
        look_of(scene.head.game, reader, scene.last.order if scene.last else ()),
        winners[0] if len(winners) == 1 else None,
        title_with(lambda name: words.count("picture.winners", len(winners), winners=name), won, 0),
        _scores(scene, sides, words),
        _plays(scene, words),
        words("picture.decisive"),
        tuple(
            story.sentences(
                scene.head.game, lines, partial(_player, scene.head, words), partial(_side, scene, words), words
            )
        ),
    )


def _side(scene: ResultScene, words: Translator, side: int, hand: int | None) -> str:
    """The names of a side as it was at the end of a hand; None: as it is."""
    names = names_of(words, (scene.head if hand is None else scene.head.at_end(hand)).holders)
    return words("list.side").join(names[seat] for seat in scene.sides[side])


def _player(head: TableContext, words: Translator, seat: int, place: PlayPlace | None) -> str:
    return names_of(words, head.holders if place is None else head.holders_at(seat, place))[seat]


def _scores(scene: ResultScene, sides: list[str], words: Translator) -> Drawing:
    arms = [
        Arm(side, sides[side], score, 0, words.score(score, scene.target)) for side, score in enumerate(scene.scores)
    ]
    return scores_of(scene, arms, words)


def _plays(scene: ResultScene, words: Translator) -> tuple[Played, ...]:
    """The plays of the decisive trick."""
    last = scene.last
    if last is None:
        return ()
    side_of = side_of_seats(scene.sides)
    places = [PlayPlace(last.hand_number, last.number, index) for index in range(len(last.plays))]
    return tuple(
        Played(side_of[play.seat], _player(scene.head, words, play.seat, place), play.cards, index == last.heading)
        for index, (play, place) in enumerate(zip(last.plays, places, strict=True))
    )
