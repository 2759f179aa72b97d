"""The catalogues hold: nothing is missing, unused, unmatched, untranslated, or said in the code."""

from __future__ import annotations

import ast
import re

import pytest

from bot.texts.catalogue import Catalogue, catalogue
from scripts import check_catalogues as check

ENGLISH = catalogue("en")
TRANSLATIONS = tuple(check.translations())
NAMINGS = tuple(check.namings())
LANGUAGES = [words.language for words in TRANSLATIONS]


def without(key: str) -> Catalogue:
    return ENGLISH._replace(forms={name: forms for name, forms in ENGLISH.forms.items() if name != key})


def having(key: str, *forms: str) -> Catalogue:
    return ENGLISH._replace(forms={**ENGLISH.forms, key: forms})


def test_every_key_that_is_asked_for_has_words() -> None:
    assert check.missing(ENGLISH) == []


@pytest.mark.parametrize(
    "key", ["trick.heads", "button.join", "news.opened", "refused.busy", "voormsi.fact.led", "lobby.closes"]
)
def test_a_missing_key_is_found(key: str) -> None:
    assert check.missing(without(key)) == [key]


def test_every_key_is_asked_for() -> None:
    assert check.unused(ENGLISH) == []


@pytest.mark.parametrize(
    "key", ["trick.forgotten", "voormsi.fact.nothing", "news.joined", "button.nonsuch", "voormsi.card.ZZ"]
)
def test_an_unused_key_is_found(key: str) -> None:
    assert check.unused(having(key, "x")) == [key]


def test_every_field_is_given() -> None:
    assert check.unmatched(ENGLISH) == []


@pytest.mark.parametrize("key", ["lobby.opener", "news.opened", "voormsi.fact.rank", "voormsi.fact.set_laid"])
def test_a_field_that_is_not_given_is_found(key: str) -> None:
    assert any(fault.startswith(f"{key}: {{moon}}") for fault in check.unmatched(having(key, "the {moon}")))


@pytest.mark.parametrize("language", sorted(check.COMPLETE))
def test_a_complete_language_has_every_sentence(language: str) -> None:
    assert check.untranslated(catalogue(language)) == []


def test_a_sentence_that_is_lacking_is_found() -> None:
    assert check.untranslated(without("trick.heads")) == ["trick.heads"]


@pytest.mark.parametrize("language", check.languages())
def test_no_language_has_a_key_twice(language: str) -> None:
    assert check.keys_twice(*check.files_of(language)) == []


def test_a_key_that_stands_twice_is_found() -> None:
    assert check.keys_twice('msgid "cup.in"\nmsgstr "In"', 'msgid "cup.out"\nmsgstr "Out"\n\nmsgid "cup.in"') == [
        "cup.in"
    ]


@pytest.mark.parametrize("words", TRANSLATIONS, ids=LANGUAGES)
def test_every_language_says_the_same_as_the_source_language(words: Catalogue) -> None:
    assert check.mistranslated(words) == []


@pytest.mark.parametrize("words", TRANSLATIONS, ids=LANGUAGES)
def test_no_language_has_a_sentence_that_the_source_language_has_not(words: Catalogue) -> None:
    assert check.outlived(words) == []


@pytest.mark.parametrize(
    ("key", "forms"),
    [
        ("trick.lead", ("**Du spiller ud.**",)),
        ("trick.lead", ("**{name} to lead.**",)),
        ("options.seat-count", ("{n} pladser",)),
    ],
)
def test_what_is_wrongly_translated_is_found(key: str, forms: tuple[str, ...]) -> None:
    assert check.mistranslated(Catalogue("da", {key: forms}, lambda n: n))


@pytest.mark.parametrize("names", NAMINGS, ids=[names.language for names in NAMINGS])
def test_a_file_of_names_of_cards_holds_nothing_else(names: Catalogue) -> None:
    assert names.forms
    assert check.misnamed(names) == []


@pytest.mark.parametrize(
    ("key", "form"),
    [
        ("card.rank.X", "essi"),
        ("card.spoken", "{suit} {rank}"),
        ("voormsi.card.KD", "{card} kunngi"),
        ("voormsi.card.KS", "kunngi"),
        ("card.rank.K", "{card} kunngi"),
        ("button.hand", "kunngi"),
    ],
)
def test_what_is_no_name_of_a_card_is_found(key: str, form: str) -> None:
    assert check.misnamed(Catalogue("kl", {key: (form,)}, lambda n: n)) == [key]


