"""The text of a message as it is printed in a terminal."""

from __future__ import annotations

import re
from typing import Any

from sandbox.world.components import BUTTON, SELECTS, TEXT, walk

MENTION = re.compile(r"<@!?(\d+)>")


def words(shown: dict[str, Any]) -> str:
    """The text of a Discord message object, in reading order, with buttons and menus in brackets."""
    lines, row = [str(shown.get("content") or "")], list[str]()
    for part in walk(shown.get("components") or []):
        if part["type"] == BUTTON:
            row.append(f"[{part.get('label') or part.get('custom_id')}]")
        elif part["type"] in SELECTS:
            row.append(f"[{part.get('placeholder') or 'menu'}]")
        else:
            lines.append(" ".join(row))
            row = []
            lines.append(str(part.get("content") or "") if part["type"] == TEXT else "")
    text = "\n".join(line for line in (*lines, " ".join(row)) if line)
    names = {user["id"]: user.get("global_name") or user["username"] for user in shown.get("mentions") or []}
    return MENTION.sub(lambda found: f"@{names.get(found[1], found[1])}", text)
