"""A seat's own hand, with everything needed to play from it.

No button is disabled; cards that may be played are highlighted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Final

from discord import SelectOption

from bot.presentation.layouts.parts import (
    GOOD,
    MAIN,
    PLAIN,
    YOURS,
    Button,
    PageOfItems,
    Row,
    button,
    choice,
    layout,
    link,
    menu,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.trick import plays
from bot.presentation.scenes import HandScene, QueuedPlay
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import CanConsider
from rules.core.cards import Card
from rules.core.contract import Move, Phase, View

Cards = tuple[Card, ...]

PASS: Final = "pass"
"""In place of the cards of a play: no cards."""
MOST_CHOICES: Final = 25
"""The most choices of a menu on Discord."""
FEW: Final = 6
"""Up to this many sets get a button each (any two of four cards). More are chosen in the menu."""


@page_of.register
def hand(scene: HandScene, reader: Reader, post: str = "") -> PageOfItems:
    """A seat's hand: notes, the trick, whose turn it is, the cards in groups, then buttons and menus to play them."""
    view = scene.view
    voice = TableText(reader, scene.head, post, view.sides)
    return layout(
        text(
            voice("hand.title", table=voice.table(), hand=view.hand_number),
            *[voice("hand.note", note=voice.fact(note)) for note in scene.notes],
            *[voice("hand.failed", cards=voice.cards(play)) for play in scene.failed],
            *events(view, voice),
            _last(scene, voice),
            *trick_so_far(scene, voice),
            voice("hand.paused") if scene.paused else _turn(view, voice),
            voice("hand.due", at=scene.deadline) if scene.deadline is not None else "",
            duty(view, voice),
            *laid(scene.laid, voice),
        ),
        text(*cards(view, voice)),
        *ways(view, voice),
        *_others(scene, voice),
        colour=YOURS,
    )


def _last(scene: HandScene, voice: TableText) -> str:
    """Return how the previous trick ended, for people who play without following the thread."""
    if scene.last is None or scene.last.winner is None:
        return ""
    made = scene.last.plays
    told = [voice("hand.last-play", name=voice.seat(one.seat), cards=voice.cards(one.cards)) for one in made]
    return voice("hand.last", plays=voice("list.dot").join(told), name=voice.seat(made[scene.last.winner].seat))


def events(view: View, voice: TableText) -> list[str]:
    """The events of the hand in play, as this seat may know them (RULES §11.4), a line each."""
    return [voice.event(one) for one in view.events] if view.is_in_hand else []


def trick_so_far(scene: HandScene, voice: TableText) -> list[str]:
    """The trick so far; empty in a DM while others are to play, because that message is not edited for their plays."""
    if not scene.view.is_in_hand or (scene.dm and not scene.view.is_own_turn):
        return []
    return plays(scene.view, voice)


def laid(plays: Sequence[QueuedPlay], voice: TableText) -> list[str]:
    """The plays queued for the next turn, a line each, in the order in which they are tried."""
    lines = [voice(f"ahead.if.{one.condition}", cards=voice.cards(one.cards)) for one in plays]
    return [voice("ahead.laid"), *lines] if lines else []


def _turn(view: View, voice: TableText) -> str:
    if not view.is_own_turn:
        return _wait(view, voice) if view.is_in_hand else voice(f"trick.phase.{view.phase}")
    if view.phase is not Phase.PLAY:
        return voice(f"{voice.game}.own-turn.{view.phase}")
    if view.follow is None:
        return voice("hand.lead-sets" if any(len(play) > 1 for play in view.legal) else "hand.lead")
    return voice.count("hand.follow-duty" if view.duty else "hand.follow", view.follow)


def _wait(view: View, voice: TableText) -> str:
    """Return whose turn it is; in a DM, which others' plays do not edit, that it will announce the seat's own turn."""
    return voice("hand.wait") if view.turn is None else voice("hand.wait-for", name=voice.seat(view.turn))


def duty(view: View, voice: TableText) -> str:
    """The card that the rules demand now, and why."""
    return voice("hand.duty", duty=voice.fact(view.duty)) if view.duty else ""


def cards(view: View, voice: TableText) -> list[str]:
    """The hand in words: its size, then a line for each group of the game's order, strongest first."""
    if not view.hand:
        return [voice("hand.empty")] if view.is_in_hand else []
    return [
        voice.count("hand.count", len(view.hand)),
        *[
            voice(
                "hand.group",
                group=voice(f"{voice.game}.group.{group.name}"),
                cards=voice("list.dot").join(map(voice.label, group.cards)),  # buttons below have the emojis
            )
            for group in view.groups
        ],
    ]


