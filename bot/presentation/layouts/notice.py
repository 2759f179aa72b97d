"""Single sentences: in the table's thread, and in private answers."""

from __future__ import annotations

from bot.presentation.layouts.parts import (
    GRAVE,
    MAIN,
    TABLE,
    Button,
    PageOfItems,
    button,
    layout,
    link,
    page_of,
    rows,
    text,
)
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import AskScene, CallScene, NoticeScene, WordScene
from bot.texts.notices import Notice, Refusal
from bot.texts.reader import Reader
from rules import registry

NEVER_STARTED = frozenset({Notice.EXPIRED})
ENDED = frozenset({Notice.CLOSED, Notice.ALL_LEFT})
SEAT_FREE = frozenset({Notice.SEAT_OPENED, Notice.RESIGNED, Notice.DEPARTED, Notice.LEFT_ALONE})
LAST = frozenset({Refusal.GAME_OVER, Refusal.TABLE_CLOSED, Notice.SEAT_LEFT, Notice.SEAT_PASSED})
"""The kinds that replace the last hand in a DM."""


@page_of.register
def notice(scene: NoticeScene, reader: Reader, post: str = "") -> PageOfItems:
    """One sentence for everybody at the table, with the button that fits it."""
    voice = TableText(reader, scene.head, post)
    ways = _ways_on(voice) if scene.what.kind is Notice.RESTS else [_notice_button(scene, voice)]
    return layout(text(voice.fact(scene.what)), *rows(ways))


def _ways_on(voice: TableText) -> list[Button]:
    """Buttons that let an abandoned table go on: to come back, or to take an open seat."""
    free = [seat for seat, holder in enumerate(voice.head.holders) if holder.open]
    taking = [voice.button("take", str(seat), key="take", n=seat + 1) for seat in free]
    return [voice.button("resume", style=MAIN), *taking]


def _notice_button(scene: NoticeScene, voice: TableText) -> Button:
    if scene.what.kind in SEAT_FREE:
        return voice.button("take", str(scene.what.about["seat"]), style=MAIN, key="take-seat")
    if scene.what.kind in NEVER_STARTED or not scene.head.link:
        return voice.button("rules")
    return voice.button("record") if scene.what.kind in ENDED else voice.button("hand", style=MAIN)


@page_of.register
def call(scene: CallScene, reader: Reader, post: str = "") -> PageOfItems:
    """A mention of the person whose turn it is."""
    voice = TableText(reader, scene.head, post)
    holder = scene.head.holders[scene.seat]
    mention = f"<@{holder.discord_id}>" if holder.discord_id is not None else voice.seat(scene.seat)
    key = "call.turn" if scene.deadline is None else "call.turn-until"
    told = voice(key, mention=mention, at=scene.deadline)
    return layout(text(told), *rows([voice.button("hand", style=MAIN)]))


@page_of.register
def word(scene: WordScene, reader: Reader, post: str = "") -> PageOfItems:
    """A private sentence with buttons for what can be done next.

    A sentence that replaces a hand also has the button for the record of the rubber.
    """
    if scene.head is None:
        return layout(text(reader.words.fact(registry.USUAL, scene.what)))
    voice = TableText(reader, scene.head, post)
    # Everything but notices and refusals is a refusal by the game's rules, given to somebody who tried to play.
    told = [] if isinstance(scene.what.kind, Notice | Refusal) else [voice.button("hand")]
    # The post's name in this button's custom_id is what the message is found by.
    named = [voice.button("record")] if post and scene.what.kind in LAST else []
    there = [link(voice("button.table"), scene.head.link)] if scene.head.link else []
    return layout(text(voice.fact(scene.what)), *rows(_back(scene, voice) + told + named + there))


def _back(scene: WordScene, voice: TableText) -> list[Button]:
    """The button back into a seat that is open."""
    if scene.what.kind is not Notice.SEAT_LEFT:
        return []
    return [voice.button("take", str(scene.what.about["seat"]), style=MAIN, key="take-back-seat")]


@page_of.register
def ask(scene: AskScene, reader: Reader, post: str = "") -> PageOfItems:
    """The question "Are you sure?", with one button for yes; no answer means no."""
    voice = TableText(reader, scene.head, post)
    yes = button(voice(f"button.{scene.verb}"), voice.custom_id(scene.verb), GRAVE)
    return layout(text(voice.fact(scene.what), voice("ask.no")), *rows([yes]), colour=TABLE)
