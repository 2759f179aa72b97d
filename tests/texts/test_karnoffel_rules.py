"""The rules page of Karnöffel: every paragraph is there, and its examples are true."""

from __future__ import annotations

import re

import pytest

from bot.texts import languages, rules_page
from bot.texts.rules_page import TrickExample
from rules.core.cards import Card, cards
from rules.core.contract import Play, heading_of
from rules.karnoffel import game as karnoffel
from rules.karnoffel.accounts import play_accounts
from rules.karnoffel.facts import KarnoffelFact
from rules.karnoffel.playing import lowest
from rules.karnoffel.ranking import SUITS

LANGUAGES = [code for code, _ in languages()]
PAGE = rules_page(karnoffel.name)
TRICKS = [
    example
    for topic in PAGE.topics.values()
    for page in topic.pages
    for example in page.shown
    if isinstance(example, TrickExample)
]
LETTERS = dict(zip("♣♠♥♦", "CSHD", strict=True))
WORKED = re.findall(r"^- (.+) \[(.+)\]$", PAGE.paragraphs["12"], re.MULTILINE)


def winner(plays: list[Card]) -> Card:
    """The winner of a trick in which hearts are chosen."""
    made = [Play(seat, (card,)) for seat, card in enumerate(plays)]
    won = heading_of(tuple(play_accounts(SUITS.index("H"), made)))
    assert won is not None
    return plays[won]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_that_code_can_cite_is_there(language: str) -> None:
    paragraphs = rules_page(karnoffel.name, language).paragraphs
    assert set(karnoffel.paragraphs) | {kind.paragraph for kind in KarnoffelFact} <= set(paragraphs)
    assert all(paragraphs.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_has_a_title_and_pages_short_enough_for_a_phone(language: str) -> None:
    topics = rules_page(karnoffel.name, language).topics.values()
    assert len(topics) == 10
    assert all(topic.title for topic in topics)
    pages = [(topic.name, len(page.above) + len(page.below)) for topic in topics for page in topic.pages]
    assert [(name, size) for name, size in pages if not 50 < size < 2000] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_calls_the_game_a_reconstruction_before_anything_else(language: str) -> None:
    page = rules_page(karnoffel.name, language)
    assert re.search("re[ck]onstruction|rekonstruktion", page.topics["start"].pages[0].above)


@pytest.mark.parametrize("example", TRICKS, ids=lambda one: str(one.plays))
def test_the_trick_goes_to_the_card_that_the_page_says(example: TrickExample) -> None:
    plays = [card for play in example.plays for card in play]
    assert winner(plays) == plays[example.wins]


@pytest.mark.parametrize(("plays", "won"), WORKED)
def test_a_worked_example_is_true(plays: str, won: str) -> None:
    coded = "".join(LETTERS.get(letter, letter) for letter in f"{plays} {won}")
    *played, expected = cards(coded)
    assert winner(played) == expected


def test_the_lowest_turned_card_of_the_example_is_the_one_dealt_first() -> None:
    assert "5♣ came before 5♦" in PAGE.topics["chosen-suit"].text
    assert lowest(cards("5C 9H 5D KS")).code == "5C"
