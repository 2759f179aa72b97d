"""The replay of a hand, play by play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from bot.messages.kit import ui
from bot.messages.kit.card_faces import Look, height, look_of
from bot.messages.kit.drawing import WIDE, Canvas, Drawing, drawing_of
from bot.messages.kit.palette import Colour
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.seat_labels import apart, draw_marked
from bot.messages.kit.table_text import TableText
from bot.messages.learn.ranks_picture import put_marked
from bot.messages.score.ladders import ladder_in_strokes, told_bookings
from bot.messages.table import trick_picture
from bot.messages.table.trick import halved_lines, laid_sets, parts_of_plays, seats_line, side_standing, turn
from bot.messages.table.trick_picture import TrickDrawing
from bot.messages.table.why import reason, told_end, told_points
from bot.tables.seat_holders import PlayPlace
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import Phase, PlayAccount, TrickAccount, View, heading_of


class ReplayedTrick(NamedTuple):
    """A finished trick of a replayed hand: its number, the step that finished it, the play that won it, its index.

    `won` is None if the rubber ended in the middle of the trick.
    """

    number: int
    step: int
    won: PlayAccount | None
    nth: int = 0


@dataclass(frozen=True, slots=True)
class ReplayScene(Scene):
    """One step of a replayed hand, in a private answer: step 0 is the deal, step n the n-th play.

    While the hand is in play (`is_over` is False), the scene has only what everybody saw of its finished tricks.
    """

    head: TableContext
    hand_number: int
    is_over: bool
    number: int
    """The number of the trick."""
    view: View
    """The public view at that step; after a trick's last play, hands have been filled up for the next one."""
    plays: tuple[PlayAccount, ...]
    """The plays of the trick so far."""
    account: TrickAccount | None
    """The account of the trick, if this step finished it."""
    hands: tuple[tuple[Card, ...], ...]
    """All hands at that step, strongest card first; empty while the hand is in play."""
    drawn: tuple[tuple[Card, ...], ...]
    """The cards that each seat has just drawn, in order; empty while the hand is in play."""
    step: int
    steps: int
    """The number of the last step."""
    tricks: tuple[ReplayedTrick, ...]
    hands_dealt: int
    """The number of hands dealt at the table."""


T = TypeVar("T")


