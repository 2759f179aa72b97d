"""Write docs/rules.md, its translations and their pictures from the rules pages of the program.

`python -m scripts.write_rules`; docs/rules.da.md is the Danish page, docs/images/rules/da its pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bot.presentation.layouts.alts import alt
from bot.presentation.pictures import picture_of
from bot.presentation.scenes import RulesScene
from bot.texts import in_language, languages, rules_page
from bot.texts.catalogue import SOURCE_LANGUAGE
from bot.texts.examples import MARK
from bot.texts.reader import Reader
from bot.texts.rules_page import PAGE

DOCS: Final = Path(__file__).parent.parent / "docs"
IMAGES: Final = DOCS / "images" / "rules"
NOTE: Final = "<!-- Written by scripts/write_rules.py from bot/texts/rules/{language}.md: change it there. -->\n\n"


class Shown(NamedTuple):
    """A page of a topic that has a picture."""

    name: str
    scene: RulesScene


def translated() -> list[str]:
    """The languages that have a page of their own."""
    source = rules_page(SOURCE_LANGUAGE)
    codes = [code for code, _ in languages()]
    return [code for code in codes if code == SOURCE_LANGUAGE or rules_page(code).text != source.text]


def document(language: str) -> Path:
    """The path of the page in a language."""
    return DOCS / ("rules.md" if language == SOURCE_LANGUAGE else f"rules.{language}.md")


def page(language: str = SOURCE_LANGUAGE) -> str:
    """The text of the page in a language."""
    links = (link(shown, language) for shown in pictures(language))
    text = rules_page(language).text.replace(f"{PAGE}\n\n", "")
    return NOTE.format(language=language) + MARK.sub(lambda _: next(links), text)


def pictures(language: str) -> Iterator[Shown]:
    """The pages with pictures, in document order."""
    for topic in rules_page(language).topics.values():
        for number, part in enumerate(topic.pages):
            if part.shown:
                yield Shown(f"{topic.name}-{number + 1}.png", RulesScene(topic.name, number, part.shown))


def link(shown: Shown, language: str) -> str:
    """The picture in Markdown, with its alt text."""
    told = alt(shown.scene, Reader(in_language(language))).replace("\n", " ")
    return f"![{told}](images/rules/{language}/{shown.name})"


def draw(language: str) -> None:
    """Write the pictures of a page, and delete the outdated ones."""
    folder = IMAGES / language
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {shown.name: picture_of(shown.scene, Reader(in_language(language))) for shown in pictures(language)}
    for name, drawing in drawn.items():
        assert drawing is not None, name
        (folder / name).write_bytes(drawing.draw())
    for old in folder.glob("*.png"):
        if old.name not in drawn:
            old.unlink()


if __name__ == "__main__":
    for code in translated():
        document(code).write_text(page(code), encoding="utf-8")
        draw(code)
