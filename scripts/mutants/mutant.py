"""A copy of the program with one fault, and what became of it."""

from __future__ import annotations

import difflib
import hashlib
import random
from enum import StrEnum
from typing import NamedTuple

from scripts.mutants.mutations import Mutation, mutations


class MutantFate(StrEnum):
    KILLED = "killed"
    KILLED_AROUND = "killed by tests around it"
    HUNG = "killed by the time limit"
    SURVIVED_QUICK = "survived the quickest tests that run it"
    SURVIVED = "survived all tests that run it"
    SURVIVED_AROUND = "survived the tests around it, too"
    SURVIVED_ALL = "survived all tests"
    NOT_RUN = "not run by any test"

    @property
    def is_death(self) -> bool:
        return self in (MutantFate.KILLED, MutantFate.KILLED_AROUND, MutantFate.HUNG)

    @property
    def stages(self) -> int:
        """The stages of tests that it has behind it, if it is alive."""
        return {MutantFate.SURVIVED_AROUND: 2, MutantFate.SURVIVED_ALL: 3}.get(self, 1)


class Mutant(NamedTuple):
    path: str
    text: str
    mutation: Mutation

    @property
    def key(self) -> str:
        """The same for the same fault in the same text."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def place(self) -> str:
        return f"{self.path}:{self.mutation.lines[0]}"

    @property
    def new_text(self) -> str:
        return self.mutation.applied(self.text)

    def difference(self) -> str:
        lines = difflib.unified_diff(self.text.splitlines(), self.new_text.splitlines(), n=0, lineterm="")
        return "\n".join(f"    {line}" for line in list(lines)[2:] if not line.startswith("@@"))


def chosen(texts: dict[str, str], count: int, seed: int) -> list[Mutant]:
    """So many mutants by chance. More of one seed begin with the same ones."""
    every = [Mutant(path, text, mutation) for path, text in sorted(texts.items()) for mutation in mutations(text)]
    random.Random(seed).shuffle(every)
    return every[:count]
