"""Private answers about the rules: the order of the cards, and the topics of the rules page."""

from __future__ import annotations

from bot.discord_api import custom_ids
from bot.presentation.layouts.parts import PageOfItems, Row, button, choice, layout, line, menu, page_of, rows, text
from bot.presentation.scenes import RanksScene, RulesScene
from bot.texts import Translator, escaped, rules_page
from bot.texts.reader import Reader
from bot.texts.rules_page import Topic
from rules.core.cards import CARDS


@page_of.register
def ranks(scene: RanksScene, reader: Reader, post: str = "") -> PageOfItems:
    """Every card from the strongest down, with its powers; the reader's own cards in bold."""
    words = reader.words
    mine = frozenset(scene.hand)
    told = {card.code: words.card(scene.game, card) for card in CARDS}
    marked = told | {card.code: words("ranks.mine", card=told[card.code]) for card in mine}
    return layout(
        text(words("ranks.title"), words("ranks.yours") if mine else "", words(f"{scene.game}.ranks", **marked)),
        line(),
        text(words(f"{scene.game}.powers", **told)),
        *_now(scene.table, words),
    )


def _now(table: int | None, words: Translator) -> list[Row]:
    """The button to what beats the heading play at that table."""
    return [] if table is None else rows([button(words("button.beats"), custom_ids.write("beats", table))])


@page_of.register
def rules(scene: RulesScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of a topic with buttons to the pages beside it and a menu of all topics; an unknown topic is reported."""
    words = reader.words
    topic = rules_page(words.language).topics.get(scene.topic)
    if topic is None:
        unknown = words("rules.unknown", topic=escaped(scene.topic)) if scene.topic else ""
        return layout(text(unknown, words("rules.title")), _topics(words))
    page = topic.pages[scene.page]
    numbered = "" if len(topic.pages) == 1 else words("rules.page", page=scene.page + 1, pages=len(topic.pages))
    title = words("rules.topic", title=topic.title)
    turning = _beside(topic, scene.page, words)
    return layout(text(title, page.above), text(page.below, numbered), *turning, _topics(words, topic))


def _beside(topic: Topic, page: int, words: Translator) -> list[Row]:
    """The buttons to the previous and the next page; the pages of all topics form a ring."""
    ring = [
        (one.name, number) for one in rules_page(words.language).topics.values() for number in range(len(one.pages))
    ]
    at = ring.index((topic.name, page))
    beside = {"rules-back": ring[at - 1], "rules-on": ring[(at + 1) % len(ring)]}
    return rows(
        button(words(f"button.{key}"), custom_ids.write("rules", None, name, str(number)))
        for key, (name, number) in beside.items()
    )


def _topics(words: Translator, chosen: Topic | None = None) -> Row:
    topics = rules_page(words.language).topics.values()
    choices = [choice(topic.title, topic.name, chosen=topic is chosen) for topic in topics]
    return menu(custom_ids.write("rules"), words("rules.menu"), choices)
