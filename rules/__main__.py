"""The referee, `python -m rules referee`: one JSON line in, one JSON line out for each hand (RULES §14)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules.core.contract import MalformedError
from rules.registry import JUDGES

USAGE: Final = "usage: python -m rules referee"
DIGITS: Final = 18
"""Digits of the longest integer that is read; longer ones are out of every range."""


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


def responses(lines: Iterable[bytes]) -> Iterator[str]:
    """The response to each line, as one line of JSON without the line break."""
    return (json.dumps(answer(line)) for line in lines)


def answer(line: bytes) -> dict[str, Any]:
    """The response to one request, or `{"error": …, "at": …}`."""
    try:
        request = _request(line)
        return JUDGES[request["game"]](request)
    except MalformedError as fault:
        return {"error": str(fault), "at": fault.at}


def _request(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line.decode(), parse_constant=_no_number, parse_int=_whole_number)
    except (ValueError, RecursionError) as fault:
        raise MalformedError(f"not JSON: {fault}") from None
    if not isinstance(request, dict):
        raise MalformedError("not a JSON object")
    game = request.get("game")
    if not isinstance(game, str) or game not in JUDGES:
        raise MalformedError(f"game: one of {', '.join(JUDGES)}")
    if "plays" not in request:
        raise MalformedError("plays: missing")
    return request


def _no_number(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= DIGITS else float("inf")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
