"""A seat's own hand, with everything needed to play from it.

No button is disabled; cards that may be played are highlighted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

from discord import SelectOption

from bot.presentation.layouts.parts import (
    GOOD,
    MAIN,
    MOST_CHOICES,
    PLAIN,
    YOURS,
    Button,
    PageOfItems,
    Row,
    button,
    choice,
    layout,
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
            *map(voice.event, view.events if view.is_in_hand else ()),
            _last_trick(scene, voice),
            *trick_so_far(scene, voice),
            voice("hand.paused") if scene.paused else _turn(view, voice),
            voice("hand.due", at=scene.deadline) if scene.deadline is not None else "",
            voice("hand.duty", duty=voice.fact(view.duty)) if view.duty else "",
            *laid(scene.laid, voice),
        ),
        text(*cards(view, voice)),
        *(_moves(view, voice) if view.moves else _plays(view, voice)),
        *_others(scene, voice),
        colour=YOURS,
    )


def _last_trick(scene: HandScene, voice: TableText) -> str:
    """Return how the previous trick ended, for people who play without following the thread."""
    if scene.last is None or scene.last.winner is None:
        return ""
    made = scene.last.plays
    told = [voice("hand.last-play", name=voice.seat(one.seat), cards=voice.cards(one.cards)) for one in made]
    return voice("hand.last", plays=voice("list.dot").join(told), name=voice.seat(made[scene.last.winner].seat))


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
    if not view.is_in_hand:
        return voice(f"trick.phase.{view.phase}")
    if not view.is_own_turn:
        return voice("hand.wait") if view.turn is None else voice("hand.wait-for", name=voice.seat(view.turn))
    if view.phase is not Phase.PLAY:
        return voice(f"{voice.game}.own-turn.{view.phase}")
    if view.follow is None:
        return voice("hand.lead-sets" if any(len(play) > 1 for play in view.legal) else "hand.lead")
    return voice.count("hand.follow-duty" if view.duty else "hand.follow", view.follow)


def cards(view: View, voice: TableText) -> list[str]:
    """The hand in words: its size, then a line for each group of the game's order, strongest first.

    The cards have no emojis, because the buttons below have them.
    """
    if not view.hand:
        return [voice("hand.empty")] if view.is_in_hand else []
    groups = [
        voice("hand.group", group=voice(f"{voice.game}.group.{group.name}"), cards=voice.dotted(group.cards))
        for group in view.groups
    ]
    return [voice.count("hand.count", len(view.hand)), *groups]


def _plays(view: View, voice: TableText) -> list[Row]:
    """A button for a pass, for each card that may be played alone, and for a few sets; a menu for more cards."""
    if not view.hand:
        return []
    sets = [play for play in view.legal if len(play) > 1]
    return [
        *(rows([_play(view, voice, ())]) if () in view.legal else []),
        *(rows([_card(view, voice, card) for card in view.hand], wide=4) if view.sizes[0] < 2 else []),
        *(rows([_play(view, voice, play) for play in sets], wide=2) if len(sets) <= FEW else []),
        *_set_menu(view, voice),
    ]


def _play(view: View, voice: TableText, play: Cards) -> Button:
    label = voice.count("hand.set", len(play), cards=voice.labels(play)) if play else voice("hand.pass")
    return button(label, voice.custom_id("play", turn_of(view), card_codes(play) or PASS), MAIN)


def _card(view: View, voice: TableText, card: Card) -> Button:
    style = GOOD if (card,) in view.legal else PLAIN
    return button(voice.label(card), voice.custom_id("play", turn_of(view), card.code), style, voice.emoji(card))


def _set_menu(view: View, voice: TableText) -> list[Row]:
    """A menu of the hand: exactly as many cards as must follow; up to the largest set when leading.

    The menu is there while others are to play, too: a hand opened early is still valid when its turn comes.
    """
    least, most = view.sizes if view.is_own_turn else (1, _most_cards(view, voice))
    if most < 2:
        return []
    hint = voice.count("hand.menu-exactly", most) if least == most else voice("hand.menu", most=most)
    choices = [_choice(card, voice) for card in view.hand]
    return [menu(voice.custom_id("set", turn_of(view)), hint, choices, least, most)]


def card_menu(verb: str, view: View, voice: TableText, chosen: Collection[Card], *args: str) -> list[Row]:
    """A menu of the hand for the handler of `verb`, with the cards of `chosen` selected; none without cards."""
    if not view.hand:
        return []
    most = _most_cards(view, voice)
    choices = [_choice(card, voice, card in chosen) for card in view.hand]
    return [menu(voice.custom_id(verb, *args), voice.count(f"{verb}.menu", most), choices, 1, most)]


def _most_cards(view: View, voice: TableText) -> int:
    return min(registry.game(voice.game).largest_play, len(view.hand))


def _choice(card: Card, voice: TableText, chosen: bool = False) -> SelectOption:
    return choice(voice.label(card), card.code, voice.words.spoken(card), chosen, voice.emoji(card))


def _moves(view: View, voice: TableText) -> list[Row]:
    """A menu for the moves that differ in their cards only, and a button for each move that names no card."""
    menus = defaultdict[tuple[str, int | None], list[Move]](list)
    buttons = []
    for move in view.moves:
        if move.cards:
            menus[move.kind, move.to].append(move)
        else:
            buttons.append(button(voice.action(move), _move_id(view, voice, move), MAIN))
    return [*(_move_menu(view, voice, moves) for moves in menus.values()), *rows(buttons)]


def _move_menu(view: View, voice: TableText, moves: Sequence[Move]) -> Row:
    choices = [choice(voice.labels(move.cards), card_codes(move.cards)) for move in moves[:MOST_CHOICES]]
    to = moves[0].to
    fields = {} if to is None else {"to": voice.plain[to]}
    hint = voice(f"{voice.game}.choose.{moves[0].kind}", **fields)
    return menu(_move_id(view, voice, moves[0]), hint, choices)


def _move_id(view: View, voice: TableText, move: Move) -> str:
    return voice.custom_id("move", turn_of(view), move.kind, "" if move.to is None else str(move.to))


def card_codes(cards: Cards) -> str:
    """Cards as written in custom_ids: `7C-KH`."""
    return "-".join(card.code for card in cards)


def turn_of(view: View) -> str:
    """The seat's next play as `<hand>.<n>`; `n` is how many plays the seat has made in the hand."""
    return f"{view.hand_number}.{view.plays_made}"


def _others(scene: HandScene, voice: TableText) -> list[Row]:
    """Buttons for questions before a play; below them, buttons to look things up, and in a DM the link to the table."""
    view = scene.view
    asked = [voice.button("may"), voice.button("beats", key="beats-it")]
    waits = view.hand and view.is_in_hand and not view.is_own_turn
    return [
        *rows([
            voice.button("hand", key="again"),
            *(asked if view.hand and _considers(voice.game) else []),
            *([voice.button("ahead")] if waits else []),
        ]),
        *rows([*map(voice.button, ("why", "ladder", "ranks")), *(voice.links() if scene.dm else [])]),
    ]  # fmt: skip


@cache
def _considers(game: str) -> bool:
    """Return whether a game answers questions before a play; cached, since the check of a protocol is slow."""
    return isinstance(registry.game(game), CanConsider)
