"""The entrants of a cup: the first ones on its panel, all of them on a page of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from bot.cups.cup import Cup, CupStage
from bot.cups.entrants import Entrant, EntrantState
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.cups.messages.entrant_names import EntrantName, entrant_names
from bot.messages.kit import ui
from bot.messages.kit.pages import page_of_lines
from bot.messages.kit.scene import Scene
from bot.texts import Translator
from bot.texts.reader import Reader


class EntrantPart(StrEnum):
    """The part of the list in which an entrant is, in the order of the list."""

    IN = "in"
    WAITING = "waiting"
    """Without a place, as long as nobody leaves."""
    LOOKING = "looking"
    """Without a partner yet."""
    GONE = "gone"
    """Withdrawn or taken out since the start."""


class EntrantLine(NamedTuple):
    """An entrant. `number`: the seed, or before the start the place in its part in the order of sign-up, from 1."""

    name: EntrantName
    part: EntrantPart
    number: int
    checked_in: bool = False
    """Before the start, where it is asked."""


@dataclass(frozen=True, slots=True)
class CupEntrantsScene(Scene):
    """A page of everybody who is in a cup, private; pages count from 0. `size`: how many there are on all of them."""

    head: CupHead
    lines: tuple[EntrantLine, ...]
    size: int
    page: int = 0
    pages: int = 1


ON_A_PAGE: Final = 20


def entrants_scene(cup: Cup, names: Mapping[str, str], page: int = 0) -> CupEntrantsScene:
    """Return a page of everybody who is in a cup."""
    lines = entrant_lines(cup, names)
    shown = page_of_lines(lines, page, ON_A_PAGE)
    return CupEntrantsScene(cup_text.head_of(cup), shown.lines, len(lines), shown.page, shown.pages)


def entrant_lines(cup: Cup, names: Mapping[str, str]) -> list[EntrantLine]:
    """Return everybody who is in a cup: before the start in the order of sign-up, then in that of the seeds."""
    called = entrant_names(cup, names)
    checks_in = cup.rules.check_in and cup.stage is CupStage.SIGN_UP
    return [
        EntrantLine(called[entrant.number], part, entrant.seed or number, checks_in and entrant.checked_in)
        for part, entrants in _parts(cup)
        for number, entrant in enumerate(entrants, 1)
    ]


def _parts(cup: Cup) -> Iterator[tuple[EntrantPart, Iterable[Entrant]]]:
    if cup.stage is CupStage.SIGN_UP:
        yield EntrantPart.IN, cup.signed_up_entrants
        yield EntrantPart.WAITING, cup.waiting_list
        yield EntrantPart.LOOKING, [one for one in cup.active if len(one.people) < cup.rules.entrants.people]
        return
    yield EntrantPart.IN, [one for one in cup.seeded_entrants if one.is_in]
    yield EntrantPart.GONE, [one for one in cup.seeded_entrants if one.state is not EntrantState.IN]


@ui.page_of.register
def entrants(scene: CupEntrantsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of everybody who is in a cup, and a menu of the other pages."""
    words = reader.words
    heading = words.count("cup.entrants.title", scene.size) if scene.size else words("cup.entrants.nobody")
    return ui.layout(
        ui.text(cup_text.title(scene.head), heading, *_lines(scene, words)),
        *_page_menu(scene, words),
        *ui.rows([cup_text.more_button(words, scene.head)]),
        colour=ui.YOURS,
    )


def _lines(scene: CupEntrantsScene, words: Translator) -> Iterator[str]:
    """Yield the entrants, a line each, below a heading for each part but those who have a place."""
    for part, lines in groupby(scene.lines, key=lambda line: line.part):
        if part is not EntrantPart.IN:
            yield words(f"cup.entrants.{part}")
        for line in lines:
            yield words("cup.entrants.line", n=line.number, name=_marked_name(line, words))


def _marked_name(line: EntrantLine, words: Translator) -> str:
    """The name of an entrant, marked if they have checked in."""
    name = cup_text.shown_name(line.name, words)
    return words("cup.entrants.here", name=name) if line.checked_in else name


def _page_menu(scene: CupEntrantsScene, words: Translator) -> list[ui.Item]:
    """A menu of the pages, each by the places on it; none for one page."""
    if scene.pages == 1:
        return []
    choices = [
        ui.choice(
            words("cup.entrants.from-to", first=page * ON_A_PAGE + 1, last=min(scene.size, (page + 1) * ON_A_PAGE)),
            str(page),
            chosen=page == scene.page,
        )
        for page in range(min(scene.pages, ui.MOST_CHOICES))
    ]
    return [ui.menu(cup_text.custom_id(CupVerb.ENTRANTS, scene.head), words("cup.entrants.menu"), choices)]


class NamedEntrants(NamedTuple):
    """The first of a part of the list, and how many more there are."""

    lines: tuple[EntrantLine, ...] = ()
    more: int = 0


NO_NAMES: Final = NamedEntrants()
NAMED: Final = 24
"""The most names on a panel."""


def first_of(lines: Sequence[EntrantLine], part: EntrantPart) -> NamedEntrants:
    """Return the entrants of a part as a panel names them."""
    found = [line for line in lines if line.part is part]
    return NamedEntrants(tuple(found[:NAMED]), max(0, len(found) - NAMED))


def named_line(found: NamedEntrants, words: Translator) -> str:
    """Return the names of entrants in a line; "" without any."""
    told = words("list.dot").join(_marked_name(line, words) for line in found.lines)
    return words("cup.entrants.and-more", names=told, n=found.more) if found.more else told
