"""Private answers to organisers of a server: who is banned from its tables, and what organisers have done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.pages import neighbours
from bot.messages.kit.scene import Scene
from bot.texts import Translator, escape
from bot.texts.reader import Reader
from rules import registry
from rules.core.contract import Fact


class BanLine(NamedTuple):
    """A ban: of whom and by whom ("" for erased people), and when, seconds since the epoch. `hashed` names it."""

    hashed: str
    name: str
    reason: str
    organiser: str
    at: int


@dataclass(frozen=True, slots=True)
class BansScene(Scene):
    """A page of the people who are banned from a server's tables, private to its organisers; counted from 0.

    `done`: the ban that was just made.
    """

    guild: str
    lines: tuple[BanLine, ...]
    page: int = 0
    pages: int = 1
    done: Fact | None = None


class ActLine(NamedTuple):
    """An organiser's act and its time (seconds since the epoch); the fields are those of `ActRow`, with names.

    A name is "" for an erased person, and where it is about nobody.
    """

    at: int
    organiser: str
    kind: str
    person: str
    table: str
    about: str


@dataclass(frozen=True, slots=True)
class ActsScene(Scene):
    """The last acts of a server's organisers, private to them, the newest first. `days`: for how long they are kept."""

    guild: str
    lines: tuple[ActLine, ...]
    days: int


BANS_ON_A_PAGE: Final = 10
MOST_ACTS: Final = 20
"""The number of acts that the log shows."""
ROOM: Final = 3600
"""The characters for the lines of a page; Discord allows 4,000 in all texts of a message."""


@ui.page_of.register
def bans(scene: BansScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of the people who are banned, and a menu to lift a ban."""
    words = reader.words
    lines = [_ban(line, words) for line in scene.lines]
    return ui.layout(
        ui.text(words("bans.title", guild=escape(scene.guild))),
        ui.text("" if scene.done is None else words.fact(registry.USUAL, scene.done)),
        ui.text(*lines) if lines else ui.text(words("bans.none")),
        *_lifting_menu(scene, words),
        *ui.rows(_buttons(scene, words)),
    )


def _lifting_menu(scene: BansScene, words: Translator) -> list[ui.Item]:
    choices = [ui.choice(line.name or words("news.former"), line.hashed, line.reason) for line in scene.lines]
    lift = custom_ids.write("unban", None, str(scene.page))
    return [ui.menu(lift, words("bans.lift"), choices)] if choices else []


def _buttons(scene: BansScene, words: Translator) -> Iterator[ui.Button]:
    """The buttons to the neighbouring pages, and to the log."""
    for way, page in neighbours(scene.page, scene.pages):
        yield ui.button(words(f"bans.{way}"), custom_ids.write("bans", None, str(page)))
    yield ui.button(words("button.acts"), custom_ids.write("acts"))


def _ban(one: BanLine, words: Translator) -> str:
    key = "bans.line-reason" if one.reason else "bans.line"
    return words(key, name=_name(one.name, words), by=_name(one.organiser, words), at=one.at, reason=escape(one.reason))


@ui.page_of.register
def acts(scene: ActsScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The last acts of organisers, a line each, the newest first, with a button to the bans."""
    words = reader.words
    return ui.layout(
        ui.text(words("acts.title", guild=escape(scene.guild)), words.count("acts.about", scene.days)),
        ui.text(*_first_lines(_act(line, words) for line in scene.lines))
        if scene.lines
        else ui.text(words("acts.none")),
        *ui.rows([ui.button(words("button.bans"), custom_ids.write("bans"))]),
    )


def _first_lines(lines: Iterable[str]) -> Iterator[str]:
    """The first lines, as many as fit into the text of one message."""
    left = ROOM
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            return
        yield line


def _act(one: ActLine, words: Translator) -> str:
    about = words(f"server.{one.about}") if one.kind == "setting" else escape(one.about)
    kind = "ban-reason" if one.kind == "ban" and one.about else one.kind
    told = words(
        f"acts.{kind}",
        by=_name(one.organiser, words),
        name=_name(one.person, words),
        table=one.table,
        about=about,
    )
    return words("acts.line", at=one.at, act=told)


def _name(name: str, words: Translator) -> str:
    return escape(name) if name else words("news.former")
