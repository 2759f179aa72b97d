"""Private answers about the rules: the order of the cards, and the topics of the rules page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord_api import custom_ids
from bot.presentation.layouts.components import PageOfItems, button, choice, layout, line, menu, page_of, rows, text
from bot.presentation.scenes import RanksScene, RulesScene
from bot.texts import Translator, escaped, of_game, rules_page
from bot.texts.agreement import agreed_words, unusual_options
from bot.texts.reader import Reader
from bot.texts.rules_page import Topic
from rules.core.cards import CARDS


@page_of.register
def ranks(scene: RanksScene, reader: Reader, post: str = "") -> PageOfItems:
    """Every card from the strongest down, with its powers; the reader's own cards in bold.

    At a table, a button shows what beats the heading play there.
    """
    words = reader.words
    told = {card.code: words.card(scene.game, card) for card in CARDS}
    marked = told | {card.code: words("ranks.mine", card=told[card.code]) for card in scene.hand}
    yours = words("ranks.yours") if scene.hand else ""
    beats = [] if scene.table is None else [button(words("button.beats"), custom_ids.write("beats", scene.table))]
    return layout(
        text(words("ranks.title"), yours, *_ranked(scene, marked, words)),
        line(),
        text(agreed_words(words, f"{scene.game}.powers", scene.agreement, **told)),
        *rows(beats),
    )


def _ranked(scene: RanksScene, told: Mapping[str, str], words: Translator) -> list[str]:
    """The cards by group in the order of a hand that has its own; else the game's words for them."""
    if scene.groups == scene.agreement.order:
        return [agreed_words(words, f"{scene.game}.ranks", scene.agreement, **told)]
    lines = []
    for group in scene.order:
        cards = words("list.dot").join(told[card.code] for card in group.cards)
        lines.append(words("ranks.group", group=words(f"{scene.game}.group.{group.name}"), cards=cards))
    return lines


@page_of.register
def rules(scene: RulesScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of a topic with buttons to the pages beside it and a menu of all topics; an unknown topic is reported.

    The pages of all topics form a ring.
    """
    words, game = reader.words, scene.game
    topics, title = rules_page(game, words.language).topics, words("rules.title", game=words(f"{game}.name"))
    if not topics:
        return layout(text(title, words("rules.none")))
    choices = [choice(one.title, of_game(game, one.name), chosen=one.name == scene.topic) for one in topics.values()]
    all_topics = menu(custom_ids.write("rules", scene.table), words("rules.menu"), choices)
    topic = topics.get(scene.topic)
    if topic is None:
        unknown = words("rules.unknown", topic=escaped(scene.topic)) if scene.topic else ""
        return layout(text(unknown, title), all_topics)
    page = topic.pages[scene.page]
    numbered = "" if len(topic.pages) == 1 else words("rules.page", page=scene.page + 1, pages=len(topic.pages))
    turning = [
        button(words(f"button.{key}"), custom_ids.write("rules", scene.table, of_game(game, name), str(number)))
        for key, (name, number) in _beside(scene, [*topics.values()]).items()
    ]
    above = text(words("rules.topic", title=topic.title), page.above)
    return layout(above, text(page.below, _different(scene, words), numbered), *rows(turning), all_topics)


def _different(scene: RulesScene, words: Translator) -> str:
    """The options of the table that the page does not speak of, because they are not the usual ones."""
    options = [] if scene.at is None else unusual_options(words, scene.at)
    return words("rules.at-table", options=words("list.dot").join(options)) if options else ""


def _beside(scene: RulesScene, topics: Sequence[Topic]) -> dict[str, tuple[str, int]]:
    """The pages before and after this one, by the button that leads there; of two pages the other one, of one none."""
    ring = [(topic.name, number) for topic in topics for number in range(len(topic.pages))]
    at = ring.index((scene.topic, scene.page))
    found = {"rules-back": ring[at - 1], "rules-on": ring[(at + 1) % len(ring)]}
    return found if len(ring) > 2 else {"rules-on": found["rules-on"]} if len(ring) > 1 else {}
