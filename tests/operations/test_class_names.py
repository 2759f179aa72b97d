"""The names of classes, type aliases and type variables in the whole project."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


CLASS = re.compile(r"^ *class (\w+)[(:\[]", re.MULTILINE)
ALIAS = re.compile(r"^(_?[A-Z]\w*[a-z]\w*)(?:: TypeAlias)? = ", re.MULTILINE)


def test_no_two_classes_or_type_aliases_have_the_same_name() -> None:
    places = defaultdict(list)
    for path in PROJECT.glob("[a-z]*/**/*.py"):
        text = path.read_text(encoding="utf-8")
        for name in CLASS.findall(text) + ALIAS.findall(text):
            places[name].append(path.relative_to(PROJECT).as_posix())
    assert len(places) > 1000
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
