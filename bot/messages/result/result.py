"""The end of a rubber: who won and why, and the scores after each hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from bot.messages.hand.hand_picture import Played, draw_plays, plays_high, plays_of_trick
from bot.messages.hand.trick_result import told_moment
from bot.messages.kit import ui
from bot.messages.kit.card_faces import Look, look_of
from bot.messages.kit.drawing import CENTRE, CORNER, SELDOM, WIDE, Canvas, Drawing, corner, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import PostContext, Scene, TableContext
from bot.messages.kit.seat_labels import names_of
from bot.messages.kit.table_text import TableText
from bot.messages.kit.typeface import TEXT, Weight, break_lines
from bot.messages.result.own_end import OwnEnd, OwnHand, told_hand, told_own_end
from bot.messages.score import ladders, story
from bot.messages.score.ladder_picture import Arm
from bot.messages.score.ladders import ladder_in_strokes
from bot.messages.score.score_picture import scores_of
from bot.messages.score.story import StoryLine
from bot.messages.table import trick
from bot.messages.table.notice import following_buttons
from bot.messages.table.summary_picture import draw_title, title_with
from bot.tables.rematch import Again, fewest_hands, is_short
from bot.tables.seat_holders import Holder, PlayPlace
from bot.tables.table import Feat, Table
from bot.texts.notices import Notice, fact
from bot.texts.reader import Reader
from bot.texts.translator import Translator
from rules.core.contract import Fact, Outcome, TrickAccount


@dataclass(frozen=True, slots=True)
class ResultScene(Scene):
    """The end of a rubber: who won, why, and the scores after each hand (`way`)."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int | None
    outcome: Outcome
    scores: tuple[int, ...]
    way: tuple[tuple[int, ...], ...]
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber."""
    last: TrickAccount | None = None
    """The trick that decided the rubber; None if it ended otherwise."""
    seat: int | None = None
    """The seat of the player in whose message it is; None in public."""
    own: OwnEnd | None = None
    """Its meaning to this player."""
    last_hand: OwnHand | None = None
    """The last hand as this player's side had it."""
    following: FollowingGame | None = None
    """The rematch, once its reader has asked for one."""


class FollowingGame(NamedTuple):
    """A rematch: what is to be said of it, and the seat of its reader, None without one."""

    head: TableContext
    what: Fact
    seat: int | None = None


MOST_HANDS: Final = 40
"""The most hands that are listed; of a longer rubber, the last ones."""


