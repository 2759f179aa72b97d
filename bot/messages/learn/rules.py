"""Private answers about the rules: the order of the cards, and the topics of the rules page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.discord_api import custom_ids
from bot.messages.kit import ui
from bot.messages.kit.game_looks import special_cards, usual_cards
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene
from bot.messages.kit.table_text import special_line
from bot.tables.table import Stage, Table
from bot.texts import Translator, escape, game_argument, game_key, rules_page
from bot.texts.agreed_options import Agreement, agreed_words, unusual_options
from bot.texts.reader import Reader
from bot.texts.rules_page import Example, LadderExample, RanksExample, Topic, TrickExample
from rules import registry
from rules.core.capabilities import CanConsider, offers
from rules.core.cards import CARDS, Card
from rules.core.contract import Group


@dataclass(frozen=True, slots=True)
class RanksScene(Scene):
    """The order of the cards. The cards of `hand`, the reader's own, are marked (private answers only).

    `table`: a table where a rubber is in play, for a button to what beats the heading play there, if its game tells.
    """

    hand: tuple[Card, ...] = ()
    game: str = registry.USUAL
    table: int | None = None
    order: tuple[Group, ...] = ()
    """The order of the hand that is played there; empty: none is."""
    at: Agreement | None = None
    """The terms of the table, if it is asked for there."""

    @property
    def agreement(self) -> Agreement:
        """The terms of the table, else the usual ones."""
        return self.at or Agreement.usual(self.game)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The cards from the strongest down, in this hand or before one."""
        return self.order or self.agreement.order


@dataclass(frozen=True, slots=True)
class RulesScene(Scene):
    """A page (from 0) of a topic of the rules; "" shows the list of topics, and an unknown topic is reported."""

    topic: str
    page: int = 0
    shown: tuple[Example, ...] = ()
    """The examples in the picture of the page, row by row; empty: no picture."""
    game: str = registry.USUAL
    table: int | None = None
    """The table where it is asked for, for buttons and the menu to stay there."""
    at: Agreement | None = None
    """The terms of that table; its options that are not the usual ones are named."""


