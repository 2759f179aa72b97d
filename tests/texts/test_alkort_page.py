"""The rules page of Alkort has every paragraph that code can cite, and its examples are those of the rules."""

from __future__ import annotations

import re
from importlib.resources import files
from math import comb

import pytest

from bot.texts.rules_page import PARAGRAPH, TOPIC
from rules.alkort import facts
from rules.alkort import game as alkort
from rules.alkort.accounts import play_accounts
from rules.alkort.options import terms
from rules.alkort.ranking import NO_RIGHT
from rules.core.cards import Card, cards
from rules.core.contract import FactKind, Play, heading_of

LANGUAGES = pytest.mark.parametrize("language", ["en", "da"])
PICTURE = re.compile(r"trick ((?:\w\w ){4})wins (\w\w)")
EXAMPLE = re.compile(r"((?:\w[♣♠♥♦] ){4})\[(\w[♣♠♥♦])\]")
LETTERS = str.maketrans("♣♠♥♦", "CSHD")


def page(language: str) -> str:
    return (files("bot.texts") / "rules" / "alkort" / f"{language}.md").read_text(encoding="utf-8")


def winner(trick: str) -> Card:
    """The card that wins four plays which are not the first trick of a hand."""
    plays = [Play(seat, (card,)) for seat, card in enumerate(cards(trick))]
    accounts = tuple(play_accounts(terms(4, {}), plays, opening=False))
    return accounts[heading_of(accounts)].cards[0]


@LANGUAGES
def test_every_paragraph_that_code_can_cite_is_there(language: str) -> None:
    kinds = [kinds for kinds in vars(facts).values() if isinstance(kinds, type) and issubclass(kinds, FactKind)]
    cited = {kind.paragraph for one in kinds for kind in one}
    assert len(cited) > 20
    told = [found["number"] for found in PARAGRAPH.finditer(page(language))]
    assert told == list(alkort.paragraphs)
    assert cited <= set(told)


@LANGUAGES
def test_every_trick_of_the_page_goes_to_the_card_that_it_names(language: str) -> None:
    text = page(language).partition(": 7♣ 9♠ 2♣ 8♥")[0]
    shown = [
        *PICTURE.findall(text),
        *((one.translate(LETTERS), won.translate(LETTERS)) for one, won in EXAMPLE.findall(text)),
    ]
    assert len(shown) > 20
    assert [trick for trick, won in shown if winner(trick).code != won] == []


@LANGUAGES
def test_the_page_begins_with_how_a_hand_goes_and_ends_with_the_words(language: str) -> None:
    names = [found["name"] for found in TOPIC.finditer(page(language))]
    assert (names[0], names[-1], len(names)) == ("start", "words", 9)


@LANGUAGES
def test_5_1_how_rare_the_right_to_the_stock_is_follows_from_the_pack(language: str) -> None:
    """For each number of seats: the hands in which all of them lack the same cards; then inclusion and exclusion."""
    harmless, dealt = len(alkort.pack) - NO_RIGHT.bit_count(), 9
    one, two = (comb(harmless, dealt * seats) / comb(len(alkort.pack), dealt * seats) for seats in (1, 2))
    at_table = 4 * one - comb(4, 2) * two  # three seats would need 27 such cards, and there are 26
    told = page(language).split("<!-- topic: stock -->")[1].split("<!-- page -->")[0]
    assert [int(number) for number in re.findall(r"\d\d+", told)] == [round(1 / one), round(1 / at_table)]