@ui.page_of.register
def replay(scene: ReplayScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """One step: the trick so far and its reasons, the hands at that time, the score, and buttons to other steps."""
    view = scene.view
    texts = TableText(reader.citing, scene.head, post, view.sides, order=view.order)
    sides: list[ui.Item] = []
    for side, score in enumerate(view.scores):
        sides += [ui.text(side_standing(view, side, texts)), *ladder_in_strokes(texts.game, score, view.target)]
    return ui.layout(
        ui.text(
            texts("trick.title", table=texts.table(), hand=scene.hand_number, number=scene.number),
            texts("replay.step", step=scene.step, steps=scene.steps),
            *texts.events((event for event in view.events if event.trick == scene.number), scene.hand_number),
            *plays(scene, texts),
            *_effects(scene, texts),
        ),
        ui.text(*hands(scene, texts)),
        ui.line(),
        *sides,
        ui.ActionRow(*_steps(scene, texts), texts.button("deal", str(scene.hand_number))),
        *_menus(scene, texts),
    )


def plays(scene: ReplayScene, texts: TableText) -> list[str]:
    """The leader, then the plays so far, with the heading or winning one in bold."""
    if not scene.plays:
        leader = "" if scene.view.turn is None else _to_act(scene.view, scene.view.turn, texts)
        dealer = texts("dealt.dealer", name=texts.seat(scene.view.dealer)) if scene.view.dealer is not None else ""
        return [dealer, leader]
    texts = texts.at_trick(scene.hand_number, scene.number, scene.plays)
    heading, won = heading_of(scene.plays), scene.account is not None and scene.account.winner is not None
    told = []
    for index, play in enumerate(scene.plays):
        key = "trick.play" if index != heading else "trick.wins" if won else "trick.heads"
        name = texts.former(index) or texts.seat(play.seat)
        told.append(texts(key, name=name, cards=texts.cards(play.cards)))
    led = texts("replay.led", name=texts.former(0) or texts.seat(scene.plays[0].seat))
    return [led, *halved_lines(scene.plays, told, texts)]


def _to_act(view: View, seat: int, texts: TableText) -> str:
    """Return who leads, or who is to act in a phase of the game's own."""
    return texts("replay.leads", name=texts.seat(seat)) if view.phase is Phase.PLAY else turn(view, texts)


def _effects(scene: ReplayScene, texts: TableText) -> list[str]:
    """Return why the last play heads the trick or not; for a finished trick, why it was won and what it was worth."""
    account = scene.account
    if account is not None:
        return [
            reason(account, texts),
            texts.count("trick.size", account.size) if account.size > 1 else "",
            *told_points(account, texts),
            *told_bookings(account.bookings, texts),
            *told_end(account, texts),
        ]
    if not scene.plays:
        return []
    then = texts.at_trick(scene.hand_number, scene.number, scene.plays)
    return [texts("why.won", why=then.fact(scene.plays[-1].why)), turn(scene.view, texts)]


def hands(scene: ReplayScene, texts: TableText) -> list[str]:
    """The hands at that time; while the hand is in play, only how many cards each seat held.

    The cards have no emojis: there is no room for those of up to 36 cards.
    """
    view, told = scene.view, []
    for seat, size in enumerate(view.hand_sizes):
        name = texts.seat(seat)
        if not scene.hands:
            told.append(texts.count("replay.size", size, name=name))
        elif not scene.hands[seat]:
            told.append(texts("replay.empty", name=name))
        else:
            key = "replay.drew" if scene.drawn[seat] and scene.step else "replay.held"
            cards = texts.card_list(scene.hands[seat])
            told.append(texts(key, name=name, cards=cards, drawn=texts.cards(scene.drawn[seat])))
    stock = texts.count("replay.stock", view.stock) if view.stock else ""
    return [texts("replay.hands" if scene.hands else "replay.secret"), *told, stock]


def _steps(scene: ReplayScene, texts: TableText) -> list[ui.Button]:
    """The buttons to other steps; at either end of the hand, one of them leads to the present step."""
    step, last = scene.step, scene.steps
    ways = {"first": 0, "back": max(0, step - 1), "forward": min(last, step + 1), "last": last}
    return [
        ui.button(
            texts(f"replay.way.{way}"),
            texts.custom_id("replay", place(scene.hand_number, to), way),
            ui.MAIN if way == "forward" else ui.PLAIN,
        )
        for way, to in ways.items()
    ]


def place(hand: int, step: int) -> str:
    """A step of a hand, as written in custom_ids and menu values."""
    return f"{hand}.{step}"


def _menus(scene: ReplayScene, texts: TableText) -> list[ui.ActionRow]:
    tricks = []
    for trick in _around(scene.tricks, sum(trick.step < scene.step for trick in scene.tricks)):
        if trick.won is None:
            told = texts("replay.trick-cut", number=trick.number)
        else:
            name = texts.plain_player(trick.won.seat, PlayPlace(scene.hand_number, trick.number, trick.nth))
            cards = texts.labels(trick.won.cards)
            told = texts("replay.trick", number=trick.number, name=name, cards=cards)
        tricks.append(ui.choice(told, place(scene.hand_number, trick.step), chosen=trick.step == scene.step))
    hands = [
        ui.choice(texts("replay.hand", hand=hand), place(hand, 0), chosen=hand == scene.hand_number)
        for hand in _around(range(1, scene.hands_dealt + 1), scene.hand_number - 1)
    ]
    return [
        *([ui.menu(texts.custom_id("replay", "trick"), texts("replay.to-trick"), tricks)] if tricks else []),
        *([ui.menu(texts.custom_id("replay", "hand"), texts("replay.to-hand"), hands)] if len(hands) > 1 else []),
    ]


def _around(entries: Sequence[T], at: int) -> Sequence[T]:
    """The entries around index `at`, as many as a menu can hold."""
    start = max(0, min(at - ui.MOST_CHOICES // 2, len(entries) - ui.MOST_CHOICES))
    return entries[start : start + ui.MOST_CHOICES]


@parts_of.register
def _replay_alt(scene: ReplayScene, reader: Reader) -> list[Part]:
    view = scene.view
    texts = TableText(reader, scene.head, "", view.sides, True, view.order)
    if scene.account is not None:
        played = parts_of_plays(scene.account, texts)
    else:
        now = [*laid_sets(view, texts), turn(view, texts)] if scene.plays else []
        played = droppable([*plays(scene, texts), *now])
    standing = [side_standing(view, side, texts) for side in range(len(view.sides))]
    return [*played, *droppable([*hands(scene, texts), *standing, seats_line(texts)])]


EDGE: Final = 24
CARD: Final = 52
GAP: Final = 10
NAMED: Final = {1: 130, 2: 166}
"""The width of a name, by the number of columns."""
SMALL: Final = 4
"""The most cards in a hand that leaves room for another hand beside it."""
ROW: Final = height(CARD) + 20


@dataclass(frozen=True)
class ReplayDrawing(Drawing):
    """One step of a replay. `hands` is empty while the hand is in play; the cards in `drawn` are framed."""

    name = "replay.png"

    look: Look
    trick: TrickDrawing
    hands: tuple[tuple[Card, ...], ...]
    drawn: frozenset[Card]

    def high(self) -> int:
        return self.trick.high() + (ROW * self._rows() + 10 if self.hands else 0)

    def clear(self) -> int:
        return self.trick.clear()

    def paint(self, canvas: Canvas, y: int = 0) -> None:
        y += 10 if self.hands else 0
        columns = self._columns()
        named = NAMED[columns]
        shown = apart(self.trick.names, [named] * len(self.trick.names))
        for row in range(self._rows()):
            ground = Colour.SEA if (self._rows() - row) % 2 else Colour.DEEP
            canvas.box(0, y - 6, WIDE, ROW, ground)
            for column, hand in enumerate(self.hands[row * columns :][:columns]):
                x = EDGE + column * WIDE // 2
                seat, middle = row * columns + column, y + (height(CARD) - 46) // 2
                draw_marked(canvas, self.trick.sides[seat], shown[seat], x, middle, named, ground=ground)
                for place, card in enumerate(hand):
                    left = x + named + 8 + place * (CARD + GAP)
                    put_marked(canvas, self.look, card, left, y, CARD, card in self.drawn)
            y += ROW
        self.trick.paint(canvas, y)

    def _columns(self) -> int:
        """Two while all hands are small, else one."""
        return 2 if max(map(len, self.hands), default=0) <= SMALL else 1

    def _rows(self) -> int:
        return -(-len(self.hands) // self._columns())


@drawing_of.register
def replay_drawing(scene: ReplayScene, reader: Reader) -> Drawing | None:
    """The drawing of one step, with the hands where the scene has them; None if there is no trick."""
    words = reader.words
    look = look_of(scene.head.game, reader, scene.view.order)
    if scene.account is not None:
        names = trick_picture.names_in_account(words, scene.head, scene.account)
        drawing: TrickDrawing | None = trick_picture.account_drawing(scene.account, names, look, words)
    else:
        names = trick_picture.names_in_view(words, scene.head, scene.view)
        drawing = trick_picture.view_drawing(scene.view, names, look, words)
    if drawing is None:
        return None
    return ReplayDrawing(look, drawing, scene.hands, frozenset(card for drawn in scene.drawn for card in drawn))
