"""`python -m rules referee`: judge hands given as JSON lines on standard input (RULES §14)."""

from __future__ import annotations

import sys
from typing import Final

from rules.referee import responses

USAGE: Final = "usage: python -m rules referee"


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code."""
    if arguments != ["referee"]:
        sys.stderr.write(USAGE + "\n")
        return 2
    try:
        for line in responses(sys.stdin.buffer):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