@ui.page_of.register
def ranks(scene: RanksScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """Every card from the strongest down, with its powers; the reader's own cards in bold.

    At a table, a button shows what beats the heading play there.
    """
    words = reader.words
    told = {card.code: words.card(scene.game, card) for card in CARDS}
    marked = told | {card.code: words("ranks.mine", card=told[card.code]) for card in scene.hand}
    yours = words("ranks.yours") if scene.hand else ""
    is_told = scene.table is not None and offers(registry.game(scene.game), CanConsider)
    beats = [ui.button(words("button.beats"), custom_ids.write("beats", scene.table))] if is_told else []
    return ui.layout(
        ui.text(words("ranks.title"), yours, *_rank_lines(scene, marked, words)),
        ui.line(),
        ui.text(agreed_words(words, f"{scene.game}.powers", scene.agreement, **told)),
        *ui.rows(beats),
    )


def _rank_lines(scene: RanksScene, told: Mapping[str, str], words: Translator) -> list[str]:
    """The cards by group in the order of a hand that has its own; else the game's words for them."""
    if scene.groups == scene.agreement.order:
        return [agreed_words(words, f"{scene.game}.ranks", scene.agreement, **told)]
    lines = []
    for group in scene.order:
        cards = words("list.dot").join(told[card.code] for card in group.cards)
        lines.append(words("ranks.group", group=words(f"{scene.game}.group.{group.name}"), cards=cards))
    return lines


@ui.page_of.register
def rules(scene: RulesScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A page of a topic with buttons to the pages beside it and to the order of the cards, and a menu of all topics.

    The pages of all topics form a ring. An unknown topic is reported.
    """
    words, game = reader.words, scene.game
    topics, title = rules_page(game, words.language).topics, words("rules.title", game=words(f"{game}.name"))
    order = ui.button(words("button.ranks"), custom_ids.write("ranks", scene.table, *game_argument(game)))
    if not topics:
        return ui.layout(ui.text(title, words("rules.none")), *ui.rows([order]))
    choices = [
        ui.choice(topic.title, game_key(game, topic.name), chosen=topic.name == scene.topic)
        for topic in topics.values()
    ]
    all_topics = ui.menu(custom_ids.write("rules", scene.table), words("rules.menu"), choices)
    topic = topics.get(scene.topic)
    if topic is None:
        unknown = words("rules.unknown", topic=escape(scene.topic)) if scene.topic else ""
        return ui.layout(ui.text(unknown, title), all_topics, *ui.rows([order]))
    page = topic.pages[scene.page]
    numbered = "" if len(topic.pages) == 1 else words("rules.page", page=scene.page + 1, pages=len(topic.pages))
    page_buttons = [
        ui.button(words(f"button.{key}"), custom_ids.write("rules", scene.table, game_key(game, name), str(number)))
        for key, (name, number) in _neighbours(scene, [*topics.values()]).items()
    ]
    above = ui.text(words("rules.topic", title=topic.title), page.above)
    below = ui.text(page.below, _different(scene, words), numbered)
    return ui.layout(above, below, *ui.rows([*page_buttons, order]), all_topics)


def _different(scene: RulesScene, words: Translator) -> str:
    """The options of the table that the page does not speak of, because they are not the usual ones."""
    options = [] if scene.at is None else unusual_options(words, scene.at)
    return words("rules.at-table", options=words("list.dot").join(options)) if options else ""


def _neighbours(scene: RulesScene, topics: Sequence[Topic]) -> dict[str, tuple[str, int]]:
    """The pages before and after this one, by the button that leads there; of two pages the other one, of one none."""
    ring = [(topic.name, number) for topic in topics for number in range(len(topic.pages))]
    at = ring.index((scene.topic, scene.page))
    found = {"rules-back": ring[at - 1], "rules-on": ring[(at + 1) % len(ring)]}
    return found if len(ring) > 2 else {"rules-on": found["rules-on"]} if len(ring) > 1 else {}


@parts_of.register
def ranks_alt(scene: RanksScene, reader: Reader) -> list[Part]:
    words, game, dot = reader.words, scene.game, reader.words("list.dot")
    order, notes = scene.groups, (f"{game}.picture.matadors", f"{game}.picture.suits")

    def card_list(cards: Iterable[Card]) -> str:
        return dot.join(words.card(game, card) for card in cards)

    usual = [(group.name, usual_cards(game, (group,), order)) for group in order]
    groups = [
        words("hand.group", group=words(f"{game}.group.{name}"), cards=card_list(cards))
        for name, cards in usual
        if cards
    ]
    kinds = special_cards(game, order, order)
    special = [special_line(game, kind, len(cards), card_list(cards), words) for kind, cards in kinds.items()]
    mine = words("beats.yours", cards=card_list(scene.hand)) if scene.hand else ""
    return droppable(
        [
            words("ranks.title"),
            *groups,
            *special,
            mine,
            *(agreed_words(words, note, scene.agreement) for note in notes if note in words),
        ]
    )


@parts_of.register
def _rules_alt(scene: RulesScene, reader: Reader) -> list[Part]:
    parts: list[Part] = []
    for example in scene.shown:
        if isinstance(example, RanksExample):
            parts += ranks_alt(RanksScene(game=example.game), reader)
        else:
            parts.append((_example(example, reader.words),))
    return parts


def _example(example: TrickExample | LadderExample, words: Translator) -> str:
    """An example, which is a row of the picture, as a sentence or two."""
    if isinstance(example, LadderExample):
        climb = example.climb
        key = "examples.ladder" if climb.bounced is None else "examples.ladder-bounced"
        told = {"before": example.before, "target": climb.target, "reached": climb.bounced, "after": climb.after}
        return words.count(key, example.points, **told)
    plays = [words.join([words.spoken_card(card) for card in play]) for play in example.plays]
    wins = plays[example.wins]
    plays[0] = plays[0][:1].upper() + plays[0][1:]
    if example.halves:
        first, second = (words("list.reasons").join(half) for half in (plays[:2], plays[2:]))
        return words("examples.halves", first=first, second=second, wins=wins)
    played = words("list.reasons").join(plays)
    if example.points is None:
        return words("examples.trick", plays=played, wins=wins)
    return words.count("examples.trick-points", example.points, plays=played, wins=wins)


def ranks_scene(table: Table, seat: int | None) -> RanksScene:
    """Return the order of the cards at a table, with those of a seat marked while a rubber is in play."""
    agreed = _agreement(table)
    if table.stage is not Stage.PLAYING:
        return RanksScene(game=table.game, at=agreed)
    view = table.view(seat)
    return RanksScene(view.hand, table.game, table.id, view.order, agreed)


def rules_scene(game: str, topic: str, page: int, language: str, table: Table | None) -> RulesScene:
    """Return a page of a topic, the first one if the number is too high, as it is read at a table of this game."""
    found = rules_page(game, language).topics.get(topic)
    if table is None or table.game != game:
        scene = RulesScene(topic, game=game)
    else:
        scene = RulesScene(topic, game=game, table=table.id, at=_agreement(table))
    if found is None:
        return scene
    number = page if page < len(found.pages) else 0
    return replace(scene, page=number, shown=found.pages[number].shown)


def _agreement(table: Table) -> Agreement:
    return Agreement(table.game, table.options, len(table.seats))