def ways(view: View, voice: TableText) -> list[Row]:
    """Every way to act: a button for each card that may be played alone, buttons for a few sets, a menu; the moves."""
    if view.moves:
        return moves(view, voice)
    if not view.hand:
        return []
    sets = [play for play in view.legal if len(play) > 1]
    return [
        *(rows([_play(view, voice, ())]) if () in view.legal else []),
        *(rows(_singles(view, voice), wide=4) if view.sizes[0] < 2 else []),
        *(rows([_play(view, voice, play) for play in sets], wide=2) if len(sets) <= FEW else []),
        *_menu(view, voice),
    ]


def _singles(view: View, voice: TableText) -> list[Button]:
    legal = {play[0] for play in view.legal if len(play) == 1}
    return [_card(view, voice, card, card in legal) for card in view.hand]


def _card(view: View, voice: TableText, card: Card, stands_out: bool) -> Button:
    style = GOOD if stands_out else PLAIN
    return button(voice.label(card), _play_id(view, voice, (card,)), style, voice.emoji(card))


def _play(view: View, voice: TableText, play: Cards) -> Button:
    label = voice.count("hand.set", len(play), cards=voice.labels(play)) if play else voice("hand.pass")
    return button(label, _play_id(view, voice, play), MAIN)


def moves(view: View, voice: TableText) -> list[Row]:
    """A button for each move that names no card, and for each kind of the others a menu of its cards."""
    plain = [move for move in view.moves if not move.cards]
    menus = defaultdict[tuple[str, int | None], list[Move]](list)
    for move in view.moves:
        if move.cards:
            menus[move.kind, move.to].append(move)
    return [
        *(_move_menu(view, voice, alike) for alike in menus.values()),
        *rows([button(voice.action(move), _move_id(view, voice, move), MAIN) for move in plain]),
    ]


def _move_menu(view: View, voice: TableText, alike: Sequence[Move]) -> Row:
    """The menu of moves that differ in their cards only."""
    choices = [choice(voice.labels(move.cards), _codes(move.cards)) for move in alike[:MOST_CHOICES]]
    kind, to = alike[0].kind, alike[0].to
    fields = {} if to is None else {"to": voice.plain[to]}
    return menu(_move_id(view, voice, alike[0]), voice(f"{voice.game}.choose.{kind}", **fields), choices)


def _move_id(view: View, voice: TableText, move: Move) -> str:
    return voice.custom_id("move", _turn_of(view), move.kind, "" if move.to is None else str(move.to))


def _codes(cards: Cards) -> str:
    return "-".join(card.code for card in cards)


def _play_id(view: View, voice: TableText, play: Cards) -> str:
    return voice.custom_id("play", _turn_of(view), _codes(play) or PASS)


def _turn_of(view: View) -> str:
    """The seat's next play as `<hand>.<n>`; `n` is how many plays the seat has made in the hand."""
    return f"{view.hand_number}.{view.plays_made}"


def _menu(view: View, voice: TableText) -> list[Row]:
    """A menu of the hand: exactly as many cards as must follow; up to the largest set when leading.

    The menu is there while others are to play, too: a hand opened early is still valid when its turn comes.
    """
    most_later = min(registry.game(voice.game).largest_play, len(view.hand))
    least, most = view.sizes if view.is_own_turn else (1, most_later)
    if most < 2:
        return []
    hint = voice.count("hand.menu-exactly", most) if least == most else voice("hand.menu", most=most)
    choices = [as_choice(card, voice) for card in view.hand]
    return [menu(voice.custom_id("set", _turn_of(view)), hint, choices, least, most)]


def as_choice(card: Card, voice: TableText, chosen: bool = False) -> SelectOption:
    """A card as a choice of a menu."""
    return choice(voice.label(card), card.code, voice.words.spoken(card), chosen, voice.emoji(card))


def _others(scene: HandScene, voice: TableText) -> list[Row]:
    """Buttons for questions before a play; below them, buttons to look things up, and in a DM the link to the table."""
    asks = scene.view.hand and _considers(voice.game)
    asked = [voice.button("may"), voice.button("beats", key="beats-it")] if asks else []
    there = [link(voice("button.table"), scene.head.link)] if scene.dm and scene.head.link else []
    waits = scene.view.is_in_hand and not scene.view.is_own_turn
    ahead = [voice.button("ahead")] if waits and scene.view.hand else []
    return [
        *rows([voice.button("hand", key="again"), *asked, *ahead]),
        *rows([*map(voice.button, ("why", "ladder", "ranks")), *there]),
    ]


@cache
def _considers(game: str) -> bool:
    """Return whether a game answers questions before a play; cached, since the check of a protocol is slow."""
    return isinstance(registry.game(game), CanConsider)
