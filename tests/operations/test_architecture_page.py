"""The packages in docs/architecture.md, compared with the code."""

from __future__ import annotations

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TEXT = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATH = re.compile(r"\b((?:tests|bot|cogs|rules|players|publishing|scripts|docs)(?:/\w+)+(?:[-\w]*\.md|\.py)?)")


def test_every_file_that_the_page_names_by_its_path_is_there() -> None:
    named = set(PATH.findall(TEXT))
    paths = [PROJECT / (f"bot/{name}" if name.startswith("publishing/") else name) for name in named]
    assert len(paths) > 10
    assert [path for path in paths if not path.exists() and not path.with_suffix(".py").exists()] == []
