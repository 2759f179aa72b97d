"""Sentences: in the table's thread, and in private answers."""

from __future__ import annotations

from bot.facts import News, Refused
from bot.layouts.parts import GRAVE, MAIN, TABLE, Button, Page, button, layout, link, rows, text
from bot.layouts.voice import Voice
from bot.reader import Reader
from bot.scenes import AskScene, CallScene, NoticeScene, WordScene
from rules import registry

NEVER_STARTED = frozenset({News.EXPIRED})
ENDED = frozenset({News.CLOSED, News.ALL_LEFT})
SEAT_FREE = frozenset({News.SEAT_OPENED, News.RESIGNED, News.DEPARTED, News.LEFT_ALONE})
LAST = frozenset({Refused.GAME_OVER, Refused.TABLE_CLOSED, News.SEAT_LEFT, News.SEAT_PASSED})
"""What stands in a DM in place of the last hand."""


def notice(scene: NoticeScene, reader: Reader, post: str = "") -> Page:
    """One sentence for everybody at the table, with the button that fits it."""
    voice = Voice(reader, scene.head, post)
    ways = _ways_on(voice) if scene.what.kind is News.RESTS else [_notice_button(scene, voice)]
    return layout(text(voice.fact(scene.what)), *rows(ways))


def _ways_on(voice: Voice) -> list[Button]:
    """What lets a table go on at which nobody is: somebody is back, or takes an open seat."""
    free = [seat for seat, sitter in enumerate(voice.head.sitters) if sitter.open]
    taking = [voice.button("take", str(seat), key="take", n=seat + 1) for seat in free]
    return [voice.button("resume", style=MAIN), *taking]


def _notice_button(scene: NoticeScene, voice: Voice) -> Button:
    if scene.what.kind in SEAT_FREE:
        return voice.button("take", str(scene.what.about["seat"]), style=MAIN, key="take-seat")
    if scene.what.kind in NEVER_STARTED or not scene.head.link:
        return voice.button("rules")
    return voice.button("record") if scene.what.kind in ENDED else voice.button("hand", style=MAIN)


def call(scene: CallScene, reader: Reader, post: str = "") -> Page:
    """The only text of ours that mentions somebody: whose turn it is."""
    voice = Voice(reader, scene.head, post)
    sitter = scene.head.sitters[scene.seat]
    mention = f"<@{sitter.discord_id}>" if sitter.discord_id is not None else voice.seat(scene.seat)
    key = "call.turn" if scene.deadline is None else "call.turn-until"
    told = voice(key, mention=mention, at=scene.deadline)
    return layout(text(told), *rows([voice.button("hand", style=MAIN)]))


def word(scene: WordScene, reader: Reader, post: str = "") -> Page:
    """A private sentence, with the way on where there is one; in place of a hand, with the record of the rubber."""
    if scene.head is None:
        return layout(text(reader.words.fact(registry.USUAL, scene.what)))
    voice = Voice(reader, scene.head, post)
    told = [] if isinstance(scene.what.kind, News | Refused) else [voice.button("hand")]  # what the rules refuse
    named = [voice.button("record")] if post and scene.what.kind in LAST else []  # by its post it is found
    there = [link(voice("button.table"), scene.head.link)] if scene.head.link else []
    return layout(text(voice.fact(scene.what)), *rows(_back(scene, voice) + told + named + there))


def _back(scene: WordScene, voice: Voice) -> list[Button]:
    """The way back into a seat that stands open."""
    if scene.what.kind is not News.SEAT_LEFT:
        return []
    return [voice.button("take", str(scene.what.about["seat"]), style=MAIN, key="take-back-seat")]


def ask(scene: AskScene, reader: Reader, post: str = "") -> Page:
    """Are you sure? Yes is grave; not answering is no."""
    voice = Voice(reader, scene.head, post)
    yes = button(voice(f"button.{scene.verb}"), voice.custom_id(scene.verb), GRAVE)
    return layout(text(voice.fact(scene.what), voice("ask.no")), *rows([yes]), colour=TABLE)