@ui.page_of.register
def result(scene: ResultScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The winner and the reason, the turning point, the scores, and what to do next; to a player what it means."""
    texts = TableText(reader, scene.head, post, scene.sides)
    shown: list[ui.Item] = []
    for side, score in enumerate(scene.scores):
        key = "result.winner" if side in scene.outcome.winners else "result.loser"
        reached = texts(key, side=texts.side(side), score=texts.words.score(score, scene.target))
        shown += [ui.Unpictured(reached), *ladder_in_strokes(texts.game, score, scene.target)]
    way_there = [texts("result.way") if scene.way else "", *way(scene, texts)]
    return ui.layout(
        ui.text(*_heading(scene, texts), turning(scene, texts)),
        *shown,
        *([ui.Unpictured("\n".join(way_there))] if scene.own else [ui.line(), ui.text(*way_there)]),
        ui.text(
            told_hand(scene.last_hand, texts) if scene.last_hand else "",
            *(told_own_end(scene.own, texts) if scene.own else ()),
        ),
        *_following(scene, reader, post),
        *_buttons(scene, texts, record=True, linked=scene.seat is not None),
        colour=ui.LADDERS,
    )


def _heading(scene: ResultScene, texts: TableText) -> list[str]:
    """The winner and the reason; to a player first of all the end as theirs, with the great moment that decided it."""
    why = texts.fact(scene.outcome.why)
    if scene.own is None:
        title = texts("result.title", table=texts.table())
        return [title, winners(scene, texts), texts("result.why", why=why)]
    over = texts("own-end.over", table=texts.table(), why=why)
    return [own_title(scene, texts), _own_moment(scene, texts), over, texts.match_line()]


def _own_moment(scene: ResultScene, texts: TableText) -> str:
    """The great moment that decided the rubber, as a player reads it; "" without one."""
    if scene.last is None or scene.seat is None:
        return ""
    told = told_moment(scene.last, scene.seat, texts, target=scene.target)
    return texts("own-end.moment", told=told) if told else ""


def own_title(scene: ResultScene, texts: TableText) -> str:
    """The end as a player reads it: *You won 9–6*; without the scores if they do not say who won."""
    won, scores = scene.outcome.winners, deciding_scores(scene, texts.words)
    names = texts.words.join([_side_name(scene, side, texts) for side in won])
    is_own = any(scene.seat in scene.sides[side] for side in won)
    key = "drawn" if won[1:] else "won" if is_own else "lost"
    return texts(f"own-end.{key}", winners=names, scores=scores).strip()


def deciding_scores(scene: ResultScene, words: Translator) -> str:
    """The scores, the winner's first; "" if they do not say who won."""
    won = scene.outcome.winners
    lead = max(scene.scores[side] for side in won)
    is_behind = any(score >= lead for side, score in enumerate(scene.scores) if side not in won)
    if is_behind or not scene.way:
        return ""
    return words("list.score").join(map(str, sorted(scene.scores, reverse=True)))


def turning(scene: ResultScene, texts: TableText) -> str:
    """The turning point of the rubber; "" without one."""
    told = turning_point(scene, texts)
    return texts("result.turning", told=told) if told else ""


def _turning_line(scene: ResultScene, words: Translator) -> StoryLine | None:
    """The turning point; None if a forfeit decided, which no hand could turn."""
    if scene.outcome.why.kind is Notice.FORFEITED:
        return None
    return story.turning_point(scene.head.game, scene.outcome.winners, scene.way, scene.feats, words)


def _story(scene: ResultScene, words: Translator) -> tuple[StoryLine, ...]:
    """The story of the rubber but for its turning point."""
    told = scene.head.game, scene.outcome.winners, scene.way, scene.feats, scene.target
    return story.story(*told, words, told_apart=_turning_line(scene, words))


def turning_point(scene: ResultScene, texts: TableText) -> str:
    """The turning point as a sentence; "" without one."""
    lines = [] if (line := _turning_line(scene, texts.words)) is None else [line]
    return "".join(story.sentences(texts.game, lines, texts.player, texts.side_then, texts.words))


def channel_result(scene: ResultScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The end of a rubber in few words, in place of the lobby: the picture tells the rest."""
    texts = TableText(reader, scene.head, post, scene.sides)
    return ui.layout(
        ui.text(
            texts("result.title", table=texts.table()),
            winners(scene, texts),
            texts("result.why", why=texts.fact(scene.outcome.why)),
        ),
        ui.Unpictured("\n".join([*scores(scene, texts), *story_of(scene, texts)])),
        *_buttons(scene, texts, record=False),
        colour=ui.LADDERS,
    )


def _following(scene: ResultScene, reader: Reader, post: str) -> list[ui.Item]:
    """The rematch that its reader has asked for, with the buttons for it."""
    if scene.following is None:
        return []
    texts = TableText(reader, scene.following.head, post)
    return [ui.text(texts.fact(scene.following.what)), *ui.rows(following_buttons(scene.following.what, texts))]


def _buttons(scene: ResultScene, texts: TableText, *, record: bool, linked: bool = True) -> list[ui.ActionRow]:
    """The buttons below a result: another game or the way on in a cup, then what is left of this one."""
    of_hands = [texts.button("replay", f"{len(scene.way)}.0"), texts.button("share")] if scene.way else []
    again = [] if scene.following else texts.own_match() if scene.head.of_cup else _rematches(scene, texts)
    if not record:
        return ui.rows([*again[:1], *of_hands, *texts.links()])
    return [*ui.rows(again), *ui.rows([*of_hands, texts.button("record"), *(texts.links() if linked else [])])]


def _rematches(scene: ResultScene, texts: TableText) -> list[ui.Button]:
    """The same game again, one of a few hands, and, where people sit with people, one with other partners."""
    few, people = fewest_hands(texts.game), [holder.kind for holder in scene.head.holders].count(Holder.PERSON)
    again = [texts.button("rematch", style=ui.MAIN)]
    if not is_short(texts.game, scene.head.options):
        label = texts.count("button.rematch-hands", few)
        again.append(ui.button(label, texts.custom_id("rematch", Again.HANDS)))
    if people > 1 and any(len(seats) > 1 for seats in scene.sides):
        again.append(texts.button("rematch", Again.SIDES, key="rematch-sides"))
    return again


def winners(scene: ResultScene, texts: TableText) -> str:
    """Return who won; several sides share a draw."""
    sides = [_side_name(scene, side, texts) for side in scene.outcome.winners]
    return texts.count("result.winners", len(sides), winners=texts.words.join(sides))


def _side_name(scene: ResultScene, side: int, texts: TableText) -> str:
    """The names of a side; the reader is "you"."""
    seats = scene.sides[side]
    if scene.seat not in seats:
        return texts.side(side)
    return texts.words.join([texts("picture.you"), *(texts.seat(seat) for seat in seats if seat != scene.seat)])


def scores(scene: ResultScene, texts: TableText) -> list[str]:
    """The score of each side, a line each."""
    return [
        texts("alt.score", side=texts.side(side), score=texts.words.score(score, scene.target))
        for side, score in enumerate(scene.scores)
    ]


def story_of(scene: ResultScene, texts: TableText) -> list[str]:
    """The story of the rubber, a line each."""
    return story.sentences(texts.game, _story(scene, texts.words), texts.player, texts.side_then, texts.words)


def way(scene: ResultScene, texts: TableText) -> list[str]:
    """The scores after each hand, a line each; empty if the rubber ended before a hand was over."""
    lines = [
        texts("result.hand", hand=number, scores=texts("list.score").join(map(str, after)))
        for number, after in enumerate(scene.way, start=1)
    ]
    return lines[-MOST_HANDS:]


@parts_of.register
def _result_alt(scene: ResultScene, reader: Reader) -> list[Part]:
    texts = TableText(reader, scene.head, "", scene.sides, True, scene.last.order if scene.last else ())
    last = [texts("picture.end-trick"), *trick.finished_plays(scene.last, texts)] if scene.last else []
    by_hand = ladders.hand_by_hand(scene, texts) or [texts("list.dot").join(way(scene, texts))]
    told = [*scores(scene, texts), *by_hand, *last, *story_of(scene, texts)]
    return [(winners(scene, texts),), *droppable(told)]


def result_scene(table: Table, context: PostContext) -> ResultScene:
    """Return the end of a rubber, by a trick or by a forfeit."""
    view, last = table.view(None), table.last_trick if table.last_trick and table.last_trick.outcome else None
    outcome = last.outcome if last else None
    if outcome is None:
        outcome = Outcome(table.forfeit_winners, fact(Notice.FORFEITED, seat=table.forfeited))
    scores = last.scores if last else view.scores
    return ResultScene(context.head, view.sides, view.target, outcome, scores, table.way, feats=table.feats, last=last)


def own_result(
    table: Table, context: PostContext, seat: int, own: OwnEnd, following: FollowingGame | None = None
) -> ResultScene:
    """Return the end of a rubber for the holder of a seat."""
    scene = result_scene(table, context)
    return replace(scene, seat=seat, own=own, last_hand=_own_hand(table, scene.sides, seat), following=following)


def _own_hand(table: Table, sides: Sequence[Sequence[int]], seat: int) -> OwnHand | None:
    """The last hand as the side of a seat had it; None if the rubber ended before a hand did."""
    last = table.last_hand
    if last is None:
        return None
    own = next(side for side, seats in enumerate(sides) if seat in seats)
    others = (units for side, units in enumerate(last.units) if side != own)
    return OwnHand(last.number, (last.units[own], *others), last.points(own))


EDGE: Final = 40
TITLE: Final = 80
CAPTION: Final = 44
LINE: Final = 38


@dataclass(frozen=True)
class RubberDrawing(Drawing):
    """The end of a rubber. `winner` is None for a draw; `plays`: the last trick, empty without one."""

    name = "rubber.png"
    level = SELDOM

    look: Look
    winner: int | None
    title: str
    scores: Drawing
    plays: tuple[Played, ...]
    last_trick: str
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
            canvas.line(self.last_trick, WIDE // 2, y, TEXT, ink=Colour.MIST, lean=CENTRE)
            draw_plays(canvas, self.look, self.plays, y + CAPTION)
            y += CAPTION + plays_high(self.plays)
        for number, words in enumerate(self._lines()):
            canvas.line(words, corner(*self.pixels)[0] + 10, y + 8 + LINE * number, TEXT, ink=Colour.ICE)

    def _story_high(self) -> int:
        return LINE * len(self._lines()) + 16 if self.story else 0

    def _lines(self) -> list[str]:
        """The story in lines beside the corner."""
        room = WIDE - EDGE - CORNER[0] - 30
        return [line for told in self.story for line in break_lines(told, TEXT, Weight.MEDIUM, room, 2)]


@drawing_of.register
def result_drawing(scene: ResultScene, reader: Reader) -> Drawing | None:
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
    lines = _story(scene, words)
    return RubberDrawing(
        look_of(scene.head.game, reader, scene.last.order if scene.last else ()),
        winners[0] if len(winners) == 1 else None,
        title_with(lambda name: words.count("picture.winners", len(winners), winners=name), won, 0),
        _scores(scene, sides, words),
        end_plays(scene, words),
        words("picture.end-trick"),
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
        Arm(side, sides[side], score, 0, words.score(score, scene.target), hands=_rung_hands(scene, side, words))
        for side, score in enumerate(scene.scores)
    ]
    return scores_of(scene, arms, words)


def _rung_hands(scene: ResultScene, side: int, words: Translator) -> tuple[str, ...]:
    """The hand in which each rung of a side was rubbed out; () if the end has changed the score (RULES §9.6)."""
    if not scene.way or scene.way[-1][side] != scene.scores[side]:
        return ()
    return tuple(words("picture.of-hand", hand=hand) for hand in story.rung_hands(scene.way, side))


def end_plays(scene: ResultScene, words: Translator) -> tuple[Played, ...]:
    """The plays of the last trick."""
    last = scene.last
    if last is None:
        return ()
    return plays_of_trick(
        last.plays, last.heading, PlayPlace(last.hand_number, last.number), scene.sides, scene.head, words
    )
