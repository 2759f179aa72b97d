"""Write docs/rules.md, its translations and their pictures from the rules pages of the program.

`python -m scripts.write_rules`; docs/rules.da.md is the Danish page, docs/images/rules/da its pictures. The pages of
games other than the usual one are docs/rules-<game>.md, with their pictures in docs/images/rules-<game>.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bot.messages.kit.rendering import alt, picture_of
from bot.messages.learn.rules import RulesScene
from bot.texts import in_language, languages, offered_games, rules_page
from bot.texts.catalogue import SOURCE_LANGUAGE
from bot.texts.reader import Reader
from bot.texts.rules_page import MARK, PAGE
from rules import registry

DOCS: Final = Path(__file__).parent.parent / "docs"
NOTE: Final = (
    "<!-- Written by scripts/write_rules.py from bot/texts/rules/{game}/{language}.md: change it there. -->\n\n"
)


class RulesPicture(NamedTuple):
    """A page of a topic that has a picture."""

    name: str
    scene: RulesScene


class Document(NamedTuple):
    """The rules page of a game in a language."""

    game: str
    language: str

    @property
    def path(self) -> Path:
        suffix = "" if self.language == SOURCE_LANGUAGE else f".{self.language}"
        return DOCS / f"{self._name}{suffix}.md"

    @property
    def images(self) -> Path:
        """The folder of its pictures."""
        return DOCS / "images" / self._name / self.language

    @property
    def _name(self) -> str:
        return "rules" if self.game == registry.USUAL else f"rules-{self.game}"

    def text(self) -> str:
        links = (self.link(shown) for shown in self.pictures())
        text = rules_page(self.game, self.language).text.replace(f"{PAGE}\n\n", "")
        return NOTE.format(game=self.game, language=self.language) + MARK.sub(lambda _: next(links), text)

    def pictures(self) -> Iterator[RulesPicture]:
        """The pages with pictures, in document order."""
        for topic in rules_page(self.game, self.language).topics.values():
            for number, part in enumerate(topic.pages):
                if part.shown:
                    yield RulesPicture(
                        f"{topic.name}-{number + 1}.png", RulesScene(topic.name, number, part.shown, self.game)
                    )

    def link(self, shown: RulesPicture) -> str:
        """The picture in Markdown, with its alt text."""
        told = alt(shown.scene, Reader(in_language(self.language))).replace("\n", " ")
        return f"![{told}]({self.images.relative_to(DOCS)}/{shown.name})"

    def draw(self) -> None:
        """Write its pictures, and delete the outdated ones."""
        drawn = {shown.name: picture_of(shown.scene, Reader(in_language(self.language))) for shown in self.pictures()}
        if drawn:
            self.images.mkdir(parents=True, exist_ok=True)
        for name, drawing in drawn.items():
            assert drawing is not None, name
            (self.images / name).write_bytes(drawing.draw())
        for old in self.images.glob("*.png"):
            if old.name not in drawn:
                old.unlink()


def documents() -> list[Document]:
    """The rules pages of the games, in every language that has a page of its own."""
    found = []
    for game in offered_games():
        source = rules_page(game).text
        codes = [code for code, _ in languages() if source]
        found += [
            Document(game, one) for one in codes if one == SOURCE_LANGUAGE or rules_page(game, one).text != source
        ]
    return found


if __name__ == "__main__":
    for document in documents():
        document.path.write_text(document.text(), encoding="utf-8")
        document.draw()
