"""A plugin of pytest: run the tests that a file names, in its order, then those of the folders that it names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NAMES = "VOORMSI_CHOSEN_TESTS"
"""The variable with the path of the file."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    names = Path(os.environ[NAMES]).read_text(encoding="utf-8").splitlines()
    order = {name: at for at, name in enumerate(names)}
    folders = tuple(name for name in names if name.endswith("/"))
    chosen = (item for item in items if item.nodeid in order or item.nodeid.startswith(folders))
    items[:] = sorted(chosen, key=lambda item: order.get(item.nodeid, len(order)))
