"""The rules page of Bräus: whole, and the same in both languages."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import pytest

from bot.texts.rules_page import PARAGRAPH, TOPIC
from rules.braus import facts
from rules.braus import game as braus
from rules.braus.facts import BrausFact
from rules.core.cards import SYMBOLS, Card, card

LANGUAGES = pytest.mark.parametrize("language", ["en", "da"])
CARDS = re.compile(r"(?<!\d)(10|[AKQJ2-9])([♣♠♥♦])")
CITED = re.compile(r"§\d+(?:\.\d+)?")
SUITS = {symbol: suit for suit, symbol in SYMBOLS.items()}


@cache
def page(language: str) -> str:
    return (files("bot.texts") / "rules" / "braus" / f"{language}.md").read_text("utf-8")


@cache
def paragraphs(language: str) -> dict[str, str]:
    """The text of each paragraph, by its number."""
    _, *parts = PARAGRAPH.split(page(language))
    told = (re.split(r"^#", part, flags=re.MULTILINE)[0].strip() for part in parts[1::2])
    return dict(zip(parts[::2], told, strict=True))


def cards_in(told: str) -> list[Card]:
    return [card(rank.replace("10", "T") + SUITS[suit]) for rank, suit in CARDS.findall(told)]


@LANGUAGES
def test_every_paragraph_that_code_can_cite_is_there(language: str) -> None:
    kinds = [one for one in vars(facts).values() if isinstance(one, type) and issubclass(one, BrausFact)]
    cited = {fact.paragraph for kind in kinds for fact in kind}
    assert len(cited) > 10
    assert cited <= set(braus.paragraphs)
    assert list(paragraphs(language)) == list(braus.paragraphs)
    assert all(paragraphs(language).values())


@LANGUAGES
def test_2_3_the_live_cards_are_those_of_the_game_in_its_order(language: str) -> None:
    live = [one for group in braus.order if group.ranked for one in group.cards]
    assert cards_in(paragraphs(language)["2.3"]) == live


def test_both_languages_name_the_same_cards_and_paragraphs() -> None:
    for number, told in paragraphs("en").items():
        danish = paragraphs("da")[number]
        assert cards_in(danish) == cards_in(told), number
        assert sorted(CITED.findall(danish)) == sorted(CITED.findall(told)), number


def test_both_languages_have_the_same_topics_and_pictures() -> None:
    topics = [found["name"] for found in TOPIC.finditer(page("en"))]
    assert topics == ["start", "order", "sevens", "duty", "ending", "options", "words"]
    assert [found["name"] for found in TOPIC.finditer(page("da"))] == topics
    for mark in (r"^#{1,3}", r"<!-- (?:page|picture).*"):
        english, danish = (re.findall(mark, page(language), re.MULTILINE) for language in ("en", "da"))
        assert english == danish
