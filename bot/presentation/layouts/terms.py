"""The terms of a table in words: its pace, what happens at the deadline, how long a rubber takes."""

from __future__ import annotations

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
MOST: Final = 99
"""The largest number of one unit; a time that needs more is written in several units."""


def told_terms(texts: TableText) -> list[str]:
    """The pace and what happens at the deadline, in lines; empty for tables from before there were terms."""
    if not texts.head.terms:
        return []
    agreed = terms.read(texts.head.terms)
    told = [texts("terms.line", pace=told_pace(texts.head.terms[terms.PACE], texts))]
    if agreed.pace.play is not None:
        told.append(texts(f"terms.deadline.{agreed.at_deadline}.line"))
        if agreed.at_deadline == terms.COMPUTER and agreed.opens_after:
            told.append(texts.count("terms.opens.line", agreed.opens_after))
    return told


class Telling(Protocol):
    """A source of texts: a `Translator` or a `TableText`."""

    def __call__(self, key: str, /, **fields: Any) -> str: ...

    def count(self, key: str, n: int, /, **fields: Any) -> str: ...


def told_pace(written: str, texts: Telling) -> str:
    """A pace in words: a named one by its name, an organiser's own by its times."""
    if written in terms.NAMED:
        return texts(f"terms.pace.{written}")
    own = terms.pace(written)
    play = _span(own.play or 0, texts)
    return texts("terms.pace.own", play=play, bank=_span(own.bank, texts)) if own.bank else play


def _span(ms: int, texts: Telling) -> str:
    """A duration (ms) in words, to the second: in one unit if its number is small, else in several."""
    for unit, size in UNITS:
        if ms >= size and ms % size == 0 and ms // size <= MOST:
            return texts.count(f"span.{unit}", ms // size)
    told = []
    for unit, size in UNITS:
        count, ms = divmod(ms, size)
        told += [texts.count(f"span.{unit}", count)] if count else []
    return " ".join(told)


def how_long(head: TableContext, texts: TableText) -> list[str]:
    """The likely number of plays in the rubber and its duration at this pace, with advice if it is very long.

    The advice names the shortest duration that a change of at most one option would give.
    """
    rules, seats, pace = registry.game(head.game), len(head.holders), terms.read(head.terms).pace
    plays = rules.about_plays(seats, head.options)
    if pace.play is None:
        return [texts("lobby.length", n=plays)]
    each = max(QUICKEST, pace.play // USUAL_PART)
    told = [texts("lobby.length-at-pace", n=plays, time=_told_time(plays * each, texts))]
    if plays * each <= LONG:
        return told
    changes = [{}, *({option.name: choice} for option in rules.options for choice in option.choices)]
    changed = [{**head.options, **change} for change in changes]
    shortest = min(rules.about_plays(seats, options) for options in changed if not rules.check_options(seats, options))
    if shortest < plays:
        told.append(texts("lobby.shorter", time=_told_time(shortest * each, texts)))
    return told


def _told_time(ms: int, texts: TableText) -> str:
    """A likely duration, in the largest unit of which it has at least two."""
    unit, size = next((one for one in UNITS if ms >= 2 * one[1]), UNITS[-1])
    return texts.count(f"span.{unit}", max(1, round(ms / size)))


@page_of.register
def term_menus(scene: TermsScene, reader: Reader, post: str = "") -> PageOfItems:
    """A menu for each term, with an explanation of every choice."""
    texts = TableText(reader, scene.head, post)
    return layout(
        text(texts("terms.title", table=texts.table())),
        *[item for name, choices in scene.choices.items() for item in _menu(scene, texts, name, choices)],
    )


def _menu(scene: TermsScene, texts: TableText, name: str, choices: tuple[str, ...]) -> tuple[Item, Item]:
    chosen = texts.head.terms.get(name, terms.BEFORE_TERMS[name])
    own = scene.own if name == terms.PACE else {}
    told = []
    for value in dict.fromkeys([*choices, *own, chosen]):
        about = f"terms.{name}.{value}.about"
        label = told_pace(value, texts) if name == terms.PACE else texts(f"terms.{name}.{value}")
        if value in own:
            told.append(choice(own[value], value, label, chosen=value == chosen))
        else:
            told.append(choice(label, value, texts(about) if about in texts.words else "", chosen=value == chosen))
    title = texts(f"terms.{name}")
    return text(texts("options.option", name=title)), menu(texts.custom_id("term", name), title, told)
