"""The rules page of Treikort: every paragraph that its code can cite, and short topics."""

from __future__ import annotations

import pytest

from bot.texts import languages, rules_page
from rules.registry import GAMES
from rules.treikort.facts import TreikortFact

TOPICS = ("start", "order", "sevens", "pope", "options", "words")
LANGUAGES = [code for code, _ in languages()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_that_the_code_of_treikort_can_cite_is_there(language: str) -> None:
    paragraphs = rules_page("treikort", language).paragraphs
    cited = {kind.paragraph for kind in TreikortFact}
    assert set(GAMES["treikort"].paragraphs) | cited <= set(paragraphs)
    assert all(paragraphs.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_treikort_has_pages_short_enough_for_a_phone(language: str) -> None:
    topics = rules_page("treikort", language).topics
    assert tuple(topics) == TOPICS
    pages = [(topic.name, len(page.above) + len(page.below)) for topic in topics.values() for page in topic.pages]
    assert [(name, size) for name, size in pages if not 80 < size < 2000] == []
