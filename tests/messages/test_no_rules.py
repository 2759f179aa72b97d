"""Layouts and texts repeat what the rules say, and work nothing out for themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import registry

ROOT = Path(__file__).parents[2]
TELLING = ("bot/messages", "bot/cups/messages", "bot/texts", "bot/publishing", "bot/cups/publishing", "cogs")
FILES = {str(file.relative_to(ROOT)): file for folder in TELLING for file in sorted((ROOT / folder).rglob("*.py"))}
COUNTED = {"hand", "hand_sizes", "trick", "legal", "to_play", "sides", "holders", "units"}
"""The fields of a view with as many parts as the rules want: their number says something, which is for the rules."""
ROUND = {"seats", "half", "holders", "names", "hand_sizes"}
"""The fields that have as many parts as there are seats."""


def worked_out(tree: ast.AST) -> Iterator[int]:
    """The lines in which sizes are weighed, seats counted around the table, or an option of a game is known by name."""
    options = {option.name for option in registry.game(registry.USUAL).options}
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others) if any(map(_is_size, (left, *others))):
                yield node.lineno
            case ast.BinOp(op=ast.Sub(), left=left, right=right) if _is_size(left) or _is_size(right):
                yield node.lineno
            case ast.BinOp(op=ast.Mod(), right=right) if _is_round(right):
                yield node.lineno
            case ast.Subscript(value=ast.Attribute(attr="options"), slice=ast.Constant()):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(name)), *_]) if name in options:
                yield node.lineno


def _is_size(node: ast.AST) -> bool:
    """Is it the length of one of `COUNTED`, or reckoned with it?"""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Attribute(value=owner, attr=attr)]):
            return attr in COUNTED and getattr(owner, "id", "") != "self"
        case ast.Attribute(attr=attr):
            return attr == "trick_plays"
    return False


def _is_round(node: ast.AST) -> bool:
    return any(getattr(part, "id", getattr(part, "attr", "")) in ROUND for part in ast.walk(node))


@pytest.mark.parametrize("name", FILES)
def test_what_is_told_is_not_worked_out_again(name: str) -> None:
    assert [f"{name}:{line}" for line in worked_out(ast.parse(FILES[name].read_text(encoding="utf-8")))] == []


@pytest.mark.parametrize(
    "code",
    [
        "len(view.hand) <= (view.follow or 0)",
        "len(view.trick) == view.trick_plays - 1",
        "(view.turn + 1) % half",
        "seat % len(scene.head.holders)",
        "options.get('deal') == 'all'",
        "head.options['deal']",
    ],
)
def test_working_it_out_is_found(code: str) -> None:
    assert list(worked_out(ast.parse(code)))
