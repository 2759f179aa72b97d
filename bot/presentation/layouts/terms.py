"""The terms of a table in words: its pace, what happens at the deadline, how long a rubber takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from bot.presentation.layouts.parts import Item, PageOfItems, choice, layout, menu, page_of, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import TableContext, TermsScene
from bot.tables import terms
from bot.tables.terms import DAY, SECOND, UNITS
from bot.texts.reader import Reader
from rules import registry

USUAL_PART: Final = 8
"""People take about an eighth of the time that they have."""
QUICKEST: Final = 15 * SECOND
LONG: Final = 21 * DAY
"""A rubber that takes longer than this gets the advice to make it shorter."""
COARSE: Final = UNITS[:-1]
"""The units for the length of a rubber."""
MOST: Final = 99
"""The largest number of one unit; a time that needs more is written in several units."""


def told_terms(voice: TableText) -> list[str]:
    """The pace and what happens at the deadline, in lines; empty for tables from before there were terms."""
    if not voice.head.terms:
        return []
    agreed = terms.read(voice.head.terms)
    told = voice("terms.line", pace=told_pace(voice.head.terms[terms.PACE], voice))
    if agreed.pace.play is None:
        return [told]
    opens = agreed.at_deadline == terms.COMPUTER and agreed.opens_after
    after = voice.count("terms.opens.line", agreed.opens_after) if opens else ""
    return [told, voice(f"terms.deadline.{agreed.at_deadline}.line"), after]


class Telling(Protocol):
    """A source of texts: a `Translator` or a `TableText`."""

    def __call__(self, key: str, /, **fields: Any) -> str: ...

    def count(self, key: str, n: int, /, **fields: Any) -> str: ...


def told_pace(written: str, voice: Telling) -> str:
    """A pace in words: a named one by its name, an organiser's own by its times."""
    if written in terms.NAMED:
        return voice(f"terms.pace.{written}")
    own = terms.pace(written)
    play = _span(own.play or 0, voice)
    return voice("terms.pace.own", play=play, bank=_span(own.bank, voice)) if own.bank else play


def _span(ms: int, voice: Telling) -> str:
    """A duration (ms) in words, to the second: in one unit if its number is small, else in several."""
    for unit, size in UNITS:
        if ms >= size and ms % size == 0 and ms // size <= MOST:
            return voice.count(f"span.{unit}", ms // size)
    told = []
    for unit, size in UNITS:
        count, ms = divmod(ms, size)
        told += [voice.count(f"span.{unit}", count)] if count else []
    return " ".join(told)


def how_long(head: TableContext, voice: TableText) -> list[str]:
    """The likely number of plays in the rubber and its duration at this pace, with advice if it is very long."""
    plays, pace = registry.game(head.game).about_plays(len(head.holders), head.options), terms.read(head.terms).pace
    if pace.play is None:
        return [voice("lobby.length", n=plays)]
    told = [voice("lobby.length-at-pace", n=plays, time=_told_time(plays, pace.play, voice))]
    shortest = _fewest_plays(head)
    if _time(plays, pace.play) > LONG and shortest < plays:
        told.append(voice("lobby.shorter", time=_told_time(shortest, pace.play, voice)))
    return told


def _fewest_plays(head: TableContext) -> int:
    """The likely number of plays in the shortest rubber that a change of at most one option would give."""
    rules, seats = registry.game(head.game), len(head.holders)
    changes = [{}, *({option.name: choice} for option in rules.options for choice in option.choices)]
    changed = ({**head.options, **change} for change in changes)
    return min(rules.about_plays(seats, options) for options in changed if not rules.check_options(seats, options))


def _time(plays: int, play: int) -> int:
    """The likely duration of `plays` plays in ms, where each may take `play` ms."""
    return plays * max(QUICKEST, play // USUAL_PART)


def _told_time(plays: int, play: int, voice: TableText) -> str:
    took = _time(plays, play)
    unit, size = next((one for one in UNITS if took >= 2 * one[1]), UNITS[-1])
    return voice.count(f"span.{unit}", max(1, round(took / size)))


@page_of.register
def term_menus(scene: TermsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu for each term, with an explanation of every choice."""
    voice = TableText(reader, scene.head, post)
    return layout(
        text(voice("terms.title", table=voice.table())),
        *[item for name, choices in scene.choices.items() for item in _menu(scene, voice, name, choices)],
    )


def _menu(scene: TermsScene, voice: TableText, name: str, choices: tuple[str, ...]) -> tuple[Item, Item]:
    chosen = voice.head.terms.get(name, terms.BEFORE_TERMS[name])
    own = scene.own if name == terms.PACE else {}
    offered = dict.fromkeys([*choices, *own, chosen])
    told = [
        choice(_choice(voice, name, value, own), value, _about(voice, name, value, own), chosen=value == chosen)
        for value in offered
    ]
    return text(voice("options.option", name=voice(f"terms.{name}"))), menu(
        voice.custom_id("term", name), voice(f"terms.{name}"), told
    )


def _choice(voice: TableText, name: str, value: str, own: Mapping[str, str]) -> str:
    if value in own:
        return own[value]
    return told_pace(value, voice) if name == terms.PACE else voice(f"terms.{name}.{value}")


def _about(voice: TableText, name: str, value: str, own: Mapping[str, str]) -> str:
    if value in own:
        return told_pace(value, voice)
    key = f"terms.{name}.{value}.about"
    return voice(key) if key in voice.words else ""
