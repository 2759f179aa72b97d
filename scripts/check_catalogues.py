"""The catalogues are whole; what is missing is told, exit 1.

Every language has every key of the English one, with no other fields in its sentences; no entry is empty, doubtful or
there twice; every key that the code says outright is there.
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

PROJECT = Path(__file__).resolve().parent.parent
SOURCE = "en"
SAYING = {"words", "count"}  # what the functions are called that take a key
KEY = re.compile(r"[a-z][\w]*(\.[\w]+)+")


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def entries(catalog: Catalog) -> dict[str, Message]:
    return {key(message): message for message in catalog if message.id}


def fields(message: Message) -> set[str]:
    """The names in braces of all forms of a message."""
    found = [name for form in forms(message) for _, name, _, _ in string.Formatter().parse(form)]
    return {re.split(r"[.\[]", name)[0] for name in found if name}


def faults(language: str, said: dict[str, Message], source: dict[str, Message]) -> Iterator[str]:
    """What is wrong with the entries of one language, a line each."""
    for name in sorted(source.keys() - said.keys()):
        yield f"{language}: {name} is missing"
    for name, message in said.items():
        if name not in source:
            yield f"{language}: {name} is not in {SOURCE}"
        elif not all(forms(message)):
            yield f"{language}: {name} is empty"
        elif message.fuzzy:
            yield f"{language}: {name} is marked as doubtful"
        elif fields(message) - fields(source[name]) - {"n"}:
            yield f"{language}: {name} has fields that {SOURCE} has not: {fields(message) - fields(source[name])}"


def doubled(path: Path) -> list[str]:
    """Keys that stand twice in a file; the reader would silently take the last."""
    keys = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return sorted({name for name in keys if keys.count(name) > 1})


def keys_said(code: str) -> set[str]:
    """The keys that a module says outright, as `words("lobby.title")`."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and node.args]
    named = [call.args[0] for call in calls if _name(call.func) in SAYING]
    said = {arg.value for arg in named if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    return {text for text in said if KEY.fullmatch(text)}


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def all_faults(locales: Path, rooms: list[Path]) -> list[str]:
    paths = {path.parts[-3]: path for path in sorted(locales.glob("*/LC_MESSAGES/*.po"))}
    source = entries(read(paths[SOURCE]))
    told = [f"{language}: {name} stands there twice" for language, path in paths.items() for name in doubled(path)]
    for language, path in paths.items():
        told += faults(language, entries(read(path)), source)
    for module in sorted(path for room in rooms for path in room.rglob("*.py")):
        unknown = sorted(keys_said(module.read_text(encoding="utf-8")) - source.keys())
        told += [f"{module.relative_to(module.parents[1])}: no words for {name}" for name in unknown]
    return told


def main() -> int:
    told = all_faults(PROJECT / "bot" / "texts" / "locale", [PROJECT / "bot", PROJECT / "cogs"])
    print(*told, sep="\n", end="\n" if told else "")
    return bool(told)


if __name__ == "__main__":
    sys.exit(main())