@pytest.mark.parametrize("words", TRANSLATIONS, ids=LANGUAGES)
def test_what_is_listed_as_the_same_word_is_the_same(words: Catalogue) -> None:
    listed = check.SAME_WORD.get(words.language, ())
    assert [key for key in listed if words.forms[key] != ENGLISH.forms[key]] == []


@pytest.mark.parametrize("words", [ENGLISH, *TRANSLATIONS], ids=lambda words: words.language)
def test_no_language_uses_words_that_it_has_banned(words: Catalogue) -> None:
    assert check.banned(words) == []


@pytest.mark.parametrize(
    ("language", "form"),
    [
        ("en", "over until <t:{at}:R>"),
        ("en", "{percent} % in time"),
        ("da", "ud fra et frø"),
        ("da", "du melder pas"),
        ("da", "Hvilken runde; ellers den seneste"),
        ("da", "{percent}% til tiden"),
    ],
)
def test_a_banned_word_is_found(language: str, form: str) -> None:
    assert check.banned(Catalogue(language, {"news.x": (form,)}, *ENGLISH[2:])) != []


@pytest.mark.parametrize("words", [ENGLISH, *TRANSLATIONS], ids=["en", *LANGUAGES])
def test_every_command_in_a_sentence_is_a_field(words: Catalogue) -> None:
    assert check.miscommanded(words) == []


@pytest.mark.parametrize(
    ("key", "form"),
    [
        ("news.done", "Type /table open."),
        ("news.done", "Type `/away`."),
        ("news.done", "Type {command[table eat]}."),
        ("settings.hands.request.about", "Type {command[hand]}"),
        ("picture.turn", "{command[hand]}"),
    ],
)
def test_a_command_that_could_drift_or_would_show_as_markup_is_found(key: str, form: str) -> None:
    assert len(check.miscommanded(having(key, form))) == 1


@pytest.mark.parametrize("form", ["Type {command[table open]}.", "12 h/day", "<t:1:R>", "America/Nuuk", "1/2"])
def test_what_is_no_typed_command_is_let_be(form: str) -> None:
    assert check.miscommanded(having("news.done", form)) == []


def test_no_sentence_stands_in_the_code() -> None:
    assert check.sentences() == []


@pytest.mark.parametrize("code", ["send('It is your turn')", "f'{name} has won the game!'", "text = 'Hello there'"])
def test_a_sentence_in_the_code_is_found(code: str) -> None:
    assert list(check.spoken(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "'''A docstring of a module.'''",
        "raise ValueError('no such table here')",
        "log.error('it went wrong here')",
        "words('lobby.title')",
        "names = 'Otter Raven Fox'.split()",
    ],
)
def test_what_is_no_sentence_for_people_is_let_be(code: str) -> None:
    assert not list(check.spoken(ast.parse(code)))


@pytest.mark.parametrize("words", [ENGLISH, *TRANSLATIONS], ids=["en", *LANGUAGES])
def test_labels_fit_discord_and_a_phone(words: Catalogue) -> None:
    assert check.too_long(words) == []


@pytest.mark.parametrize(
    ("key", "form"),
    [
        ("button.hand", "x" * 35),
        ("button.hand", ""),
        ("settings.cards.words", "x" * 101),
        ("voormsi.option.deal.all", "x" * 101),
        ("hand.menu", "x" * 101),
        ("command.why.description", "x" * 101),
        ("command.why.name", "x" * 33),
        ("command.why.name", "Why"),
        ("command.why.name", "why not"),
    ],
)
def test_what_does_not_fit_is_found(key: str, form: str) -> None:
    assert len(check.too_long(Catalogue("da", {key: (form,)}, lambda n: n))) == 1


def test_what_the_program_fills_in_is_not_counted() -> None:
    assert check.too_long(having("button.hand-of", "x" * 30 + "{table_of_somebody}")) == []


def test_what_a_trick_did_is_told_in_clauses_that_the_layouts_end() -> None:
    told = re.compile(r"voormsi\.fact\.(led|rank|units|lower_.*|on_.*)")
    clauses = {key: forms for key, forms in ENGLISH.forms.items() if told.fullmatch(key)}
    assert clauses
    assert [key for key, forms in clauses.items() if any(form.endswith(".") for form in forms)] == []
