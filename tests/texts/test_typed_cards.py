"""Cards as people type them, and what is offered while they type."""

from __future__ import annotations

import pytest

from bot.presentation.card_parser import narrowed, read_cards, split
from bot.texts import Translator, in_language
from rules.core.cards import cards

WORDS = Translator()


def read(text: str) -> str:
    return " ".join(card.code for card in read_cards(text, WORDS, "voormsi"))


class Counting(set[str]):
    """Names that count how often they are asked for one."""

    asked = 0

    def __contains__(self, name: object) -> bool:
        self.asked += 1
        return super().__contains__(name)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("7c kh", "7C KH"),
        ("7ckh", "7C KH"),
        ("c7, h k", "7C KH"),
        ("K♥ and 7♣", "KH 7C"),
        ("toqutsit", "JC"),
        ("king of hearts", "KH"),
        ("**J♣ Toqutsit**", "JC"),
        ("the 7 of clubs", "7C"),
        ("7 of hearts", "7H"),
        ("7 hearts", "7H"),
        ("seven of clubs", "7C"),
        ("the K of hearts and the seven clubs", "KH 7C"),
        ("Hearts king", "KH"),
        ("", ""),
        ("7c nonsense", ""),
    ],
)
def test_cards_are_read_however_they_are_written(text: str, codes: str) -> None:
    assert read(text) == codes


@pytest.mark.parametrize("text", ["7c " * 2000, "7c" * 2000, "nonsense " * 2000, "7 of " * 2000])
def test_reading_looks_up_a_few_names_a_word_however_long_the_text(text: str) -> None:
    names = Counting({"7c", "7 of clubs"})
    split(text, names, 3)
    cards_at_most = max(len(text.split()), text.count("7c")) + 1
    assert 0 < names.asked <= 5 * cards_at_most


def test_a_long_text_is_read_whole() -> None:
    assert read("7c " * 2000).count("7C") == 2000


def test_the_plays_offered_hold_what_is_typed_so_far() -> None:
    plays = [cards(text) for text in ("JC", "7C", "9H 7D", "7C 5C")]
    assert [len(narrowed(plays, typed, WORDS, "voormsi")) for typed in ("", "toq", "7c ", "7c 5", "7c and 5")] == [
        4, 1, 2, 1, 1,
    ]  # fmt: skip
    assert narrowed(plays, "x" * 6000, WORDS, "voormsi") == []


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("7", ["7C 5C", "7D 9H", "7H 9H", "7C 9H 5C"]),
        ("the 7 of d", ["7D 9H"]),
        ("5c 7", ["5C 7C", "5C 7C 9H"]),
        ("9", ["9H 7D", "9H 7H", "9H 7C 5C"]),
    ],
)
def test_what_is_typed_comes_first_in_the_plays_and_among_them(typed: str, offered: list[str]) -> None:
    plays = [cards(text) for text in ("9H 7D", "9H 7H", "9H 7C 5C", "7C 5C")]
    found = [" ".join(card.code for card in play) for play in narrowed(plays, typed, WORDS, "voormsi")]
    assert sorted(found) == sorted(offered)
    assert found[0] == offered[0]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("hjerter konge", "KH"),
        ("spar 8 og klør es", "8S AC"),
        ("kulooq essi", "AC"),
        ("kunngi hjerteri", "KH"),
        ("K♥ og 7♣", "KH 7C"),
        ("essi", ""),
    ],
)
def test_cards_are_read_in_ones_own_language_and_in_greenlandic(text: str, codes: str) -> None:
    read_in_danish = read_cards(text, in_language("da"), "voormsi")
    assert " ".join(card.code for card in read_in_danish) == codes
