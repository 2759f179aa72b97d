"""The pages for players name what the bot has: its commands, its buttons, and pictures that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.texts.catalogue import catalogue

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"en": "playing.md", "da": "playing.da.md"}
LANGUAGES = pytest.mark.parametrize("language", PAGES)
EMPHASIS = {"wait", "venter", "ladder", "stigen"}
"""Words in bold that are no buttons."""


def page(language: str) -> str:
    return (DOCS / PAGES[language]).read_text(encoding="utf-8")


def names(language: str, pattern: str) -> set[str]:
    return {forms[0] for key, forms in catalogue(language).forms.items() if re.fullmatch(pattern, key)}


@LANGUAGES
def test_every_command_on_the_page_is_one_of_its_language(language: str) -> None:
    groups = names(language, r"command\.[a-z]+\.name")
    inner = names(language, r"command\.(table|settings|cup)\.[a-z-]+\.name")
    typed = [command.split() for command in re.findall(r"`/([^`]+)`", page(language))]
    assert len(typed) > 20
    assert [command for command in typed if command[0] not in groups or not {*command[1:]} <= inner] == []


@LANGUAGES
def test_every_button_on_the_page_is_one_of_its_language(language: str) -> None:
    buttons = names(language, r"button\..+")
    bold = set(re.findall(r"\*\*([^*]+)\*\*", page(language))) - EMPHASIS
    assert len(bold) > 8
    assert bold - buttons == set()


@LANGUAGES
def test_every_picture_and_page_that_it_links_to_is_there(language: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", page(language))
    assert [link for link in links if not (DOCS / link).is_file()] == []
    assert sum(link.endswith(".png") for link in links) >= 5


def test_both_pages_have_the_same_parts_and_pictures() -> None:
    def form(language: str) -> list[str]:
        return re.findall(r"^(?:#+|- |\| |!\[)|images/[a-z-]+\.png", page(language), re.MULTILINE)

    assert form("en") == form("da")
