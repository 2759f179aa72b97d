"""The packages in docs/architecture.md, compared with the code."""

from __future__ import annotations

import re

from scripts.write_modules import PAGE, PROJECT, written

TEXT = PAGE.read_text(encoding="utf-8")
PATH = re.compile(r"\b((?:tests|bot|cogs|rules|players|publishing|scripts|docs)(?:/\w+)+(?:[-\w]*\.md|\.py)?)")


def test_the_list_of_modules_is_what_their_docstrings_say() -> None:
    assert written(TEXT) == TEXT, "python -m scripts.write_modules"


def test_every_file_that_the_page_names_by_its_path_is_there() -> None:
    named = set(PATH.findall(TEXT))
    paths = [PROJECT / (f"bot/{name}" if name.startswith("publishing/") else name) for name in named]
    assert len(paths) > 10
    assert [path for path in paths if not path.exists() and not path.with_suffix(".py").exists()] == []
