"""A language is one file: what it says is said, and what it lacks is told in English."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from bot.texts import card_namings, catalogue, in_language, languages, rules_page, translator

HEADER = r"""msgid ""
msgstr ""
"Language: fo\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<4 ? 1 : 2);\n"
"""
FAROESE = f"""{HEADER}
msgid "button.hand"
msgstr "Mín hond"

msgid "options.seat-count"
msgid_plural "options.seat-count"
msgstr[0] "{{n}} a"
msgstr[1] "{{n}} b"
msgstr[2] "{{n}} c"

msgid "button.leave"
msgstr ""
"""


@pytest.fixture
def faroese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The languages that there are, and one file more."""
    with monkeypatch.context() as patched:
        folder = tmp_path / "locale"
        shutil.copytree(str(files("bot.texts") / "locale"), folder)
        (folder / "fo" / "LC_MESSAGES").mkdir(parents=True)
        (folder / "fo" / "LC_MESSAGES" / "voormsi.po").write_text(FAROESE, "utf-8")
        patched.setattr(catalogue, "LOCALES", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for kept in (catalogue.catalogue, catalogue.card_names, catalogue._named_languages, translator._words, rules_page):
        kept.cache_clear()


@pytest.mark.usefixtures("faroese")
def test_one_file_is_a_language() -> None:
    assert ("fo", "føroyskt") in languages()
    assert card_namings() == (("kl", "kalaallisut"),)
    assert in_language("fo")("button.hand") == "Mín hond"
    assert in_language("fo-FO") is in_language("fo")


@pytest.mark.usefixtures("faroese")
def test_what_a_language_lacks_is_told_in_english() -> None:
    english, faroese = in_language("en"), in_language("fo")
    assert faroese("button.leave") == english("button.leave")
    assert faroese("lobby.opener", name="Ann") == english("lobby.opener", name="Ann")
    assert rules_page("voormsi", "fo") == rules_page("voormsi", "en")


@pytest.mark.usefixtures("faroese")
def test_numbers_choose_the_form_of_the_language_in_which_they_are_told() -> None:
    faroese = in_language("fo")
    assert [faroese.count("options.seat-count", n) for n in (1, 3, 4)] == ["1 a", "3 b", "4 c"]
    assert [faroese.count("mytables.more", n) for n in (1, 3, 4)] == [
        in_language("en").count("mytables.more", n) for n in (1, 3, 4)
    ]


def test_without_the_file_there_is_no_such_language() -> None:
    assert "fo" not in dict(languages())
    assert in_language("fo").language == "en"
