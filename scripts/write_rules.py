"""Write docs/rules.md from the page that the program carries: `python -m scripts.write_rules`."""

from __future__ import annotations

from pathlib import Path

from bot.texts import rules_page

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
NOTE = "<!-- Written by scripts/write_rules.py from bot/texts/rules/en.md: change it there. -->\n\n"


def page() -> str:
    """What docs/rules.md must say."""
    return NOTE + rules_page().text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
