"""The replay of a hand, play by play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from discord import SelectOption, ui

from bot.presentation.layouts.ladders import drawn, told_bookings
from bot.presentation.layouts.parts import (
    MAIN,
    PLAIN,
    Button,
    Item,
    PageOfItems,
    Row,
    button,
    choice,
    layout,
    line,
    menu,
    page_of,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.trick import halved, side_standing, turn
from bot.presentation.layouts.why import reason, told_end, told_points
from bot.presentation.scenes import ReplayedTrick, ReplayScene
from bot.texts.reader import Reader
from rules.core.contract import PlayAccount, heading_of

T = TypeVar("T")

MOST_CHOICES: Final = 25
FIRST, BACK, FORWARD, LAST = "first", "back", "forward", "last"


@page_of.register
def replay(scene: ReplayScene, reader: Reader, post: str = "") -> PageOfItems:
    """One step: the trick so far and its reasons, the hands at that time, the score, and buttons to other steps."""
    voice = TableText(reader, scene.head, post, scene.view.sides)
    return layout(
        text(*_title(scene, voice), *plays(scene, voice), *became(scene, voice)),
        text(*hands(scene, voice)),
        line(),
        *[item for side in range(len(scene.view.sides)) for item in _side(scene, side, voice)],
        ui.ActionRow(*[_step(scene, way, to, voice) for way, to in _ways(scene)]),
        *_menus(scene, voice),
    )


def _title(scene: ReplayScene, voice: TableText) -> list[str]:
    return [
        voice("trick.title", table=voice.table(), hand=scene.hand_number, number=scene.number),
        voice("replay.step", step=scene.step, steps=scene.steps),
    ]


def plays(scene: ReplayScene, voice: TableText) -> list[str]:
    """The leader, then the plays so far, with the heading or winning one in bold."""
    if not scene.plays:
        leader = voice("replay.leads", name=voice.seat(scene.view.turn)) if scene.view.turn is not None else ""
        dealer = voice("dealt.dealer", name=voice.seat(scene.view.dealer)) if scene.view.dealer is not None else ""
        return [dealer, leader]
    heading = heading_of(scene.plays)
    told = [_play(play, index == heading, scene, voice) for index, play in enumerate(scene.plays)]
    return [voice("replay.led", name=voice.seat(scene.plays[0].seat)), *halved(scene.plays, told, voice)]


def _play(play: PlayAccount, heads: bool, scene: ReplayScene, voice: TableText) -> str:
    won = scene.account is not None and scene.account.winner is not None
    key = "trick.play" if not heads else "trick.wins" if won else "trick.heads"
    return voice(key, name=voice.seat(play.seat), cards=voice.cards(play.cards))


def became(scene: ReplayScene, voice: TableText) -> list[str]:
    """Return why the last play heads the trick or not; for a finished trick, why it was won and what it was worth."""
    account = scene.account
    if account is None:
        last = scene.plays[-1:]
        return [*[voice("why.won", why=voice.fact(play.why)) for play in last], turn(scene.view, voice) if last else ""]
    return [
        reason(account, voice),
        voice.count("trick.size", account.size) if account.size > 1 else "",
        *(told_points(account, voice)),
        *told_bookings(account.bookings, voice),
        *told_end(account, voice),
    ]


def hands(scene: ReplayScene, voice: TableText) -> list[str]:
    """The hands at that time; while the hand is in play, only how many cards each seat held."""
    view = scene.view
    each = [_hand(scene, seat, voice) for seat in range(len(scene.hands))]
    if not each:
        each = [voice.count("replay.size", size, name=voice.seat(seat)) for seat, size in enumerate(view.hand_sizes)]
    stock = voice.count("replay.stock", view.stock) if view.stock else ""
    return [voice("replay.hands" if scene.hands else "replay.secret"), *each, stock]


def _hand(scene: ReplayScene, seat: int, voice: TableText) -> str:
    held, drawn = scene.hands[seat], scene.drawn[seat]
    if not held:
        return voice("replay.empty", name=voice.seat(seat))
    cards = voice("list.dot").join(map(voice.label, held))  # up to 36 cards: no room for emojis
    key = "replay.drew" if drawn and scene.step else "replay.held"
    return voice(key, name=voice.seat(seat), cards=cards, drawn=voice.cards(drawn))


def _side(scene: ReplayScene, side: int, voice: TableText) -> list[Item]:
    return [text(side_standing(scene.view, side, voice)), *drawn(scene.view.scores[side], scene.view.target)]


def _ways(scene: ReplayScene) -> list[tuple[str, int]]:
    """Each button with its step; at either end of the hand, one of them leads to the present step."""
    step, last = scene.step, scene.steps
    return [(FIRST, 0), (BACK, max(0, step - 1)), (FORWARD, min(last, step + 1)), (LAST, last)]


def _step(scene: ReplayScene, way: str, to: int, voice: TableText) -> Button:
    style = MAIN if way == FORWARD else PLAIN
    return button(voice(f"replay.way.{way}"), voice.custom_id("replay", place(scene.hand_number, to), way), style)


def place(hand: int, step: int) -> str:
    """A step of a hand, as written in custom_ids and menu values."""
    return f"{hand}.{step}"


def _menus(scene: ReplayScene, voice: TableText) -> list[Row]:
    at = sum(trick.step < scene.step for trick in scene.tricks)
    tricks = [_to_trick(scene, trick, voice) for trick in _around(scene.tricks, at)]
    hands = [_to_hand(scene, hand, voice) for hand in _around(range(1, scene.hands_dealt + 1), scene.hand_number - 1)]
    return [
        *([menu(voice.custom_id("replay", "trick"), voice("replay.to-trick"), tricks)] if tricks else []),
        *([menu(voice.custom_id("replay", "hand"), voice("replay.to-hand"), hands)] if len(hands) > 1 else []),
    ]


def _around(all_of_them: Sequence[T], at: int) -> Sequence[T]:
    """The entries around index `at`, as many as a menu can hold."""
    start = max(0, min(at - MOST_CHOICES // 2, len(all_of_them) - MOST_CHOICES))
    return all_of_them[start : start + MOST_CHOICES]


def _to_trick(scene: ReplayScene, trick: ReplayedTrick, voice: TableText) -> SelectOption:
    won = trick.won
    told = (
        voice("replay.trick-cut", number=trick.number)
        if won is None
        else voice("replay.trick", number=trick.number, name=voice.plain[won.seat], cards=voice.labels(won.cards))
    )
    return choice(told, place(scene.hand_number, trick.step), chosen=trick.step == scene.step)


def _to_hand(scene: ReplayScene, hand: int, voice: TableText) -> SelectOption:
    return choice(voice("replay.hand", hand=hand), place(hand, 0), chosen=hand == scene.hand_number)
