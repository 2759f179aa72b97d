"""Compare a referee with a reference over many actions: `python -m tests.rules.reference.compare --game alkort`.

Another program's referee is compared by `--folder`, in which `python -m rules referee` is run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from tests.rules.reference.breaking import broken
from tests.rules.reference.requests import REFERENCES, ReferenceRequest, prefixes

AT_ONCE: Final = 20_000
"""Requests that a process of the referee answers."""


def same(expected: dict[str, Any], answer: Any) -> bool:
    """Return whether two answers say the same; the words of an error are free."""
    if "error" in expected and type(answer) is dict and type(answer.get("error")) is str:
        answer = {**answer, "error": expected["error"]}
    return json.dumps(answer, sort_keys=True) == json.dumps(expected, sort_keys=True)


def questions(random: Random, game: str, actions: int) -> Iterator[tuple[ReferenceRequest, dict[str, Any]]]:
    """Hands with so many actions together, and one broken request for two right ones; with the reference's answers."""
    done = 0
    while done < actions:
        for request, answer in prefixes(random, game):
            done += bool(request["plays"])
            yield request, answer
            if random.random() < 0.5:
                wrong = broken(random, request)
                yield wrong, REFERENCES[game](wrong)


def answers_of(requests: list[ReferenceRequest], folder: str) -> list[Any]:
    """The answers of the referee in a folder."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command = [sys.executable, "-m", "rules", "referee"]
    run = subprocess.run(command, cwd=folder, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(REFERENCES), required=True)
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default=".", help="where to run the referee")
    parser.add_argument("--show", type=int, default=20, help="how many differences are printed")
    given = parser.parse_args()
    asked = questions(Random(given.seed), given.game, given.actions)
    compared = errors = different = 0
    while batch := list(islice(asked, AT_ONCE)):
        answers = answers_of([request for request, _ in batch], given.folder)
        for (request, expected), answer in zip(batch, answers, strict=True):
            compared += 1
            errors += "error" in expected
            if not same(expected, answer):
                different += 1
                if different <= given.show:
                    print(*(json.dumps(each) for each in (request, expected, answer)), "", sep="\n")
    print(f"{given.game}: {compared} requests compared, {errors} of them refused, {different} differences")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
