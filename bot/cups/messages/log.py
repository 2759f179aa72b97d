"""The log of a cup, which everybody in it may read: acts of organisers, and decisions, with their reasons."""

from __future__ import annotations

from typing import Final

from bot.cups.messages.cup_text import CupVerb, person_name, sentences, title, turning, versus
from bot.cups.messages.log_words import CupLogScene, LogLine
from bot.cups.messages.names import plain_name
from bot.messages.kit.components import PageOfItems, layout, page_of, rows, text
from bot.messages.kit.table_text import as_reason
from bot.texts import Translator
from bot.texts.reader import Reader

OF_ALL: Final = frozenset({"deadline", "appoint"})
"""The kinds that have another sentence if they are about all open matches."""


@page_of.register
def cup_log(scene: CupLogScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the log, the newest first, with buttons to the neighbouring pages."""
    words = reader.words
    lines = [_line(one, words) for one in scene.lines]
    return layout(
        text(title(scene.head), words("cup.log")),
        text(*lines) if lines else text(words("cup.log.none")),
        *rows(turning(CupVerb.LOG, words, scene.head, scene.page, scene.pages, post=post)),
    )


def _line(one: LogLine, words: Translator) -> str:
    told = words(
        _key(one),
        match=versus(one.entrants, words),
        people=words.join([person_name(name, words) for name in one.people]),
        score=words("list.score").join(map(str, one.score)),
        n=one.number,
        until=one.until,
    )
    why = as_reason(one.reason) if one.reason else sentences(one.reasons, words)
    act = words("cup.log.act", act=told, why=why) if why else told
    by = "" if one.by is None else words("cup.log.by", name=person_name(one.by, words))
    at = words("cup.log.at", at=one.at) if one.at else ""
    line = words("list.dot").join(filter(None, (act, by, at)))
    return words("cup.log.undone" if one.undone else "cup.log.line", n=one.seq, line=line)


def act_name(one: LogLine, words: Translator) -> str:
    """An act in plain words, to choose it."""
    names = [plain_name(name, words) for name in one.entrants] or [name or words("news.former") for name in one.people]
    told = words("cup.versus").join(names) or words("cup.act.all")
    return words("cup.act", n=one.seq, act=words(f"cup.act.{one.kind}", names=told))


def _key(one: LogLine) -> str:
    of_all = one.kind in OF_ALL and not one.entrants
    return f"cup.log.{one.kind}-all" if of_all else f"cup.log.{one.kind}"
