"""Names and texts by people are shown as written, on one line, and do nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts import escape, unescape
from bot.texts.escaping import legible

ACUTE = "\N{COMBINING ACUTE ACCENT}"


@pytest.mark.parametrize("text", ["*bold*", "_it_", "`code`", "~~gone~~", "||hidden||", "# head", "[a](https://x.y)"])
def test_markdown_is_escaped(text: str) -> None:
    assert re.sub(r"\\(.)", "", escape(text)) != text
    assert re.sub(r"\\(.)", r"\1", escape(text)) == text


@pytest.mark.parametrize(
    "text", ["@everyone", "@here", "<@80351110224678912>", "<@&80351110224678912>", "<#1>", "<t:1>"]
)
def test_nobody_and_nothing_is_mentioned(text: str) -> None:
    told = escape(text)
    assert not re.search(r"@(everyone|here|[!&]?\d)", told)
    assert not re.search(r"(?<!\\)<", told)


def test_an_address_is_no_link() -> None:
    assert "://" not in escape("https://example.org")


@given(st.text())
def test_it_stays_on_one_line(text: str) -> None:
    assert len(escape(text).splitlines()) <= 1


@pytest.mark.parametrize("text", ["so *it* goes_on", "@everyone", "https://example.org/a_b", r"a\b <@1> :smile:"])
def test_what_was_escaped_is_on_a_terminal_as_it_was_written(text: str) -> None:
    assert unescape(escape(text)) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a" + ACUTE * 9 + "b" + ACUTE, "a" + ACUTE * 3 + "b" + ACUTE),
        (ACUTE + "a", "a"),
        ("a " + ACUTE + "b", "a b"),
        ("a\u200b" + ACUTE, "a" + ACUTE),
    ],
)
def test_no_letter_has_more_than_three_marks_and_nothing_else_has_any(text: str, shown: str) -> None:
    assert legible(text) == shown
