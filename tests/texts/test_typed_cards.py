"""Cards as people type them, and what is offered while they type."""

from __future__ import annotations

import re
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts import Translator, in_language
from bot.texts.notices import Refusal, RequestRefused, fact
from bot.typed_input.card_parser import narrow, read_cards, split
from rules.core.cards import Card, cards
from rules.registry import GAMES

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
    assert [len(narrow(plays, typed, WORDS, "voormsi")) for typed in ("", "toq", "7c ", "7c 5", "7c and 5")] == [
        4, 1, 2, 1, 1,
    ]  # fmt: skip
    assert narrow(plays, "x" * 6000, WORDS, "voormsi") == []


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
    found = [" ".join(card.code for card in play) for play in narrow(plays, typed, WORDS, "voormsi")]
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
        ("ruder treer", "3D"),
        ("den klør syver og sp otter", "7C 8S"),
        ("r3", "3D"),
        ("treeren", "3D"),
        ("kl kn", "JC"),
        ("hkns8", "JH 8S"),
        ("klør bonde", "JC"),
        ("spar es, kl 9", "AS 9C"),
        ("toqu", "JC"),
        ("ruderi atequtilik", "QD"),
        ("kulooq knaegti", "JC"),
        ("kh qd", "KH QD"),
        ("king of hearts", "KH"),
    ],
)
def test_cards_are_read_in_ones_own_language_and_in_greenlandic(text: str, codes: str) -> None:
    read_in_danish = read_cards(text, in_language("da"), "voormsi")
    assert " ".join(card.code for card in read_in_danish) == codes


@pytest.mark.parametrize(("language", "codes"), [("da", "QC"), ("en", "KD")])
def test_a_name_means_what_it_means_in_ones_own_language_first(language: str, codes: str) -> None:
    assert [card.code for card in read_cards("kd", in_language(language), "voormsi")] == [codes]


@pytest.mark.parametrize(
    ("text", "name", "codes"),
    [
        ("essi", "essi", "AC AS AH AD"),
        ("klør 7 og konge", "konge", "KH KC KS"),
        ("7 9h", "7", "7C 7S 7H 7D"),
        ("es", "es", "AC AS AH AD"),
    ],
)
def test_a_name_of_several_cards_is_refused_with_what_it_may_mean(text: str, name: str, codes: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        read_cards(text, in_language("da"), "voormsi")
    assert refused.value.why == fact(Refusal.AMBIGUOUS_CARD, text=name, cards=cards(codes))


@pytest.mark.parametrize("text", ["10", "klør", "to"])
def test_what_names_no_card_of_the_game_is_no_card(text: str) -> None:
    assert read_cards(text, in_language("da"), "voormsi") == ()


def test_a_card_that_the_game_does_not_use_is_read_so_that_the_rules_can_say_so() -> None:
    assert read("king of diamonds") == "KD"


def names(card: Card, words: Translator) -> st.SearchStrategy[str]:
    """The names of a card in one language: any word for its rank and any for its suit, in any order."""
    ranks, suits = named(words, "rank", card.rank), named(words, "suit", card.suit)
    shapes = ["{0} {1}", "{1} {0}", "{0}{1}", "{1}-{0}", words("card.spoken", rank="{0}", suit="{1}")]
    return st.builds(str.format, st.sampled_from(shapes), st.sampled_from(ranks), st.sampled_from(suits))


def named(words: Translator, what: str, code: str) -> list[str]:
    return [code, words(f"card.{what}.{code}"), *words(f"typed.{what}.{code}").split(", ")]


@given(st.data(), st.sampled_from(["en", "da"]), st.sampled_from(["", "kl"]), st.sampled_from(GAMES["voormsi"].pack))
def test_every_card_is_read_by_every_name_in_ones_own_language(
    data: st.DataObject, language: str, naming: str, card: Card
) -> None:
    text = data.draw(names(card, in_language(language, naming)))
    assert card in possible(text, in_language(language))
    assert " " not in text or len(possible(text, in_language(language))) == 1  # `eights` may be any of them


def possible(text: str, words: Translator) -> tuple[Card, ...]:
    """The card that a text means, or those that a refusal says it may mean."""
    try:
        return read_cards(text, words, "voormsi")
    except RequestRefused as refused:
        return cast("tuple[Card, ...]", refused.why.about["cards"])


@given(st.data(), st.sampled_from(["en", "da"]), st.sampled_from(["", "kl"]), st.sampled_from(GAMES["voormsi"].pack))
def test_every_card_is_read_by_every_whole_word_of_another_language(
    data: st.DataObject, language: str, naming: str, card: Card
) -> None:
    words, reader = in_language(language, naming), in_language("da" if language == "en" else "en")
    text = data.draw(names(card, words).filter(lambda text: re.fullmatch(r"\w{3,}(\W+\w+)*\W+\w{3,}", text)))
    assert read_cards(text, reader, "voormsi") == (card,)
