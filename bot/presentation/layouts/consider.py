"""Private answers before a play: what it would do, and what beats the heading play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.presentation.layouts.hand import card_menu
from bot.presentation.layouts.parts import YOURS, PageOfItems, layout, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.trick import plays
from bot.presentation.scenes import BeatsScene, MayScene
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import Beaten, Considered
from rules.core.cards import SUITS, Card
from rules.core.contract import Fact, View

AGAIN: Final = "again"
"""In a custom_id: the button is below the answer itself, which the new answer replaces."""


@page_of.register
def may(scene: MayScene, reader: Reader, post: str = "") -> PageOfItems:
    """The trick, whether the chosen cards may be played and what they would do, and a menu of the hand."""
    view = scene.view
    voice = TableText(reader, scene.head, post, view.sides)
    if scene.considered is None:
        answer = [voice("may.hint" if view.hand else "hand.empty")]
    else:
        answer = [_verdict(scene, scene.considered, voice), *effects(scene.considered, view, voice)]
    return layout(
        text(voice("may.title", table=voice.table(), hand=view.hand_number), *plays(view, voice)),
        text(*answer),
        *card_menu("may", view, voice, scene.cards),
        *rows([voice.button("hand"), voice.button("beats")]),
        colour=YOURS,
    )


def _verdict(scene: MayScene, considered: Considered, voice: TableText) -> str:
    """Yes, no, or not yet: a refused play with `play` would be legal if it were the seat's turn."""
    refused, played = considered.refused, voice.cards(scene.cards)
    if refused is None:
        return voice("may.yes", cards=played)
    told = voice.fact(refused)
    if considered.play is not None:
        return voice("may.not-yet", cards=played, refusal=told)
    if not scene.cards or scene.view.turn is None:
        return voice("may.no-cards", refusal=told)
    return voice("may.no" if scene.view.turn == scene.view.seat else "may.no-later", cards=played, refusal=told)


def effects(considered: Considered, view: View, voice: TableText) -> Iterator[str]:
    """Return what a play would do to the trick in `view`; nothing for a play that cannot be made."""
    play = considered.play
    if play is not None:
        if play.over is None:
            yield voice("may.lead", why=_if_played(play.why, voice))
        else:
            key = "may.heads" if play.headed else "may.does-not-head"
            yield voice(key, name=voice.seat(view.trick[play.over].seat), why=voice.fact(play.why))
    if considered.ends is not None:
        yield voice("may.ends", why=_if_played(considered.ends, voice))


def _if_played(why: Fact, voice: TableText) -> str:
    """The sentence for a fact that the play would make true."""
    return voice.tell(f"{voice.game}.may.{why.kind}", why)


@page_of.register
def beats(scene: BeatsScene, reader: Reader, post: str = "") -> PageOfItems:
    """The heading play and, for each of its cards, what would beat it next; the reader's own cards are listed apart."""
    voice = TableText(reader, scene.head, post)
    return layout(
        text(voice("beats.title", table=voice.table()), *_heading(scene, voice)),
        *[text(*_beaten(one, scene, voice)) for one in scene.beaten],
        *rows([voice.button("beats", AGAIN, key="again"), voice.button("ranks")]),
    )


def _heading(scene: BeatsScene, voice: TableText) -> Iterator[str]:
    if scene.heading is None:
        yield voice("beats.lead")
        return
    yield voice("beats.heading", name=voice.seat(scene.heading.seat), cards=voice.cards(scene.heading.cards))
    if scene.turn is not None:
        yield voice("beats.you") if scene.turn == scene.seat else voice("beats.next", name=voice.seat(scene.turn))
    if len(scene.beaten) > 1:
        yield voice.count(f"{voice.game}.beats-set", len(scene.beaten))


def _beaten(one: Beaten, scene: BeatsScene, voice: TableText) -> Iterator[str]:
    yield voice("beats.on", why=voice.fact(one.why))
    yield voice("beats.by", cards=voice("list.dot").join(named(one.by, voice))) if one.by else voice("beats.by-none")
    if scene.hand and one.by:
        own = [card for card in scene.hand if card in one.by]
        yield voice("beats.yours", cards=voice.dotted(own)) if own else voice("beats.none-of-yours")


def named(cards: tuple[Card, ...], voice: TableText) -> Iterator[str]:
    """The labels of the cards, strongest first. Cards of one group in all suits get the group's name instead."""
    for group in registry.game(voice.game).order:
        found = [card for card in group.cards if card in cards]
        if len({card.suit for card in found}) == len(SUITS):
            yield voice(f"{voice.game}.group.{group.name}")
        else:
            yield from map(voice.label, found)  # up to 35 cards: no room for emojis
