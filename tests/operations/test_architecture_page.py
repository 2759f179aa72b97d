"""What docs/architecture.md says of the rooms, held to the rooms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = PAGE.partition("## Rooms")[2].partition("\n## ")[0]
PATH = re.compile(r"\b((?:tests|bot|cogs|rules|publishing|scripts|docs)(?:/\w+)+(?:[-\w]*\.md|\.py)?)")
ONE_A_MESSAGE = ("bot/layouts", "bot/pictures", "bot/scenes")
"""Rooms with a file for each kind of message: what is general in them is named, not each file."""


def modules(room: str) -> Iterator[Path]:
    for path in sorted((PROJECT / room).rglob("*.py")):
        where = path.parent.relative_to(PROJECT).as_posix()
        if not path.name.startswith("__") and where not in ONE_A_MESSAGE:
            yield path.relative_to(PROJECT)


def rows_of(path: Path) -> str:
    """What the page says of the folder: its own rows, or for a file that stands in a room itself all of them."""
    if len(path.parts) == 2:
        return ROOMS
    return "\n".join(
        row for row in ROOMS.splitlines() if f"`{path.parts[1]}/`" in row.partition("|")[2].partition("|")[0]
    )


@pytest.mark.parametrize("room", ["bot", "cogs", "rules"])
def test_every_module_is_named_on_the_page_where_its_room_is(room: str) -> None:
    found = list(modules(room))
    assert found
    assert [str(path) for path in found if f"`{path.stem}`" not in rows_of(path)] == []


def test_every_file_that_the_page_names_by_its_path_is_there() -> None:
    named = set(
        re.findall(r"\b((?:tests|bot|cogs|rules|players|publishing|scripts|docs)(?:/\w+)+(?:[-\w]*\.md|\.py)?)", PAGE)
    )
    paths = [PROJECT / (f"bot/{name}" if name.startswith("publishing/") else name) for name in named]
    assert len(paths) > 10
    assert [path for path in paths if not path.exists() and not path.with_suffix(".py").exists()] == []
