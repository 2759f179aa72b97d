"""Print one of the two commands at the top of the README, so that CI runs the same as readers do."""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def command(title: str, readme: str) -> str:
    """The shell command under or beside **`title`** in the text `readme`."""
    found = re.search(rf"^\*\*{re.escape(title)}\*\*.*?\n```sh\n([^\n]+)\n```", readme, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"The README has no command for: {title}")
    return found[1]


if __name__ == "__main__":
    print(command(sys.argv[1], README.read_text(encoding="utf-8")))
