"""The page of the rules: carried by the program, whole, and the same in the documentation."""

from __future__ import annotations

import re

import pytest

from bot.messages.kit.rendering import alt, picture_of
from bot.messages.learn.rules import RulesScene
from bot.texts import Translator, in_language, languages, offered_games, rules_page
from bot.texts.reader import Reader
from bot.texts.rules_page import TrickExample
from rules import registry
from rules.registry import GAMES
from rules.voormsi.facts import BookingFact, DenialFact, GainFact, OutcomeFact, PlayFact, RefusalFact
from scripts.write_rules import DOCS, Document, documents

TOPICS = (
    "start", "order", "matadors", "sevens", "three-of-diamonds", "black-kings", "sets", "duty",
    "points", "ladder", "two-players", "three-players", "options", "history", "words",
)  # fmt: skip


DOCUMENTS = [pytest.param(one, id=one.path.name) for one in documents()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_documentation_is_the_page_that_the_program_carries(document: Document) -> None:
    assert document.path.read_text("utf-8") == document.text()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_documentation_has_every_picture_that_it_shows_and_no_other(document: Document) -> None:
    folder = document.images.parent.name
    linked = re.findall(rf"\]\(images/{folder}/{document.language}/(.+)\)", document.text())
    assert linked == [shown.name for shown in document.pictures()]
    assert sorted(linked) == sorted(file.name for file in document.images.glob("*"))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_picture_of_the_rules_shows_is_told_with_every_card(document: Document) -> None:
    words = in_language(document.language)
    for shown in document.pictures():
        told = alt(shown.scene, Reader(words)).casefold()
        for example in shown.scene.shown:
            cards = {one for play in example.plays for one in play} if isinstance(example, TrickExample) else ()
            assert [one for one in cards if words.spoken_card(one) not in told] == []
        assert 20 < len(told) <= 1024


def test_a_page_of_the_rules_comes_with_its_picture() -> None:
    scene = RulesScene("sevens", 1, rules_page("voormsi").topics["sevens"].pages[1].shown)
    drawing = picture_of(scene, Reader(Translator()))
    assert drawing
    assert drawing.draw().startswith(b"\x89PNG")
    assert picture_of(RulesScene("sevens", 0), Reader(Translator())) is None


LANGUAGES = [code for code, _ in languages()]
PAGES = [(game, code) for game in offered_games() if rules_page(game).text for code in LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_is_there_with_a_title_and_pages_short_enough_for_a_phone(language: str) -> None:
    topics = rules_page("voormsi", language).topics
    assert tuple(topics) == TOPICS
    assert all(topic.title for topic in topics.values())
    pages = [(topic.name, len(page.above) + len(page.below)) for topic in topics.values() for page in topic.pages]
    assert [(name, size) for name, size in pages if not 100 < size < 2000] == []


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_no_topic_runs_into_the_next(game: str, language: str) -> None:
    topics = rules_page(game, language).topics.values()
    assert [topic.name for topic in topics if "<!--" in topic.text or "\n#" in topic.text] == []


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_language_has_the_same_paragraphs_and_pictures(game: str, language: str) -> None:
    source, page = rules_page(game), rules_page(game, language)
    assert list(page.paragraphs) == list(source.paragraphs)
    assert re.findall(r"^#{1,3}", page.text, re.MULTILINE) == re.findall(r"^#{1,3}", source.text, re.MULTILINE)
    for topic in source.topics.values():
        assert [one.shown for one in page.topics[topic.name].pages] == [one.shown for one in topic.pages]


CARDS = re.compile(r"\b[AKQJ2-9][♣♠♥♦]")
CITED = re.compile(r"§\d+(?:\.\d+)?")


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_translated_paragraph_names_the_same_cards_and_paragraphs(game: str, language: str) -> None:
    source, page = rules_page(game).paragraphs, rules_page(game, language).paragraphs
    for number, told in page.items():
        assert sorted(CARDS.findall(told)) == sorted(CARDS.findall(source[number])), number
        assert sorted(CITED.findall(told)) == sorted(CITED.findall(source[number])), number


def test_every_paragraph_that_code_can_cite_is_there() -> None:
    voormsi = GAMES["voormsi"]
    paragraphs = rules_page("voormsi").paragraphs
    kinds = (*PlayFact, *GainFact, *DenialFact, *BookingFact, *OutcomeFact, *RefusalFact)
    cited = {kind.paragraph for kind in kinds}
    assert set(voormsi.paragraphs) | cited <= set(paragraphs)
    assert all(paragraphs.values())


def test_a_paragraph_is_its_own_text_and_no_more() -> None:
    told = rules_page("voormsi").paragraphs["3.1"]
    assert told == "J♣ and K♥ are equal: if both come to a trick, the later one beats the earlier."


def test_a_language_without_the_page_reads_the_source_languages() -> None:
    assert rules_page("voormsi", "kl") == rules_page("voormsi", "en") == rules_page("voormsi", Translator().language)


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_the_law_names_options_and_seats_in_words(game: str, language: str) -> None:
    text = rules_page(game, language).text
    names = [option.name for option in registry.game(game).options]
    assert [name for name in names if f"`{name}" in text] == []
    assert re.findall(r"[0-9]\.\.[0-9n]|\b0\+2|(?:seat|plads) 0", text) == []


def test_the_options_of_a_request_to_the_referee_are_documented() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    for game in GAMES.values():
        told = next(line for line in text.splitlines() if line.startswith(f"- {game.name}: `"))
        for option in game.options:
            if option.name != "length":
                first, *_, last = option.choices
                assert f"`{option.name}`" in told
                assert {f"`{first}`", f"`{last}`"} <= set(re.findall(r"`[^`]+`", told))
