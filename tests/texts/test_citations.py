"""Sentences name the paragraphs of the rules in *Why?* and *Replay*, and elsewhere for whoever wants that."""

from __future__ import annotations

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.table.why import WhyScene
from bot.texts import in_language
from bot.texts.reader import Reader
from tests.messages.given import head, said, view
from tests.messages.rubbers import first_trick

LAST = first_trick("7H KC 5C 5S")
HAND = HandScene(head(), view(hand="JS 6C"), True, results=(LAST,))


def test_a_hand_names_no_paragraph_unless_its_reader_wants_that() -> None:
    usual, wanted = Reader(in_language("en")), Reader(in_language("en", cites=True))
    assert "K♣ beats any strong Seven, here 7♥." in said(draw(HAND, usual))
    assert "K♣ beats any strong Seven, here 7♥ (§3.4)." in said(draw(HAND, wanted))


def test_why_names_the_paragraphs_in_every_language() -> None:
    for language in ("en", "da"):
        told = said(draw(WhyScene(head(), LAST), Reader(in_language(language))))
        assert "(§3.4)" in told


def test_no_sentence_keeps_a_part_of_a_citation() -> None:
    for language in ("en", "da"):
        words = in_language(language)
        assert words.citing is in_language(language, cites=True)
        kept = [key for key, forms in words._forms.items() if any("(§" in form or "  " in form for form in forms)]
        assert [key for key in kept if any("(§" in form for form in words._forms[key])] == []
