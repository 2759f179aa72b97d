"""The terms of a table: in words on its card and in invitations, and the menus to change them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText, about_time, pace_in_short, pace_in_words, time_between
from bot.runtime.times import DAY, SECOND
from bot.tables import table_terms
from bot.tables.results import unrated_reason
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts.reader import Reader
from rules import registry

USUAL_PART: Final = 8
"""People take about an eighth of the time that they have."""
QUICKEST: Final = 12 * SECOND
"""The time that people take for a play if all are here, with what they say in between."""
ALONE: Final = 9 * SECOND
"""The time that one person takes for a play against computers, as games in a browser were timed."""
COMPUTERS: Final = 2 * SECOND
"""The time that a computer takes for a play, with what is shown after it."""
LONG: Final = 21 * DAY
"""A rubber that takes longer than this gets the advice to make it shorter."""


@dataclass(frozen=True, slots=True)
class TermsScene(Scene):
    """The terms of a table, private to the person who may change them: a menu for each."""

    head: TableContext
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """The server's own paces: pace as written -> name."""


def told_terms(texts: TableText) -> list[str]:
    """The pace and what happens at the deadline, in lines.

    Empty while one person plays with computers, and for tables from before there were terms.
    """
    others = sum(holder.kind is not Holder.COMPUTER or holder.open for holder in texts.head.holders)
    if not texts.head.terms or others < 2:
        return []
    agreed = table_terms.read(texts.head.terms)
    told = [texts("terms.line", pace=pace_in_words(texts.head.terms[table_terms.PACE], texts))]
    if agreed.pace.play is not None:
        told.append(texts(f"terms.deadline.{agreed.at_deadline}.line"))
        if agreed.at_deadline == table_terms.COMPUTER and agreed.opens_after:
            told.append(texts.count("terms.opens.line", agreed.opens_after))
    return told


def told_in_short(head: TableContext, texts: TableText, *, usual: bool) -> list[str]:
    """Pace, likely duration, whether the rules are the `usual` ones, whether it is rated; then unusual terms, advice.

    There is no pace while computers have all other seats; while they are free, it is said to be the one with people.
    Where seats are free, the duration is from that with computers in them to that with people.
    """
    agreed = table_terms.read(head.terms)
    people = sum(holder.kind is not Holder.COMPUTER for holder in head.holders)
    lasts = _lasts(head)
    between = time_between(_lasts(with_computers(head)), lasts, texts)
    told = [
        _pace(head, texts) if people > 1 and table_terms.PACE in head.terms else "",
        between or texts("lobby.length", time=about_time(lasts, texts)),
        texts("lobby.usual") if usual else "",
    ]
    why = unrated_reason(head.game, len(head.holders), head.options, head.terms)
    is_asked = people > 1 and not head.of_cup  # a cup says it itself
    told += [texts("lobby.rated")] if is_asked and why is None else []
    lines = [texts("list.dot").join(filter(None, told))]
    lines += [texts("lobby.unrated", why=texts.words.fact(head.game, why))] if is_asked and why else []
    if people > 1 and agreed.pace.play is not None:
        lines += (
            [texts(f"terms.deadline.{agreed.at_deadline}.line")] if agreed.at_deadline != table_terms.COMPUTER else []
        )
    return [*lines, *_advice(head, lasts, texts)]


def _pace(head: TableContext, texts: TableText) -> str:
    """The pace; one with a clock, while it is not known that several people play, as the one with people."""
    written = head.terms[table_terms.PACE]
    told, known = pace_in_short(written, texts), sum(_is_of_person(holder) for holder in head.holders)
    return told if known > 1 or table_terms.pace(written).play is None else texts("lobby.pace-with-people", pace=told)


def _is_of_person(holder: SeatHolder) -> bool:
    return holder.kind is Holder.PERSON or bool(holder.kept_for)


def with_computers(head: TableContext, options: Mapping[str, str] | None = None) -> TableContext:
    """Return the table with computers in all free seats, and with these options in place of its own."""
    computer = SeatHolder(Holder.COMPUTER)
    holders = tuple(computer if holder.kind is Holder.EMPTY else holder for holder in head.holders)
    return replace(head, holders=holders, options={**head.options, **(options or {})})


def likely_time(head: TableContext, texts: TableText) -> str:
    """Return the likely duration of a rubber in words."""
    return about_time(_lasts(head), texts)


def _lasts(head: TableContext) -> int:
    """The likely duration of a rubber, in ms: one person alone with computers plays faster, and at no pace."""
    rules, seats = registry.game(head.game), len(head.holders)
    computers = sum(holder.kind is Holder.COMPUTER for holder in head.holders)
    pace = table_terms.read(head.terms).pace
    each = QUICKEST if pace.play is None else max(QUICKEST, pace.play // USUAL_PART)
    each = ALONE if seats - computers < 2 else each
    return rules.about_plays(seats, head.options) * (each * (seats - computers) + COMPUTERS * computers) // seats


def _advice(head: TableContext, lasts: int, texts: TableText) -> list[str]:
    """The shortest duration that a change of at most one option would give, if the rubber is very long."""
    if lasts <= LONG:
        return []
    rules, seats = registry.game(head.game), len(head.holders)
    changes = [{}, *({option.name: choice} for option in rules.options for choice in option.choices)]
    changed = [{**head.options, **change} for change in changes]
    shortest = min(rules.about_plays(seats, options) for options in changed if not rules.check_options(seats, options))
    plays = rules.about_plays(seats, head.options)
    return [texts("lobby.shorter", time=about_time(lasts * shortest // plays, texts))] if shortest < plays else []


@ui.page_of.register
def term_menus(scene: TermsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A menu for each term, with an explanation of every choice."""
    texts = TableText(reader, scene.head, post)
    return ui.layout(
        ui.text(texts("terms.title", table=texts.table())),
        *[item for name, choices in scene.choices.items() for item in _menu(scene, texts, name, choices)],
    )


def _menu(scene: TermsScene, texts: TableText, name: str, choices: tuple[str, ...]) -> tuple[ui.Item, ui.Item]:
    chosen = texts.head.terms.get(name, table_terms.BEFORE_TERMS[name])
    own = scene.own if name == table_terms.PACE else {}
    told = []
    for value in dict.fromkeys([*choices, *own, chosen]):
        about = f"terms.{name}.{value}.about"
        label = _label(name, value, texts)
        if value in own:
            told.append(ui.choice(own[value], value, label, chosen=value == chosen))
        else:
            told.append(ui.choice(label, value, texts(about) if about in texts.words else "", chosen=value == chosen))
    title = texts(f"terms.{name}")
    return ui.text(texts("options.option", name=title)), ui.menu(texts.custom_id("term", name), title, told)


def _label(name: str, value: str, texts: TableText) -> str:
    if name == table_terms.PACE:
        return pace_in_words(value, texts)
    if name == table_terms.OPENS_AFTER and value != table_terms.NEVER:
        return texts.count("terms.opens.after", int(value))
    return texts(f"terms.{name}.{value}")
