"""For newcomers: a game in a minute, in five lines; the end of the guided hand; the first message in a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.discord_api import custom_ids
from bot.lessons.course import course
from bot.messages.kit import ui
from bot.messages.kit.scene import NEW_HERE, Scene, TableContext, agreement_of, pictured_scene
from bot.messages.kit.table_text import TableText
from bot.messages.learn.lessons import exercise_id
from bot.messages.learn.rules import RulesScene
from bot.tables.seat_holders import Holder
from bot.tables.table import Stage, Table
from bot.texts import Translator, game_argument, rules_page
from bot.texts.agreed_options import Agreement, agreed_words
from bot.texts.reader import Reader
from bot.texts.rules_page import Example
from rules import registry
from rules.core.capabilities import HasLadder
from rules.core.cards import Card


@dataclass(frozen=True, slots=True)
class NewHereScene(Scene):
    """A game in a minute, private: its aim, its order and its points, then what to do next."""

    game: str
    shown: tuple[Example, ...]
    """The examples in the picture, as in `RulesScene`."""
    best_first: tuple[tuple[Card, ...], ...]
    """The groups of cards that have a fixed place, strongest first."""
    target: int | None
    """The points that win exactly; None if the game has no such number."""
    over: int | None
    """The score one point beyond the target, and (`back`) what it counts as."""
    back: int | None
    lesson: str
    """The name of the first lesson, "" if the game has none."""
    head: TableContext | None = None
    """The table from which the person comes."""
    guided: bool = False
    """True if the person has just played the guided hand: then only what it did not tell."""
    then: str = ""
    """The verb of the button to play there: `join`, `fill` or `hand`; "": it opens a table against computers."""


@dataclass(frozen=True, slots=True)
class WelcomeScene(Scene):
    """The bot's first message in a server, for everybody there."""

    game: str


@dataclass(frozen=True, slots=True)
class HelpScene(Scene):
    """A few ways to begin, private."""

    game: str


LINES: Final = ("aim", "tricks", "order", "special", "points")
"""The five lines, as far as a game has them: keys `<game>.new-here.<line>`."""


@ui.page_of.register
def new_here(scene: NewHereScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The aim, how tricks are won, what beats what, which cards are special, when points count; a lesson, or play."""
    words = reader.words
    agreed = Agreement.usual(scene.game) if scene.head is None else agreement_of(scene.head)
    fields = {
        "cards": words("list.dot").join(map(_in_short, scene.best_first)),
        "over": scene.over,
        "back": scene.back,
    }
    if scene.guided:
        lines = [agreed_words(words, f"{scene.game}.guide.now", agreed, **fields)]
        others = [in_short_button(scene.game, words, scene.head), *_lesson(scene, words)]
    else:
        keys = [f"{scene.game}.new-here.{line}" for line in LINES]
        lines = [agreed_words(words, key, agreed, **fields) for key in keys if key in words]
        lines, others = [words(f"{scene.game}.new-here.title"), *lines], [_rules(scene, words), *_lesson(scene, words)]
    return ui.layout(
        ui.text(*lines),
        *ui.rows([_play(scene, reader), *others]),
        colour=ui.YOURS,
    )


def _in_short(cards: Sequence[Card]) -> str:
    """A group of cards: its rank, if they have one, else each of them."""
    ranks = {card.index for card in cards}
    return " ".join([card.symbol for card in cards] if len(ranks) > 1 else ranks)


def _play(scene: NewHereScene, reader: Reader) -> ui.Button:
    if scene.head is not None and scene.then:
        key = "play-now" if scene.then == "fill" else scene.then
        return TableText(reader, scene.head).button(scene.then, style=ui.GOOD, key=key)
    return play_now_button(scene.game, reader.words)


def play_now_button(game: str, words: Translator, post: str = "") -> ui.Button:
    """The button that opens a table for a quick game against computers, and starts it."""
    return ui.button(
        words("button.play-now"), custom_ids.write("play-now", None, *game_argument(game), post=post), ui.GOOD
    )


def _rules(scene: NewHereScene, words: Translator) -> ui.Button:
    """The button to the whole rules."""
    table = None if scene.head is None else scene.head.table
    return ui.button(words("button.rules"), custom_ids.write("rules", table, *game_argument(scene.game)))


def in_short_button(game: str, words: Translator, head: TableContext | None) -> ui.Button:
    """The button to a game in a minute, for the options of a table, if there is one."""
    table = None if head is None else head.table
    return ui.button(words("button.in-short"), custom_ids.write("in-short", table, *game_argument(game)))


def _lesson(scene: NewHereScene, words: Translator) -> list[ui.Button]:
    if not scene.lesson:
        return []
    return [ui.button(words("button.first-lesson"), exercise_id(scene.game, scene.lesson))]


@pictured_scene.register
def _pictured_scene(scene: NewHereScene) -> Scene | None:
    return RulesScene("", 0, scene.shown, scene.game) if scene.shown and not scene.guided else None


def new_here_scene(
    game: str, language: str, head: TableContext | None = None, then: str = "", *, guided: bool = False
) -> NewHereScene:
    """Return the page for a newcomer; for the options and players of their table, if they come from one."""
    rules = registry.game(game)
    agreed = Agreement.usual(game) if head is None else agreement_of(head)
    target = agreed.target
    over = None if target is None else target + 1
    back = rules.climb(agreed.seats, over - 2, 2).after if over is not None and isinstance(rules, HasLadder) else None
    pages = [page for topic in rules_page(game, language).topics.values() for page in topic.pages]
    shown = next((page.shown for page in pages if page.shown), ())
    lesson = next(iter(course(game).lessons), "")
    return NewHereScene(game, shown, best_first(agreed), target, over, back, lesson, head, guided, then)


def best_first(agreed: Agreement) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a game in groups, strongest first; without cards that have no fixed place."""
    return tuple(group.cards for group in agreed.order if group.ranked)


@ui.page_of.register
def welcome(scene: WelcomeScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The bot's purpose, the ways to begin, and the way to the settings for whoever manages the server."""
    words = reader.words
    learning = [
        ui.button(words("button.new-here"), custom_ids.write(NEW_HERE, None, post=post), ui.MAIN),
        ui.button(words("button.setup"), custom_ids.write("setup", 0, post=post)),
    ]
    friends = ui.button(words("button.with-friends"), custom_ids.write("with-friends", None, post=post))
    return ui.layout(
        ui.text(words("welcome.title", game=words(f"{scene.game}.name")), words(f"{scene.game}.in-short")),
        ui.text(words("welcome.begin"), words("welcome.setup")),
        *ui.rows([play_now_button(scene.game, words, post), friends]),
        *ui.rows(learning),
    )


@ui.page_of.register
def help_page(scene: HelpScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """Three buttons: to play, to learn, and to what waits for the person."""
    words = reader.words
    buttons = [
        play_now_button(scene.game, words),
        ui.button(words("button.new-here"), custom_ids.write(NEW_HERE, None, *game_argument(scene.game)), ui.MAIN),
        ui.button(words("button.mytables"), custom_ids.write("mytables", None)),
    ]
    return ui.layout(ui.text(words("help-page.title")), *ui.rows(buttons))


def next_step(table: Table, person: str) -> str:
    """Return the verb of the button with which this person plays at the table; "" if there is none."""
    is_seated = table.seat_of(person) is not None
    if table.stage is Stage.PLAYING:
        return "hand" if is_seated else ""
    if table.stage is not Stage.LOBBY:
        return ""
    if is_seated:
        return "fill"
    return "join" if table.admits(person) and any(seat.kind is Holder.EMPTY for seat in table.seats) else ""
